# What strategies gain over random choice, by the quality of the representation.

#' Draw what strategies gain by the quality of the representation
#'
#' Draws one curve per strategy (a way of choosing datasets): its gain over random choice, against
#' the signals of the views (representations) in ascending order, equally spaced. Below each signal
#' is the mean Mantel correlation of the view. Vertical bars reach one standard error over
#' benchmarks to each side (none for a single benchmark). A line without marks is a strategy that
#' uses no representation.
#'
#' @param x A result of [pb_synthetic_study()].
#' @param main Title, a string, or `NULL` for none.
#' @param metric One of the metrics of the result.
#' @param distance `"cosine"` or `"euclidean"`: distance of the Mantel correlations.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a data frame, one row per strategy and view: `strategy`, `view`, `gain`, and
#'   `low` and `high`, the ends of the bar.
#' @section Errors:
#' `pybench_error_argument` for a metric that was not judged or a title that is not a string.
#' @examples
#' study <- pb_synthetic_study(
#'   0:1, 5, signals = c(0, 0.3, 1), datasets = 30, models = 5, repeats = 1
#' )
#' plot(study)
#' @export
plot.pb_synthetic_study <- function(x, main = NULL, metric = "mae", distance = "cosine", ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  metric <- check_choice("metric", metric, unique(x$auc$metric))
  distance <- check_choice("distance", distance, selection_metrics)
  views <- quality_order(x)
  frame <- quality_rows(x, metric)
  names <- unique(frame$strategy)
  notes <- chart_notes(quality_captions(x, metric, distance))
  notes$at <- notes$at + 1
  notes$margin <- notes$margin + 1
  places <- seq_along(names)
  key <- line_key(without_controls(names), mark_colour(places), mark_type(places))
  key$margins <- key$margins + c(1, 0)
  old <- open_quality(x, main, key, notes, frame, views, distance)
  on.exit(graphics::par(old))
  draw_quality(frame, views, key)
  close_lines(key, notes, main)
  invisible(frame)
}

# The views, signals ascending.
quality_order <- function(x) {
  rows <- x$auc[!duplicated(x$auc$view) & !is.nan(x$auc$signal), ]
  rows[order(rows$signal), c("view", "signal")]
}

quality_rows <- function(x, metric) {
  rows <- x$auc[x$auc$metric == metric & x$auc$strategy != "random", ]
  half <- rows$gain_se
  data.frame(
    rows[c("strategy", "view", "gain")], low = rows$gain - half, high = rows$gain + half,
    row.names = NULL
  )
}

quality_names <- c(
  mae = "mean absolute error of mean ranks", spearman = "Spearman's correlation",
  kendall = "Kendall's tau-b", ndcg5 = "NDCG at 5", mrr = "reciprocal rank",
  mrr_reversed = "reversed reciprocal rank"
)

quality_captions <- function(x, metric, distance) {
  c(
    sprintf("Signal of the view; below, Mantel correlation (%s)", distance),
    sprintf(
      "Gain in area over random choice, as a share of it: %s. %s, %.0f trials each%s.",
      quality_names[[metric]], counted(length(x$seeds), "benchmark"), x$trials,
      if (length(x$seeds) > 1L) "; bars: one standard error" else ""
    )
  )
}

open_quality <- function(x, main, key, notes, frame, views, distance) {
  old <- graphics::par(
    mar = c(notes$margin, key$margins[[1L]], title_lines(main) + key$rows, key$margins[[2L]]),
    xpd = NA, mgp = c(3, 0.5, 0), tcl = -0.25
  )
  new_plot()
  ends <- range(0, frame$gain, frame$low, frame$high, na.rm = TRUE)
  spare <- 0.06 * (if (diff(ends) > 0) diff(ends) else 1)
  graphics::plot.window(
    c(0.6, nrow(views) + 0.4), ends + c(-spare, spare), xaxs = "i", yaxs = "i"
  )
  edges <- graphics::par("usr")
  at <- seq_len(nrow(views))
  up <- graphics::axTicks(2)
  graphics::segments(at, edges[[3L]], at, edges[[4L]], col = "#E4E4E4")
  graphics::segments(edges[[1L]], up, edges[[2L]], up, col = "#E4E4E4")
  cex <- rel(0.85)
  graphics::axis(2, up, sprintf("%.4g %%", 100 * up), las = 1, cex.axis = cex, lwd = 0)
  graphics::axis(1, edges[1:2], labels = FALSE, lwd.ticks = 0)
  text <- quality_labels(x, views, distance)
  graphics::axis(1, at, text[[1L]], cex.axis = cex, lwd = 0, lwd.ticks = 1)
  graphics::axis(1, at, text[[2L]], cex.axis = cex, lwd = 0, line = 1)
  old
}

# Signals of the views, and their Mantel correlations.
quality_labels <- function(x, views, distance) {
  found <- x$mantel[x$mantel$metric == distance, ]
  value <- round(found$correlation[match(views$view, found$view)], 2L) + 0 # never -0.00
  list(sprintf("%.3g", views$signal), sprintf("%.2f", value))
}

draw_quality <- function(frame, views, key) {
  edges <- graphics::par("usr")
  graphics::segments(edges[[1L]], 0, edges[[2L]], 0, lty = 2)
  strategies <- unique(frame$strategy)
  for (i in seq_along(strategies)) {
    rows <- frame[frame$strategy == strategies[[i]], ]
    if (all(rows$view == "none")) {
      draw_curve(edges[1:2], rep(rows$gain, 2L), key$colours[[i]], lty = key$types[[i]])
      next
    }
    rows <- rows[match(views$view, rows$view), ]
    at <- seq_len(nrow(views)) + 0.06 * (i - (length(strategies) + 1) / 2)
    if (!anyNA(rows$low)) {
      graphics::segments(at, rows$low, at, rows$high, col = ink_of(key$colours[[i]]))
    }
    draw_curve(
      at, rows$gain, key$colours[[i]], lty = key$types[[i]], type = "o", pch = 19, cex = 0.6
    )
  }
}
