# ROC curves.

test_that("areas under the curves are the AUCs", {
  seen <- pb_simulate("c-d1", 60, seed = 3)
  rounded <- round(seen$hidden, 1) # ties
  roc <- pb_optimal_roc(seen$label, list(lrt_hidden = seen$hidden, rounded = rounded))
  for (method in c("lrt_hidden", "rounded")) {
    own <- roc[roc$method == method, ]
    expect_identical(own$threshold[[1]], Inf)
    expect_true(all(diff(own$threshold) < 0))
    width <- diff(own$false_positive_rate)
    height <- own$true_positive_rate
    area <- sum(width * (height[-1] + height[-length(height)]) / 2)
    expect_equal(area, own$auc[[1L]])
  }
  table <- pb_optimal_lrt("c-d1", 60, seed = 3)
  auc <- table$value[table$method == "lrt_hidden" & table$statistic == "auc"]
  expect_equal(roc$auc[roc$method == "lrt_hidden"][[1L]], auc)
})

test_that("names tell the areas", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  roc <- pb_optimal_roc(c(0, 0, 1, 1), list(mine = c(1, 3, 2, 4), lrt_hidden = 1:4))
  said <- expect_silent(plot(roc, main = "A title"))
  expect_identical(unname(said), c("mine 0.750", "LRT hidden 1.000"))
  expect_identical(utils::capture.output(print(roc)), c(
    "ROC curves of 2 scores", "  mine: AUC 0.7500, 5 thresholds",
    "  lrt_hidden: AUC 1.0000, 5 thresholds"
  ))
  # Rows taken out keep the areas.
  expect_identical(unname(plot(roc[roc$method == "mine", ])), "mine 0.750")
})

test_that("numbers alone are one score", {
  label <- c(0, 0, 1, 1)
  for (score in list(c(0.1, 0.4, 0.4, 0.8), c(-Inf, 2, 1, Inf), 4:1)) {
    expect_identical(pb_optimal_roc(label, score), pb_optimal_roc(label, list(score = score)))
  }
  expect_identical(unique(pb_optimal_roc(label = label, score = 1:4)$method), "score")
})

test_that("scores that are none are refused", {
  refused <- function(label, scores) {
    expect_error(pb_optimal_roc(label, scores), "score", class = "pybench_error_argument")
  }
  refused(c(0, 1), list(c(1, 2)))
  refused(c(0, 1), list())
  refused(c(0, 1), list(mine = 1))
  refused(c(0, 0), list(mine = c(1, 2)))
  refused(c(0, 2), list(mine = c(1, 2)))
  refused(c(0, 1), list(mine = c(1, NA)))
  for (score in list(c("a", "b"), NULL, 1, c(1, NA), c(1i, 2), sum)) {
    refused(c(0, 1), score)
  }
})

test_that("infinite scores have thresholds between them, and curves end at 1, 1", {
  found <- pb_optimal_roc(c(0, 0, 1, 1), list(a = c(-Inf, 0, 1, Inf)))
  inner <- found$threshold[2:4]
  expect_true(all(is.finite(inner)) && all(diff(inner) < 0))
  expect_identical(found$false_positive_rate, c(0, 0, 0, 0.5, 1))
  expect_identical(found$true_positive_rate, c(0, 0.5, 1, 1, 1))
  wide <- pb_optimal_roc(0:1, list(a = c(-1.7e308, 1.7e308)))
  expect_identical(wide$threshold, c(Inf, 0, -Inf))
})
