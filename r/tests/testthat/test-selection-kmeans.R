# k-means against stats::kmeans from the same start.

test_that("Lloyd's steps are those of stats::kmeans", {
  x <- some_numbers("km", 40, 3) + rep(c(0, 4, 8, 4), 10)
  for (start in 1:5) {
    labels <- seeded_clusters(tcrossprod(x), uniforms(start, "km", 0, 4))
    centres <- rowsum(x, labels) / as.vector(table(labels))
    theirs <- stats::kmeans(x, centres, iter.max = 100, algorithm = "Lloyd")
    ours <- settled_clusters(tcrossprod(x), labels, 4)
    expect_identical(ours$labels, unname(theirs$cluster))
    expect_equal(sum(ours$own), theirs$tot.withinss)
  }
})

test_that("members nearest to centres, the largest cluster first", {
  x <- rbind(some_numbers("a", 9, 2), some_numbers("b", 4, 2) + 20, some_numbers("c", 6, 2) + 40)
  chosen <- kmeans_selection(tcrossprod(x), 3, kmeans_draws(0, 3, 10, 0))
  expected <- vapply(list(1:9, 14:19, 10:13), function(rows) {
    rows[[which.min(rowSums(sweep(x[rows, ], 2, colMeans(x[rows, ]))^2))]]
  }, 0L)
  expect_identical(chosen, expected)
})

test_that("equal datasets still give distinct ones", {
  x <- rbind(c(0, 0), c(0, 0), c(0, 0), c(1, 1), c(1, 1), c(5, 0))
  for (size in 2:6) {
    chosen <- kmeans_selection(tcrossprod(x), size, kmeans_draws(0, size, 3, 0))
    expect_identical(anyDuplicated(chosen), 0L)
    expect_length(chosen, size)
  }
})
