/* UTF-8 text: checks, and R strings -> Arrow buffers. */
#include "arrow-text.h"

#include <R.h>
#include <Rinternals.h>
#include <limits.h>
#include <string.h>

#include "arrow-complaint.h"
#include "arrow-faults.h"
#include "entries.h"

static bool between(uint8_t low, uint8_t byte, uint8_t high) { return low <= byte && byte <= high; }

/* The range of a sequence's second byte depends on its first (table 3-7); further bytes are
 * 80..BF. Returns the length of the well-formed sequence at `s`, or 0. */
static int sequence_length(const uint8_t *s, int64_t left) {
  if (s[0] <= 0x7F) {
    return 1;
  }
  int length = between(0xC2, s[0], 0xDF) ? 2 : between(0xE0, s[0], 0xEF) ? 3 : 4;
  if (!between(0xC2, s[0], 0xF4) || left < length) {
    return 0;
  }
  uint8_t low = s[0] == 0xE0 ? 0xA0 : s[0] == 0xF0 ? 0x90 : 0x80;
  uint8_t high = s[0] == 0xED ? 0x9F : s[0] == 0xF4 ? 0x8F : 0xBF;
  if (!between(low, s[1], high)) {
    return 0;
  }
  for (int i = 2; i < length; i++) {
    if (!between(0x80, s[i], 0xBF)) {
      return 0;
    }
  }
  return length;
}

static bool eight_are_ascii(const uint8_t *s) {
  uint64_t word;
  memcpy(&word, s, sizeof word);
  return (word & UINT64_C(0x8080808080808080)) == 0;
}

bool arrow_is_utf8(const char *bytes, int64_t length) {
  const uint8_t *s = (const uint8_t *)bytes;
  for (int64_t i = 0; i < length;) {
    if (length - i >= 8 && eight_are_ascii(s + i)) {
      i += 8;
      continue;
    }
    int step = sequence_length(s + i, length - i);
    if (step == 0) {
      return false;
    }
    i += step;
  }
  return true;
}

/* ---- R strings -> Arrow ---- */

/* Counts the bytes of all strings; refuses one that is not UTF-8, which R does not rule out. */
static bool measure(SEXP text, int64_t *bytes, Complaint *complaint) {
  *bytes = 0;
  for (R_xlen_t i = 0; i < XLENGTH(text); i++) {
    SEXP string = STRING_ELT(text, i);
    if (string == NA_STRING) {
      continue;
    }
    if (!arrow_is_utf8(CHAR(string), XLENGTH(string))) {
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
