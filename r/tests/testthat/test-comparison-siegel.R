# The z test of mean ranks: by hand, laws, refusals; R's packages: test-comparison-cases.R.
test_that("by hand: N = 8, k = 3, all agree, so z = 2 and 4", {
  t <- table_of(matrix(3:1, 8, 3, byrow = TRUE))
  result <- pb_siegel(t, "none")
  expect_equal(unname(result$statistics["c1", ]), c(0, 2, 4), tolerance = 1e-15)
  expect_equal(unname(result$pvalues["c1", -1]), 2 * pnorm(-c(2, 4)), tolerance = 1e-14)
  expect_identical(result$df, numeric())
  greater <- pb_siegel(t, "none", "greater")$pvalues
  expect_lt(greater[["c1", "c3"]], 1e-4)
  expect_equal(greater, t(pb_siegel(t, "none", "less")$pvalues), tolerance = 1e-15)
})

test_that("order, relabelling and direction change what they should, no more", {
  set.seed(8)
  for (i in 1:30) {
    scores <- random_scores(sample(2:15, 1), sample(2:8, 1))
    colnames(scores) <- sample(letters, ncol(scores))
    first <- pb_siegel(table_of(scores), "hommel")$pvalues
    moved <- sample.int(ncol(scores))
    other <- -exp(scores[sample.int(nrow(scores)), moved])
    found <- pb_siegel(table_of(other, FALSE), "hommel")$pvalues
    expect_identical(found, first[moved, moved])
  }
})

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
  refused("`control` must be a classifier", control = "nobody")
  refused("`alternative` must be one of", alternative = "larger")
  refused("`adjust` must be one of", adjust = "tukey")
  refused("`tie_tol`", tie_tol = -1)
  expect_error(pb_siegel(1), "`t` must be a results table", class = "pybench_error_argument")
})
