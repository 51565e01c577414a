# Trials: ranks within repeats, ranks among some models, pools.

test_that("ranks are within repeats", {
  t <- some_results("t")
  folds <- lapply(1:3, function(fold) {
    t(apply(-t$by_repeat[, , fold], 1, rank))
  })
  found <- ranked_results(t)
  expect_equal(found$sums / 6, unname(Reduce(`+`, folds) / 3))
  among <- lapply(1:3, function(fold) t(apply(-t$by_repeat[, c(1, 4, 5), fold], 1, rank)))
  expect_equal(
    summed_ranks(found, c(1, 4, 5)) / 6, unname(Reduce(`+`, among) / 3)
  )
})

test_that("datasets with fewer repeats count as much as others", {
  t <- some_results("t", n = 4, repeats = 6)
  by_repeat <- t$by_repeat
  by_repeat[2L, , 5:6] <- NA
  by_repeat[3L, , 2:6] <- NA
  by_repeat[4L, 1L, ] <- NA # no repeat of all models: the means are ranked
  uneven <- results_table(
    t$scores, t$datasets, t$classifiers, TRUE, by_repeat = by_repeat, missing = TRUE
  )
  found <- ranked_results(uneven)
  mean_rank <- function(dataset, folds) {
    rowMeans(apply(-matrix(t$by_repeat[dataset, , folds], 5L), 2L, rank))
  }
  expected <- rbind(mean_rank(1, 1:6), mean_rank(2, 1:4), mean_rank(3, 1), rank(-t$scores[4L, ]))
  expect_equal(found$sums / (2 * found$repeats), unname(expected))
  expect_identical(c(found$repeats, found$ranked), c(12, 6))
  expect_error(pb_bayesian_hierarchical(uneven), class = "pybench_error_results_table")
  expect_error(pb_bayesian_t(uneven, dataset = "d03"), "found 1")
  even <- results_table(
    t$scores[2L, , drop = FALSE], "d02", t$classifiers, TRUE,
    by_repeat = t$by_repeat[2L, , 1:4, drop = FALSE]
  )
  expect_identical(
    pb_bayesian_t(uneven, dataset = "d02", rho = 0.1)$better,
    pb_bayesian_t(even, dataset = "d02", rho = 0.1)$better
  )
})

test_that("numbers of repeats without a common multiple are refused", {
  primes <- c(11, 13, 17, 19, 23, 29, 31)
  by_repeat <- array(stats::rnorm(7 * 2 * 31), c(7, 2, 31))
  for (i in 1:7) by_repeat[i, , -seq_len(primes[[i]])] <- NA
  t <- results_table(matrix(1:14, 7) + 0, letters[1:7], c("a", "b"), TRUE, by_repeat = by_repeat)
  expect_error(
    ranked_results(t), "too many different numbers of repeats", class = "pybench_error_argument"
  )
})

test_that("pools are ascending and round down but not for rounding noise", {
  found <- drawn_pools(10, 0.5, 30, 3, "datasets")
  expect_identical(dim(found), c(30L, 5L))
  expect_true(all(apply(found, 1, diff) > 0))
  expect_identical(ncol(drawn_pools(100, 0.29, 2, 0, "datasets")), 29L)
  expect_error(drawn_pools(10, 0.19, 5, 0, "datasets"), "in each trial, not 1 of 10")
  expect_error(check_pool_sizes(5, c(2, 6)), "at most 5, the number of datasets")
})
