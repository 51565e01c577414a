# The common interface of all results: named fields, readable text, list, data frame.
#
# A result is a list of its fields with class c("pb_<kind>", "pb_result"). Each kind has its own
# `format` method (one string per line of the readable text) and, if it is a table, `as.data.frame`;
# everything else is here.

p_floor <- 1e-12

new_result <- function(kind, fields) {
  structure(fields, class = c(kind, "pb_result"))
}

#' Results of pybench
#'
#' Every result is a list. Its fields are documented on the page of the function that returns it,
#' and have the same names as in Python. Use `$` to read a field, [format()] to get the text, and
#' [as.data.frame()] to get a data frame if the result can be written as one table.
#'
#' @param x,object A result.
#' @param row.names,optional Ignored; part of the generic.
#' @param i,j,drop As for a data frame; `x[i]` selects fields, as of a list.
#' @param ... Nothing: other arguments are refused.
#' @return `format()` returns a character vector, one element per line. `print()` writes these
#'   lines, with lines of prose folded at `getOption("width")`, and returns `x` invisibly.
#'   `summary()` returns the result itself, which prints as its own summary. `as.list()` returns the
#'   fields as a plain list. `as.data.frame()` returns the result as a table; `x[i, j]` selects rows
#'   and columns of this table.
#' @section The word for what is compared:
#' Texts, tables for papers and figures call what is compared a method. With
#' `options(pybench.noun = "model")` they use another word; `"class/classes"` also gives the plural.
#' Names, columns of data, messages of errors and the field `conclusions` of a comparison do not
#' change.
#' @section Errors:
#' `as.data.frame()` raises `pybench_error_argument` if the result cannot be written as one table,
#' and `plot()` raises it if the result has no figure. All these methods raise it for an unknown
#' argument; the message then names the most similar argument of the method.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), C1 = c(0.9, 0.8, 0.7), C2 = c(0.6, 0.7, 0.5)),
#'   higher_is_better = TRUE
#' )
#' result <- pb_friedman(t)
#' result
#' as.list(result)$pvalue
#' @name pb_result
NULL

#' @rdname pb_result
#' @export
print.pb_result <- function(x, ...) {
  cat(folded(format(x, ...)), sep = "\n")
  invisible(x)
}

#' @rdname pb_result
#' @export
format.pb_result <- function(x, ...) {
  check_dots(...)
  shown <- vapply(unclass(x), function(field) toString(field, width = 70L), "")
  paste0(format(names(shown)), "  ", shown)
}

#' @rdname pb_result
#' @export
summary.pb_result <- function(object, ...) {
  check_dots(...)
  object
}

#' @rdname pb_result
#' @export
as.list.pb_result <- function(x, ...) {
  check_dots(...)
  unclass(x)
}

#' @rdname pb_result
#' @export
as.data.frame.pb_result <- function(x, row.names = NULL, # nolint: object_name_linter.
                                    optional = FALSE, ...) {
  check_dots(...)
  stop_argument(paste0("a ", class(x)[[1L]], " has no single table"))
}

#' @rdname pb_result
#' @export
`[.pb_result` <- function(x, i, j, ..., drop = TRUE) {
  if (nargs() < 3L + !missing(drop)) {
    return(NextMethod())
  }
  frame <- as.data.frame(x)
  if (missing(drop)) frame[i, j, ...] else frame[i, j, ..., drop = drop]
}

#' @rdname pb_result
#' @export
plot.pb_result <- function(x, ...) {
  check_dots(...)
  stop_argument(
    paste0("a ", class(x)[[1L]], " has no figure"),
    hint = "methods(plot) lists the results that have one; see ?plot.pb_critical_difference."
  )
}

# A p-value with four significant digits, or the bound below which digits are noise.
format_p <- function(p) {
  ifelse(p < p_floor, "< 1e-12", sprintf("= %.4g", p))
}
