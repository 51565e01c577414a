# The theorems beside what happens.

test_that("a dataset that was chosen is predicted, up to the noise", {
  made <- pb_synthetic_benchmark(1, datasets = 20, models = 4, repeats = 1)
  found <- pb_ranking_bounds(
    made$table, made$broken, c(1, 20), sigma = 1e-4, standardize = FALSE
  )
  last <- found$table[2, ]
  expect_lt(last$variance, 1e-6)
  expect_lt(last$mse, 1e-6)
  expect_equal(last$wrong, 0)
  expect_true(all(found$table$variance <= found$table$measured + 1e-9))
  expect_true(all(found$table$stated >= 1))
})

test_that("one dataset, by hand", {
  made <- pb_synthetic_benchmark(1, datasets = 12, models = 3, repeats = 1)
  found <- pb_ranking_bounds(made$table, made$oracle, 1, sigma = 0.5)
  x <- standardized_columns(made$oracle)
  first <- match(pb_select(made$oracle, 1)$names, made$table$datasets)
  cosine <- as.vector(x %*% x[first, ]) / sqrt(rowSums(x^2) * sum(x[first, ]^2))
  expect_equal(found$table$variance, mean(1 - cosine^2 / 1.25))
  expect_equal(found$table$measured, mean(2 * (1 - cosine) + 0.25))
  expect_match(format(found)[[1]], "on 12 datasets in")
})

test_that("what says nothing is refused", {
  made <- pb_synthetic_benchmark(1, datasets = 12, models = 3, repeats = 1)
  flat <- pb_read_results(
    matrix(1, 12, 3, dimnames = list(made$table$datasets, letters[1:3])), higher_is_better = TRUE
  )
  expect_error(pb_ranking_bounds(flat, made$oracle, 2), "no model above another")
  expect_error(pb_ranking_bounds(made$table, made$oracle, 13), "at most 12, the number of datasets")
  expect_error(
    pb_ranking_bounds(made$table, made$oracle, sigma = 0), class = "pybench_error_argument"
  )
  # Equal datasets: a smaller sigma made the system singular.
  expect_error(
    pb_ranking_bounds(made$table, made$oracle, sigma = 1e-9), class = "pybench_error_argument"
  )
})

test_that("predictions that are equal but for rounding order no pair wrongly", {
  e <- data.frame(f = c(0, 3, 0, -2, -1, 3, 0), row.names = paste0("d", 1:7))
  s <- matrix(
    c(7, 8, 9, 8, 5, 8, 8, 9, 6, 8, 9, 3, 5, 8, 6, 2, 6, 8, 5, 2, 7), 7,
    byrow = TRUE, dimnames = list(rownames(e), c("a", "b", "c"))
  )
  found <- pb_ranking_bounds(pb_read_results(s, TRUE), e, 7)
  expect_equal(found$table$wrong, 4 / 21)
})

test_that("other kernels follow their formulas", {
  made <- pb_synthetic_benchmark(1, datasets = 20, models = 4, repeats = 1)
  apart <- as.matrix(stats::dist(scale(made$oracle) * sqrt(20 / 19)))
  kernels <- list(
    rbf = function(d) exp(-d^2 / 2), matern12 = function(d) exp(-d),
    matern32 = function(d) (1 + sqrt(3) * d) * exp(-sqrt(3) * d),
    matern52 = function(d) (1 + sqrt(5) * d + 5 * d^2 / 3) * exp(-sqrt(5) * d)
  )
  for (kernel in names(kernels)) {
    found <- pb_ranking_bounds(made$table, made$oracle, 4, sigma = 0.3, kernel = kernel)
    expect_equal(found$length_scale, stats::median(apart[upper.tri(apart)]))
    k <- kernels[[kernel]](apart / found$length_scale)
    pairs <- upper.tri(apart)
    expect_equal(found$constant, max(2 * (1 - k[pairs]) / apart[pairs]))
    chosen <- pb_select(made$oracle, 4, metric = "euclidean")$names
    near <- k[chosen, ]
    inner <- solve(k[chosen, chosen] + diag(0.09, 4))
    expect_equal(found$table$variance, mean(diag(k - t(near) %*% inner %*% near)))
    expect_match(format(found)[[1]], paste("kernel", kernel, "with length scale"))
  }
  expect_error(
    pb_ranking_bounds(made$table, made$oracle, 4, length_scale = 1),
    class = "pybench_error_argument"
  )
  expect_error(
    pb_ranking_bounds(made$table, made$oracle, 4, kernel = "rbf", length_scale = 0),
    class = "pybench_error_argument"
  )
})
