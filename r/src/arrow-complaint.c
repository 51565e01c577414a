/* Error reports (complaints): from printf to an R list. */
#include "arrow-complaint.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arrow-faults.h"
#include "utf8.h"

Complaint arrow_no_complaint(void) { return (Complaint){.column = -1, .row = -1}; }

bool arrow_complain(Complaint *complaint, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(complaint->message, sizeof complaint->message, format, arguments);
  va_end(arguments);
  return false;
}

void arrow_printable(const char *text, char *out, size_t size) {
  size_t i = 0;
  for (; i + 1 < size && text[i] != '\0'; i++) {
    out[i] = ' ' <= text[i] && text[i] <= '~' ? text[i] : '?';
  }
  out[i] = '\0';
}

/* The column's name, or NULL if R cannot hold it. */
static const char *column_name(const Complaint *complaint, const struct ArrowSchema *table) {
  if (complaint->column < 0 || table == NULL || table->children == NULL) {
    return NULL;
  }
  const struct ArrowSchema *column = table->children[complaint->column];
  bool usable = column != NULL && column->release != NULL && column->name != NULL;
  return usable && utf8_is(column->name, (int64_t)strlen(column->name)) ? column->name : NULL;
}

/* A 0-based position as a 1-based one; NULL for none. */
static SEXP position_for_r(int64_t position) {
  return position < 0 ? R_NilValue : R_SITE(Rf_ScalarReal((double)position + 1));
}

SEXP arrow_complaint_for_r(const Complaint *complaint, const struct ArrowSchema *table) {
  const char *fields[] = {"message", "column", "name", "row", "hint", ""};
  SEXP out = PROTECT(R_SITE(Rf_mkNamed(VECSXP, fields)));
  SET_VECTOR_ELT(out, 0, R_SITE(Rf_mkString(complaint->message)));
  SET_VECTOR_ELT(out, 1, position_for_r(complaint->column));
  const char *name = column_name(complaint, table);
  if (name != NULL) {
    SET_VECTOR_ELT(out, 2, R_SITE(Rf_ScalarString(R_SITE(Rf_mkCharCE(name, CE_UTF8)))));
  }
  SET_VECTOR_ELT(out, 3, position_for_r(complaint->row));
  if (complaint->hint != NULL) {
    SET_VECTOR_ELT(out, 4, R_SITE(Rf_mkString(complaint->hint)));
  }
  Rf_setAttrib(out, R_ClassSymbol, R_SITE(Rf_mkString("pb_complaint")));
  UNPROTECT(1);
  return out;
}
