# The bootstrap by threshold against one bootstrap per threshold.

threshold_regions <- list(
  `50` = list(one = paste0("d", 1:10), two = paste0("d", 11:18)),
  `90` = list(one = paste0("d", 1:6), two = paste0("d", 11:14)),
  `100` = list(one = "d1", two = "d11")
)

threshold_table <- function() {
  set.seed(1)
  table_of(matrix(stats::rnorm(80), 20) + rep(0.6 * 1:4, each = 20))
}

test_that("each threshold is one bootstrap", {
  t <- threshold_table()
  landscape <- list(
    representatives = function(threshold) threshold_regions[[sprintf("%g", threshold)]]
  )
  result <- pb_bootstrap_thresholds(t, landscape, c(100, 90, 50), c(2, 3), 15, 4, alpha = 0.2)
  expect_named(result$bootstraps, c("50", "90"))
  expect_match(result$refused[["100"]], "needs 3 datasets")
  for (at in c("50", "90")) {
    alone <- pb_bootstrap(
      t, threshold_regions[[at]], c(2, 3), 15, as.numeric(at), 4, alpha = 0.2
    )
    expect_identical(result$bootstraps[[at]], alone)
  }
  frame <- as.data.frame(result)
  expect_identical(frame$datasets, c(18L, 18L, 10L, 10L))
  unlike <- vapply(c("2", "3"), function(n) {
    sum(result$bootstraps[["50"]]$verdicts[[n]] != result$bootstraps[["90"]]$verdicts[[n]]) / 2
  }, 0)
  expect_equal(frame$other_thresholds, unname(c(unlike, unlike)))
  expect_match(paste(format(result), collapse = "\n"), "none at 100 %")
})

test_that("what cannot be answered is refused", {
  t <- threshold_table()
  refused <- list(
    list(threshold_regions, c(50, 80)), list(threshold_regions[["50"]], 50),
    list(threshold_regions, numeric()), list(threshold_regions, 0), list(threshold_regions, 100),
    list("a", 50)
  )
  for (arguments in refused) {
    expect_error(
      do.call(pb_bootstrap_thresholds, c(list(t), arguments)),
      class = "pybench_error_argument"
    )
  }
})

test_that("the text does not hang on what the session shows", {
  t <- pb_read_results(matrix(sin(1:40), 20, dimnames = list(letters[1:20], c("x", "y"))), TRUE)
  at <- list(`50.5` = list(one = letters[1:10]), `90` = list(one = letters[1:7]))
  found <- pb_bootstrap_thresholds(t, at, c(50.5, 90), 5)
  text <- format(found)
  shown <- options(width = 30L, max.print = 5L, OutDec = ",", digits = 1L)
  on.exit(options(shown))
  expect_identical(format(found), text)
  expect_identical(getOption("max.print"), 5L)
})
