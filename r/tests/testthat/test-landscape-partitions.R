test_that("measures of agreement are those of closed forms", {
  of <- function(a, b) pb_region_stability(cbind(a, b), rep("a", length(a)))$pairs
  crossed <- of(c(1, 1, 2, 2), c(1, 2, 1, 2))
  expect_equal(crossed$adjusted_rand, -0.5)
  expect_equal(crossed$variation, 2 * log(2))
  expect_equal(of(rep(1, 8), 1:8)$adjusted_rand, 0)
  expect_equal(of(rep(1, 8), 1:8)$variation, log(8))
  same <- of(c(1, 1, 2, 3), c(9, 9, 4, 2))
  expect_identical(c(same$adjusted_rand, same$variation), c(1, 0))
})
