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

# The arguments of a function after the first one, with their defaults as text.
arguments_of <- function(name) {
  given <- formals(get(name, asNamespace("pybench")))
  first <- names(given)[[1L]]
  vapply(given[-1L], function(default) {
    gsub(paste0("\\b", first, "\\b"), "object", paste(deparse(default), collapse = " "))
  }, "")
}

test_that("autoplot() takes the arguments of plot(), with the same defaults", {
  own <- ls(asNamespace("pybench"))
  kinds <- setdiff(sub("^plot[.]", "", grep("^plot[.]pb_", own, value = TRUE)), "pb_result")
  pairs <- rbind(
    cbind(paste0("plot.", kinds), paste0("autoplot.", kinds)),
    cbind(paste0("pb_plot_", names(gg_figures)), paste0("gg_", names(gg_figures)))
  )
  expect_gt(nrow(pairs), 34L)
  for (i in seq_len(nrow(pairs))) {
    drawn <- arguments_of(pairs[i, 1L])
    other <- arguments_of(pairs[i, 2L])
    # A ggplot has no device: it is told for which size its texts are arranged. The functions
    # pb_plot_*() have no `...`, in which autoplot() refuses what it does not know.
    other <- other[setdiff(names(other), c("width", "height"))]
    if (!"..." %in% names(drawn)) other <- other[setdiff(names(other), "...")]
    expect_identical(other[sort(names(other))], drawn[sort(names(drawn))], label = pairs[i, 2L])
  }
})

test_that("every figure of a results table has a ggplot", {
  exported <- grep("^pb_plot_", getNamespaceExports("pybench"), value = TRUE)
  expect_setequal(paste0("pb_plot_", names(gg_figures)), exported)
})

test_that("`font_size` is the size of all texts but the title", {
  skip_if_not_installed("ggplot2")
  t <- scores()
  results <- list(
    pb_multi_comparison(t), pb_rank_intervals(t, resamples = 50), pb_stability(t, resamples = 20),
    pb_posterior(t, "A", "B", samples = 50), pb_critical_differences(list(u = t, v = t))
  )
  for (x in results) {
    plot <- ggplot2::autoplot(x, font_size = 7, groups = c(A = "trees", B = "nets"), main = "Title")
    page <- printed(function() print(plot), 9, 9)
    own <- page$texts != "Title"
    expect_equal(unique(round(page$points[own])), 7, label = class(x)[[1L]])
    expect_equal(page$points[!own], 8.4, tolerance = 0.1)
    expect_error(ggplot2::autoplot(x, font_size = 0), "font_size", class = "pybench_error_argument")
  }
})

test_that("`max_label`, `cells`, `kind`, `blocks`, `datasets` and `best` change what is drawn", {
  skip_if_not_installed("ggplot2")
  t <- scores()
  long <- c(A = "a name of many letters")
  for (x in list(
    pb_multi_comparison(t), pb_rank_intervals(t, resamples = 50), pb_stability(t, resamples = 20),
    pb_critical_differences(list(u = t, v = t))
  )) {
    cut <- ggplot2::autoplot(x, labels = long, max_label = 9)
    texts <- printed(function() print(cut), 9, 9)$texts
    expect_true("a n...ers" %in% texts, label = class(x)[[1L]])
  }
  listed <- printed(function() print(ggplot2::autoplot(pb_wilcoxon(t), cells = FALSE)), 7, 5)$texts
  expect_true(all(c(sprintf("%.2f", pb_wilcoxon(t)$mean_ranks), "a") %in% listed))
  one_sided <- pb_wilcoxon(t, alternative = "less")
  expect_error(ggplot2::autoplot(one_sided, cells = FALSE), class = "pybench_error_argument")
  x <- pb_posterior(t, "A", "B", samples = 50)
  expect_identical(nrow(layers_of(ggplot2::autoplot(x, kind = "points"))[[1L]]), 50L)
  x <- pb_coverage(rep(letters[1:9], 4), rep(1:3, 12))
  for (blocks in 1:3) {
    tiles <- layers_of(ggplot2::autoplot(x, blocks = blocks))[[1L]]
    expect_identical(length(unique(tiles$x)), 3L * blocks)
  }
  map <- pb_som(scale(iris[1:4]), 5, 4, rlen = 20, seed = 1)
  named <- ggplot2::autoplot(map, datasets = as.character(iris$Species))
  expect_setequal(layers_of(named)[[4L]]$label, levels(iris$Species))
  left <- ggplot2::autoplot(pb_nemenyi(t), best = "left")$scales$get_scales("x")$trans$name
  right <- ggplot2::autoplot(pb_nemenyi(t), best = "right")$scales$get_scales("x")$trans$name
  expect_false(left == right)
})

test_that("a comparison with stability has its ggplot", {
  skip_if_not_installed("ggplot2")
  x <- pb_compare(scores(), stability = TRUE)
  plot <- ggplot2::autoplot(x, part = "stability", highlight = "A")
  expect_match(gsub("\n", " ", plot$labels$caption), "^Percentage of tables")
})
