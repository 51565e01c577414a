# Keys of rows: equal for equal values, and for nothing else.

test_that("rows are equal by value", {
  x <- data.frame(a = c(0, -0, NA, 1), b = factor(c("p", "p", NA, "NA")))
  keys <- row_keys(x)
  expect_identical(keys[[1L]], keys[[2L]])
  expect_length(unique(keys), 3L)
  expect_identical(row_keys(data.frame(z = 1)), row_keys(data.frame(other = 1)))
  expect_false(row_keys(data.frame(a = "1 t1:2")) == row_keys(data.frame(a = "1", b = "2")))
  expect_false(row_keys(data.frame(a = "1")) == row_keys(data.frame(a = 1)))
})
