toy_table <- function(...) {
  arguments <- utils::modifyList(
    list(
      scores = matrix(c(0.5, 0.75, 0.25, 0.125), 2L), datasets = c("d1", "d2"),
      classifiers = c("a", "b"), higher_is_better = TRUE
    ),
    list(...)
  )
  do.call(results_table, arguments)
}

test_that("a table has its fields, with names on the arrays", {
  t <- toy_table(metric = "accuracy", by_repeat = array(1:8, c(2, 2, 2)), dropped = "x")
  expect_identical(class(t), c("pb_results_table", "pb_result"))
  expect_identical(names(t), c(
    "datasets", "classifiers", "scores", "higher_is_better", "metric", "by_repeat", "dropped",
    "source", "n_repeats", "n_available", "filled", "filled_by", "metrics"
  ))
  expect_identical(dimnames(t$scores), list(c("d1", "d2"), c("a", "b")))
  expect_identical(t$by_repeat["d2", "a", ], c(2, 6))
  expect_identical(t$n_repeats, 2L)
  expect_identical(toy_table()$n_repeats, 1L)
  expect_identical(toy_table(n_repeats = 3)$n_repeats, 3L)
  expect_null(t$source)
})

test_that("negative zeros become zeros and integers doubles", {
  t <- toy_table(scores = matrix(c(-0, 0, 1L, 2L), 2L))
  expect_identical(1 / t$scores[[1L]], Inf)
  expect_type(toy_table(scores = matrix(1:4, 2L))$scores, "double")
})

test_that("what is no table of finite numbers is refused", {
  refused <- function(...) pybench_error_of(toy_table(...))
  expect_identical(
    conditionMessage(refused(scores = matrix(c(1, 2, Inf, NaN), 2L))),
    paste(
      "expected a finite number, found `Inf` for dataset `d1` and method `b`.",
      "Correct the score, or leave it out as missing."
    )
  )
  by_repeat <- array(1, c(2, 2, 3))
  by_repeat[1, 2, 3] <- -Inf
  by_repeat[2, 1, 1] <- NA
  expect_identical(
    refused(by_repeat = by_repeat)$found, "`-Inf` for dataset `d1` and method `b`"
  )
  expect_identical(refused(scores = matrix("1", 2L, 2L))$expected, "`scores` as numbers")
  expect_identical(refused(scores = matrix(TRUE, 2L, 2L))$expected, "`scores` as numbers")
  expect_identical(
    refused(scores = matrix(1, 2L, 3L))[c("expected", "found")],
    list(expected = "`scores` of shape (2, 2)", found = "(2, 3)")
  )
  expect_identical(
    refused(by_repeat = matrix(1, 2L, 2L))$expected, "`by_repeat` of shape (2, 2) by repeats"
  )
})

test_that("names are text, unique, and differ to the eye", {
  refused <- function(...) conditionMessage(pybench_error_of(toy_table(...)))
  expect_identical(
    refused(datasets = c("d", "d")),
    "expected every dataset once, found `d` 2 times. Rename one of them."
  )
  expect_identical(
    refused(classifiers = c("\u00e9", "e\u0301")),
    paste(
      "expected names that differ visibly, found `\u00e9` and `e\u0301`.",
      "Write both in the same Unicode form (NFC), or rename one."
    )
  )
  expect_match(refused(datasets = 1:2), "expected names of datasets as text, found integer")
  expect_match(refused(datasets = c("d", NA)), "found NA")
  expect_match(
    refused(scores = matrix(0, 0, 2), datasets = character()), "expected at least one dataset"
  )
  expect_match(
    refused(scores = matrix(0, 2, 0), classifiers = character()), "expected at least one method"
  )
})

test_that("the direction must be given", {
  expect_error(toy_table(higher_is_better = NA), class = "pybench_error_argument")
  expect_error(toy_table(metric = 1), class = "pybench_error_argument")
})

test_that("methods give scores, frame, size and summary", {
  t <- toy_table(classifiers = c("a b", "NA"))
  expect_identical(dim(t), c(2L, 2L))
  expect_identical(as.matrix(t), t$scores)
  frame <- as.data.frame(t)
  expect_identical(names(frame), c("dataset", "a b", "NA"))
  expect_identical(frame[["NA"]], c(0.25, 0.125))
  expect_identical(
    summary(t),
    data.frame(
      classifier = c("a b", "NA"), mean = c(0.625, 0.1875), sd = c(0.125, 0.0625) * sqrt(2),
      min = c(0.5, 0.125), median = c(0.625, 0.1875), max = c(0.75, 0.25)
    )
  )
})

test_that("print shows the corner of the table, aligned", {
  expect_identical(format(toy_table(metric = "accuracy", dropped = c("x", "y"))), c(
    "Results of 2 methods on 2 datasets: accuracy, higher is better",
    "       a      b",
    "d1   0.5   0.25",
    "d2  0.75  0.125",
    "left out for missing scores: 2 of 4: `x`, `y`"
  ))
  large <- results_table(
    matrix(1:84 / 7, 12L), paste0("d", 1:12), letters[1:7], FALSE,
    by_repeat = array(1, c(12, 7, 3))
  )
  lines <- format(large)
  expect_identical(
    lines[1:2],
    c("Results of 7 methods on 12 datasets: scores, lower is better", "means over 3 repeats")
  )
  expect_identical(lines[[length(lines)]], "... and 2 datasets and 1 method more")
  expect_length(lines, 2L + 1L + 10L + 1L)
  expect_output(print(large), "means over 3 repeats", fixed = TRUE)
})

gappy <- function() {
  matrix(
    c(0.5, 0.75, NA, 0.125, 1, NaN), 2,
    dimnames = list(c("d", "e"), c("a", "b", "c"))
  )
}

test_that("missing scores are kept as NA where asked for, and shown", {
  expect_error(
    pb_read_results(gappy(), higher_is_better = TRUE), "2 missing, the first for dataset `d`",
    class = "pybench_error_results_table"
  )
  t <- pb_read_results(gappy(), higher_is_better = TRUE, missing = "keep")
  expect_identical(is.na(t$scores), is.na(gappy()))
  expect_false(any(is.nan(t$scores)))
  expect_identical(
    format(t)[-1L],
    c(
      "2 scores missing (NA)", "      a      b   c", "d   0.5     NA   1", "e  0.75  0.125  NA"
    )
  )
  expect_identical(summary(t)$mean, c(0.625, 0.125, 1))
  expect_identical(sum(is.na(as.data.frame(t))), 2L)
})

test_that("no dataset and no method is without a score", {
  keep <- function(scores) {
    dimnames(scores) <- list(c("d", "e"), c("a", "b", "c"))
    pb_read_results(scores, higher_is_better = TRUE, missing = "keep")
  }
  expect_error(
    keep(rbind(NA_real_, 1:3)), "at least one score for every dataset, found none for `d`",
    class = "pybench_error_results_table"
  )
  expect_error(
    keep(cbind(1:2, NA_real_, NA_real_)), "for every method, found none for `b`, `c`",
    class = "pybench_error_results_table"
  )
  expect_error(keep(rbind(c(1, Inf, NA), 1:3)), "a finite number",
               class = "pybench_error_results_table")
})

test_that("a score whose repeat is missing is missing", {
  long <- expand.grid(
    resample = 1:2, classifier = c("a", "b"), dataset = c("d", "e"), stringsAsFactors = FALSE
  )
  long$score <- 1:8 + 0
  t <- pb_read_results(
    long[-6L, ], higher_is_better = TRUE, repeats = "keep", missing = "keep"
  )
  expect_identical(unname(is.na(t$scores)), rbind(c(FALSE, FALSE), c(TRUE, FALSE)))
  expect_identical(sum(is.na(t$by_repeat)), 1L)
})

test_that("functions refuse gaps, or pairs without common datasets, and say what to do", {
  pairwise <- paste0("pb_", c(
    "wilcoxon", "sign_test", "paired_t", "corrected_t", "effects", "multi_comparison", "posterior",
    "bayesian_signed_rank", "bayesian_sign", "bayesian_t", "compare", "missing_policies"
  ))
  t <- pb_read_results(gappy(), higher_is_better = TRUE, missing = "keep")
  takes_a_table <- Filter(function(name) {
    "t" %in% names(formals(getExportedValue("pybench", name)))
  }, setdiff(
    getNamespaceExports("pybench"),
    c(
      "pb_skillings_mack", "pb_durbin", "pb_durbin_pairs", "pb_plot_scatter", "pb_ranks",
      "pb_place", # its table is the third argument: see below
      "pb_within_datasets" # one dataset is enough for it: test-comparison-within.R
    )
  ))
  expect_gt(length(takes_a_table), 8L)
  for (name in takes_a_table) {
    arguments <- list(t)
    asks_for <- names(formals(getExportedValue("pybench", name)))
    if ("rho" %in% asks_for && name != "pb_compare") arguments$rho <- 0.1
    if ("first" %in% asks_for) arguments[c("first", "second")] <- c("a", "b")
    if ("costs" %in% asks_for) arguments$costs <- c(a = 1, b = 2)
    if ("landscape" %in% asks_for) arguments$landscape <- pb_coverage(c("d", "e"), 1:2)
    expect_error(
      do.call(getExportedValue("pybench", name), arguments),
      if (name %in% pairwise) {
        "of every pair, found 1 for methods `a` and `b`. Leave out one of these methods."
      } else {
        paste0(
          "expected every score, found 2 missing, the first for dataset `d` and method `b`. Use ",
          "pb_skillings_mack() to test all methods, and pb_wilcoxon() for pairs; or read the ",
          "table with missing = \"drop\""
        )
      },
      fixed = TRUE, class = "pybench_error_results_table", label = name
    )
  }
  features <- pb_published_landscape("ucr")$scaling$features
  here <- matrix(0, 1L, length(features), dimnames = list(NULL, features))
  expect_error(
    pb_place(here, t = t), "expected every score, found 2 missing",
    fixed = TRUE, class = "pybench_error_results_table"
  )
})
