# The exact ratio of observed points by quadrature: closed form, brute force, laws, errors.

ratios_of <- function(pair, values, times, steps) {
  found <- quadrature_ratios(pair, check_grid(times, steps, "euler"), values)
  expect_true(all(found$errors <= 1e-8 * pmax(1, abs(found$ratios))))
  found$ratios
}

as_paths <- function(...) {
  rows <- rbind(...)
  array(rows, c(nrow(rows), 1L, ncol(rows)))
}

test_that("it is the closed form of Gaussian chains", {
  pair <- pb_optimal_process(
    "ornstein-uhlenbeck", theta = list(c(-1, 0.5), -2), dimension = 2, diffusion = c(0.7, 2)
  )
  for (steps in c(1, 2, 25)) {
    seen <- pb_simulate(pair, 20, times = c(0, 0.25, 0.5, 1), substeps = steps)
    expect_equal(
      ratios_of(pair, 2 * seen$paths, seen$times, steps),
      pb_likelihood_ratio(
        pair, 2 * seen$paths, times = seen$times, substeps = steps, method = "exact_chain"
      ),
      tolerance = 1e-9
    )
  }
})

test_that("it is the integral over a state between two points", {
  density <- function(drift, x, y) {
    step <- function(a, b) stats::dnorm(b, a + 0.1 * drift(a), sqrt(0.1))
    stats::integrate(function(z) step(x, z) * step(z, y), -4, 4, rel.tol = 1e-11)$value
  }
  wells <- function(x) -2 * x * (x * x - 1)
  well <- function(x) -x^3
  expected <- log(density(well, 0.8, -0.3) / density(wells, 0.8, -0.3))
  pair <- pb_optimal_process("potentials")
  both <- pb_likelihood_ratio(
    pair, as_paths(c(0.8, -0.3), c(-0.8, 0.3)), times = c(0, 0.2), substeps = 2,
    method = "exact_chain"
  )
  expect_equal(both, rep(expected, 2), tolerance = 1e-8)
})

test_that("coordinates add up, and swapped classes change the sign", {
  pair <- pb_optimal_process("potentials", dimension = 2, diffusion = c(0.5, 2))
  seen <- pb_simulate(pair, 5, times = c(0, 0.1, 0.3), substeps = 4)
  parts <- lapply(1:2, function(i) {
    one <- pb_optimal_process("potentials", diffusion = c(0.5, 2)[[i]])
    ratios_of(one, seen$paths[, i, , drop = FALSE], seen$times, 4)
  })
  whole <- pb_likelihood_ratio(pair, seen, method = "exact_chain")
  expect_equal(whole, parts[[1]] + parts[[2]], tolerance = 1e-8)
  swapped <- pb_optimal_process(
    "potentials", dimension = 2, diffusion = c(0.5, 2),
    coefficients = list(c(0, 0, 0, 0, 0.25), c(0.5, 0, -1, 0, 0.5))
  )
  expect_equal(pb_likelihood_ratio(swapped, seen, method = "exact_chain"), -whole, tolerance = 1e-8)
})

test_that("errors are told path by path", {
  seen <- pb_simulate("linear-nonlinear", 30, times = c(0, 0.03), substeps = 2)
  found <- pb_likelihood_ratio(
    "linear-nonlinear", seen, method = "exact_chain", errors = TRUE
  )
  expect_named(found, c("ratios", "errors"))
  expect_lt(stats::median(found$errors), 1e-6)
  found <- pb_likelihood_ratio("c-d1", pb_simulate("c-d1", 2), errors = TRUE)
  expect_true(all(is.nan(found$errors)))
})

test_that("what cannot be computed is refused", {
  expect_error(
    pb_likelihood_ratio("e-code-L10", pb_simulate("e-code-L10", 2), method = "exact_chain"),
    "no exact transition density", class = "pybench_error_argument"
  )
  quiet <- pb_optimal_process("potentials", diffusion = 1e-3)
  expect_error(
    pb_likelihood_ratio(
      quiet, as_paths(c(3, 0)), times = 0:1, substeps = 10, method = "exact_chain"
    ),
    "would need more than 4000 states", class = "pybench_error_argument"
  )
  expect_error(
    pb_likelihood_ratio(
      "potentials", as_paths(c(0, 0.1), c(0, 30)), times = c(0, 0.1), substeps = 2,
      method = "exact_chain"
    ),
    "ratios of 1 of 2 paths are infinite or NaN", class = "pybench_error_argument"
  )
})

test_that("small noise needs several grids", {
  pair <- pb_optimal_process("ornstein-uhlenbeck", theta = list(-0.1, -0.2), diffusion = 0.01)
  seen <- pb_simulate(pair, 10, times = c(0, 0.2, 0.4), substeps = 5)
  expect_equal(
    ratios_of(pair, seen$paths, seen$times, 5),
    pb_likelihood_ratio(pair, seen, method = "exact_chain"), tolerance = 1e-8
  )
})

test_that("every process in one dimension has its ratio", {
  drifts <- list(function(t, x) -x, function(t, x) -2 * x)
  gaussian <- pb_optimal_process("ornstein-uhlenbeck", diffusion = 0.7)
  seen <- pb_simulate(gaussian, 10, times = c(0, 0.25, 1), substeps = 5)
  expected <- pb_likelihood_ratio(gaussian, seen, method = "exact_chain")
  for (sigma in list(0.7, matrix(c(0.42, 0.56), 1), function(t, x) 0.7 + 0 * x)) {
    own <- pb_optimal_process("own", drifts = drifts, diffusion = sigma)
    expect_equal(ratios_of(own, seen$paths, seen$times, 5), expected, tolerance = 1e-8)
  }
  each <- pb_optimal_process(
    "own", drifts = drifts, diffusion = function(t, x) array(0.7, c(nrow(x), 1, 1)), sources = 1
  )
  expect_equal(ratios_of(each, seen$paths, seen$times, 5), expected, tolerance = 1e-8)
})

test_that("it is the integral over a state between two points, with noise of time and state", {
  drifts <- list(function(t, x) sin(3 * t) - x, function(t, x) -x^3)
  sigma <- function(t, x) (1 + t) * sqrt(1 + 0.2 * x^2)
  density <- function(drift, x, y) {
    step <- function(t, a, b) {
      stats::dnorm(b, a + 0.1 * drift(t, a), sqrt(0.1) * sigma(t, a))
    }
    inner <- function(z) step(0.3, x, z) * step(0.4, z, y)
    stats::integrate(inner, -6, 6, rel.tol = 1e-11)$value
  }
  pair <- pb_optimal_process("own", drifts = drifts, diffusion = sigma)
  expect_equal(
    pb_likelihood_ratio(
      pair, as_paths(c(0.8, -0.3)), times = c(0.3, 0.5), substeps = 2, method = "exact_chain"
    ),
    log(density(drifts[[2]], 0.8, -0.3) / density(drifts[[1]], 0.8, -0.3)), tolerance = 1e-7
  )
})

test_that("states where the noise is no number bound the grid", {
  root <- pb_optimal_process( # of Cox, Ingersoll and Ross, near states that it does not reach
    "own", diffusion = function(t, x) suppressWarnings(sqrt(x)), initial = function(z) 4 + 0 * z,
    drifts = list(function(t, x) 4 - x, function(t, x) 3 - x)
  )
  seen <- pb_simulate(root, 10, times = c(0, 0.2, 0.4), substeps = 2)
  found <- pb_likelihood_ratio(root, seen, method = "exact_chain", errors = TRUE)
  expect_true(all(found$errors < 1e-6))
  expect_lt(max(abs(found$ratios - pb_likelihood_ratio(root, seen))), 0.3)
})
