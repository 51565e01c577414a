# How well strategies preserve the ranking over the number of datasets: one curve per strategy.

#' Draw how well strategies preserve the ranking
#'
#' With `show = "curves"`, draws one curve per strategy (a way of choosing datasets) and
#' representation (the table of features that the strategy uses), against the number of datasets
#' chosen. The curve of random choice and the curves with the best areas under the curve are
#' coloured and named; other curves are grey lines in the background. The bands of the best curve
#' and of the random choice contain the middle of the trials (95 % of the trials by default). If the
#' metric has a target, a dashed line shows it.
#'
#' With `show = "sizes"`, draws one cell per strategy and representation. A cell contains the
#' smallest number of chosen datasets at which the mean of the metric over the trials reaches the
#' target. In parentheses is the smallest number at which the worse end of the middle range of the
#' trials (the middle 95 % by default) reaches the target as well. A dash means that no number of
#' datasets reaches it. Darker cells have smaller numbers.
#'
#' @param x A result of [pb_rank_preservation()].
#' @param main Title, a string, or `NULL` for none.
#' @param metric One of the metrics of the result; for `show = "sizes"`, one of the metrics with a
#'   target.
#' @param show `"curves"` or `"sizes"`.
#' @param labelled Number of curves that are coloured and named: those with the best areas under
#'   the curve. The random choice is also coloured and named. If the result has at most 8 curves, a
#'   curve has the same colour for every metric.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a data frame. With `show = "curves"`, it has one row per named curve:
#'   `strategy`, `representation`, `label` (the name drawn), `end` (the value at the largest size)
#'   and `y` (height of the name). With `show = "sizes"`, it has one row per cell: `strategy`,
#'   `representation`, `by_mean`, `conservative` and the `text` in the cell.
#' @section Errors:
#' `pybench_error_argument` for a metric that was not judged, a number out of range or a title that
#' is not a string.
#' @examples
#' names <- sprintf("d%02d", 1:12)
#' scores <- matrix(sin(1:48), 12, dimnames = list(names, letters[1:4]))
#' place <- matrix(cos(1:24), 12, dimnames = list(names, c("x", "y")))
#' t <- pb_read_results(scores, higher_is_better = TRUE)
#' found <- pb_rank_preservation(t, list(example = place), sizes = 2:8, trials = 20)
#' plot(found, main = "Twelve datasets")
#' plot(found, show = "sizes")
#' @export
plot.pb_rank_preservation <- function(x, main = NULL, metric = "spearman", show = "curves",
                                      labelled = 5, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  show <- check_choice("show", show, c("curves", "sizes"))
  labelled <- check_count("labelled", labelled, 0)
  if (show == "sizes") {
    return(invisible(draw_enough(x, metric, main)))
  }
  metric <- check_choice("metric", metric, unique(x$auc$metric))
  methods <- kept_methods(x, metric)
  chance <- methods$strategy == "random"
  named <- which(seq_len(nrow(methods)) <= labelled | chance)
  colours <- rep("#C9C9C9", nrow(methods))
  groups <- kept_groups(x, methods, named)
  colours[named] <- mark_colour(groups)
  colours[chance] <- "#1A1A1A"
  labels <- chart_labels(methods$label[named], rel(0.8), graphics::par("fin")[[1L]] * 0.35)
  said <- wrap_text(kept_sentence(x, metric), graphics::par("fin")[[1L]] - 0.4, rel(0.7))
  right <- (widest(labels, rel(0.8)) + 0.35) / text_line()
  old <- graphics::par(
    mar = c(3.6 + rel(0.9) * length(said), 2.8, title_lines(main) + 0.9, right),
    xpd = NA, mgp = c(3, 0.5, 0), tcl = -0.25
  )
  on.exit(graphics::par(old))
  draw_kept(x, methods, metric, named, colours, groups)
  ends <- vapply(named, function(i) utils::tail(kept_curve(x, methods, i, metric)$mean, 1L), 0)
  y <- name_ends(ends, labels, colours[named])
  chart_words(sprintf("Datasets chosen, of %.0f", x$n_datasets), said, kept_names[[metric]], main)
  invisible(data.frame(methods[named, c("strategy", "representation", "label")], end = ends, y = y))
}

kept_names <- c(
  mae = "Mean absolute error of mean ranks",
  spearman = "Spearman's correlation with the ranking on all datasets",
  kendall = "Kendall's tau-b with the ranking on all datasets",
  ndcg5 = "NDCG at 5",
  mrr = "Reciprocal rank of the best model",
  mrr_reversed = "Reciprocal rank, from the bottom, of the last model"
)

# Strategies on representations, the best area first, with their names in the figure.
kept_methods <- function(x, metric) {
  rows <- x$auc[x$auc$metric == metric, ]
  sign <- if (metric %in% less_is_better) 1 else -1
  rows <- rows[order(sign * round(rows$mean, 9L)), c("strategy", "representation")]
  several <- length(setdiff(rows$representation, "")) > 1L
  shown <- several & nzchar(rows$representation)
  rows$label <- paste0(rows$strategy, ifelse(shown, paste0(", ", rows$representation), ""))
  rownames(rows) <- NULL
  rows
}

# Number of the colour of each named curve: if there are enough colours for all curves, a curve has
# the same colour in every metric.
kept_groups <- function(x, methods, named) {
  key <- function(rows) paste(rows$strategy, rows$representation, sep = "\n")
  others <- unique(key(x$auc[x$auc$strategy != "random", ]))
  if (length(others) > length(mark_colours)) {
    return(seq_along(named))
  }
  groups <- match(key(methods[named, ]), others)
  ifelse(is.na(groups), 1L, groups)
}

kept_curve <- function(x, methods, i, metric) {
  frame <- x$curves
  frame[frame$metric == metric & frame$strategy == methods$strategy[[i]] &
          frame$representation == methods$representation[[i]], ]
}

kept_sentence <- function(x, metric) {
  sprintf(
    paste0(
      "Mean over %.0f trials with %.0f %s each; bands of the best and of random: %g %% of trials; ",
      "%s is better; dashed: target."
    ),
    x$trials, x$n_pool, x$vary, 100 * x$confidence,
    if (metric %in% less_is_better) "less" else "more"
  )
}

draw_kept <- function(x, methods, metric, named, colours, groups) {
  curves <- lapply(seq_len(nrow(methods)), function(i) kept_curve(x, methods, i, metric))
  banded <- intersect(named, which(seq_len(nrow(methods)) == 1L | methods$strategy == "random"))
  target <- unique(x$sufficient$target[x$sufficient$metric == metric])
  values <- c(
    target, unlist(lapply(curves, `[[`, "mean")),
    unlist(lapply(curves[banded], function(curve) c(curve$low, curve$high)))
  )
  spare <- 0.03 * (if (max(values) > min(values)) max(values) - min(values) else 1)
  sizes <- range(x$sizes)
  new_plot()
  graphics::plot.window(
    sizes + c(-0.02, 0.02) * max(diff(sizes), 1), range(values) + c(-spare, spare), xaxs = "i",
    yaxs = "i"
  )
  chart_grid("xy")
  for (i in setdiff(seq_along(curves), named)) {
    graphics::lines(curves[[i]]$size, curves[[i]]$mean, col = colours[[i]], lwd = 0.8)
  }
  edges <- graphics::par("usr")
  graphics::segments(edges[[1L]], target, edges[[2L]], target, lty = 2)
  for (i in rev(banded)) {
    curve <- curves[[i]]
    graphics::polygon(
      c(curve$size, rev(curve$size)), c(curve$low, rev(curve$high)), border = NA,
      col = grDevices::adjustcolor(colours[[i]], 0.14)
    )
  }
  for (i in rev(named)) {
    draw_curve(
      curves[[i]]$size, curves[[i]]$mean, colours[[i]], lty = mark_type(groups[[match(i, named)]]),
      type = "o", pch = 19, cex = 0.6
    )
  }
}
