test_that("every calculator has one of eight groups", {
  groups <- pybench:::tsfresh_groups()
  expect_identical(anyDuplicated(names(groups)), 0L)
  expect_length(unique(groups), 8L)
  expect_identical(groups[["cid_ce"]], "fractal")
})

test_that("a calculator is the part after the channel", {
  names <- c("value__quantile__q_0.1", "DN_Mean", "x__length", "")
  expect_identical(
    pybench:::feature_calculators(names), c("quantile", "DN_Mean", "length", "")
  )
})
