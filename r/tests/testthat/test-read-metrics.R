wide <- data.frame(
  dataset = c("u", "u", "v", "v"), method = c("x", "y"), accuracy = c(0.9, 0.8, 0.7, 0.6),
  seconds = c(5, 2, 4, 1)
)
directions <- c(seconds = FALSE, accuracy = TRUE)

expect_both <- function(tables) {
  expect_identical(names(tables), c("seconds", "accuracy"))
  for (name in names(directions)) {
    expect_identical(tables[[name]]$metric, name)
    expect_identical(tables[[name]]$higher_is_better, directions[[name]])
    expect_identical(as.vector(t(tables[[name]]$scores)), wide[[name]])
  }
}

test_that("columns or rows name the metrics, in memory and in files", {
  long <- data.frame(
    wide[c("dataset", "method")], metric = rep(c("accuracy", "seconds"), each = 4),
    score = c(wide$accuracy, wide$seconds)
  )
  for (frame in list(wide, long)) {
    expect_both(pb_read_metrics(frame, directions))
    expect_both(pb_read_metrics(frame, as.list(directions)))
    path <- tempfile(fileext = ".csv")
    write.csv(frame, path, row.names = FALSE)
    expect_both(pb_read_metrics(path, directions))
  }
})

test_that("a column called score is not taken for another metric", {
  names(wide)[[3L]] <- "score"
  tables <- pb_read_metrics(wide, c(score = TRUE, seconds = FALSE))
  expect_identical(as.vector(t(tables$seconds$scores)), wide$seconds)
})

test_that("a file of a tool has several metrics", {
  board <- data.frame(
    task = wide$dataset, framework = wide$method, id = "i", fold = 0, result = wide$accuracy,
    metric = "auc", seconds = wide$seconds
  )
  tables <- pb_read_metrics(board, c(auc = TRUE, seconds = FALSE), repeats = "mean")
  expect_identical(as.vector(t(tables$auc$scores)), wide$accuracy)
  expect_identical(as.vector(t(tables$seconds$scores)), wide$seconds)
})

test_that("what cannot be read is refused", {
  expect_error(
    pb_read_metrics(wide, TRUE),
    "`higher_is_better` must be the direction of each metric by its name",
    class = "pybench_error_argument"
  )
  expect_error(pb_read_metrics(wide), "by its name")
  expect_error(pb_read_metrics(wide, directions, metric = "a"), "`metric` cannot be given")
  expect_error(pb_read_metrics(wide, directions, score = "a"), "`score` cannot be given")
  expect_error(pb_read_metrics(wide, c(f1 = TRUE)), "expected a column `score` or `f1`")
})
