test_that("the name of a metric says its direction", {
  higher <- c(
    "accuracy", "Balanced accuracy (%)", "ROC-AUC", "F1 (macro)", "f1_weighted", "R\u00b2",
    "nDCG@10", "neg_log_loss", "neg_mean_squared_error", "-RMSE", "\u2212log loss"
  )
  lower <- c(
    "error", "Error rate", "log loss", "RMSE", "mean_squared_error", "test error", "top-5 error"
  )
  for (metric in higher) expect_true(metric_direction(metric), label = metric)
  for (metric in lower) expect_false(metric_direction(metric), label = metric)
  for (metric in list("1 - accuracy", "score", "", NULL, "my measure", "mean", "roc_auc error")) {
    expect_null(metric_direction(metric))
  }
})
