# Missing scores under several policies, and the bounds of the verdicts.

policies_gaps <- function() {
  set.seed(6)
  scores <- round(matrix(stats::rnorm(56), 14, 4), 1) + rep(c(0, 0.7, 1.2, 2.4), each = 14)
  scores[cbind(c(2, 5, 5, 8, 10, 11), c(2, 2, 3, 4, 4, 2))] <- NA
  dimnames(scores) <- list(paste0("d", 1:14), letters[1:4])
  scores
}

policies_table <- function(scores, missing = "pairwise") {
  pb_read_results(scores, higher_is_better = TRUE, missing = missing)
}

test_that("each policy is a table of its own", {
  scores <- policies_gaps()
  policies <- c("drop", "pairwise", "worst", "impute:a")
  found <- pb_missing_policies(policies_table(scores), policies, 0.1, adjust = "BH")
  for (i in seq_along(policies)) {
    t <- policies_table(scores, policies[[i]])
    alone <- as.data.frame(pb_wilcoxon(t, adjust = "BH"))
    expect_identical(found$pvalues[, i], alone$pvalue)
    expect_identical(found$verdicts[, i] != 0L, alone$pvalue <= 0.1)
    common <- if (is.null(alone$n_common)) rep(nrow(t$scores), 6L) else alone$n_common
    expect_identical(found$n_common[, i], common)
    whole <- if (anyNA(t$scores)) pb_skillings_mack(t) else pb_friedman(t)
    expect_identical(found$omnibus_pvalues[[i]], whole$pvalue)
  }
  expect_identical(
    found$omnibus_tests, c("friedman", "skillings_mack", "friedman", "friedman")
  )
})

test_that("no assignment is outside the bounds", {
  set.seed(8)
  scores <- matrix(sample(0:8, 27, TRUE), 9, 3) + rep(c(0, 2, 5), each = 9)
  dimnames(scores) <- list(paste0("d", 1:9), letters[1:3])
  holes <- cbind(c(1, 3, 3, 6), c(1, 2, 3, 3))
  scores[holes] <- NA
  for (adjust in c("none", "holm", "BH")) {
    found <- pb_missing_policies(
      policies_table(scores),
      adjust = adjust, limits = c(0, 14), alpha = 0.1
    )
    low <- rep(2L, 3L)
    high <- rep(-2L, 3L)
    for (i in seq_len(81L)) {
      filled <- scores
      filled[holes] <- c(0, 7, 14)[1L + (i %/% c(1, 3, 9, 27)) %% 3]
      test <- pb_wilcoxon(policies_table(filled), adjust = adjust)
      row <- (as.data.frame(test)$pvalue <= 0.1) * t(test$directions)[lower.tri(test$directions)]
      low <- pmin(low, row)
      high <- pmax(high, row)
    }
    expect_true(all(found$bounds[, 1L] <= low & found$bounds[, 2L] >= high))
    sure <- found$settled
    expect_true(all(sure) || adjust != "none")
    expect_equal(found$bounds[sure, ], cbind(low, high)[sure, ], ignore_attr = TRUE)
  }
})

test_that("a pair that holds, and one that does not", {
  scores <- cbind(a = 1:14 + 7.5, b = 1:14 + 4.5)
  rownames(scores) <- paste0("d", 1:14)
  one <- scores
  one[1, 1] <- NA
  half <- scores
  half[3:14, 1] <- NA
  expect_identical(pb_missing_policies(policies_table(one))$bounds, matrix(1L, 1L, 2L))
  found <- pb_missing_policies(policies_table(half))
  expect_identical(found$bounds, matrix(c(-1L, 1L), 1L))
  expect_match(format(found), "a and b: a or b better, or no difference shown", all = FALSE)
})

test_that("the result is printed, tabled and written", {
  found <- pb_missing_policies(policies_table(policies_gaps()))
  expect_match(format(found)[[1L]], "Verdicts under 3 policies for missing scores; engine r")
  expect_match(format(found), "6 of 56 scores missing", all = FALSE)
  expect_identical(nrow(as.data.frame(found)), 18L)
  expect_match(toLatex(pb_table(found)), "tabular", all = FALSE)
  skip_if_not_installed("jsonlite")
  file <- tempfile(fileext = ".json")
  on.exit(unlink(file))
  pb_to_json(found, file)
  expect_identical(format(pb_load_result(file)), format(found))
})

test_that("a policy that cannot reject says so", {
  few <- policies_gaps()
  few[cbind(1:7, rep_len(1:4, 7L))] <- NA
  text <- format(pb_missing_policies(policies_table(few), c("drop", "pairwise")))[4:5]
  expect_match(text[[1L]], "on 4 datasets each, where no p can be below 0.75", fixed = TRUE)
  expect_no_match(text[[2L]], "no p can be")
})

test_that("bad arguments are refused", {
  t <- policies_table(policies_gaps())
  refused <- function(message, ...) {
    expect_error(pb_missing_policies(t, ...), message, class = "pybench_error_argument")
  }
  refused("`policies` must be policies", "error")
  refused("each once", c("drop", "drop"))
  refused("`missing` must be one of", "best")
  refused("must name a method of the table", "impute:z")
  refused("`limits` must be two finite numbers", limits = c(1, 0))
  refused("`limits` must include every score", limits = c(0, 0.5))
  refused("`adjust`", adjust = "shaffer")
  refused("`test`", test = "nemenyi")
})
