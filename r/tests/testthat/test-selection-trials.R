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
    summed_ranks(found$folds, TRUE, c(1, 4, 5)) / 6, unname(Reduce(`+`, among) / 3)
  )
})

test_that("pools are ascending and round down but not for rounding noise", {
  found <- drawn_pools(10, 0.5, 30, 3, "datasets")
  expect_identical(dim(found), c(30L, 5L))
  expect_true(all(apply(found, 1, diff) > 0))
  expect_identical(ncol(drawn_pools(100, 0.29, 2, 0, "datasets")), 29L)
  expect_error(drawn_pools(10, 0.19, 5, 0, "datasets"), "leaves 1 of 10")
  expect_error(check_pool_sizes(5, c(2, 6)), "a pool has 5")
})
