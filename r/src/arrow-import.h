/* A table during import into R: taken over and checked, but not yet copied. */
#ifndef PYBENCH_ARROW_IMPORT_H
#define PYBENCH_ARROW_IMPORT_H
#include <Rinternals.h>

#include "arrow-abi.h"
#include "arrow-slice.h"

typedef struct Batch {
  struct ArrowArray array;
  struct Batch *next;
} Batch;

typedef struct {
  struct ArrowArrayStream stream;
  struct ArrowSchema own_schema;
  const struct ArrowSchema *schema; /* own_schema, or the one in the tag of an array's pointer */
  Batch *first, *last;
  int64_t n_batches, n_rows;
} Import;

/* The import behind a handle that pb_arrow_open() made and pb_arrow_close() has not closed. */
Import *arrow_import(SEXP handle);

/* The names of a checked table's columns, a character vector. */
SEXP arrow_column_names(const struct ArrowSchema *schema);

#endif
