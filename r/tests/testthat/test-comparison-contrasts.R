test_that("the definition, with R's own median", {
  set.seed(2)
  for (i in 1:20) {
    scores <- random_scores(sample(2:12, 1), sample(2:7, 1))
    k <- ncol(scores)
    medians <- outer(seq_len(k), seq_len(k), Vectorize(function(u, v) {
      stats::median(scores[, u] - scores[, v])
    }))
    result <- pb_contrasts(table_of(scores))
    expect_equal(unname(result$effects), rowMeans(medians), tolerance = 1e-12)
    expect_identical(result$estimates, -t(result$estimates))
    lower <- pb_contrasts(table_of(scores, higher_is_better = FALSE))
    expect_equal(lower$estimates, -result$estimates, tolerance = 1e-12)
  }
})

test_that("two methods are their median difference apart", {
  t <- table_of(rbind(c(1, 0.5), c(2, 0.5), c(4, 0.25)))
  expect_identical(pb_contrasts(t)$estimates[["c1", "c2"]], 1.5)
})

test_that("an overflow is refused, half the range is not", {
  expect_error(
    pb_contrasts(table_of(matrix(c(1.7e308, -1.7e308, 0), 3, 3, byrow = TRUE))),
    "within the range of doubles", class = "pybench_error_results_table"
  )
  t <- table_of(matrix(c(1e308, 0.5e308), 4, 2, byrow = TRUE))
  expect_identical(pb_contrasts(t)$estimates[["c1", "c2"]], 0.5e308)
})

test_that("the printed text lists the best first; no doubt of a test is noted", {
  result <- pb_contrasts(table_of(rbind(c(1, 2, 6), c(1, 2, 6))))
  expect_identical(
    format(result)[-(1:2)], c("           3  c3", "          -1  c2", "          -2  c1")
  )
  expect_identical(pb_contrasts(table_of(matrix(1, 3, 2)))$notes, character())
})
