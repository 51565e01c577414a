# Splits: the stored rows, checked; folds from them.

splits_text <- function(...) {
  splits_of(charToRaw(paste0(c("type,rowid,repeat,fold", ...), "\n", collapse = "")), "s.csv")
}

test_that("the stored splits are the rows of the file", {
  splits <- pb_suite_splits(cars_suite(), "cars")
  expect_named(splits, c("type", "rowid", "repeat", "fold"))
  file <- utils::read.csv(
    system.file("extdata", "suite", "splits", "cars.csv", package = "pybench"),
    check.names = FALSE
  )
  expect_identical(splits, file)
})

test_that("every row of a cross-validation is tested once per repeat", {
  folds <- splits_folds(pb_suite_splits(cars_suite(), "cars"))
  expect_length(folds, 8L)
  expect_identical(
    vapply(folds, function(fold) fold[["repeat"]] * 10 + fold$fold, 0), c(0:3, 10:13) + 0
  )
  for (r in 0:1) {
    mine <- Filter(function(fold) fold[["repeat"]] == r, folds)
    expect_identical(sort(unlist(lapply(mine, `[[`, "test"))), 1:32)
  }
  for (fold in folds) expect_setequal(c(fold$train, fold$test), 1:32)
})

test_that("ten folds stand in the order of their numbers", {
  rows <- unlist(lapply(0:11, function(k) sprintf(c("TRAIN,0,0,%d", "TEST,1,0,%d"), k)))
  folds <- splits_folds(splits_text(rows))
  expect_identical(vapply(folds, `[[`, 0L, "fold"), 0:11)
})

test_that("a damaged file is refused with its line", {
  refused <- function(...) conditionMessage(pybench_error_of(splits_text(...)))
  expect_match(refused("TRAIN,0,0,0", "SKIP,1,0,0"), "s.csv:3: expected TRAIN or TEST")
  expect_match(refused("TRAIN,0.5,0,0"), "s.csv:2:")
  expect_match(refused("TRAIN,-1,0,0"), "s.csv:2:")
  expect_match(refused("TRAIN,01,0,0"), "s.csv:2:")
  expect_match(refused("TRAIN,1,0"), "s.csv:2:")
  expect_match(refused("TRAIN,1,0,0", "TEST,1,0,0"), "every row once in a fold")
  expect_match(refused(), "and rows")
})

test_that("the suite has to have the task", {
  expect_match(
    conditionMessage(pybench_error_of(pb_suite_splits(cars_suite(), "planes"))), "no task `planes`"
  )
})

test_that("other folds than the suite states are refused", {
  suite <- cars_suite()
  suite$tasks[[1L]]$procedure$folds <- 1e12
  error <- pybench_error_of(pb_suite_splits(suite, suite$tasks[[1L]]$name))
  expect_s3_class(error, "pybench_error_suite")
  expect_match(conditionMessage(error), "x 1000000000000 folds of the task `cars`, found")
})

test_that("folds hold every row once, each class spread evenly", {
  labels <- rep(c("b", "a", "c"), c(9, 5, 7))
  folds <- cross_validation(labels, 4, 2, 0, "x")
  expect_length(folds, 8L)
  for (again in 0:1) {
    mine <- Filter(function(fold) fold[["repeat"]] == again, folds)
    expect_identical(sort(unlist(lapply(mine, function(fold) fold$test))), seq_along(labels))
    for (fold in mine) {
      expect_identical(sort(c(fold$train, fold$test)), seq_along(labels))
      expect_lte(max(abs(table(labels)[names(table(labels))] / 4 - tabulate(
        match(labels[fold$test], sort(unique(labels))), 3L
      ))), 1)
    }
  }
  held <- holdout(labels, 0.33, 3, 0, "x")
  expect_length(held, 3L)
  for (fold in held) {
    expect_identical(as.vector(table(labels[fold$test])), c(2L, 3L, 2L))
    expect_identical(sort(c(fold$train, fold$test)), seq_along(labels))
  }
  expect_false(identical(held[[1L]]$test, held[[2L]]$test))
})

test_that("splits that do not fit their data are refused", {
  text <- pybench:::splits_text(cross_validation(rep(c("a", "b"), 4), 2, 1, 0, "x"))
  splits <- splits_of(charToRaw(text), "s.csv")
  expect_null(check_splits(splits, 8L, "crossvalidation", "s.csv"))
  expect_s3_class(
    pybench_error_of(check_splits(splits, 7L, "crossvalidation", "s.csv")), "pybench_error_suite"
  )
  fewer <- splits[splits$rowid != 3L, ]
  expect_match(
    conditionMessage(pybench_error_of(check_splits(fewer, 8L, "crossvalidation", "s.csv"))),
    "every row in one test part"
  )
  expect_null(check_splits(fewer, 8L, "holdout", "s.csv"))
  empty <- splits[!(splits$type == "TEST" & splits$fold == 1L), ]
  expect_match(
    conditionMessage(pybench_error_of(check_splits(empty, 8L, "holdout", "s.csv"))),
    "none in repeat 0, fold 1"
  )
})
