# Demsar's critical difference diagram. The layout is computed first, in inches, by functions that
# draw nothing; drawing then only reads it, and returns it, so that tests can check it.

#' Draw a critical difference diagram
#'
#' Classifiers hang from an axis of mean ranks, the best on one side whatever the direction of the
#' metric; a thick bar joins classifiers that are not told apart, and the ruler at the top left is
#' as long as the critical difference (Demsar 2006, figure 1, page 16).
#'
#' A bar is one of the result's `cliques` and never covers a classifier that differs significantly
#' from one of its members: where members are not neighbours in mean rank, the bar ends, hops over
#' the others with a dashed arc and goes on, with a dot at each member. Text shrinks until no two
#' labels overlap and none is cut; names too long even then are shortened in the middle. A line end
#' in a name is drawn as a blank.
#'
#' The device [grDevices::pdf()] knows Latin letters only and warns of others: use
#' [grDevices::cairo_pdf()] or [grDevices::svg()] for names in other scripts.
#'
#' @param x A result of [pb_critical_difference()], [pb_nemenyi()] or [pb_compare()].
#' @param main Title, a string, or `NULL` for none.
#' @param best The side of rank 1: `"left"`, or `"right"` as in Demsar's figure.
#' @param ... Ignored.
#' @return Invisibly, what was drawn, a list of
#'   \item{labels}{data frame, a row a classifier, best first: `classifier`, `text` as drawn,
#'     `mean_rank`, `side` (`"left"` or `"right"`; the better half is on the side of `best`), `x`,
#'     `y` of the end at the line, `width`, `height`, all in inches from the bottom left}
#'   \item{bars}{data frame, a row a piece of a bar: `clique` (its number), `level` (1 is next to
#'     the axis), `from`, `to` (mean ranks)}
#'   \item{hops}{data frame, the same for the dashed arcs}
#'   \item{members}{data frame, `clique`, `level`, `mean_rank`: the dots on bars that hop and on
#'     bars with no length}
#'   \item{ruler}{the critical difference, or `NULL`}
#'   \item{axis}{list: `first`, `last` (of ranks 1 and k), `per_rank` (negative if the best is on
#'     the right), `left`, `right` (of the room for the axis), `y`, in inches; `ticks`}
#'   \item{cex}{size of the text}
#' @references
#' Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. *Journal of
#' Machine Learning Research* 7, 1-30.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3)),
#'   higher_is_better = TRUE
#' )
#' plot(pb_critical_difference(t), main = "Three classifiers")
#' @export
plot.pb_critical_difference <- function(x, main = NULL, best = "left", ...) {
  check_string("main", main, null_ok = TRUE)
  check_choice("best", best, c("left", "right"))
  before <- graphics::par(mar = c(0, 0, 0, 0), xpd = NA)
  on.exit(graphics::par(before))
  graphics::plot.new()
  size <- graphics::par("pin")
  graphics::plot.window(c(0, size[[1L]]), c(0, size[[2L]]), xaxs = "i", yaxs = "i")
  layout <- critical_layout(x, main, best, size)
  draw_critical(layout)
  invisible(layout[c("labels", "bars", "hops", "members", "ruler", "axis", "cex")])
}

#' @rdname plot.pb_critical_difference
#' @export
plot.pb_nemenyi <- function(x, main = NULL, best = "left", ...) {
  plot(critical_from_nemenyi(x, list(metric = NULL, higher_is_better = NULL)), main, best, ...)
}

# Where everything goes, in inches from the bottom left. Vertical distances are in lines of text,
# so that the whole figure shrinks with its text.
critical_layout <- function(x, main, best, size) {
  pieces <- bar_pieces(x)
  k <- length(x$classifiers)
  is_better <- seq_len(k) <= ceiling(k / 2)
  on_right <- is_better == (best == "right")
  rows <- ifelse(is_better, seq_len(k), k + 1 - seq_len(k))
  down <- line_positions(main, x$critical_difference, max(0, pieces$bars$level), max(rows))
  names <- without_controls(x$classifiers)
  text <- label_texts(names, x$mean_ranks, on_right)
  cex <- text_size(text, on_right, size, down$bottom)
  text <- fit_names(names, x$mean_ranks, on_right, cex, label_room(size))
  line <- text_line() * cex
  width <- label_width(text, cex)
  axis <- critical_axis(k, x$critical_difference, size, tapply(width, on_right, max), best, cex)
  # What is left of the height goes half above, half below.
  height_at <- function(lines) (size[[2L]] + down$bottom * line) / 2 - lines * line
  axis$y <- height_at(down$axis)
  labels <- data.frame(
    classifier = x$classifiers, text = text, mean_rank = x$mean_ranks,
    side = ifelse(on_right, "right", "left"),
    x = ifelse(on_right, axis$right + label_gap, axis$left - label_gap),
    y = height_at(down$labels + rows), width = width, height = line * 0.9
  )
  list(
    labels = labels, bars = pieces$bars, hops = pieces$hops, members = pieces$members,
    ruler = x$critical_difference, axis = axis, cex = cex, main = main,
    caption = critical_caption(x, best, nrow(pieces$hops) > 0L), size = size, line = line,
    heights = lapply(down, height_at), bar_height = function(level) {
      height_at(down$axis + 0.2 + bar_lines * level)
    }
  )
}

label_gap <- 0.12 # Inches between an end of the axis and a label.
bar_lines <- 0.55 # Lines of text between two levels of bars.
smallest_cex <- 0.5 # Names are shortened before text shrinks below.

# How many lines below the top each part lies.
line_positions <- function(main, ruler, levels, rows) {
  title <- if (is.null(main)) 0.4 else 1.2
  ruler_line <- title + if (is.null(ruler)) 0 else 1.9
  axis <- ruler_line + 1.8
  labels <- axis + 0.4 + bar_lines * levels
  caption <- labels + rows + 1.5
  list(
    title = title, ruler = ruler_line, axis = axis, labels = labels, caption = caption,
    bottom = caption + 0.6
  )
}

label_texts <- function(names, mean_ranks, on_right) {
  rank <- sprintf("%.2f", mean_ranks)
  ifelse(on_right, paste0(rank, "  ", names), paste0(names, "  ", rank))
}

# Height of a line of text and width of labels, in inches on the open device.
text_line <- function() {
  graphics::par("cin")[[2L]] * graphics::par("cex")
}

label_width <- function(text, cex) {
  graphics::strwidth(text, units = "inches", cex = cex)
}

# Each side's labels may take this much of the width; the axis keeps the rest.
label_room <- function(size) {
  0.3 * size[[1L]] - label_gap
}

# The largest text, up to the normal size, for which the figure is neither too high nor too wide.
text_size <- function(text, on_right, size, lines) {
  widest <- max(label_width(text, 1))
  wide <- max(smallest_cex, label_room(size) / widest)
  high <- size[[2L]] / (lines * text_line())
  min(1, wide, high)
}

# The labels, with names shortened in the middle until these fit into `room` inches.
fit_names <- function(names, mean_ranks, on_right, cex, room) {
  kept <- nchar(names)
  repeat {
    text <- label_texts(shorten_middle(names, kept), mean_ranks, on_right)
    over <- label_width(text, cex) > room & kept > 3L
    if (!any(over)) {
      return(text)
    }
    kept[over] <- pmax(3L, kept[over] - pmax(1L, kept[over] %/% 20L))
  }
}

shorten_middle <- function(names, kept) {
  head <- substr(names, 1L, ceiling(kept / 2))
  tail <- substr(names, nchar(names) - kept %/% 2L + 1L, nchar(names))
  ifelse(kept < nchar(names), paste0(head, "...", tail), names)
}

# The axis of ranks 1 to k from the side of `best`. Where the ruler is longer than k - 1 ranks, the
# axis shrinks to its scale.
critical_axis <- function(k, ruler, size, widest, best, cex) {
  edge <- 0.05
  left <- edge + widest[["FALSE"]] + label_gap
  right <- size[[1L]] - edge - widest[["TRUE"]] - label_gap
  scale <- (right - left) / max(k - 1, ruler)
  first <- if (best == "left") left else right
  per_rank <- if (best == "left") scale else -scale
  list(
    first = first, last = first + (k - 1) * per_rank, per_rank = per_rank,
    left = left, right = right, ticks = rank_ticks(k, scale, cex)
  )
}

# Whole ranks with a number: 1, k, and round ones as close as their numbers allow.
rank_ticks <- function(k, scale, cex) {
  needed <- 1.8 * label_width(as.character(k), cex) / scale
  steps <- c(1, 2, 5, 10, 20, 50, 100, 200, 500)
  step <- steps[steps >= needed | steps == 500][[1L]]
  ticks <- seq(0, k, by = step)
  c(1, ticks[ticks - 1 >= needed & k - ticks >= needed], k)
}

# Pieces of bars over neighbours in rank, arcs between pieces, and member dots, with levels.
bar_pieces <- function(x) {
  members <- lapply(x$cliques, match, x$classifiers)
  level <- bar_levels(members, x$mean_ranks)
  cut <- lapply(members, function(places) {
    starts <- which(c(TRUE, diff(places) > 1L))
    list(first = places[starts], last = places[c(starts[-1L] - 1L, length(places))])
  })
  parts <- function(from, to) {
    bound <- Map(function(clique, level, ends) {
      data.frame(clique = rep(clique, length(from(ends))), level = rep(level, length(from(ends))),
                 from = x$mean_ranks[from(ends)], to = x$mean_ranks[to(ends)])
    }, seq_along(cut), level, cut)
    do.call(rbind, c(list(no_pieces), bound))
  }
  list(
    bars = parts(function(ends) ends$first, function(ends) ends$last),
    hops = parts(function(ends) utils::head(ends$last, -1L), function(ends) ends$first[-1L]),
    members = member_dots(members, level, x$mean_ranks)
  )
}

no_pieces <- data.frame(
  clique = integer(), level = integer(), from = numeric(), to = numeric()
)

# The level of each bar: the first, from the axis down, where it is clear of the bars drawn before.
bar_levels <- function(members, mean_ranks) {
  clearance <- 0.015 * (length(mean_ranks) - 1)
  ends <- numeric()
  level <- integer(length(members))
  for (i in seq_along(members)) {
    span <- range(mean_ranks[members[[i]]])
    level[[i]] <- c(which(ends + clearance < span[[1L]]), length(ends) + 1L)[[1L]]
    ends[[level[[i]]]] <- span[[2L]]
  }
  level
}

# Dots where a bar alone would not show its members: it hops, has no length, or a classifier that
# is no member has the same mean rank as one that is.
member_dots <- function(members, level, mean_ranks) {
  shown <- vapply(members, function(places) {
    any(diff(places) > 1L) || diff(range(mean_ranks[places])) == 0 ||
      any(mean_ranks[-places] %in% mean_ranks[places])
  }, NA)
  data.frame(
    clique = rep(seq_along(members)[shown], lengths(members)[shown]),
    level = rep(level[shown], lengths(members)[shown]),
    mean_rank = mean_ranks[as.integer(unlist(members[shown]))]
  )
}

critical_caption <- function(x, best, hops) {
  test <- paste0(toupper(substr(x$test, 1L, 1L)), substring(x$test, 2L))
  paste0(
    test, " test, alpha = ", sprintf("%g", x$alpha), ", ", x$n_datasets, " datasets",
    if (x$convention != "standard") paste0(", convention ", x$convention),
    "; better to the ", best, "; a bar joins classifiers not told apart",
    if (hops) "; arcs hop over those that are"
  )
}

draw_critical <- function(layout) {
  draw_heading(layout)
  draw_axis(layout)
  draw_labels(layout)
  draw_bars(layout)
}

rank_position <- function(axis, rank) {
  axis$first + (rank - 1) * axis$per_rank
}

draw_heading <- function(layout) {
  middle <- layout$size[[1L]] / 2
  if (!is.null(layout$main)) {
    width <- label_width(layout$main, 1.2 * layout$cex)
    shrink <- min(1, 0.95 * layout$size[[1L]] / width)
    graphics::text(middle, layout$heights$title, layout$main, cex = 1.2 * layout$cex * shrink)
  }
  shrink <- min(1, 0.95 * layout$size[[1L]] / label_width(layout$caption, 0.8 * layout$cex))
  graphics::text(
    middle, layout$heights$caption, layout$caption, cex = 0.8 * layout$cex * shrink, col = "gray30"
  )
  if (!is.null(layout$ruler)) {
    draw_ruler(layout)
  }
}

draw_ruler <- function(layout) {
  from <- layout$axis$left
  to <- from + layout$ruler * abs(layout$axis$per_rank)
  y <- layout$heights$ruler
  tip <- 0.2 * layout$line
  graphics::segments(from, y, to, y, lwd = 1.5)
  graphics::segments(c(from, to), y - tip, c(from, to), y + tip, lwd = 1.5)
  graphics::text(
    from, y + 0.7 * layout$line, sprintf("CD = %.2f", layout$ruler),
    adj = c(0, 0.5), cex = layout$cex
  )
}

draw_axis <- function(layout) {
  axis <- layout$axis
  line <- layout$line
  graphics::segments(axis$first, axis$y, axis$last, axis$y, lwd = 1.5)
  whole <- rank_position(axis, seq(1, max(axis$ticks)))
  graphics::segments(whole, axis$y, whole, axis$y + 0.15 * line)
  numbered <- rank_position(axis, axis$ticks)
  graphics::segments(numbered, axis$y, numbered, axis$y + 0.3 * line)
  graphics::text(numbered, axis$y + 0.75 * line, sprintf("%.0f", axis$ticks), cex = layout$cex)
}

draw_labels <- function(layout) {
  labels <- layout$labels
  at <- rank_position(layout$axis, labels$mean_rank)
  inward <- ifelse(labels$side == "right", -0.4, 0.4) * label_gap
  graphics::segments(at, layout$axis$y, at, labels$y, col = "gray50")
  graphics::segments(at, labels$y, labels$x + inward, labels$y, col = "gray50")
  for (side in c("left", "right")) {
    here <- labels[labels$side == side, ]
    graphics::text(
      here$x, here$y, here$text, adj = c(if (side == "left") 1 else 0, 0.5), cex = layout$cex
    )
  }
}

draw_bars <- function(layout) {
  at <- function(rank) rank_position(layout$axis, rank)
  bars <- layout$bars
  y <- layout$bar_height(bars$level)
  # Butt ends: a bar must not reach over a neighbour that differs.
  graphics::segments(at(bars$from), y, at(bars$to), y, lwd = 4 * layout$cex, lend = "butt")
  dots <- layout$members
  graphics::points(
    at(dots$mean_rank), layout$bar_height(dots$level), pch = 19, cex = 0.7 * layout$cex
  )
  turn <- seq(0, pi, length.out = 25L)
  for (i in seq_len(nrow(layout$hops))) {
    hop <- layout$hops[i, ]
    across <- (hop$from + hop$to) / 2 + (hop$from - hop$to) / 2 * cos(turn)
    y <- layout$bar_height(hop$level) - 0.3 * bar_lines * layout$line * sin(turn)
    graphics::lines(at(across), y, lty = "22", lwd = 1.5 * layout$cex)
  }
}
