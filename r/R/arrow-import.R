# Tables from Arrow to R.

#' Import a table from Arrow
#'
#' Copies a table from the Arrow C data interface into R, after checking its structure. The package
#' \pkg{arrow} is not needed.
#'
#' @param x An external pointer of class `nanoarrow_array_stream`, or of class `nanoarrow_array`
#'   with its schema. The pointer comes from [pb_to_arrow()], from the package \pkg{nanoarrow}, or
#'   from another library in this process. The data must be a table (a struct array). The import
#'   consumes `x`: afterwards `x` is empty, and a second import is refused.
#' @param to Form of the result: `"data.frame"`, or `"matrix"` for one matrix of doubles. With
#'   `"matrix"`, all columns of the table must be numeric; the matrix is filled directly, without a
#'   data frame in between.
#'
#' @return A data frame, or a matrix of doubles, with the rows and columns of the Arrow table in the
#'   same order. A matrix has the names of the columns, unless all of them are empty. If the data
#'   come in several batches, their rows are joined in the order of the batches.
#'
#'   | Arrow | data frame | matrix |
#'   |---|---|---|
#'   | float64, float32 | double | double |
#'   | int8, uint8, int16, uint16 | integer | double |
#'   | int32 | integer; -2147483648, which R keeps for `NA`, is refused | double |
#'   | uint32 | double | double |
#'   | int64, uint64 | double; refused beyond +-2^53 | double, same rule |
#'   | date32, date64 | `Date`; a date64 that is no whole day is refused | refused |
#'   | bool | logical | refused |
#'   | utf8, large_utf8, utf8_view | character, marked as UTF-8; NUL is refused | refused |
#'   | dictionary of strings | factor (ordered, if Arrow says so) | refused |
#'   | null | logical, all `NA` | double, all `NA` |
#'
#'   Null becomes `NA`, and only null does: NaN stays `NaN`. A null row of the table is `NA` in
#'   every column. If the batches have different dictionaries, the levels are joined in the order of
#'   first appearance; ordered dictionaries must be the same in all batches. Types that are not in
#'   the table above, and all extension types, are refused with an error that names the type.
#'
#' @section Trust:
#' Lengths, offsets, counts, dictionary indices and UTF-8 are checked before any value is read.
#' Pointers and the lengths of buffers cannot be checked, since the interface does not tell how long
#' a buffer is. For pointers and buffers, the import trusts the library that made the data in this
#' process. Files must be validated by the library that reads them.
#'
#' @section Errors:
#' `pybench_error_conversion` if the structure is malformed, a type or a value cannot be represented
#' exactly, or `x` has been used before. If the fault is in one column or in one row, the error
#' names this column and this row. `pybench_error_argument` if `to` is neither `"data.frame"` nor
#' `"matrix"`.
#'
#' @references
#' Apache Arrow, The Arrow C data interface and The Arrow C stream interface,
#' <https://arrow.apache.org/docs/format/CDataInterface.html>.
#'
#' @seealso [pb_to_arrow()]
#' @examples
#' stream <- pb_to_arrow(data.frame(dataset = c("iris", "glass"), accuracy = c(0.94, NA)))
#' pb_from_arrow(stream)
#'
#' pb_from_arrow(pb_to_arrow(cbind(a = 1:3, b = 4:6)), to = "matrix")
#' @export
pb_from_arrow <- function(x, to = c("data.frame", "matrix")) {
  choices <- c("data.frame", "matrix")
  to <- if (missing(to) || identical(to, choices)) "data.frame" else check_choice("to", to, choices)
  handle <- arrow_settle(.Call(C_pb_arrow_open, x))
  on.exit(.Call(C_pb_arrow_close, handle))
  if (to == "matrix") {
    arrow_settle(.Call(C_pb_arrow_matrix, handle))
  } else {
    imported_data_frame(handle, .Call(C_pb_arrow_describe, handle))
  }
}

imported_data_frame <- function(handle, table) {
  columns <- lapply(seq_along(table$types), function(i) {
    type <- table$types[[i]]
    if (type %in% c("factor", "ordered")) {
      imported_factor(handle, i, table$names[[i]], type == "ordered")
    } else {
      column <- arrow_settle(.Call(C_pb_arrow_column, handle, i, NULL))
      if (startsWith(type, "date")) structure(column, class = "Date") else column
    }
  })
  structure(
    columns,
    names = table$names, class = "data.frame", row.names = .set_row_names(table$n_rows)
  )
}

# Each batch has its own dictionary; null in a dictionary is NA, not a level.
imported_factor <- function(handle, i, name, ordered) {
  dictionaries <- .Call(C_pb_arrow_dictionaries, handle, i)
  if (ordered) {
    check_same_order(dictionaries, name)
  }
  levels <- unique(unlist(dictionaries, use.names = FALSE))
  levels <- as.character(levels[!is.na(levels)])
  maps <- lapply(dictionaries, match, table = levels)
  structure(
    .Call(C_pb_arrow_column, handle, i, maps),
    levels = levels, class = c(if (ordered) "ordered", "factor")
  )
}

check_same_order <- function(dictionaries, name) {
  if (length(unique(dictionaries)) > 1L) {
    stop_conversion(
      "expected one order of the dictionary in all batches, found several",
      column = name, expected = "one order of the dictionary in all batches", found = "several",
      hint = "Unify the dictionaries first, or drop their order."
    )
  }
}
