test_that("names are kept as they are", {
  expect_identical(distinct_names("method", c("a", " a", "NA")), c("a", " a", "NA"))
  expect_identical(check_metrics(c(x = "auc", y = "auc"), c("x", "y")), c("auc", "auc"))
})

test_that("others are refused", {
  expect_error(distinct_names("method", character()), "expected at least one method, found none")
  expect_error(distinct_names("method", c("a", "a")), "every method once, found `a` 2 times")
  expect_error(distinct_names("method", 1), "expected names of methods as text, found double")
  expect_error(distinct_names("method", c("\u00e9", "e\u0301")), "names that differ visibly")
  expect_error(check_metrics(c("auc", NA), c("x", "y")), "names of metrics as text, found NA")
  expect_error(check_metrics("auc", c("x", "y")), "expected 2 metrics, found 1 metric")
})
