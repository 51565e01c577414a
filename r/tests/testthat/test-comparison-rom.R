# Rom's test: exact under independence, and its adjusted p-values decide as it does.

random_family <- function(largest) {
  round(runif(sample(largest, 1L))^sample(5L, 1L), sample(8L, 1L))
}

test_that("Rom's test is exact under independence", {
  # By simulation: 4 standard errors of 5e4 draws.
  set.seed(2)
  p <- matrix(runif(2.5e5), 5)
  for (alpha in c(0.05, 0.2)) {
    levels <- rev(pybench:::rom_levels(5, alpha))
    rejected <- mean(apply(p, 2L, function(family) any(sort(family) <= levels)))
    expect_absolute(rejected, alpha, 4 * sqrt(alpha / 5e4), "Rom")
  }
  # By hand: c_3 = (alpha + alpha^2 - 3 (alpha/2)^2) / 3.
  expect_equal(pybench:::rom_levels(3, 0.05), c(0.05, 0.025, 0.016875), tolerance = 1e-14)
  levels <- pybench:::rom_levels(1770, 0.99)
  expect_true(all(diff(levels) < 0) && all(levels[-(1:2)] > 0.99 / 3:1770))
})

test_that("Rom's adjusted p decides at every level as his test does", {
  set.seed(4)
  otherwise <- 0 # verdicts that p-values made for 0.05 get wrong at another level
  for (i in 1:5) {
    p <- sort(random_family(40L))
    ours <- pybench:::adjusted(p, "rom")
    made_for_5 <- pybench:::adjusted(p, "rom", 0.05)
    for (alpha in c(1e-9, 0.001, 0.01, 0.05, 0.1, 0.37, 0.9, 0.99)) {
      met <- which(p <= rev(pybench:::rom_levels(length(p), alpha)))
      rejected <- seq_along(p) <= max(0, met)
      expect_identical(ours <= alpha, rejected)
      otherwise <- otherwise + sum((made_for_5 <= alpha) != rejected)
    }
  }
  expect_gt(otherwise, 0)
  for (alpha in c(1e-300, 1e-9, 0.05, 0.5, 0.97, 0.99, 0.9999)) {
    for (m in c(1, 2, 3, 10, 190, 630)) {
      found <- pybench:::rom_met(rev(pybench:::rom_levels(m, alpha)))
      # Each term of the recursion, a log of some 10, is good to 1e-15; sums of 630 of them.
      expect_lt(max(abs(found / alpha - 1)), 1e-12)
    }
  }
  expect_identical(pybench:::rom_met(c(0, 0.6, 0.9)), c(0, 1, 0.9))
})
