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
