# The golden files, which the tests of both languages read.

# A folder that the tests read: the one that an environment variable names, else `name` in a folder
# above this one. It must have `holds` in it; NULL if there is none.
folder_above <- function(name, holds, variable) {
  up <- function(folder, step) dirname(folder)
  above <- Reduce(up, 1:6, normalizePath("."), accumulate = TRUE)
  candidates <- c(Sys.getenv(variable), file.path(above, name))
  found <- candidates[nzchar(candidates) & file.exists(file.path(candidates, holds))]
  if (length(found) > 0L) normalizePath(found[[1L]])
}

# The path of a golden file. The folder is tests/golden of the repository, by a link that R CMD
# build follows; where it is not, as in a copy of r/ alone, the test is skipped.
golden_path <- function(...) {
  path <- testthat::test_path("golden", ...)
  testthat::skip_if_not(file.exists(path), paste("the golden file", file.path(...), "is absent"))
  path
}

# A golden JSON file as nested lists.
golden_json <- function(...) {
  testthat::skip_if_not_installed("jsonlite")
  jsonlite::read_json(golden_path(...), simplifyVector = FALSE)
}

# The R condition class that mirrors a Python error class.
golden_class <- function(python) {
  c(
    PybenchError = "pybench_error", ArgumentError = "pybench_error_argument",
    EnvironmentProblem = "pybench_error_environment",
    RPackageMissing = "pybench_error_r_package_missing", InputError = "pybench_error_input",
    ResultsTableError = "pybench_error_results_table",
    ConversionError = "pybench_error_conversion"
  )[[python]]
}

# The pybench error that an expression raises; any other outcome fails the test.
pybench_error_of <- function(expression) {
  tryCatch(
    {
      expression
      testthat::fail("no error was raised")
      list()
    },
    pybench_error = function(error) error
  )
}

# Evaluates an expression in another locale, or skips where the system has it not.
in_locale <- function(locale, expression) {
  old <- Sys.getlocale("LC_CTYPE")
  collate <- Sys.getlocale("LC_COLLATE")
  on.exit({
    Sys.setlocale("LC_CTYPE", old)
    Sys.setlocale("LC_COLLATE", collate)
  })
  set <- suppressWarnings(Sys.setlocale("LC_CTYPE", locale))
  testthat::skip_if(identical(set, ""), paste("the locale", locale, "is not installed"))
  Sys.setlocale("LC_COLLATE", locale)
  expression
}

# Files written for one test, byte for byte.
file_of <- function(bytes, ending = ".csv") {
  path <- tempfile(fileext = ending)
  writeBin(if (is.raw(bytes)) bytes else charToRaw(bytes), path)
  path
}

# A results table of golden/sentences/tables.json.
sentences_table <- function(table) {
  number <- function(one) if (is.null(one)) NA_real_ else as.numeric(one)
  scores <- do.call(rbind, lapply(table$scores, vapply, number, 0))
  dimnames(scores) <- list(unlist(table$datasets), unlist(table$classifiers))
  missing <- if (is.null(table$missing)) "error" else table$missing
  pb_read_results(scores, higher_is_better = table$higher_is_better, missing = missing)
}
