/* An error in foreign data. A complaint is a value: C fills it in where it finds the fault and
 * returns it, and R code turns it into a typed error. C never raises it itself. */
#ifndef PYBENCH_ARROW_COMPLAINT_H
#define PYBENCH_ARROW_COMPLAINT_H
#include <Rinternals.h>
#include <stdbool.h>
#include <stdint.h>

#include "arrow-abi.h"

typedef struct {
  int64_t column;    /* 0-based; -1: the table as a whole */
  int64_t row;       /* 0-based, in the whole table; -1: not about one row */
  const char *hint;  /* a literal, or NULL */
  char message[256]; /* "expected ..., found ...", printable ASCII */
} Complaint;

Complaint arrow_no_complaint(void);

/* Fills in the message and returns false, so that a check can end with `return`. */
bool arrow_complain(Complaint *complaint, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Copies text from outside, with `?` for every byte that is not printable ASCII. */
void arrow_printable(const char *text, char *out, size_t size);

/* The complaint for R, an object of class `pb_complaint`; `table` (or NULL) names the columns. */
SEXP arrow_complaint_for_r(const Complaint *complaint, const struct ArrowSchema *table);

#endif
