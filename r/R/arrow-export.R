# Tables from R to Arrow.

#' Export a table to Arrow
#'
#' Makes an Arrow stream of one batch from a data frame or a matrix. Any library in this R process
#' that reads the Arrow C stream interface can read the stream. The package \pkg{arrow} is not
#' needed.
#'
#' Doubles and integers are shared, not copied. The R vectors stay alive until the library that
#' reads the stream has released the stream and its arrays. The library may release them on any
#' thread. If this is not R's own thread, the memory is freed at the next call of `pb_to_arrow()` or
#' [pb_from_arrow()]. Before R changes a shared vector, R makes a copy of it, so the table does not
#' change.
#'
#' @param x A data frame, or a double, integer, logical or character matrix, whose columns become
#'   the columns of the table. Row names are not exported. Column names are kept byte for byte; a
#'   matrix without column names gives columns with empty names.
#'
#' @return The stream, an external pointer of class `nanoarrow_array_stream`. It can be read only
#'   once, by [pb_from_arrow()] or by one of the packages \pkg{nanoarrow} and \pkg{arrow}.
#'
#'   | R | Arrow |
#'   |---|---|
#'   | double | float64, shared |
#'   | integer | int32, shared |
#'   | logical | bool |
#'   | character | utf8 (large_utf8 beyond 2 GB), re-encoded to UTF-8 |
#'   | factor | dictionary of utf8 with int32 indices, ordered if the factor is |
#'
#'   R's `NA` becomes Arrow's null; `NaN` stays NaN. A column whose type is not in the table above
#'   is refused with an error that names the column. Examples are dates, times, lists, complex
#'   numbers, `integer64`, matrices within data frames, and factors with an `NA` level.
#'
#' @section Errors:
#' `pybench_error_conversion` if a column has a class, or contains a text, that cannot be converted
#' exactly; the error names the column.
#'
#' @references
#' Apache Arrow, The Arrow C data interface and The Arrow C stream interface,
#' <https://arrow.apache.org/docs/format/CDataInterface.html>.
#'
#' @seealso [pb_from_arrow()]
#' @examples
#' stream <- pb_to_arrow(data.frame(dataset = "iris", accuracy = 0.94))
#' class(stream)
#' pb_from_arrow(stream)
#' @export
pb_to_arrow <- function(x) {
  if (!is.data.frame(x) && !(is.matrix(x) && !is.object(x))) {
    found <- describe_value(x)
    stop_conversion(
      paste0("expected a data frame or a plain matrix, found ", found),
      expected = "a data frame or a plain matrix", found = found
    )
  }
  names <- exported_names(x)
  columns <- if (is.data.frame(x)) {
    Map(exported_column, unclass(x), names)
  } else if (is.numeric(x)) {
    Map(exported_matrix_column, list(x), seq_along(names), names)
  } else {
    Map(function(j, name) exported_column(unname(x)[, j], name), seq_along(names), names)
  }
  root <- arrow_node(
    "", "+s", nrow(x),
    buffers = list(NULL), children = unname(columns), flags = 0
  )
  .Call(C_pb_arrow_export, list(root))
}

# One array of the C data interface in the form that C code expects: src/arrow-node.c knows the
# order.
# A buffer is NULL, a raw, double or integer vector, or list(vector, 0-based first element).
# `flags`: 1 ordered, 2 nullable.
arrow_node <- function(name, format, length, null_count = 0, buffers = list(), children = list(),
                       dictionary = NULL, flags = 2, offset = 0) {
  list(name, format, flags, length, null_count, offset, buffers, children, dictionary)
}

# 2^31 - 1, the most bytes of text that the 32-bit offsets of utf8 can address.
utf8_limit <- 2147483647

exported_names <- function(x) {
  given <- colnames(x)
  if (is.null(given)) {
    return(character(ncol(x)))
  }
  names <- utf8_or_refuse(given, NULL)
  if (anyNA(names)) {
    refuse_export(NULL, "column names", "NA")
  }
  if (!all(validUTF8(names))) {
    refuse_export(NULL, "column names in UTF-8", "other bytes")
  }
  if (is.matrix(x) && length(names) > 0L && !any(nzchar(names))) {
    refuse_export(NULL, "column names, or none at all", "empty ones")
  }
  names
}

# The column stays in the matrix.
exported_matrix_column <- function(x, j, name) {
  first <- (j - 1) * nrow(x)
  validity <- .Call(C_pb_arrow_validity, x, first, nrow(x))
  arrow_node(
    name, if (is.double(x)) "g" else "i", nrow(x), validity$null_count,
    buffers = list(validity$bitmap, list(x, first))
  )
}

exported_column <- function(x, name) {
  if (is.factor(x)) {
    return(exported_factor(x, name))
  }
  if (is.object(x) || !is.null(dim(x))) {
    refuse_class(x, name)
  }
  switch(typeof(x),
    double = exported_plain(x, name, "g", list(x)),
    integer = exported_plain(x, name, "i", list(x)),
    logical = exported_plain(x, name, "b", list(.Call(C_pb_arrow_bits, x))),
    character = exported_text(x, name),
    refuse_class(x, name)
  )
}

exported_plain <- function(x, name, format, buffers, dictionary = NULL, flags = 2) {
  validity <- .Call(C_pb_arrow_validity, x, 0, length(x))
  arrow_node(
    name, format, length(x), validity$null_count,
    buffers = c(list(validity$bitmap), buffers), dictionary = dictionary, flags = flags
  )
}

exported_text <- function(x, name, limit = utf8_limit) {
  x <- utf8_or_refuse(x, name)
  answer <- .Call(C_pb_arrow_text, x, limit)
  if (inherits(answer, "pb_complaint")) {
    answer$name <- name
  }
  text <- arrow_settle(answer)
  exported_plain(x, name, if (text$large) "U" else "u", list(text$offsets, text$data))
}

exported_factor <- function(x, name) {
  if (anyNA(levels(x))) {
    refuse_export(name, "a factor without an NA level", "one")
  }
  codes <- as.integer(x) - 1L
  flags <- if (is.ordered(x)) 3 else 2
  exported_plain(codes, name, "i", list(codes), exported_text(levels(x), name), flags)
}

# C code later refuses text that is not UTF-8, and names the row.
utf8_or_refuse <- function(x, name) {
  if (any(Encoding(x) == "bytes")) {
    refuse_export(name, "text", "bytes without an encoding")
  }
  utf8_text(x)
}

refuse_class <- function(x, name) {
  refuse_export(
    name, "double, integer, logical, character or factor", paste0("class ", class(x)[[1L]]),
    "Convert the column first, for example with as.character()."
  )
}

refuse_export <- function(name, expected, found, hint = NULL) {
  stop_conversion(
    paste0("expected ", expected, ", found ", found),
    column = name, expected = expected, found = found, hint = hint
  )
}
