# Who is better in a cell of the matrix: the test's answer, whatever the mean difference says.

table_with <- function(scores, higher_is_better = TRUE) {
  dimnames(scores) <- list(paste0("d", seq_len(nrow(scores))), paste0("c", seq_len(ncol(scores))))
  pb_read_results(scores, higher_is_better = higher_is_better)
}

test_that("verdicts are those of the rank sums by R's own ranks", {
  scores <- outer(seq_len(25), 1:4, function(i, j) (i * 7 + j * j * 3 + i * j) %% 9 + j)
  for (higher in c(TRUE, FALSE)) {
    t <- table_with(scores, higher)
    for (sides in list(list(NULL, NULL), list("c1", NULL), list(c("c3", "c1"), "c2"))) {
      found <- pb_multi_comparison(t, sides[[1L]], sides[[2L]], alpha = 0.2)
      for (row in found$rows) {
        for (column in setdiff(found$columns, row)) {
          gaps <- (t$scores[, row] - t$scores[, column]) * (if (higher) 1 else -1)
          gaps <- gaps[gaps != 0]
          toward <- sign(sum(sign(gaps) * rank(abs(gaps))))
          shown <- found$pvalues[row, column] <= 0.2
          expect_identical(found$verdicts[row, column], as.integer(toward * shown))
        }
      }
      expect_true(all(found$verdicts[outer(found$rows, found$columns, "==")] == 0L))
    }
  }
})

test_that("a cell whose mean difference points the other way is marked", {
  gaps <- c(seq_len(40) * 1e-3, -0.5, -0.6, -0.7)
  for (higher in c(TRUE, FALSE)) {
    scores <- round(cbind(0.8 + gaps, 0.8), 6) * (if (higher) 1 else -1)
    found <- pb_multi_comparison(table_with(scores, higher))
    expect_identical(found$verdicts["c1", "c2"], 1L)
    expect_identical(found$verdicts["c2", "c1"], -1L)
    expect_lt(found$mean_difference["c1", "c2"] * (if (higher) 1 else -1), 0)
    expect_true("against-mean-difference" %in% found$notes)
    expect_match(format(found), "row !", fixed = TRUE, all = FALSE)
    expect_setequal(as.data.frame(found)$verdict, c(1L, -1L))
  }
})

test_that("the audit's pair is in favour of the second", {
  d <- c(1:90, -(91:150)) * 1e-4
  found <- pb_multi_comparison(table_with(round(cbind(0.7 + d, 0.7), 6)))
  expect_identical(found$verdicts["c1", "c2"], -1L)
  expect_identical(found$wins["c1", "c2"], 90L)
  expect_false("against-mean-difference" %in% found$notes)
})

test_that("noise that turns a verdict round is noted by every test", {
  scores <- cbind(c(rep(0.5 + 2^-53, 100), rep(0.25, 20)), 0.5)
  t <- table_with(scores)
  for (test in list(pb_wilcoxon, pb_sign_test, pb_quade_pairs, pb_aligned_ranks_pairs)) {
    exact <- test(t, tie_tol = 0)
    clean <- test(t, tie_tol = "auto")
    expect_identical(exact$verdicts["c1", "c2"], 1L)
    expect_identical(clean$verdicts["c1", "c2"], -1L)
    expect_true("near-ties" %in% exact$notes)
    expect_true("near-ties" %in% test(t, tie_tol = 0, control = "c2")$notes)
  }
  for (test in list(pb_siegel, pb_conover)) {
    expect_true("near-ties" %in% test(t, tie_tol = 0)$notes)
  }
  for (alpha in c(0.05, 0.01)) {
    expect_true("near-ties" %in% pb_multi_comparison(t, alpha = alpha, tie_tol = 0)$notes)
  }
  expect_false("near-ties" %in% pb_paired_t(t)$notes)
})
