# Mini-benchmarks: each is the protocol on a part of the table.

test_that("each part is a protocol of its own", {
  t <- some_results("t")
  place <- list(x = some_places("a"))
  found <- pb_scale_analysis(
    t, place, "farthest-first", 2:3, trials = 4, seed = 2, benchmarks = 2, datasets = 8, models = 4,
    metrics = "mae"
  )
  rows <- draw_portfolios(12, 8, 2, 2, "mini-benchmark datasets")
  columns <- draw_portfolios(5, 4, 2, 2, "mini-benchmark models")
  seeds <- floor(uniforms(2, "mini-benchmark", 0, 2) * 2^31)
  means <- vapply(1:2, function(i) {
    part <- t[sort(rows[i, ]), sort(columns[i, ])]
    pb_rank_preservation(
      part, place, c("random", "farthest-first"), 2:3, 4, seed = seeds[[i]], metrics = "mae"
    )$auc$mean
  }, c(0, 0))
  lead <- means[1, ] - means[2, ]
  expect_equal(found$table$gain, mean(lead) / mean(means[1, ]))
  expect_equal(found$table$won, mean(lead > 0))
  expect_equal(found$table$sd, stats::sd(means[2, ]))
  expect_match(format(found)[[1]], "2 mini-benchmarks of 8 datasets x 4 models")
})

test_that("more than there are is refused", {
  ask <- function(...) pb_scale_analysis(some_results("t"), NULL, "random", ...)
  expect_error(
    ask(datasets = 13), "12, the number of datasets in the table",
    class = "pybench_error_argument"
  )
  expect_error(ask(datasets = 8, models = 6), "at most 5, the number of models in the table")
  expect_error(ask(datasets = 8, models = 4), "besides random")
  twice <- c("k-means", "k-means")
  expect_error(
    pb_scale_analysis(
      some_results("t"), list(x = some_places("a")), twice, 2:3, 2, datasets = 8, models = 4
    ),
    "each strategy once", class = "pybench_error_argument"
  )
})

test_that("one part has no deviation", {
  found <- pb_scale_analysis(
    some_results("t"), list(x = some_places("a")), "k-means", 2:3, trials = 4, benchmarks = 1,
    datasets = 8, models = 4, metrics = "mae"
  )
  expect_identical(found$table$sd, NaN)
})
