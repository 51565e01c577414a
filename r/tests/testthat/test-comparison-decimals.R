# Scores as decimals: what counts as one, and that differences are those of exact arithmetic.

two_decimals <- function(n, k, apart = 0) {
  means <- rep(0.7 + apart * seq_len(k), each = n)
  round(matrix(stats::rnorm(n * k, means, 0.08), n), 2)
}

test_that("every double is judged as its printed form says: the edges that Python reads too", {
  edges <- utils::read.csv(golden_path("decimals.csv"), colClasses = "character")
  unit <- suppressWarnings(as.double(edges$unit))
  expect_identical(decimal_units(t(as.double(edges$number))), unit)
  expect_identical(decimal_units(matrix(-0)), 1)
})

test_that("differences are exact where both columns are decimals", {
  set.seed(1)
  columns <- cbind(round(stats::runif(50), 1), round(stats::runif(50), 3), stats::runif(50))
  pairs <- rbind(c(1, 2), c(1, 3), c(2, 3))
  found <- subtracted(columns, pairs, TRUE)
  expect_identical(found$unit, c(1000, 1, 1))
  expect_identical(found$gaps[, 1L], round(1000 * columns[, 1L]) - round(1000 * columns[, 2L]))
  expect_identical(found$gaps[, 2L], columns[, 1L] - columns[, 3L])
  # Units that do not fit together leave doubles.
  wide <- cbind(c(9e13, 1e13), c(0.01, 0.02))
  expect_identical(subtracted(wide, cbind(1, 2), TRUE)$unit, 1)
})

test_that("every test of differences answers as for the same scores in whole numbers", {
  set.seed(2)
  others <- 0
  for (number in 1:15) {
    scores <- two_decimals(20, 3, 0.01)
    t <- table_of(scores)
    whole <- table_of(round(100 * scores))
    for (test in list(pb_wilcoxon, pb_sign_test, pb_aligned_ranks_pairs, pb_quade_pairs)) {
      expect_identical(test(t)$pvalues, test(whole, tie_tol = 0)$pvalues)
    }
    expect_equal(pb_paired_t(t)$pvalues, pb_paired_t(whole)$pvalues, tolerance = 1e-12)
    ours <- pb_effects(t)
    theirs <- pb_effects(whole)
    expect_identical(ours$rank_biserial, theirs$rank_biserial)
    expect_equal(100 * ours$hodges_lehmann_low, theirs$hodges_lehmann_low, tolerance = 1e-12)
    expect_equal(pb_contrasts(t)$estimates, pb_contrasts(whole)$estimates / 100)
    doubles <- pb_wilcoxon(t, "none", tie_tol = 0)$pvalues
    others <- others + any(abs(doubles - pb_wilcoxon(t, "none")$pvalues) > 1e-9)
  }
  expect_gt(others, 10)
})

test_that("a file and a frame give the same p", {
  set.seed(5)
  t <- table_of(two_decimals(20, 4))
  frame <- data.frame(dataset = t$datasets, unclass(t$scores))
  path <- tempfile(fileext = ".csv")
  on.exit(unlink(path))
  utils::write.csv(frame, path, row.names = FALSE)
  for (source in list(frame, path)) {
    expect_identical(pb_wilcoxon(pb_read_results(source, higher_is_better = TRUE)), pb_wilcoxon(t))
  }
})

test_that("the snippets of the issue", {
  t <- table_of(rbind(c(0.9, 0.8), c(0.7, 0.8), c(0.5, 0.2)))
  expect_identical(pb_wilcoxon(t)$statistics[[1, 2]], 4.5)
  expect_identical(pb_wilcoxon(t, tie_tol = 0)$statistics[[1, 2]], 4)
  steps <- table_of(rbind(c(0.81, 0.80), c(0.76, 0.75), c(0.3, 0.29), c(0.5, 0.49)))
  expect_identical(pb_paired_t(steps)$statistics[[1, 2]], Inf)
  # A difference of exactly the rope is inside.
  for (test in list(pb_bayesian_sign, pb_bayesian_signed_rank)) {
    found <- test(steps, rope = 0.01, samples = 1000)
    expect_identical(found$equal[[1, 2]], 1)
    expect_false("rope-edge" %in% found$notes)
  }
  equal <- pb_multi_comparison(table_of(rbind(c(0.1, 0.3), c(0.2, 0))))
  expect_identical(equal$mean_difference[[1, 2]], 0)
  expect_identical(equal$mean_scores[[1]], equal$mean_scores[[2]])
})

test_that("other conventions subtract doubles", {
  set.seed(3)
  t <- table_of(two_decimals(30, 4))
  for (convention in c("r-4.2", "r-4.6", "scipy")) {
    expect_identical(
      pb_wilcoxon(t, convention = convention), pb_wilcoxon(t, convention = convention, tie_tol = 0)
    )
  }
  expect_identical(
    pb_quade_pairs(t, convention = "pmcmr"), pb_quade_pairs(t, convention = "pmcmr", tie_tol = 0)
  )
})

test_that("every verdict that noise turns is noted, of the adjusted p at the level used", {
  # Noise turns few tables: each test has two of these.
  for (test in c("wilcoxon", "quade_pairs", "aligned_ranks_pairs")) {
    turned <- 0
    for (seed in c(1:4, 10, 13, 21, 24, 44, 71)) {
      set.seed(seed)
      t <- table_of(two_decimals(14, 4, 0.03))
      for (alpha in c(0.05, 0.1)) {
        found <- pb_critical_difference(t, test, alpha, tie_tol = 0)
        merged <- pb_critical_difference(t, test, alpha, tie_tol = "auto")
        turns <- any(found$significant != merged$significant)
        turned <- turned + turns
        expect_identical("near-ties" %in% found$notes, turns)
      }
      expect_false("near-ties" %in% pb_critical_difference(t, test)$notes)
    }
    expect_gt(turned, 0)
  }
})
