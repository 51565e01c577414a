# Recorded frames of the documented shape: neither mlr3 nor tidymodels is needed.
scored <- function() {
  pairs <- expand.grid(iteration = 1:2, learner_id = c("classif.rpart", "classif.ranger"),
    task_id = c("iris", "sonar"), stringsAsFactors = FALSE
  )
  data.frame(
    nr = rep(1:4, each = 2L), pairs[c("task_id", "learner_id")], resampling_id = "cv",
    iteration = pairs$iteration, classif.ce = 1:8 / 10
  )
}

test_that("scores of mlr3 are read from frames and objects", {
  frame <- scored()
  frame$learner <- I(lapply(1:8, list)) # objects, as in the data.table
  result <- structure(list2env(list(score = function() frame)), class = c("BenchmarkResult", "R6"))
  for (source in list(frame, result)) {
    t <- pb_read_results(source, FALSE, repeats = "keep")
    expect_identical(t$source, "data frame (mlr3)")
    expect_identical(t$metric, "classif.ce")
    expect_identical(t$classifiers, c("classif.rpart", "classif.ranger"))
    expect_equal(t$by_repeat[, , 1L], rbind(c(0.1, 0.3), c(0.5, 0.7)), ignore_attr = TRUE)
  }
  aggregated <- stats::aggregate(cbind(ce = classif.ce) ~ task_id + learner_id, frame, mean)
  bench <- structure(list2env(list(data = aggregated)), class = c("BenchmarkAggr", "R6"))
  expect_equal(pb_read_results(bench, FALSE)$scores[, t$classifiers], t$scores)
  expect_error(pb_read_results(frame), "`higher_is_better` must be given", fixed = TRUE)
})

test_that("measures and resamplings of mlr3 are told apart", {
  frame <- scored()
  two <- transform(frame, classif.acc = 1 - classif.ce)
  error <- pybench_error_of(pb_read_results(two, FALSE))
  expect_identical(error$found, "`classif.ce`, `classif.acc`")
  t <- pb_read_results(two, TRUE, metric = "classif.acc", repeats = "mean")
  expect_identical(t$metric, "classif.acc")
  error <- pybench_error_of(pb_read_results(two, TRUE, metric = "classif.auc"))
  expect_identical(error$expected, "the metric `classif.auc`")
  both <- rbind(frame, transform(frame, resampling_id = "holdout"))
  t <- pb_read_results(both, FALSE, repeats = "mean")
  expect_identical(t$datasets[1:2], c("iris (cv)", "sonar (cv)"))
  error <- pybench_error_of(pb_read_results(frame[1:5], FALSE))
  expect_match(error$expected, "a column of a measure")
  expect_error(
    pb_read_results(rbind(frame, frame), FALSE, repeats = "mean"), "expected every resample once"
  )
})

collected <- function() {
  pairs <- expand.grid(
    id = c("Fold1", "Fold2"), .metric = c("accuracy", "roc_auc"), wflow_id = c("lasso", "forest"),
    dataset = c("iris", "wine"), stringsAsFactors = FALSE
  )
  data.frame(
    pairs[c("dataset", "wflow_id")], .config = "Preprocessor1_Model1", id = pairs$id,
    .metric = pairs$.metric, .estimator = "binary", .estimate = 1:16 / 20
  )
}

test_that("metrics of tidymodels are read from frames", {
  frame <- collected()
  t <- pb_read_results(frame, TRUE, metric = "roc_auc", repeats = "keep")
  expect_identical(t$source, "data frame (tidymodels)")
  expect_identical(c(t$metric, t$classifiers), c("roc_auc", "lasso", "forest"))
  expect_equal(t$by_repeat[, , 2L], rbind(c(4, 8), c(12, 16)) / 20, ignore_attr = TRUE)
  expect_identical(pybench_error_of(pb_read_results(frame, TRUE))$found, "`accuracy`, `roc_auc`")
  error <- pybench_error_of(pb_read_results(frame, TRUE, metric = "rmse"))
  expect_identical(error$expected, "the metric `rmse`")
  tuned <- rbind(frame, transform(frame, .config = "Preprocessor1_Model2"))
  t <- pb_read_results(tuned, TRUE, metric = "accuracy", repeats = "mean")
  expect_identical(t$classifiers[[1L]], "lasso (Preprocessor1_Model1)")
  repeated <- transform(frame, id2 = id, id = "Repeat1")
  t <- pb_read_results(repeated, TRUE, metric = "accuracy", repeats = "keep")
  expect_identical(t$n_repeats, 2L)
})

test_that("a frame that lacks its dataset or its workflow is refused with a hint", {
  frame <- collected()
  for (column in c("dataset", "wflow_id")) {
    error <- pybench_error_of(pb_read_results(frame[setdiff(names(frame), column)], TRUE))
    expect_match(error$expected, paste0("a column `", column, "`"), fixed = TRUE)
    expect_match(error$hint, "bind_rows", fixed = TRUE)
  }
})

test_that("files are never of these formats", {
  path <- tempfile(fileext = ".csv")
  utils::write.csv(scored(), path, row.names = FALSE)
  error <- pybench_error_of(pb_read_results(path, FALSE))
  expect_identical(error$expected, "a column `dataset`")
  error <- pybench_error_of(pb_read_results(path, FALSE, format = "mlr3"))
  expect_identical(error$expected, "a file of the format `mlr3`")
})

# Changes of one cell, of one column, and of the rows: a reader must refuse or survive each.
spoilt_frames <- function(frame) {
  cells <- lapply(names(frame), function(column) {
    lapply(list(NA, Inf, -Inf, "", "a\nb", "0,5", TRUE, list(1:2)), function(value) {
      changed <- frame
      if (is.list(value)) changed[[column]] <- as.list(changed[[column]])
      changed[[column]][[3L]] <- if (is.list(value)) value[[1L]] else value
      changed
    })
  })
  columns <- lapply(names(frame), function(column) {
    list(
      frame[setdiff(names(frame), column)],
      stats::setNames(frame, sub(column, "other", names(frame), fixed = TRUE)),
      cbind(frame, frame[column])
    )
  })
  rows <- list(frame[0L, ], rbind(frame, frame), frame[-3L, ], rbind(frame, frame[3L, ]))
  c(unlist(cells, recursive = FALSE), unlist(columns, recursive = FALSE), rows)
}

test_that("twenty hostile frames of each format are refused by errors of pybench", {
  cases <- list(
    mlr3 = list(frame = scored(), metric = NULL),
    tidymodels = list(frame = collected(), metric = "accuracy")
  )
  for (name in names(cases)) {
    refused <- 0L
    for (frame in spoilt_frames(cases[[name]]$frame)) {
      found <- tryCatch(
        pb_read_results(
          frame, FALSE, metric = cases[[name]]$metric, repeats = "keep", format = name
        ),
        pybench_error = function(error) NULL
      )
      if (is.null(found)) {
        refused <- refused + 1L
      } else {
        expect_true(all(is.finite(found$scores)))
      }
    }
    expect_gte(refused, 20L)
  }
})
