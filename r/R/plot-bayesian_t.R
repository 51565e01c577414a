# Posterior density of the mean difference of two methods, with its ROPE.

#' Draw the posterior density of a mean difference
#'
#' Draws the posterior density of the mean difference of two methods, as computed by
#' [pb_bayesian_t()]. Dashed lines are the ends of the region of practical equivalence (ROPE). Above
#' the density are the probabilities of its three parts: the second method is better, both are
#' practically equivalent, the first method is better. The horizontal bar is the central 95 %
#' interval of the posterior. The axis shows at least the ROPE and the central 99 % of the
#' posterior.
#'
#' @param t A results table without missing scores.
#' @param first,second Names of two different methods. In the right part of the figure, `first` is
#'   better.
#' @param rope Half width of the ROPE, >= 0, in units of the score.
#' @param rho Correlation of the differences, in \[0, 1); see [pb_bayesian_t()].
#' @param dataset Name of a dataset: the scores of its repeats are compared. `NULL`: the scores on
#'   all datasets are compared.
#' @param main Title, a string, or `NULL` for none.
#' @param highlight Methods whose probabilities are printed in bold.
#' @param labels As in [plot.pb_critical_difference()].
#' @param groups For each method, named by it, the name of its group. The names, and the parts of
#'   the density where they are better, have the colours of the groups; a legend names the groups.
#' @return Invisibly, a list of what was drawn: `location`, `scale` and `df` of Student's t
#'   distribution, and `regions`, the probabilities that the first method is better, that both are
#'   equivalent, and that the second is better. A `scale` of 0 means that the whole probability is
#'   at `location`.
#' @section Errors:
#' `pybench_error_argument` if `t` is not a table, if `first` and `second` are not two different
#' methods of `t`, and for an argument out of its range; `pybench_error_results_table` for fewer
#' than two datasets (or repeats of `dataset`), and for missing scores.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(0.9, 0.8, 0.7), B = c(0.8, 0.7, 0.65)),
#'   higher_is_better = TRUE
#' )
#' pb_plot_bayesian_t(t, "A", "B")
#' @family figures of a results table
#' @export
pb_plot_bayesian_t <- function(t, first, second, rope = 0.01, rho = 0, dataset = NULL,
                               main = NULL, highlight = NULL, labels = NULL, groups = NULL) {
  check_string("main", main, null_ok = TRUE)
  found <- t_posterior(t, first, second, rope, rho, dataset)
  looks <- method_looks(c(first, second), highlight, labels, groups, 30L, t$classifiers)
  shares <- probability_text(rev(found$regions))
  heads <- list(
    naming(looks, method = second, paste(" better:", shares[[1L]])),
    list(
      text = matrix(paste("equivalent:", shares[[2L]])), group = matrix(NA_integer_), bold = FALSE
    ),
    naming(looks, method = first, paste(" better:", shares[[3L]]))
  )
  wide <- vapply(heads, naming_width, 0, rel(0.85))
  legend <- chart_legend(looks)
  together <- max(wide[-2L]) + wide[[2L]] / 2 + 0.1 <= graphics::par("fin")[[1L]] / 2 - 0.15
  rows <- if (together) 1L else 3L
  words <- list(across = t_axis(t, looks), notes = t_notes(found, rope, rho, dataset))
  chart <- open_chart(
    words, t_range(found, rope), c(0, 1.12), main, left = 0.15, right = 0.15,
    above = rows + legend$lines
  )
  on.exit(graphics::par(chart$old))
  chart_grid("x")
  draw_posterior(found, rope, looks)
  edges <- graphics::par("usr")
  up <- edges[[4L]] + graphics::yinch(text_line()) * (0.5 + if (rows == 3L) 2:0 else rep(0, 3L))
  for (at in 1:3) {
    share <- (at - 1) / 2
    x <- edges[[1L]] + share * (edges[[2L]] - edges[[1L]])
    write_naming(heads[[at]], x, up[[at]], rel(0.85), share)
  }
  draw_chart_legend(legend, rows)
  close_chart(chart)
  invisible(found)
}

# Probabilities with three decimals; only 0 and 1 are written as such.
probability_text <- function(p) {
  text <- sprintf("%.3f", p)
  text[p > 0 & p < 0.0005] <- "<0.001"
  text[p < 1 & p >= 0.9995] <- ">0.999"
  text
}

t_axis <- function(t, looks) {
  methods <- unname(looks$names)
  sides <- if (t$higher_is_better) methods else rev(methods)
  paste0(
    "Mean difference", if (!is.null(t$metric)) paste(" of", without_controls(t$metric)), ", ",
    sides[[1L]], " - ", sides[[2L]]
  )
}

# The range of the axis.
t_range <- function(found, rope) {
  ends <- range(t_interval(found, 0.99), -rope, rope, 0)
  spare <- if (diff(ends) > 0) 0.05 * diff(ends) else 0.5
  ends + c(-spare, spare)
}

t_notes <- function(found, rope, rho, dataset) {
  n <- found$df + 1L
  shape <- if (found$scale > 0) {
    sprintf("Student's t, %s of freedom", counted(found$df, "degree"))
  } else {
    "a single value, since all differences are equal"
  }
  over <- if (is.null(dataset)) {
    counted(n, "dataset")
  } else {
    sprintf("%d repeats of %s", n, without_controls(dataset))
  }
  sprintf(
    paste(
      "Posterior of the Bayesian correlated t-test (%s), %s, correlation %g. Dashed: ROPE,",
      "+-%g%s."
    ), shape, over, rho, rope, if (found$scale > 0) "; bar: central 95 % interval" else ""
  )
}

# The density, in a colour for each region, as high as the plot whatever its height.
draw_posterior <- function(found, rope, looks) {
  edges <- graphics::par("usr")
  graphics::segments(c(-rope, rope), edges[[3L]], c(-rope, rope), edges[[4L]], lty = 2)
  if (found$scale == 0) {
    graphics::segments(found$location, 0, found$location, 1, lwd = 2)
    return(invisible())
  }
  colours <- region_fills(looks)
  parts <- region_corners(found, rope, edges[1:2])
  for (region in 1:3) {
    at <- parts[parts$region == region, ]
    graphics::polygon(at$x, at$y, border = NA, col = colours[[region]])
  }
  at <- seq(edges[[1L]], edges[[2L]], length.out = 400L)
  graphics::lines(at, t_height(found, at), lwd = 1.5)
  bar <- t_interval(found, 0.95)
  graphics::segments(bar[[1L]], 0, bar[[2L]], 0, lwd = 4, lend = "butt")
}

# The density, as a share of its largest value.
t_height <- function(found, at) {
  stats::dt((at - found$location) / found$scale, found$df) / stats::dt(0, found$df)
}

# The corners of the three parts of the density: the first method is better, both are equivalent,
# the second is better.
region_corners <- function(found, rope, ends) {
  limits <- list(c(rope, ends[[2L]]), c(-rope, rope), c(ends[[1L]], -rope))
  do.call(rbind, lapply(1:3, function(region) {
    at <- seq(limits[[region]][[1L]], limits[[region]][[2L]], length.out = 120L)
    height <- if (found$scale > 0) t_height(found, at) else 0 * at
    data.frame(x = c(at, rev(range(at))), y = c(height, 0, 0), region = region)
  }))
}

region_fills <- function(looks) {
  grouped <- length(looks$group_names) > 0L
  ends <- if (grouped) unname(mark_colour(looks$group)) else accents
  vapply(c(ends[[1L]], "#8F8F8F", ends[[2L]]), mixed_colour, "", 0.45, USE.NAMES = FALSE)
}
