/* Scores as text -> doubles, each the nearest one. R's own as.numeric() is not always that. */
#include <R.h>
#include <Rinternals.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "entries.h"
#include "read-numbers.h"

static const char *skip_digits(const char *text) {
  while (*text >= '0' && *text <= '9') {
    text++;
  }
  return text;
}

static const char *skip_sign(const char *text) { return text + (*text == '+' || *text == '-'); }

static const char *skip_blanks(const char *text) { return text + strspn(text, " \t"); }

/* The end of a number in decimal notation, digits on at least one side of the point, or NULL. */
static const char *mantissa_end(const char *text) {
  const char *whole = skip_digits(text);
  if (*whole != '.') {
    return whole > text ? whole : NULL;
  }
  const char *fraction = skip_digits(whole + 1);
  return whole > text || fraction > whole + 1 ? fraction : NULL;
}

static int is_number(const char *text) {
  text = mantissa_end(skip_sign(skip_blanks(text)));
  if (text != NULL && (*text == 'e' || *text == 'E')) {
    const char *digits = skip_sign(text + 1);
    text = skip_digits(digits);
    text = text > digits ? text : NULL;
  }
  return text != NULL && *skip_blanks(text) == '\0';
}

/* "inf" or "infinity" in any case, with or without a sign and blanks around. */
static int is_infinity(const char *text) {
  static const char word[] = "infinity";
  text = skip_sign(skip_blanks(text));
  size_t n = 0;
  while (n < sizeof word - 1 && (text[n] == word[n] || text[n] == word[n] - 'a' + 'A')) {
    n++;
  }
  return (n == 3 || n == sizeof word - 1) && *skip_blanks(text + n) == '\0';
}

static int is_missing(const char *text) {
  static const char *const tokens[] = {"",    "NA",   "N/A",  "n/a",  "NaN",
                                       "nan", "null", "NULL", "None", "<NA>"};
  for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++) {
    if (strcmp(text, tokens[i]) == 0) {
      return 1;
    }
  }
  return 0;
}

/* strtod rounds correctly, unlike R's own as.numeric(); but it needs the decimal point of the
 * locale, which a user may have set. */
static double to_double(const char *text, char point) {
  char *local = (char *)text;
  if (point != '.') {
    local = R_alloc(strlen(text) + 1, 1);
    strcpy(local, text);
    char *dot = strchr(local, '.');
    if (dot != NULL) {
      *dot = point;
    }
  }
  return strtod(local, NULL);
}

char decimal_point(void) { return localeconv()->decimal_point[0]; }

ScoreStatus parse_score(const char *text, char point, double *value) {
  *value = NA_REAL;
  if (is_missing(text)) {
    return SCORE_MISSING;
  }
  if (!is_number(text)) {
    return is_infinity(text) ? SCORE_INFINITE : SCORE_NOT_NUMBER;
  }
  *value = to_double(text, point);
  return isfinite(*value) ? SCORE_FINITE : SCORE_INFINITE;
}

/* Character vector -> list(value: double, status: integer, see ScoreStatus). */
SEXP pb_parse_scores(SEXP text) {
  const char *names[] = {"value", "status", ""};
  const char point = decimal_point();
  const R_xlen_t n = XLENGTH(text);
  SEXP answer = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(answer, 0, Rf_allocVector(REALSXP, n));
  SET_VECTOR_ELT(answer, 1, Rf_allocVector(INTSXP, n));
  double *value = REAL(VECTOR_ELT(answer, 0));
  int *status = INTEGER(VECTOR_ELT(answer, 1));
  for (R_xlen_t i = 0; i < n; i++) {
    status[i] = (int)parse_score(CHAR(STRING_ELT(text, i)), point, value + i);
  }
  UNPROTECT(1);
  return answer;
}
