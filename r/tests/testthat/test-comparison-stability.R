# Stability of verdicts against brute force: every sub-table tested by the public functions.

# Ahead, behind, Nemenyi, Wilcoxon-Holm of a pair by direct calls.
said_of <- function(scores, pair, alpha, zero_method = "wilcox") {
  rownames(scores) <- NULL
  t <- table_of(scores)
  nemenyi <- pb_nemenyi(t, alpha, reference = "limit")
  ranks <- nemenyi$mean_ranks[pair]
  p <- pb_wilcoxon(t, zero_method = zero_method)$pvalues
  c(
    ranks[[1]] < ranks[[2]], ranks[[1]] > ranks[[2]],
    nemenyi$pvalues[[pair[[1]], pair[[2]]]] <= alpha, p[[pair[[1]], pair[[2]]]] <= alpha
  )
}

named_scores <- function(n, k, levels) {
  scores <- random_scores(n, k, levels)
  colnames(scores) <- paste0("c", seq_len(k))
  scores + rep(stats::runif(k, 0, 0.3), each = n)
}

# The smallest and nearest sets of a pair are among those that flip, listed by size.
expect_examples <- function(result, row, flips, sets) {
  for (question in 1:3) {
    at <- 3 * (row - 1) + question
    found <- sets[flips[question, ]]
    expect_identical(result$smallest[[at]], c(found, list(character()))[[1]])
    expect_length(result$nearest[[at]], max(0, lengths(found)))
    expect_true(length(found) == 0 || list(result$nearest[[at]]) %in% found)
  }
}

test_that("all sets by brute force", {
  set.seed(1)
  for (zero_method in c("wilcox", "pratt")) for (k in 2:4) {
    scores <- named_scores(sample(5:14, 1), k, 9)
    result <- pb_stability(table_of(scores), 0.2, resamples = 0, zero_method = zero_method)
    expect_true(result$exhaustive)
    expect_equal(result$n_sets, 2^k - k - 1)
    sets <- unlist(lapply(2:k, utils::combn, x = k, simplify = FALSE), recursive = FALSE)
    for (row in seq_along(result$pairs)) {
      pair <- result$pairs[[row]]
      with <- Filter(function(set) all(match(pair, colnames(scores)) %in% set), sets)
      answers <- vapply(with, function(set) {
        said_of(scores[, set, drop = FALSE], pair, 0.2, zero_method)
      }, logical(4))
      full <- said_of(scores, pair, 0.2, zero_method)
      expect_equal(unname(result$full[row, 2:5]), as.numeric(full))
      expect_equal(result$over_sets[[row, "tables"]], 2^(k - 2))
      expect_equal(unname(result$over_sets[row, 2:5]), rowMeans(answers), tolerance = 1e-15)
      flips <- rbind(
        (answers[1, ] & full[[2]]) | (answers[2, ] & full[[1]]),
        answers[3:4, , drop = FALSE] != full[3:4]
      )
      shares <- pybench:::flip_shares(result, "sets")[row, ]
      expect_equal(unname(shares), rowMeans(flips), tolerance = 1e-12)
      expect_examples(result, row, flips, lapply(with, function(set) colnames(scores)[set]))
    }
  }
})

test_that("every table without one dataset by brute force", {
  set.seed(2)
  for (i in 1:5) {
    scores <- named_scores(sample(5:30, 1), 4, 9)
    result <- pb_stability(table_of(scores), 0.1, limit = 1, resamples = 0)
    for (row in seq_along(result$pairs)) {
      pair <- result$pairs[[row]]
      answers <- vapply(seq_len(nrow(scores)), function(gone) {
        said_of(scores[-gone, ], pair, 0.1)
      }, logical(4))
      expect_equal(unname(result$over_datasets[row, 2:5]), rowMeans(answers), tolerance = 1e-15)
      differs <- answers[4, ] != said_of(scores, pair, 0.1)[[4]]
      expect_identical(result$carriers[[3 * row]], rownames(table_of(scores)$scores)[differs])
    }
  }
})

test_that("a planted flip is found and told in words", {
  # c1 beats c2 on 8 of 8: p = 2 / 2^8; among three pairs Holm's 3 p = 0.0234 is above 0.02.
  t <- table_of(cbind(0.5 + 0:7 / 100, 0.4, rep(c(0.1, 0.9), 4)))
  result <- pb_stability(t, 0.02, resamples = 20)
  expect_identical(result$full[["c1 vs c2", "wilcoxon-holm"]], 0)
  expect_identical(pybench:::flip_shares(result, "sets")[["c1 vs c2", "wilcoxon-holm"]], 0.5)
  expect_identical(result$nearest[[3]], c("c1", "c2"))
  text <- paste(format(result), collapse = "\n")
  expect_match(text, paste0(
    "  By the signed-rank tests with Holm's correction at alpha = 0.02:\n",
    "    c1 and c2 are not shown to differ; in 50.0% of sets they differ significantly, ",
    "for example without c3"
  ), fixed = TRUE)
  expect_match(text, "against 4 sets of methods (all), 8 tables", fixed = TRUE)
  frame <- as.data.frame(result)
  expect_identical(dim(frame), c(3L, 20L))
  expect_identical(frame$wilcoxon_holm_over_sets[[1]], 0.5)
  expect_identical(make.names(names(frame)), names(frame))
})

test_that("percentages never say all or nothing wrongly", {
  shown <- pybench:::percentage(c(0, 1e-9, 0.5, 1 - 1e-9, 1), 1L)
  expect_identical(shown, c("0.0", "<0.1", "50.0", ">99.9", "100.0"))
})

test_that("seeds decide what is drawn", {
  set.seed(6)
  t <- table_of(named_scores(9, 7, 9))
  one <- pb_stability(t, limit = 40, resamples = 30, seed = 1)
  expect_false(one$exhaustive)
  expect_identical(one, pb_stability(t, limit = 40, resamples = 30, seed = 1))
  two <- pb_stability(t, limit = 40, resamples = 30, seed = 2)
  expect_false(identical(one$over_sets, two$over_sets))
  expect_false(identical(one$over_resamples, two$over_resamples))
})

test_that("degenerate tables are finite and silent", {
  for (scores in list(matrix(0.5, 4, 3), matrix(c(1, 1, 1, 1, 2, 2), 2), matrix(2:1, 5, 2, TRUE))) {
    result <- expect_silent(pb_stability(table_of(scores), resamples = 5))
    for (over in c("over_sets", "over_datasets", "over_resamples")) {
      expect_true(all(is.finite(result[[over]])) && all(result[[over]][, -1] <= 1))
    }
  }
  alone <- pb_stability(table_of(matrix(2:1, 5, 2, TRUE)), resamples = 0)
  expect_equal(alone$n_sets, 1)
  expect_identical(alone$nearest, list(character(), character(), character()))
  expect_identical(alone$over_resamples[[1, "tables"]], 0)
})

test_that("bad arguments are refused by name", {
  t <- table_of(matrix(1:9, 3))
  refused <- function(..., message) {
    expect_error(pb_stability(t, ...), message, class = "pybench_error_argument")
  }
  for (sizes in list(1, c(2, 4), numeric(), "2", 2.5, NA)) {
    refused(sizes = sizes, message = "`sizes` must be whole numbers from 2 to 3")
  }
  refused(alpha = 1, message = "`alpha` must be a number between 0 and 1")
  refused(limit = 0, message = "`limit` must be a whole number >= 1, not 0")
  refused(resamples = -1, message = "`resamples` must be a whole number >= 0, not -1")
  refused(zero_method = "z", message = "`zero_method` must be one of")
  refused(seed = 0.5, message = "`seed` must be an integer")
  expect_error(pb_stability(table_of(matrix(1:3, 1))), class = "pybench_error_results_table")
})

test_that("reversals by brute force", {
  # At a level so high that tests often find the opposite of what they found.
  alpha <- 0.97
  verdicts <- function(scores, pair) {
    rownames(scores) <- NULL
    t <- table_of(scores)
    c(
      pb_nemenyi(t, alpha, reference = "limit")$verdicts[[pair[[1]], pair[[2]]]],
      pairs_at_level(pb_wilcoxon(t), alpha)$verdicts[[pair[[1]], pair[[2]]]]
    )
  }
  total <- c(0, 0)
  for (seed in c(6, 9)) {
    set.seed(seed)
    scores <- matrix(sample(0:8, 18, TRUE) + 0, 6, 3, dimnames = list(NULL, paste0("c", 1:3)))
    result <- pb_stability(table_of(scores), alpha, resamples = 0)
    for (row in seq_along(result$pairs)) {
      pair <- result$pairs[[row]]
      full <- verdicts(scores, pair)
      said <- vapply(1:6, function(out) verdicts(scores[-out, ], pair), c(0, 0))
      turned <- rowMeans(said * full < 0)
      expect_equal(unname(reversal_shares(result, "datasets")[row, ]), turned)
      expect_equal(unname(flip_shares(result, "datasets")[row, -1]), rowMeans(said != full))
      total <- total + turned
    }
    expect_true(any(grepl("; reversed: ", format(result), fixed = TRUE)))
  }
  expect_true(all(total > 0))
})
