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

test_that("noise has the deviation asked for, and views are linear in the signal", {
  quiet <- pb_synthetic_benchmark(1, 200, 3, 50, dataset_noise = 0, repeat_noise = 0)
  noisy <- pb_synthetic_benchmark(1, 200, 3, 50, dataset_noise = 0, repeat_noise = 0.5)
  added <- (noisy$table$by_repeat - quiet$table$by_repeat)[, 1, ]
  expect_equal(stats::sd(added), 0.5, tolerance = 0.05)
  expect_identical(noisy$broken, quiet$broken)
  view <- function(x) pb_synthetic_benchmark(2, 9, 2, 1, signal = x)$broken
  shown <- view(1) - view(0)
  expect_equal(view(3) - view(0), 3 * shown)
  expect_equal(pb_synthetic_benchmark(2, 9, 2, 1, oracle_noise = 0)$oracle, shown)
  for (wrong in list(-0.1, 1e6, NaN, "much")) {
    expect_error(pb_synthetic_benchmark(0, signal = wrong), class = "pybench_error_argument")
  }
  expect_error(pb_synthetic_benchmark(0, 1), class = "pybench_error_argument")
})

test_that("columns are numbered whatever options(scipen=) says", {
  before <- options(scipen = -9)
  found <- pb_synthetic_benchmark(0, datasets = 12, models = 3, repeats = 1)
  options(before)
  expect_identical(found, pb_synthetic_benchmark(0, datasets = 12, models = 3, repeats = 1))
})
