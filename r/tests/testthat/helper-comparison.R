# Tables and expectations for the tests of comparison-*.R and plot-critical_difference.R.

# A results table from a matrix; names are made up where it has none.
table_of <- function(scores, higher_is_better = TRUE) {
  if (is.null(rownames(scores))) rownames(scores) <- paste0("d", seq_len(nrow(scores)))
  if (is.null(colnames(scores))) colnames(scores) <- paste0("c", seq_len(ncol(scores)))
  pb_read_results(scores, higher_is_better = higher_is_better)
}

# Scores on a grid of `levels` values, so that few levels make many ties.
random_scores <- function(n, k, levels = 20) {
  matrix(sample.int(levels, n * k, replace = TRUE), n, k) / levels
}

# A path in the folder of shared data, which lies beside the repository.
shared_file <- function(...) {
  folder <- folder_above("shared", file.path("oracle", "stats"), "PYBENCH_SHARED")
  testthat::skip_if(is.null(folder), "the shared data are absent (set PYBENCH_SHARED)")
  file.path(folder, ...)
}

expect_relative <- function(found, expected, tolerance, label) {
  # Zero is relatively near to nothing but zero: p-values below the smallest double.
  error <- max(ifelse(found == expected, 0, abs(found / expected - 1)), 0)
  testthat::expect_true(
    error <= tolerance, label = sprintf("%s: relative error %.2g <= %g", label, error, tolerance)
  )
}

expect_absolute <- function(found, expected, tolerance, label) {
  error <- max(abs(found - expected), 0)
  testthat::expect_true(
    error <= tolerance, label = sprintf("%s: absolute error %.2g <= %g", label, error, tolerance)
  )
}
