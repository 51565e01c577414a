# Rows to start from.

test_that("the rows nearest to a regular plane, by brute force", {
  for (size in list(c(5, 3), c(3, 5), c(4, 4), c(1, 6))) {
    values <- scale(iris[1:4])
    found <- pybench:::start_rows(values, size[[1]], size[[2]], "pca.sample")
    scores <- values %*% svd(values)$v[, 1:2]
    if (size[[1]] < size[[2]]) scores <- scores[, 2:1]
    ends <- apply(scores, 2, stats::quantile, c(0.025, 0.975))
    nodes <- expand.grid(
      seq(ends[1, 1], ends[2, 1], length.out = size[[1]]),
      seq(ends[1, 2], ends[2, 2], length.out = size[[2]])
    )
    apart <- apply(nodes, 1, function(node) colSums((t(scores) - node)^2))
    chosen <- apart[cbind(found, seq_along(found))]
    expect_equal(chosen, apply(apart, 2, min), tolerance = 1e-9)
  }
})

test_that("a start of principal components draws nothing, a random one as sample() does", {
  set.seed(4)
  before <- .Random.seed
  pybench:::start_rows(as.matrix(iris[1:4]), 3, 3, "pca.sample")
  expect_identical(.Random.seed, before)
  expected <- sample(150, 9)
  set.seed(4)
  expect_identical(pybench:::start_rows(as.matrix(iris[1:4]), 3, 3, "random"), expected)
})

test_that("the scores of the last rows are kept, and only theirs", {
  values <- as.matrix(iris[1:4])
  first <- pybench:::principal_scores(values)
  other <- values
  other[150, 4] <- other[150, 4] + 1
  expect_false(identical(pybench:::principal_scores(other), first))
  expect_identical(pybench:::principal_scores(values), first)
  kept <- pybench:::principal_last
  kept$scores <- "kept"
  expect_identical(pybench:::principal_scores(values + 0), "kept")
  kept$values <- NULL
})
