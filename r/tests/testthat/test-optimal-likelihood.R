# Likelihood ratios: closed forms, normal densities, the identity of an exact ratio.

test_that("constant drift has a closed form", {
  pair <- pb_optimal_process("constant", theta = list(c(1, -0.5), c(2, 0.5)), dimension = 2,
    diffusion = 1.7
  )
  seen <- pb_simulate(pair, 20, times = c(0, 0.1, 0.25, 1.7))
  moved <- seen$paths[, , 4] - seen$paths[, , 1]
  expected <- (moved %*% c(1, 1) - 1.7 * (4.25 - 1.25) / 2) / 1.7^2
  expect_equal(pb_likelihood_ratio(pair, seen), as.vector(expected), tolerance = 1e-12)
  expect_equal(seen$hidden, as.vector(expected), tolerance = 1e-12)
})

test_that("the exact transition is a ratio of normal densities", {
  seen <- pb_simulate("c-d1", 5)
  log_density <- function(theta) {
    v <- (exp(2 * theta * 0.1) - 1) / (2 * theta)
    x <- seen$paths[, 1, ]
    rowSums(stats::dnorm(x[, -1], exp(theta * 0.1) * x[, -21], sqrt(v), log = TRUE))
  }
  expect_equal(
    pb_likelihood_ratio("c-d1", seen, method = "exact_transition"),
    log_density(-2) - log_density(-1),
    tolerance = 1e-11
  )
})

test_that("with one fine step chain, hidden and numerical are one", {
  pair <- pb_optimal_process("ornstein-uhlenbeck", dimension = 2)
  seen <- pb_simulate(pair, 5, times = c(0, 0.1, 0.3), substeps = 1)
  for (method in c("numerical", "exact_chain")) {
    expect_equal(pb_likelihood_ratio(pair, seen, method = method), seen$hidden, tolerance = 1e-11)
  }
})

test_that("the mean of exp(l) is 1 in class 0", {
  seen <- pb_simulate("d-d6", 3000)
  weight <- exp(seen$hidden[seen$label == 0])
  expect_lt(abs(mean(weight) - 1), 4 * stats::sd(weight) / sqrt(3000))
})

test_that("what does not fit is refused", {
  seen <- pb_simulate("b-T2", 2)
  for (wrong in list(
    list("b-T2", seen, method = "exact_transition", bridges = 8), list("b-T2", seen, errors = NA),
    list("b-T2", seen, method = "hidden"),
    list("potentials", seen$paths), list("c-d2", seen$paths), list("b-T2", seen$paths[, , 1:5]),
    list("ornstein-uhlenbeck", seen$paths, times = 0:20, method = "exact_chain")
  )) {
    expect_error(do.call(pb_likelihood_ratio, wrong), class = "pybench_error_argument")
  }
})

test_that("ratios that are no numbers are refused and counted", {
  expect_error(
    pb_likelihood_ratio("potentials", array(c(0, 1e200, 1), c(3, 1, 2)), times = 0:1),
    "the likelihood ratios of 1 of 3 paths are infinite", class = "pybench_error_argument"
  )
})

test_that("the numerical ratio of a process of one's own is a ratio of normal densities", {
  drifts <- list(function(t, x) sin(t) - x, function(t, x) cos(x))
  sigma <- function(t, x) 1 + 0.5 * sin(x + t)
  pair <- pb_optimal_process("own", drifts = drifts, diffusion = sigma)
  times <- c(0, 0.1, 0.4)
  seen <- pb_simulate(pair, 6, times)
  x <- seen$paths[, 1, ]
  log_density <- function(drift) {
    Reduce(`+`, lapply(1:2, function(l) {
      dt <- times[[l + 1]] - times[[l]]
      stats::dnorm(
        x[, l + 1], x[, l] + dt * drift(times[[l]], x[, l]),
        sqrt(dt) * sigma(times[[l]], x[, l]), log = TRUE
      )
    }))
  }
  expect_equal(
    pb_likelihood_ratio(pair, seen), log_density(drifts[[2]]) - log_density(drifts[[1]]),
    tolerance = 1e-11
  )
  wide <- pb_optimal_process("own", drifts = drifts, diffusion = sigma, dimension = 2)
  expect_error(
    pb_likelihood_ratio(wide, pb_simulate(wide, 2, times), method = "exact_chain"),
    "no exact transition density of the process \"own\"", class = "pybench_error_argument"
  )
})
