/* Fault injection, and structures broken on purpose for the tests of the validation. */
#include "arrow-faults.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "arrow-pointers.h"
#include "entries.h"

static atomic_long sites_passed;
static atomic_long failing_site; /* 0: none */

bool arrow_site_fails(void) {
  return atomic_fetch_add(&sites_passed, 1) + 1 == atomic_load(&failing_site);
}

void arrow_r_site(void) {
  if (arrow_site_fails()) {
    Rf_error("cannot allocate (injected fault)");
  }
}

void *arrow_calloc(size_t count, size_t size) {
  return arrow_site_fails() ? NULL : calloc(count, size);
}

/* Makes the n-th site from now on fail, none for 0; returns how many the last count passed. */
SEXP pb_arrow_fail_at(SEXP site) {
  double passed = (double)atomic_load(&sites_passed);
  atomic_store(&sites_passed, 0);
  atomic_store(&failing_site, (long)Rf_asInteger(site));
  return Rf_ScalarReal(passed);
}

/* ---- broken structures ---- */

static const char malformed_metadata[] = "\xff\xff\xff\xff"; /* -1 pairs */

static int fail_with_io_error(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  (void)stream;
  (void)out;
  return EIO;
}

static const char *say_broken(struct ArrowArrayStream *stream) {
  (void)stream;
  return "broken \xff on purpose";
}

static int give_no_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  (void)stream;
  memset(out, 0, sizeof *out);
  return 0;
}

static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }

static bool break_stream(struct ArrowArrayStream *stream, const char *field) {
  if (is(field, "get_schema")) {
    stream->get_schema = NULL;
  } else if (is(field, "get_next")) {
    stream->get_next = NULL;
  } else if (is(field, "no schema")) {
    stream->get_schema = give_no_schema;
  } else if (is(field, "silent failure")) {
    stream->get_next = fail_with_io_error;
    stream->get_last_error = NULL;
  } else if (is(field, "failure")) {
    stream->get_next = fail_with_io_error;
    stream->get_last_error = say_broken;
  } else {
    return false;
  }
  return true;
}

static bool break_schema(struct ArrowSchema *schema, const char *field, int64_t value) {
  if (is(field, "format")) {
    schema->format = NULL;
  } else if (is(field, "name")) {
    schema->name = NULL;
  } else if (is(field, "metadata")) {
    schema->metadata = malformed_metadata;
  } else if (is(field, "n_children")) {
    schema->n_children = value;
  } else if (is(field, "children")) {
    schema->children = NULL;
  } else if (is(field, "child")) {
    schema->children[value] = NULL;
  } else if (is(field, "dictionary")) {
    schema->dictionary = NULL;
  } else if (is(field, "release")) {
    schema->release(schema);
  } else {
    return false;
  }
  return true;
}

static bool break_array_number(struct ArrowArray *array, const char *field, int64_t value) {
  if (is(field, "length")) {
    array->length = value;
  } else if (is(field, "null_count")) {
    array->null_count = value;
  } else if (is(field, "offset")) {
    array->offset = value;
  } else if (is(field, "n_buffers")) {
    array->n_buffers = value;
  } else if (is(field, "n_children")) {
    array->n_children = value;
  } else {
    return false;
  }
  return true;
}

static bool break_array(struct ArrowArray *array, const char *field, int64_t value) {
  if (is(field, "buffers")) {
    array->buffers = NULL;
  } else if (is(field, "children")) {
    array->children = NULL;
  } else if (is(field, "child")) {
    array->children[value] = NULL;
  } else if (is(field, "dictionary")) {
    array->dictionary = NULL;
  } else if (is(field, "release")) {
    array->release(array);
  } else {
    return break_array_number(array, field, value);
  }
  return true;
}

/* The next batch of our own stream as an array that carries its schema; NULL if there is none. */
SEXP pb_arrow_next(SEXP stream) {
  struct ArrowArrayStream *source = R_ExternalPtrAddr(stream);
  SEXP array = PROTECT(arrow_new_array());
  SEXP schema = PROTECT(arrow_new_schema());
  R_SetExternalPtrTag(array, schema);
  struct ArrowArray *filled = R_ExternalPtrAddr(array);
  bool got = source->get_schema(source, R_ExternalPtrAddr(schema)) == 0 &&
             source->get_next(source, filled) == 0 && filled->release != NULL;
  UNPROTECT(2);
  return got ? array : R_NilValue;
}

/* A step of a path is the 1-based position of a child, or 0 for the dictionary. */
static struct ArrowArray *array_at(struct ArrowArray *array, SEXP path) {
  for (R_xlen_t i = 0; i < XLENGTH(path); i++) {
    int step = INTEGER(path)[i];
    array = step == 0 ? array->dictionary : array->children[step - 1];
  }
  return array;
}

static struct ArrowSchema *schema_at(struct ArrowSchema *schema, SEXP path) {
  for (R_xlen_t i = 0; i < XLENGTH(path); i++) {
    int step = INTEGER(path)[i];
    schema = step == 0 ? schema->dictionary : schema->children[step - 1];
  }
  return schema;
}

/* Breaks one field of a stream, or of the array at `path`, or, for a field "schema ...", of the
 * array's schema. Returns whether it knows the field. */
SEXP pb_arrow_break(SEXP pointer, SEXP path, SEXP field, SEXP value) {
  static const char of_schema[] = "schema ";
  const size_t prefix = sizeof of_schema - 1;
  const char *name = CHAR(STRING_ELT(field, 0));
  int64_t number = (int64_t)Rf_asReal(value);
  if (arrow_is_stream(pointer)) {
    return Rf_ScalarLogical(break_stream(R_ExternalPtrAddr(pointer), name));
  }
  if (strncmp(name, of_schema, prefix) != 0) {
    struct ArrowArray *array = array_at(R_ExternalPtrAddr(pointer), path);
    return Rf_ScalarLogical(break_array(array, name, number));
  }
  struct ArrowSchema *schema = R_ExternalPtrAddr(R_ExternalPtrTag(pointer));
  return Rf_ScalarLogical(break_schema(schema_at(schema, path), name + prefix, number));
}
