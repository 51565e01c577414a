# The package testthat is suggested only: without it, nothing is tested.
if (requireNamespace("testthat", quietly = TRUE)) {
  library(testthat)
  library(pybench)
  results <- as.data.frame(test_check("pybench", stop_on_warning = TRUE))
  # testthat counts what was expected, pytest tests: this line is for who reads both.
  cat(sprintf("%d tests passed, %d skipped\n", sum(!results$skipped), sum(results$skipped)))
}
