# The sets of other methods that are most favourable to either method of a pair, as rank axes.

#' Draw the sets of other methods most favourable to a pair
#'
#' Draws a pair beside the other methods that are most favourable to either of them. Three axes show
#' mean ranks: in the set most favourable to the first method, among all methods of the table, and
#' in the set most favourable to the second. The mark of the first method is above the axis, that of
#' the second below; dots are other methods. A thick line joins the pair if it does not differ
#' significantly. The bar at the bottom shows the share of sets in which the first is significantly
#' better, neither is, and the second is. Text shrinks until it fits.
#'
#' @param x A result of [pb_favourable_sets()].
#' @param main Title, a string, or `NULL` for none.
#' @param highlight Methods of the pair whose names are bold in the legend.
#' @param labels As in [plot.pb_critical_difference()].
#' @param groups For each method, named by it, the name of its group. Marks then have the colours
#'   and shapes of the groups, which a legend names.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a data frame with one row per method of each axis: `case` (`"first"`, `"all"`
#'   or `"second"`), `classifier`, `mean_rank`, `role` (`"first"`, `"second"` or `"other"`), and
#'   whether the pair of this case `differs` significantly.
#' @section Errors:
#' `pybench_error_argument` for a title that is not a string.
#' @examples
#' scores <- cbind(a = c(9, 8, 9, 9), b = c(8, 9, 7, 6), c = c(7, 7, 8, 8), d = 6, e = 1:4)
#' scores <- scores[rep(1:4, 3), ]
#' rownames(scores) <- paste0("d", 1:12)
#' t <- pb_read_results(scores, higher_is_better = TRUE)
#' plot(pb_favourable_sets(t, "a", "b", size = 1))
#' @export
plot.pb_favourable_sets <- function(x, main = NULL, highlight = NULL, labels = NULL, groups = NULL,
                                    ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  frame <- favourable_frame(x)
  looks <- method_looks(rownames(x$mean_ranks), highlight, labels, groups, 30L)
  page <- open_page()
  on.exit(graphics::par(page$before))
  plan_at <- function(cex) favourable_plan(x, main, page$inches, cex, looks)
  natural <- plan_at(1)
  tell_need(c(max(legend_width(natural$legend), 20 * text_line()), natural$lines * text_line()))
  plan <- shrunk(plan_at, page$inches)
  draw_favourable(x, frame, plan, main, page$inches)
  invisible(frame)
}

# One row per method of each case.
favourable_frame <- function(x) {
  shown <- which(!is.na(x$mean_ranks), arr.ind = TRUE)
  name <- rownames(x$mean_ranks)[shown[, 1L]]
  place <- match(name, x$pair)
  data.frame(
    case = favourable_cases[shown[, 2L]], classifier = name, mean_rank = x$mean_ranks[shown],
    role = ifelse(is.na(place), "other", c("first", "second")[place]),
    differs = x$verdicts[shown[, 2L]] != 0
  )
}

# What each case is, and its verdict.
favourable_heads <- function(x, looks) {
  pair <- unname(looks$names[x$pair])
  better <- paste(pair, "is significantly better")
  said <- c(better[[2L]], "they do not differ significantly", better[[1L]])[x$verdicts + 2]
  what <- c(
    paste("Most favourable to", pair[[1L]]), sprintf("All %d %s", x$n_classifiers, nouns()),
    paste("Most favourable to", pair[[2L]])
  )
  paste0(what, ": ", said)
}

# The mean ranks of the pair and of the other methods of a set, the best first.
favourable_ranks <- function(x, looks) {
  text <- function(names, case) {
    toString(sprintf("%s %.2f", looks$names[names], x$mean_ranks[names, case]))
  }
  both <- vapply(favourable_cases, function(case) text(x$pair, case), "")
  rest <- vapply(seq_along(favourable_cases), function(case) {
    others <- x$others[[case]]
    text(others[order(x$mean_ranks[others, case])], case)
  }, "")
  ifelse(favourable_cases == "all", paste0(both, "."), paste0(both, ". Others: ", rest, "."))
}

# `bar`: whether the figure has a bar of the shares.
favourable_notes <- function(x, looks, bar = TRUE) {
  pair <- unname(looks$full[x$pair])
  c(
    sprintf(
      "%s %s of %s, %s is significantly better in %.0f, neither in %.0f, %s in %.0f.",
      if (bar) "Bar: of" else "Of", counted(x$n_sets, "set"),
      counted(x$size, "other method"), pair[[1L]], x$first_better, x$neither, pair[[2L]],
      x$second_better
    ),
    paste(
      "Axes: mean ranks, 1 is best; a thick line joins the pair if it does not differ",
      "significantly."
    ),
    sprintf(
      "Test %s, adjustment %s, alpha = %g, %s.", without_controls(x$test),
      without_controls(x$adjust), x$alpha, counted(x$n_datasets, "dataset")
    )
  )
}

# Lines of text at a size; `lines` is the height of the whole in lines of a device.
favourable_plan <- function(x, main, size, cex, looks) {
  room <- size[[1L]] - 0.6 * text_line()
  heads <- lapply(favourable_heads(x, looks), wrap_text, room, rel(0.85) * cex, 2L)
  ranks <- lapply(favourable_ranks(x, looks), wrap_text, room, rel(0.75) * cex)
  notes <- wrap_text(paste(favourable_notes(x, looks), collapse = " "), room, rel(0.75) * cex)
  grouped <- length(looks$group_names) > 0L
  names <- if (grouped) looks$group_names else unname(looks$names[x$pair])
  bold <- if (grouped) FALSE else unname(looks$bold[x$pair])
  legend <- legend_entries(names, size[[1L]], cex, rel(0.85) * cex, bold)
  above <- (if (is.null(main)) 0.3 else 1.6) + max(legend$row) + if (grouped) 2 else 0
  count <- length(unlist(heads)) + length(unlist(ranks)) + 3 * 3.4
  list(
    heads = heads, ranks = ranks, notes = notes, legend = legend, cex = cex, above = above,
    bold = which(rep_len(bold, length(names))), looks = looks, grouped = grouped,
    lines = cex * (above + count + 1.6 + length(notes))
  )
}

draw_favourable <- function(x, frame, plan, main, size) {
  line <- text_line() * plan$cex
  left <- 0.3 * line
  page_title(main, size, line, plan$cex)
  y <- size[[2L]] - plan$above * line
  small <- rel(0.85) * plan$cex
  quiet <- rel(0.75) * plan$cex
  rows <- max(plan$legend$row) * line
  draw_legend(plan$legend, y + rows, line, plan$cex, plan$bold, small)
  if (plan$grouped) {
    pair <- naming(plan$looks, method = x$pair, c(" (above the axes)", " (below the axes)"))
    write_naming(pair, left, y + rows + c(1.5, 0.5) * line, small)
  }
  for (case in seq_along(favourable_cases)) {
    rows <- y - (seq_along(plan$heads[[case]]) - 0.5) * line
    write_text(left, rows, plan$heads[[case]], adj = c(0, 0.5), cex = small, font = 2L)
    y <- y - length(rows) * line
    own <- frame[frame$case == favourable_cases[[case]], ]
    draw_rank_axis(own, y - 1.1 * line, size[[1L]], line, plan)
    y <- y - 2.8 * line
    rows <- y - (seq_along(plan$ranks[[case]]) - 0.5) * line
    write_text(left, rows, plan$ranks[[case]], adj = c(0, 0.5), cex = quiet, col = quiet_colour)
    y <- y - (length(rows) + 0.6) * line
  }
  edges <- left + (size[[1L]] - 2 * left) *
    cumsum(c(0, x$first_better, x$neither, x$second_better)) / x$n_sets
  graphics::rect(
    edges[1:3], y - 0.9 * line, edges[2:4], y - 0.1 * line,
    col = if (plan$grouped) {
      c("black", "#D9D9D9", "#8F8F8F")
    } else {
      c(mark_colour(1L), "#D9D9D9", mark_colour(2L))
    },
    border = NA
  )
  rows <- y - (seq_along(plan$notes) + 0.9) * line
  write_text(left, rows, plan$notes, adj = c(0, 0.5), cex = quiet, col = quiet_colour)
}

# The axis of a case at a height: dots, the pair above and below, the line that joins it.
draw_rank_axis <- function(frame, y, width, line, plan) {
  cex <- plan$cex
  ends <- c(1.1 * line, width - 1.1 * line)
  count <- nrow(frame)
  across <- function(rank) ends[[1L]] + (rank - 1) / (count - 1) * diff(ends)
  ticks <- seq(1, count, by = ceiling(count / 12))
  graphics::segments(ends[[1L]], y, ends[[2L]], y, col = "#8F8F8F")
  graphics::segments(across(ticks), y, across(ticks), y - 0.25 * line, col = "#8F8F8F")
  write_text(across(ticks), y - 1.1 * line, ticks, cex = rel(0.75) * cex, col = quiet_colour)
  at <- across(frame$mean_rank)
  two <- match(c("first", "second"), frame$role)
  pair <- at[two]
  if (!frame$differs[[1L]]) {
    graphics::segments(pair[[1L]], y, pair[[2L]], y, lwd = 4 * cex)
  }
  other <- frame$role == "other"
  others <- at[other]
  group <- unname(plan$looks$group[frame$classifier])
  if (plan$grouped) {
    draw_marks(others, rep(y, length(others)), group[other], 0.6 * cex)
  } else {
    graphics::points(others, rep(y, length(others)), pch = 19L, col = "#8F8F8F", cex = 0.6 * cex)
  }
  draw_marks(pair, y + c(0.4, -0.4) * line, if (plan$grouped) group[two] else 1:2, 0.85 * cex)
}
