# Missing scores: every pair is compared on the datasets on which both methods have a score.

common_scores <- function() {
  set.seed(4)
  scores <- matrix(round(stats::rnorm(52), 1), 13, 4)
  scores <- scores + rep(c(0, 0.4, 0.8, 1.6), each = 13)
  scores[4, 2] <- scores[4, 1]
  dimnames(scores) <- list(paste0("d", 1:13), letters[1:4])
  scores
}

common_gaps <- function() {
  scores <- common_scores()
  scores[cbind(c(2, 5, 5, 8, 10, 11), c(1, 2, 3, 4, 4, 2))] <- NA
  scores
}

gappy <- function(scores) {
  pb_read_results(scores, higher_is_better = TRUE, missing = "pairwise")
}

test_that("each pair is that of a table of its own", {
  scores <- common_gaps()
  t <- gappy(scores)
  calls <- list(
    list(pb_wilcoxon, list(adjust = "none"), c("pvalues", "statistics", "verdicts")),
    list(pb_wilcoxon, list(adjust = "none", zero_method = "zsplit", method = "normal"), "pvalues"),
    list(pb_wilcoxon, list(adjust = "none", convention = "r-4.6"), "pvalues"),
    list(pb_sign_test, list(adjust = "none"), c("pvalues", "statistics")),
    list(pb_paired_t, list(adjust = "none"), c("pvalues", "statistics")),
    list(pb_effects, list(), c("hodges_lehmann", "superiority_low")),
    list(pb_bayesian_signed_rank, list(samples = 200), c("better", "mean_worse")),
    list(pb_bayesian_sign, list(samples = 200), c("better", "mean_worse")),
    list(pb_bayesian_t, list(), c("better", "equal")),
    list(pb_multi_comparison, list(), c("mean_difference", "wins", "draws", "pvalues"))
  )
  for (one in calls) {
    whole <- do.call(one[[1L]], c(list(t), one[[2L]]))
    for (pair in list(c("a", "b"), c("b", "d"), c("c", "d"))) {
      both <- stats::complete.cases(scores[, pair])
      own <- pb_read_results(scores[both, pair], higher_is_better = TRUE)
      alone <- do.call(one[[1L]], c(list(own), one[[2L]]))
      for (field in one[[3L]]) {
        expect_identical(whole[[field]][pair[1L], pair[2L]], alone[[field]][pair[1L], pair[2L]])
      }
      expect_identical(whole$n_common[pair[1L], pair[2L]], sum(both))
      expect_true("pairwise-complete" %in% whole$notes)
    }
  }
})

test_that("a dataset with one score changes no pair", {
  whole <- gappy(common_scores())
  more <- gappy(rbind(common_scores(), last = c(NA, NA, 0.8, NA)))
  for (test in list(pb_wilcoxon, pb_sign_test, pb_paired_t, pb_effects, pb_bayesian_t)) {
    frame <- as.data.frame(test(more))
    expect_identical(frame$n_common, rep(13L, 6L))
    expect_identical(frame[names(frame) != "n_common"], as.data.frame(test(whole)))
  }
})

test_that("mean ranks are those of the scores present", {
  t <- gappy(common_gaps())
  ranks <- pb_ranks(t)
  expect_identical(is.na(unname(ranks)), is.na(unname(t$scores)))
  scaled <- 1 + 3 * (ranks - 1) / (rowSums(!is.na(ranks)) - 1) # 1 to k on each dataset
  expect_equal(pb_wilcoxon(t)$mean_ranks, colMeans(scaled, na.rm = TRUE))
  shown <- pb_critical_difference(t, "wilcoxon")
  expect_equal(shown$mean_ranks, unname(sort(colMeans(scaled, na.rm = TRUE))))
  expect_true(all(c("missing-scores", "pairwise-complete") %in% shown$notes))
  given <- pb_critical_difference(t, pb_wilcoxon(t)$pvalues)
  expect_false("pairwise-complete" %in% given$notes)
})

test_that("a method that loses every comparison is not called best", {
  scores <- rbind(
    cbind(10 + outer(1:14, 1:5, "+") %% 5, 5, c(rep(NA, 12), 1, 1)),
    matrix(c(rep(NA, 5), 9, 1), 40, 7, byrow = TRUE)
  )
  dimnames(scores) <- list(paste0("d", 1:54), LETTERS[1:7])
  found <- pb_compare(gappy(scores), mcm = FALSE)
  expect_identical(found$omnibus$mean_ranks[["G"]], 7)
  told <- found$conclusions
  words <- "F has the best mean rank (2.52, of ranks rescaled to 1 to 7), but it is no winner"
  expect_match(told, words, fixed = TRUE, all = FALSE)
  expect_match(told, "Against the order of the mean ranks, .*A better than F", all = FALSE)
})

test_that("tests of whole datasets name another test", {
  t <- gappy(common_gaps())
  for (test in list(pb_friedman, pb_nemenyi, pb_quade, pb_siegel, pb_conover, pb_eisinga)) {
    words <- "Use pb_skillings_mack\\(\\) to test all methods"
    expect_error(test(t), words, class = "pybench_error")
  }
  blocks <- common_scores()[1:8, ]
  blocks[cbind(1:8, rep(1:4, 2L))] <- NA
  expect_error(pb_friedman(gappy(blocks)), "Use pb_durbin\\(\\) to test all methods")
})

test_that("a pair needs two datasets", {
  scores <- common_scores()[1:4, ]
  scores[1:2, 1] <- NA
  scores[3, 3] <- NA
  expect_error(
    pb_wilcoxon(gappy(scores)), "found 1 for methods `a` and `c`",
    class = "pybench_error_results_table"
  )
})

test_that("a matrix leaves out datasets on which none of its methods has a score", {
  scores <- common_scores()
  scores[1, 1:3] <- NA
  shown <- pb_multi_comparison(gappy(scores), c("a", "b"), c("b", "c"))
  complete <- pb_multi_comparison(gappy(common_scores()[-1, ]), c("a", "b"), c("b", "c"))
  expect_identical(shown$pvalues, complete$pvalues)
  expect_identical(shown$mean_difference, complete$mean_difference)
})

test_that("cells of a figure show their number of datasets", {
  x <- pb_multi_comparison(gappy(common_gaps()))
  lines <- pybench:::matrix_lines(x, "wins", 3L)
  expect_identical(
    sub(".*\\((.*)\\)", "\\1", lines[, 1L]), as.character(as.vector(t(x$n_common)))
  )
  expect_match(pybench:::line_meanings(x, "score", "wins"), "both have a score")
})

test_that("a comparison uses the scores that are there", {
  t <- gappy(common_gaps())
  whole <- pb_compare(t, bayesian = TRUE)
  for (name in c("friedman", "iman_davenport", "nemenyi", "critical_difference")) {
    expect_null(whole[[name]])
    expect_true(name %in% names(whole))
  }
  expect_identical(whole$omnibus, pb_skillings_mack(t))
  expect_identical(whole$wilcoxon, pb_wilcoxon(t))
  expect_identical(whole$signed_rank_diagram, pb_critical_difference(t, "wilcoxon"))
  expect_identical(whole$bayesian, pb_bayesian_signed_rank(t))
  expect_match(whole$conclusions[[1L]], "^Missing scores: 6 of 52. The tests of Friedman")
  expect_match(whole$conclusions[[1L]], "(9 to 11 of 13)", fixed = TRUE)
  expect_match(whole$conclusions[[2L]], "^The Skillings-Mack test ")
  expect_identical(sum(whole$scores$n_scores), 46L)
  scores <- common_gaps()
  expect_equal(
    whole$scores$mean, unname(colMeans(scores, na.rm = TRUE)[whole$scores$classifier])
  )
  best <- colSums(scores == apply(scores, 1L, max, na.rm = TRUE), na.rm = TRUE)
  expect_equal(whole$scores$best, unname(best[whole$scores$classifier]))
  expect_match(format(whole), "scores  method", fixed = TRUE, all = FALSE)
})

test_that("the test of all methods fits the design", {
  few <- pb_compare(gappy(common_gaps()[1:8, ]), mcm = FALSE, seed = 3)$omnibus
  expect_identical(few, pb_skillings_mack(gappy(common_gaps()[1:8, ]), "simulation", seed = 3))
  blocks <- matrix(as.numeric(1:32), 8, 4, dimnames = list(paste0("d", 1:8), letters[1:4]))
  blocks[cbind(1:8, rep(1:4, 2))] <- NA
  expect_identical(pb_compare(gappy(blocks), mcm = FALSE)$omnibus$test, "durbin")
  expect_null(pb_compare(gappy(common_scores()), mcm = FALSE)$omnibus)
})

test_that("a comparison refuses what needs every score", {
  t <- gappy(common_gaps())
  expect_error(
    pb_compare(t, stability = TRUE), "`stability` needs every score, and 6 of 52 are missing",
    class = "pybench_error_argument"
  )
  expect_error(
    pb_compare(t, convention = "scmamp"), "`convention` needs every score",
    class = "pybench_error_argument"
  )
})

test_that("an incomplete comparison is tidied, drawn, tabled and written", {
  whole <- pb_compare(gappy(common_gaps()))
  expect_match(pb_table(whole)$notes, "datasets on which the method has a score", all = FALSE)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_no_error(plot(whole))
  if (requireNamespace("generics", quietly = TRUE)) {
    tidied <- generics::tidy(whole)
    expect_identical(tidied$method, rep("wilcoxon", 6L))
    expect_identical(tidied$n_common, as.data.frame(whole$wilcoxon)$n_common)
    expect_identical(generics::glance(whole)$method, "skillings_mack (chi-square)")
    expect_true(anyNA(generics::augment(whole)$.rank))
  }
  if (requireNamespace("jsonlite", quietly = TRUE)) {
    file <- tempfile(fileext = ".json")
    on.exit(unlink(file), add = TRUE)
    pb_to_json(whole, file)
    again <- pb_load_result(file)
    expect_equal(again$omnibus, whole$omnibus)
    expect_null(again$nemenyi)
    expect_identical(format(again), format(whole))
  }
})
