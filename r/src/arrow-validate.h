/* Structure checks: nothing of a foreign array is read before these have passed.
 *
 * These can be checked: lengths, offsets, counts, the numbers of buffers and children, offsets of
 * strings, dictionary indices, UTF-8. These cannot: whether a pointer is valid, and how long a
 * buffer is, which the C data interface does not give. A producer in the same process is trusted
 * for them; data from files must be validated by the reader of the file. */
#ifndef PYBENCH_ARROW_VALIDATE_H
#define PYBENCH_ARROW_VALIDATE_H
#include <stdbool.h>

#include "arrow-abi.h"
#include "arrow-complaint.h"

/* Checks one batch against the checked schema of its table; `first_row` is for messages. */
bool arrow_check_batch(const struct ArrowArray *batch, const struct ArrowSchema *table,
                       int64_t first_row, Complaint *complaint);

#endif
