# Farthest-first against a naive loop.

naive_order <- function(apart, first, size) {
  chosen <- first
  while (length(chosen) < size) {
    best <- NULL
    far <- -1
    for (j in setdiff(seq_len(nrow(apart)), chosen)) {
      near <- min(apart[j, chosen])
      if (near > far + 1e-9) {
        best <- j
        far <- near
      }
    }
    chosen <- c(chosen, best)
  }
  chosen
}

test_that("the order is that of a naive loop, ties and duplicates included", {
  for (name in c("a", "b", "c")) {
    for (grid in c(FALSE, TRUE)) {
      for (metric in c("cosine", "euclidean")) {
        x <- standardized_columns(some_places(name, grid = grid))
        apart <- selection_distances(tcrossprod(x), metric)
        expect_identical(as.double(farthest_order(apart, 3, 12)), as.double(
          naive_order(apart, 3, 12)
        ))
      }
    }
  }
})

test_that("the start is farthest from the mean, or of the largest mean distance", {
  x <- some_places("d", n = 20) + 0.5
  gram <- tcrossprod(x)
  apart <- selection_distances(gram, "euclidean")
  far <- sqrt(rowSums(sweep(x, 2, colMeans(x))^2))
  expect_identical(farthest_start(gram, apart, "euclidean", "mean")$first, unname(which.max(far)))
  cosine <- selection_distances(gram, "cosine")
  middle <- colMeans(x)
  far <- 1 - (x %*% middle) / sqrt(rowSums(x^2) * sum(middle^2))
  expect_identical(farthest_start(gram, cosine, "cosine", "mean")$first, which.max(far))
  z <- standardized_columns(x)
  cosine <- selection_distances(tcrossprod(z), "cosine")
  found <- farthest_start(tcrossprod(z), cosine, "cosine", "mean")
  expect_true(found$replaced)
  expect_identical(found$first, unname(which.max(rowMeans(cosine))))
})

test_that("radii are the farthest distances", {
  apart <- as.matrix(stats::dist(some_places("a")))
  chosen <- c(4, 1, 9)
  expected <- vapply(1:3, function(k) max(apply(apart[, chosen[1:k], drop = FALSE], 1, min)), 0)
  expect_equal(covering_radii(apart, chosen), expected)
})
