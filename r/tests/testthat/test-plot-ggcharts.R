# Datasets, choices of datasets and processes with ggplot2 show what plot() draws.

test_that("a map of datasets has their places, groups and names", {
  skip_if_not_installed("ggplot2")
  x <- pb_embedding_map(as.data.frame(gg_places()))
  kinds <- stats::setNames(rep(c("one", "two"), 6), x$datasets)
  layers <- layers_of(ggplot2::autoplot(x, axes = c(2, 1), groups = kinds))
  expect_equal(layers[[1L]]$x, unname(x$coordinates[, 2L]))
  expect_equal(layers[[1L]]$y, unname(x$coordinates[, 1L]))
  expect_identical(layers[[1L]]$colour, mark_colour(rep(1:2, 6)))
  expect_identical(layers[[2L]]$label, x$datasets)
  expect_length(layers_of(ggplot2::autoplot(x, labels = FALSE)), 1L)
  expect_s3_class(
    pybench_error_of(ggplot2::autoplot(x, groups = kinds[-1L])), "pybench_error_argument"
  )
})

test_that("features, regions and maps are those of plot()", {
  skip_if_not_installed("ggplot2")
  file <- tempfile(fileext = ".csv")
  writeLines(c(
    "dataset,split,label,id,value__a__q_1,value__a__q_2,value__length", "d,,1,0,NaN,1,9",
    "d,,2,1,1,0.5,9", "e,,1,0,2,0.5,20", "f,,1,0,NaN,NaN,5"
  ), file)
  x <- pb_feature_report(pb_read_features(file))
  own <- drawn(x)
  plot <- ggplot2::autoplot(x)
  layers <- layers_of(plot)
  expect_identical(layers[[1L]]$fill, fallout_colour(as.vector(own$shares), "missing"))
  expect_identical(nrow(layers[[3L]]), sum(own$some))
  labels <- ggplot2::ggplot_build(plot)$layout$panel_params[[1L]]$x$get_labels()
  expect_match(labels, sprintf(": %.0f, %.0f$", own$bars, own$alone)[[1L]], all = FALSE)
  expect_length(layers_of(ggplot2::autoplot(x, show = "constant")), 3L)

  x <- pb_redundancy(pb_coverage(rep(c("a", "b", "c"), c(5, 4, 200)), c(rep(1:3, 3), rep(3, 200))))
  own <- drawn(x)
  layers <- layers_of(ggplot2::autoplot(x))
  expect_equal(layers[[1L]]$xmax, c(own$datasets, own$share))
  expect_equal(layers[[2L]]$xmax, c(own$alone, rep(0, nrow(own))))
  expect_identical(layers[[4L]]$label, c(own$many, own$part))
  expect_identical(layers[[4L]]$fontface == "bold", c(rep(FALSE, nrow(own)), own$sparse))

  x <- pb_som_search(iris[1:4], sizes = 3:4, seeds = 1:2, rlen = 5)
  own <- drawn(x)
  layers <- layers_of(ggplot2::autoplot(x))
  expect_identical(layers[[5L]]$label, own$name)
  expect_identical(nrow(layers[[3L]]), sum(own$pareto))
  named <- layers_of(ggplot2::autoplot(x, labels = FALSE))[[5L]]$label
  expect_identical(named, own$name[own$pareto | own$chosen])
})

test_that("choices of datasets are judged as by plot()", {
  skip_if_not_installed("ggplot2")
  x <- pb_covering(gg_places(), "euclidean")
  frame <- layers_of(ggplot2::autoplot(x))[[1L]]
  shown <- split(frame$y, frame$linetype == "solid")[["TRUE"]]
  expect_equal(shown, x$table$radius)
  expect_setequal(unique(frame$colour), radius_colours[drawn(x)])

  x <- pb_mantel(gg_scores(), list(where = gg_places()), permutations = 19)
  own <- drawn(x)
  plot <- ggplot2::autoplot(x)
  layers <- layers_of(plot)
  expect_equal(layers[[1L]]$ymax, x$profile$high)
  expect_equal(layers[[4L]]$y, x$profile$ranking)
  expect_identical(levels(plot$data$panel), paste(own$representation, own$text, sep = "\n"))

  x <- pb_subset_quality(gg_scores(), c("d01", "d05", "d09"), 50)
  own <- drawn(x)
  layers <- layers_of(ggplot2::autoplot(x))
  expect_equal(layers[[1L]]$xmin[seq_len(nrow(own))], own$from)
  expect_equal(layers[[1L]]$xmax[seq_len(nrow(own))], own$to)
  expect_equal(layers[[3L]]$x, own$own)
  expect_identical(layers[[4L]]$label, own$text)
})

test_that("paths, forces and ROC curves are those of plot()", {
  skip_if_not_installed("ggplot2")
  seen <- pb_simulate("a-T1", 20)
  own <- drawn(seen, shown = 3)
  layers <- layers_of(ggplot2::autoplot(seen, shown = 3))
  expect_equal(sort(layers[[2L]]$y), sort(unlist(own)))
  expect_identical(length(unique(layers[[1L]]$group)), 6L)
  expect_s3_class(pybench_error_of(ggplot2::autoplot(seen, channel = 9)), "pybench_error_argument")
  x <- pb_optimal_process("potentials")
  own <- drawn(x, show = "drift", limits = c(-1, 1))
  layers <- layers_of(ggplot2::autoplot(x, show = "drift", limits = c(-1, 1)))
  expect_equal(layers[[1L]]$y, c(own$class_0, own$class_1))
  x <- pb_optimal_roc(seen$label, list(lrt_hidden = seen$hidden, mine = cos(seq_along(seen$label))))
  own <- drawn(x)
  plot <- ggplot2::autoplot(x)
  expect_equal(layers_of(plot)[[2L]]$y, x$true_positive_rate)
  expect_identical(plot$scales$get_scales("colour")$labels, own)
})
