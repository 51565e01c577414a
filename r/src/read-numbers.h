/* Text -> double, for every reader of numbers. */
#ifndef PYBENCH_READ_NUMBERS_H
#define PYBENCH_READ_NUMBERS_H

/* In the order of `score_status` in read-numbers.R. */
typedef enum { SCORE_FINITE, SCORE_MISSING, SCORE_NOT_NUMBER, SCORE_INFINITE } ScoreStatus;

/* The decimal point of the locale, for parse_score(). */
char decimal_point(void);

/* The nearest double to a text, NA_REAL if there is none; may call R_alloc. */
ScoreStatus parse_score(const char *text, char point, double *value);

#endif
