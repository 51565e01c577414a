/* R vectors -> the bitmaps that Arrow needs; the values themselves are shared. */
#include <R.h>
#include <Rinternals.h>
#include <stdbool.h>
#include <string.h>

#include "arrow-faults.h"
#include "entries.h"

/* The elements of one column: a whole vector, or a column of a matrix. */
typedef struct {
  const void *values;
  R_xlen_t length;
  bool (*is_na)(const void *values, R_xlen_t i);
} Cells;

static bool is_na_double(const void *values, R_xlen_t i) {
  double value = ((const double *)values)[i];
  return value != value && R_IsNA(value);
}

/* Integer and logical share their NA. */
static bool is_na_integer(const void *values, R_xlen_t i) {
  return ((const int *)values)[i] == NA_INTEGER;
}

static bool is_na_string(const void *values, R_xlen_t i) {
  return ((const SEXP *)values)[i] == NA_STRING;
}

static Cells cells_of(SEXP vector, R_xlen_t first, R_xlen_t length) {
  switch (TYPEOF(vector)) {
  case REALSXP:
    return (Cells){REAL_RO(vector) + first, length, is_na_double};
  case INTSXP:
    return (Cells){INTEGER_RO(vector) + first, length, is_na_integer};
  case LGLSXP:
    return (Cells){LOGICAL_RO(vector) + first, length, is_na_integer};
  default:
    return (Cells){STRING_PTR_RO(vector) + first, length, is_na_string};
  }
}

static R_xlen_t count_na(const Cells *cells) {
  R_xlen_t count = 0;
  for (R_xlen_t i = 0; i < cells->length; i++) {
    count += cells->is_na(cells->values, i);
  }
  return count;
}

static SEXP new_bits(R_xlen_t length) {
  SEXP bits = R_SITE(Rf_allocVector(RAWSXP, (length + 7) / 8));
  if (XLENGTH(bits) > 0) {
    memset(RAW(bits), 0, (size_t)XLENGTH(bits));
  }
  return bits;
}

static void set_bit(Rbyte *bits, R_xlen_t i) { bits[i / 8] = (Rbyte)(bits[i / 8] | 1 << i % 8); }

/* list(null_count, bitmap) of `length` elements from the 0-based `first` on: which are not NA; no
 * bitmap (NULL) if none is NA. */
SEXP pb_arrow_validity(SEXP vector, SEXP first, SEXP length) {
  Cells cells = cells_of(vector, (R_xlen_t)Rf_asReal(first), (R_xlen_t)Rf_asReal(length));
  R_xlen_t nulls = count_na(&cells);
  const char *fields[] = {"null_count", "bitmap", ""};
  SEXP out = PROTECT(R_SITE(Rf_mkNamed(VECSXP, fields)));
  SET_VECTOR_ELT(out, 0, R_SITE(Rf_ScalarReal((double)nulls)));
  if (nulls > 0) {
    SEXP bits = new_bits(cells.length);
    SET_VECTOR_ELT(out, 1, bits);
    for (R_xlen_t i = 0; i < cells.length; i++) {
      if (!cells.is_na(cells.values, i)) {
        set_bit(RAW(bits), i);
      }
    }
  }
  UNPROTECT(1);
  return out;
}

/* A logical vector as bits; NA gives 0, and the validity bitmap marks it. */
SEXP pb_arrow_bits(SEXP vector) {
  SEXP bits = PROTECT(new_bits(XLENGTH(vector)));
  const int *values = LOGICAL_RO(vector);
  for (R_xlen_t i = 0; i < XLENGTH(vector); i++) {
    if (values[i] == TRUE) {
      set_bit(RAW(bits), i);
    }
  }
  UNPROTECT(1);
  return bits;
}
