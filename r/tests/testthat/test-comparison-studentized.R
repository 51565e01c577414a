reference <- function(part, field) {
  as.numeric(vapply(golden_json("studentized-range.json")[[part]], function(row) {
    as.character(format(row[[field]], digits = 17))
  }, ""))
}

test_that("the upper tail has twelve digits from 1 down to 1e-295", {
  k <- reference("upper_tails", "k")
  q <- reference("upper_tails", "q")
  expected <- reference("upper_tails", "upper_tail")
  found <- mapply(pybench:::range_upper_tail, q, k)
  # Measured 3e-15; the logarithm of 1e-295 alone may be off by 1e-13.
  expect_relative(found, expected, 1e-12, "upper tail")
  expect_lt(min(expected), 1e-290)
})

test_that("quantiles have twelve digits", {
  found <- mapply(
    pybench:::range_quantile, reference("quantiles", "alpha"), reference("quantiles", "k")
  )
  expect_relative(found, reference("quantiles", "q"), 1e-12, "quantile")
})

test_that("two normals: the tail and the quantile have closed forms", {
  q <- c(1e-9, 0.01, 0.5, 2, 10, 30, 52)
  expect_relative(
    pybench:::range_upper_tail(q, 2), 2 * stats::pnorm(-q / sqrt(2)), 1e-12, "k = 2"
  )
  expect_relative(
    pybench:::range_quantile(0.05, 2), sqrt(2) * stats::qnorm(0.975), 1e-14, "k = 2"
  )
})

test_that("tail and quantile are inverse to each other", {
  for (k in c(2, 3, 17, 100, 500)) {
    for (alpha in c(1e-290, 1e-100, 1e-12, 0.01, 0.5, 0.99, 1 - 1e-9)) {
      q <- pybench:::range_quantile(alpha, k)
      expect_relative(pybench:::range_upper_tail(q, k), alpha, 1e-12, paste(k, alpha))
    }
  }
})

test_that("a level too small for a double of full precision still has a finite quantile", {
  for (k in c(2, 60, 500)) {
    tiny <- expect_silent(pybench:::range_quantile(5e-324, k))
    expect_identical(tiny, pybench:::range_quantile(.Machine$double.xmin, k))
    expect_gt(tiny, pybench:::range_quantile(1e-290, k))
    expect_true(is.finite(tiny))
  }
})

test_that("the tail is 1 at zero, falls, and is vectorised", {
  q <- seq(0, 60, by = 0.25)
  for (k in c(2, 14, 500)) {
    tail <- expect_silent(pybench:::range_upper_tail(q, k))
    expect_identical(tail[[1]], 1)
    # Near 1 the fall is below the rounding of 1.
    expect_true(all(diff(tail) <= 1e-15))
    expect_true(all(tail >= 0 & tail <= 1))
    alone <- vapply(q[1:50], pybench:::range_upper_tail, 0, k = k)
    expect_equal(tail[1:50], alone, tolerance = 1e-14)
  }
  expect_identical(pybench:::range_upper_tail(numeric(), 3), numeric())
})

test_that("R's ptukey agrees where it is accurate", {
  q <- seq(0.5, 6, by = 0.5)
  for (k in c(2, 5, 14)) {
    expected <- stats::ptukey(q, k, Inf, lower.tail = FALSE)
    # Its own error: 4e-8 absolute at k = 14.
    expect_absolute(pybench:::range_upper_tail(q, k), expected, 1e-7, paste("k =", k))
  }
})

test_that("the quadrature nodes integrate polynomials exactly", {
  rule <- pybench:::gauss_legendre(16)
  for (degree in 0:31) {
    expected <- if (degree %% 2 == 0) 2 / (degree + 1) else 0
    expect_equal(sum(rule$weights * rule$nodes^degree), expected, tolerance = 1e-14)
  }
})
