toy_result <- function() {
  new_result("pb_toy", list(statistic = 1.5, notes = NULL, names = c("a", "b")))
}

test_that("a result is a list of its fields with two classes", {
  expect_identical(class(toy_result()), c("pb_toy", "pb_result"))
  expect_identical(
    as.list(toy_result()), list(statistic = 1.5, notes = NULL, names = c("a", "b"))
  )
})

test_that("print shows what format gives, and returns the result", {
  expect_identical(format(toy_result())[[1L]], "statistic  1.5")
  expect_output(expect_identical(print(toy_result()), toy_result()), "statistic  1.5")
  expect_identical(summary(toy_result()), toy_result())
})

test_that("a result that is no table says so", {
  error <- pybench_error_of(as.data.frame(toy_result()))
  expect_s3_class(error, "pybench_error_argument")
  expect_identical(conditionMessage(error), "a pb_toy has no single table")
})

test_that("a result that has no figure says so", {
  error <- pybench_error_of(plot(toy_result()))
  expect_s3_class(error, "pybench_error_argument")
  expect_match(conditionMessage(error), "a pb_toy has no figure. methods(plot)", fixed = TRUE)
})

test_that("p-values have four digits, or a bound below 1e-12", {
  expect_identical(format_p(0.0167215803284414), "= 0.01672")
  expect_identical(format_p(1), "= 1")
  expect_identical(format_p(1e-12), "= 1e-12")
  expect_identical(format_p(c(9.9e-13, 0)), c("< 1e-12", "< 1e-12"))
})

test_that("every kind of result has its text and its table", {
  kinds_of <- function(generic) {
    names <- ls(getNamespace("pybench"), pattern = paste0("^", generic, "\\.pb_"))
    sub(paste0("^", generic, "\\."), "", names)
  }
  # A published landscape has the table of a landscape.
  expect_setequal(setdiff(kinds_of("format"), "pb_published_landscape"), kinds_of("as.data.frame"))
})

test_that("two indices select from the table of a result", {
  t <- table_of(random_scores(8, 3))
  pairs <- pb_wilcoxon(t)
  expect_identical(pairs[1, ], as.data.frame(pairs)[1, ])
  expect_identical(pairs[, "pvalue"], as.data.frame(pairs)$pvalue)
  expect_identical(pairs[pairs[, "pvalue"] <= 1, 1:2], as.data.frame(pairs)[1:2])
  expect_identical(pairs[, 1, drop = FALSE], as.data.frame(pairs)[1])
  expect_identical(names(pairs[c("test", "alpha")]), c("test", "alpha"))
  expect_error(toy_result()[1, ], "has no single table", class = "pybench_error_argument")
})
