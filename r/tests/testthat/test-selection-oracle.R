# The oracle against its definition.

test_that("each brings the mean ranks nearest to the goal", {
  past <- abs(some_numbers("past", 8, 3))
  goal <- colMeans(past)
  order <- oracle_order(past, goal, 4)
  for (size in 1:4) {
    before <- order[seq_len(size - 1)]
    errors <- vapply(seq_len(8), function(new) {
      sum(abs(colMeans(past[c(before, new), , drop = FALSE]) - goal))
    }, 0)
    errors[before] <- Inf
    expect_identical(order[[size]], which.min(errors))
  }
  expect_identical(sort(oracle_order(past, goal, 8)), 1:8)
})

test_that("the mean ranks of a results table are an embedding", {
  t <- some_results("ranks")
  ranks <- Reduce(`+`, lapply(1:3, function(i) {
    scores <- t$by_repeat[, , i]
    dimnames(scores) <- list(t$datasets, t$classifiers)
    pb_ranks(pb_read_results(scores, higher_is_better = TRUE))
  })) / 3
  few <- function(embedding) {
    pb_rank_preservation(t, list(ranks = embedding), "k-means", sizes = 2:3, trials = 5)
  }
  expect_identical(few(t)$auc, few(ranks)$auc)
  expect_true("past-results" %in% few(t)$notes)
  expect_false("past-results" %in% few(ranks)$notes)
  expect_identical(pb_mantel(t, list(ranks = t))$table, pb_mantel(t, list(ranks = ranks))$table)
})
