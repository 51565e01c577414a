# The Quade test and its pairs: enumeration, errata, edge cases; see test-comparison-cases.R.
test_that("R drops datasets with a gap and goes on counting them", {
  t <- original_table("na_k4_N20", missing = "drop")
  scores <- as.matrix(utils::read.csv(original_scores("na_k4_N20"), row.names = 1))
  expect_identical(unname(stats::quade.test(scores)$parameter[[2L]]), 57)
  expect_identical(pb_quade(t)$df, c(3, 42))
  whole <- stats::quade.test(unname(t$scores))
  expect_equal(pb_quade(t, tie_tol = 0)$statistic, whole$statistic[[1L]], tolerance = 1e-12)
})

test_that("z has the deviation of shuffled ranks; as printed it is (k - 1) / 2 times as much", {
  # Two datasets with weights 1 and 2, all orders of 4 ranks on each, without ties.
  orders <- as.matrix(expand.grid(1:4, 1:4, 1:4, 1:4))
  orders <- orders[apply(orders, 1L, function(row) length(unique(row)) == 4L), ]
  centred <- 2 * orders - 5
  grid <- as.matrix(expand.grid(1:24, 1:24))
  z <- function(convention) {
    mean(apply(grid, 1L, function(at) {
      weighted <- 2 * (1:2) * centred[at, ]
      quade_gaps(weighted, "normal", convention)[1L, 2L]
    })^2)
  }
  expect_equal(z("standard"), 1, tolerance = 1e-12)
  expect_equal(z("scmamp"), 2 / 3, tolerance = 1e-12)
})

test_that("where all datasets give the same, F is infinite and p is 0", {
  t <- table_of(matrix(3:1, 12, 3, byrow = TRUE))
  result <- expect_silent(pb_quade(t, reference = "limit"))
  expect_identical(c(result$statistic, result$pvalue), c(Inf, 0))
  expect_true("floor" %in% result$notes)
  pairs <- expect_silent(pb_quade_pairs(t, reference = "limit"))
  expect_identical(pairs$statistics[["c1", "c2"]], Inf)
  twins <- pb_quade_pairs(table_of(matrix(c(2, 2, 1), 12, 3, byrow = TRUE)), reference = "limit")
  expect_identical(twins$pvalues[["c1", "c2"]], 1)
  expect_identical(twins$statistics[["c1", "c2"]], 0)
})

test_that("nothing varies: statistic 0, p 1 and the note", {
  t <- table_of(matrix(0.5, 4, 3))
  for (convention in aligned_conventions) {
    result <- expect_silent(pb_quade(t, convention))
    expect_identical(c(result$statistic, result$pvalue), c(0, 1))
    expect_true("degenerate" %in% result$notes)
  }
  for (convention in conventions) {
    pairs <- expect_silent(pb_quade_pairs(t, "holm", NULL, "normal", convention))
    expect_true(all(pairs$pvalues == 1) && all(pairs$statistics == 0))
  }
})

test_that("ranges decide the weights, and tie by tolerance", {
  t <- table_of(rbind(c(5, 1), c(3, 3), c(2, 4)))
  expect_identical(unname(weighted_ranks(t, 0)), rbind(c(-6, 6), c(0, 0), c(4, -4)))
  t <- table_of(rbind(c(0.9, 0.8), c(0.7, 0.8), c(0.1, 0.8)))
  expect_identical(unname(colSums(weighted_ranks(t, "auto"))), c(6, -6))
  expect_false(identical(weighted_ranks(t, 0), weighted_ranks(t, "auto")))
})

test_that("order of datasets and methods and shifts of datasets change nothing", {
  set.seed(7)
  for (n in c(2, 6, 10:15)) {
    scores <- random_scores(n, sample(2:8, 1), 16)
    first <- pb_quade(table_of(scores))
    shuffled <- scores[sample.int(nrow(scores)), sample.int(ncol(scores))]
    moved <- pb_quade(table_of(4 * (shuffled + sample.int(9, nrow(scores), TRUE))))
    expect_equal(moved$statistic, first$statistic, tolerance = 1e-12)
    turned <- pb_quade(table_of(-scores, higher_is_better = FALSE))
    expect_identical(turned$statistic, first$statistic)
  }
})

test_that("rounding that decides is noted", {
  t <- table_of(cbind(rep(0.3, 12), 0.1 + 0.2))
  expect_true("near-ties" %in% pb_quade(t)$notes)
  expect_true("near-ties" %in% pb_quade_pairs(t)$notes)
  expect_false("near-ties" %in% pb_quade_pairs(t, tie_tol = "auto")$notes)
})

test_that("bad arguments are refused by name", {
  t <- table_of(random_scores(3, 3))
  expect_error(
    pb_quade_pairs(t, convention = "scmamp"),
    "`distribution` must be \"normal\" with convention \"scmamp\", not \"t\"",
    class = "pybench_error_argument"
  )
  expect_error(pb_quade_pairs(t, distribution = "z"), "`distribution` must be one of \"t\"",
               class = "pybench_error_argument")
  expect_error(pb_quade(t, "pmcmr"), "`convention`", class = "pybench_error_argument")
})

test_that("ranges beyond the largest double are ranked too", {
  small <- rbind(c(0.1, -0.2, 0), c(-0.7, 0.75, 0.1), c(0.9, -0.95, 0.8), c(-1, 0.99, 0.3))
  huge <- table_of(small * .Machine$double.xmax)
  expect_identical(pb_quade(huge)$statistic, pb_quade(table_of(small))$statistic)
  expect_identical(pb_quade_pairs(huge)$statistics, pb_quade_pairs(table_of(small))$statistics)
})

test_that("two methods are no sign test", {
  t <- table_of(cbind(rep(c(1, 5, 4), 4), rep(c(2, 3, 8), 4)))
  expect_identical(pb_quade(t)$notes, character())
  expect_identical(pb_quade_pairs(t)$notes, character())
})
