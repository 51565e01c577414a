test_that("counts split ties", {
  counts <- pybench:::region_counts(t(c(3, 1, 1, 0)), t(c(1, 1, 1, 0)), t(c(0, 0, 1, 2)))
  expect_equal(counts, t(c(1 + 1 / 2 + 1 / 3, 1 / 2 + 1 / 3, 1 / 3 + 1)))
})

test_that("pairs are spread over matrices whose lower half swaps better and worse", {
  spread <- pybench:::mirrored(matrix(0:8, 3, byrow = TRUE), 3)
  expect_identical(spread[, , 1], rbind(c(0, 0, 3), c(2, 0, 6), c(5, 8, 0)))
  expect_identical(spread[, , 2], rbind(c(1, 1, 4), c(1, 1, 7), c(4, 7, 1)))
  expect_identical(spread[, , 3], t(spread[, , 1]))
  expect_identical(
    pybench:::symmetric(c(1, 2, 3), 3, 9), rbind(c(9, 1, 2), c(1, 9, 3), c(2, 3, 9))
  )
})

test_that("the standard error is never zero", {
  p <- 0.5 / 101
  expect_equal(pybench:::standard_error(t(c(1, 0, 0)), 100), sqrt(p * (1 - p) / 100))
})

test_that("the data frame has one row per pair and the text says what was found", {
  t <- table_of(matrix(c(0.9, 0.9, 0.1), 30, 3, byrow = TRUE))
  result <- pb_bayesian_signed_rank(t, samples = 1000, seed = 5)
  frame <- as.data.frame(result)
  expect_identical(frame$classifier_1, c("c1", "c1", "c2"))
  expect_identical(frame$better, unname(result$better[cbind(c(1, 1, 2), c(2, 3, 3))]))
  text <- format(result)
  expect_identical(
    text[[1]], "Bayesian comparison: bayesian_signed_rank, rope 0.01, 1000 draws, seed 5"
  )
  expect_true("  P(c1 equivalent to c2) = 1 +- 0.0007" %in% text)
  expect_match(format(pb_bayesian_t(t))[[1]], "exact")
  expect_identical(result$engine, "r")
})

test_that("a table of one dataset is refused", {
  expect_error(
    pb_bayesian_sign(table_of(t(c(1, 2)))), "2 datasets", class = "pybench_error_results_table"
  )
})
