# The ggplot of a critical difference diagram shows what plot() draws.

test_that("names with mean ranks, ticks, bars, arcs and dots are those of plot()", {
  skip_if_not_installed("ggplot2")
  set.seed(21)
  many <- random_diagram(35)
  # One bar over C and D, with an arc from A, and one over B and C.
  broken <- invented(c(1, 2, 3, 4), list(c("A", "C", "D"), c("B", "C")))
  for (x in list(many, broken)) {
    k <- length(x$classifiers)
    for (best in c("left", "right")) {
      expected <- on_device(wide_device, NULL, 7, 5, function() plot(x, best = best))
      layers <- layers_of(ggplot2::autoplot(x, best = best))
      sign <- if (best == "left") 1 else -1
      expect_identical(layers[[7L]]$label, expected$labels$text)
      expect_equal(sign * layers[[2L]]$x[seq_len(k)], x$mean_ranks)
      expect_identical(layers[[6L]]$label, sprintf("%.0f", expected$axis$ticks))
      expect_equal(sign * layers[[3L]]$x, expected$bars$from)
      expect_equal(sign * layers[[3L]]$xend, expected$bars$to)
      expect_identical(length(unique(layers[[4L]]$group)), nrow(expected$hops))
      expect_equal(sign * layers[[5L]]$x, expected$members$mean_rank)
      # Bars of two levels stay apart: they are thinner than their distance.
      levels <- sort(unique(layers[[3L]]$y))
      expect_gt(length(levels), 1L)
      step <- min(diff(levels)) * expected$cex * 12 * 1.2
      expect_lt(max(layers[[3L]]$linewidth) * ggplot2::.pt * 72 / 96, step)
    }
  }
})

test_that("the ruler, the caption, groups and a control are drawn", {
  skip_if_not_installed("ggplot2")
  set.seed(22)
  t <- table_of(random_scores(20, 6))
  x <- pb_critical_difference(t)
  groups <- stats::setNames(c("one", "two"), x$classifiers[c(1, 4)])
  plot <- ggplot2::autoplot(x, main = "Six", groups = groups, highlight = x$classifiers[[2L]],
                            labels = stats::setNames("Ours", x$classifiers[[3L]]))
  layers <- layers_of(plot)
  expect_equal(layers[[8L]]$xend[[1L]] - layers[[8L]]$x[[1L]], x$critical_difference)
  expect_identical(layers[[9L]]$label, sprintf("CD = %.2f", x$critical_difference))
  expect_identical(layers[[11L]]$label, c("one", "two"))
  expect_identical(layers[[7L]]$colour[c(1, 4)], ink_of(mark_colour(1:2)))
  expect_identical(layers[[7L]]$fontface, rep(c("plain", "bold", "plain"), c(1, 1, 4)))
  expect_match(layers[[7L]]$label[[3L]], "Ours")
  expect_identical(nrow(layers[[10L]]), 4L)
  expect_identical(plot$labels$title, "Six")
  expect_match(gsub("\n", " ", plot$labels$caption), "a bar joins methods that do not differ")
  against <- pb_critical_difference(t, "bonferroni-dunn", control = "c1")
  plot <- ggplot2::autoplot(against)
  expect_match(plot$labels$caption, "differs from c1")
  expect_match(layers_of(plot)[[9L]]$label, "control +/- CD", fixed = TRUE)
  expect_s3_class(ggplot2::autoplot(pb_nemenyi(t), groups = groups), "ggplot")
  expect_s3_class(ggplot2::autoplot(pb_compare(t)), "ggplot")
})

test_that("it is arranged for a size, and bad arguments are refused", {
  skip_if_not_installed("ggplot2")
  set.seed(23)
  x <- random_diagram(8)
  small <- layers_of(ggplot2::autoplot(x, width = 3.5, height = 3, font_size = 8))[[7L]]
  expect_equal(small$size * ggplot2::.pt, rep(8, 8))
  before <- grDevices::dev.list()
  for (bad in list(list(width = 0), list(height = "a"), list(best = "top"), list(main = 1),
                   list(font_size = 8, width = 1))) {
    expect_error(do.call(ggplot2::autoplot, c(list(x), bad)), class = "pybench_error_argument")
  }
  expect_identical(grDevices::dev.list(), before)
})

test_that("names fit the page in DejaVu Sans, the font of many devices", {
  skip_if_not_installed("ggplot2")
  set.seed(24)
  plot <- ggplot2::autoplot(random_diagram(35, name = "method"))
  built <- ggplot2::ggplot_build(plot)
  names <- built$data[[7L]]
  letters <- c(m = 0.974, e = 0.615, t = 0.392, h = 0.634, o = 0.612, d = 0.635, 0.318, 0.318)
  names(letters)[7:8] <- c(" ", ".")
  ems <- c(letters, stats::setNames(rep(0.636, 10), 0:9))
  wide <- vapply(strsplit(names$label, ""), function(text) sum(ems[text]), 0) *
    names$size * ggplot2::.pt / 72.27
  range <- built$layout$panel_params[[1L]]$x.range
  x <- 4 / 72.27 + (names$x - range[[1L]]) / diff(range) * (7 - 8 / 72.27)
  expect_true(all(x - names$hjust * wide > 0.01 & x + (1 - names$hjust) * wide < 6.99))
})
