# Critical differences of several benchmarks, one row per benchmark. The layout is
# computed first, in inches, by functions that draw nothing.

#' Draw the critical differences of several benchmarks
#'
#' Draws one row per benchmark below a common axis of ranks. Every method has a colour and a shape,
#' which the legend below the rows explains. In each row, a line connects the mean rank of a method
#' with its coloured symbol. Bars join methods that do not differ significantly on that benchmark; a
#' dashed arc in a bar skips methods that do not belong to it.
#'
#' With a control, a dot marks the control in each row, and asterisks mark the methods that differ
#' significantly from it. If the test has a critical difference, a thick part of the line
#' extends from the control by the critical difference to both sides.
#'
#' @param x A result of [pb_critical_differences()], of at most 30 methods.
#' @param main Title, a string, or `NULL` for none.
#' @param best The side of rank 1: `"left"` or `"right"`.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, what was drawn, a list of
#'   \item{marks}{data frame, one row per benchmark and method: `benchmark`, `classifier`,
#'     `mean_rank`, `mark` (see [plot.pb_critical_difference()]), `at` (horizontal position of the
#'     mean rank), `x`, `y` (position of the shape), in inches from the bottom left corner}
#'   \item{bars, hops, members}{as in [plot.pb_critical_difference()], with `benchmark`, `down`
#'     (lines of text below the row's line) and `y`}
#'   \item{axis}{as in [plot.pb_critical_difference()]}
#'   \item{cex}{size of the text}
#' @section Errors:
#' `pybench_error_argument` for an invalid `main` or `best`, and for more than 30 methods.
#' @examples
#' scores <- data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3))
#' tables <- list(
#'   accuracy = pb_read_results(scores, higher_is_better = TRUE),
#'   error = pb_read_results(scores, higher_is_better = FALSE)
#' )
#' plot(pb_critical_differences(tables), main = "Two benchmarks")
#' @export
plot.pb_critical_differences <- function(x, main = NULL, best = "left", ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  check_choice("best", best, c("left", "right"))
  k <- length(x$classifiers)
  if (k > most_marks) {
    stop_argument(
      sprintf(
        "%d methods are more than colours and shapes can show: at most %d", k, most_marks
      ),
      expected = sprintf("at most %d methods", most_marks), found = sprintf("%d", k),
      hint = "Draw each benchmark: plot(x$diagrams[[1]])."
    )
  }
  page <- open_page()
  on.exit(graphics::par(page$before))
  layout <- benchmarks_layout(x, main, best, page$inches)
  draw_benchmarks(layout)
  invisible(layout[c("marks", "bars", "hops", "members", "axis", "cex")])
}

benchmarks_layout <- function(x, main, best, size) {
  k <- length(x$classifiers)
  labels <- without_controls(x$benchmarks)
  remarks <- vapply(x$diagrams, benchmark_remark, "")
  legend <- without_controls(x$classifiers)
  # Text shrinks by the factor by which an arrangement is too large.
  cex <- 1
  repeat {
    line <- text_line() * cex
    kept <- shorten_to(labels, cex, 0.3 * size[[1L]])
    widest <- max(label_width(kept, cex), label_width(remarks, 0.8 * cex))
    axis <- critical_axis(k, NULL, size, c(widest, 0.3), best, cex)
    rows <- Map(benchmark_row, x$diagrams, MoreArgs = list(axis = axis, line = line))
    entries <- legend_entries(legend, size[[1L]], cex)
    heights <- vapply(rows, `[[`, 0, "lines")
    tops <- 2.6 + (if (is.null(main)) 0 else 1.4) + cumsum(c(0, heights))
    lines <- tops[[length(tops)]] + 1.1 * max(entries$row) + 2.2
    fitting <- size[[2L]] / (lines * text_line())
    if (cex <= fitting * (1 + 1e-9)) {
      break
    }
    cex <- fitting
  }
  height_at <- function(down) (size[[2L]] + lines * line) / 2 - down * line
  axis$y <- height_at(tops[[1L]] - 1)
  place <- function(part) {
    do.call(rbind, Map(function(row, benchmark, top) {
      piece <- row[[part]]
      y <- height_at(top + piece$down)
      cbind(benchmark = rep(benchmark, nrow(piece)), piece, y = y)
    }, rows, x$benchmarks, tops[seq_along(rows)]))
  }
  list(
    marks = place("marks"), bars = place("bars"), hops = place("hops"), members = place("members"),
    axis = axis, cex = cex, line = line, size = size, main = main, labels = kept,
    remarks = remarks, row_heights = height_at(tops[seq_along(rows)]),
    intervals = lapply(x$diagrams, control_interval, last = k),
    entries = entries, legend_top = height_at(tops[[length(tops)]] + 0.2),
    classifiers = x$classifiers, control = x$control,
    caption = benchmarks_caption(x, best, any(vapply(rows, function(r) nrow(r$hops) > 0L, NA))),
    caption_height = height_at(lines - 0.9), title_height = height_at(0.8)
  )
}

benchmark_remark <- function(shown) {
  width <- if (!is.null(shown$critical_difference)) {
    sprintf(", CD = %.2f", shown$critical_difference)
  }
  paste0(counted(shown$n_datasets, "dataset"), width)
}

shorten_to <- function(names, cex, room) {
  kept <- nchar(names)
  repeat {
    text <- shorten_middle(names, kept)
    over <- label_width(text, cex) > room & kept > 3L
    if (!any(over)) {
      return(text)
    }
    kept[over] <- kept[over] - 1L
  }
}

# One row: marks, bars, hops and dots, with `down`, lines below the line of the row; `lines`, its
# height.
benchmark_row <- function(shown, axis, line) {
  unit <- abs(axis$per_rank)
  k <- length(shown$classifiers)
  places <- spread_apart(
    shown$mean_ranks, 0.8 * line / unit, 1 - 0.5 * line / unit, k + 0.5 * line / unit
  )
  moved <- max(abs(places - shown$mean_ranks)) * unit / line
  fan <- max(0.8, min(0.3 * moved, 2))
  pieces <- bar_pieces(shown)
  mark <- critical_marks(shown)
  depth <- bar_lines * max(0, pieces$bars$level, pieces$hops$level)
  down <- function(piece) cbind(piece, down = 0.15 + bar_lines * piece$level)
  list(
    marks = data.frame(
      classifier = shown$classifiers, mean_rank = shown$mean_ranks, mark = mark,
      at = rank_position(axis, shown$mean_ranks), x = rank_position(axis, places),
      fan = rep(fan, k), down = rep(depth + fan, k)
    ),
    bars = down(pieces$bars), hops = down(pieces$hops), members = down(pieces$members),
    lines = max(2, depth + fan + (if (any(nzchar(mark))) 0.6 else 0) + 1.3)
  )
}

control_interval <- function(shown, last) {
  if (is.null(shown$control)) {
    return(NULL)
  }
  at <- shown$mean_ranks[shown$classifiers == shown$control]
  reach <- if (is.null(shown$critical_difference)) 0 else shown$critical_difference
  list(at = at, ends = pmin(pmax(at + c(-reach, reach), 1), last))
}

benchmarks_caption <- function(x, best, hops) {
  marks <- if (is.null(x$control)) {
    paste0(
      "bars join methods that do not differ significantly",
      if (hops) "; arcs skip those that do"
    )
  } else {
    paste0("* differs from ", without_controls(x$control))
  }
  crowded <- x$benchmarks[vapply(x$diagrams, too_many_bars, NA)]
  paste0(
    test_caption(x), " for each benchmark; better to the ", best, "; ", marks,
    if ("against-mean-ranks" %in% x$notes) "; ! in a pair against the mean ranks",
    if (length(crowded) > 0L) {
      paste0("; too many to draw: ", paste(without_controls(crowded), collapse = ", "))
    }
  )
}

draw_benchmarks <- function(layout) {
  draw_benchmark_axis(layout)
  draw_benchmark_lines(layout)
  draw_benchmark_bars(layout)
  marks <- layout$marks
  number <- match(marks$classifier, layout$classifiers)
  weight <- ifelse(marks$classifier %in% layout$control, 2, 1)
  top <- layout$row_heights[match(marks$benchmark, unique(marks$benchmark))]
  parted <- marks$y + marks$fan * layout$line
  graphics::segments(marks$at, top, marks$at, parted, col = mark_colour(number), lwd = weight)
  graphics::segments(marks$at, parted, marks$x, marks$y, col = mark_colour(number), lwd = weight)
  draw_marks(marks$x, marks$y, number, layout$cex)
  stars <- marks[nzchar(marks$mark), ]
  if (nrow(stars) > 0L) {
    graphics::text(stars$x, stars$y - 0.65 * layout$line, stars$mark, cex = layout$cex)
  }
  draw_legend(
    layout$entries, layout$legend_top, 1.1 * layout$line, layout$cex,
    match(layout$control, layout$classifiers)
  )
}

draw_benchmark_axis <- function(layout) {
  axis <- layout$axis
  line <- layout$line
  middle <- layout$size[[1L]] / 2
  if (!is.null(layout$main)) {
    width <- label_width(layout$main, 1.2 * layout$cex)
    shrink <- min(1, 0.95 * layout$size[[1L]] / width)
    graphics::text(middle, layout$title_height, layout$main, cex = 1.2 * layout$cex * shrink)
  }
  graphics::segments(axis$first, axis$y, axis$last, axis$y, lwd = 1.5)
  numbered <- rank_position(axis, axis$ticks)
  graphics::segments(numbered, axis$y, numbered, axis$y + 0.3 * line)
  graphics::text(numbered, axis$y + 0.75 * line, sprintf("%.0f", axis$ticks), cex = layout$cex)
  shrink <- min(1, 0.95 * layout$size[[1L]] / label_width(layout$caption, 0.8 * layout$cex))
  graphics::text(
    middle, layout$caption_height, layout$caption, cex = 0.8 * layout$cex * shrink, col = "gray30"
  )
}

draw_benchmark_lines <- function(layout) {
  axis <- layout$axis
  y <- layout$row_heights
  graphics::segments(axis$left, y, axis$right, y, col = "gray60")
  edge <- axis$left - label_gap
  graphics::text(edge, y - 0.2 * layout$line, layout$labels, adj = c(1, 0.5), cex = layout$cex)
  graphics::text(
    edge, y - 1.1 * layout$line, layout$remarks, adj = c(1, 0.5), cex = 0.8 * layout$cex,
    col = "gray30"
  )
  for (i in which(!vapply(layout$intervals, is.null, NA))) {
    ends <- rank_position(axis, layout$intervals[[i]]$ends)
    if (ends[[1L]] != ends[[2L]]) {
      graphics::segments(
        ends[[1L]], y[[i]], ends[[2L]], y[[i]], lwd = 4 * layout$cex, lend = "butt"
      )
    }
    graphics::points(
      rank_position(axis, layout$intervals[[i]]$at), y[[i]], pch = 19, cex = 0.7 * layout$cex
    )
  }
}

draw_benchmark_bars <- function(layout) {
  at <- function(rank) rank_position(layout$axis, rank)
  bars <- layout$bars
  graphics::segments(
    at(bars$from), bars$y, at(bars$to), bars$y, lwd = 4 * layout$cex, lend = "round"
  )
  dots <- layout$members
  graphics::points(at(dots$mean_rank), dots$y, pch = 19, cex = 0.5 * layout$cex)
  draw_hops(layout$hops, layout$hops$y, layout)
}
