/* Checked Arrow numbers and dates -> doubles of R. */
#ifndef PYBENCH_ARROW_DOUBLE_H
#define PYBENCH_ARROW_DOUBLE_H
#include "arrow-complaint.h"
#include "arrow-slice.h"
#include "arrow-types.h"

/* Writes the rows of a slice, which start at `first_row` of the table; dates as days since 1970.
 * Any type that is neither a number nor a date is TYPE_NULL here. */
bool arrow_fill_double(const Slice *s, const Column *column, double *out, int64_t first_row,
                       Complaint *complaint);

#endif
