ice_cream <- function() original_table("durbin_icecream", FALSE, "keep")

test_that("what Conover prints", {
  chi <- pb_durbin(ice_cream(), reference = "limit")
  expect_equal(chi$statistic, 12)
  expect_lt(abs(chi$pvalue - 0.062), 5e-4)
  ratio <- pb_durbin(ice_cream(), "F", reference = "limit")
  expect_equal(ratio$statistic, 8)
  expect_identical(ratio$df, c(6, 8))
  expect_equal(unname(3 + chi$mean_ranks - 1), c(8, 9, 4, 3, 5, 6, 7))
  expect_true("missing-scores" %in% chi$notes)
})

test_that("all 6^7 rearrangements of the example are gone through", {
  found <- pb_durbin(ice_cream())
  expect_identical(found$reference, "permutation")
  expect_lt(abs(found$pvalue - 0.018), 5e-4)
  expect_equal(found$pvalue * 6^7, round(found$pvalue * 6^7))
})

test_that("with all scores it is Friedman's and Conover's", {
  set.seed(2)
  for (n in c(4, 12)) {
    scores <- matrix(sample(0:5, 4 * n, TRUE), n, dimnames = list(seq_len(n), letters[1:4]))
    t <- pb_read_results(scores, higher_is_better = TRUE)
    for (reference in c("auto", "limit", "permutation")) {
      ours <- pb_durbin(t, reference = reference)
      theirs <- pb_friedman(t, reference = reference)
      expect_equal(ours[c("statistic", "pvalue")], theirs[c("statistic", "pvalue")],
                   ignore_attr = TRUE)
      ours <- pb_durbin(t, "F", reference = reference)
      theirs <- pb_friedman(t, "iman-davenport", reference = reference)
      expect_equal(ours$pvalue, theirs$pvalue)
      ours <- pb_durbin_pairs(t, reference = reference)
      theirs <- pb_conover(t, reference = reference)
      for (field in c("statistics", "pvalues", "directions", "mean_ranks")) {
        expect_equal(ours[[field]], theirs[[field]])
      }
    }
  }
})

test_that("designs that are not balanced are refused", {
  refuse <- function(scores, message) {
    dimnames(scores) <- list(seq_len(nrow(scores)), letters[seq_len(ncol(scores))])
    t <- pb_read_results(scores, higher_is_better = TRUE, missing = "keep")
    for (test in list(pb_durbin, pb_durbin_pairs)) {
      expect_error(test(t), paste0("found ", message, ".*skillings_mack"),
                   class = "pybench_error_results_table")
    }
  }
  refuse(rbind(c(1, 2, NA), c(1, 2, 3), c(2, NA, 1)), "2 to 3 scores per dataset")
  refuse(rbind(c(1, 2, NA), c(1, 2, NA), c(NA, 2, 1)), "1 to 3 scores per method")
})

test_that("few datasets that have both cannot reject", {
  scores <- matrix(c(NA, 1, 2, 3, 1, NA, 3, 2, 2, 3, NA, 1, 3, 2, 1, NA), 4,
                   dimnames = list(1:4, letters[1:4]))
  found <- pb_durbin_pairs(
    pb_read_results(scores, higher_is_better = TRUE, missing = "keep"), "none"
  )
  expect_identical(found$method, "permutation")
  expect_identical(found$least_pvalue, 0.5)
})
