/* External pointers: make, recognise, finalize. */
#include "arrow-pointers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "arrow-faults.h"
#include "arrow-keeper.h"
#include "entries.h"

static const char stream_class[] = "nanoarrow_array_stream";
static const char array_class[] = "nanoarrow_array";
static const char schema_class[] = "nanoarrow_schema";

SEXP arrow_new_owner(const char *class_name, size_t size, R_CFinalizer_t finalizer) {
  SEXP pointer = PROTECT(R_SITE(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue)));
  /* Not run when R exits: a producer may be gone by then, and the system frees everything. */
  arrow_r_site();
  R_RegisterCFinalizerEx(pointer, finalizer, FALSE);
  if (class_name != NULL) {
    Rf_setAttrib(pointer, R_ClassSymbol, R_SITE(Rf_mkString(class_name)));
  }
  void *structure = arrow_calloc(1, size);
  if (structure == NULL) {
    Rf_error("cannot allocate %d bytes for an Arrow structure", (int)size);
  }
  R_SetExternalPtrAddr(pointer, structure);
  arrow_count(LIVE_POINTERS, 1);
  UNPROTECT(1);
  return pointer;
}

static void free_structure(SEXP pointer) {
  free(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
  arrow_count(LIVE_POINTERS, -1);
}

static void finalize_stream(SEXP pointer) {
  struct ArrowArrayStream *stream = R_ExternalPtrAddr(pointer);
  if (stream != NULL) {
    if (stream->release != NULL) {
      stream->release(stream);
    }
    free_structure(pointer);
  }
}

static void finalize_array(SEXP pointer) {
  struct ArrowArray *array = R_ExternalPtrAddr(pointer);
  if (array != NULL) {
    if (array->release != NULL) {
      array->release(array);
    }
    free_structure(pointer);
  }
}

static void finalize_schema(SEXP pointer) {
  struct ArrowSchema *schema = R_ExternalPtrAddr(pointer);
  if (schema != NULL) {
    if (schema->release != NULL) {
      schema->release(schema);
    }
    free_structure(pointer);
  }
}

SEXP arrow_new_stream(void) {
  return arrow_new_owner(stream_class, sizeof(struct ArrowArrayStream), finalize_stream);
}

SEXP arrow_new_array(void) {
  return arrow_new_owner(array_class, sizeof(struct ArrowArray), finalize_array);
}

SEXP arrow_new_schema(void) {
  return arrow_new_owner(schema_class, sizeof(struct ArrowSchema), finalize_schema);
}

static bool is_pointer(SEXP pointer, const char *class_name) {
  return TYPEOF(pointer) == EXTPTRSXP && Rf_inherits(pointer, class_name);
}

bool arrow_is_stream(SEXP pointer) { return is_pointer(pointer, stream_class); }
bool arrow_is_array(SEXP pointer) { return is_pointer(pointer, array_class); }
bool arrow_is_schema(SEXP pointer) { return is_pointer(pointer, schema_class); }

/* An empty stream for a foreign producer to fill. */
SEXP pb_arrow_allocate_stream(void) {
  arrow_empty_queue();
  return arrow_new_stream();
}

/* The address of the structure as decimal text; NULL if `pointer` is not an Arrow pointer. */
SEXP pb_arrow_address(SEXP pointer) {
  bool known = arrow_is_stream(pointer) || arrow_is_array(pointer) || arrow_is_schema(pointer);
  if (!known || R_ExternalPtrAddr(pointer) == NULL) {
    return R_NilValue;
  }
  char text[24];
  snprintf(text, sizeof text, "%" PRIuPTR, (uintptr_t)R_ExternalPtrAddr(pointer));
  return R_SITE(Rf_mkString(text));
}
