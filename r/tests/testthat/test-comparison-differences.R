test_that("pairs are every two methods once, or all others against the control", {
  t <- table_of(matrix(1:6, 2))
  expect_identical(unname(pairs_of(t)), rbind(1:2, c(1L, 3L), 2:3))
  expect_identical(unname(pairs_of(t, "c2")), rbind(1:2, 3:2))
})

test_that("a difference is positive where the first of a pair is better", {
  scores <- rbind(c(1, 4), c(3, 3))
  expect_identical(differences(table_of(scores), cbind(row = 1, column = 2)), rbind(-3, 0))
  lower <- table_of(scores, higher_is_better = FALSE)
  expect_identical(differences(lower, cbind(row = 1, column = 2)), rbind(3, 0))
})

test_that("scores that could overflow are halved, others are not", {
  largest <- .Machine$double.xmax
  expect_identical(unname(better_scores(table_of(rbind(c(largest, 1), 2:3)))[2, ]), c(1, 1.5))
  expect_identical(unname(better_scores(table_of(rbind(c(largest / 2, 1), 2:3)))[2, ]), c(2, 3))
})

test_that("sizes are merged whatever their sign, small ones to zero", {
  gaps <- cbind(c(0.05, -1, 1.08, -1.16, 2, 0.1))
  expect_equal(merge_sizes(gaps, 0.1), cbind(c(0, -1, 1, -1, 2, 0)), tolerance = 0)
  expect_equal(merge_sizes(gaps, 0.07), cbind(c(0, -1, 1.08, -1.16, 2, 0.1)), tolerance = 0)
  # Every pair by itself.
  expect_equal(merge_sizes(cbind(c(1, 5), c(1.01, 5.01)), 0.1), cbind(c(1, 5), c(1.01, 5.01)))
})

test_that("auto is a share of the largest score of the table", {
  t <- table_of(rbind(c(1000, 0), c(5e-10, 0), c(2e-9, 0)))
  expect_identical(differences(t, cbind(row = 1, column = 2), "auto"), cbind(c(1000, 0, 2e-9)))
})

test_that("a matrix holds both directions", {
  t <- table_of(matrix(1:6, 2))
  cells <- square_of(t, pairs_of(t), list(there = c(1, 2, 3), back = -c(1, 2, 3)))
  expect_identical(unname(cells), rbind(c(0, 1, 2), c(-1, 0, 3), c(-2, -3, 0)))
  cells <- square_of(t, pairs_of(t, "c3"), list(there = c(1, 2), back = c(-1, -2)))
  expect_identical(unname(cells), rbind(c(0, 0, 1), c(0, 0, 2), c(-1, -2, 0)))
})

test_that("verdicts are taken after adjustment", {
  t <- table_of(matrix(1:6, 2))
  better <- list(there = c(1, 1, 1), back = -c(1, 1, 1))
  test <- function(p, statistics = better) {
    list(
      statistics = statistics, pvalues = list(there = c(p, 0.9, 0.9), back = c(p, 0.9, 0.9))
    )
  }
  change <- function(p, q, ...) {
    verdicts_change(t, pairs_of(t), test(p), test(q), ..., control = NULL)
  }
  expect_true(change(0.016, 0.017, "holm", "two-sided")) # 3 p = 0.051
  expect_false(change(0.017, 0.04, "holm", "two-sided"))
  expect_false(change(0.017, 0.04, "none", "two-sided"))
  expect_false(change(0.016, 0.017, "holm", "greater")) # 6 p
  worse <- list(there = better$back, back = better$there)
  expect_true(verdicts_change(
    t, pairs_of(t), test(0.016), test(0.016, worse), "holm", "two-sided", NULL
  ))
})
