# Resampling of datasets.

test_that("counts are the draws of the stream", {
  counts <- pybench:::resampled(3, "test", 7, 5, function(block) t(block))
  u <- pybench:::uniforms(3, "test", 0, 35)
  for (r in 1:7) {
    drawn <- floor(u[(5 * r - 4):(5 * r)] * 5) + 1
    expect_identical(counts[r, ], as.double(tabulate(drawn, 5)))
  }
})

test_that("many datasets make several blocks", {
  n <- 2^21
  blocks <- pybench:::resampled(0, "test", 3, n, function(block) cbind(ncol(block), colSums(block)))
  expect_identical(blocks[, 1], c(2, 1)[c(1, 1, 2)])
  expect_identical(blocks[, 2], rep(n, 3))
})

test_that("limits are quantiles of type 7, weights sum to 1 in all blocks", {
  expect_equal(drop(pybench:::limits(cbind(0:10), cbind(10:20), 0.9)), c(0.5, 19.5))
  n <- 2^21
  sums <- pybench:::weighted(0, "test", 2, n, function(block) cbind(ncol(block), colSums(block)))
  expect_equal(sums, matrix(1, 2, 2))
})
