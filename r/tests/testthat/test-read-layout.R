roles <- list(dataset = "dataset", classifier = "classifier", score = NULL, resample = "resample")

frame_records <- function(..., layout = "auto", metric = NULL) {
  grid_records(frame_grid(data.frame(...), roles), layout, roles, metric)
}

test_that("a table is long if it has both name columns, unless told otherwise", {
  long <- frame_records(dataset = c("d", "d"), classifier = c("a", "b"), score = 1:2)
  expect_identical(long$classifier, c("a", "b"))
  expect_identical(long$score_columns, "score")
  wide <- frame_records(dataset = "d", classifier = 1, score = 2, layout = "wide")
  expect_null(wide$classifier)
  expect_identical(wide$classifiers, c("classifier", "score"))
  expect_error(
    frame_records(dataset = "d", a = 1, layout = "long"), "expected a column `classifier`"
  )
})

test_that("a column called resample labels the rows", {
  wide <- frame_records(resample = c(2, 1), dataset = c("d", "d"), a = 1:2)
  expect_identical(wide$label, c("2", "1"))
  expect_identical(wide$classifiers, "a")
  long <- frame_records(dataset = "d", classifier = "a", score = 1, resample = "x", seconds = 9)
  expect_identical(long$label, "x")
  expect_identical(long$values, matrix(1))
})

test_that("the scores are in `score`, else in the column named like the metric", {
  found <- function(...) frame_records(dataset = "d", classifier = "a", ...)$score_columns
  expect_identical(found(auc = 1, score = 2, metric = "auc"), "score")
  expect_identical(found(auc = 1, f1 = 2, metric = "auc"), "auc")
  expect_error(found(auc = 1, metric = "f1"), "expected a column `score` or `f1`, found `dataset`")
})
