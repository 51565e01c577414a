# Walsh averages against R's own wilcox.test() and brute force.

test_that("estimate and exact interval are those of wilcox.test() without ties", {
  set.seed(1)
  for (n in c(6, 7, 15, 40)) {
    for (level in c(0.8, 0.95, 0.99)) {
      d <- stats::rnorm(n, 0.3)
      if (pybench:::interval_place(n, level)$attained < level) next
      theirs <- stats::wilcox.test(d, conf.int = TRUE, conf.level = level, exact = TRUE)
      ours <- pybench:::hodges_lehmann(cbind(d), level)
      # Halved and added, or added and halved.
      expect_equal(ours$estimate, theirs$estimate[[1]], tolerance = 1e-14)
      expect_equal(c(ours$low, ours$high), theirs$conf.int[1:2], tolerance = 1e-14)
    }
  }
})

test_that("too few differences give the widest interval and what it attains", {
  for (n in 2:5) {
    place <- pybench:::interval_place(n, 0.95)
    expect_identical(place$place, 1)
    expect_equal(place$attained, 1 - 2 / 2^n, tolerance = 1e-14)
  }
})

test_that("more datasets than memory has room for are refused before it is asked for", {
  error <- pybench_error_of(hodges_lehmann(matrix(0, 65536, 1), 0.95))
  expect_s3_class(error, "pybench_error_results_table")
  expect_identical(error$found, "65536")
})

test_that("beyond 200 the place is near the exact one", {
  for (n in c(201, 300)) {
    exact <- stats::qsignrank(0.025, n)
    place <- pybench:::interval_place(n, 0.95)
    expect_true(abs(place$place - exact) <= 2)
    expect_gte(place$attained, 0.95)
  }
})

test_that("averages are found in order, column by column", {
  set.seed(2)
  d <- matrix(round(stats::rnorm(18), 1), 9)
  found <- .Call(pybench:::C_pb_walsh_averages, d, as.double(1:45))
  for (j in 1:2) {
    averages <- outer(d[, j] / 2, d[, j] / 2, "+")
    expect_identical(found[, j], sort(averages[lower.tri(averages, diag = TRUE)]))
  }
})

test_that("a confidence that is met exactly needs no wider interval", {
  for (case in list(c(3, 2), c(5, 2), c(8, 4))) {
    level <- 1 - 2 * stats::psignrank(case[[2]] - 1, case[[1]])
    place <- pybench:::interval_place(case[[1]], level)
    expect_identical(place, list(place = case[[2]], attained = level))
  }
})
