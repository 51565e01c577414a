# Scores: brute force.

test_that("AUC, its error and accuracies are the double sums", {
  zero <- c(0, 1, 1, 2, 5, -1)
  one <- c(1, 2, 3, 3, 6)
  found <- score_rows(zero, one)
  kernel <- outer(one, zero, function(a, b) (sign(a - b) + 1) / 2)
  expect_equal(found[["auc", 1]], mean(kernel))
  error <- stats::var(rowMeans(kernel)) / 5 + stats::var(colMeans(kernel)) / 6
  expect_equal(found[["auc", 2]], sqrt(error))
  accuracy <- sapply(c(-9, 0:6 + 0.5), function(cut) (1 + mean(one > cut) - mean(zero > cut)) / 2)
  expect_equal(found[["acc_star", 1]], max(accuracy))
  expect_equal(found[["acc_at_zero", 1]], (1 + 1 - (4 + 0.5) / 6) / 2)
})

test_that("a NaN is no score, and infinite ones are", {
  expect_identical(score_rows(c(-Inf, 0), c(1, Inf))[["auc", 1]], 1)
  for (parts in list(list(c(0, NaN), 1:2), list(1:2, c(0, NA)))) {
    expect_error(
      score_rows(parts[[1]], parts[[2]]), "1 of 4 scores are NaN", class = "pybench_error_argument"
    )
  }
})

test_that("the error of a difference is that of the differences of placements", {
  label <- rep(0:1, c(6, 5))
  first <- c(0, 1, 1, 2, 5, -1, 1, 2, 3, 3, 6)
  second <- cos(1:11)
  kernel <- function(score) {
    outer(score[label == 1], score[label == 0], function(a, b) (sign(a - b) + 1) / 2)
  }
  away <- kernel(first) - kernel(second)
  expected <- sqrt(stats::var(rowMeans(away)) / 5 + stats::var(colMeans(away)) / 6)
  expect_equal(paired_error(label, first, second), expected)
  expect_identical(paired_error(label, first, exp(first)), 0)
})

test_that("so many test paths have an interval of that width", {
  expect_identical(pb_optimal_paths_needed(0.0877), 500)
  expect_identical(pb_optimal_paths_needed(0.0877, bound = "hoeffding"), 960)
  expect_identical(pb_optimal_paths_needed(0.1, rate = 0), 1)
  m <- pb_optimal_paths_needed(0.02, rate = 0.9, confidence = 0.99)
  half <- stats::qnorm(0.995) * sqrt(0.09 / c(m, m - 1))
  expect_true(half[[1]] <= 0.01 && half[[2]] > 0.01)
  for (wrong in list(
    list(0), list(1), list(0.1, rate = 2), list(0.1, confidence = 1), list(0.1, bound = "x")
  )) {
    expect_error(do.call(pb_optimal_paths_needed, wrong), class = "pybench_error_argument")
  }
})
