# The likelihood ratio in continuous time: the limit of ever finer steps.

test_that("the limit of ever finer steps is that of a process whose formula is known", {
  linear <- pb_optimal_process("ornstein-uhlenbeck", theta = list(-1, -2))
  same <- pb_optimal_process(
    "own", drifts = list(function(t, x) -x, function(t, x) -2 * x), diffusion = 1
  )
  seen <- pb_simulate(linear, 20, times = c(0, 0.2, 0.3))
  expected <- pb_likelihood_ratio(linear, seen, method = "exact_transition")
  found <- pb_likelihood_ratio(same, seen, method = "exact_transition", errors = TRUE)
  expect_lt(max(abs(found$ratios - expected)), 1e-6)
  expect_lt(stats::quantile(found$errors, 0.9), 1e-5)
})
