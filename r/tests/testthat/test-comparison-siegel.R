# The z test of mean ranks: edge cases, refusals; R's packages: test-comparison-cases.R.
test_that("degenerate tables, notes and the far tail", {
  constant <- expect_silent(pb_siegel(table_of(matrix(0.5, 4, 3)), reference = "limit"))
  expect_true(all(constant$pvalues == 1) && "degenerate" %in% constant$notes)
  near <- table_of(matrix(c(0.3, 0.1 + 0.2), 5, 2, byrow = TRUE))
  limit <- pb_siegel(near, reference = "limit")
  expect_true(all(c("near-ties", "two-classifiers") %in% limit$notes))
  expect_false("near-ties" %in% pb_siegel(near, tie_tol = "auto", reference = "limit")$notes)
  far <- pb_siegel(table_of(matrix(3:1, 200, 3, byrow = TRUE)), "none", reference = "limit")
  expect_identical(far$notes, c("floor", "no-control", "mean-ranks"))
  expect_equal(far$pvalues[["c1", "c3"]] / (2 * pnorm(-20)), 1, tolerance = 1e-12)
})

test_that("bad arguments are refused by name", {
  t <- table_of(random_scores(3, 3))
  refused <- function(text, ...) {
    expect_error(pb_siegel(t, ...), text, class = "pybench_error_argument")
  }
  refused("`control` must be a method", control = "nobody")
  refused("`alternative` must be one of", alternative = "larger")
  refused("`adjust` must be one of", adjust = "tukey")
  refused("`tie_tol`", tie_tol = -1)
  expect_error(pb_siegel(1), "`t` must be a results table", class = "pybench_error_argument")
})
