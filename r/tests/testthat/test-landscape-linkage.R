# Cosine distances, silhouettes and gaps by brute force.

test_that("the silhouette is that of brute force", {
  codes <- matrix(2 * uniforms(1, "test-linkage", 0, 120) - 1, 30)
  found <- pb_regions(codes, 4)
  d <- cosine_distances(codes)
  s <- vapply(seq_len(nrow(codes)), function(i) {
    means <- vapply(1:4, function(r) {
      mean(d[i, setdiff(which(found$labels == r), i)])
    }, 0)
    own <- found$labels[[i]]
    if (is.nan(means[[own]])) 0 else {
      b <- min(means[-own])
      (b - means[[own]]) / max(b, means[[own]])
    }
  }, 0)
  expect_equal(found$candidates[[3, "silhouette"]], mean(s), tolerance = 1e-12)
})

test_that("cosine distances hold for codes of any size", {
  set.seed(1)
  codes <- matrix(stats::rnorm(20), 5)
  lengths <- sqrt(rowSums(codes^2))
  expected <- 1 - (codes %*% t(codes)) / outer(lengths, lengths)
  diag(expected) <- 0
  expect_equal(cosine_distances(codes), expected)
  expect_equal(cosine_distances(codes * 1e200), expected)
  expect_equal(cosine_distances(codes * 1e-200), expected)
})

test_that("a gap is between the next merge and the last one done", {
  heights <- c(0.1, 0.3, 0.7)
  expect_equal(vapply(2:4, function(k) cut_gap(heights, k), 0), c(0.4, 0.2, 0.1))
})
