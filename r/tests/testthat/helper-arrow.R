# Arrow arrays made by hand, byte by byte, for the tests of the import.

# Whole numbers as signed integers of 1, 2, 4 or 8 bytes in the order of this machine.
int_bytes <- function(x, size) {
  bytes <- vapply(x, function(value) {
    as.raw(value %/% 256^(seq_len(size) - 1L) %% 256)
  }, raw(size))
  if (.Platform$endian == "big") as.vector(apply(matrix(bytes, size), 2L, rev)) else c(bytes)
}

float_bytes <- function(x) writeBin(x, raw(), size = 4L)

bit_bytes <- function(x) packBits(c(x, logical(-length(x) %% 8L)))

text_bytes <- function(x) unlist(lapply(x, charToRaw))

# Offsets and data of strings, as utf8 (size 4) or large_utf8 (size 8).
text_buffers <- function(x, size = 4L) {
  list(NULL, int_bytes(cumsum(c(0, nchar(x, "bytes"))), size), text_bytes(x))
}

# String views of `x`, the long ones into one data buffer each.
view_buffers <- function(x) {
  long <- which(nchar(x, "bytes") > 12L)
  views <- lapply(seq_along(x), function(i) {
    bytes <- charToRaw(x[[i]])
    size <- int_bytes(length(bytes), 4L)
    if (i %in% long) {
      c(size, bytes[1:4], int_bytes(c(match(i, long) - 1L, 0L), 4L))
    } else {
      c(size, bytes, raw(12L - length(bytes)))
    }
  })
  data <- lapply(x[long], charToRaw)
  c(list(NULL, unlist(views)), data, list(int_bytes(as.double(lengths(data)), 8L)))
}

# A table's array with the columns given as nodes.
table_node <- function(..., length, offset = 0, null_count = 0, valid = NULL) {
  arrow_node(
    "", "+s", length, null_count, list(valid), list(...),
    flags = 0, offset = offset
  )
}

stream_of <- function(...) .Call(C_pb_arrow_export, list(...))

# An array pointer with its schema in the tag, as nanoarrow has them.
array_of <- function(node) .Call(C_pb_arrow_next, stream_of(node))

import_column <- function(node, length = node[[4L]]) {
  pb_from_arrow(stream_of(table_node(node, length = length)))[[1L]]
}

break_field <- function(pointer, field, value = 0, path = integer()) {
  stopifnot(.Call(C_pb_arrow_break, pointer, as.integer(path), field, value))
  pointer
}

# expect_identical() takes NA and NaN for the same, and -0 for 0.
expect_exact <- function(object, expected) {
  same <- identical(object, expected, num.eq = FALSE)
  if (!same) {
    utils::str(list(object = object, expected = expected))
  }
  testthat::expect(same, "not identical; both are printed above")
  invisible(object)
}

expect_nothing_alive <- function() {
  gc()
  testthat::expect_identical(sum(arrow_live()), 0L)
}

conversion_message <- function(expression) {
  error <- tryCatch(expression, error = identity)
  testthat::expect_s3_class(error, "pybench_error_conversion")
  conditionMessage(error)
}
