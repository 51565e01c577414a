# Areas, curves, sufficient sizes and significance, each by its definition.

test_that("areas are trapezoids", {
  expect_identical(curve_areas(matrix(1, 1, 19), 2:20), 18)
  expect_identical(curve_areas(matrix(c(0, 1, 5), 1), c(2, 3, 5)), 6.5)
})

test_that("curves and sufficient sizes", {
  values <- some_numbers("v", 40, 4)
  curve <- curve_summary(values, c(2, 3, 5, 8), 0.9)
  expect_equal(curve$mean, colMeans(values))
  expect_equal(curve$low[[3]], stats::quantile(values[, 3], 0.05, names = FALSE))
  curve <- data.frame(size = 2:4, mean = c(0.8, 0.9, 0.95), low = c(0.5, 0.6, 0.7), high = 1)
  expect_identical(sufficient_size(curve, "spearman", 0.9), c(by_mean = 3, conservative = Inf))
  expect_identical(sufficient_size(curve, "mae", 0.9), c(by_mean = 2, conservative = Inf))
})

test_that("the best is compared with each other by paired signed ranks", {
  areas <- some_numbers("s", 30, 3)
  methods <- data.frame(strategy = c("u", "v", "w"), representation = "")
  found <- against_best(areas, methods, "mae")
  best <- which.min(colMeans(areas))
  raw <- vapply(setdiff(1:3, best), function(i) {
    stats::wilcox.test(areas[, i], areas[, best], paired = TRUE, alternative = "greater")$p.value
  }, 0)
  expect_equal(found$pvalue_raw, raw)
  expect_equal(found$pvalue, stats::p.adjust(raw, "holm"))
  alone <- against_best(areas[, 1, drop = FALSE], methods[1, ], "mae")
  expect_identical(dim(alone), c(0L, 8L))
  expect_identical(names(alone), names(found))
})

test_that("rounding decides no sufficient size", {
  for (metric in c("spearman", "mae")) {
    sign <- if (metric == "mae") -1 else 1
    for (noise in c(-9e-16, 0, 9e-16)) {
      ends <- .9 - noise
      curve <- data.frame(size = 2:3, mean = .9 + c(noise, sign), low = ends, high = ends)
      expect_identical(unname(sufficient_size(curve, metric, .9)), c(2, 2))
    }
    curve$mean[[1L]] <- .9 - sign * 1e-8
    expect_identical(sufficient_size(curve, metric, .9)[["by_mean"]], 3)
  }
})
