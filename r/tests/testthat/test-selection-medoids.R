# Facility location and k-medoids against their definitions.

distances_of <- function(name, grid = FALSE) {
  gram <- tcrossprod(standardized_columns(some_places(name, n = 9, grid = grid)))
  selection_distances(gram, "euclidean")
}

cost_of <- function(apart, chosen) sum(apply(apart[, chosen, drop = FALSE], 1, min))

test_that("each is the one that shortens most", {
  for (name in c("a", "b")) {
    apart <- distances_of(name)
    order <- facility_order(apart, 5)
    for (size in 1:5) {
      before <- order[seq_len(size - 1)]
      costs <- vapply(seq_len(9), function(new) cost_of(apart, c(before, new)), 0)
      costs[before] <- Inf
      expect_identical(order[[size]], which.min(costs))
    }
  }
})

test_that("no swap shortens the sum of distances", {
  for (grid in c(FALSE, TRUE)) {
    apart <- distances_of("c", grid)
    for (size in c(1, 3, 8)) {
      start <- facility_order(apart, size)
      chosen <- swapped_medoids(apart, start)
      expect_identical(anyDuplicated(chosen), 0L)
      least <- cost_of(apart, chosen)
      expect_lte(least, cost_of(apart, start) + 1e-12)
      for (i in seq_along(chosen)) {
        for (new in setdiff(seq_len(9), chosen)) {
          expect_gte(cost_of(apart, replace(chosen, i, new)), least - 1e-9)
        }
      }
    }
  }
})

test_that("medoids of well separated groups are one of each", {
  apart <- as.matrix(stats::dist(c(0, 1, 2, 10, 11, 12, 30, 31, 32)))
  expect_identical(sort(swapped_medoids(unname(apart), 1:3)), c(2L, 5L, 8L))
})
