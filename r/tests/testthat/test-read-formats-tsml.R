# Files of tsml-eval: resamples of one estimator, means of several.

tsml_file <- function(folder, name, lines) {
  path <- file.path(folder, name)
  writeLines(lines, path)
  path
}
tsml_lines <- c("Resamples:,0,1", "ArrowHead,0.5,0.75", "Beef,0.25,0.5")

test_that("resamples have their estimator from the name of the file, means from the header", {
  folder <- temporary_folder()
  tsml_file(folder, "ROCKET_accuracy.csv", tsml_lines)
  tsml_file(folder, "HC2_accuracy.csv", sub("Resamples", "folds", sub("0.25", "0.125", tsml_lines)))
  t <- pb_read_results(folder, TRUE, repeats = "mean")
  expect_identical(t$metric, "accuracy")
  expect_identical(colnames(t$scores), c("HC2", "ROCKET"))
  expect_equal(unname(t$scores), matrix(c(0.625, 0.3125, 0.625, 0.375), 2))
  means <- sub("Resamples:,0,1", "Estimators:,a,b", tsml_lines)
  path <- tsml_file(folder, "x_balacc_mean.csv", means)
  several <- pb_read_results(path, TRUE)
  expect_identical(several$metric, "balacc")
  expect_identical(colnames(several$scores), c("a", "b"))
  expect_error(
    pb_read_results(folder, TRUE, repeats = "mean", metric = "auroc"), "the metric `auroc`",
    class = "pybench_error_results_table"
  )
})

test_that("mixed, derived and spoilt files are refused", {
  folder <- temporary_folder()
  refused <- function(lines, text, name = "ROCKET_accuracy.csv") {
    path <- tsml_file(folder, name, lines)
    expect_error(
      pb_read_results(path, TRUE, repeats = "mean", format = "tsml-eval"), text,
      class = "pybench_error_input"
    )
  }
  refused(sub("0.25", "abc", tsml_lines), "expected a number, found `abc` in line 3")
  refused(sub("0,1", "0,one", tsml_lines), "found no `Resamples:`")
  refused(tsml_lines[-1], "found no `Resamples:`")
  refused(sub("Beef", "ArrowHead", tsml_lines), "ArrowHead")
  means <- sub("Resamples:,0,1", "Estimators:,a,b", tsml_lines)
  refused(means, "found no `Resamples:`", "accuracy_ranks.csv")
  refused(means, "found no `Resamples:`", "accuracy_p_values.csv")
  tsml_file(folder, "ROCKET_accuracy.csv", tsml_lines)
  tsml_file(folder, "accuracy_mean.csv", means)
  expect_error(
    pb_read_results(folder, TRUE, repeats = "mean"), "files of resamples, or of means",
    class = "pybench_error_input"
  )
})
