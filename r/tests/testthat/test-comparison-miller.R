# Miller's test, which has its correction in itself; PMCMRplus: test-comparison-cases.R.

test_that("nothing is left to adjust, and nothing varies", {
  result <- pb_miller(table_of(matrix(3:1, 12, 3, byrow = TRUE)))
  expect_identical(result$pvalues, result$pvalues_raw)
  expect_identical(c(result$adjust, result$test), c("none", "miller"))
  expect_identical(result$df, 2)
  expect_true(all(pb_miller(table_of(matrix(1, 4, 3)))$pvalues == 1))
})
