# New datasets: the regions of their rows, and what they add.

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
  expect_match(format(far)[[4L]], "almost empty regions that it fills: R3")
})

test_that("what cannot be is refused", {
  refused <- function(expr) expect_error(expr, class = "pybench_error_argument")
  refused(pb_nearest_region(matrix(1), matrix(1, 1, 2), 1))
  refused(pb_nearest_region(matrix(1), matrix(1, 0, 1), 1))
  refused(pb_nearest_region(matrix(NaN), matrix(1), 1))
  refused(pb_nearest_region(matrix(1), matrix(1:2), 1))
  one <- pb_coverage("a", 1)
  refused(pb_newcomer(one, 2))
  refused(pb_newcomer(one, numeric()))
  refused(pb_newcomer(one, 1, name = NULL))
  refused(pb_newcomer(1, 1))
})

test_that("no rows have no regions", {
  expect_length(pb_nearest_region(matrix(0, 0, 2), diag(2), 1:2), 0L)
})
