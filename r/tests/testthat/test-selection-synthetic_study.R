# Gains of strategies by the quality of the representation.

small_study <- function(...) {
  pb_synthetic_study(0:2, 6, datasets = 30, models = 5, repeats = 1, ...)
}

test_that("a study has each method once, and its spreads", {
  study <- small_study()
  expect_identical(study$auc$view, rep(c("none", "oracle", "broken"), each = 2))
  expect_equal(study$auc$signal, rep(c(NaN, 100, 0.15), each = 2))
  expect_true(all(study$auc$low <= study$auc$high & study$auc$sd_within > 0))
  expect_match(format(study)[[1]], "3 synthetic benchmarks, 6 trials each")
  expect_identical(as.data.frame(study), study$auc)
  expect_error(pb_synthetic_study(numeric()), class = "pybench_error_argument")
  expect_error(pb_synthetic_study(0, signals = -1), class = "pybench_error_argument")
  expect_error(pb_synthetic_study(0, oracle_noise = -1), class = "pybench_error_argument")
})

test_that("gains and their errors are those of the formulas", {
  study <- small_study(signals = c(1, 0), metrics = "mae", sizes = c(2, 5))
  areas <- vapply(0:2, function(seed) {
    made <- pb_synthetic_benchmark(seed, 30, 5, 1, signal = 1)
    found <- pb_rank_preservation(
      made$table, list(x = made$broken), c("random", "farthest-first/cosine"), sizes = c(2, 5),
      trials = 6, seed = seed, metrics = "mae"
    )
    found$auc$mean
  }, c(0, 0))
  lead <- areas[1, ] - areas[2, ]
  gain <- mean(lead) / mean(areas[1, ])
  row <- study$auc[study$auc$view == "1", ]
  expect_equal(row$gain, gain)
  expect_equal(row$gain_se, sd((lead - gain * areas[1, ]) / mean(areas[1, ])) / sqrt(3))
  expect_equal(row$se, sd(areas[2, ]) / sqrt(3))
  expect_identical(unique(study$mantel$view), c("0", "1"))
  made <- pb_synthetic_benchmark(0, 30, 5, 1, signal = 1)
  alone <- pb_synthetic_study(0, 2, 1, datasets = 30, models = 5, repeats = 1)
  expect_equal(
    alone$mantel$correlation, pb_mantel(made$table, list(x = made$broken), 1)$table$correlation
  )
  expect_true(all(is.nan(alone$mantel$se)))
  expect_false(any(grepl("NaN", format(alone), fixed = TRUE)))
})

test_that("progress is reported by benchmark", {
  told <- NULL
  old <- options(pybench.progress = function(done, total, text) told <<- c(told, done, total))
  pb_synthetic_study(0:1, 2, datasets = 26, models = 3, repeats = 1)
  options(old)
  expect_equal(told, c(0, 2, 1, 2, 2, 2))
})
