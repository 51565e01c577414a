truth <- rep(1:3, c(20, 30, 40))

test_that("equal partitions are their own consensus whatever their numbers", {
  found <- pb_region_stability(cbind(truth, 4 - truth, truth %% 3 + 1), rep("a", 90))
  expect_equal(found$labels, as.double(truth))
  expect_equal(found$agreement, rep(1, 90))
  expect_equal(found$candidates$adjusted_rand[[3L]], 1)
})

test_that("a map that joins two regions puts both in the larger of them", {
  joined <- pmax(truth, 2) # regions 1 and 2 are one
  found <- pb_region_stability(cbind(truth, truth, truth, joined), rep("a", 90))
  expect_equal(found$labels, as.double(truth))
  expect_equal(found$agreement, rep(c(0.75, 1, 1), c(20, 30, 40)))
})

test_that("noise around a partition is outvoted", {
  noisy <- vapply(1:9, function(map) {
    wrong <- (seq_along(truth) * 7 + map) %% 9 == 0
    ifelse(wrong, truth %% 3 + 1, truth)
  }, truth + 0)
  expect_equal(pb_region_stability(noisy, rep("a", 90))$labels, as.double(truth))
})

test_that("the tree is that of hclust() if nothing ties", {
  points <- matrix(sin(1:24)^2 * 1:24, 12)
  distances <- as.matrix(stats::dist(points))
  cuts <- pybench:::joined_parts(unname(distances), 12)
  tree <- stats::hclust(stats::as.dist(distances), "average")
  for (k in 1:12) {
    expect_equal(cuts[[k]], unname(stats::cutree(tree, k)))
  }
})
