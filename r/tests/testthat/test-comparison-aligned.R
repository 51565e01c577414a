# Aligned ranks: exact ties, enumeration, edge cases; scmamp's: test-comparison-cases.R.
test_that("equal deviations tie across datasets, and rounding does not break them", {
  t <- table_of(rbind(c(0.1, 0.4, 0.7), c(0.7, 0.1, 0.4), c(0.4, 0.7, 0.1)))
  result <- pb_aligned_ranks(t)
  expect_identical(unname(result$mean_ranks), c(5, 5, 5))
  expect_identical(result$statistic, 0)
})

test_that("steps of decimals tie by tolerance", {
  # 0.9 - 0.8 and 0.8 - 0.7 differ as doubles.
  t <- table_of(rbind(c(0.9, 0.8, 0.7), c(0.8, 0.7, 0.6), c(0.5, 0.4, 0.3)))
  for (tie_tol in list("auto", 1e-9)) {
    expect_identical(unname(pb_aligned_ranks(t, tie_tol = tie_tol)$mean_ranks), c(2, 5, 8))
  }
  expect_gt(length(unique(as.vector(aligned_ranker(t, "standard", 0)(0)))), 3L)
  expect_identical(unique(as.vector(aligned_ranker(t, "standard", 0)(0.15))), 5)
})

test_that("means are rounded once, as mean() does with long doubles", {
  skip_if(.Machine$sizeof.longdouble < 16, "no long double")
  set.seed(4)
  scores <- matrix(sample.int(1000, 2100, TRUE) / 1000, 300)
  expect_identical(rounded_means(scores), apply(scores, 1L, mean))
})

test_that("T is the form of shuffles: its mean over them is k - 1, ties or not", {
  rows <- list(c(1, 2, 9), c(3.5, 3.5, 8), c(5, 6.5, 6.5))
  orders <- lapply(rows, function(row) {
    rbind(row, row[c(1, 3, 2)], row[c(2, 1, 3)], row[c(2, 3, 1)], row[c(3, 1, 2)], rev(row))
  })
  grid <- expand.grid(1:6, 1:6, 1:6)
  found <- apply(grid, 1L, function(at) {
    aligned_statistic(
      rbind(orders[[1]][at[[1]], ], orders[[2]][at[[2]], ], orders[[3]][at[[3]], ]), "standard"
    )
  })
  expect_equal(mean(found), 2, tolerance = 1e-12)
})

test_that("pairs have the deviation of shuffled datasets", {
  ranked <- matrix(rank(c(5, 3, 4, 4, 3, 1, 1, 2, 1)), 3)
  swaps <- list(1:3, c(1, 3, 2), c(2, 1, 3), c(2, 3, 1), c(3, 1, 2), 3:1)
  gaps <- apply(expand.grid(1:6, 1:6, 1:6), 1L, function(at) {
    shuffled <- t(vapply(1:3, function(i) ranked[i, swaps[[at[[i]]]]], numeric(3)))
    mean(shuffled[, 1]) - mean(shuffled[, 2])
  })
  expect_equal(aligned_error(ranked, "standard"), sqrt(mean(gaps^2)), tolerance = 1e-12)
  expect_equal(aligned_error(ranked, "scmamp"), sqrt(3 * 10 / 6), tolerance = 1e-12)
})

test_that("rows are better where z is positive, whichever direction is declared", {
  up <- pb_aligned_ranks_pairs(table_of(matrix(3:1, 12, 3, byrow = TRUE)))
  expect_true(all(up$statistics[upper.tri(up$statistics)] > 0))
  expect_identical(up$statistics, -t(up$statistics))
  down <- table_of(matrix(3:1, 12, 3, byrow = TRUE), higher_is_better = FALSE)
  expect_identical(pb_aligned_ranks_pairs(down)$statistics, -up$statistics)
})

test_that("nothing varies: statistic 0, p 1 and the note", {
  t <- table_of(matrix(c(0.1, 0.7), 2, 3))
  for (convention in aligned_conventions) {
    result <- expect_silent(pb_aligned_ranks(t, convention))
    expect_identical(c(result$statistic, result$pvalue), c(0, 1))
    expect_true("degenerate" %in% result$notes)
    pairs <- expect_silent(pb_aligned_ranks_pairs(t, convention = convention))
    expect_true(all(pairs$pvalues == 1) && all(pairs$statistics == 0))
  }
})

test_that("the largest doubles are ranked", {
  small <- rbind(c(1.7, -1.7, 0.3), c(1.2, 1.1, -1.6))
  for (convention in aligned_conventions) {
    expect_identical(
      pb_aligned_ranks(table_of(small * 1e308), convention)$mean_ranks,
      pb_aligned_ranks(table_of(small), convention)$mean_ranks
    )
  }
})

test_that("order of datasets and methods and shifts of datasets change nothing", {
  set.seed(6)
  for (n in c(2, 6, 10:15)) {
    scores <- random_scores(n, sample(2:8, 1), 16)
    first <- pb_aligned_ranks(table_of(scores))
    columns <- sample.int(ncol(scores))
    shuffled <- scores[sample.int(nrow(scores)), columns]
    moved <- pb_aligned_ranks(table_of(4 * (shuffled + sample.int(9, nrow(scores), TRUE))))
    expect_equal(moved$statistic, first$statistic, tolerance = 1e-12)
    expect_equal(unname(moved$mean_ranks), unname(first$mean_ranks[columns]), tolerance = 1e-12)
  }
})

test_that("rounding that decides is noted", {
  t <- table_of(cbind(rep(0.3, 12), 0.1 + 0.2))
  expect_true("near-ties" %in% pb_aligned_ranks(t)$notes)
  expect_true("near-ties" %in% pb_aligned_ranks_pairs(t)$notes)
  expect_false("near-ties" %in% pb_aligned_ranks(t, tie_tol = "auto")$notes)
})

test_that("bad arguments are refused by name", {
  t <- table_of(random_scores(3, 3))
  expect_error(
    pb_aligned_ranks(t, "pmcmr"), "`convention` must be one of \"standard\", \"scmamp\"",
    class = "pybench_error_argument"
  )
  expect_error(pb_aligned_ranks_pairs(t, "tukey"), "`adjust`", class = "pybench_error_argument")
  expect_error(
    pb_aligned_ranks_pairs(t, "shaffer", "c1"), "tests of all pairs, not to a control",
    class = "pybench_error_argument"
  )
  expect_error(
    pb_aligned_ranks(table_of(random_scores(1, 3))), "at least 2 datasets",
    class = "pybench_error_results_table"
  )
})

test_that("two methods are no sign test", {
  t <- table_of(cbind(rep(c(1, 5, 4), 4), rep(c(2, 3, 8), 4)))
  expect_identical(pb_aligned_ranks(t)$notes, character())
  expect_identical(pb_aligned_ranks_pairs(t)$notes, character())
})
