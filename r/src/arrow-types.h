/* The Arrow types that can be imported into R, and the names of all types. */
#ifndef PYBENCH_ARROW_TYPES_H
#define PYBENCH_ARROW_TYPES_H
#include <stdbool.h>

#include "arrow-abi.h"
#include "arrow-complaint.h"

typedef enum {
  TYPE_NULL,
  TYPE_BOOL,
  TYPE_INT8, /* from here on, types of whole numbers: signed and unsigned of each width */
  TYPE_UINT8,
  TYPE_INT16,
  TYPE_UINT16,
  TYPE_INT32,
  TYPE_UINT32,
  TYPE_INT64,
  TYPE_UINT64,
  TYPE_FLOAT32,
  TYPE_FLOAT64,
  TYPE_DATE32, /* days since 1970 */
  TYPE_DATE64, /* milliseconds since 1970 */
  TYPE_UTF8,
  TYPE_LARGE_UTF8,
  TYPE_UTF8_VIEW,
  TYPE_FACTOR /* a dictionary of strings */
} ColumnType;

/* One column as its schema describes it. */
typedef struct {
  ColumnType type;
  ColumnType level_type; /* of a factor: how its dictionary holds strings */
  int bytes;             /* of a whole number, or an index of a factor: 1, 2, 4 or 8 */
  bool is_signed;        /* of the same */
  bool ordered;          /* of a factor */
} Column;

/* Reads and checks the schema of one column. */
bool arrow_read_column(const struct ArrowSchema *schema, Column *column, Complaint *complaint);

/* Checks the schema of a table and every column's. */
bool arrow_check_schema(const struct ArrowSchema *table, Complaint *complaint);

/* The words for a format string: "timestamp (tsu:UTC)". */
void arrow_type_in_words(const char *format, char *words, size_t size);

/* The name of the type of a column for messages and R code: "int32", "factor" ... */
const char *arrow_type_name(ColumnType type);

#endif
