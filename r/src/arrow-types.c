/* Format strings (the specification's "Data type description"), and the checks of schemas. */
#include "arrow-types.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "utf8.h"

static const char supported[] =
    "Supported: float64, float32, signed and unsigned integers, date32, date64, bool, utf8, "
    "large_utf8, utf8_view, null and dictionaries of strings; cast the column first.";

typedef struct {
  const char *format;
  const char *words;
} Words;

/* Whole formats: they have no parameters. */
static const Words plain[] = {
    {"n", "null"},
    {"b", "bool"},
    {"c", "int8"},
    {"C", "uint8"},
    {"s", "int16"},
    {"S", "uint16"},
    {"i", "int32"},
    {"I", "uint32"},
    {"l", "int64"},
    {"L", "uint64"},
    {"e", "float16"},
    {"f", "float32"},
    {"g", "float64"},
    {"z", "binary"},
    {"Z", "large_binary"},
    {"vz", "binary_view"},
    {"u", "utf8"},
    {"U", "large_utf8"},
    {"vu", "utf8_view"},
    {"tdD", "date32"},
    {"tdm", "date64"},
    {"+l", "list"},
    {"+L", "large_list"},
    {"+vl", "list_view"},
    {"+vL", "large_list_view"},
    {"+s", "struct"},
    {"+m", "map"},
    {"+r", "run_end_encoded"},
};

/* Prefixes: parameters follow, and are shown unchanged. */
static const Words parametric[] = {
    {"w:", "fixed_size_binary"}, {"d:", "decimal"},       {"tt", "time"},
    {"ts", "timestamp"},         {"tD", "duration"},      {"ti", "interval"},
    {"+w:", "fixed_size_list"},  {"+ud:", "dense_union"}, {"+us:", "sparse_union"},
};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

void arrow_type_in_words(const char *format, char *words, size_t size) {
  for (size_t i = 0; i < COUNT(plain); i++) {
    if (strcmp(format, plain[i].format) == 0) {
      snprintf(words, size, "%s", plain[i].words);
      return;
    }
  }
  char shown[48];
  arrow_printable(format, shown, sizeof shown);
  for (size_t i = 0; i < COUNT(parametric); i++) {
    if (strncmp(format, parametric[i].format, strlen(parametric[i].format)) == 0) {
      snprintf(words, size, "%s (%s)", parametric[i].words, shown);
      return;
    }
  }
  snprintf(words, size, "the unknown format '%s'", shown);
}

const char *arrow_type_name(ColumnType type) {
  static const char *const names[] = {
      "null",   "bool",   "int8",  "uint8",      "int16",     "uint16",
      "int32",  "uint32", "int64", "uint64",     "float32",   "float64",
      "date32", "date64", "utf8",  "large_utf8", "utf8_view", "factor",
  };
  return names[type];
}

static bool find_type(const char *format, ColumnType *type) {
  static const char *const formats[TYPE_FACTOR] = {
      "n", "b", "c", "C", "s", "S", "i", "I", "l", "L", "f", "g", "tdD", "tdm", "u", "U", "vu",
  };
  for (ColumnType known = TYPE_NULL; known < TYPE_FACTOR; known++) {
    if (strcmp(format, formats[known]) == 0) {
      *type = known;
      return true;
    }
  }
  return false;
}

static bool refuse_type(const char *what, const char *format, Complaint *complaint) {
  char words[96];
  arrow_type_in_words(format, words, sizeof words);
  complaint->hint = supported;
  return arrow_complain(complaint, "expected a type that R can hold exactly, found %s%s", what,
                        words);
}

/* ---- metadata ---- */

static int32_t next_length(const char **at) {
  int32_t value;
  memcpy(&value, *at, sizeof value);
  *at += sizeof value;
  return value;
}

/* Refuses extension types: their meaning differs from their storage. The metadata are pairs of
 * texts, each preceded by its length (the specification's `ArrowSchema.metadata`). */
static bool check_metadata(const char *metadata, Complaint *complaint) {
  static const char key[] = "ARROW:extension:name";
  if (metadata == NULL) {
    return true;
  }
  int32_t texts = next_length(&metadata);
  if (texts < 0 || texts > INT_MAX / 2) {
    return arrow_complain(complaint, "expected metadata with a count >= 0, found %d", (int)texts);
  }
  bool is_extension = false;
  for (int32_t i = 0; i < 2 * texts; i++) {
    int32_t length = next_length(&metadata);
    if (length < 0) {
      return arrow_complain(complaint, "expected metadata with lengths >= 0, found %d",
                            (int)length);
    }
    if (is_extension) {
      complaint->hint = supported;
      char name[64] = {0};
      memcpy(name, metadata, length < 63 ? (size_t)length : 63);
      char shown[64];
      arrow_printable(name, shown, sizeof shown);
      return arrow_complain(complaint, "expected a plain type, found the extension type '%s'",
                            shown);
    }
    is_extension = i % 2 == 0 && (size_t)length == sizeof key - 1 &&
                   memcmp(metadata, key, sizeof key - 1) == 0;
    metadata += length;
  }
  return true;
}

/* ---- schemas ---- */

static bool check_header(const struct ArrowSchema *schema, const char *what, Complaint *complaint) {
  if (schema == NULL) {
    return arrow_complain(complaint, "expected the schema of %s, found none", what);
  }
  if (schema->release == NULL) {
    return arrow_complain(complaint, "expected the schema of %s, found a released one", what);
  }
  if (schema->format == NULL) {
    return arrow_complain(complaint, "expected the schema of %s with a format, found none", what);
  }
  return true;
}

static bool check_name(const char *name, Complaint *complaint) {
  if (name == NULL || utf8_is(name, (int64_t)strlen(name))) {
    return true;
  }
  return arrow_complain(complaint, "expected a column name in UTF-8, found other bytes");
}

static bool read_levels(const struct ArrowSchema *levels, Column *column, Complaint *complaint) {
  if (!check_header(levels, "a dictionary", complaint) ||
      !check_metadata(levels->metadata, complaint)) {
    return false;
  }
  bool strings = find_type(levels->format, &column->level_type) &&
                 column->level_type >= TYPE_UTF8 && levels->dictionary == NULL;
  return strings ||
         refuse_type(levels->dictionary ? "a dictionary of dictionaries of " : "a dictionary of ",
                     levels->format, complaint);
}

/* How whole numbers are stored: TYPE_INT8, TYPE_UINT8 and so on, up to TYPE_UINT64. */
static void set_width(Column *column, ColumnType whole) {
  column->bytes = 1 << (whole - TYPE_INT8) / 2;
  column->is_signed = (whole - TYPE_INT8) % 2 == 0;
}

static bool read_factor(const struct ArrowSchema *schema, Column *column, Complaint *complaint) {
  ColumnType index;
  if (!find_type(schema->format, &index) || index < TYPE_INT8 || index > TYPE_INT64) {
    return refuse_type("a dictionary with indices of type ", schema->format, complaint);
  }
  column->type = TYPE_FACTOR;
  set_width(column, index);
  column->ordered = (schema->flags & ARROW_FLAG_DICTIONARY_ORDERED) != 0;
  return read_levels(schema->dictionary, column, complaint);
}

bool arrow_read_column(const struct ArrowSchema *schema, Column *column, Complaint *complaint) {
  *column = (Column){.type = TYPE_NULL};
  if (!check_header(schema, "a column", complaint) || !check_name(schema->name, complaint) ||
      !check_metadata(schema->metadata, complaint)) {
    return false;
  }
  if (schema->dictionary != NULL) {
    if (!read_factor(schema, column, complaint)) {
      return false;
    }
  } else if (!find_type(schema->format, &column->type)) {
    return refuse_type("", schema->format, complaint);
  } else if (TYPE_INT8 <= column->type && column->type <= TYPE_UINT64) {
    set_width(column, column->type);
  }
  return schema->n_children == 0 ||
         arrow_complain(complaint, "expected a schema with 0 children, found %lld",
                        (long long)schema->n_children);
}

static bool check_table_header(const struct ArrowSchema *table, Complaint *complaint) {
  if (!check_header(table, "a table", complaint)) {
    return false;
  }
  if (strcmp(table->format, "+s") != 0 || table->dictionary != NULL) {
    char words[96];
    arrow_type_in_words(table->format, words, sizeof words);
    return arrow_complain(complaint, "expected a table (struct), found %s", words);
  }
  if (table->n_children < 0 || table->n_children > INT_MAX) {
    return arrow_complain(complaint, "expected 0 to %d columns, found %lld", INT_MAX,
                          (long long)table->n_children);
  }
  if (table->n_children > 0 && table->children == NULL) {
    return arrow_complain(complaint, "expected %lld columns, found none",
                          (long long)table->n_children);
  }
  return true;
}

bool arrow_check_schema(const struct ArrowSchema *table, Complaint *complaint) {
  if (!check_table_header(table, complaint) || !check_metadata(table->metadata, complaint)) {
    return false;
  }
  Column column;
  for (int64_t i = 0; i < table->n_children; i++) {
    complaint->column = i;
    if (!arrow_read_column(table->children[i], &column, complaint)) {
      return false;
    }
  }
  complaint->column = -1;
  return true;
}
