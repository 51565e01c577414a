# Patterns of verdicts within a core against direct calls on every table of core and others.

pattern_of <- function(scores, names, core, alpha, test, adjust) {
  t <- table_of(scores[, names, drop = FALSE])
  found <- switch(test,
    nemenyi = pb_nemenyi(t, alpha, reference = "limit"),
    pb_wilcoxon(t, adjust)
  )
  paste(as.integer(found$pvalues[t(utils::combn(core, 2))] <= alpha), collapse = "")
}

test_that("counts and examples by brute force", {
  set.seed(1)
  cases <- rbind(
    c("wilcoxon", "holm"), c("wilcoxon", "none"), c("wilcoxon", "hochberg"),
    c("wilcoxon", "shaffer"), c("nemenyi", "holm")
  )
  for (case in rep(seq_len(nrow(cases)), 2)) {
    k <- sample(4:6, 1)
    scores <- random_scores(sample(8:20, 1), k) + rep(stats::runif(k, 0, 0.5), each = 1)
    colnames(scores) <- paste0("c", seq_len(k))
    core <- sample(colnames(scores), 2 + case %% 2)
    for (extra in 0:(k - length(core))) {
      result <- pb_core_patterns(
        table_of(scores), core, extra, 0.15, cases[case, 1], cases[case, 2], examples = 1000
      )
      rest <- setdiff(colnames(scores), core)
      others <- utils::combn(rest, extra, simplify = FALSE)
      expected <- vapply(others, function(chosen) {
        pattern_of(scores, c(core, chosen), core, 0.15, cases[case, 1], cases[case, 2])
      }, "")
      rows <- apply(result$patterns[, -1, drop = FALSE], 1, paste, collapse = "")
      expect_identical(
        unname(result$patterns[, "sets"]), as.numeric(table(factor(expected, rows)))
      )
      expect_equal(sum(result$patterns[, "sets"]), choose(k - length(core), extra))
      at <- match(lapply(result$examples, sort), lapply(others, sort))
      expect_identical(unname(rows[result$example_pattern]), expected[at])
    }
  }
})

test_that("examples follow the seed", {
  set.seed(2)
  t <- table_of(random_scores(12, 10))
  shown <- function(seed, examples = 5) {
    pb_core_patterns(t, c("c1", "c2"), 4, 0.3, seed = seed, examples = examples)$examples
  }
  expect_identical(shown(1), shown(1))
  expect_false(identical(shown(1), shown(2)))
  expect_length(shown(1, 0), 0L)
})

test_that("no others, the text and the data frame", {
  result <- pb_core_patterns(table_of(matrix(3:2, 8, 2, byrow = TRUE)), c("c2", "c1"), 0)
  expect_identical(colnames(result$patterns), c("sets", "c2 vs c1"))
  expect_identical(result$examples, list(character()))
  expect_match(format(result)[[3]], "1: 1 set; not shown to differ: none")
  expect_identical(as.data.frame(result)[["c2 vs c1"]], TRUE)
  expect_identical(pb_core_patterns(
    table_of(matrix(3:2, 8, 2, byrow = TRUE)), c("c1", "c2"), 0,
    test = "nemenyi"
  )$adjust, "single-step")
})

test_that("bad arguments are refused by name", {
  t <- table_of(matrix(1:4, 3, 4, byrow = TRUE))
  refused <- function(core = c("c1", "c2"), extra = 1, ..., message) {
    expect_error(pb_core_patterns(t, core, extra, ...), message, class = "pybench_error_argument")
  }
  for (core in list("c1", c("c1", "c1"), c("c1", "x"), 1:2, NULL)) {
    refused(core, message = "`core` must be at least 2 different methods of the table")
  }
  refused(
    extra = 3,
    message = "`extra` must be at most 2, the number of methods outside `core`, not 3"
  )
  refused(extra = -1, message = "`extra` must be a whole number >= 0")
  refused(test = "t", message = "`test` must be one of \"wilcoxon\", \"nemenyi\"")
  refused(adjust = "h", message = "`adjust` must be one of")
  refused(limit = 1, message = "there are 2 sets of other methods, more than `limit` = 1")
})
