test_that("t is that of t.test(), at every scale", {
  set.seed(1)
  for (scale in c(1e-250, 1, 1e250)) {
    gaps <- matrix(stats::rnorm(60, 0.2), 15)
    expected <- apply(gaps, 2L, function(gap) stats::t.test(gap)$statistic)
    expect_relative(t_statistics(gaps * scale, 0), unname(expected), 1e-12, scale)
  }
  for (alternative in alternatives) {
    expected <- apply(gaps, 2L, function(gap) {
      stats::t.test(gap, alternative = sub("-", ".", alternative, fixed = TRUE))$p.value
    })
    p <- t_pvalues(t_statistics(gaps, 0), rep(FALSE, 4), 14, alternative)$there
    expect_relative(p, expected, 1e-11, alternative)
  }
})

test_that("equal differences give an infinite t, zero differences p = 1", {
  t <- table_of(cbind(c1 = c(1, 4, 3), c2 = c(2, 5, 4), c3 = c(1, 4, 3)))
  for (result in list(pb_paired_t(t, "none"), pb_corrected_t(t, 0.2, adjust = "none"))) {
    expect_identical(result$statistics["c2", "c1"], Inf)
    expect_identical(result$statistics["c1", "c2"], -Inf)
    expect_identical(result$pvalues["c1", "c2"], 0)
    expect_identical(c(result$statistics["c1", "c3"], result$pvalues["c1", "c3"]), c(0, 1))
    expect_true("no-difference" %in% result$notes)
  }
  greater <- pb_paired_t(t, "none", "greater")$pvalues
  expect_identical(c(greater["c2", "c1"], greater["c1", "c2"]), c(0, 1))
  expect_identical(c(greater["c1", "c3"], greater["c3", "c1"]), c(1, 1))
  noise <- pb_paired_t(table_of(matrix(c(0.1 + 0.2, 0.3), 5, 2, byrow = TRUE)))
  expect_true("near-ties" %in% noise$notes)
})

test_that("the repeats of one dataset are tested", {
  set.seed(2)
  frame <- expand.grid(dataset = c("iris", "glass"), classifier = c("a", "b", "c"), resample = 1:4)
  frame$score <- stats::rnorm(nrow(frame))
  read <- function(repeats) pb_read_results(frame, higher_is_better = FALSE, repeats = repeats)
  t <- read("keep")
  result <- pb_corrected_t(t, 0.25, "glass", alternative = "greater")
  folds <- t(t$by_repeat[match("glass", t$datasets), , ])
  colnames(folds) <- t$classifiers
  expected <- pb_corrected_t(table_of(folds, FALSE), 0.25, alternative = "greater")
  expect_identical(result$pvalues, expected$pvalues)
  expect_identical(result$method, "t over 4 repeats of glass")
  expect_identical(result$n_datasets, 1L)
  expect_false("rows-as-resamples" %in% result$notes)
  message_of <- function(expression) conditionMessage(pybench_error_of(expression))
  expect_match(message_of(pb_corrected_t(read("mean"), 0.1, "iris")),
               "`dataset` needs the scores of each repeat", fixed = TRUE)
  expect_match(message_of(pb_corrected_t(t, 0.1, "x")),
               "`dataset` must be a dataset of the table, not 'x'", fixed = TRUE)
  for (rho in list(-0.1, 1, "0.1", NULL, NA)) {
    expect_match(message_of(pb_corrected_t(t, rho)), "`rho` must be a number >= 0 and < 1")
  }
  expect_match(message_of(pb_corrected_t(t)), "`rho` must be a number >= 0 and < 1")
})
