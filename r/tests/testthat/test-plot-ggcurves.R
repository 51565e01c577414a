# How well choices keep a ranking with ggplot2 shows what plot() draws.

test_that("curves and sizes of strategies are those of plot()", {
  skip_if_not_installed("ggplot2")
  x <- pb_rank_preservation(gg_scores(), list(where = gg_places()), sizes = 2:5, trials = 9)
  own <- drawn(x, 9, labelled = 2)
  frame <- layers_of(ggplot2::autoplot(x, labelled = 2))[[4L]]
  ends <- frame[frame$x == max(frame$x), ]
  expect_equal(sort(ends$y), sort(own$end))
  expect_identical(length(unique(frame$colour)), nrow(own))
  own <- drawn(x, 9, show = "sizes", metric = "mae")
  layers <- layers_of(ggplot2::autoplot(x, show = "sizes", metric = "mae"))
  expect_identical(layers[[2L]]$label, own$text)
  expect_s3_class(pybench_error_of(ggplot2::autoplot(x, metric = "x")), "pybench_error_argument")
})

test_that("gains by the quality of the representation are those of plot()", {
  skip_if_not_installed("ggplot2")
  for (seeds in list(0:1, 0)) {
    x <- pb_synthetic_study(
      seeds, 4, c(0, 0.3, 1), c("farthest-first/cosine", "oracle"), datasets = 30, models = 5,
      repeats = 1
    )
    own <- drawn(x, distance = "euclidean")
    plot <- ggplot2::autoplot(x, distance = "euclidean")
    layers <- layers_of(plot)
    flat <- own$view == "none"
    expect_gt(sum(flat), 0L)
    expect_equal(layers[[2L]]$yintercept, own$gain[flat])
    expect_equal(sort(layers[[5L]]$y), sort(own$gain[!flat]))
    expect_equal(as.numeric(layers[[3L]]$ymax), own$high[!flat & !is.nan(own$high)])
    expect_identical(nrow(layers[[3L]]) > 0L, length(seeds) > 1L)
    text <- ggplot2::ggplot_build(plot)$layout$panel_params[[1L]]$x$get_labels()
    expect_match(text, "^(0|0.3|1)\\n-?0[.][0-9]{2}$")
  }
  expect_s3_class(pybench_error_of(ggplot2::autoplot(x, metric = "x")), "pybench_error_argument")
})
