# Miller's test against PMCMRplus and the closed form for three classifiers.
test_that("PMCMRplus", {
  # Missing values: PMCMRplus fails, pybench leaves the dataset out.
  for (case in setdiff(comparable_cases(), "na_k4_N20")) {
    csv <- oracle_csv(case, "nemenyi.csv")
    result <- pb_miller(oracle_table(case), reference = "limit")
    cells <- cbind(csv$i, csv$j)
    # The same squares of differences of mean ranks, which lose digits where rank sums do not.
    expect_relative(result$statistics[cells], csv$PMCMRplus_miller_chisq, 1e-11, case)
    expect_relative(result$pvalues[cells], csv$PMCMRplus_miller_p, 1e-11, case)
  }
})

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
