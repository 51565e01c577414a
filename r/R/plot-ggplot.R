# Figures as ggplot2 objects, if that package is installed, with the same content as plot().

#' Figures with ggplot2
#'
#' `autoplot()` of the package ggplot2 returns the figure of a result as a ggplot object, to which
#' layers, scales and themes can be added. Every result that `plot()` draws has such a figure. It
#' shows the same as that of `plot()` and takes the same arguments, but some texts, such as the
#' numbers beside the rank intervals, are left out. Names beside dots cover neither dots nor other
#' names; those that find no room are left out. Other labels may overlap: `plot()` measures every
#' label before placing it, but ggplot2 does not.
#'
#' Titles, captions and legends are arranged for a figure of `width` inches: save it in this width,
#' or they may be cut. Critical difference diagrams and the figure of coverage are arranged for
#' `width` x `height` inches: save them in this size, or their labels may overlap.
#'
#' `autoplot()` of a results table is on the page of [plot.pb_results_table()].
#'
#' @param object A result that `plot()` draws, such as that of [pb_critical_difference()] or
#'   [pb_wilcoxon()]. Other results have no ggplot2 figure.
#' @param main Title, or `NULL`.
#' @param best,layout,verdicts As in [plot.pb_critical_difference()].
#' @param font_size Size in points of all texts except the title, or `NULL` for the usual sizes. A
#'   critical difference diagram is refused if it does not fit into `width` x `height` inches.
#' @param max_label Greatest length of a printed name in characters, from 5 to 10000. `NULL`: 40; in
#'   a critical difference diagram, as in [plot.pb_critical_difference()].
#' @param highlight,groups,labels As in the figure of `plot()`, such as
#'   [plot.pb_critical_difference()], [plot.pb_effects()], [plot.pb_embedding_map()] and
#'   [plot.pb_som_search()].
#' @param width,height Size in inches for which the figure is arranged.
#' @param colours,triangle,cell,limit,decimals As in [plot.pb_multi_comparison()].
#' @param curve As in [plot.pb_power()].
#' @param labelled As in [plot.pb_rank_preservation()]. For a result of [pb_datasets_needed()]:
#'   number of pairs that are coloured and named; a number above 6 counts as 6.
#' @param part As in [plot.pb_comparison()].
#' @param question,against As in [plot.pb_stability()].
#' @param show As in [plot.pb_som()], [plot.pb_landscape_stability()], [plot.pb_feature_report()],
#'   [plot.pb_rank_preservation()] and [plot.pb_process()].
#' @param regions,feature,datasets As in [plot.pb_som()].
#' @param blocks As in [plot.pb_coverage()] and [plot.pb_landscape_stability()].
#' @param kind As in [plot.pb_posterior()].
#' @param n As in [plot.pb_bootstrap()].
#' @param map As in [plot.pb_selection()].
#' @param axes As in [plot.pb_selection()] and [plot.pb_embedding_map()].
#' @param letters,cells As in [plot.pb_pairs()].
#' @param effect As in [plot.pb_effects()].
#' @param cost_name,log As in [plot.pb_pareto_front()].
#' @param most As in [plot.pb_effects()] and [plot.pb_core_patterns()].
#' @param metric As in [plot.pb_rank_preservation()] and [plot.pb_synthetic_study()].
#' @param distance As in [plot.pb_synthetic_study()].
#' @param shown,channel As in [plot.pb_paths()].
#' @param limits,time As in [plot.pb_process()].
#' @param ... For a result of [pb_compare()]: arguments of the method that draws the part. For other
#'   results, there are no further arguments, and any that are given are refused.
#' @return A ggplot.
#' @section Errors:
#' `pybench_error_argument` for a result without a ggplot2 figure, or an argument out of its range.
#' @examplesIf requireNamespace("ggplot2", quietly = TRUE)
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 6)),
#'   higher_is_better = TRUE
#' )
#' ggplot2::autoplot(pb_critical_difference(t), main = "Three methods", width = 6, height = 3)
#' ggplot2::autoplot(pb_multi_comparison(t)) + ggplot2::theme_bw()
#' ggplot2::autoplot(pb_rank_intervals(t))
#' map <- pb_som(scale(iris[1:4]), 6, 5, rlen = 20, seed = 1)
#' ggplot2::autoplot(map, regions = pb_regions(map$codes, k = 3))
#' @name autoplot.pb_result
NULL

# Methods of a generic that lintr does not see, since ggplot2 is not imported.
# nolint start: object_name_linter, object_length_linter.

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_result <- function(object, ...) {
  check_dots(...)
  stop_argument(
    paste0("a ", class(object)[[1L]], " has no ggplot"),
    hint = "The results that plot() draws have one."
  )
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_comparison <- function(object, ..., part = "critical_difference") {
  check_choice("part", part, comparison_parts)
  ggplot2::autoplot(comparison_part(object, part), ...)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_multi_comparison <- function(object, main = NULL, colours = "red-blue",
                                         triangle = "both", cell = NULL, limit = NULL, decimals = 4,
                                         font_size = NULL, highlight = NULL, labels = NULL,
                                         max_label = 40, groups = NULL, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  said <- matrix_content(object, colours, triangle, cell, limit, decimals)
  if (is.null(font_size)) require_few(said)
  looks <- method_looks(union(object$rows, object$columns), highlight, labels, groups, max_label)
  cells <- cbind(said$cells, share = said$share)[said$shown, ]
  cells$row <- factor(cells$row, rev(unique(said$cells$row)))
  cells$column <- factor(cells$column, unique(said$cells$column))
  cells$face <- ifelse(cells$bold, "bold", "plain")
  named <- function(width) {
    function(names) {
      means <- plain_number(object$mean_scores[names], decimals)
      shorter <- unname(looks$names[names])
      folded <- lapply(strwrap(shorter, width, simplify = FALSE), paste, collapse = "\n")
      paste0(folded, "\n", means)
    }
  }
  ggplot2::ggplot(cells, gg_aes(x = "column", y = "row")) +
    ggplot2::geom_tile(
      gg_aes(fill = "share"), colour = if (is.null(said$scale)) "gray70" else "white",
      linewidth = 0.8
    ) +
    ggplot2::geom_text(
      gg_aes(label = "text", fontface = "face"), size = text_size(font_size, 3), lineheight = 0.95
    ) +
    gg_shares(said) +
    ggplot2::scale_x_discrete(position = "top", labels = named(12L), expand = c(0, 0)) +
    ggplot2::scale_y_discrete(labels = named(30L), expand = c(0, 0)) +
    ggplot2::theme_minimal() +
    ggplot2::theme(panel.grid = ggplot2::element_blank()) +
    gg_methods(looks, levels(cells$row), levels(cells$column), FALSE, width = width) +
    ggplot2::theme(plot.subtitle = ggplot2::element_text(colour = "gray30", size = 9)) +
    gg_words(
      main, width, caption = said$caption, x = NULL, y = NULL, font_size = font_size,
      subtitle = gg_fold(
        paste("Cells:", paste(said$key, collapse = "; ")), width, if_null(font_size, 9)
      )
    )
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_rank_intervals <- function(object, main = NULL, font_size = NULL, highlight = NULL,
                                       labels = NULL, max_label = NULL, groups = NULL, width = 7,
                                       ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  frame <- as.data.frame(object)
  looks <- method_looks(frame$classifier, highlight, labels, groups, if_null(max_label, 40))
  marks <- cost_marks(looks, 19L, "black")
  frame$classifier <- factor(frame$classifier, rev(frame$classifier))
  whiskers <- sprintf(
    said("Whiskers: %g %% intervals, each method by itself, %s draws"),
    100 * object$confidence, format_whole(object$resamples)
  )
  ggplot2::ggplot(frame, gg_aes(x = "mean_rank", y = "classifier")) +
    ggplot2::geom_segment(
      gg_aes(x = "low", xend = "high", y = "classifier", yend = "classifier"), linewidth = 0.7,
      colour = unname(ink_of(mark_colour(looks$group)))
    ) +
    ggplot2::geom_point(size = 2, shape = marks$pch, colour = marks$colour, fill = marks$fill) +
    ggplot2::scale_y_discrete(labels = function(names) unname(looks$names[names])) +
    ggplot2::theme_minimal() +
    gg_methods(looks, levels(frame$classifier), at = frame$mean_rank[[1L]], width = width) +
    gg_words(
      main, width, caption = whiskers, y = NULL, font_size = font_size,
      x = sprintf("Mean rank (1 is best) over %d datasets", object$n_datasets)
    )
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_posterior <- function(object, main = NULL, kind = "density", font_size = NULL,
                                  highlight = NULL, labels = NULL, groups = NULL, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  check_choice("kind", kind, c("density", "points"))
  middle <- colMeans(simplex_corners)
  edges <- ((1 - diag(3)) / 2) %*% simplex_corners
  lines <- data.frame(x = middle[[1L]], y = middle[[2L]], xend = edges[, 1L], yend = edges[, 2L])
  pair <- c(object$classifier_1, object$classifier_2)
  looks <- method_looks(pair, highlight, labels, groups, of_more = TRUE)
  better <- paste(unname(gg_direct(looks, looks$full)), "better")
  ink <- unname(ink_of(mark_colour(looks$group)))
  face <- unname(ifelse(looks$bold, "bold", "plain"))
  shares <- share_text(c(object$better, object$equal, object$worse))
  corners <- data.frame(
    x = simplex_corners[, 1L], y = simplex_corners[, 2L] + c(-0.03, 0.03, -0.03),
    hjust = c(0.3, 0.5, 0.7), vjust = c(1, 0, 1),
    label = paste0(c(better[[1L]], "practically equivalent", better[[2L]]), "\n", shares)
  )
  rim <- data.frame(x = simplex_corners[, 1L], y = simplex_corners[, 2L])
  ggplot2::ggplot(mapping = gg_aes(x = "x", y = "y")) +
    gg_draws(object$draws, kind) +
    ggplot2::geom_segment(
      gg_aes(x = "x", y = "y", xend = "xend", yend = "yend"), lines,
      linetype = "dashed", colour = "gray55"
    ) +
    ggplot2::geom_polygon(data = rim, fill = NA, colour = "black") +
    ggplot2::geom_text(
      gg_aes(label = "label", hjust = "hjust", vjust = "vjust"), corners,
      size = text_size(font_size, 3.6),
      colour = c(ink[[1L]], "black", ink[[2L]]), fontface = c(face[[1L]], "plain", face[[2L]])
    ) +
    ggplot2::scale_x_continuous(expand = ggplot2::expansion(mult = 0.25)) +
    ggplot2::scale_y_continuous(expand = ggplot2::expansion(mult = 0.15)) +
    ggplot2::coord_equal() +
    ggplot2::theme_void() +
    gg_words(main, width, caption = simplex_note(object), font_size = font_size)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_power <- function(object, main = NULL, curve = "family", labelled = 6, highlight = NULL,
                              labels = NULL, groups = NULL, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  curve <- check_choice("curve", curve, c("family", "single"))
  labelled <- min(check_count("labelled", labelled, 0), 6)
  curves <- object[[curve]]
  named <- utils::head(power_order(object, curves), labelled)
  looks <- method_looks(unique(unlist(object$pairs)), highlight, labels, groups, 24L)
  printed <- gg_direct(looks)
  pairs <- vapply(object$pairs, function(pair) paste(printed[pair], collapse = " against "), "")
  bold <- vapply(object$pairs[named], function(pair) any(looks$bold[pair]), NA)
  frame <- data.frame(
    size = rep(object$sizes, each = nrow(curves)), power = as.vector(curves),
    pair = rep(pairs, length(object$sizes)), number = seq_len(nrow(curves))
  )
  marked <- frame[frame$number %in% named, ]
  marked$pair <- factor(marked$pair, pairs[named])
  said <- power_captions(object, curve)
  lines <- gg_aes(x = "size", y = "power", group = "number")
  ggplot2::ggplot(frame, lines) +
    ggplot2::geom_line(colour = "#C9C9C9") +
    ggplot2::geom_line(gg_aes(colour = "pair"), marked, linewidth = 0.8) +
    ggplot2::geom_hline(yintercept = object$power, linetype = "dashed") +
    ggplot2::scale_colour_manual(
      values = chart_colours(length(named)), labels = gg_key(pairs[named], bold), name = NULL
    ) +
    ggplot2::scale_y_continuous(limits = c(0, 1)) +
    ggplot2::theme_minimal() +
    gg_left() +
    gg_words(main, width, caption = said[[2L]], x = said[[1L]], y = NULL)
}

# nolint end

# ---- shared --------------------------------------------------------------------------------------

# The draws of a posterior in the triangle: small cells, or dots.
gg_draws <- function(draws, kind) {
  if (kind == "points") {
    dots <- draws[seq_len(min(simplex_points, nrow(draws))), , drop = FALSE] %*% simplex_corners
    dots <- data.frame(x = dots[, 1L], y = dots[, 2L])
    return(ggplot2::geom_point(data = dots, size = 0.8, colour = "#0072B2", alpha = 0.35))
  }
  counted <- simplex_counts(draws, simplex_cells)
  cells <- do.call(rbind, lapply(seq_along(counted$count), function(i) {
    corners <- simplex_cell(counted$floors[i, ]) %*% simplex_corners
    data.frame(x = corners[, 1L], y = corners[, 2L], cell = i, draws = counted$count[[i]])
  }))
  list(
    ggplot2::geom_polygon(gg_aes(group = "cell", fill = "draws"), cells),
    ggplot2::scale_fill_gradient(
      low = "#E0EEF6", high = "#0072B2", trans = "sqrt", guide = "none"
    )
  )
}

if_null <- function(value, usual) {
  if (is.null(value)) usual else value
}

# aes() of columns by their names, or of expressions as texts.
gg_aes <- function(...) {
  do.call(ggplot2::aes, lapply(c(...), str2lang))
}

# The colours of the cells of a matrix, and the bar that explains them, if there are any.
gg_shares <- function(said) {
  coloured <- !is.null(said$scale)
  ggplot2::scale_fill_gradientn(
    name = NULL, limits = c(-1, 1), breaks = c(-1, 0, 1), na.value = own_colour,
    colours = share_colour(
      seq(-1, 1, length.out = 101L), if (coloured) said$colours else "red-blue"
    ),
    labels = if (coloured) {
      words <- paste0(said$scale, c("\ncolumn better", "\nrow better"))
      c(words[[1L]], "0", words[[2L]])
    } else {
      ggplot2::waiver()
    },
    guide = if (coloured) "colourbar" else "none"
  )
}

# The title and the caption, in lines that fit into a figure of this width unless they are `folded`
# already, and the names of the axes. `font_size`: points of all texts but the title, or NULL.
gg_words <- function(main, width, caption, ..., folded = FALSE, font_size = NULL) {
  check_number("width", width, "a positive number of inches", 0, 1000)
  sizes <- if (is.null(font_size)) c(13.2, 8.8) else c(1.2, 1) * check_points(font_size)
  if (!folded) {
    main <- gg_fold(main, width, sizes[[1L]])
    caption <- gg_fold(paste(caption, collapse = " "), width, sizes[[2L]])
  }
  list(
    ggplot2::labs(title = main, caption = caption, ...),
    ggplot2::theme(
      plot.caption = ggplot2::element_text(hjust = 0, colour = "gray30"),
      plot.caption.position = "plot", plot.title.position = "plot"
    ),
    gg_font(font_size)
  )
}

# A text of so many points in lines that fit into a figure of this width.
gg_fold <- function(text, width, points) {
  if (is.null(text)) {
    return(NULL)
  }
  lines <- on_device(wide_device, NULL, 7, 7, function() {
    title_rows(text, max(width - 0.3, 0.1), points / 12)
  })
  paste(lines, collapse = "\n")
}

# All texts of this size in points, except the title; those in the plot: text_size().
gg_font <- function(font_size) {
  if (is.null(font_size)) {
    return(NULL)
  }
  own <- ggplot2::element_text(size = ggplot2::rel(1))
  ggplot2::theme(
    text = ggplot2::element_text(size = font_size), axis.text = own, plot.caption = own,
    plot.subtitle = own, legend.text = own, legend.title = own, strip.text = own
  )
}

# The size of texts in the plot in millimetres: the usual one if none is asked for in points.
text_size <- function(font_size, usual) {
  if (is.null(font_size)) {
    return(usual)
  }
  check_points(font_size) / ggplot2::.pt
}

check_points <- function(font_size) {
  check_number("font_size", font_size, "a positive number of points", 0, 1000)
}
