# Scores against costs, such as run times, with the Pareto front.

#' Draw scores against costs
#'
#' Draws the mean score, or the mean rank, of each method against its cost, with the Pareto front. A
#' line joins the methods on the Pareto front, that is, the methods for which no other method is at
#' least as good in both score and cost and better in one. Names cover neither dots nor other names;
#' the caption says how many names did not fit.
#'
#' @param t A results table without missing scores.
#' @param costs Cost of each method, such as its run time: above 0, lower is better. Either a
#'   numeric vector, named by method or in the order of the table, or a results table of costs per
#'   dataset. Names must be those of the table, each once; a table may have more methods. With a
#'   table of costs, the figure uses only the datasets that are in both tables: the mean cost and
#'   the mean score over these datasets are drawn.
#' @param of The vertical axis: `"scores"` for mean scores, or `"ranks"` for mean ranks (1 is best),
#'   with the best on top.
#' @param cost_name Name and unit of the cost, such as `"Training time (s)"`.
#' @param log Whether the axis of costs is logarithmic.
#' @param highlight Methods whose names are bold and, without groups, whose dots have another
#'   colour.
#' @param tie_tol Which scores of a dataset tie, for mean ranks; see [pb_ranks()].
#' @param main Title, a string, or `NULL` for none.
#' @param labels,groups As in [plot.pb_critical_difference()].
#' @return Invisibly, a data frame with one row per method: `classifier`; `cost`, as given; `value`
#'   (mean score or mean rank), `front` (whether it is on the Pareto front) and the edges `x0`,
#'   `y0`, `x1`, `y1` of the name in inches from the lower left corner of the plot (`NA` if the name
#'   did not fit).
#' @section Errors:
#' `pybench_error_argument` if `t` is not a table, for a method without a cost above 0, for a cost
#' of a method that the table does not have, and for an argument out of its range;
#' `pybench_error_results_table` for missing scores, and if no dataset is in both tables.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b"), A = c(9, 8), B = c(6, 7), C = c(1, 2)),
#'   higher_is_better = TRUE
#' )
#' pb_plot_score_cost(t, c(A = 60, B = 2, C = 5), cost_name = "Time (s)")
#' @family figures of a results table
#' @export
pb_plot_score_cost <- function(t, costs, of = "scores", cost_name = "Cost", log = TRUE,
                               highlight = NULL, tie_tol = "decimal", main = NULL, labels = NULL,
                               groups = NULL) {
  check_string("main", main, null_ok = TRUE)
  of <- check_choice("of", of, c("scores", "ranks"))
  check_string("cost_name", cost_name)
  check_flag("log", log)
  found <- tradeoff_of(t, costs, of, check_tie_tolerance(tie_tol))
  frame <- found$frame
  looks <- method_looks(frame$classifier, highlight, labels, groups, 30L)
  words <- cost_words(t, found, of, cost_name)
  names <- unname(looks$names)
  marks <- front_marks(looks, frame$front)
  invisible(draw_against_cost(frame, names, words, log, of == "ranks", looks, marks, main))
}

# The texts of both axes, and the note below.
cost_words <- function(t, found, of, cost_name) {
  metric <- if (is.null(t$metric)) "score" else without_controls(t$metric)
  list(
    across = without_controls(cost_name),
    up = if (of == "ranks") "Mean rank (1 is best)" else paste("Mean", metric),
    notes = cost_note(t, found, of)
  )
}

front_marks <- function(looks, front) {
  cost_marks(looks, ifelse(front, 19L, 15L), ifelse(front, accents[[1L]], unjoined))
}

# Marks of methods: those of their groups, or else the given ones, another colour if highlighted.
cost_marks <- function(looks, pch, colour) {
  group <- unname(looks$group)
  colour <- rep_len(colour, length(group))
  fill <- "white"
  if (length(looks$group_names) > 0L) {
    fill <- mark_colour(group)
    colour <- edge_of(fill)
    pch <- ifelse(is.na(group), 21L, mark_shape(group))
  } else {
    colour[looks$bold] <- accents[[2L]]
  }
  data.frame(pch = pch, colour = colour, fill = fill, cex = 0.8)
}

unjoined <- "#8F8F8F" # the colour of a method off the front

# Draws values against costs; adds the edges of the names in inches to the frame.
draw_against_cost <- function(frame, names, words, log, upside_down, looks, marks, main) {
  x <- if (log) log10(frame$cost) else frame$cost
  words$across <- paste0(words$across, if (log) ", logarithmic")
  ends <- front_range(x)
  up <- front_range(frame$value)
  legend <- chart_legend(looks)
  chart <- open_chart(
    words, ends, if (upside_down) rev(up) else up, main, right = 0.15, spare = 1,
    above = legend$lines
  )
  on.exit(graphics::par(chart$old))
  chart_grid("xy", ticks = if (log) log_ticks(ends))
  best <- order(x)[frame$front[order(x)]]
  graphics::lines(x[best], frame$value[best], col = accents[[1L]], lwd = 1.5)
  graphics::points(
    x, frame$value, pch = marks$pch, col = marks$colour, bg = marks$fill, cex = marks$cex
  )
  points <- cbind(x, frame$value)
  taken <- front_path(map_inches(points[best, , drop = FALSE]))
  frame[c("x0", "y0", "x1", "y1")] <- map_names(
    points, names, rel(0.75), 0.11, taken, font = unname(1L + looks$bold),
    col = unname(ink_of(mark_colour(looks$group)))
  )
  draw_chart_legend(legend)
  lost <- sum(is.na(frame$x0))
  close_chart(chart, if (lost > 0L) without_room(lost))
  frame
}

cost_note <- function(t, found, of) {
  sprintf(
    "%s%s. Lower costs and %s are better. Joined: Pareto front, %s.",
    counted(found$n_datasets, "dataset"),
    if (t$n_repeats > 1L) sprintf(" (means over %d repeats)", t$n_repeats) else "",
    if (of == "ranks") {
      "lower ranks"
    } else if (t$higher_is_better) {
      "higher scores"
    } else {
      "lower scores"
    },
    counted(sum(found$frame$front), "method")
  )
}
