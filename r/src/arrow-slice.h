/* Reading checked arrays: bits, numbers and strings at a row of the table.
 *
 * All functions here require that arrow-validate.c has accepted the array. Numbers are read with
 * memcpy(), because producers may pass buffers that are not aligned. */
#ifndef PYBENCH_ARROW_SLICE_H
#define PYBENCH_ARROW_SLICE_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "arrow-abi.h"
#include "arrow-types.h"

/* The part of a column that belongs to one batch of a table: parent and child offset added. */
typedef struct {
  const struct ArrowArray *array;
  int64_t start; /* of the rows in the array's own buffers */
  int64_t length;
  const uint8_t *valid;        /* the array's bitmap; NULL: no nulls */
  const uint8_t *parent_valid; /* the table's bitmap, its null rows are null in every column */
  int64_t parent_start;
} Slice;

typedef struct {
  const char *bytes;
  int64_t length;
} Text;

/* Column `column` of a table; an array with all its rows. */
Slice arrow_slice(const struct ArrowArray *table, int64_t column);
Slice arrow_whole(const struct ArrowArray *array);

/* The number of 1s among `length` bits from `start` on. */
int64_t arrow_count_bits(const uint8_t *bits, int64_t start, int64_t length);

/* String `row` of a slice of strings; the row need not be valid. */
Text arrow_text_at(const Slice *slice, ColumnType type, int64_t row);

/* The whole number at `row`: a dictionary index, or of any integer type but uint64. */
int64_t arrow_whole_at(const Slice *slice, const Column *column, int64_t row);

static inline bool arrow_bit(const uint8_t *bits, int64_t i) {
  return (bits[i >> 3] >> (i & 7)) & 1;
}

static inline bool arrow_has_nulls(const Slice *s) {
  return s->valid != NULL || s->parent_valid != NULL;
}

static inline bool arrow_is_valid(const Slice *s, int64_t row) {
  return (s->valid == NULL || arrow_bit(s->valid, s->start + row)) &&
         (s->parent_valid == NULL || arrow_bit(s->parent_valid, s->parent_start + row));
}

/* The address of element `row` of a buffer with elements of `size` bytes; it may be unaligned. */
static inline const char *arrow_element(const Slice *s, int buffer, int64_t row, int64_t size) {
  return (const char *)s->array->buffers[buffer] + (s->start + row) * size;
}

static inline int32_t arrow_load_int32(const char *at) {
  int32_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

static inline int64_t arrow_load_int64(const char *at) {
  int64_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

#endif
