# The curve over the quality of the representation.

test_that("a curve is drawn with the gains of the study and its intervals", {
  study <- pb_synthetic_study(
    0:2, 4, c(0, 0.5, 2), c("farthest-first/cosine", "oracle"), datasets = 30, models = 4,
    repeats = 1
  )
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file, 6, 4)
  on.exit({
    grDevices::dev.off()
    unlink(file)
  })
  found <- plot(study, main = "Quality", metric = "spearman")
  rows <- study$auc[study$auc$metric == "spearman" & study$auc$strategy != "random", ]
  expect_equal(found$gain, rows$gain)
  expect_equal(found$high - found$gain, rows$gain_se)
  alone <- plot(pb_synthetic_study(0, 4, datasets = 30, models = 4, repeats = 1))
  expect_true(all(is.nan(alone$low)))
  expect_error(plot(study, metric = "kendall"), class = "pybench_error_argument")
  expect_error(plot(study, distance = "manhattan"), class = "pybench_error_argument")
})
