# The metrics against stats and by their definitions.

test_that("metrics without ties", {
  sums <- t(vapply(1:6, function(i) order(uniforms(i, "r", 0, 7)), numeric(7))) * 10
  total <- matrix(order(uniforms(9, "r", 0, 7)) * 36, 1)
  found <- ranking_scores(sums, 5, total, 18, 1, ranking_metrics)
  for (i in 1:6) {
    expect_equal(found[i, "mae"], mean(abs(sums[i, ] / 10 - total / 36)), ignore_attr = TRUE)
    expect_equal(found[i, "spearman"], stats::cor(sums[i, ], total[1, ], method = "spearman"),
                 ignore_attr = TRUE)
    expect_equal(found[i, "kendall"], stats::cor(sums[i, ], total[1, ], method = "kendall"),
                 ignore_attr = TRUE)
    expect_equal(found[[i, "mrr"]], 1 / rank(sums[i, ])[[which.min(total)]])
    expect_equal(found[[i, "mrr_reversed"]], 1 / rank(-sums[i, ])[[which.max(total)]])
    gains <- 8 - total[1, ] / 36
    worth <- 1 / log2(2:6)
    expect_equal(
      found[[i, "ndcg5"]],
      sum(gains[order(sums[i, ])][1:5] * worth) / sum(sort(gains, decreasing = TRUE)[1:5] * worth)
    )
  }
})

test_that("ties take the mean over all orders; one rank says nothing", {
  flat <- ranking_scores(matrix(4, 1, 3), 1, matrix(1:3, 1), 1, 1, ranking_metrics)
  expect_equal(flat[, c("spearman", "kendall")], c(spearman = 0, kendall = 0))
  expect_equal(flat[[1, "mrr"]], mean(1 / 1:3))
  tied <- ranking_scores(matrix(c(1, 1, 2), 1), 1, matrix(c(2, 3, 1), 1), 1, 1, c("mrr", "kendall"))
  expect_equal(tied[[1, "mrr"]], 1 / 3)
  expect_equal(tied[[1, "kendall"]], stats::cor(c(1, 1, 2), c(2, 3, 1), method = "kendall"))
})
