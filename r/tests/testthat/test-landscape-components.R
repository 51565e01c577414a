# Principal components: by another decomposition, shares, signs.

component_table <- function(n, p) {
  set.seed(7)
  matrix(stats::rnorm(n * p), n) %*% diag(seq(4, 0.5, length.out = p)) + 3
}

test_that("scores are those of prcomp() but for the sign", {
  for (size in list(c(40, 6), c(6, 40))) {
    rows <- component_table(size[[1L]], size[[2L]])
    found <- pybench:::map_components(rows, as.character(seq_len(size[[2L]])), 1)
    expected <- stats::prcomp(rows)
    d <- min(size[[1L]] - 1, size[[2L]])
    expect_length(found$variance, d)
    expect_equal(found$variance, (expected$sdev^2 / sum(expected$sdev^2))[seq_len(d)])
    expect_equal(
      abs(pybench:::component_scores(found, rows)), unname(abs(expected$x[, seq_len(d)])),
      tolerance = 1e-6
    )
    largest <- apply(abs(found$loadings), 2L, which.max)
    expect_true(all(found$loadings[cbind(largest, seq_len(d))] > 0))
  }
})

test_that("the fewest that have the share", {
  rows <- component_table(50, 8)
  full <- pybench:::map_components(rows, letters[1:8], 1)
  for (share in c(0.3, 0.5, 0.9, 0.99)) {
    found <- pybench:::map_components(rows, letters[1:8], share)
    expect_identical(length(found$variance), which(cumsum(full$variance) >= share)[[1L]])
  }
  expect_match(format(found), "components of 8 features")
  expect_identical(dim(as.data.frame(found)), dim(found$loadings))
  expect_length(pybench:::map_components(cbind(rows, rows), letters[1:16], 1)$variance, 8L)
  expect_error(pybench:::map_components(rows, letters[1:8], 1.5), "`variance` must be a number")
  expect_error(pybench:::map_components(matrix(1, 3, 2), c("a", "b"), 0.9), "rows that differ")
})

test_that("the share of the variance is a number", {
  for (wrong in list("1", TRUE, c(1, 1), 0, NA)) {
    expect_error(
      pb_map_landscape(iris[1:4], reduction = "pca", variance = wrong, dataset = iris$Species),
      "`variance` must be a number > 0 and <= 1", class = "pybench_error_argument"
    )
  }
})
