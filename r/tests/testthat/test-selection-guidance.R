# Guidance is counted from sizes that suffice, and from areas.

test_that("sizes and gains are those of the methods", {
  made <- pb_synthetic_benchmark(0, datasets = 40, models = 8, repeats = 1)
  found <- pb_rank_preservation(
    made$table, made[c("oracle", "broken")],
    c("random", "farthest-first", "k-medoids", "a-optimal", "oracle"), sizes = 2:14, trials = 20,
    targets = list(mae = 0.7, spearman = 0.75), metrics = c("mae", "spearman", "ndcg5")
  )
  table <- pb_guidance(found)
  expect_identical(table$metric, c("mae", "spearman", "ndcg5"))
  expect_equal(table$target, c(0.7, 0.75, NaN))
  expect_equal(table$methods, c(7, 7, 7))
  for (metric in c("mae", "spearman")) {
    own <- found$sufficient[
      found$sufficient$metric == metric & found$sufficient$strategy != "oracle",
    ]
    row <- table[table$metric == metric, ]
    good <- own$by_mean[is.finite(own$by_mean)]
    expect_equal(row$reached, length(good))
    expect_equal(unlist(row[c("best", "median", "worst")], use.names = FALSE),
                 c(min(good), median(good), max(good)))
    areas <- found$auc[found$auc$metric == metric & found$auc$strategy != "oracle", ]
    chance <- areas$mean[areas$strategy == "random"]
    gains <- areas$mean[areas$strategy != "random"] / chance - 1
    if (metric == "mae") gains <- -gains
    expect_equal(unlist(row[c("gain_best", "gain_median", "gain_worst")], use.names = FALSE),
                 c(max(gains), median(gains), min(gains)))
  }
  none <- table[table$metric == "ndcg5", ]
  expect_true(is.nan(none$best))
  expect_equal(none$reached, 0)
  expect_error(pb_guidance(found$auc), class = "pybench_error_argument")
  bare <- found
  bare$auc <- bare$auc[bare$auc$strategy != "random", ]
  expect_true(all(is.nan(pb_guidance(bare)$gain_best)))
})
