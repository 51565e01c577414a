# Noncentrality limits against R's pt().

test_that("tails at the limits are the level, by pt()", {
  t <- c(-6.1, -1.2, 0, 0.3, 2.5, 7, 14)
  for (df in c(1, 2, 10, 111)) {
    for (confidence in c(0.5, 0.95)) {
      limits <- pybench:::noncentrality_limits(t, df, confidence)
      near <- abs(limits$low) < 37 & abs(limits$high) < 37 # as far as pt() goes
      tail <- (1 - confidence) / 2
      # pt() ends its series at an absolute error of 1e-12.
      lower <- stats::pt(t[near], df, limits$high[near])
      expect_equal(lower, rep(tail, sum(near)), tolerance = 1e-9)
      upper <- 1 - suppressWarnings(stats::pt(t[near], df, limits$low[near]))
      expect_equal(upper, rep(tail, sum(near)), tolerance = 1e-9)
    }
  }
})

test_that("t = 0 has normal limits, far t those of a chi, infinite t itself", {
  normal <- pybench:::noncentrality_limits(0, 7, 0.95)
  expect_equal(c(normal$low, normal$high), stats::qnorm(c(0.025, 0.975)), tolerance = 1e-12)
  for (df in c(1, 5, 111)) {
    far <- pybench:::noncentrality_limits(1e6, df, 0.95)
    scale <- sqrt(stats::qchisq(c(0.025, 0.975), df) / df)
    expect_equal(c(far$low, far$high) / 1e6, scale, tolerance = 1e-5)
  }
  endless <- pybench:::noncentrality_limits(c(Inf, -Inf), 3, 0.9)
  expect_identical(endless$low, c(Inf, -Inf))
  expect_identical(endless$high, c(Inf, -Inf))
})

test_that("both ways of integrating meet at their border", {
  for (df in c(1, 8, 50)) {
    t <- sqrt(2 * df) * c(1 - 1e-9, 1 + 1e-9)
    limits <- pybench:::noncentrality_limits(t, df, 0.95)
    expect_equal(limits$low[[1]], limits$low[[2]], tolerance = 1e-7)
    expect_equal(limits$high[[1]], limits$high[[2]], tolerance = 1e-7)
  }
})

test_that("turning t turns the limits", {
  t <- c(0.3, 4, 90)
  there <- pybench:::noncentrality_limits(t, 9, 0.9)
  back <- pybench:::noncentrality_limits(-t, 9, 0.9)
  expect_identical(back, list(low = -there$high, high = -there$low))
})

test_that("500 limits have their level within 1e-10, by pt() as far as it goes", {
  t <- exp(seq(log(1e-3), log(25), length.out = 100))
  checked <- 0L
  for (df in c(2, 5, 11, 111, 1000)) {
    limits <- pybench:::noncentrality_limits(t, df, 0.95)
    near <- limits$high < 37
    expect_lt(max(abs(stats::pt(t[near], df, limits$high[near]) - 0.025)), 1e-10)
    expect_lt(max(abs(stats::pt(t, df, limits$low) - 0.975)), 1e-10)
    checked <- checked + sum(near) + length(t)
  }
  expect_gt(checked, 900L)
})

test_that("far levels have all digits", {
  # By mpmath with 30 digits, the integral over the denominator of T.
  at <- function(t, df) unlist(pybench:::noncentrality_limits(t, df, 0.999))
  expect_equal(at(3.5, 7)[["high"]], 8.02807457244321, tolerance = 1e-12)
  expect_equal(at(2.8, 4)[["high"]], 7.457730283395366, tolerance = 1e-12)
  expect_equal(at(65, 1)[["low"]], -1.3518490682499409, tolerance = 1e-12)
  expect_equal(at(9.1, 2)[["low"]], -1.256148454464157, tolerance = 1e-12)
})
