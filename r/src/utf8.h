/* Well-formed UTF-8 (The Unicode Standard 15.0, table 3-7). */
#ifndef PYBENCH_UTF8_H
#define PYBENCH_UTF8_H
#include <stdbool.h>
#include <stdint.h>

/* The length of the well-formed sequence at `bytes`, of which `left` > 0 remain, or 0. */
int utf8_sequence(const uint8_t *bytes, int64_t left);

/* The number of bytes before the first that is not well-formed; `length` if all are. */
int64_t utf8_span(const uint8_t *bytes, int64_t length);

/* Whether `text` is well-formed. */
bool utf8_is(const char *text, int64_t length);

#endif
