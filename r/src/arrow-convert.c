/* Checked Arrow columns -> R vectors and matrices.
 *
 * A conversion is exact or refused: two different values never become the same R value, so only
 * null becomes NA, and NaN stays NaN. */
#include <R.h>
#include <Rinternals.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "arrow-complaint.h"
#include "arrow-double.h"
#include "arrow-faults.h"
#include "arrow-import.h"
#include "arrow-types.h"
#include "entries.h"

/* ---- to integer and logical ---- */

static bool fill_int32(const Slice *s, int *out, int64_t first_row, Complaint *complaint) {
  for (int64_t row = 0; row < s->length; row++) {
    out[row] = arrow_load_int32(arrow_element(s, 1, row, 4));
    if (!arrow_is_valid(s, row)) {
      out[row] = NA_INTEGER;
    } else if (out[row] == NA_INTEGER) {
      complaint->row = first_row + row;
      complaint->hint = "R keeps that integer for NA; cast the column to float64 first.";
      return arrow_complain(complaint, "expected an integer above %d, found %d", INT_MIN, INT_MIN);
    }
  }
  return true;
}

static void fill_small(const Slice *s, const Column *column, int *out) {
  for (int64_t row = 0; row < s->length; row++) {
    out[row] = arrow_is_valid(s, row) ? (int)arrow_whole_at(s, column, row) : NA_INTEGER;
  }
}

static void fill_bool(const Slice *s, int *out) {
  const uint8_t *bits = s->array->buffers[1];
  for (int64_t row = 0; row < s->length; row++) {
    out[row] = arrow_is_valid(s, row) ? arrow_bit(bits, s->start + row) : NA_LOGICAL;
  }
}

static void fill_na_logical(const Slice *s, int *out) {
  for (int64_t row = 0; row < s->length; row++) {
    out[row] = NA_LOGICAL;
  }
}

/* `map` maps an index into this batch's dictionary to a code in R's levels, or to NA. */
static void fill_codes(const Slice *s, const Column *column, const int *map, int *out) {
  for (int64_t row = 0; row < s->length; row++) {
    out[row] = arrow_is_valid(s, row) ? map[arrow_whole_at(s, column, row)] : NA_INTEGER;
  }
}

/* ---- to character ---- */

static void fill_strings(const Slice *s, ColumnType type, SEXP out, R_xlen_t first) {
  for (int64_t row = 0; row < s->length; row++) {
    if (!arrow_is_valid(s, row)) {
      SET_STRING_ELT(out, first + row, NA_STRING);
      continue;
    }
    Text text = arrow_text_at(s, type, row);
    SEXP string = R_SITE(Rf_mkCharLenCE(text.bytes, (int)text.length, CE_UTF8));
    SET_STRING_ELT(out, first + row, string);
  }
}

/* ---- columns ---- */

static SEXPTYPE vector_type(ColumnType type) {
  switch (type) {
  case TYPE_NULL:
  case TYPE_BOOL:
    return LGLSXP;
  case TYPE_INT8:
  case TYPE_UINT8:
  case TYPE_INT16:
  case TYPE_UINT16:
  case TYPE_INT32:
  case TYPE_FACTOR:
    return INTSXP;
  case TYPE_UTF8:
  case TYPE_LARGE_UTF8:
  case TYPE_UTF8_VIEW:
    return STRSXP;
  default:
    return REALSXP;
  }
}

/* Fills the rows of one batch, which start at `first`; `map` is for factors only. */
static bool fill_rows(const Slice *s, const Column *column, SEXP map, SEXP out, int64_t first,
                      Complaint *complaint) {
  if (s->length == 0) {
    return true;
  }
  switch (column->type) {
  case TYPE_NULL:
    fill_na_logical(s, LOGICAL(out) + first);
    return true;
  case TYPE_BOOL:
    fill_bool(s, LOGICAL(out) + first);
    return true;
  case TYPE_INT8:
  case TYPE_UINT8:
  case TYPE_INT16:
  case TYPE_UINT16:
    fill_small(s, column, INTEGER(out) + first);
    return true;
  case TYPE_INT32:
    return fill_int32(s, INTEGER(out) + first, first, complaint);
  case TYPE_FACTOR:
    fill_codes(s, column, INTEGER(map), INTEGER(out) + first);
    return true;
  case TYPE_UTF8:
  case TYPE_LARGE_UTF8:
  case TYPE_UTF8_VIEW:
    fill_strings(s, column->type, out, first);
    return true;
  default:
    return arrow_fill_double(s, column, REAL(out) + first, first, complaint);
  }
}

/* Column `index` (from 1) as a vector, or a complaint. `maps`: for a factor, one integer vector per
 * batch; else NULL. */
SEXP pb_arrow_column(SEXP handle, SEXP index, SEXP maps) {
  const Import *import = arrow_import(handle);
  Complaint complaint = arrow_no_complaint();
  complaint.column = Rf_asInteger(index) - 1;
  Column column;
  arrow_read_column(import->schema->children[complaint.column], &column, &complaint);
  SEXP out = PROTECT(R_SITE(Rf_allocVector(vector_type(column.type), import->n_rows)));
  const Batch *batch = import->first;
  int64_t first = 0;
  for (int64_t i = 0; i < import->n_batches; i++, batch = batch->next) {
    Slice slice = arrow_slice(&batch->array, complaint.column);
    SEXP map = column.type == TYPE_FACTOR ? VECTOR_ELT(maps, i) : R_NilValue;
    if (!fill_rows(&slice, &column, map, out, first, &complaint)) {
      UNPROTECT(1);
      return arrow_complaint_for_r(&complaint, import->schema);
    }
    first += slice.length;
  }
  UNPROTECT(1);
  return out;
}

/* The dictionaries of column `index` (from 1), a list with one character vector per batch. */
SEXP pb_arrow_dictionaries(SEXP handle, SEXP index) {
  const Import *import = arrow_import(handle);
  int position = Rf_asInteger(index) - 1;
  Complaint never = arrow_no_complaint();
  Column column;
  arrow_read_column(import->schema->children[position], &column, &never);
  SEXP out = PROTECT(R_SITE(Rf_allocVector(VECSXP, import->n_batches)));
  const Batch *batch = import->first;
  for (int64_t i = 0; i < import->n_batches; i++, batch = batch->next) {
    Slice levels = arrow_whole(batch->array.children[position]->dictionary);
    SEXP strings = R_SITE(Rf_allocVector(STRSXP, levels.length));
    SET_VECTOR_ELT(out, i, strings);
    fill_strings(&levels, column.level_type, strings, 0);
  }
  UNPROTECT(1);
  return out;
}

/* ---- matrices ---- */

static bool is_numeric(ColumnType type) {
  return type == TYPE_NULL || (TYPE_INT8 <= type && type <= TYPE_FLOAT64);
}

static bool check_numeric(const Import *import, Complaint *complaint) {
  for (int64_t j = 0; j < import->schema->n_children; j++) {
    Column column;
    complaint->column = j;
    arrow_read_column(import->schema->children[j], &column, complaint);
    if (!is_numeric(column.type)) {
      return arrow_complain(complaint, "expected a column of numbers, found %s",
                            arrow_type_name(column.type));
    }
  }
  return true;
}

static bool fill_matrix(const Import *import, double *out, Complaint *complaint) {
  const Batch *batch = import->first;
  int64_t first = 0;
  for (int64_t i = 0; i < import->n_batches; i++, batch = batch->next) {
    for (int64_t j = 0; j < import->schema->n_children; j++) {
      Column column;
      complaint->column = j;
      arrow_read_column(import->schema->children[j], &column, complaint);
      Slice slice = arrow_slice(&batch->array, j);
      double *rows = out + j * import->n_rows + first;
      if (!arrow_fill_double(&slice, &column, rows, first, complaint)) {
        return false;
      }
    }
    first += batch->array.length;
  }
  return true;
}

/* Here and not in R, where setting an attribute may copy the matrix. */
static void name_columns(SEXP matrix, SEXP names) {
  bool named = false;
  for (R_xlen_t i = 0; i < XLENGTH(names); i++) {
    named |= LENGTH(STRING_ELT(names, i)) > 0;
  }
  if (named) {
    SEXP dimnames = PROTECT(R_SITE(Rf_allocVector(VECSXP, 2)));
    SET_VECTOR_ELT(dimnames, 1, names);
    Rf_setAttrib(matrix, R_DimNamesSymbol, dimnames);
    UNPROTECT(1);
  }
}

/* All columns in one double matrix, or a complaint; no dimnames if every name is empty. */
SEXP pb_arrow_matrix(SEXP handle) {
  const Import *import = arrow_import(handle);
  Complaint complaint = arrow_no_complaint();
  if (!check_numeric(import, &complaint)) {
    return arrow_complaint_for_r(&complaint, import->schema);
  }
  int n_columns = (int)import->schema->n_children;
  SEXP out = PROTECT(R_SITE(Rf_allocMatrix(REALSXP, (int)import->n_rows, n_columns)));
  if (!fill_matrix(import, REAL(out), &complaint)) {
    UNPROTECT(1);
    return arrow_complaint_for_r(&complaint, import->schema);
  }
  name_columns(out, PROTECT(arrow_column_names(import->schema)));
  UNPROTECT(2);
  return out;
}
