# The benchmark: closed form of constant drift, and the table.

test_that("constant drift attains its closed form", {
  found <- pb_optimal_lrt("a-T1", paths = 4000, seed = 1)
  expected <- c(auc = stats::pnorm(sqrt(1 / 2)), acc_at_zero = stats::pnorm(1 / 2))
  for (statistic in names(expected)) {
    row <- found[found$method == "lrt_hidden" & found$statistic == statistic, ]
    expect_lt(abs(row$value - expected[[statistic]]), 4 * row$se)
  }
})

test_that("the table has what it says", {
  found <- pb_optimal_lrt("c-d1", paths = 50)
  methods <- paste0("lrt_", c("hidden", "numerical", "exact_transition", "exact_chain"))
  expect_identical(unique(found$method), methods)
  expect_true(all(found$lower <= found$value & found$value <= found$upper))
  for (setting in c("a-T1", "b-T2")) {
    found <- pb_optimal_lrt(setting, paths = 20)
    expect_identical(unique(found$method), methods[-3L])
  }
  expect_error(pb_optimal_lrt("c-d1", paths = 1), class = "pybench_error_argument")
})
