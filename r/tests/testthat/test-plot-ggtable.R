# The figures of a results table with ggplot2 show what pb_plot_*() draws.

spread_table <- function(n = 12, k = 4) {
  set.seed(4)
  scores <- random_scores(n, k, 60) + rep(seq(0, 20, length.out = k), each = n)
  colnames(scores) <- letters[seq_len(k)]
  table_of(scores)
}

undrawn <- function(draw) {
  grDevices::pdf(NULL, 7, 6)
  on.exit(grDevices::dev.off())
  draw()
}

test_that("plot() draws the figure that is asked for", {
  t <- spread_table()
  expect_identical(undrawn(function() plot(t)), undrawn(function() pb_plot_scores(t)))
  expect_identical(
    undrawn(function() plot(t, figure = "scatter", first = "a", second = "b")),
    undrawn(function() pb_plot_scatter(t, "a", "b"))
  )
  expect_error(plot(t, figure = "pie"), "`figure`", class = "pybench_error_argument")
  skip_if_not_installed("ggplot2")
  expect_error(ggplot2::autoplot(t, figure = "pie"), "`figure`", class = "pybench_error_argument")
  expect_error(
    ggplot2::autoplot(t, highlihgt = "a"), "unexpected argument: `highlihgt`",
    class = "pybench_error_argument"
  )
})

test_that("scores and ranks have the boxes, dots and bars of plot()", {
  skip_if_not_installed("ggplot2")
  t <- spread_table()
  own <- undrawn(function() pb_plot_scores(t))
  plot <- ggplot2::autoplot(t, highlight = "b")
  layers <- layers_of(plot)
  expect_identical(nrow(layers[[2L]]), length(t$scores))
  expect_setequal(layers[[2L]]$x, as.vector(t$scores))
  expect_equal(layers[[3L]]$x, own$low)
  expect_equal(layers[[3L]]$xend, own$high)
  expect_equal(layers[[4L]]$xmin, own$first)
  expect_equal(layers[[4L]]$xmax, own$third)
  expect_equal(layers[[5L]]$x, own$median)
  expect_equal(-layers[[3L]]$y, own$row) # the best on top
  fills <- unique(layers[[1L]]$fill)
  expect_length(fills, 2L)
  page <- printed(function() print(plot), 7, 5)
  expect_identical(page$texts[page$bold], "b")
  expect_true(all(sprintf("%.2f", own$mean_rank) %in% page$texts))
  expect_identical(
    order(-page$y[match(own$classifier, page$texts)]), seq_len(nrow(own))
  )
  own <- undrawn(function() pb_plot_scores(t, "ranks"))
  layers <- layers_of(ggplot2::autoplot(t, of = "ranks"))
  expect_equal(layers[[5L]]$x, own$mean_rank)
})

test_that("a scatter has the dots, numbers and names of plot()", {
  skip_if_not_installed("ggplot2")
  t <- spread_table()
  own <- undrawn(function() pb_plot_scatter(t, "a", "c", labels = 3))
  plot <- ggplot2::autoplot(t, figure = "scatter", first = "a", second = "c", labels = 3)
  layers <- layers_of(plot)
  expect_equal(layers[[2L]]$x, own$first)
  expect_equal(layers[[2L]]$y, own$second)
  expect_setequal(layers[[3L]]$label[nzchar(layers[[3L]]$label)], own$dataset[!is.na(own$x0)])
  expect_match(plot$labels$subtitle, sprintf("c better: %d", sum(own$better == 2L)), fixed = TRUE)
  expect_match(plot$labels$subtitle, sprintf("a better: %d", sum(own$better == 1L)), fixed = TRUE)
  kinds <- stats::setNames(rep(c("one", "two"), 6), t$datasets)
  grouped <- ggplot2::autoplot(t, figure = "scatter", first = "a", second = "c", groups = kinds)
  expect_length(unique(layers_of(grouped)[[2L]]$fill), 2L)
})

test_that("scores against costs have the front of plot()", {
  skip_if_not_installed("ggplot2")
  t <- spread_table()
  costs <- c(a = 4, b = 1, c = 9, d = 90)
  own <- undrawn(function() pb_plot_score_cost(t, costs, "ranks"))
  layers <- layers_of(ggplot2::autoplot(t, figure = "score_cost", costs = costs, of = "ranks"))
  expect_equal(10^layers[[1L]]$x, sort(own$cost[own$front]))
  expect_equal(-layers[[2L]]$y, own$value)
  expect_identical(layers[[3L]]$label, own$classifier)
})

test_that("the posterior of a mean difference has the probabilities of plot()", {
  skip_if_not_installed("ggplot2")
  t <- spread_table()
  own <- undrawn(function() pb_plot_bayesian_t(t, "a", "b", rope = 2))
  plot <- ggplot2::autoplot(t, "a", "b", rope = 2, highlight = "b", figure = "bayesian_t")
  layers <- layers_of(plot)
  expect_equal(layers[[2L]]$xintercept, c(-2, 2))
  expect_equal(c(layers[[4L]]$x, layers[[4L]]$xend), t_interval(own, 0.95))
  page <- printed(function() print(plot), 7, 5)
  shares <- probability_text(own$regions)
  expect_true(paste("a better:", shares[[1L]]) %in% page$texts)
  expect_true(paste("equivalent:", shares[[2L]]) %in% page$texts)
  expect_true(paste("b better:", shares[[3L]]) %in% page$texts[page$bold])
  same <- table_of(cbind(a = c(1, 2, 3), b = c(0, 1, 2)))
  single <- layers_of(ggplot2::autoplot(same, figure = "bayesian_t", first = "a", second = "b"))
  expect_equal(single[[3L]]$x, 1)
})

test_that("texts are folded to the width that is asked for", {
  skip_if_not_installed("ggplot2")
  t <- spread_table()
  lines <- function(plot) lengths(strsplit(plot$labels$caption, "\n"))
  expect_gt(lines(ggplot2::autoplot(t, width = 3.3)), lines(ggplot2::autoplot(t)))
  expect_error(ggplot2::autoplot(t, width = 0), "`width`", class = "pybench_error_argument")
})
