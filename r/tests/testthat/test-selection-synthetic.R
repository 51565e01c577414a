# The synthetic benchmark has what the paper says.

test_that("errors follow from the geometry and noise changes no rank", {
  made <- pb_synthetic_benchmark(3, datasets = 30, models = 6, repeats = 4)
  folds <- made$table$by_repeat
  order <- apply(folds, c(1, 3), order)
  expect_equal(order[, , 4], order[, , 1])
  rest <- stats::residuals(stats::lm(made$oracle ~ made$latent - 1))
  expect_lt(stats::sd(rest), 0.02)
  expect_gt(stats::sd(stats::residuals(stats::lm(made$broken ~ made$latent - 1))), 0.7)
  expect_match(format(made), "30 datasets x 6 models x 4 repeats, views of 64 features")
  expect_equal(dim(as.data.frame(made)), c(30, 7))
})

test_that("seeds are benchmarks of their own", {
  one <- pb_synthetic_benchmark(0, 9, 3)$latent
  expect_identical(pb_synthetic_benchmark(0, 9, 3)$latent, one)
  expect_true(all(pb_synthetic_benchmark(1, 9, 3)$latent != one))
})

test_that("a study has each method once, and its spreads", {
  study <- pb_synthetic_study(0:2, 6, datasets = 30, models = 5, repeats = 1)
  expect_identical(study$auc$view, rep(c("none", "oracle", "broken"), each = 2))
  expect_true(all(study$auc$low <= study$auc$high & study$auc$sd_within > 0))
  expect_match(format(study)[[1]], "3 synthetic benchmarks, 6 trials each")
  expect_error(pb_synthetic_study(numeric()), class = "pybench_error_argument")
  expect_error(pb_synthetic_benchmark(0, 1), class = "pybench_error_argument")
})

test_that("columns are numbered whatever options(scipen=) says", {
  before <- options(scipen = -9)
  found <- pb_synthetic_benchmark(0, datasets = 12, models = 3, repeats = 1)
  options(before)
  expect_identical(found, pb_synthetic_benchmark(0, datasets = 12, models = 3, repeats = 1))
})
