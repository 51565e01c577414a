# The error tree. The text of an error is built from its fields, in the same order in both
# languages:
#
#     file:line: column 'c': message. hint

#' Errors of pybench
#'
#' Every error that pybench raises on purpose is a condition of class `pybench_error`. A
#' program can catch the condition by its class with [tryCatch()] and read its fields, so the
#' program need not parse the text.
#'
#' @section Classes:
#' The classes below have the same meaning, the same fields and the same texts as the Python
#' exceptions in parentheses.
#' \describe{
#'   \item{`pybench_error`}{parent class of all other errors (`PybenchError`)}
#'   \item{`pybench_error_argument`}{an argument has a value that the function does not accept
#'     (`ArgumentError`)}
#'   \item{`pybench_error_environment`}{something that pybench needs is missing or fails, such
#'     as a package or a folder (`EnvironmentProblem`)}
#'   \item{`pybench_error_r_package_missing`}{an R package is missing or too old; also a
#'     `pybench_error_environment` (`RPackageMissing`)}
#'   \item{`pybench_error_input`}{the input data cannot be used as they are (`InputError`)}
#'   \item{`pybench_error_results_table`}{a results table is malformed, incomplete or too small;
#'     also a `pybench_error_input` (`ResultsTableError`)}
#'   \item{`pybench_error_series`}{a file of time series or of their features is malformed; also a
#'     `pybench_error_input` (`SeriesError`)}
#'   \item{`pybench_error_dataset`}{a file of a dataset (rows with attributes and a class) is
#'     malformed; also a `pybench_error_input` (`DatasetError`)}
#'   \item{`pybench_error_suite`}{a suite or one of its files is malformed or was changed; also a
#'     `pybench_error_input` (`SuiteError`)}
#'   \item{`pybench_error_tasks_failed`}{some folds of a run failed; the results of the other
#'     folds are kept (`TasksFailed`)}
#'   \item{`pybench_error_conversion`}{a value cannot be converted exactly between Python,
#'     Arrow and R; also a `pybench_error_input` (`ConversionError`)}
#' }
#'
#' @section Fields:
#' A field is `NULL` if it is not known. \describe{
#'   \item{`message`}{what was expected and what was found, with the names of arguments in
#'   backticks}
#'   \item{`file`, `line`, `column`}{place of the fault: path of the file or name of the source,
#'   number of the line (from 1), name of the column}
#'   \item{`expected`, `found`}{what was expected and what was found, as two separate strings}
#'   \item{`hint`}{what to do about it}
#' }
#'
#' @param c A condition of class `pybench_error`.
#' @return `conditionMessage()` returns the whole text, `file:line: column 'c': message. hint`,
#'   without the parts that are not known. In this text, the hint shows arguments as R writes them,
#'   such as `missing = "drop"`; the field `hint` shows them as Python writes them.
#' @examples
#' refused <- tryCatch(
#'   pb_read_results(data.frame(dataset = "iris", J48 = NA), higher_is_better = TRUE),
#'   pybench_error_results_table = function(error) error
#' )
#' conditionMessage(refused)
#' refused$hint
#' @name pybench_error
#' @export
conditionMessage.pybench_error <- function(c) {
  error_text(c, as_r_writes)
}

# The whole text of an error; `write` turns a hint in the words of both languages into R's.
error_text <- function(c, write = identity) {
  # paste0() ignores arguments of length zero, so a NULL part adds nothing.
  place <- if (!is.null(c$file)) paste0(c$file, ":")
  if (!is.null(c$line)) {
    place <- paste0(if (is.null(place)) "line " else place, c$line, ":")
  }
  paste0(
    if (!is.null(place)) paste0(place, " "),
    if (!is.null(c$column)) paste0("column '", c$column, "': "),
    c$message,
    if (!is.null(c$hint)) paste0(". ", write(c$hint))
  )
}

# A hint as R writes arguments and functions. The fields of an error have the same texts in both
# languages; they write `missing="drop"`.
as_r_writes <- function(text) {
  pandas <- "index=False (pandas), row.names = FALSE (R)"
  text <- sub(pandas, "row.names = FALSE", text, fixed = TRUE)
  text <- gsub("\\b([a-z_]+)=(?=[\"TFN0-9])", "\\1 = ", text, perl = TRUE)
  text <- gsub("= (True|False)\\b", "= \\U\\1", text, perl = TRUE)
  text <- gsub("= None\\b", "= NULL", text)
  text <- gsub("(?<!\")\\b(skillings_mack|durbin|wilcoxon)\\b(?!\")", "pb_\\1()", text, perl = TRUE)
  gsub("`(formats|register_format)\\(\\)`", "`pb_\\1()`", text)
}

pybench_condition <- function(kinds, message, file = NULL, line = NULL, column = NULL,
                              expected = NULL, found = NULL, hint = NULL) {
  fields <- list(
    message = message, call = user_call(), file = file,
    line = if (!is.null(line)) as.integer(line), column = column,
    expected = expected, found = found, hint = hint
  )
  structure(fields, class = c(kinds, "pybench_error", "error", "condition"))
}

# The pybench function that the user called, without its arguments, which may be whole tables.
user_call <- function() {
  for (call in sys.calls()) {
    if (is.name(call[[1L]]) && startsWith(as.character(call[[1L]]), "pb_")) {
      return(call[1L])
    }
  }
  NULL
}

stop_argument <- function(message, ...) {
  stop(pybench_condition("pybench_error_argument", message, ...))
}

stop_environment <- function(message, ...) {
  stop(pybench_condition("pybench_error_environment", message, ...))
}

stop_r_package_missing <- function(message, ...) {
  kinds <- c("pybench_error_r_package_missing", "pybench_error_environment")
  stop(pybench_condition(kinds, message, ...))
}

stop_input <- function(message, ...) {
  stop(pybench_condition("pybench_error_input", message, ...))
}

stop_results_table <- function(message, ...) {
  stop(pybench_condition(c("pybench_error_results_table", "pybench_error_input"), message, ...))
}

stop_dataset <- function(message, ...) {
  stop(pybench_condition(c("pybench_error_dataset", "pybench_error_input"), message, ...))
}

stop_suite <- function(message, ...) {
  stop(pybench_condition(c("pybench_error_suite", "pybench_error_input"), message, ...))
}

stop_tasks_failed <- function(message, ...) {
  stop(pybench_condition("pybench_error_tasks_failed", message, ...))
}

# Runs code of the readers of results, and reports its errors as errors in a file of features.
as_series_error <- function(code) {
  tryCatch(code, pybench_error_results_table = function(refused) {
    class(refused)[[1L]] <- "pybench_error_series"
    stop(refused)
  })
}

stop_conversion <- function(message, ...) {
  stop(pybench_condition(c("pybench_error_conversion", "pybench_error_input"), message, ...))
}

expected_found <- function(expected, found) {
  paste0("expected ", expected, ", found ", found)
}

# Refuses a table; the place is given by `file`, `line` and `column`.
refuse <- function(expected, found, hint, ...) {
  stop_results_table(
    expected_found(expected, found),
    expected = expected, found = found, hint = hint, ...
  )
}

# Refuses a file that a package of Suggests reads, if it is not installed.
require_package <- function(package, what, instead, path) {
  if (!requireNamespace(package, quietly = TRUE)) {
    expected <- sprintf("the R package `%s` to read %s", package, what)
    stop_r_package_missing(
      expected_found(expected, "none installed"),
      file = path, expected = expected, found = "none installed",
      hint = sprintf("Run install.packages(\"%s\"), or save %s.", package, instead)
    )
  }
}
