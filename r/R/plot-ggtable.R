# The figures of a results table as ggplot2 objects, with the same content as pb_plot_*().

#' Figures of a results table
#'
#' `plot()` and `autoplot()` of a results table draw one of the figures that compare methods by
#' their scores: how scores or ranks spread, one method against another, scores against costs, or
#' the posterior of a mean difference.
#'
#' @param x,object A results table.
#' @param figure The figure: `"scores"` ([pb_plot_scores()]), `"scatter"` ([pb_plot_scatter()]),
#'   `"score_cost"` ([pb_plot_score_cost()]) or `"bayesian_t"` ([pb_plot_bayesian_t()]).
#' @param ... Arguments of the function of the figure, such as `first` and `second`. `autoplot()`
#'   also takes `width`, the width in inches for which title, caption and legend are arranged; 7 if
#'   it is not given.
#' @return `plot()` returns the value of the function of the figure, invisibly. `autoplot()` returns
#'   a ggplot, as all methods of [`autoplot()`][autoplot.pb_result()].
#' @section Errors:
#' `pybench_error_argument` for an unknown figure, and as the function of the figure.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("d1", "d2", "d3"), A = c(0.9, 0.7, 0.6), B = c(0.8, 0.75, 0.6)),
#'   higher_is_better = TRUE, metric = "accuracy"
#' )
#' plot(t)
#' plot(t, "A", "B", labels = 1, figure = "scatter")
#' @examplesIf requireNamespace("ggplot2", quietly = TRUE)
#' ggplot2::autoplot(t, "A", "B", figure = "bayesian_t")
#' @family figures of a results table
#' @export
plot.pb_results_table <- function(x, ..., figure = "scores") {
  figures <- list(
    scores = pb_plot_scores, scatter = pb_plot_scatter, score_cost = pb_plot_score_cost,
    bayesian_t = pb_plot_bayesian_t
  )
  figures[[check_choice("figure", figure, names(figures))]](x, ...)
}

# nolint start: object_name_linter. lintr does not see the generic of ggplot2.

#' @rdname plot.pb_results_table
#' @exportS3Method ggplot2::autoplot
autoplot.pb_results_table <- function(object, ..., figure = "scores") {
  gg_figures[[check_choice("figure", figure, names(gg_figures))]](object, ...)
}

# nolint end

gg_scores <- function(t, of = "scores", highlight = NULL, tie_tol = "decimal", main = NULL,
                      labels = NULL, groups = NULL, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  of <- check_choice("of", of, c("scores", "ranks"))
  shown <- spread_of(t, of, check_tie_tolerance(tie_tol))
  looks <- method_looks(shown$classifiers, highlight, labels, groups, 24L)
  boxes <- apply(shown$values, 2L, box_of, simplify = FALSE)
  frame <- spread_frame(shown, boxes)
  grouped <- length(looks$group_names) > 0L
  mean_ranks <- ggplot2::sec_axis(
    ~., breaks = frame$row, labels = sprintf("%.2f", frame$mean_rank)
  )
  ggplot2::ggplot(frame, gg_aes(y = "row")) +
    (if (of == "scores") {
      gg_clouds(shown$values, boxes, looks)
    } else {
      gg_share_bars(shown$values, looks)
    }) +
    ggplot2::geom_segment(gg_aes(x = "low", xend = "high", yend = "row")) +
    ggplot2::geom_rect(
      gg_aes(xmin = "first", xmax = "third", ymin = "row - row_box", ymax = "row + row_box"),
      fill = "white", colour = "black", linewidth = 0.4
    ) +
    ggplot2::geom_segment(
      gg_aes(x = "median", xend = "median", y = "row - row_box", yend = "row + row_box"),
      linewidth = 1
    ) +
    (if (of == "ranks") {
      ggplot2::geom_point(gg_aes(x = "mean_rank"), shape = 23, fill = "white", size = 2)
    }) +
    ggplot2::scale_y_reverse(
      breaks = frame$row, labels = unname(looks$names), minor_breaks = NULL, expand = c(0, 0),
      limits = c(nrow(frame) + 0.6, 0.4), sec.axis = mean_ranks
    ) +
    ggplot2::theme_minimal() +
    ggplot2::theme(axis.text.y.left = gg_face(
      unname(looks$bold), if (grouped) unname(ink_of(mark_colour(looks$group)))
    )) +
    gg_groups(looks, 1, shown$values[[1L]], width) +
    gg_words(
      main, width, caption = scores_note(t, of), y = NULL,
      x = gg_fold(scores_axis(t, of), width / 2, 11)
    )
}

# The densities above the boxes, and the dots below.
gg_clouds <- function(values, boxes, looks) {
  colours <- row_colours(looks)
  clouds <- do.call(rbind, lapply(seq_along(boxes), function(row) {
    corners <- density_corners(boxes[[row]], row)
    fill <- mixed_colour(colours[[row]], 0.45)
    cbind(corners, row = rep(row, nrow(corners)), fill = rep(fill, nrow(corners)))
  }))
  row <- as.vector(col(values))
  dots <- data.frame(
    x = as.vector(values), y = unlist(lapply(seq_along(boxes), function(row) {
      swarm_heights(values[, row], row)
    }))
  )
  shape <- unname(ifelse(is.na(looks$group), 19L, mark_shape(looks$group)))
  ink <- grDevices::adjustcolor(ink_of(colours), 0.6)
  list(
    ggplot2::geom_polygon(gg_aes(x = "x", y = "y", group = "row"), clouds, fill = clouds$fill),
    ggplot2::geom_point(
      gg_aes(x = "x", y = "y"), dots, shape = shape[row], colour = ink[row], fill = ink[row],
      size = 0.9
    )
  )
}

# A bar above the box for each rank.
gg_share_bars <- function(values, looks) {
  colours <- row_colours(looks)
  bars <- do.call(rbind, lapply(seq_along(colours), function(row) {
    cbind(share_bars(values[, row], row), row = row, fill = mixed_colour(colours[[row]], 0.45))
  }))
  ggplot2::geom_rect(
    gg_aes(xmin = "x0", xmax = "x1", ymin = "y0", ymax = "y1"), bars, fill = bars$fill
  )
}

gg_scatter <- function(t, first, second, labels = FALSE, groups = NULL, tie_tol = "decimal",
                       main = NULL, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  tie_tol <- check_tie_tolerance(tie_tol)
  frame <- duel(t, first, second, tie_tol)
  named <- scatter_named(labels, frame)
  kinds <- check_dataset_groups(groups, frame$dataset)
  methods <- cut_names(without_controls(c(first, second)), letters_in(width - 1, 11))
  corners <- scatter_corners(frame, methods, t$higher_is_better)
  frame$kind <- gg_kind(groups, frame$dataset, kinds)
  frame$label <- ifelse(named, cut_names(without_controls(frame$dataset), 40L), "")
  ends <- scatter_range(c(frame$first, frame$second))
  axes <- vapply(paste0(methods, scatter_unit(t)), gg_fold, "", width - 0.7, 11, USE.NAMES = FALSE)
  sides <- paste0(c("Above the line: ", "", "Below the line: "), corners)
  ggplot2::ggplot(frame, gg_aes(x = "first", y = "second")) +
    ggplot2::theme_minimal() +
    ggplot2::geom_abline(colour = "#8F8F8F") +
    gg_kinds(kinds, width) +
    gg_names(frame[order(!named), ]) +
    ggplot2::coord_cartesian(ends, ends, expand = FALSE) +
    ggplot2::theme(plot.subtitle = ggplot2::element_text(colour = "gray30", size = 9)) +
    gg_words(
      main, width, caption = c(scatter_notes(frame, t, tie_tol), if (any(named)) without_place),
      x = axes[[1L]], y = axes[[2L]], subtitle = gg_fold(paste(sides, collapse = "\n"), width, 9)
    )
}

gg_score_cost <- function(t, costs, of = "scores", cost_name = "Cost", log = TRUE,
                          highlight = NULL, tie_tol = "decimal", main = NULL, labels = NULL,
                          groups = NULL, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  of <- check_choice("of", of, c("scores", "ranks"))
  check_string("cost_name", cost_name)
  check_flag("log", log)
  found <- tradeoff_of(t, costs, of, check_tie_tolerance(tie_tol))
  looks <- method_looks(found$frame$classifier, highlight, labels, groups, 30L)
  gg_against_cost(
    cbind(found$frame, label = unname(looks$names)), cost_words(t, found, of, cost_name), log,
    of == "ranks", looks, front_marks(looks, found$frame$front), main, width
  )
}

gg_bayesian_t <- function(t, first, second, rope = 0.01, rho = 0, dataset = NULL, main = NULL,
                          highlight = NULL, labels = NULL, groups = NULL, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  found <- t_posterior(t, first, second, rope, rho, dataset)
  looks <- method_looks(
    c(first, second), highlight, labels, groups, letters_in(width - 0.7, 8.8, 14), t$classifiers
  )
  ends <- t_range(found, rope)
  regions <- region_corners(found, rope, ends)
  regions$region <- factor(regions$region)
  shares <- probability_text(found$regions)
  better <- paste0(looks$names, " better: ", shares[c(1L, 3L)])
  words <- gg_key(
    c(better[[1L]], paste("equivalent:", shares[[2L]]), better[[2L]]),
    c(looks$bold[[1L]], FALSE, looks$bold[[2L]])
  )
  curve <- data.frame(x = seq(ends[[1L]], ends[[2L]], length.out = 400L))
  bar <- t_interval(found, 0.95)
  density <- if (found$scale > 0) {
    curve$y <- t_height(found, curve$x)
    list(
      ggplot2::geom_line(gg_aes(x = "x", y = "y"), curve),
      ggplot2::annotate(
        "segment", x = bar[[1L]], xend = bar[[2L]], y = 0, yend = 0, linewidth = 1.6
      )
    )
  } else {
    ggplot2::annotate(
      "segment", x = found$location, xend = found$location, y = 0, yend = 1, linewidth = 0.8
    )
  }
  ggplot2::ggplot(regions, gg_aes(x = "x", y = "y")) +
    ggplot2::geom_polygon(gg_aes(fill = "region")) +
    ggplot2::geom_vline(xintercept = c(-rope, rope), linetype = "dashed") +
    density +
    gg_groups(looks, 0, found$location, width, 13) +
    ggplot2::scale_fill_manual(
      values = region_fills(looks), breaks = c("3", "2", "1"), labels = rev(words), name = NULL,
      guide = ggplot2::guide_legend(order = 1, ncol = 1L)
    ) +
    ggplot2::scale_x_continuous(limits = ends, expand = c(0, 0)) +
    ggplot2::scale_y_continuous(breaks = NULL, limits = c(0, 1.12), expand = c(0, 0)) +
    ggplot2::theme_minimal() +
    gg_left() +
    ggplot2::theme(
      legend.position = "top", legend.justification = "left", legend.box = "vertical",
      legend.box.just = "left", legend.spacing = ggplot2::unit(0, "pt"),
      legend.key.height = ggplot2::unit(0.8, "lines")
    ) +
    gg_words(
      main, width, caption = t_notes(found, rope, rho, dataset), y = NULL,
      x = gg_fold(t_axis(t, looks), width - 0.6, 11)
    )
}

# The letters of a name that fit into so many inches, in any font, beside further ones; 10 to 30.
letters_in <- function(inches, points, further = 0) {
  min(30, max(10, floor(72 * inches / (0.65 * points)) - further))
}

# By the names of pb_plot_*().
gg_figures <- list(
  scores = gg_scores, scatter = gg_scatter, score_cost = gg_score_cost, bayesian_t = gg_bayesian_t
)
