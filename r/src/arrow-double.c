/* Checked Arrow numbers and dates -> doubles of R. */
#include "arrow-double.h"

#include <R.h>
#include <Rinternals.h>
#include <inttypes.h>
#include <string.h>

enum { BLOCK = 2048 }; /* doubles that stay in the processor's nearest cache */

/* R's NA is one of the NaNs; a foreign NaN must not turn into it. */
static void make_na_plain_nan(double *values, int64_t count) {
  int any = 0;
  for (int64_t i = 0; i < count; i++) {
    any |= values[i] != values[i];
  }
  for (int64_t i = 0; any && i < count; i++) {
    if (R_IsNA(values[i])) {
      values[i] = R_NaN;
    }
  }
}

static void copy_float64(const Slice *s, double *out) {
  for (int64_t row = 0; row < s->length; row += BLOCK) {
    int64_t count = s->length - row < BLOCK ? s->length - row : BLOCK;
    memcpy(out + row, arrow_element(s, 1, row, 8), (size_t)count * 8);
    make_na_plain_nan(out + row, count);
  }
}

static void widen_float32(const Slice *s, double *out) {
  for (int64_t row = 0; row < s->length; row++) {
    float value;
    memcpy(&value, arrow_element(s, 1, row, 4), sizeof value);
    out[row] = (double)value;
  }
}

static void widen_int32(const Slice *s, double *out) {
  for (int64_t row = 0; row < s->length; row++) {
    out[row] = (double)arrow_load_int32(arrow_element(s, 1, row, 4));
  }
}

static void widen_whole(const Slice *s, const Column *column, double *out) {
  for (int64_t row = 0; row < s->length; row++) {
    out[row] = (double)arrow_whole_at(s, column, row);
  }
}

static bool convert_uint64(const Slice *s, double *out, int64_t first_row, Complaint *complaint) {
  for (int64_t row = 0; row < s->length; row++) {
    uint64_t value = (uint64_t)arrow_load_int64(arrow_element(s, 1, row, 8));
    if (value > UINT64_C(1) << 53 && arrow_is_valid(s, row)) {
      complaint->row = first_row + row;
      return arrow_complain(complaint, "expected an integer within 2^53, found %" PRIu64, value);
    }
    out[row] = (double)value;
  }
  return true;
}

/* Milliseconds since 1970 -> days, which must be whole. */
static bool convert_date64(const Slice *s, double *out, int64_t first_row, Complaint *complaint) {
  static const int64_t day = 24 * 60 * 60 * 1000;
  for (int64_t row = 0; row < s->length; row++) {
    int64_t value = arrow_load_int64(arrow_element(s, 1, row, 8));
    if (value % day != 0 && arrow_is_valid(s, row)) {
      complaint->row = first_row + row;
      return arrow_complain(
          complaint, "expected a date64 of whole days, found %" PRId64 " milliseconds", value);
    }
    out[row] = (double)(value / day);
  }
  return true;
}

static bool convert_int64(const Slice *s, double *out, int64_t first_row, Complaint *complaint) {
  static const int64_t exact = INT64_C(1) << 53;
  for (int64_t row = 0; row < s->length; row++) {
    int64_t value = arrow_load_int64(arrow_element(s, 1, row, 8));
    if ((value < -exact || value > exact) && arrow_is_valid(s, row)) {
      complaint->row = first_row + row;
      return arrow_complain(complaint, "expected an integer within +-2^53, found %" PRId64, value);
    }
    out[row] = (double)value;
  }
  return true;
}

static void mark_na_double(const Slice *s, double *out) {
  for (int64_t row = 0; arrow_has_nulls(s) && row < s->length; row++) {
    if (!arrow_is_valid(s, row)) {
      out[row] = NA_REAL;
    }
  }
}

static void fill_na_double(const Slice *s, double *out) {
  for (int64_t row = 0; row < s->length; row++) {
    out[row] = NA_REAL;
  }
}

bool arrow_fill_double(const Slice *s, const Column *column, double *out, int64_t first_row,
                       Complaint *complaint) {
  switch (column->type) {
  case TYPE_FLOAT64:
    copy_float64(s, out);
    break;
  case TYPE_FLOAT32:
    widen_float32(s, out);
    break;
  case TYPE_INT8:
  case TYPE_UINT8:
  case TYPE_INT16:
  case TYPE_UINT16:
  case TYPE_UINT32:
    widen_whole(s, column, out);
    break;
  case TYPE_INT32:
  case TYPE_DATE32:
    widen_int32(s, out);
    break;
  case TYPE_INT64:
    if (!convert_int64(s, out, first_row, complaint)) {
      return false;
    }
    break;
  case TYPE_UINT64:
    if (!convert_uint64(s, out, first_row, complaint)) {
      return false;
    }
    break;
  case TYPE_DATE64:
    if (!convert_date64(s, out, first_row, complaint)) {
      return false;
    }
    break;
  default:
    fill_na_double(s, out);
  }
  mark_na_double(s, out);
  return true;
}
