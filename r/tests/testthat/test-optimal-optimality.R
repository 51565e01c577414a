# Gaps over runs: verdicts of known classifiers, the same runs judged anew, texts, what is refused.

linear <- list(
  fit = function(x, y) stats::lm.fit(cbind(1, x), y)$coefficients,
  score = function(model, x) as.vector(cbind(1, x) %*% model)
)
blind <- list(fit = function(x, y) NULL, score = function(model, x) seq_len(nrow(x)) %% 7)
small <- pb_optimal_own_setting("small", "constant", 0:2 / 2, train = 400, test = 400)
found <- pb_optimality(
  small, list(linear = linear, blind = blind, LRT = "LRT numerical"), runs = 5, seed = 1
)

test_that("what is known of classifiers is found", {
  auc <- found$verdicts[found$verdicts$statistic == "auc", ]
  expect_identical(auc$classifier, c("linear", "blind", "LRT"))
  expect_identical(auc$verdict[3], "optimal") # constant drift: all ratios are one
  expect_identical(auc$gap_observed[3], 0)
  expect_identical(auc$verdict[2], "at chance")
  expect_lt(abs(auc$gap_hidden[1]), 0.02)
  expect_false(any(found$verdicts$crossed))
  expect_identical(dim(found$runs), c(15L, 17L))
  expect_true(all(found$runs$fit_seconds >= 0))
  expect_identical(unique(found$lines$method), run_lines)
})

test_that("the table follows from runs and lines", {
  auc <- found$verdicts[found$verdicts$statistic == "auc" & found$verdicts$classifier == "linear", ]
  own <- found$runs[found$runs$classifier == "linear", ]
  line <- found$lines[found$lines$method == "lrt_hidden" & found$lines$statistic == "auc", ]
  expect_identical(line$run, own$run)
  gap <- own$auc - line$value
  expect_equal(auc$gap_hidden, mean(gap))
  expect_equal(
    c(auc$gap_hidden_lower, auc$gap_hidden_upper), as.vector(stats::t.test(gap)$conf.int)
  )
  expect_equal(auc$train, mean(own$train_auc))
  first <- found$scores[found$scores$method == "linear", ]
  expect_equal(
    auc_score(first$score[first$label == 0], first$score[first$label == 1])[[1]], own$auc[[1]]
  )
  ratio <- found$scores$score[found$scores$method == "lrt_hidden"]
  expect_equal(own$paired_lrt_hidden[[1]], paired_error(first$label, first$score, ratio))
})

test_that("the same runs can be judged anew, and the number of runs planned", {
  narrow <- pb_optimal_judged(found, 1e-4)
  verdict <- narrow$verdicts[narrow$verdicts$classifier == "linear", ]
  expect_identical(pb_optimal_judged(narrow, found$margin)$verdicts, found$verdicts)
  needed <- pb_optimal_runs_needed(found, 1e-4)
  expect_identical(names(needed), c("setting", "classifier", "statistic", "runs"))
  undecided <- narrow$verdicts$verdict == "undecided"
  expect_identical(needed$runs, narrow$verdicts$runs_needed[undecided])
  more <- pb_optimal_runs_needed(found, 1e-4, power = 0.99)
  expect_true(all(more$runs >= needed$runs))
  one <- pb_optimality(small, "LRT numerical", runs = 1)
  expect_true(all(is.nan(pb_optimal_runs_needed(one)$runs)))
})

test_that("the text has every row, and the rule", {
  said <- format(found)
  expect_length(said, 8L)
  expect_identical(said[[1]], "How far from the best: 5 runs per setting, seed 1")
  expect_match(said[[6]], paste0(
    "^  small, LRT: auc 0\\.\\d{3} \\(0\\.\\d{3} on training paths\\); LRT hidden 0\\.\\d{3}, ",
    "gap 0; LRT observed 0\\.\\d{3}, gap 0; LRT numerical 0\\.\\d{3}, gap 0: optimal within 0.02$"
  ))
  expect_identical(said[[8]], paste0("Margin 0.02. Rule: ", verdict_rule))
  expect_identical(as.data.frame(found), found$verdicts)
})

test_that("workers change nothing, and several settings are several rows", {
  skip_on_os("windows")
  asked <- list(list(small, "a-T1"), c("LRT numerical", "LRT exact"), runs = 2, seed = 3)
  one <- do.call(pb_optimality, asked)
  two <- do.call(pb_optimality, c(asked, workers = 2))
  told <- setdiff(names(one$runs), c("fit_seconds", "predict_seconds"))
  expect_identical(one$runs[told], two$runs[told])
  expect_identical(one$verdicts$setting, rep(c("small", "a-T1"), each = 4L))
  failing <- list(fit = function(x, y) stop("no"), score = mean)
  expect_error(
    pb_optimality("a-T1", list(mine = failing), runs = 2, workers = 2), "mine, in run",
    class = "pybench_error_tasks_failed"
  )
})

test_that("arguments out of their range are refused", {
  for (wrong in list(
    list("a-T9", "LRT numerical"), list(list(), "LRT numerical"), list("a-T1", "forest"),
    list(c("a-T1", "a-T1"), "LRT numerical"), list("a-T1", "LRT numerical", runs = 0),
    list("a-T1", "LRT numerical", margin = 0.5), list("a-T1", "LRT numerical", seed = 0.5),
    list(pb_optimal_process("constant"), "LRT numerical")
  )) {
    expect_error(do.call(pb_optimality, wrong), class = "pybench_error_argument")
  }
  expect_error(pb_optimal_judged(1), "`x`", class = "pybench_error_argument")
  expect_error(pb_optimal_runs_needed(found, power = 1), "power", class = "pybench_error_argument")
  expect_error(pb_optimal_judged(found, 0), "margin", class = "pybench_error_argument")
})
