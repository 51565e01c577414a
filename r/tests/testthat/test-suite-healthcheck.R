# The check of a suite: duplicates, leakage and contradictions, counted.

checked <- function(..., folds = 2) {
  files <- vapply(list(...), function(rows) {
    file_of(paste(c("x,class", rows, ""), collapse = "\n"))
  }, "")
  pb_suite_create("s", files, "class", folds = folds)
}

test_that("equal rows are found within a dataset and between datasets", {
  rows <- c("1,a", "2,b", "3,a", "4,b", "5,a", "6,b")
  suite <- checked(
    one = rows, same = rev(rows), part = c("1,a", "7,b", "8,a", "9,b"),
    torn = c("10,a", "10,b", "11,a", "12,b")
  )
  found <- pb_suite_check(suite)
  expect_s3_class(found, "pb_suite_check")
  table <- as.data.frame(found)
  row <- function(kind, dataset) table[table$kind == kind & table$dataset == dataset, ]
  expect_identical(row("duplicate dataset", "one")$other, "same")
  expect_identical(row("shared rows", "one")$note, "1 of 6 rows of the first")
  expect_identical(row("contradiction", "torn")$value, 0.5)
  text <- paste(format(found), collapse = "\n")
  expect_match(text, "one and same: 1 (rows and classes)", fixed = TRUE)
})

test_that("test rows among training rows are leakage", {
  suite <- checked(d = rep(c("1,a", "2,b"), 5))
  table <- as.data.frame(pb_suite_check(suite))
  expect_identical(table$kind, "leakage")
  expect_identical(table$note, "10 of 10 test rows, all folds")
})

test_that("results tell what all solve; other results are refused", {
  suite <- cars_suite()
  results <- pb_read_results(
    data.frame(dataset = c("cars", "x"), A = c(1, 1), B = c(0.995, 1)), higher_is_better = TRUE
  )
  found <- as.data.frame(pb_suite_check(suite, results))
  expect_identical(found[, 1:4], data.frame(
    kind = "solved by all", dataset = "cars", other = "", value = 0.995
  ))
  expect_identical(nrow(as.data.frame(pb_suite_check(suite, results, solved = 1))), 0L)
  losses <- pb_read_results(
    data.frame(dataset = c("cars", "x"), A = c(1, 3), B = c(1, 2)), higher_is_better = FALSE
  )
  expect_s3_class(pybench_error_of(pb_suite_check(suite, losses)), "pybench_error_argument")
  strange <- pb_read_results(
    data.frame(dataset = c("y", "x"), A = c(1, 1), B = c(1, 1)), higher_is_better = TRUE
  )
  expect_s3_class(pybench_error_of(pb_suite_check(suite, strange)), "pybench_error_argument")
  expect_s3_class(pybench_error_of(pb_suite_check(suite, 1)), "pybench_error_argument")
})

test_that("tasks that R cannot read are named", {
  suite <- cars_suite()
  suite$tasks[[1L]]$kind <- "series"
  found <- pb_suite_check(suite)
  expect_identical(found$skipped, "cars")
  expect_match(paste(format(found), collapse = "\n"), "not checked.*cars")
})
