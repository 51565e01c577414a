roles <- default_roles

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

test_that("the usual other names of columns are understood", {
  for (dataset in c("dataset", "task")) {
    for (method in c("classifier", "method", "model", "estimator", "framework")) {
      frame <- stats::setNames(data.frame("d", c("A", "B"), 1:2), c(dataset, method, "score"))
      t <- pb_read_results(frame, TRUE)
      expect_identical(t$classifiers, c("A", "B"))
      expect_identical(t$datasets, "d")
    }
  }
})

test_that("a method called model stays a method, and two other names are not chosen between", {
  frame <- data.frame(dataset = c("d", "e"), model = c(0.1, 0.3), score = c(0.2, 0.4))
  path <- tempfile(fileext = ".csv")
  utils::write.csv(frame, path, row.names = FALSE)
  for (source in list(frame, path)) {
    expect_identical(pb_read_results(source, TRUE)$classifiers, c("model", "score"))
  }
  frame <- data.frame(dataset = "d", model = "A", framework = "F", score = 1)
  expect_error(pb_read_results(frame, TRUE), class = "pybench_error_results_table")
})

test_that("several columns make a resample", {
  frame <- expand.grid(method = c("A", "B"), repeats = c(1, 0), fold = c(10, 9))
  frame$score <- 100 * frame$repeats + frame$fold
  frame <- data.frame(dataset = "d", frame)
  columns <- c("repeats", "fold")
  t <- pb_read_results(frame, TRUE, resample = columns, repeats = "keep")
  expect_identical(t$by_repeat[1L, 1L, ], c(9, 10, 109, 110))
  twice <- rbind(frame, frame[8L, ])
  error <- pybench_error_of(pb_read_results(twice, TRUE, resample = columns, repeats = "keep"))
  expect_match(error$found, "resample `0, 9` on rows 8, 9", fixed = TRUE)
  for (bad in list(c("fold", "fold"), c("fold", NA), list("fold", 3), character())) {
    expect_error(pb_read_results(frame, TRUE, resample = bad), class = "pybench_error_argument")
  }
  error <- pybench_error_of(pb_read_results(frame, TRUE, resample = c("repeats", "absent")))
  expect_identical(error$expected, "a column `absent`")
})

test_that("the hint about a long table names the argument and the column", {
  unusual <- data.frame(task = c("d", "d"), algo = c("A", "B"), accuracy = c(1, 2))
  hint_of <- function(frame, ...) {
    path <- tempfile(fileext = ".csv")
    utils::write.csv(frame, path, row.names = FALSE, quote = FALSE)
    hints <- lapply(list(frame, path), function(source) {
      pybench_error_of(pb_read_results(source, TRUE, ...))$hint
    })
    expect_identical(hints[[1L]], hints[[2L]])
    hints[[1L]]
  }
  expect_identical(
    hint_of(unusual),
    "Leave the column out, or if it names the methods, say so: classifier=\"algo\"."
  )
  expect_identical(
    hint_of(unusual, classifier = "algo"),
    "Say which column holds the scores: score=\"accuracy\"."
  )
  t <- pb_read_results(unusual, TRUE, classifier = "algo", score = "accuracy")
  expect_identical(t$classifiers, c("A", "B"))
  nearly <- stats::setNames(unusual, c("Dataset", "algo", "accuracy"))
  expect_match(hint_of(nearly, classifier = "algo"), "dataset=\"Dataset\".", fixed = TRUE)
  # Several candidates, or a wide table: nothing is guessed.
  several <- cbind(unusual, seconds = 1:2)
  expect_match(hint_of(several, classifier = "algo"), "score=\"NAME\"", fixed = TRUE)
  wide <- pybench_error_of(pb_read_results(unusual, TRUE, layout = "wide"))
  expect_identical(wide$hint, "Convert the column to double first.")
})

test_that("row numbers of a data frame are no names of datasets, and the hint says so", {
  scores <- data.frame(A = c(1, 2), B = c(3, 4), row.names = c(3L, 17L))
  expect_match(
    conditionMessage(pybench_error_of(pb_compare(scores, higher_is_better = TRUE))),
    "dataset = \"NAME\". Row names that are whole numbers are only positions.", fixed = TRUE
  )
  rownames(scores) <- c("d", "e")
  expect_identical(pb_compare(scores, higher_is_better = TRUE)$table$datasets, c("d", "e"))
})
