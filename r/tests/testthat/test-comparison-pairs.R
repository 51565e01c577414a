pairs_table <- function() {
  table_of(matrix(
    (1:48 * 37) %% 48, 12, 4,
    dimnames = list(paste0("d", 1:12), c("a", "b", "c", "d"))
  ))
}

answered <- function(pvalues = NULL, adjust = "bonferroni", ...) {
  if (is.null(pvalues)) {
    pvalues <- rbind(c(9, 1, 2, 3), c(1, 9, 4, 5), c(2, 4, 9, 6), c(3, 5, 6, 9)) / 200
  }
  statistics <- matrix(0:15, 4, byrow = TRUE) + 0
  new_pairs(
    pairs_table(), statistics, pvalues,
    test = "x", statistic = "z", method = "normal", adjust = adjust, ...
  )
}

test_that("all pairs are one family of six, listed in reading order", {
  result <- answered()
  frame <- as.data.frame(result)
  expect_identical(frame$classifier_1, c("a", "a", "a", "b", "b", "c"))
  expect_identical(frame$classifier_2, c("b", "c", "d", "c", "d", "d"))
  expect_identical(frame$statistic, c(1, 2, 3, 6, 7, 11))
  expect_equal(frame$pvalue, 6 * 1:6 / 200, tolerance = 1e-15)
  expect_identical(unname(diag(result$pvalues)), rep(1, 4))
  expect_identical(unname(diag(result$statistics)), rep(0, 4))
  expect_identical(result$pvalues, t(result$pvalues))
})

test_that("one-sided, both directions are hypotheses", {
  result <- answered(matrix(1:16, 4, byrow = TRUE) / 400, alternative = "greater")
  frame <- as.data.frame(result)
  expect_identical(nrow(frame), 12L)
  expect_identical(frame$classifier_2[1:4], c("b", "c", "d", "a"))
  expect_equal(result$pvalues[["b", "a"]], 12 * 5 / 400, tolerance = 1e-15)
  expect_equal(result$pvalues[["a", "b"]], 12 * 2 / 400, tolerance = 1e-15)
})

test_that("a control is the only column", {
  result <- answered(control = "c")
  expect_identical(dimnames(result$pvalues), list(c("a", "b", "d"), "c"))
  expect_equal(unname(result$pvalues[, "c"]), 3 * c(2, 4, 6) / 200, tolerance = 1e-15)
  expect_identical(unname(result$statistics[, "c"]), c(2, 6, 14))
  expect_identical(nrow(as.data.frame(result)), 3L)
  expect_match(format(result)[[1L]], "all against c", fixed = TRUE)
})

test_that("the text names the pairs of the smallest p, the better by the test first", {
  result <- answered()
  text <- format(result)
  expect_identical(
    text[[3L]], "  1 of 6 pairs differs (p <= 0.05); smallest p, mean ranks in brackets:"
  )
  expect_match(text[[9L]], "  adjustment: Controls the chance of any", fixed = TRUE)
  expect_length(text, 9L)
  expect_identical(text[[4L]], "    p = 0.03  b (2.42) better than a (2.42)")
  expect_match(text[[5L]], "    p = 0.06  [ac] .*, [ac] ")
  expect_match(text[[8L]], "    p = 0.15  ", fixed = TRUE)
})

test_that("the text of a one-sided test keeps the direction", {
  pvalues <- matrix(1:16, 4, byrow = TRUE) / 400
  text <- format(answered(pvalues, adjust = "none", alternative = "less"))
  expect_match(text[[3L]], "  in 12 of 12 ordered pairs the first is worse (p <=", fixed = TRUE)
  expect_match(text[[4L]], "^    p = 0.005   a .* worse than b ")
})

test_that("what is below the floor is listed in reading order", {
  pvalues <- matrix(1e-20, 4, 4)
  pvalues[1, 2] <- 1e-13
  text <- format(answered(pvalues))
  expect_true(all(startsWith(text[4:8], "    p < 1e-12  ")))
  expect_match(text[[4L]], "a (", fixed = TRUE)
  expect_match(text[[4L]], "b (", fixed = TRUE)
})

test_that("two methods are one comparison", {
  t <- table_of(matrix(c(1, 3, 4, 2, 5, 4), 3, dimnames = list(NULL, c("a", "b"))))
  p <- matrix(0.25, 2, 2)
  for (control in list(NULL, "b")) {
    result <- new_pairs(t, p, p, "x", "z", "exact", "holm", control = control)
    frame <- as.data.frame(result)
    expect_identical(frame$pvalue, 0.25)
    expect_identical(c(frame$classifier_1, frame$classifier_2), c("a", "b"))
  }
})

test_that("a tiny p is noted unless the numbers are another's", {
  tiny <- matrix(1e-13, 4, 4)
  expect_identical(answered(tiny)$notes, "floor")
  expect_identical(answered(tiny, convention = "scipy")$notes, character())
})

test_that("bad arguments are refused in the words of the Python side", {
  t <- pairs_table()
  expect_error(check_pairs(t, "bigger", NULL), "`alternative` must be one of")
  expect_error(
    check_pairs(t, "greater", "z"), "`control` must be a method of the table, not 'z'",
    fixed = TRUE, class = "pybench_error_argument"
  )
})

test_that("a verdict has the direction of the test's own statistic", {
  rank_sums <- function(x) colSums(t(apply(-x, 1L, rank)))
  signed <- function(x) {
    outer(seq_len(ncol(x)), seq_len(ncol(x)), Vectorize(function(i, j) {
      gaps <- x[, i] - x[, j]
      gaps <- gaps[gaps != 0]
      sum(rank(abs(gaps)) * sign(gaps))
    }))
  }
  won <- function(x) apply(x, 2L, function(a) apply(x, 2L, function(b) sum(sign(b - a))))
  lead <- function(sums) outer(sums, sums, function(row, column) column - row)
  weighted <- function(x) {
    weights <- rank(apply(x, 1L, function(row) diff(range(row))))
    colSums(weights * (t(apply(-x, 1L, rank)) - (ncol(x) + 1) / 2))
  }
  aligned <- function(x) colSums(matrix(rank(rowSums(x) - ncol(x) * x), nrow(x)))
  of_ranks <- function(x) lead(rank_sums(x))
  favours <- list(
    wilcoxon = signed, sign_test = won, paired_t = function(x) lead(-colSums(x)),
    nemenyi = of_ranks, siegel = of_ranks, conover = of_ranks, miller = of_ranks,
    eisinga = of_ranks, quade_pairs = function(x) lead(weighted(x)),
    aligned_ranks_pairs = function(x) lead(aligned(x))
  )
  shown <- 0L
  for (turn in 1:3) {
    x <- matrix((seq_len(56) * 37 * turn) %% 5, 14, 4) + rep(c(0, 2, 4, 3), each = 14)
    x[1:4, 3] <- x[1:4, 3] - 30
    t <- table_of(x)
    for (test in names(favours)) {
      found <- pairwise_home(test)(t)
      differs <- unname(found$pvalues <= found$alpha)
      expected <- unname(sign(favours[[test]](x)))
      shown <- shown + any(differs)
      expect_identical(unname(abs(found$verdicts)) == 1, differs)
      expect_equal(unname(found$verdicts), expected * differs)
      if (!test %in% c("nemenyi", "miller")) {
        sided <- pairwise_home(test)(t, control = colnames(t$scores)[[2L]])
        expect_equal(unname(sided$directions), expected[-2L, 2L, drop = FALSE])
      }
    }
  }
  expect_gt(shown, 20L)
})

test_that("two tests may favour either of two", {
  # Many small wins against fewer large losses: ranks are for c0, signed ranks for c1.
  t <- table_of(cbind(c0 = 0.7 + c(1:90, -(91:150)) * 1e-4, c1 = 0.7))
  expect_identical(pb_nemenyi(t)$verdicts[["c0", "c1"]], 1L)
  signed <- pb_wilcoxon(t)
  expect_identical(signed$verdicts[["c0", "c1"]], -1L)
  expect_identical(as.data.frame(signed)$verdict, -1L)
  expect_match(format(signed)[[4L]], "c1 (1.60) better than c0 (1.40)", fixed = TRUE)
})

test_that("a one-sided verdict is what was asked, and a level moves it", {
  t <- table_of(matrix(1:24, 12, byrow = TRUE) %*% diag(c(1, 0.25)))
  greater <- pb_wilcoxon(t, alternative = "greater")
  expect_identical(unname(greater$verdicts), rbind(0:1, c(0L, 0L)))
  expect_identical(
    unname(pb_wilcoxon(t, alternative = "less")$verdicts), rbind(c(0L, 0L), c(-1L, 0L))
  )
  expect_identical(unname(pairs_at_level(greater, 1e-9)$verdicts), matrix(0L, 2, 2))
})
