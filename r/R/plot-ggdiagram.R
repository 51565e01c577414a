# A critical difference diagram as a ggplot: the positions of plot(), in ranks and lines of text.

# Methods of a generic that lintr does not see, since ggplot2 is not imported.
# nolint start: object_name_linter, object_length_linter.

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_nemenyi <- function(object, main = NULL, best = "left", ...) {
  plain <- critical_from_nemenyi(object, list(metric = NULL, higher_is_better = NULL))
  ggplot2::autoplot(plain, main, best, ...)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_critical_difference <- function(object, main = NULL, best = "left", layout = "auto",
                                            groups = NULL, font_size = NULL, highlight = NULL,
                                            labels = NULL, max_label = NULL,
                                            verdicts = "auto", width = 7,
                                            height = 5, ...) {
  check_dots(...)
  content <- critical_content(
    object, main, best, layout, groups, highlight, labels, max_label, verdicts
  )
  for (name in c("width", "height")) {
    check_number(name, get(name), "a positive number of inches", 0, 1000)
  }
  drawn <- on_device(wide_device, NULL, width, height, function() {
    critical_layout(content, layout, c(width, height), font_size)
  })
  parts <- gg_diagram(drawn)
  size <- function(cex) 12 * cex / ggplot2::.pt # 12 points is the size of text of a device
  text <- function(data, cex) {
    ggplot2::geom_text(
      gg_aes(x = "x", y = "y", label = "label", hjust = "hjust", colour = "colour",
             fontface = "face"), data, size = size(cex)
    )
  }
  marks <- function(data, cex) {
    ggplot2::geom_point(
      gg_aes(x = "x", y = "y", colour = "colour", fill = "fill", shape = "shape"), data,
      size = 3.4 * cex
    )
  }
  ggplot2::ggplot() +
    gg_lines(parts$axis) + gg_lines(parts$leaders) + gg_lines(parts$bars, "round") +
    ggplot2::geom_path(
      gg_aes(x = "x", y = "y", group = "hop"), parts$hops, linetype = "22",
      linewidth = 0.5 * drawn$cex
    ) +
    marks(parts$dots, 0.4 * drawn$cex) + text(parts$ticks, drawn$cex) +
    text(parts$names, drawn$cex) + gg_lines(parts$ruler) + text(parts$said, drawn$cex) +
    marks(parts$marks, 0.8 * drawn$cex) + text(parts$legend, drawn$entry) +
    gg_scales(parts) + ggplot2::coord_cartesian(clip = "off") + ggplot2::theme_void() +
    gg_words(main, width, caption = paste(drawn$caption, collapse = "\n"), folded = TRUE) +
    ggplot2::theme(
      plot.background = ggplot2::element_rect(fill = "white", colour = NA),
      plot.title = ggplot2::element_text(
        size = 14.4 * drawn$cex, margin = ggplot2::margin(4, 0, 4, 0)
      ),
      plot.caption = ggplot2::element_text(
        size = 12 * drawn$small, margin = ggplot2::margin(2, 0, 4, 0)
      ),
      plot.margin = ggplot2::margin(0, 4, 0, 4)
    )
}

# nolint end

# A device that measures texts for a ggplot. In which font a ggplot will be drawn is not known;
# Bookman, a font that pdf() always knows, is in this size as wide as DejaVu Sans in 12 points, and
# DejaVu Sans is wider than Helvetica.
wide_device <- function(path, width, height) {
  grDevices::pdf(path, width, height, family = "Bookman", pointsize = 12.5)
}

gg_lines <- function(data, end = "butt") {
  ggplot2::geom_segment(
    gg_aes(x = "x", y = "y", xend = "xend", yend = "yend", colour = "colour", linewidth = "lwd"),
    data, lineend = end
  )
}

# The limits are those of the page, so that the labels have their room.
gg_scales <- function(parts) {
  list(
    ggplot2::scale_x_continuous(
      limits = parts$limits$x, expand = c(0, 0),
      trans = if (parts$mirrored) "reverse" else "identity"
    ),
    ggplot2::scale_y_continuous(limits = parts$limits$y, expand = c(0, 0)),
    ggplot2::scale_colour_identity(), ggplot2::scale_fill_identity(),
    ggplot2::scale_shape_identity(), ggplot2::scale_linewidth_identity()
  )
}

# What a layout draws, as data frames: x in ranks, y in lines of text above the axis.
gg_diagram <- function(drawn) {
  axis <- drawn$axis
  labels <- drawn$labels
  rank <- function(inches) 1 + (inches - axis$first) / axis$per_rank
  up <- function(inches) (inches - axis$y) / drawn$line
  lines <- function(x, y, xend, yend, lwd = 1, colour = "black") {
    count <- length(x)
    data.frame(
      x = x, y = rep_len(y, count), xend = rep_len(xend, count), yend = rep_len(yend, count),
      lwd = rep_len(lwd / ggplot2::.pt, count), colour = rep_len(colour, count)
    )
  }
  words <- function(x, y, label, hjust = 0.5, colour = "black", face = "plain") {
    count <- length(x)
    data.frame(
      x = x, y = rep_len(y, count), label = label, hjust = rep_len(hjust, count),
      colour = rep_len(colour, count), face = rep_len(face, count)
    )
  }
  k <- nrow(labels)
  right <- labels$side == "right"
  grouped <- which(!is.na(labels$group))
  pieces <- label_pieces(drawn)
  list(
    axis = rbind(
      lines(1, 0, k, 0, 1.5), lines(seq_len(k), 0, seq_len(k), 0.15),
      lines(axis$ticks, 0, axis$ticks, 0.3), gg_control(drawn, lines)
    ),
    leaders = gg_leaders(drawn, lines, rank, up),
    bars = lines(
      drawn$bars$from, up(drawn$bar_height(drawn$bars$level)), drawn$bars$to,
      up(drawn$bar_height(drawn$bars$level)), 4 * drawn$cex
    ),
    hops = gg_hops(drawn$hops, up(drawn$bar_height(drawn$hops$level))),
    dots = gg_marks(
      c(drawn$members$mean_rank, drawn$control),
      c(up(drawn$bar_height(drawn$members$level)), rep(0, length(drawn$control))), NA
    ),
    ticks = words(axis$ticks, 0.75, sprintf("%.0f", axis$ticks)),
    names = words(
      rank(pieces$x), up(pieces$y), pieces$text, pieces$adj, ink_of(mark_colour(pieces$group)),
      ifelse(pieces$bold, "bold", "plain")
    ),
    ruler = gg_ruler(drawn, lines, rank, up), said = gg_ruler_text(drawn, words, rank, up),
    marks = gg_marks(
      rank(c(
        labels$x[grouped] + ifelse(right[grouped], -0.8, 0.8) * label_gap,
        drawn$legend$x + 0.4 * drawn$line
      )),
      up(c(labels$y[grouped], legend_heights(drawn))),
      c(labels$group[grouped], seq_len(nrow(drawn$legend)))
    ),
    legend = words(
      rank(drawn$legend$x + 0.9 * drawn$line), up(legend_heights(drawn)), drawn$legend$name, 0,
      ink_of(mark_colour(seq_len(nrow(drawn$legend))))
    ),
    limits = list(
      x = rank(c(0, drawn$size[[1L]])),
      y = c(
        up(drawn$heights$legend) - 1.1 * max(0, drawn$legend$row),
        if (is.null(drawn$ruler)) 1.5 else up(drawn$heights$ruler) + 1.4
      )
    ),
    mirrored = axis$per_rank < 0
  )
}

legend_heights <- function(drawn) {
  drawn$heights$legend - (drawn$legend$row - 0.5) * 1.1 * drawn$line
}

gg_marks <- function(x, y, number) {
  number <- rep_len(number, length(x))
  data.frame(
    x = x, y = y, colour = edge_of(mark_colour(number)), fill = mark_colour(number),
    shape = ifelse(is.na(number), 19L, mark_shape(number))
  )
}

# Four lines per method: down the axis, apart from close mean ranks, down, and to the label.
gg_leaders <- function(drawn, lines, rank, up) {
  labels <- drawn$labels
  below <- up(drawn$heights$fan)
  y <- up(labels$y)
  inward <- ifelse(labels$side == "right", -0.4, 0.4) * label_gap
  lwd <- ifelse(drawn$bold, 2, 1)
  colour <- ifelse(is.na(labels$group), "gray50", ink_of(mark_colour(labels$group)))
  line <- function(x, y, xend, yend) lines(x, y, xend, yend, lwd, colour)
  rbind(
    line(labels$mean_rank, 0, labels$mean_rank, below),
    line(labels$mean_rank, below, labels$place, below - fan_lines),
    line(labels$place, below - fan_lines, labels$place, y),
    line(labels$place, y, rank(labels$x + inward), y)
  )
}

# The arcs that skip methods.
gg_hops <- function(hops, y) {
  turn <- seq(0, pi, length.out = 25L)
  number <- rep(seq_len(nrow(hops)), each = length(turn))
  middle <- ((hops$from + hops$to) / 2)[number]
  data.frame(
    x = middle + (hops$from[number] - middle) * cos(turn),
    y = y[number] - 0.3 * bar_lines * sin(turn), hop = number
  )
}

# The ranks closer to the control than the critical difference.
gg_control <- function(drawn, lines) {
  if (length(drawn$control) == 0L || is.null(drawn$ruler)) {
    return(NULL)
  }
  ends <- control_reach(drawn)$ends
  lines(ends[[1L]], 0, ends[[2L]], 0, 4 * drawn$cex)
}

# The critical difference: from the best end of the axis, or on both sides of the control.
ruler_ends <- function(drawn, rank) {
  if (length(drawn$control) > 0L) {
    return(control_reach(drawn))
  }
  from <- rank(drawn$axis$left)
  list(ends = from + c(0, sign(drawn$axis$per_rank)) * drawn$ruler, capped = c(TRUE, TRUE))
}

gg_ruler <- function(drawn, lines, rank, up) {
  if (is.null(drawn$ruler)) {
    return(lines(numeric(), 0, 0, 0))
  }
  reach <- ruler_ends(drawn, rank)
  y <- up(drawn$heights$ruler)
  capped <- reach$ends[reach$capped]
  rbind(
    lines(reach$ends[[1L]], y, reach$ends[[2L]], y, 1.5),
    lines(capped, y - 0.2, capped, y + 0.2, 1.5)
  )
}

gg_ruler_text <- function(drawn, words, rank, up) {
  if (is.null(drawn$ruler)) {
    return(words(numeric(), 0, character()))
  }
  text <- ruler_text(drawn)
  y <- up(drawn$heights$ruler) + 0.7
  if (length(drawn$control) == 0L) {
    return(words(rank(drawn$axis$left), y, text, 0))
  }
  words(rank(drawn$ruler_middle), y, text)
}
