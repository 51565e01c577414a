test_that("rank 1 is the best in the declared direction and ties share the average", {
  scores <- rbind(c(0.9, 0.8, 0.8, 0.1), c(1, 1, 1, 1))
  expect_equal(unname(pb_ranks(table_of(scores))), rbind(c(1, 2.5, 2.5, 4), rep(2.5, 4)))
  expect_equal(unname(pb_ranks(table_of(scores, FALSE))), rbind(c(4, 2.5, 2.5, 1), rep(2.5, 4)))
})

test_that("ranks carry the names of the table", {
  ranks <- pb_ranks(table_of(matrix(c(1, 2), 1, dimnames = list("iris", c("x, y", "{z}")))))
  expect_identical(dimnames(ranks), list("iris", c("x, y", "{z}")))
})

test_that("one dataset and one method can be ranked", {
  expect_equal(unname(pb_ranks(table_of(matrix(0.5)))), matrix(1))
})

test_that("a tolerance chains sorted neighbours", {
  scores <- rbind(c(0.50, 0.51, 0.52, 0.60))
  expect_equal(c(pb_ranks(table_of(scores))), c(4, 3, 2, 1))
  expect_equal(c(pb_ranks(table_of(scores), tie_tol = 0.015)), c(3, 3, 3, 1))
  expect_equal(c(pb_ranks(table_of(scores), tie_tol = 1)), rep(2.5, 4))
})

test_that("auto ties what differs by rounding of its own dataset only", {
  scores <- rbind(c(0.3, 0.1 + 0.2, 0.4), c(1e12, 0, 0.5), c(1e-9, 2e-9, 3e-9))
  ranks <- unname(pb_ranks(table_of(scores), tie_tol = "auto"))
  expect_equal(ranks, rbind(c(2.5, 2.5, 1), c(1, 2.5, 2.5), c(3, 2, 1)))
  negative <- unname(pb_ranks(table_of(rbind(c(-1e12, 0, 0.5))), tie_tol = "auto"))
  expect_equal(negative, rbind(c(3, 1.5, 1.5)))
})

test_that("with auto, a copy perturbed by two units in the last place ranks the same", {
  set.seed(7)
  for (i in 1:30) {
    scores <- random_scores(6, 5)
    perturbed <- scores * (1 + sample(-2:2, 30, TRUE) * .Machine$double.eps)
    expect_identical(
      pb_ranks(table_of(scores), tie_tol = "auto"), pb_ranks(table_of(perturbed), tie_tol = "auto")
    )
  }
})

test_that("every row of ranks sums to k(k+1)/2, and equals base R's rank()", {
  set.seed(1)
  for (i in 1:30) {
    k <- sample.int(12, 1)
    scores <- random_scores(sample.int(8, 1), k, levels = sample(c(2, 5, 1000), 1))
    ranks <- pb_ranks(table_of(scores))
    expect_identical(unname(rowSums(ranks)), rep(k * (k + 1) / 2, nrow(scores)))
    expect_identical(unname(ranks), matrix(apply(-scores, 1, rank), ncol = k, byrow = TRUE))
  }
})

test_that("bad arguments are refused by name", {
  t <- table_of(random_scores(3, 3))
  expect_error(pb_ranks(matrix(1, 2, 2)), "`t`", class = "pybench_error_argument")
  for (without_table in list(pb_ranks, pb_friedman, pb_nemenyi, pb_compare)) {
    expect_error(without_table(), "`t` must be given", class = "pybench_error_argument")
  }
  for (bad in list(-1, NA_real_, NaN, Inf, "big", c(0, 1), NULL, TRUE)) {
    expect_error(pb_ranks(t, tie_tol = bad), "`tie_tol`", class = "pybench_error_argument")
  }
})

test_that("equal ranks are ordered by code point, whatever the locale", {
  names <- c("b", "\u00e1", "B", "a", "\U1d538", "\uffe5", "a b")
  # As Python's sorted(): UTF-8 bytes sort like code points.
  expected <- c("B", "a", "a b", "b", "\u00e1", "\uffe5", "\U1d538")
  expect_identical(names[pybench:::rank_order(rep(1, 7), names)], expected)
  expect_identical(pybench:::rank_order(c(2, 1, 1), c("a", "c", "b")), c(3L, 2L, 1L))
})
