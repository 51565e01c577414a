# Maps and matrices with ggplot2 say what plot() says.

drawn_by <- function(call) {
  grDevices::pdf(NULL, width = 12, height = 9)
  on.exit(grDevices::dev.off())
  force(call)
}

scores <- function() {
  pb_read_results(
    data.frame(
      dataset = letters[1:12], A = c(12:8, 9, 7:2), B = c(6:1, 1:6), C = 1:12 + 0.5, D = c(3, 1, 2)
    ),
    higher_is_better = TRUE, metric = "points"
  )
}

test_that("a map has the units, colours, borders and sentences of plot()", {
  skip_if_not_installed("ggplot2")
  map <- pb_som(scale(iris[1:4]), 5, 4, rlen = 20, seed = 1)
  regions <- pb_regions(map$codes, k = 3)
  for (show in map_shows) {
    feature <- if (show == "codes") "Petal.Length"
    own <- drawn_by(plot(map, show = show, regions = regions, feature = feature))
    plot <- ggplot2::autoplot(map, show = show, regions = regions, feature = feature)
    layers <- layers_of(plot)
    shape <- unit_shape(map$grid)
    expect_identical(nrow(layers[[1L]]), 20L * nrow(shape))
    expect_identical(layers[[1L]]$fill, rep(own$colours, each = nrow(shape)))
    expect_identical(nrow(layers[[2L]]), length(own$empty))
    expect_identical(nrow(layers[[3L]]), own$outlines)
    expect_setequal(layers[[4L]]$label, own$regions$name)
    expect_match(gsub("\n", " ", plot$labels$caption), "5 x 4 hexagons; 150 rows.", fixed = TRUE)
  }
  expect_length(layers_of(ggplot2::autoplot(map, main = "Irises")), 2L)
})

test_that("coverage has the percentages of plot(), the first dataset at the top", {
  skip_if_not_installed("ggplot2")
  x <- pb_coverage(c("a", "a", "a", "b", "c", "c"), c(1, 1, 2, 2, 1, 1))
  own <- drawn_by(plot(x))
  layers <- layers_of(ggplot2::autoplot(x))
  expect_setequal(layers[[2L]]$label, own$text)
  expect_identical(sum(layers[[2L]]$label == "67"), 1L)
  expect_identical(sum(layers[[1L]]$fill == heat_colour(100)), 2L)
})

test_that("stability of a landscape has the numbers and bars of plot()", {
  skip_if_not_installed("ggplot2")
  maps <- rbind(c(1, 1, 2), c(1, 1, 2), c(2, 2, 1), c(2, 1, 1))
  x <- pb_region_stability(maps, c("a", "a", "b", "b"))
  for (show in c("all", "main")) {
    own <- drawn_by(plot(x, show = show))
    layers <- layers_of(ggplot2::autoplot(x, show = show))
    expect_setequal(layers[[4L]]$label, own$text)
    bars <- rbind(layers[[2L]], layers[[3L]]) # light and dark; cells are 2 wide
    expect_equal(sort(bars$xmax - bars$xmin) / 2, c(2 / 3, 2 / 3, 1, 1))
    expect_true(all(bars$xmin %in% layers[[1L]]$xmin))
  }
})

test_that("verdicts on portfolios and their stability have the texts and dots of plot()", {
  skip_if_not_installed("ggplot2")
  kinds <- list(one = letters[1:6], two = letters[7:12])
  x <- pb_bootstrap(scores(), kinds, per_region = c(2, 5), repeats = 20)
  own <- drawn_by(plot(x))
  layers <- layers_of(ggplot2::autoplot(x))
  expect_identical(layers[[2L]]$label, unlist(lapply(own, `[[`, "text"), use.names = FALSE))
  expect_identical(nrow(layers[[3L]]), sum(vapply(own, function(one) sum(one$different), 1L)))
  expect_identical(nrow(layers[[4L]]), sum(vapply(own, function(one) sum(one$changing), 1L)))
  expect_identical(nrow(layers_of(ggplot2::autoplot(x, n = 5))[[1L]]), 16L)
  expect_s3_class(pybench_error_of(ggplot2::autoplot(x, n = 3)), "pybench_error_argument")
  x <- pb_stability(scores(), resamples = 50)
  own <- drawn_by(plot(x))
  layers <- layers_of(ggplot2::autoplot(x))
  expect_identical(nrow(layers[[1L]]), 12L)
  off <- row(own$text) != col(own$text)
  expect_identical(layers[[2L]]$label, own$text[off])
  expect_identical(nrow(layers[[3L]]), sum(own$differs))
  own <- drawn_by(plot(x, against = "C"))
  layers <- layers_of(ggplot2::autoplot(x, against = "C"))
  expect_identical(layers[[2L]]$label, as.vector(own$text))
  expect_identical(as.double(layers[[2L]]$x), rep(c(1, 2), each = 3))
  expect_identical(nrow(layers[[3L]]), sum(own$differs))
})

test_that("chosen datasets stand where the map has them", {
  skip_if_not_installed("ggplot2")
  place <- data.frame(a = c(1, 2, 4, 9), b = c(2, 1, 6.5, 3), row.names = c("d", "e", "f", "g"))
  x <- pb_select(place, 2)
  map <- pb_embedding_map(place)
  layers <- layers_of(ggplot2::autoplot(x, map = map))
  at <- map$coordinates[match(x$names, map$datasets), ]
  expect_setequal(layers[[3L]]$x, at[, 1L])
  named <- function(layer) layer$label[nzchar(layer$label)]
  expect_setequal(named(layers[[4L]]), paste0(1:2, "  ", x$names))
  others <- layers_of(ggplot2::autoplot(x, map = map, labels = TRUE))[[4L]]
  expect_setequal(others$label, c(paste0(1:2, "  ", x$names), setdiff(x$datasets, x$names)))
  expect_identical(nrow(layers[[1L]]), 2L)
  expect_s3_class(pybench_error_of(ggplot2::autoplot(x)), "pybench_error_argument")
})

test_that("numbers are white on dark cells", {
  cells <- data.frame(
    column = c("a", "b"), row = "a", label = c("1", "99"), colour = c("#FFF0E0", "#803000")
  )
  layers <- ggplot2::ggplot_build(gg_cells(cells, "column", "row", "white"))$data[-1L]
  inks <- do.call(rbind, lapply(layers, function(one) one[c("label", "colour")]))
  expect_identical(inks$colour[match(c("1", "99"), inks$label)], c("#1A1A1A", "#FFFFFF"))
})
