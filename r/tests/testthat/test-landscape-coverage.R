# Coverage, redundancy, new datasets.

test_that("instances are counted by dataset and region", {
  found <- pb_coverage(c("b", "a", "a", "b", "a", "a"), c(1, 1, 2, 1, 1, 1), k = 3)
  expect_identical(
    found$counts,
    matrix(c(2, 3, 0, 1, 0, 0), 2, dimnames = list(c("b", "a"), c("R1", "R2", "R3")))
  )
  expect_identical(unname(found$percent["a", ]), c(75, 25, 0))
  expect_identical(pb_coverage(factor("a"), 1)$counts[[1, 1]], 1)
  expect_match(format(found)[[1L]], "3 regions by 2 datasets, 6 instances")
  expect_identical(as.data.frame(found)$R2, c(0, 25))
})

test_that("redundancy says who lives alone and where data lack", {
  found <- pb_redundancy(pb_coverage(c("a", "a", "b", "b"), c(1, 2, 2, 2), k = 3))
  expect_identical(found$single, "b")
  expect_identical(unname(found$regions[, "datasets"]), c(1, 2, 0))
  expect_identical(unname(found$regions[, "alone"]), c(0, 1, 0))
  expect_identical(found$mean_datasets, 1)
  expect_identical(found$sparse_regions, "R3")
  expect_identical(found$notes, "sparse-region")
  expect_match(format(found)[[5L]], "R3: 0 datasets, 0 of them in no other; 0.00%.*almost empty")
})

test_that("new rows take the region of the nearest unit, the lower on equality", {
  expect_identical(pb_nearest_region(rbind(c(0.9, 0.1), c(0, 3)), diag(2), c(2, 1)), c(2, 1))
  expect_identical(pb_nearest_region(matrix(0), matrix(c(1, -1)), c(2, 1)), 2)
})

test_that("a new dataset adds a region that was empty, or a spread of its own", {
  t <- pb_coverage(rep(c("a", "b"), each = 100), rep(c(1, 2, 1, 2), c(98, 2, 20, 80)), k = 3)
  copy <- pb_newcomer(t, rep(c(1, 2), c(49, 1)))
  expect_identical(copy$closest, "a")
  expect_identical(copy$overlap, 100)
  expect_false(copy$adds)
  far <- pb_newcomer(t, rep(3, 100))
  expect_identical(far$fills, "R3")
  expect_equal(far$share_after[["R3"]], 100 / 3)
  expect_match(format(far)[[4L]], "almost empty regions: R3")
})

test_that("what cannot be is refused", {
  refused <- function(expr) expect_error(expr, class = "pybench_error_argument")
  refused(pb_coverage(character(), numeric()))
  refused(pb_coverage(1, 1))
  refused(pb_coverage("a", c(1, 2)))
  refused(pb_coverage("a", 0))
  refused(pb_coverage("a", 3, k = 2))
  refused(pb_redundancy(1))
  refused(pb_redundancy(pb_coverage("a", 1), 0))
  refused(pb_nearest_region(matrix(1), matrix(1, 1, 2), 1))
})
