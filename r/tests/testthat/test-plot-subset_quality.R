# A subset among random ones: places of bars and dots.

test_that("better is to the right, whichever direction is better", {
  t <- some_results("t")
  x <- pb_subset_quality(t, t$datasets[1:3], 50, metrics = c("mae", "spearman"))
  found <- drawn(x, main = "A title")
  expect_true(all(found$own >= 0 & found$own <= 1 & found$from < found$to))
  value <- x$table$value[[1]]
  random <- x$random$value[x$random$metric == "mae"]
  worst <- max(random, value)
  expect_equal(found$own[[1]], (worst - value) / (worst - min(random, value)))
  expect_match(found$text[[1]], "better than [0-9]+ %")
  all <- pb_subset_quality(t, t$datasets, 20, metrics = "mae")
  expect_equal(drawn(all, 3, 1)$own, 0.5)
  expect_error(drawn(x, main = 1), class = "pybench_error_argument")
})
