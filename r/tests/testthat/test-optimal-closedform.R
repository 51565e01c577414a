# Exact scores: closed forms, chi-squares, simulation, what is refused.

exact_of <- function(setting, method, statistic, column = "value") {
  found <- pb_optimal_exact(setting)
  found[[column]][found$method == method & found$statistic == statistic]
}

test_that("constant drift has a closed form", {
  for (end in c(1, 2, 8)) {
    for (method in c("lrt_hidden", "lrt_numerical", "lrt_exact_chain")) {
      name <- sprintf("a-T%d", end)
      expect_equal(exact_of(name, method, "auc"), stats::pnorm(sqrt(end / 2)), tolerance = 1e-13)
      expect_equal(
        exact_of(name, method, "acc_star"), stats::pnorm(sqrt(end) / 2), tolerance = 1e-13
      )
    }
  }
  pair <- pb_optimal_process("constant", list(c(0, 1), c(1, 3)), dimension = 2, diffusion = c(1, 2))
  one <- pb_optimal_own_setting("two", pair, c(1, 2, 4))
  expect_equal(exact_of(one, "lrt_hidden", "auc"), stats::pnorm(sqrt(3 * 2 / 2)), tolerance = 1e-13)
})

test_that("Imhof's integral is that of chi-squares and of F", {
  for (df in c(11, 21, 200)) {
    for (x in c(0.3, 1, 1.7) * df) {
      expected <- stats::pchisq(x, df, lower.tail = FALSE)
      expect_lt(abs(sum_of_squares(rep(1, df))$above(x) - expected), 1e-10)
      expect_lt(abs(sum_of_squares(1, df)$above(x) - expected), 1e-10)
    }
  }
  weights <- c(rep(1 / 12, 12), rep(-1 / 9, 9))
  expect_lt(abs(sum_of_squares(weights)$above(0) - stats::pf(1, 12, 9, lower.tail = FALSE)), 1e-10)
})

test_that("what sees more has the higher AUC, and simulation agrees", {
  for (d in c(1, 8)) {
    name <- sprintf("c-d%d", d)
    found <- pb_optimal_exact(name)
    auc <- found$value[found$statistic == "auc"]
    expect_identical(found$method[found$statistic == "auc"], paste0(
      "lrt_", c("hidden", "numerical", "exact_transition", "exact_chain")
    ))
    expect_true(auc[[1]] > auc[[4]] && auc[[4]] > auc[[3]] && auc[[3]] > auc[[2]])
  }
  seen <- pb_optimal_lrt("c-d1", paths = 3000, seed = 9)
  exact <- pb_optimal_exact("c-d1")
  slack <- ifelse(seen$statistic == "acc_star", 0.006, 0)
  expect_true(all(abs(seen$value - exact$value) < 4 * seen$se + slack))
  expect_lt(abs(exact$threshold[exact$method == "lrt_hidden"][[2]]), 1e-4)
})

test_that("the best threshold of Euler's ratio may be far from 0", {
  pair <- pb_optimal_process("ornstein-uhlenbeck", theta = list(-1, -3), dimension = 4)
  one <- pb_optimal_own_setting("coarse", pair, seq(0, 8, 0.5))
  expect_lt(abs(exact_of(one, "lrt_numerical", "acc_star", "threshold") + 15.9), 0.1)
  expect_lt(exact_of(one, "lrt_numerical", "acc_at_zero"), 0.53)
})

test_that("equal drifts cannot be told apart, and one coordinate may have equal drifts", {
  for (pair in list(
    pb_optimal_process("constant", list(1, 1)),
    pb_optimal_process("ornstein-uhlenbeck", list(c(-1, 0), c(-1, 0)), dimension = 2)
  )) {
    expect_identical(unique(pb_optimal_exact(pb_optimal_own_setting("x", pair, 0:2))$value), 0.5)
  }
  times <- seq(0, 2, 0.1)
  two <- pb_optimal_process("ornstein-uhlenbeck", list(c(-1, -1), c(-1, -2)), dimension = 2)
  expect_equal(
    pb_optimal_exact(pb_optimal_own_setting("x", two, times))$value,
    pb_optimal_exact(pb_optimal_own_setting("x", "ornstein-uhlenbeck", times))$value,
    tolerance = 1e-8
  )
})

test_that("what has no closed form is refused", {
  own <- pb_optimal_process("own", drifts = list(function(t, x) x, function(t, x) -x))
  for (wrong in list("b-T2", "d-d6", pb_optimal_own_setting("x", own, 0:2))) {
    expect_error(
      pb_optimal_exact(wrong), "not known in closed form", class = "pybench_error_argument"
    )
  }
  wide <- pb_optimal_own_setting(
    "x", pb_optimal_process("constant", diffusion = matrix(1, 1, 1)), 0:1
  )
  expect_error(pb_optimal_exact(wide), "given as numbers", class = "pybench_error_argument")
  fast <- pb_optimal_process("ornstein-uhlenbeck", list(50, -1))
  far <- pb_optimal_own_setting("x", fast, c(0, 100))
  expect_error(pb_optimal_exact(far), "overflows", class = "pybench_error_argument")
  expect_error(
    pb_optimal_exact(pb_optimal_process("constant")), "no observed times",
    class = "pybench_error_argument"
  )
})
