metrics <- rep(c("auc", "neg_logloss"), c(8L, 6L))

several <- function(unit = 1) {
  scores <- with_seed_of(4, matrix(rnorm(56), 14))
  scores <- round(scores, 3) + rep(c(0, 0.4, 0.8, 1), each = 14)
  scores[9:14, ] <- unit * scores[9:14, ]
  dimnames(scores) <- list(paste0("d", 1:14), c("a", "b", "c", "d"))
  pb_read_results(
    scores, higher_is_better = TRUE, metric = stats::setNames(metrics, rownames(scores))
  )
}

with_seed_of <- function(seed, code) {
  set.seed(seed)
  code
}

refusal <- "expected one metric, since sizes of scores of different metrics cannot be compared"

test_that("a table has a metric per dataset, and its parts have theirs", {
  t <- several()
  expect_identical(t$metrics, metrics)
  expect_identical(t$metric, "auc, neg_logloss")
  expect_identical(t[t$metrics == "auc", ]$metric, "auc")
  expect_null(t[t$metrics == "auc", ]$metrics)
  expect_identical(t[c("d14", "d1"), ]$metrics, c("neg_logloss", "auc"))
  expect_true(all(is.na(summary(t)$mean)))
  expect_identical(vapply(results_sheet(t, FALSE)$foot, `[[`, "", "name"), "mean rank")
})

test_that("tests of ranks and signs ignore the unit of a metric", {
  for (f in list(pb_friedman, pb_nemenyi, pb_sign_test, pb_critical_difference, pb_kendall_w)) {
    expect_identical(f(several()), f(several(64)))
  }
})

test_that("tests that compare sizes of scores refuse", {
  t <- several()
  calls <- list(
    pb_wilcoxon, pb_paired_t, pb_effects, pb_contrasts, pb_quade, pb_quade_pairs, pb_aligned_ranks,
    pb_aligned_ranks_pairs, pb_multi_comparison, pb_bayesian_signed_rank, pb_bayesian_sign,
    pb_bayesian_t, pb_bayesian_hierarchical, pb_stability, pb_datasets_needed, pb_missing_policies,
    function(t) pb_corrected_t(t, 0.1), function(t) pb_swaps(t, "a", "b"),
    function(t) pb_favourable_sets(t, "a", "b"), function(t) pb_core_patterns(t, c("a", "b")),
    function(t) pb_posterior(t, "a", "b"), function(t) pb_pareto(t, 1:4, of = "scores"),
    function(t) pb_critical_difference(t, "wilcoxon"), function(t) spread_of(t, "scores", 0),
    function(t) tradeoff_of(t, 1:4, "scores", 0), function(t) t_posterior(t, "a", "b", 0, 0, NULL),
    function(t) pb_compare(t, bayesian = TRUE), function(t) pb_compare(t, stability = TRUE)
  )
  for (call in calls) {
    expect_error(call(t), refusal, class = "pybench_error_results_table", fixed = TRUE)
  }
  expect_error(pb_wilcoxon(t), "t[t$metrics == \"auc\", ]", fixed = TRUE)
})

test_that("those that only use ranks or signs do not", {
  t <- several()
  expect_identical(pb_bayesian_sign(t, rope = 0, samples = 100)$test, "bayesian_sign")
  expect_identical(pb_datasets_needed(t, "nemenyi", sizes = 10, repeats = 10)$test, "nemenyi")
  expect_identical(pb_pareto(t, 1:4, of = "ranks", resamples = 10)$of, "ranks")
})

test_that("a comparison tests signs and shows no mean", {
  found <- pb_compare(several())
  expect_null(found$wilcoxon)
  expect_null(found$signed_rank_diagram)
  expect_identical(found$sign_test$pvalues, pb_sign_test(several())$pvalues)
  expect_identical(found$sign_test_diagram$test, "sign_test")
  expect_null(found$multi_comparison)
  expect_true(all(is.na(found$scores[c("mean", "sd", "median")])))
  expect_match(found$conclusions[[1L]], "The datasets have different metrics: scores are neither")
  expect_true("several-metrics" %in% found$notes)
  said <- paste(format(found), collapse = " ")
  expect_match(said, "By the sign tests with Holm's correction")
  expect_match(said, "`auc (8)`, `neg_logloss (6)`", fixed = TRUE)
  expect_no_match(said, "median")
  expect_identical(unique(generics::tidy(found)$method), c("nemenyi", "sign_test"))
})

test_that("a file names the metric of each dataset", {
  board <- data.frame(
    id = "i", task = c("p", "p", "q", "q"), framework = c("x", "y", "x", "y"), fold = 0,
    result = 1:4 / 10, metric = c("auc", "auc", "neg_rmse", "neg_rmse")
  )
  t <- pb_read_results(board)
  expect_identical(t$metrics, c("auc", "neg_rmse"))
  expect_true(t$higher_is_better)
  expect_identical(pb_read_results(board, metric = "auc")$datasets, "p")
  expect_identical(pb_read_results(board[1:2, ])$metric, "auc")
})

test_that("a long table can have several metrics per dataset, of which one is read", {
  rows <- expand.grid(dataset = c("u", "v"), method = c("x", "y"), metric = c("acc", "f1"))
  rows$score <- seq_len(8)
  found <- pb_read_results(rows, higher_is_better = TRUE, metric = "f1")
  expect_identical(unname(found$scores), matrix(c(5, 6, 7, 8), 2))
  expect_identical(found$metric, "f1")
  expect_error(
    pb_read_results(rows, higher_is_better = TRUE, metric = "zz"), "expected the metric `zz`"
  )
  expect_error(
    pb_read_results(rows, higher_is_better = TRUE, repeats = "mean"),
    "expected one metric per dataset, found `acc` and `f1` for dataset `u`", fixed = TRUE
  )
})

test_that("every dataset must have a metric", {
  expect_error(
    pb_read_results(
      matrix(1:4, 2, dimnames = list(c("u", "v"), c("x", "y"))),
      higher_is_better = TRUE, metric = list(u = "auc")
    ),
    "expected a metric for every dataset, found none for `v`", fixed = TRUE
  )
})

test_that("a metric of no dataset is refused, with the nearest name", {
  scores <- matrix(1:4, 2, dimnames = list(c("iris", "wine"), c("x", "y")))
  read <- function(...) pb_read_results(scores, higher_is_better = TRUE, metric = c(...))
  named <- c(iris = "auc", wine = "neg_logloss")
  expect_identical(read(named)$metrics, c("auc", "neg_logloss"))
  expect_error(read(named, irsi = "auc"), "found `irsi`.*Did you mean `iris`[?]")
  expect_error(read(named, elsewhere = "auc"), "Leave it out of `metric`.", fixed = TRUE)
  expect_error(read(named, wine = "auc"), "each dataset once, not `wine` twice")
})
