kept <- function(scores, ...) {
  rows <- expand.grid(
    dataset = paste0("d", seq_len(dim(scores)[[1L]])),
    classifier = paste0("c", seq_len(dim(scores)[[2L]])),
    resample = seq_len(dim(scores)[[3L]]), stringsAsFactors = FALSE
  )
  rows$score <- as.vector(scores)
  pb_read_results(rows, repeats = "keep", higher_is_better = TRUE, ...)
}

some_repeats <- function(n = 5L, k = 3L, repeats = 10L) {
  array(sin(seq_len(n * k * repeats)^1.7), c(n, k, repeats)) +
    rep(as.vector(outer(seq_len(n), seq_len(k), function(i, j) 2 * sin(5 * i * j))), repeats)
}

test_that("a test is R's t.test with a corrected variance, and Holm's adjustment R's own", {
  scores <- some_repeats()
  t <- kept(scores)
  found <- pb_within_datasets(t, rho = 0.1)
  for (d in 1:5) {
    plain <- stats::t.test(scores[d, 1, ], scores[d, 3, ], paired = TRUE)
    value <- unname(plain$statistic) / sqrt(1 + 10 * 0.1 / 0.9)
    expect_equal(found$statistics[2, d], value, tolerance = 1e-12)
    expect_equal(found$pvalues_raw[2, d], 2 * stats::pt(-abs(value), 9), tolerance = 1e-10)
    alone <- pb_corrected_t(t, 0.1, dataset = t$datasets[[d]], adjust = "none")
    expect_equal(found$statistics[2, d], alone$statistics["c1", "c3"], tolerance = 1e-14)
  }
  expect_identical(found$pvalues[2, ], stats::p.adjust(found$pvalues_raw[2, ], "holm"))
  expect_identical(found$better, as.integer(rowSums(found$verdicts == 1L)))
  expect_identical(found$better + found$worse + found$not_shown, rep(5L, 3L))
  expect_gt(sum(found$better, found$worse), 0L)
  frame <- as.data.frame(found)
  expect_identical(dim(frame), c(15L, 9L))
  expect_identical(frame$pvalue[frame$dataset == "d2"], found$pvalues[, 2L])
})

test_that("swapped methods mirror all counts", {
  t <- kept(some_repeats())
  there <- pb_within_datasets(t[, c("c1", "c2")], 0.1)
  back <- pb_within_datasets(t[, c("c2", "c1")], 0.1)
  expect_identical(there[c("better", "worse")], back[c("worse", "better")], ignore_attr = TRUE)
  expect_identical(there$statistics, -back$statistics)
})

test_that("equal differences in all repeats allow no test", {
  scores <- round(some_repeats(3L, 2L, 3L), 3)
  scores[1, 1, ] <- scores[1, 2, ] + 0.25
  scores[2, 1, ] <- scores[2, 2, ]
  found <- pb_within_datasets(kept(scores), 0.1)
  expect_identical(found$statistics[1, 1:2], c(Inf, 0))
  expect_identical(found$pvalues_raw[1, 1:2], c(1, 1))
  expect_identical(found$verdicts[1, 1:2], c(0L, 0L))
  expect_match(format(found), "Number of tests: 1 of 3.", fixed = TRUE, all = FALSE)
})

test_that("text and table name test, level and correction", {
  found <- pb_within_datasets(kept(some_repeats()), 0.1, 0.2)
  said <- paste(format(found), collapse = "\n")
  for (words in c(
    "corrected t-test", "rho = 0.1", "two-sided", "alpha = 0.2", "over all 3 pairs",
    "Holm's correction over the datasets of each pair", "does not mean equal"
  )) {
    expect_match(said, words, fixed = TRUE)
  }
  expect_identical(pb_table(found)$rows[[3L]], found$better)
})

test_that("a table without repeats, a bad rho and a bad alpha are refused", {
  t <- kept(some_repeats())
  expect_error(
    pb_within_datasets(table_of(diag(3)), 0.1), "at least 2 repeats",
    class = "pybench_error_results_table"
  )
  expect_error(pb_within_datasets(t), "`rho` must be", class = "pybench_error_argument")
  expect_error(pb_within_datasets(t, 1), "`rho` must be", class = "pybench_error_argument")
  expect_error(pb_within_datasets(t, 0.1, 2), "`alpha` must be", class = "pybench_error_argument")
  apart <- pb_read_results(
    data.frame(
      dataset = rep(c("d", "e"), each = 2L), classifier = rep(c("a", "b"), each = 2L),
      repeat. = c(1, 2, 1, 2), score = 1:4 + 0
    ),
    higher_is_better = TRUE, repeats = "keep", missing = "keep", resample = "repeat."
  )
  expect_error(
    pb_within_datasets(apart, 0.1), "at least 1 dataset with scores of both",
    class = "pybench_error_results_table"
  )
})
