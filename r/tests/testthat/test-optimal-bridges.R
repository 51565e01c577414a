# Random bridges: calibrated against formulas and quadrature, for all kinds of noise.

calibrated <- function(exact, found) {
  expect_true(all(found$errors > 0))
  off <- found$ratios - exact
  # Standard errors from few bridges with skewed weights: between 88 and 97 % are below 2.
  share <- sqrt(0.05 * 0.95 / length(off))
  inside <- mean(abs(off) < 2 * found$errors)
  expect_gt(inside, 0.88 - 3 * share)
  expect_lt(inside, 0.97 + 3 * share)
  expect_lt(abs(mean(off)), 4 * stats::sd(off) / sqrt(length(off)))
}

by_bridges <- function(...) {
  pb_likelihood_ratio(..., method = "exact_chain", errors = TRUE, bridges = 64)
}

test_that("they are calibrated against a formula", {
  pair <- pb_optimal_process("ornstein-uhlenbeck", theta = list(c(-1, 0.5), c(-2, -2)),
    dimension = 2, diffusion = c(0.7, 2)
  )
  seen <- pb_simulate(pair, 150, times = c(0, 0.1, 0.3, 0.35), substeps = c(4, 10, 1), seed = 2)
  calibrated(pb_likelihood_ratio(pair, seen, method = "exact_chain"), by_bridges(pair, seen))
})

test_that("they are calibrated against quadrature, with a drift that depends on time", {
  pair <- pb_optimal_process(
    "own", drifts = list(function(t, x) sin(9 * t) - x, function(t, x) sin(9 * t) - x^3)
  )
  seen <- pb_simulate(pair, 150, times = 0:3 / 3, seed = 5)
  calibrated(pb_likelihood_ratio(pair, seen, method = "exact_chain"), by_bridges(pair, seen))
})

test_that("noise may be a matrix, which mixes coordinates", {
  mix <- matrix(c(1, -0.4, 0.6, 0.9), 2)
  plain <- pb_optimal_process("ornstein-uhlenbeck", dimension = 2)
  seen <- pb_simulate(plain, 150, times = 0:4 / 4, seed = 8)
  mixed <- seen$paths
  for (point in seq_along(seen$times)) {
    mixed[, , point] <- tcrossprod(seen$paths[, , point], mix)
  }
  pair <- pb_optimal_process(
    "mixed", drifts = list(function(t, x) -x, function(t, x) -2 * x), diffusion = mix,
    dimension = 2
  )
  found <- by_bridges(pair, mixed, times = seen$times, substeps = 10)
  calibrated(pb_likelihood_ratio(plain, seen, method = "exact_chain"), found)
  flat <- pb_optimal_process(
    "flat", drifts = list(function(t, x) -x, function(t, x) -2 * x),
    diffusion = matrix(c(1, 1, 1, 1), 2), dimension = 2, clip = 1e10
  )
  expect_false(is_bridged(flat))
})

test_that("a path has the same bridges beside any others before it, and swapped classes swap", {
  seen <- pb_simulate("d-d6", 2, seed = 1)
  all <- by_bridges("d-d6", seen, seed = 3)
  first <- by_bridges("d-d6", seen$paths[1:2, , ], times = seen$times, substeps = 10, seed = 3)
  expect_identical(first$ratios, all$ratios[1:2])
  pair <- function(a, b) pb_optimal_process("own", drifts = list(a, b))
  wells <- list(function(t, x) -x^3, function(t, x) -x)
  path <- array(c(0.3, -0.2), c(1, 1, 2))
  ratio <- by_bridges(pair(wells[[1]], wells[[2]]), path, times = 0:1, substeps = 4)$ratios
  back <- by_bridges(pair(wells[[2]], wells[[1]]), path, times = 0:1, substeps = 4)$ratios
  expect_equal(back, -ratio, tolerance = 1e-12)
  expect_error(
    pb_likelihood_ratio("c-d1", pb_simulate("c-d1", 2), bridges = 8), "`bridges` has a meaning"
  )
})

test_that("LRT observed of particles is computed on request, with its error", {
  expect_false("lrt_exact_chain" %in% pb_optimal_lrt("d-d6", 3)$method)
  small <- pb_optimal_own_setting(
    "small", pb_optimal_process("particles", agents = 2), c(0, 0.2), train = 20, test = 20
  )
  expect_true("lrt_exact_chain" %in% pb_optimal_lrt(small, 3, observed = "all")$method)
  found <- pb_optimality(small, "LRT numerical", runs = 2, observed = "all")
  expect_true(all(is.finite(found$verdicts$observed)))
  expect_match(format(found), "small: nine in ten log ratios of LRT observed", all = FALSE)
  errors <- found$lines$observed_error[found$lines$method == "lrt_exact_chain"]
  expect_true(all(errors > 0 & errors < 0.2))
  expect_error(pb_optimal_lrt(small, 3, observed = "every"), class = "pybench_error_argument")
})
