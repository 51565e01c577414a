/* R strings -> Arrow buffers. */
#include <R.h>
#include <Rinternals.h>
#include <stdint.h>
#include <string.h>

#include "arrow-complaint.h"
#include "arrow-faults.h"
#include "entries.h"
#include "utf8.h"

/* Counts the bytes of all strings; refuses one that is not valid UTF-8, which R allows. */
static bool measure(SEXP text, int64_t *bytes, Complaint *complaint) {
  *bytes = 0;
  for (R_xlen_t i = 0; i < XLENGTH(text); i++) {
    SEXP string = STRING_ELT(text, i);
    if (string == NA_STRING) {
      continue;
    }
    if (!utf8_is(CHAR(string), XLENGTH(string))) {
      complaint->row = i;
      return arrow_complain(complaint, "expected text in UTF-8, found other bytes");
    }
    *bytes += XLENGTH(string);
  }
  return true;
}

static void write_offset(uint8_t *offsets, bool large, R_xlen_t i, int64_t offset) {
  if (large) {
    memcpy(offsets + 8 * i, &offset, 8);
  } else {
    int32_t narrow = (int32_t)offset;
    memcpy(offsets + 4 * i, &narrow, 4);
  }
}

static void write_strings(SEXP text, bool large, uint8_t *offsets, uint8_t *data) {
  int64_t at = 0;
  write_offset(offsets, large, 0, 0);
  for (R_xlen_t i = 0; i < XLENGTH(text); i++) {
    SEXP string = STRING_ELT(text, i);
    if (string != NA_STRING) {
      memcpy(data + at, CHAR(string), (size_t)XLENGTH(string));
      at += XLENGTH(string);
    }
    write_offset(offsets, large, i + 1, at);
  }
}

/* Strings in UTF-8 -> list(large, offsets, data); 64-bit offsets beyond `limit` bytes. */
SEXP pb_arrow_text(SEXP text, SEXP limit) {
  Complaint complaint = arrow_no_complaint();
  int64_t bytes;
  if (!measure(text, &bytes, &complaint)) {
    return arrow_complaint_for_r(&complaint, NULL);
  }
  bool large = bytes > (int64_t)Rf_asReal(limit);
  const char *fields[] = {"large", "offsets", "data", ""};
  SEXP out = PROTECT(R_SITE(Rf_mkNamed(VECSXP, fields)));
  R_xlen_t width = large ? 8 : 4;
  SET_VECTOR_ELT(out, 0, R_SITE(Rf_ScalarLogical(large)));
  SET_VECTOR_ELT(out, 1, R_SITE(Rf_allocVector(RAWSXP, (XLENGTH(text) + 1) * width)));
  SET_VECTOR_ELT(out, 2, R_SITE(Rf_allocVector(RAWSXP, (R_xlen_t)bytes)));
  write_strings(text, large, RAW(VECTOR_ELT(out, 1)), RAW(VECTOR_ELT(out, 2)));
  UNPROTECT(1);
  return out;
}
