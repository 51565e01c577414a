# Which p-values missing scores can lead to: the bounds against every fill of a grid.

# Twice the p-values in favour of the first, from all signs of the ranks.
fills_by_definition <- function(gaps, sign_test) {
  gaps <- gaps[gaps != 0]
  ranks <- if (sign_test) rep(1, length(gaps)) else rank(abs(gaps))
  signs <- as.matrix(expand.grid(rep(list(0:1), length(gaps))))
  min(1, 2 * mean(signs %*% ranks >= sum(ranks[gaps > 0])))
}

fills_reachable <- function(known, low, high, sign_test = FALSE) {
  grid <- seq(-5, 5, 0.5)
  each <- Map(function(a, b) grid[grid >= a & grid <= b], low, high)
  fills <- unique(t(apply(as.matrix(expand.grid(each)), 1L, sort)))
  gaps <- cbind(matrix(known, nrow(fills), length(known), byrow = TRUE), fills)
  rbind(
    range(apply(gaps, 1L, fills_by_definition, sign_test)),
    range(apply(-gaps, 1L, fills_by_definition, sign_test))
  )
}

fills_cases <- list(
  list(known = c(1, 2, -3, 4), low = c(-5, -5), high = c(5, 5)),
  list(known = c(1, 1, -2, -2, 3), low = c(-5, -5), high = c(5, 5)),
  list(known = c(1, 2, 3, 4, -5), low = c(-2, -5), high = c(0, 1)),
  list(known = c(0, -1, 3, 3, 3), low = c(-4, -1), high = c(1, 4)),
  list(known = c(2, 2, 2, 2), low = c(0, -3), high = c(4, 2))
)

test_that("every bound is attained if all orders are tried, and else no fill is outside", {
  for (case in fills_cases) {
    low <- c(rep(0, length(case$known)), case$low) + c(case$known, 0, 0)
    high <- c(rep(0, length(case$known)), case$high) + c(case$known, 0, 0)
    truth <- fills_reachable(case$known, case$low, case$high)
    tried <- signed_rank_span(low, high, 1e6)
    expect_true(tried$exact)
    expect_equal(tried$span, truth, ignore_attr = TRUE)
    bounds <- signed_rank_span(low, high, 0)
    expect_false(bounds$exact)
    expect_true(all(bounds$span[, 1L] <= truth[, 1L] + 1e-12))
    expect_true(all(bounds$span[, 2L] >= truth[, 2L] - 1e-12))
    expect_equal(
      sign_span(low, high)$span, fills_reachable(case$known, case$low, case$high, TRUE),
      ignore_attr = TRUE
    )
  }
})

test_that("a score that ties can have a smaller p-value than any extreme score", {
  gaps <- c(-1, 2, -3, 4, 5, 6, 7)
  span <- signed_rank_span(c(gaps, -Inf), c(gaps, Inf), 1e6)$span
  expect_equal(span[1L, 1L], 12 / 256)
  t <- function(fill) {
    scores <- cbind(a = c(gaps, fill), b = 0)
    rownames(scores) <- letters[1:8]
    pb_read_results(scores, higher_is_better = TRUE, missing = "keep")
  }
  expect_equal(pb_wilcoxon(t(100))$pvalues[1L, 2L], 14 / 256)
  expect_equal(pb_wilcoxon(t(4))$pvalues[1L, 2L], 12 / 256)
  found <- pb_missing_policies(t(NA), "pairwise")
  expect_identical(found$bounds, matrix(0:1, 1L))
  expect_true(found$settled)
})

test_that("bounds of hundreds of differences hold, by the normal distribution too", {
  set.seed(7)
  for (n in c(60L, 197L, 250L)) {
    known <- round(stats::rnorm(n, 0.1), 1)
    span <- signed_rank_span(c(known, rep(-2, 6L)), c(known, rep(3, 6L)), 0)$span
    p <- vapply(1:60, function(i) {
      fill <- sample(c(-2, 0, 0.1, 0.5, 1, 3), 6L, TRUE)
      rules <- list(
        zero_method = "wilcox", method = "auto", alternative = "greater", correction = FALSE,
        convention = "standard"
      )
      test_ranks(ranks_by(rules, cbind(c(known, fill))), rules)$there
    }, 0)
    expect_true(all(pmin(1, 2 * p) >= span[1L, 1L] & pmin(1, 2 * p) <= span[1L, 2L]))
  }
})
