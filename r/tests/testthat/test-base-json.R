# Round trips with Python are in tests/bridge/test_json_results.py.

skip_if_not_installed("jsonlite")

json_file <- function(text) {
  file <- tempfile(fileext = ".json")
  writeLines(text, file, useBytes = TRUE)
  file
}

test_that("a result is the same after writing and reading", {
  set.seed(50)
  t <- table_of(random_scores(12, 4))
  results <- list(
    pb_friedman(t), pb_quade(t), pb_nemenyi(t), pb_wilcoxon(t), pb_wilcoxon(t, control = "c1"),
    pb_critical_difference(t), pb_rank_intervals(t, resamples = 20), pb_effects(t), t,
    pb_bayesian_signed_rank(t, samples = 100), pb_compare(t, stability = TRUE),
    pb_datasets_needed(t, sizes = c(5, 9), repeats = 5),
    pb_datasets_needed(t, sizes = 5, repeats = 5, pairs = list(c("c1", "c2")))
  )
  for (result in results) {
    again <- pb_load_result(json_file(pb_to_json(result)))
    expect_identical(class(again), class(result))
    expect_equal(unclass(again), unclass(result), tolerance = 0)
    expect_identical(format(again), format(result))
    expect_identical(pb_to_json(again), pb_to_json(result))
  }
})

test_that("numbers keep every bit, and those that are not finite their sign", {
  expect_identical(json_scalars(c(0.1 + 0.2, 1e300, 2, -0.5, 1 / 3)), c(
    "0.30000000000000004", "1e+300", "2.0", "-0.5", "0.3333333333333333"
  ))
  # as.numeric("-5.468209803705673") is this number, too, but its neighbour is nearer.
  expect_identical(json_scalars(-0x1.5df72640a546cp+2), "-5.4682098037056726")
  expect_identical(json_scalars(c(NaN, Inf, -Inf)), c("\"NaN\"", "\"Inf\"", "\"-Inf\""))
  expect_identical(json_scalars(3, whole = TRUE), "3")
  expect_identical(restored_vector(list("NaN", 1, "-Inf")), c(NaN, 1, -Inf))
  expect_identical(restored_vector(list("NaN", "x")), c("NaN", "x"))
})

test_that("what is no such result is refused", {
  refuse <- function(text, message) {
    error <- pybench_error_of(pb_load_result(json_file(text)))
    expect_s3_class(error, "pybench_error_input")
    expect_match(error$message, message)
  }
  refuse("{", "JSON")
  refuse("[1, 2]", "one of the kinds")
  refuse("{\"schema\": \"pybench/study/1\"}", "found `pybench/study/1`")
  refuse("{\"schema\": \"pybench/comparison/2\", \"a\": {\"schema\": \"pybench/x/1\"}}", "x/1")
  expect_error(pb_load_result("no such file"), class = "pybench_error_input")
  expect_error(pb_load_result(1), class = "pybench_error_argument")
  expect_error(pb_to_json(3), "`x`", class = "pybench_error_argument")
  t <- table_of(random_scores(6, 3))
  expect_error(pb_to_json(pb_table(t)), "`x`", class = "pybench_error_argument")
  expect_error(
    pb_to_json(pb_friedman(t), file.path(tempdir(), "none", "x.json")),
    class = "pybench_error_environment"
  )
})
