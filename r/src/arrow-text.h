/* UTF-8 text. */
#ifndef PYBENCH_ARROW_TEXT_H
#define PYBENCH_ARROW_TEXT_H
#include <stdbool.h>
#include <stdint.h>

/* Whether `bytes` are well-formed UTF-8 (The Unicode Standard 15.0, table 3-7). */
bool arrow_is_utf8(const char *bytes, int64_t length);

#endif
