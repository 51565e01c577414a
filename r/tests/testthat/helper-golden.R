# The golden files, which the tests of both languages read.

# The folder tests/golden: named by PYBENCH_GOLDEN, else installed with the package, else up the
# tree from here. NULL if there is none.
golden_folder <- function() {
  here <- getwd()
  above <- vapply(0:6, function(up) do.call(file.path, c(here, as.list(rep("..", up)))), "")
  candidates <- c(
    Sys.getenv("PYBENCH_GOLDEN"),
    system.file("golden", package = "pybench"),
    file.path(above, "tests", "golden")
  )
  found <- candidates[nzchar(candidates) & dir.exists(candidates)]
  found <- found[file.exists(file.path(found, "read"))]
  if (length(found) > 0L) normalizePath(found[[1L]])
}

# The path of a golden file; without it the test is skipped.
golden_path <- function(...) {
  folder <- golden_folder()
  path <- if (!is.null(folder)) file.path(folder, ...)
  testthat::skip_if(
    is.null(path) || !file.exists(path),
    paste("the golden file", file.path(...), "is absent (set PYBENCH_GOLDEN)")
  )
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
