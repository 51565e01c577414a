/* Structure checks of arrays, in this order: header, bitmap, content. */
#include "arrow-validate.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "arrow-slice.h"
#include "arrow-types.h"
#include "utf8.h"

enum { VIEW_BYTES = 16, VIEW_INLINE = 12, VIEW_PREFIX = 4 };

/* No element is wider than a view, so below this no byte position overflows. */
static const int64_t most_elements = INT64_MAX / VIEW_BYTES - 1;

/* The requirements of a type on an array. */
typedef struct {
  int64_t fewest_buffers, most_buffers;
  int64_t n_children;
  bool dictionary;
} Shape;

static Shape shape_of(ColumnType type) {
  switch (type) {
  case TYPE_NULL: /* none by the specification, but polars adds an empty bitmap */
    return (Shape){.most_buffers = 1};
  case TYPE_UTF8:
  case TYPE_LARGE_UTF8:
    return (Shape){.fewest_buffers = 3, .most_buffers = 3};
  case TYPE_UTF8_VIEW:
    return (Shape){.fewest_buffers = 3, .most_buffers = INT_MAX};
  default:
    return (Shape){.fewest_buffers = 2, .most_buffers = 2, .dictionary = type == TYPE_FACTOR};
  }
}

/* ---- header ---- */

static bool check_range(const struct ArrowArray *array, Complaint *complaint) {
  if (array->length < 0) {
    return arrow_complain(complaint, "expected length >= 0, found %" PRId64, array->length);
  }
  if (array->offset < 0) {
    return arrow_complain(complaint, "expected offset >= 0, found %" PRId64, array->offset);
  }
  if (array->length > most_elements || array->offset > most_elements - array->length) {
    return arrow_complain(complaint,
                          "expected offset + length within the address space, found %" PRId64
                          " + %" PRId64,
                          array->offset, array->length);
  }
  if (array->null_count < -1 || array->null_count > array->length) {
    return arrow_complain(complaint, "expected null_count from -1 to %" PRId64 ", found %" PRId64,
                          array->length, array->null_count);
  }
  return true;
}

static bool complain_of_buffer_count(int64_t found, Shape shape, Complaint *complaint) {
  if (shape.fewest_buffers == shape.most_buffers) {
    return arrow_complain(complaint, "expected %" PRId64 " buffers, found %" PRId64,
                          shape.fewest_buffers, found);
  }
  return arrow_complain(complaint, "expected %" PRId64 " to %" PRId64 " buffers, found %" PRId64,
                        shape.fewest_buffers, shape.most_buffers, found);
}

static bool check_buffer_count(const struct ArrowArray *array, Shape shape, Complaint *complaint) {
  if (array->n_buffers < shape.fewest_buffers || array->n_buffers > shape.most_buffers) {
    return complain_of_buffer_count(array->n_buffers, shape, complaint);
  }
  if (array->n_buffers > 0 && array->buffers == NULL) {
    return arrow_complain(complaint, "expected %" PRId64 " buffers, found no list of buffers",
                          array->n_buffers);
  }
  return true;
}

static bool check_children(const struct ArrowArray *array, Shape shape, Complaint *complaint) {
  if (array->n_children != shape.n_children) {
    return arrow_complain(complaint, "expected %" PRId64 " children, found %" PRId64,
                          shape.n_children, array->n_children);
  }
  if (array->n_children > 0 && array->children == NULL) {
    return arrow_complain(complaint, "expected %" PRId64 " children, found no list of children",
                          array->n_children);
  }
  if (shape.dictionary != (array->dictionary != NULL)) {
    return arrow_complain(complaint, "expected %s dictionary, found %s",
                          shape.dictionary ? "a" : "no", shape.dictionary ? "none" : "one");
  }
  return true;
}

static bool check_header(const struct ArrowArray *array, Shape shape, Complaint *complaint) {
  if (array == NULL) {
    return arrow_complain(complaint, "expected an array, found none");
  }
  if (array->release == NULL) {
    return arrow_complain(complaint, "expected an array, found a released one");
  }
  return check_range(array, complaint) && check_buffer_count(array, shape, complaint) &&
         check_children(array, shape, complaint);
}

/* ---- bitmap ---- */

static bool check_bitmap(const struct ArrowArray *array, Complaint *complaint) {
  const uint8_t *bits = array->buffers[0];
  if (bits == NULL) {
    return array->null_count <= 0 ||
           arrow_complain(complaint, "expected a validity bitmap for %" PRId64 " nulls, found none",
                          array->null_count);
  }
  if (array->null_count == -1) {
    return true;
  }
  int64_t nulls = array->length - arrow_count_bits(bits, array->offset, array->length);
  return nulls == array->null_count ||
         arrow_complain(complaint,
                        "expected null_count = %" PRId64 " as in the bitmap, found %" PRId64, nulls,
                        array->null_count);
}

/* ---- strings ---- */

static int64_t string_offset(const Slice *s, ColumnType type, int64_t row) {
  return type == TYPE_UTF8 ? arrow_load_int32(arrow_element(s, 1, row, 4))
                           : arrow_load_int64(arrow_element(s, 1, row, 8));
}

static bool check_offsets(const Slice *s, ColumnType type, Complaint *complaint) {
  int64_t before = string_offset(s, type, 0), first = before;
  if (before < 0) {
    return arrow_complain(complaint, "expected string offsets >= 0, found %" PRId64, before);
  }
  for (int64_t row = 0; row < s->length; row++) {
    int64_t next = string_offset(s, type, row + 1);
    if (next < before) {
      return arrow_complain(
          complaint, "expected string offsets that do not fall, found %" PRId64 " after %" PRId64,
          next, before);
    }
    before = next;
  }
  if (before > first && s->array->buffers[2] == NULL) {
    return arrow_complain(complaint, "expected %" PRId64 " bytes of text, found no buffer",
                          before - first);
  }
  return true;
}

static bool check_variadic(const Slice *s, Complaint *complaint) {
  int64_t count = s->array->n_buffers - 3;
  const char *sizes = s->array->buffers[s->array->n_buffers - 1];
  if (count > 0 && sizes == NULL) {
    return arrow_complain(complaint, "expected the sizes of %" PRId64 " buffers, found none",
                          count);
  }
  for (int64_t i = 0; i < count; i++) {
    int64_t size = arrow_load_int64(sizes + 8 * i);
    if (size < 0) {
      return arrow_complain(complaint, "expected a buffer size >= 0, found %" PRId64, size);
    }
    if (size > 0 && s->array->buffers[2 + i] == NULL) {
      return arrow_complain(complaint, "expected %" PRId64 " bytes of text, found no buffer", size);
    }
  }
  return true;
}

static bool check_far_view(const Slice *s, const char *view, int64_t length, Complaint *complaint) {
  int64_t count = s->array->n_buffers - 3;
  int64_t buffer = arrow_load_int32(view + 8), offset = arrow_load_int32(view + 12);
  if (buffer < 0 || buffer >= count) {
    return arrow_complain(
        complaint, "expected a string view into one of %" PRId64 " buffers, found buffer %" PRId64,
        count, buffer);
  }
  const char *sizes = s->array->buffers[s->array->n_buffers - 1];
  int64_t size = arrow_load_int64(sizes + 8 * buffer);
  if (offset < 0 || offset + length > size) {
    return arrow_complain(
        complaint, "expected a string view within %" PRId64 " bytes, found %" PRId64 " + %" PRId64,
        size, offset, length);
  }
  const char *text = (const char *)s->array->buffers[2 + buffer] + offset;
  return memcmp(text, view + 4, VIEW_PREFIX) == 0 ||
         arrow_complain(complaint, "expected a string view with its text's prefix, found another");
}

static bool check_views(const Slice *s, int64_t first_row, Complaint *complaint) {
  if (!check_variadic(s, complaint)) {
    return false;
  }
  for (int64_t row = 0; row < s->length; row++) {
    if (!arrow_is_valid(s, row)) {
      continue;
    }
    const char *view = arrow_element(s, 1, row, VIEW_BYTES);
    int64_t length = arrow_load_int32(view);
    complaint->row = first_row + row;
    if (length < 0) {
      return arrow_complain(complaint, "expected a string of length >= 0, found %" PRId64, length);
    }
    if (length > VIEW_INLINE && !check_far_view(s, view, length, complaint)) {
      return false;
    }
  }
  complaint->row = -1;
  return true;
}

static bool check_text(Text text, Complaint *complaint) {
  if (text.length > INT_MAX) {
    return arrow_complain(complaint, "expected text of at most %d bytes, found %" PRId64, INT_MAX,
                          text.length);
  }
  if (memchr(text.bytes, 0, (size_t)text.length) != NULL) {
    return arrow_complain(complaint, "expected text without NUL, found one");
  }
  return utf8_is(text.bytes, text.length) ||
         arrow_complain(complaint, "expected text in UTF-8, found other bytes");
}

static bool check_texts(const Slice *s, ColumnType type, int64_t first_row, Complaint *complaint) {
  for (int64_t row = 0; row < s->length; row++) {
    complaint->row = first_row + row;
    if (arrow_is_valid(s, row) && !check_text(arrow_text_at(s, type, row), complaint)) {
      return false;
    }
  }
  complaint->row = -1;
  return true;
}

static bool check_strings(const Slice *s, ColumnType type, int64_t first_row,
                          Complaint *complaint) {
  bool structure = type == TYPE_UTF8_VIEW ? check_views(s, first_row, complaint)
                                          : check_offsets(s, type, complaint);
  return structure && check_texts(s, type, first_row, complaint);
}

/* ---- dictionaries ---- */

static bool check_indices(const Slice *s, const Column *column, int64_t first_row,
                          Complaint *complaint) {
  int64_t count = s->array->dictionary->length;
  for (int64_t row = 0; row < s->length; row++) {
    if (!arrow_is_valid(s, row)) {
      continue;
    }
    int64_t index = arrow_whole_at(s, column, row);
    if (index < 0 || index >= count) {
      complaint->row = first_row + row;
      return arrow_complain(complaint,
                            "expected an index into a dictionary of %" PRId64 ", found %" PRId64,
                            count, index);
    }
  }
  return true;
}

/* ---- columns ---- */

static bool check_content(const Slice *s, const Column *column, int64_t first_row,
                          Complaint *complaint) {
  if (s->length == 0 || column->type == TYPE_NULL) {
    return true;
  }
  if (s->array->buffers[1] == NULL) {
    return arrow_complain(complaint, "expected a buffer for %" PRId64 " values, found none",
                          s->length);
  }
  switch (column->type) {
  case TYPE_UTF8:
  case TYPE_LARGE_UTF8:
  case TYPE_UTF8_VIEW:
    return check_strings(s, column->type, first_row, complaint);
  case TYPE_FACTOR:
    return check_indices(s, column, first_row, complaint);
  default:
    return true;
  }
}

static bool check_array(const struct ArrowArray *array, const Column *column,
                        Complaint *complaint) {
  if (!check_header(array, shape_of(column->type), complaint)) {
    return false;
  }
  if (column->type != TYPE_NULL) {
    return check_bitmap(array, complaint);
  }
  return array->null_count == -1 || array->null_count == array->length ||
         arrow_complain(complaint, "expected null_count = %" PRId64 ", found %" PRId64,
                        array->length, array->null_count);
}

static bool check_dictionary(const struct ArrowArray *levels, ColumnType type,
                             Complaint *complaint) {
  const Column column = {.type = type};
  if (!check_array(levels, &column, complaint)) {
    return false;
  }
  if (levels->length > INT_MAX) {
    return arrow_complain(complaint, "expected a dictionary of at most %d, found %" PRId64, INT_MAX,
                          levels->length);
  }
  Slice slice = arrow_whole(levels);
  bool sound = check_content(&slice, &column, 0, complaint);
  complaint->row = -1; /* an entry of a dictionary is not a row */
  return sound;
}

static bool check_column(const struct ArrowArray *batch, int64_t i, const Column *column,
                         int64_t first_row, Complaint *complaint) {
  const struct ArrowArray *array = batch->children[i];
  if (!check_array(array, column, complaint)) {
    return false;
  }
  if (array->length < batch->offset + batch->length) {
    return arrow_complain(complaint,
                          "expected a column of at least %" PRId64 " rows, found %" PRId64,
                          batch->offset + batch->length, array->length);
  }
  if (column->type == TYPE_FACTOR &&
      !check_dictionary(array->dictionary, column->level_type, complaint)) {
    return false;
  }
  Slice slice = arrow_slice(batch, i);
  return check_content(&slice, column, first_row, complaint);
}

bool arrow_check_batch(const struct ArrowArray *batch, const struct ArrowSchema *table,
                       int64_t first_row, Complaint *complaint) {
  Shape shape = {.fewest_buffers = 1, .most_buffers = 1, .n_children = table->n_children};
  if (!check_header(batch, shape, complaint) || !check_bitmap(batch, complaint)) {
    return false;
  }
  if (batch->length > INT_MAX - first_row) {
    return arrow_complain(complaint, "expected at most %d rows, found %" PRId64, INT_MAX,
                          first_row + batch->length);
  }
  Column column;
  for (int64_t i = 0; i < table->n_children; i++) {
    complaint->column = i;
    if (!arrow_read_column(table->children[i], &column, complaint) ||
        !check_column(batch, i, &column, first_row, complaint)) {
      return false;
    }
  }
  complaint->column = -1;
  return true;
}
