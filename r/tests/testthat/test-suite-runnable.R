# Candidates that cannot be tasks: a verdict says why, in Python's words.

problem_of <- function(text, ending = ".csv", procedure = "crossvalidation", ...) {
  file <- file_of(text, ending)
  one <- suite_candidates(c(d = file), check_about(list(d = list(...))), "class", NULL)[[1L]]
  asked <- list(procedure = procedure, folds = 3, share = 0.33, classes = "occurring")
  opened_candidate(one, asked)$problem$verdict
}

test_that("targets that cannot be split say why", {
  value <- function(...) problem_of(...)$value
  many <- paste(c("x,class", rep(c("1,a", "2,"), 9)), collapse = "\n")
  expect_identical(value(many), "none in rows 1, 3, 5, 7, 9, ... (from 0)")
  expect_identical(value("x,class\n1,a\n2,a\n"), "1 class")
  expect_identical(value("x,class\n1,a\n2,b\n"), "2 rows for 3 folds")
  expect_identical(value("x,class\n1,a\n2,b\n", procedure = "holdout"), "0 of 2 rows to test on")
  numbers <- paste(c("x,class", paste0("1,0.", 11:35)), collapse = "\n")
  expect_identical(value(numbers), "25 different numbers in 25 rows, 25 of t...")
  expect_null(problem_of(numbers, nominal = "class"))
  expect_identical(problem_of("x,y\n1,a\n")$threshold, "a column `class`")
  few <- "x,class\n1,a\n2,b\n1,a\n"
  expect_identical(problem_of(few, ignore = "x")$threshold, "columns besides the target")
  expect_identical(problem_of(few, ignore = "z")$threshold, "a column `z`")
})

test_that("files that cannot be read say where", {
  expect_match(problem_of("x,class\n1,a\n2\n")$value, "line 3")
  expect_identical(problem_of("x,class\n")$value, "a header alone")
  expect_match(problem_of("@data\n1\n", ".arff")$value, "line")
})
