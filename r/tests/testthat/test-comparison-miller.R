# Miller's test: the closed form for three classifiers; PMCMRplus: test-comparison-cases.R.

test_that("two degrees of freedom are an exponential", {
  result <- pb_miller(table_of(matrix(3:1, 8, 3, byrow = TRUE)))
  expect_equal(unname(result$statistics["c1", ]), c(0, 4, 16), tolerance = 1e-14)
  expect_equal(unname(result$pvalues["c1", ]), c(1, exp(-2), exp(-8)), tolerance = 1e-13)
  expect_identical(result$pvalues, result$pvalues_raw)
  expect_identical(c(result$adjust, result$test), c("none", "miller"))
  expect_identical(result$df, 2)
})

test_that("nothing varies", {
  expect_true(all(pb_miller(table_of(matrix(1, 4, 3)))$pvalues == 1))
})
