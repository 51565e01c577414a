# The rank-biserial correlation and its score interval.

test_that("the coefficient is wilcox.test()'s statistic on another scale", {
  set.seed(3)
  d <- matrix(round(stats::rnorm(60, 0.3), 1), 12)
  found <- pybench:::rank_biserial(d)
  for (j in 1:5) {
    x <- d[d[, j] != 0, j] # R 4.6 ranks zeros too
    v <- suppressWarnings(stats::wilcox.test(x)$statistic[[1]])
    n <- length(x)
    expect_equal(found$estimate[[j]], 4 * v / (n * (n + 1)) - 1, tolerance = 1e-14)
    expect_equal(found$count[[j]], n)
  }
  expect_identical(pybench:::rank_biserial(matrix(0, 3, 1))$estimate, 0)
})

test_that("moments are the signed-rank test's at 0, and a simulation's elsewhere", {
  for (n in c(1, 2, 9, 112)) {
    moments <- pybench:::biserial_moments(0, n)
    expect_equal(moments[["mean"]], 0, tolerance = 1e-14)
    variance <- n * (n + 1) * (2 * n + 1) / 24
    expect_equal(moments[["sd"]], 4 * sqrt(variance) / (n * (n + 1)), tolerance = 1e-12)
  }
  set.seed(4)
  found <- pybench:::rank_biserial(matrix(stats::rnorm(8 * 20000, 0.7), 8))$estimate
  moments <- pybench:::biserial_moments(0.7, 8)
  expect_equal(mean(found), moments[["mean"]], tolerance = 4 * moments[["sd"]] / sqrt(20000))
  expect_equal(stats::sd(found), moments[["sd"]], tolerance = 0.02)
})

test_that("limits solve their equation, stay in [-1, 1] and hold the estimate", {
  z <- stats::qnorm(0.975)
  for (estimate in c(-0.4, 0.2, 0.9)) {
    interval <- pybench:::rank_biserial_interval(estimate, 15, 0.95)
    expect_true(-1 <= interval$low && interval$low < estimate)
    expect_true(estimate < interval$high && interval$high <= 1)
    # The shift of the population whose coefficient is the lower limit: 2 P(D1 + D2 > 0) - 1.
    shift <- stats::qnorm((1 + interval$low) / 2) / sqrt(2)
    moments <- pybench:::biserial_moments(shift, 15)
    room <- z * moments[["sd"]] + 1 / 120 # half of the step 2 / (15 * 16 / 2)
    expect_equal(moments[["mean"]] + room, estimate, tolerance = 1e-6)
  }
})

test_that("all of one sign, and no difference at all", {
  interval <- pybench:::rank_biserial_interval(c(1, -1, 0), c(10, 10, 0), 0.95)
  expect_identical(interval$high[[1]], 1)
  expect_true(interval$low[[1]] > 0 && interval$low[[1]] < 0.9)
  expect_equal(interval$high[[2]], -interval$low[[1]], tolerance = 1e-12)
  expect_identical(c(interval$low[[3]], interval$high[[3]]), c(-1, 1))
})
