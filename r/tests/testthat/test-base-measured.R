# What results say of intervals that hold the truth too seldom.

test_that("a result names such an interval, with what was measured at its size", {
  line <- function(share, size) {
    sprintf(
      paste(
        "  measured: 95 %% intervals of mean_difference contain the true value in %s %% of",
        "samples of %d %s"
      ),
      share, size, "(skewed)"
    )
  }
  expect_identical(pybench:::short_coverage(c("mean_difference", "d_z"), 5), line("89.7", 10L))
  expect_identical(pybench:::short_coverage("mean_difference", 19), line("89.7", 10L))
  expect_identical(pybench:::short_coverage("mean_difference", 29), line("91.6", 20L))
  expect_null(pybench:::short_coverage(c("mean_difference", "mean rank"), 30))
  set.seed(1)
  expect_true(line("89.7", 10L) %in% format(pb_effects(table_of(random_scores(12, 3)))))
})
