# Critical differences of several benchmarks, one row per benchmark. The layout is
# computed first, in inches, by functions that draw nothing.

#' Draw the critical differences of several benchmarks
#'
#' Draws one row per benchmark below a common axis of ranks. Every method has a colour and a shape,
#' which the legend below the rows explains. In each row, a line connects the mean rank of a method
#' with its coloured symbol. Bars join methods that do not differ significantly on that benchmark; a
#' dashed arc in a bar skips methods that do not belong to the bar.
#'
#' With a control, a dot marks the control in each row, and asterisks mark the methods that differ
#' significantly from the control. If the test has a critical difference, a thick part of the row's
#' line extends from the control by the critical difference to both sides.
#'
#' @param x A result of [pb_critical_differences()], of at most 40 methods.
#' @param main Title, a string, or `NULL` for none.
#' @param best The side of rank 1: `"left"` or `"right"`.
#' @param font_size,highlight,labels,max_label As in [plot.pb_critical_difference()].
#' @param groups For each method, named by it, the name of its group. Methods of the same group then
#'   share a colour and a shape, which a legend explains; numbers below the symbols name the
#'   methods.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, what was drawn, a list of
#'   \item{marks}{data frame, one row per benchmark and method: `benchmark`, `classifier`,
#'     `mean_rank`, `mark` (see [plot.pb_critical_difference()]), `at` (horizontal position of the
#'     mean rank), `x`, `y` (position of the shape), in inches from the bottom left corner}
#'   \item{bars, hops, members}{data frames as in [plot.pb_critical_difference()], with three
#'     further columns: `benchmark`, `down` (distance below the row's line, in lines of text) and
#'     `y` (height)}
#'   \item{axis}{as in [plot.pb_critical_difference()]}
#'   \item{cex}{size of the text, relative to the device's}
#' @section Errors:
#' `pybench_error_argument` for an invalid `main`, `best` or `font_size`, for more than 40 methods,
#' and for a device that is too small for the given `font_size`. For such a device, the message
#' gives the least width and height in inches, and the largest font size that fits.
#' @examples
#' scores <- data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3))
#' tables <- list(
#'   accuracy = pb_read_results(scores, higher_is_better = TRUE),
#'   error = pb_read_results(scores, higher_is_better = FALSE)
#' )
#' plot(pb_critical_differences(tables), main = "Two benchmarks")
#' @export
plot.pb_critical_differences <- function(x, main = NULL, best = "left", font_size = NULL,
                                         highlight = NULL, labels = NULL, max_label = NULL,
                                         groups = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  check_choice("best", best, c("left", "right"))
  require_marks(length(x$classifiers))
  looks <- method_looks(
    x$classifiers, c(x$control, highlight), labels, groups, max_label
  )
  page <- open_page()
  on.exit(graphics::par(page$before))
  layout <- benchmarks_layout(x, looks, main, best, page$inches, font_size)
  draw_benchmarks(layout)
  invisible(layout[c("marks", "bars", "hops", "members", "axis", "cex")])
}

require_marks <- function(k) {
  if (k > most_marks) {
    stop_argument(
      sprintf(
        "%d methods are more than colours and shapes can distinguish: at most %d", k, most_marks
      ),
      expected = sprintf("at most %d methods", most_marks), found = sprintf("%d", k),
      hint = "Draw each benchmark in its own figure: plot(x$diagrams[[1]])."
    )
  }
}

benchmarks_layout <- function(x, looks, main, best, size, font_size) {
  arranged <- function(cex, width, fixed) benchmarks_plan(x, looks, main, best, width, cex, fixed)
  if (is.null(font_size)) {
    plan <- shrunk(function(cex) arranged(cex, size[[1L]], FALSE), size)
    return(benchmarks_positions(plan, x, size))
  }
  hold_size(function(cex, width) {
    plan <- arranged(cex, width, TRUE)
    c(plan$least, plan$lines * plan$line)
  }, font_size, size, fewer = "one figure per benchmark: plot(x$diagrams[[1]])")
  benchmarks_positions(arranged(asked_cex(font_size), size[[1L]], TRUE), x, size)
}

# Texts of the size `cex` for a width, the rows, where they are in lines of text, and the least
# width.
benchmarks_plan <- function(x, looks, main, best, width, cex, fixed) {
  k <- length(x$classifiers)
  grouped <- length(looks$group_names) > 0L
  small <- if (fixed) cex else 0.8 * cex
  line <- text_line() * cex
  labels <- without_controls(x$benchmarks)
  labels <- if (fixed) labels else shorten_to(labels, cex, 0.3 * width)
  remarks <- vapply(x$diagrams, benchmark_remark, "")
  widest <- max(label_width(labels, cex), label_width(remarks, small))
  gap <- max(0.8, if (grouped) label_width(paste0(k, "*"), cex) / line + 0.2)
  # In lines of text: the numbers of the axis, and marks side by side.
  least <- widest + 2 * (axis_edge + label_gap) + 0.3 + max(7.5, gap * k) * line
  width <- if (fixed) max(width, least) else width
  axis <- critical_axis(k, NULL, width, c(widest, 0.3), best, cex)
  rows <- Map(
    benchmark_row, x$diagrams,
    MoreArgs = list(axis = axis, line = line, gap = gap, numbered = grouped)
  )
  hops <- any(vapply(rows, function(row) nrow(row$hops) > 0L, NA))
  title <- title_rows(main, 0.95 * width, 1.2 * cex)
  caption <- wrap_text(benchmarks_caption(x, looks, best, hops), 0.95 * width, small)
  entry <- if (fixed) cex else 0.85 * cex
  names <- unname(looks$names)
  names <- if (grouped) paste(seq_along(names), names) else names
  entries <- legend_entries(names, width, cex, entry, unname(looks$bold))
  kinds <- legend_entries(looks$group_names, width, cex, entry)
  tops <- 2.6 + 1.4 * length(title) + cumsum(c(0, vapply(rows, `[[`, 0, "lines")))
  keys <- tops[[length(tops)]] + 1.1 * max(entries$row) + if (grouped) 0.6 else 0
  note <- keys + 1.1 * max(0, kinds$row) + 0.8
  notes <- c(label_width(title, 1.2 * cex), label_width(caption, small)) / 0.95
  list(
    cex = cex, line = line, small = small, entry = entry, axis = axis, rows = rows, tops = tops,
    title = title, caption = caption, entries = entries, note = note, labels = labels,
    remarks = remarks, bold = looks$bold, kinds = kinds, keys = keys, grouped = grouped,
    group = if (grouped) unname(looks$group) else seq_len(k),
    lines = note + caption_step * length(caption) * small / cex + 0.4,
    least = max(least, notes, legend_width(entries), legend_width(kinds))
  )
}

benchmarks_positions <- function(plan, x, size) {
  height_at <- function(down) (size[[2L]] + plan$lines * plan$line) / 2 - down * plan$line
  tops <- plan$tops
  plan$axis$y <- height_at(tops[[1L]] - 1)
  place <- function(part) {
    do.call(rbind, Map(function(row, benchmark, top) {
      piece <- row[[part]]
      y <- height_at(top + piece$down)
      cbind(benchmark = rep(benchmark, nrow(piece)), piece, y = y)
    }, plan$rows, x$benchmarks, tops[seq_along(plan$rows)]))
  }
  kept <- c("axis", "cex", "line", "small", "entry", "title", "caption", "entries", "labels")
  c(plan[c(kept, "remarks", "bold", "kinds", "grouped", "group")], list(
    marks = place("marks"), bars = place("bars"), hops = place("hops"), members = place("members"),
    size = size, row_heights = height_at(tops[seq_along(plan$rows)]),
    intervals = lapply(x$diagrams, control_interval, last = length(x$classifiers)),
    legend_top = height_at(tops[[length(tops)]] + 0.2), keys_top = height_at(plan$keys + 0.2),
    classifiers = x$classifiers,
    caption_height = height_at(plan$note), title_height = height_at(0.9)
  ))
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
benchmark_row <- function(shown, axis, line, gap, numbered) {
  unit <- abs(axis$per_rank)
  k <- length(shown$classifiers)
  places <- spread_apart(
    shown$mean_ranks, gap * line / unit, 1 - 0.5 * line / unit, k + 0.5 * line / unit
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
    lines = max(2, depth + fan + (if (numbered || any(nzchar(mark))) 0.6 else 0) + 1.3)
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

benchmarks_caption <- function(x, looks, best, hops) {
  marks <- if (is.null(x$control)) {
    paste0(
      said("bars join methods that do not differ significantly"),
      if (hops) "; arcs skip those that do"
    )
  } else {
    paste0("* differs from ", looks$full[[x$control]])
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
  weight <- ifelse(layout$bold[marks$classifier], 2, 1)
  top <- layout$row_heights[match(marks$benchmark, unique(marks$benchmark))]
  parted <- marks$y + marks$fan * layout$line
  kind <- layout$group[number]
  colour <- ink_of(mark_colour(kind))
  graphics::segments(marks$at, top, marks$at, parted, col = colour, lwd = weight)
  graphics::segments(marks$at, parted, marks$x, marks$y, col = colour, lwd = weight)
  draw_marks(marks$x, marks$y, kind, layout$cex)
  below <- if (layout$grouped) paste0(number, marks$mark) else marks$mark
  own <- nzchar(below)
  write_text(marks$x[own], marks$y[own] - 0.65 * layout$line, below[own], cex = layout$cex)
  draw_legend(
    layout$entries, layout$legend_top, 1.1 * layout$line, layout$cex,
    which(layout$bold), layout$entry, layout$group
  )
  draw_legend(
    layout$kinds, layout$keys_top, 1.1 * layout$line, layout$cex, small = layout$entry
  )
}

draw_benchmark_axis <- function(layout) {
  axis <- layout$axis
  line <- layout$line
  draw_title(layout$title, layout$title_height, layout)
  draw_note(layout$caption, layout$caption_height, layout)
  graphics::segments(axis$first, axis$y, axis$last, axis$y, lwd = 1.5)
  numbered <- rank_position(axis, axis$ticks)
  graphics::segments(numbered, axis$y, numbered, axis$y + 0.3 * line)
  graphics::text(numbered, axis$y + 0.75 * line, sprintf("%.0f", axis$ticks), cex = layout$cex)
}

draw_benchmark_lines <- function(layout) {
  axis <- layout$axis
  y <- layout$row_heights
  graphics::segments(axis$left, y, axis$right, y, col = "gray60")
  edge <- axis$left - label_gap
  graphics::text(edge, y - 0.2 * layout$line, layout$labels, adj = c(1, 0.5), cex = layout$cex)
  graphics::text(
    edge, y - 1.1 * layout$line, layout$remarks, adj = c(1, 0.5), cex = layout$small,
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
