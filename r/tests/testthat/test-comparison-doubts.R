# Doubts about a table: in every result of it, with names and numbers.

doubtful <- function(scores, higher = TRUE, ...) {
  names <- list(paste0("d", seq_len(nrow(scores)) - 1L), paste0("c", seq_len(ncol(scores)) - 1L))
  pb_read_results(`dimnames<-`(scores, names), higher_is_better = higher, ...)
}

accuracies <- function() {
  set.seed(3)
  matrix(runif(36, 0.5, 1), 12L)
}

test_that("what was dropped is counted and named in every result", {
  scores <- rbind(accuracies(), matrix(0.5, 8L, 3L))
  scores[13:20, 2L] <- NA
  t <- doubtful(scores, missing = "drop")
  told <- " 8 of 20: `d12`, `d13`, `d14`, `d15`, `d16` and 3 more."
  asked <- list(
    pb_friedman, pb_nemenyi, pb_wilcoxon, pb_compare, pb_critical_difference, pb_multi_comparison,
    pb_effects, pb_contrasts, pb_skillings_mack, pb_paired_t, pb_aligned_ranks, pb_quade_pairs,
    pb_kendall_w, pb_rank_intervals, function(t) pb_stability(t, resamples = 0),
    function(t) pb_bayesian_signed_rank(t, samples = 100),
    function(t) pb_posterior(t, "c0", "c1", samples = 100)
  )
  for (ask in asked) {
    result <- ask(t)
    expect_true("dropped-rows" %in% result$notes)
    line <- grep("note dropped-rows", format(result), value = TRUE)
    expect_length(line, 1L)
    expect_true(endsWith(line, told), label = class(result)[[1L]])
  }
  sent <- bridge_call("pb_compare", list(t))$value
  expect_null(names(sent$notes))
  expect_null(names(sent$friedman$notes))
  expect_identical(sent$friedman$note_details, sent$note_details)
  expect_match(sent$note_details[["dropped-rows"]], "^8 of 20")
})

test_that("a direction that contradicts the name of the metric is told", {
  wrong <- doubtful(accuracies(), FALSE, metric = "accuracy")
  for (result in list(pb_compare(wrong), pb_wilcoxon(wrong), pb_effects(wrong))) {
    expect_true("suspicious-direction" %in% result$notes)
  }
  right <- doubtful(accuracies(), metric = "accuracy")
  expect_false("suspicious-direction" %in% pb_compare(right)$notes)
})

test_that("mixed scales are told, one scale is not", {
  good <- accuracies()
  set.seed(4)
  losses <- -matrix(runif(12, 0.1, 1.5), 4L)
  expect_true("mixed-scales" %in% pb_compare(doubtful(rbind(good, losses)))$notes)
  expect_true(has_mixed_scales(doubtful(rbind(good, 100 * good[1:3, ]))))
  expect_true(has_mixed_scales(doubtful(rbind(good, 5000 * good), FALSE)))
  single <- good[1L, , drop = FALSE]
  for (scores in list(good, 100 * good, 1 - good, -good, matrix(rnorm(120), 30), single)) {
    expect_false(has_mixed_scales(doubtful(scores)))
    expect_false(has_mixed_scales(doubtful(scores, FALSE)))
  }
})

test_that("a rope that does not fit is told", {
  good <- accuracies()
  expect_identical(rope_doubt(doubtful(100 * good), 0.01), "rope-scale")
  expect_identical(rope_doubt(doubtful(good), 1), "rope-scale")
  expect_null(rope_doubt(doubtful(good), 0.01))
  expect_null(rope_doubt(doubtful(100 * good), 1))
  expect_null(rope_doubt(doubtful(100 * good), 0))
  t <- doubtful(100 * good)
  results <- list(
    pb_bayesian_signed_rank(t, samples = 100), pb_bayesian_sign(t, samples = 100),
    pb_bayesian_t(t), pb_posterior(t, "c0", "c1", samples = 100),
    pb_multi_comparison(t, bayesian = TRUE, samples = 100), pb_compare(t, bayesian = TRUE)
  )
  for (result in results) expect_true("rope-scale" %in% result$notes)
  expect_false("rope-scale" %in% pb_multi_comparison(t)$notes)
})
