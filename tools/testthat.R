# Run the R tests on the installed package: a failure, an error or a warning fails the run.
# Usage: Rscript --vanilla tools/testthat.R REPORT [FILTER]
# REPORT receives three numbers: tests passed, failed, skipped. FILTER is a regular expression on
# the names of the test files.
library(testthat)

# Nothing is skipped here for CRAN's sake; R CMD check skips it.
Sys.setenv(NOT_CRAN = "true")

arguments <- commandArgs(trailingOnly = TRUE)
filter <- if (length(arguments) > 1L) arguments[[2L]]
results <- as.data.frame(test_dir(
  "r/tests/testthat",
  package = "pybench", load_package = "installed", filter = filter,
  reporter = if (interactive()) "progress" else "check",
  stop_on_failure = FALSE, stop_on_warning = FALSE
))

failed <- results$failed > 0L | results$error | results$warning > 0L
skipped <- results$skipped & !failed
counts <- c(sum(!failed & !skipped), sum(failed), sum(skipped))
cat(sprintf("%d R tests passed, %d failed, %d skipped\n", counts[1L], counts[2L], counts[3L]))
cat(counts, file = arguments[[1L]])
quit(status = as.integer(any(failed)))
