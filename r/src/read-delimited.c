/* Strict reader of delimited text (RFC 4180): bytes -> fields.
 *
 * Nothing here owns memory at a point where R may jump: every buffer comes from R_alloc or is an
 * R vector. Problems with a file are returned to R as values, never as an R error.
 *
 * The text is scanned twice: once to check it and to count, once to fill R's vectors. Lines are
 * counted from 1 by line feeds, also inside quotes; a record has the line on which it starts.
 * The caller has checked that the bytes are UTF-8 without NUL and that each CR precedes an LF. */
#include <R.h>
#include <Rinternals.h>
#include <math.h>
#include <string.h>

#include "entries.h"
#include "read-numbers.h"
#include "utf8.h"

typedef unsigned char byte;

/* In the order of `delimited_problem()` in read-delimited.R. */
typedef enum { NONE, STRAY_QUOTE, TEXT_AFTER_QUOTE, OPEN_QUOTE, BLANK_LINE, RAGGED } Problem;

typedef struct {
  const byte *bytes;
  int size;
  int at;   /* the next byte */
  int line; /* its line */
  byte delimiter;
} Scanner;

typedef struct {
  int start, end; /* without the quotes */
  int quoted;
  int doubled; /* holds doubled quotes */
} Field;

static Scanner scan(SEXP bytes, byte delimiter) {
  return (Scanner){RAW(bytes), (int)XLENGTH(bytes), 0, 1, delimiter};
}

static int at_end(const Scanner *s) { return s->at == s->size; }

static byte peek(const Scanner *s, int ahead) {
  return s->size - s->at > ahead ? s->bytes[s->at + ahead] : 0;
}

static int is_line_end(byte next) { return next == '\n' || next == '\r'; }

static Problem read_plain(Scanner *s, Field *field) {
  field->start = s->at;
  for (; !at_end(s) && peek(s, 0) != s->delimiter && !is_line_end(peek(s, 0)); s->at++) {
    if (peek(s, 0) == '"') {
      return STRAY_QUOTE;
    }
  }
  field->end = s->at;
  return NONE;
}

static Problem read_quoted(Scanner *s, Field *field) {
  field->quoted = 1;
  field->start = ++s->at;
  for (; !at_end(s); s->at++) {
    if (s->bytes[s->at] == '\n') {
      s->line++;
    } else if (s->bytes[s->at] == '"') {
      if (peek(s, 1) != '"') {
        field->end = s->at++;
        return NONE;
      }
      field->doubled = 1;
      s->at++;
    }
  }
  return OPEN_QUOTE;
}

static Problem read_field(Scanner *s, Field *field) {
  *field = (Field){0};
  return peek(s, 0) == '"' ? read_quoted(s, field) : read_plain(s, field);
}

/* Reads the end of a field: a delimiter, or the end of line or file, which ends the record too. */
static Problem take_ending(Scanner *s, int *ends_record) {
  *ends_record = at_end(s) || is_line_end(peek(s, 0));
  if (at_end(s)) {
    return NONE;
  }
  if (!*ends_record && peek(s, 0) != s->delimiter) {
    return TEXT_AFTER_QUOTE;
  }
  s->at += peek(s, 0) == '\r' && peek(s, 1) == '\n' ? 2 : 1;
  s->line += *ends_record;
  return NONE;
}

/* The findings of the first scan. */
typedef struct {
  int records, longest; /* records with the header; bytes of the longest field */
  int width;            /* fields of the header */
  Problem problem;
  int line, fields; /* of the record read last: where it starts, fields begun */
  int at;           /* the byte at which the scan ended */
} Survey;

static Problem survey_record(Scanner *s, Survey *found) {
  Field field = {0};
  int ends_record = 0;
  for (found->fields = 0; !ends_record;) {
    found->fields++;
    Problem problem = read_field(s, &field);
    problem = problem == NONE ? take_ending(s, &ends_record) : problem;
    if (problem != NONE) {
      return problem;
    }
    if (field.end - field.start > found->longest) {
      found->longest = field.end - field.start;
    }
  }
  if (found->fields == 1 && !field.quoted && field.start == field.end) {
    return BLANK_LINE;
  }
  if (found->records == 0) {
    found->width = found->fields;
  }
  return found->fields == found->width ? NONE : RAGGED;
}

/* Blank lines at the end of a file are allowed. */
static int only_line_ends_follow(const Scanner *s) {
  for (int i = s->at; i < s->size; i++) {
    if (!is_line_end(s->bytes[i])) {
      return 0;
    }
  }
  return 1;
}

static Survey survey(Scanner s) {
  Survey found = {0};
  while (!at_end(&s)) {
    found.line = s.line;
    found.problem = survey_record(&s, &found);
    found.at = s.at;
    if (found.problem == BLANK_LINE && found.records > 0 && only_line_ends_follow(&s)) {
      found.problem = NONE;
      return found;
    }
    if (found.problem != NONE) {
      return found;
    }
    found.records++;
  }
  return found;
}

static SEXP field_text(const byte *bytes, const Field *field, char *buffer) {
  const char *text = (const char *)bytes + field->start;
  int length = field->end - field->start;
  if (field->doubled) {
    int kept = 0;
    for (int i = 0; i < length; i++) {
      buffer[kept++] = text[i];
      i += text[i] == '"';
    }
    text = buffer;
    length = kept;
  }
  return mkCharLenCE(text, length, CE_UTF8);
}

static void fill(Scanner s, const Survey *found, SEXP fields, int *line) {
  char *buffer = R_alloc((size_t)found->longest + 1, 1);
  for (int record = 0; record < found->records; record++) {
    line[record] = s.line;
    for (int j = 0; j < found->width; j++) {
      Field field;
      int ends_record;
      (void)read_field(&s, &field);
      (void)take_ending(&s, &ends_record);
      SET_STRING_ELT(fields, record + (R_xlen_t)j * found->records,
                     field_text(s.bytes, &field, buffer));
    }
  }
}

/* The problem, as list(kind, line, field: the number of fields so far, width: of the header,
 * found: the character after a closing quote). */
static SEXP problem_list(const Scanner *s, const Survey *found) {
  const char *names[] = {"kind", "line", "field", "width", "found", ""};
  SEXP problem = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(problem, 0, Rf_ScalarInteger((int)found->problem));
  SET_VECTOR_ELT(problem, 1, Rf_ScalarInteger(found->line));
  SET_VECTOR_ELT(problem, 2, Rf_ScalarInteger(found->fields));
  SET_VECTOR_ELT(problem, 3, Rf_ScalarInteger(found->width));
  const byte *text = s->bytes + found->at;
  const int length = found->at < s->size ? utf8_sequence(text, s->size - found->at) : 0;
  SEXP next = PROTECT(mkCharLenCE((const char *)text, length, CE_UTF8));
  SET_VECTOR_ELT(problem, 4, Rf_ScalarString(next));
  UNPROTECT(2);
  return problem;
}

/* Raw vector, byte -> list(fields: text matrix, one row per record; line: where each record starts;
 * problem: NULL, or the first problem, and then there is no table). */
SEXP pb_read_delimited(SEXP bytes, SEXP delimiter) {
  const char *names[] = {"fields", "line", "problem", ""};
  const Scanner start = scan(bytes, RAW(delimiter)[0]);
  const Survey found = survey(start);
  SEXP answer = PROTECT(Rf_mkNamed(VECSXP, names));
  if (found.problem != NONE) {
    SET_VECTOR_ELT(answer, 2, problem_list(&start, &found));
  } else {
    SET_VECTOR_ELT(answer, 0, Rf_allocMatrix(STRSXP, found.records, found.width));
    SET_VECTOR_ELT(answer, 1, Rf_allocVector(INTSXP, found.records));
    fill(start, &found, VECTOR_ELT(answer, 0), INTEGER(VECTOR_ELT(answer, 1)));
  }
  UNPROTECT(1);
  return answer;
}

/* A cell of numbers, given as text that ends in 0: NaN if it is missing, an infinity if it is
 * written as one. Returns whether it is valid. */
static int feature_value(const char *text, char point, double *value) {
  const ScoreStatus status = parse_score(text, point, value);
  if (status == SCORE_MISSING) {
    *value = R_NaN;
  } else if (status == SCORE_INFINITE && !isinf(*value)) { /* the word, not an overflow */
    *value = strchr(text, '-') != NULL ? R_NegInf : R_PosInf;
    return 1;
  }
  return status == SCORE_FINITE || status == SCORE_MISSING;
}

/* The output of the second scan of a table of features. */
typedef struct {
  SEXP header, text; /* names of all columns; the first columns, one row per record */
  double *values;    /* the others, one row per record */
  int *line;
  int texts; /* number of text columns */
} Filling;

/* Returns the 1-based column of the first cell in a record that is not a number, or 0. */
static int fill_record(Scanner *s, const Survey *found, int row, char *buffer, char point,
                       Filling *into) {
  const int rows = found->records - 1;
  int bad = 0;
  for (int j = 0; j < found->width; j++) {
    Field field;
    int ends_record;
    (void)read_field(s, &field);
    (void)take_ending(s, &ends_record);
    if (row < 0) {
      SET_STRING_ELT(into->header, j, field_text(s->bytes, &field, buffer));
    } else if (j < into->texts) {
      const int bare = !field.quoted && field.start == field.end;
      SET_STRING_ELT(into->text, row + (R_xlen_t)j * rows,
                     bare ? NA_STRING : field_text(s->bytes, &field, buffer));
    } else {
      const int length = field.end - field.start;
      memcpy(buffer, s->bytes + field.start, (size_t)length);
      buffer[length] = '\0';
      double *value = into->values + row + (R_xlen_t)(j - into->texts) * rows;
      bad = feature_value(buffer, point, value) || bad ? bad : j + 1;
    }
  }
  return bad;
}

/* Returns 1-based row and column of the first cell that is not a number, or 0 and 0. */
static void fill_features(Scanner s, const Survey *found, Filling *into, int *bad) {
  char *buffer = R_alloc((size_t)found->longest + 1, 1);
  const char point = decimal_point();
  for (int record = 0; record < found->records && bad[1] == 0; record++) {
    const void *top = vmaxget();
    into->line[record] = s.line;
    bad[1] = fill_record(&s, found, record - 1, buffer, point, into);
    bad[0] = bad[1] > 0 ? record : 0;
    vmaxset(top);
  }
}

/* Raw vector of a comma-separated table, number of columns of text at its left -> list(header;
 * text: matrix, NA for an empty field without quotes; values: matrix of doubles; line: where each
 * record starts, the header's first; bad: row and column of the first cell that is not a number, or
 * zeros; problem: as in pb_read_delimited, and then there is no table). */
SEXP pb_read_features(SEXP bytes, SEXP texts) {
  const char *names[] = {"header", "text", "values", "line", "bad", "problem", ""};
  const Scanner start = scan(bytes, ',');
  const Survey found = survey(start);
  SEXP answer = PROTECT(Rf_mkNamed(VECSXP, names));
  if (found.problem != NONE) {
    SET_VECTOR_ELT(answer, 5, problem_list(&start, &found));
    UNPROTECT(1);
    return answer;
  }
  const int asked = Rf_asInteger(texts), rows = found.records - 1;
  Filling into = {.texts = asked < found.width ? asked : found.width};
  into.header = Rf_allocVector(STRSXP, found.width);
  SET_VECTOR_ELT(answer, 0, into.header);
  into.text = Rf_allocMatrix(STRSXP, rows, into.texts);
  SET_VECTOR_ELT(answer, 1, into.text);
  SET_VECTOR_ELT(answer, 2, Rf_allocMatrix(REALSXP, rows, found.width - into.texts));
  into.values = REAL(VECTOR_ELT(answer, 2));
  SET_VECTOR_ELT(answer, 3, Rf_allocVector(INTSXP, found.records));
  into.line = INTEGER(VECTOR_ELT(answer, 3));
  SET_VECTOR_ELT(answer, 4, Rf_allocVector(INTSXP, 2));
  int *bad = INTEGER(VECTOR_ELT(answer, 4));
  bad[0] = bad[1] = 0;
  fill_features(start, &found, &into, bad);
  UNPROTECT(1);
  return answer;
}

/* Marks the candidates that are in the header outside quotes; returns whether a quote is still
 * open at the end. The header runs to the first LF outside quotes; quotes open at the start of
 * the file and after any of the candidates. */
static int mark_present(SEXP bytes, SEXP candidates, int *present) {
  int quoted = 0, at_start = 1;
  for (R_xlen_t i = 0; i < XLENGTH(bytes); i++) {
    const byte next = RAW(bytes)[i];
    if (quoted) {
      const int doubled = next == '"' && i + 1 < XLENGTH(bytes) && RAW(bytes)[i + 1] == '"';
      i += doubled;
      quoted = doubled || next != '"';
      continue;
    }
    if (next == '\n') {
      return 0;
    }
    quoted = at_start && next == '"';
    at_start = 0;
    for (int j = 0; j < LENGTH(candidates); j++) {
      const int here = next == RAW(candidates)[j];
      present[j] |= here;
      at_start |= here;
    }
  }
  return quoted;
}

/* Raw vector, raw vector of candidates -> list(present: which the header holds outside quotes;
 * open: whether a quote is still open at the end). */
SEXP pb_header_delimiters(SEXP bytes, SEXP candidates) {
  const char *names[] = {"present", "open", ""};
  const int n = LENGTH(candidates);
  SEXP answer = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(answer, 0, Rf_allocVector(LGLSXP, n));
  int *present = LOGICAL(VECTOR_ELT(answer, 0));
  memset(present, 0, sizeof(int) * (size_t)n);
  SET_VECTOR_ELT(answer, 1, Rf_ScalarLogical(mark_present(bytes, candidates, present)));
  UNPROTECT(1);
  return answer;
}

/* Raw vector, byte -> 0-based offset of its first occurrence, or NULL. */
SEXP pb_find_byte(SEXP bytes, SEXP wanted) {
  const byte *at = memchr(RAW(bytes), RAW(wanted)[0], (size_t)XLENGTH(bytes));
  return at == NULL ? R_NilValue : Rf_ScalarReal((double)(at - RAW(bytes)));
}

/* Raw vector -> 0-based offset of the first byte that is not UTF-8, or NULL. */
SEXP pb_bad_utf8(SEXP bytes) {
  const R_xlen_t span = utf8_span(RAW(bytes), XLENGTH(bytes));
  return span == XLENGTH(bytes) ? R_NilValue : Rf_ScalarReal((double)span);
}
