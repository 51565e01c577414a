# The Pareto front of scores and costs, with the certainty of each method's place.

#' Draw a Pareto front with its certainty
#'
#' Draws scores against costs, with the Pareto front and how certain it is. A line joins the methods
#' on the front of the whole table. A filled dot is a method with the verdict "front", a grey square
#' one that is "dominated", and a hollow dot an "ambiguous" one, with the share of resamples in
#' which it is on the front.
#'
#' @param x A result of [pb_pareto()].
#' @param main Title, a string, or `NULL` for none.
#' @param cost_name Name and unit of the cost, such as `"Training time (s)"`.
#' @param log Whether the axis of costs is logarithmic.
#' @param highlight Methods whose names are bold and, without groups, whose marks have another
#'   colour.
#' @param labels As in [plot.pb_critical_difference()].
#' @param groups As in [plot.pb_critical_difference()]. The size of a mark and whether it is filled
#'   then show the verdict: "dominated" methods have small marks.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, the data frame of the result, with the edges `x0`, `y0`, `x1`, `y1` of the
#'   names in inches from the lower left corner of the plot (`NA` if a name did not fit).
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 9), B = c(8, 7, 6), C = c(7, 6, 7)),
#'   higher_is_better = TRUE
#' )
#' plot(pb_pareto(t, c(A = 60, B = 2, C = 5)), cost_name = "Time (s)")
#' @export
plot.pb_pareto_front <- function(x, main = NULL, cost_name = "Cost", log = TRUE, highlight = NULL,
                                 labels = NULL, groups = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  check_string("cost_name", cost_name)
  check_flag("log", log)
  frame <- as.data.frame(x)
  looks <- method_looks(frame$classifier, highlight, labels, groups, 30L)
  grouped <- length(looks$group_names) > 0L
  marks <- cost_marks(
    looks, unname(pareto_marks[frame$verdict]), unname(pareto_colours()[frame$verdict])
  )
  marks$fill[frame$verdict == "ambiguous"] <- "white"
  marks$cex[grouped & frame$verdict == "dominated"] <- 0.5
  invisible(draw_against_cost(
    frame, pareto_labels(frame, looks), pareto_words(x, cost_name, grouped), log, x$of == "ranks",
    looks, marks, main
  ))
}

pareto_marks <- c(front = 19L, ambiguous = 21L, dominated = 15L)
pareto_colours <- function() {
  c(front = accents[[1L]], ambiguous = accents[[1L]], dominated = unjoined)
}

# The names of the methods, with the share of resamples if the verdict is "ambiguous".
pareto_labels <- function(frame, looks) {
  names <- unname(looks$names)
  unsure <- frame$verdict == "ambiguous"
  names[unsure] <- sprintf("%s (%s %%)", names[unsure], percentage(frame$share[unsure]))
  names
}

# The texts of both axes, and the note below.
pareto_words <- function(x, cost_name, grouped = FALSE) {
  metric <- if (is.null(x$metric)) "score" else without_controls(x$metric)
  list(
    across = without_controls(cost_name),
    up = if (x$of == "ranks") "Mean rank (1 is best)" else paste("Mean", metric),
    notes = pareto_note(x, grouped)
  )
}

pareto_note <- function(x, grouped) {
  kinds <- if (grouped) {
    c("Large filled marks", "small marks", "hollow marks")
  } else {
    c("Filled dots", "squares", "hollow dots")
  }
  ranks <- x$of == "ranks"
  sprintf(
    paste(
      "%s. Lower costs and %s %s are better. Joined: Pareto front. %s: on the front in at least",
      "%g %% of %s resamples of the datasets; %s: in at most %.10g %%; %s: between, with the share."
    ),
    counted(x$n_datasets, "dataset"), if (x$higher_is_better && !ranks) "higher" else "lower",
    if (ranks) "ranks" else "scores", kinds[[1L]], 100 * x$confidence, format_whole(x$resamples),
    kinds[[2L]], 100 * (1 - x$confidence), kinds[[3L]]
  )
}
