# Posterior probabilities: closed forms, draws.

test_that("answers are those of Dirichlet draws", {
  set.seed(1)
  items <- made_items(2, n = 30, k = 2)
  wins <- sum(items$scores[, 1L] > items$scores[, 2L])
  losses <- sum(items$scores[, 1L] < items$scores[, 2L])
  draws <- vapply(c(wins + 1, losses + 1, 30 - wins - losses + 2), function(shape) {
    stats::rgamma(1e5, shape)
  }, numeric(1e5))
  gap <- (draws[, 1L] - draws[, 2L]) / rowSums(draws)
  for (rope in c(0, 0.1)) {
    result <- pb_compare_items(items, rope = rope)
    expect_identical(result$posterior, "dirichlet")
    found <- c(result$better, result$equal, result$worse)
    expect_equal(sum(found), 1, tolerance = 1e-14)
    shares <- c(mean(gap > rope), mean(abs(gap) <= rope), mean(gap < -rope))
    expect_lt(max(abs(found - shares)), 0.01)
  }
})

test_that("means are Student's t; without a rope there is no posterior", {
  items <- made_items(3, n = 20, k = 2, answers = FALSE)
  result <- pb_compare_items(items, rope = 0.1)
  expect_identical(result$posterior, "student")
  above <- stats::pt((result$differences - 0.1) / result$standard_errors, 19)
  expect_equal(result$better, above, tolerance = 1e-12)
  expect_null(pb_compare_items(items)$better)
  expect_identical(pb_compare_items(made_items(1), rope = 1)$equal, c(1, 1, 1))
})
