/* Takes over a stream or an array, checks all of it, and releases it.
 *
 * The handle owns everything from the moment it is taken, so R may jump at any point: a stream
 * moves into the handle before any of its functions is called, and a batch is linked before it is
 * filled. */
#include "arrow-import.h"

#include <R.h>
#include <R_ext/Utils.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arrow-complaint.h"
#include "arrow-faults.h"
#include "arrow-keeper.h"
#include "arrow-pointers.h"
#include "arrow-validate.h"
#include "entries.h"

/* ---- the handle ---- */

static void free_batches(Import *import) {
  while (import->first != NULL) {
    Batch *batch = import->first;
    import->first = batch->next;
    if (batch->array.release != NULL) {
      batch->array.release(&batch->array);
    }
    free(batch);
  }
  import->last = NULL;
}

static void close_import(SEXP handle) {
  Import *import = R_ExternalPtrAddr(handle);
  if (import == NULL) {
    return;
  }
  free_batches(import);
  if (import->own_schema.release != NULL) {
    import->own_schema.release(&import->own_schema);
  }
  if (import->stream.release != NULL) {
    import->stream.release(&import->stream);
  }
  free(import);
  R_ClearExternalPtr(handle);
  arrow_count(LIVE_POINTERS, -1);
  arrow_count(LIVE_IMPORTS, -1);
}

static SEXP new_handle(void) {
  SEXP handle = arrow_new_owner(NULL, sizeof(Import), close_import);
  arrow_count(LIVE_IMPORTS, 1);
  return handle;
}

Import *arrow_import(SEXP handle) {
  Import *import = TYPEOF(handle) == EXTPTRSXP ? R_ExternalPtrAddr(handle) : NULL;
  if (import == NULL) {
    Rf_error("the import is closed");
  }
  return import;
}

static Batch *new_batch(Import *import) {
  Batch *batch = arrow_calloc(1, sizeof *batch);
  if (batch == NULL) {
    Rf_error("cannot allocate memory for an Arrow batch");
  }
  if (import->last == NULL) {
    import->first = batch;
  } else {
    import->last->next = batch;
  }
  import->last = batch;
  return batch;
}

/* ---- taking over ---- */

static bool take_stream(SEXP source, Import *import, Complaint *complaint) {
  struct ArrowArrayStream *stream = R_ExternalPtrAddr(source);
  if (stream == NULL || stream->release == NULL) {
    return arrow_complain(complaint, "expected a stream, found one that is empty or already used");
  }
  if (stream->get_schema == NULL || stream->get_next == NULL) {
    return arrow_complain(complaint, "expected a stream with its functions, found none");
  }
  import->stream = *stream;
  stream->release = NULL;
  return true;
}

static bool take_array(SEXP source, Import *import, Complaint *complaint) {
  struct ArrowArray *array = R_ExternalPtrAddr(source);
  SEXP schema = R_ExternalPtrTag(source);
  if (array == NULL || array->release == NULL) {
    return arrow_complain(complaint, "expected an array, found one that is empty or already used");
  }
  if (!arrow_is_schema(schema) || R_ExternalPtrAddr(schema) == NULL) {
    return arrow_complain(complaint, "expected an array with its schema, found none");
  }
  import->schema = R_ExternalPtrAddr(schema);
  Batch *batch = new_batch(import);
  batch->array = *array;
  array->release = NULL;
  return true;
}

/* ---- a stream's content ---- */

static bool complain_of_stream(Import *import, const char *what, int status, Complaint *complaint) {
  struct ArrowArrayStream *stream = &import->stream;
  const char *reason = stream->get_last_error == NULL ? NULL : stream->get_last_error(stream);
  char shown[160] = "no reason given";
  if (reason != NULL) {
    arrow_printable(reason, shown, sizeof shown);
  }
  return arrow_complain(complaint, "expected %s from the stream, found error %d: %s", what, status,
                        shown);
}

static bool read_schema(Import *import, Complaint *complaint) {
  int status = import->stream.get_schema(&import->stream, &import->own_schema);
  if (status != 0) {
    import->own_schema.release = NULL; /* the specification leaves it undefined */
    return complain_of_stream(import, "a schema", status, complaint);
  }
  import->schema = &import->own_schema;
  return true;
}

static bool accept_batch(Import *import, const Batch *batch, Complaint *complaint) {
  if (!arrow_check_batch(&batch->array, import->schema, import->n_rows, complaint)) {
    return false;
  }
  import->n_rows += batch->array.length;
  import->n_batches++;
  return true;
}

/* Reads batch after batch until one is empty, which marks the end of the stream. */
static bool read_batches(Import *import, Complaint *complaint) {
  for (;;) {
    R_CheckUserInterrupt();
    Batch *batch = new_batch(import);
    int status = import->stream.get_next(&import->stream, &batch->array);
    if (status != 0) {
      batch->array.release = NULL; /* undefined likewise */
      return complain_of_stream(import, "a batch", status, complaint);
    }
    if (batch->array.release == NULL) {
      return true;
    }
    if (!accept_batch(import, batch, complaint)) {
      return false;
    }
  }
}

static bool open_stream(SEXP source, Import *import, Complaint *complaint) {
  return take_stream(source, import, complaint) && read_schema(import, complaint) &&
         arrow_check_schema(import->schema, complaint) && read_batches(import, complaint);
}

static bool open_array(SEXP source, Import *import, Complaint *complaint) {
  return take_array(source, import, complaint) && arrow_check_schema(import->schema, complaint) &&
         accept_batch(import, import->first, complaint);
}

static bool open_source(SEXP source, Import *import, Complaint *complaint) {
  if (arrow_is_stream(source)) {
    return open_stream(source, import, complaint);
  }
  if (arrow_is_array(source)) {
    return open_array(source, import, complaint);
  }
  complaint->hint = "nanoarrow::as_nanoarrow_array_stream() makes a stream of many objects.";
  return arrow_complain(complaint, "expected a `nanoarrow_array_stream` or `nanoarrow_array`, "
                                   "found another object");
}

/* Takes over a table and checks it. Returns a handle, or a complaint; either way the source is
 * empty afterwards, as the C data interface requires of a move. */
SEXP pb_arrow_open(SEXP source) {
  arrow_empty_queue();
  SEXP handle = PROTECT(new_handle());
  R_SetExternalPtrProtected(handle, source);
  Import *import = arrow_import(handle);
  Complaint complaint = arrow_no_complaint();
  if (!open_source(source, import, &complaint)) {
    SEXP answer = PROTECT(arrow_complaint_for_r(&complaint, import->schema));
    close_import(handle);
    UNPROTECT(2);
    return answer;
  }
  UNPROTECT(1);
  return handle;
}

SEXP pb_arrow_close(SEXP handle) {
  close_import(handle);
  arrow_empty_queue();
  return R_NilValue;
}

/* ---- what is in it ---- */

SEXP arrow_column_names(const struct ArrowSchema *schema) {
  SEXP names = PROTECT(R_SITE(Rf_allocVector(STRSXP, (R_xlen_t)schema->n_children)));
  for (int64_t i = 0; i < schema->n_children; i++) {
    const char *name = schema->children[i]->name;
    SET_STRING_ELT(names, i, R_SITE(Rf_mkCharCE(name == NULL ? "" : name, CE_UTF8)));
  }
  UNPROTECT(1);
  return names;
}

static SEXP column_types(const struct ArrowSchema *schema) {
  SEXP types = PROTECT(R_SITE(Rf_allocVector(STRSXP, (R_xlen_t)schema->n_children)));
  Complaint never = arrow_no_complaint();
  for (int64_t i = 0; i < schema->n_children; i++) {
    Column column;
    arrow_read_column(schema->children[i], &column, &never);
    const char *type = column.ordered ? "ordered" : arrow_type_name(column.type);
    SET_STRING_ELT(types, i, R_SITE(Rf_mkChar(type)));
  }
  UNPROTECT(1);
  return types;
}

/* list(names, types, n_rows) of an open import. */
SEXP pb_arrow_describe(SEXP handle) {
  const Import *import = arrow_import(handle);
  const char *fields[] = {"names", "types", "n_rows", ""};
  SEXP out = PROTECT(R_SITE(Rf_mkNamed(VECSXP, fields)));
  SET_VECTOR_ELT(out, 0, arrow_column_names(import->schema));
  SET_VECTOR_ELT(out, 1, column_types(import->schema));
  SET_VECTOR_ELT(out, 2, R_SITE(Rf_ScalarInteger((int)import->n_rows)));
  UNPROTECT(1);
  return out;
}
