# Figures with ggplot2 say what plot() says.

scores <- function() {
  pb_read_results(
    data.frame(
      dataset = letters[1:8], A = c(9, 8, 7, 9, 8, 9, 7, 8), B = c(6, 7, 5, 6, 7, 5, 6, 9),
      C = c(1, 2, 6, 3, 2, 1, 4, 2), D = c(5, 6, 4, 7, 6, 4, 5, 3)
    ),
    higher_is_better = TRUE, metric = "points"
  )
}

test_that("the matrix has the texts and colours of its cells", {
  skip_if_not_installed("ggplot2")
  x <- pb_multi_comparison(scores())
  said <- matrix_content(x)
  layers <- layers_of(ggplot2::autoplot(x))
  channels <- grDevices::col2rgb(layers[[1L]]$fill) - grDevices::col2rgb(said$cells$colour)
  expect_lte(max(abs(channels)), 2) # a scale of colours is interpolated
  expect_identical(layers[[2L]]$label, said$cells$text)
  # The first row is drawn at the top.
  expect_identical(as.integer(layers[[1L]]$y[1:4]), rep(4L, 4L))
  whole <- pb_compare(scores())
  expect_identical(
    layers_of(ggplot2::autoplot(whole, part = "multi_comparison"))[[2L]]$label, said$cells$text
  )
  expect_s3_class(ggplot2::autoplot(whole), "ggplot")
})

test_that("the matrix says what the lines of a cell and its colours are, as plot() does", {
  skip_if_not_installed("ggplot2")
  x <- pb_multi_comparison(scores())
  said <- matrix_content(x)
  plot <- ggplot2::autoplot(x)
  expect_identical(plot$labels$subtitle, paste("Cells:", paste(said$key, collapse = "; ")))
  bar <- plot$scales$get_scales("fill")
  expect_identical(bar$guide, "colourbar")
  expect_identical(
    bar$labels, c(paste0(said$scale, c("\ncolumn better", "\nrow better")), "0")[c(1, 3, 2)]
  )
  plain <- ggplot2::autoplot(x, colours = "none", cell = c("wins", "p"))
  expect_identical(plain$scales$get_scales("fill")$guide, "none")
  expect_identical(plain$labels$subtitle, "Cells: win / tie / loss; p (Wilcoxon), better")
})

test_that("intervals, posteriors and power are drawn where they are", {
  skip_if_not_installed("ggplot2")
  x <- pb_rank_intervals(scores(), resamples = 200)
  layers <- layers_of(ggplot2::autoplot(x))
  frame <- as.data.frame(x)
  expect_equal(layers[[1L]]$x, frame$low)
  expect_equal(layers[[2L]]$x, frame$mean_rank)
  expect_identical(layers[[2L]]$colour, rep("black", nrow(frame)))
  expect_equal(as.integer(layers[[2L]]$y), rev(seq_len(nrow(frame))))
  x <- pb_posterior(scores(), "A", "B", samples = 500, rope = 1)
  layers <- layers_of(ggplot2::autoplot(x))
  expect_identical(nrow(layers[[1L]]), 3L * nrow(simplex_counts(x$draws, simplex_cells)$floors))
  expect_match(layers[[4L]]$label[[1L]], share_text(x$better), fixed = TRUE)
  x <- pb_datasets_needed(scores(), repeats = 30)
  layers <- layers_of(ggplot2::autoplot(x, labelled = 2))
  expect_identical(length(unique(layers[[2L]]$colour)), 2L)
  expect_equal(sort(layers[[1L]]$y), sort(as.vector(x$family)))
})

test_that("a result without such a plot says so", {
  skip_if_not_installed("ggplot2")
  error <- pybench_error_of(ggplot2::autoplot(pb_friedman(scores())))
  expect_s3_class(error, "pybench_error_argument")
  expect_match(conditionMessage(error), "a pb_friedman has no ggplot")
  expect_s3_class(
    pybench_error_of(ggplot2::autoplot(pb_compare(scores()), part = "stability")),
    "pybench_error_argument"
  )
})
