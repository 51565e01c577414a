# Favourable sets against brute force: every set, by direct calls of the tests.

# Verdict and lead of a pair beside some others, by the public calls.
favourable_judged <- function(scores, pair, others, alpha, test, adjust) {
  t <- table_of(scores[, c(pair, others), drop = FALSE])
  found <- pb_wilcoxon(t, adjust)
  lead <- found$mean_ranks[[pair[[2L]]]] - found$mean_ranks[[pair[[1L]]]]
  if (test == "nemenyi") {
    p <- pb_nemenyi(t, alpha, reference = "limit")$pvalues
    side <- sign(lead)
  } else {
    p <- found$pvalues
    side <- found$directions[pair[[1L]], pair[[2L]]]
  }
  list(verdict = side * (p[pair[[1L]], pair[[2L]]] <= alpha), lead = lead, ranks = found$mean_ranks)
}

test_that("every set by brute force", {
  set.seed(1)
  decided <- 0
  for (i in 1:18) {
    k <- sample(3:6, 1L)
    scores <- random_scores(sample(5:12, 1L), k, 12)
    colnames(scores) <- paste0("c", seq_len(k))
    pair <- c("c2", "c1")
    size <- sample(k - 2L, 1L)
    test <- c("wilcoxon", "wilcoxon", "nemenyi")[[1L + i %% 3L]]
    adjust <- c("holm", "hommel")[[1L + i %% 2L]]
    raw <- pb_wilcoxon(table_of(scores), "none")$pvalues[["c2", "c1"]]
    alpha <- if (test == "nemenyi") 0.9 else min(0.97, 2 * raw)
    result <- pb_favourable_sets(table_of(scores), "c2", "c1", size, alpha, test, adjust)
    rest <- colnames(scores)[-(1:2)]
    sets <- apply(utils::combn(k - 2L, size), 2L, function(at) rest[at], simplify = FALSE)
    known <- lapply(sets, function(set) {
      favourable_judged(scores, pair, set, alpha, test, adjust)
    })
    verdict <- vapply(known, `[[`, 0, "verdict")
    lead <- round(vapply(known, `[[`, 0, "lead"), 9)
    best <- order(-verdict, -lead)[[1L]]
    worst <- order(verdict, lead)[[1L]]
    wanted <- list(
      known[[best]], favourable_judged(scores, pair, rest, alpha, test, adjust), known[[worst]]
    )
    expect_equal(result$n_sets, length(sets))
    expect_equal(
      c(result$first_better, result$neither, result$second_better),
      c(sum(verdict > 0), sum(verdict == 0), sum(verdict < 0))
    )
    expect_identical(result$others, list(sets[[best]], rest, sets[[worst]]))
    expect_equal(result$verdicts, vapply(wanted, `[[`, 0, "verdict"))
    expect_equal(result$leads, vapply(wanted, `[[`, 0, "lead"))
    expect_equal(c(result$least_lead, result$largest_lead), range(lead))
    for (case in 1:3) {
      means <- result$mean_ranks[, case]
      expect_equal(means[!is.na(means)], wanted[[case]]$ranks[names(means)[!is.na(means)]])
    }
    decided <- decided + (result$verdicts[[1L]] != result$verdicts[[3L]])
  }
  expect_gt(decided, 0)
})

test_that("another method adds the share of datasets on which it parts the pair", {
  scores <- rbind(c(5, 1, 3, 9), c(5, 1, 3, 0), c(1, 5, 3, 9), c(5, 1, 5, 9), c(2, 1, 9, 0))
  colnames(scores) <- c("a", "b", "x", "y")
  result <- pb_favourable_sets(table_of(scores), "a", "b", 1)
  expect_equal(result$leads[c(1L, 3L)], c(3 / 5 + 1.5 / 5, 3 / 5))
  expect_identical(result$others, list("x", c("x", "y"), "y"))
})

test_that("turning the pair round turns the result round", {
  set.seed(3)
  t <- table_of(random_scores(9, 6))
  one <- pb_favourable_sets(t, "c1", "c2", 2, 0.4)
  two <- pb_favourable_sets(t, "c2", "c1", 2, 0.4)
  expect_identical(one$others, rev(two$others))
  expect_equal(one$verdicts, -rev(two$verdicts))
  expect_equal(one$leads, -rev(two$leads))
  expect_identical(one$first_better, two$second_better)
})

test_that("texts and rows state verdicts with their direction", {
  scores <- cbind(a = 12:1, b = 11:0 - 0.5, c = c(1:6, 1:6))
  x <- pb_favourable_sets(table_of(scores), "b", "a")
  expect_identical(c(x$size, x$n_sets), c(1, 1))
  lines <- format(x)
  expect_identical(
    lines[[2L]], "  of 1 set, b is significantly better in 0, a in 1, neither in 0"
  )
  expect_match(lines[[5L]], "  for b: mean ranks b .*, a .*; a is significantly better")
  frame <- as.data.frame(x)
  expect_identical(frame$case, c("first", "all", "second"))
  expect_equal(frame$verdict, c(-1, -1, -1))
  expect_equal(frame$lead, frame$mean_rank_2 - frame$mean_rank_1)
})

test_that("bad arguments are refused by name", {
  t <- table_of(matrix(1:4, 3, 4, byrow = TRUE))
  refused <- function(message, first = "c1", second = "c2", ...) {
    expect_error(
      pb_favourable_sets(t, first, second, ...), message, fixed = TRUE,
      class = "pybench_error_argument"
    )
  }
  refused("`first` must be a method of the table, not", first = c("c1", "c2"))
  refused("`second` must be a method of the table, not 'c9'", second = "c9")
  refused("`first` and `second` must be two different methods", second = "c1")
  refused("`size` must be a whole number >= 1, not 0", size = 0)
  refused("`size` must be at most 2, the number of other methods, not 3", size = 3)
  refused("there are 2 sets of other methods, more than `limit` = 1", limit = 1)
  expect_error(
    pb_favourable_sets(table_of(matrix(1:6, 3)), "c1", "c2"),
    "expected at least 3 methods, found 2",
    class = "pybench_error_results_table"
  )
})
