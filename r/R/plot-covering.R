# The covering radius of the farthest-first order, with its bounds.

#' Draw the covering radius
#'
#' Draws the covering radius against the number of datasets chosen, with two bounds. The covering
#' radius is the largest distance of a dataset from the nearest chosen dataset. The lower bound
#' (labelled "no choice is below") holds for any choice of the same number of datasets. The upper
#' bound is that of lemma A.3 of Gusev and Zaytsev (2026); see [pb_covering()]. The upper bound is
#' drawn only where it is informative, that is, below the covering radius of a single chosen
#' dataset. If it is informative nowhere, a note states this.
#'
#' @param x A result of [pb_covering()].
#' @param main Title, a string, or `NULL` for none.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, the names of the lines that were drawn: columns of `x$table`.
#' @section Errors:
#' `pybench_error_argument` for a title that is not a string.
#' @examples
#' place <- cbind(x = c(0, 1, 5, 6, 9), y = c(1, 0, 3, 4, 0))
#' rownames(place) <- letters[1:5]
#' plot(pb_covering(place, "euclidean"))
#' @export
plot.pb_covering <- function(x, main = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  first <- x$table$radius[[1L]]
  works <- x$table$bound < first
  shown <- c("radius", "least", if (any(works)) "bound")
  names <- radius_names[shown]
  colours <- radius_colours[shown]
  said <- wrap_text(radius_sentence(x, any(works)), graphics::par("fin")[[1L]] - 0.4, rel(0.7))
  right <- (widest(names, rel(0.8)) + 0.35) / text_line()
  old <- graphics::par(
    mar = c(3.6 + rel(0.9) * length(said), 2.8, title_lines(main) + 0.9, right),
    xpd = NA, mgp = c(3, 0.5, 0), tcl = -0.25
  )
  on.exit(graphics::par(old))
  new_plot()
  graphics::plot.window(
    c(1, max(x$n_datasets, 2)), c(0, if (first > 0) 1.04 * first else 1), xaxs = "i", yaxs = "i"
  )
  chart_grid("xy")
  for (name in shown) {
    rows <- if (name == "bound") x$table[works, ] else x$table
    graphics::lines(
      rows$size, rows[[name]], type = "s", col = colours[[name]],
      lty = if (name == "radius") 1 else 2, lwd = if (name == "radius") 1.8 else 1.2
    )
  }
  # Radius and half radius end together at 0: the radius, which is larger everywhere else, is on
  # top.
  ends <- vapply(shown, function(name) x$table[[name]][[nrow(x$table)]], 0)
  ends <- pmin(ends, first) - 1e-9 * first * seq_along(ends)
  name_ends(ends, names, colours)
  chart_words(
    sprintf("Datasets chosen by farthest-first, of %d", x$n_datasets), said,
    sprintf("Covering radius (%s)", x$metric), main
  )
  invisible(shown)
}

radius_names <- c(
  radius = "radius", least = "lower bound for any choice", bound = "bound of lemma A.3"
)
radius_colours <- c(radius = "#1A1A1A", least = "#5F5F5F", bound = "#C04A00")

radius_sentence <- function(x, works) {
  sprintf(
    "Largest distance of a dataset from the nearest of those chosen; start by %s, %s.%s", x$start,
    counted(x$dimension, "dimension"),
    if (works) "" else " The bound of lemma A.3 is above the first radius everywhere."
  )
}
