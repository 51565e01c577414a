# Tables with weighted datasets against direct calls on tables with repeated datasets.

repeated_p <- function(scores, weights, zero_method, method) {
  scores <- scores[rep(seq_len(nrow(scores)), weights), , drop = FALSE]
  rownames(scores) <- NULL
  raw <- pb_wilcoxon(table_of(scores), "none", zero_method, method)$pvalues_raw
  unname(raw[pybench:::all_pairs(ncol(scores))])
}

test_that("normal p-values are those of the repeated table", {
  set.seed(3)
  for (zero_method in pybench:::zero_methods) for (i in 1:4) {
    scores <- random_scores(sample(3:9, 1), sample(2:5, 1), 8)
    weights <- matrix(sample(0:3, 4 * nrow(scores), replace = TRUE), 4)
    weights[, 1:2] <- weights[, 1:2] + 1
    pairs <- pybench:::all_pairs(ncol(scores))
    found <- pybench:::signed_rank_replicates(
      table_of(scores), pairs, weights, zero_method, 0.05, 0
    )$p
    for (row in 1:4) {
      direct <- repeated_p(scores, weights[row, ], zero_method, "normal")
      expect_relative(found[row, ], direct, 1e-12, zero_method)
    }
  }
})

test_that("few differences are exact in resamples", {
  set.seed(4)
  for (zero_method in pybench:::zero_methods) {
    scores <- random_scores(12, 4, 8)
    weights <- pybench:::resampled_counts(matrix(stats::runif(60), 5))
    pairs <- pybench:::all_pairs(4)
    found <- pybench:::signed_rank_replicates(
      table_of(scores), pairs, weights, zero_method, 0.05, 25
    )$p
    for (row in 1:5) {
      direct <- repeated_p(scores, weights[row, ], zero_method, "exact")
      expect_relative(found[row, ], direct, 1e-12, zero_method)
    }
  }
})

test_that("p is normal only where that changes no verdict of Holm's", {
  set.seed(5)
  for (alpha in c(0.001, 0.05, 0.3)) for (i in 1:4) {
    scores <- random_scores(sample(30:60, 1), 6, 40)
    scores <- scores + rep(stats::runif(6, 0, 0.3), each = nrow(scores))
    weights <- pybench:::leave_one_out(nrow(scores))[1:3, ]
    pairs <- pybench:::all_pairs(6)
    found <- pybench:::signed_rank_replicates(
      table_of(scores), pairs, weights, "wilcox", alpha, 200
    )$p
    for (row in 1:3) {
      direct <- repeated_p(scores, weights[row, ], "wilcox", "exact")
      verdicts <- function(p) stats::p.adjust(p, "holm") <= alpha
      expect_identical(verdicts(found[row, ]), verdicts(direct))
    }
  }
})

test_that("replicates count datasets", {
  expect_identical(pybench:::leave_one_out(3)[2, ], c(1, 0, 1))
  u <- rbind(c(0, 0.4, 1 - 2^-53), c(0.99, 0.34, 0.33), 0)
  expect_identical(pybench:::resampled_counts(u), rbind(c(1, 1, 1), c(1, 1, 1), c(3, 0, 0)))
  expect_identical(dim(pybench:::resampled_counts(matrix(0, 0, 3))), c(0L, 3L))
})

test_that("far in the tail the normal p is no guide", {
  t <- table_of(cbind(1:27 + 0.5, 0)) # without one dataset p = 2^-25, by the normal one 8e-6
  for (alpha in c(1e-7, 1e-6, 1e-5)) {
    result <- pb_stability(t, alpha, resamples = 0)
    expect_identical(unname(result$full[, "wilcoxon-holm"]), 1)
    expect_identical(unname(result$over_datasets[, "wilcoxon-holm"]), 1)
  }
})
