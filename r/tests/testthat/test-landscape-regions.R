# Regions: brute force, weights as equal codes, what is refused.

codes_of <- function(seed, n = 30, p = 4) {
  matrix(2 * uniforms(seed, "test-regions", 0, n * p) - 1, n)
}

same_partition <- function(a, b) {
  nrow(unique(cbind(a, b))) == length(unique(a)) && length(unique(a)) == length(unique(b))
}

test_that("clear groups are found, numbered by their first unit", {
  codes <- rbind(c(1, 0), c(1, 0.1), c(0.1, 1), c(0, 1), c(-1, 0), c(-1, 0.1))
  found <- pb_regions(codes)
  expect_identical(found$labels, c(1, 1, 2, 2, 3, 3))
  expect_identical(found$notes, character())
  expect_identical(pb_regions(codes[c(5, 1, 3, 2, 6, 4), ], 3)$labels, c(1, 2, 3, 2, 1, 3))
})

test_that("a weight is so many equal codes, and 0 is none", {
  codes <- codes_of(2, 12)
  weights <- rep(c(1, 3, 2, 4), 3)
  found <- pb_regions(codes, weights = weights)
  repeated <- pb_regions(codes[rep(1:12, weights), ], candidates = 2:11)
  expect_identical(rep(found$labels, weights), repeated$labels)
  expect_equal(
    found$candidates[, "silhouette"], repeated$candidates[, "silhouette"], tolerance = 1e-12
  )
  without <- pb_regions(codes[-1, ], 4)
  expect_true(same_partition(pb_regions(codes, 4, weights = c(0, rep(1, 11)))$labels[-1],
                             without$labels))
})

test_that("purity and fragmentation are as by hand", {
  codes <- rbind(c(1, 0, 0), c(1, 0.1, 0), c(0, 1, 0), c(0, 1, 0.1), c(0, 0, 1), c(0.1, 0, 1))
  dataset <- c("a", "a", "a", "a", "b", "b", "c", "c")
  found <- pb_regions(codes, 3, dataset = dataset, units = c(1, 2, 2, 3, 5, 6, 3, 5))
  row <- found$candidates[found$candidates[, "k"] == 3, ]
  expect_equal(row[["purity"]], 6 / 8)
  expect_equal(row[["fragmentation"]], (1 - 10 / 16 + 0 + 0.5) / 3)
  expect_equal(row[["split"]], 2)
  expect_match(format(found)[[1L]], "3 regions of 6 units")
  expect_identical(as.data.frame(found)$k, found$candidates[, "k"])
})

test_that("a cut between equal heights is said not to be unique", {
  expect_identical(pb_regions(rbind(c(1, 0), c(0, 1), c(-1, 0), c(0, -1)), 3)$notes, "tied-cut")
})

test_that("what cannot be is refused", {
  codes <- codes_of(3, 6)
  refused <- function(...) expect_error(pb_regions(...), class = "pybench_error_argument")
  refused(rbind(codes, 0))
  refused(codes[1:2, ])
  refused(replace(codes, 1, NA))
  refused(codes, k = 6)
  refused(codes, k = 2:3)
  refused(codes, candidates = 1)
  refused(codes, weights = c(1, 1, 0, 0, 0, 0))
  refused(codes, dataset = "a")
  refused(codes, dataset = "a", units = 7)
  refused(codes, dataset = "a", units = 1:2)
})

test_that("the text does not hang on options(scipen=)", {
  found <- pb_regions(codes_of(2, 12))
  expected <- format(found)
  before <- options(scipen = -9)
  shown <- format(found)
  options(before)
  expect_identical(shown, expected)
})

test_that("a tie below the cut is noted in any order", {
  codes <- rbind(c(0, 1), c(1, 1), c(2, 1), c(1, 2))
  for (order in list(1:4, 4:1, c(2, 4, 1, 3), c(3, 1, 4, 2))) {
    expect_identical(pb_regions(codes[order, ], 2)$notes, "tied-cut")
  }
  twice <- rbind(c(1, 0), c(0.3, 1), c(0, 1), c(-1, 0.2))[rep(1:4, each = 3), ]
  expect_identical(pb_regions(twice, 3)$notes, character()) # equal codes are as near to all
})
