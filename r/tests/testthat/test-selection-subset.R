# A hand-picked subset among random ones.

test_that("values, shares and quantiles are those of the draws", {
  t <- some_results("t")
  found <- pb_subset_quality(t, c("d03", "d11", "d01"), 60, 4, "mae", 0.9)
  results <- ranked_results(t)
  goal <- colMeans(results$sums)
  error <- function(rows) mean(abs(colMeans(results$sums[rows, ]) - goal)) / 6
  drawn <- apply(draw_portfolios(12, 3, 60, 4, "random selection of 3"), 1, error)
  own <- error(c(3, 11, 1))
  expect_equal(found$table$value, own)
  expect_equal(found$table$better_than, mean(own < drawn))
  expect_equal(found$table$random, mean(drawn))
  expect_equal(
    c(found$table$low, found$table$high), stats::quantile(drawn, c(0.05, 0.95), names = FALSE)
  )
  middle <- stats::quantile(drawn, c(0, 0.5, 1), names = FALSE)
  expect_equal(found$random$value[c(1, 11, 21)], middle)
  expect_match(format(found)[[1]], "3 of 12 datasets, beside 60 random subsets of 3")
})

test_that("all datasets keep the ranking, and equal ones count half", {
  t <- some_results("t")
  found <- pb_subset_quality(t, t$datasets, 20, metrics = c("mae", "spearman", "mrr"))
  expect_equal(found$table$value, c(0, 1, 1))
  expect_equal(found$table$better_than, c(0.5, 0.5, 0.5))
})

test_that("names must be those of the table, each once", {
  t <- some_results("t")
  for (wrong in list("x", c("d01", "d01"), character(), data.frame(a = "d01"))) {
    expect_error(pb_subset_quality(t, wrong), class = "pybench_error_argument")
  }
  chosen <- pb_select(some_places("a"), 2)
  expect_error(pb_subset_quality(t, chosen), "not a pb_selection of length 12")
})
