/* Reading checked arrays: slices, bitmaps, strings, whole numbers. */
#include "arrow-slice.h"

/* A view of a string (the specification's "Variable-size Binary View Layout"): its length, then
 * the bytes themselves if they are at most 12, else 4 bytes of prefix, buffer and offset. */
enum { VIEW_BYTES = 16, VIEW_INLINE = 12, VIEW_PREFIX = 4, VIEW_BUFFER = 8, VIEW_OFFSET = 12 };

static int64_t count_single_bits(const uint8_t *bits, int64_t start, int64_t end) {
  int64_t count = 0;
  for (int64_t i = start; i < end; i++) {
    count += arrow_bit(bits, i);
  }
  return count;
}

int64_t arrow_count_bits(const uint8_t *bits, int64_t start, int64_t length) {
  int64_t end = start + length, first = (start + 63) & ~INT64_C(63), last = end & ~INT64_C(63);
  if (first >= last) {
    return count_single_bits(bits, start, end);
  }
  int64_t count = count_single_bits(bits, start, first) + count_single_bits(bits, last, end);
  for (int64_t i = first; i < last; i += 64) {
    count += __builtin_popcountll((unsigned long long)arrow_load_int64((const char *)bits + i / 8));
  }
  return count;
}

/* The bitmap if it has nulls among the rows. */
static const uint8_t *needed_bitmap(const struct ArrowArray *array, int64_t start, int64_t length) {
  const uint8_t *bits = array->n_buffers > 0 ? array->buffers[0] : NULL;
  bool none =
      bits == NULL || array->null_count == 0 || arrow_count_bits(bits, start, length) == length;
  return none ? NULL : bits;
}

Slice arrow_whole(const struct ArrowArray *array) {
  return (Slice){
      .array = array,
      .start = array->offset,
      .length = array->length,
      .valid = needed_bitmap(array, array->offset, array->length),
  };
}

Slice arrow_slice(const struct ArrowArray *table, int64_t column) {
  const struct ArrowArray *array = table->children[column];
  int64_t start = table->offset + array->offset;
  return (Slice){
      .array = array,
      .start = start,
      .length = table->length,
      .valid = needed_bitmap(array, start, table->length),
      .parent_valid = needed_bitmap(table, table->offset, table->length),
      .parent_start = table->offset,
  };
}

static Text text_between(const Slice *s, int64_t from, int64_t to) {
  const char *data = s->array->buffers[2];
  return (Text){data == NULL ? "" : data + from, to - from};
}

static Text viewed_text(const Slice *s, int64_t row) {
  const char *view = arrow_element(s, 1, row, VIEW_BYTES);
  int32_t length = arrow_load_int32(view);
  if (length <= VIEW_INLINE) {
    return (Text){view + VIEW_PREFIX, length};
  }
  const char *data = s->array->buffers[2 + arrow_load_int32(view + VIEW_BUFFER)];
  return (Text){data + arrow_load_int32(view + VIEW_OFFSET), length};
}

Text arrow_text_at(const Slice *s, ColumnType type, int64_t row) {
  switch (type) {
  case TYPE_UTF8:
    return text_between(s, arrow_load_int32(arrow_element(s, 1, row, 4)),
                        arrow_load_int32(arrow_element(s, 1, row + 1, 4)));
  case TYPE_LARGE_UTF8:
    return text_between(s, arrow_load_int64(arrow_element(s, 1, row, 8)),
                        arrow_load_int64(arrow_element(s, 1, row + 1, 8)));
  default:
    return viewed_text(s, row);
  }
}

int64_t arrow_whole_at(const Slice *s, const Column *column, int64_t row) {
  const char *at = arrow_element(s, 1, row, column->bytes);
  int16_t two;
  switch (column->bytes) {
  case 1:
    return column->is_signed ? *(const int8_t *)at : *(const uint8_t *)at;
  case 2:
    memcpy(&two, at, sizeof two);
    return column->is_signed ? two : (uint16_t)two;
  case 4:
    return column->is_signed ? (int64_t)arrow_load_int32(at) : (uint32_t)arrow_load_int32(at);
  default:
    return arrow_load_int64(at);
  }
}
