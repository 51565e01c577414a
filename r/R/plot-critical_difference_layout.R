# Positions of everything in a critical difference diagram, in inches; nothing here draws.

# What a diagram shows, before any lengths; arguments as of plot().
critical_content <- function(x, main, best, layout, groups, highlight, labels, max_label,
                             verdicts = "auto") {
  check_string("main", main, null_ok = TRUE)
  check_choice("best", best, c("left", "right"))
  check_choice("layout", layout, c("auto", "both", "one-sided"))
  names <- printed_names(x$classifiers, labels, max_label)
  bold <- bold_names(x$classifiers, x$control, highlight)
  groups <- group_numbers(groups, x$classifiers)
  check_choice("verdicts", verdicts, c("auto", "bars", "letters"))
  letters <- shown_letters(x, verdicts)
  pieces <- bar_pieces(x, lettered = !is.null(letters))
  groups$names <- without_controls(groups$names)
  list(
    x = x, k = length(x$classifiers), main = main, best = best, groups = groups, names = names,
    bold = bold, pieces = pieces, lettered = !is.null(letters),
    mark = paste0(critical_marks(x), if (!is.null(letters)) paste0(" ", letters)),
    ruler = if (is.null(x$control)) x$critical_difference,
    caption = critical_caption(
      x, best, nrow(pieces$hops) > 0L, names, lettered = !is.null(letters)
    )
  )
}

# The positions of all parts, in inches from the bottom left. Vertical distances are in lines of
# text. At a given `font_size`, names keep their length and the text its size.
critical_layout <- function(content, layout, size, font_size = NULL) {
  sides <- if (layout == "auto") c("both", "one-sided") else layout
  if (is.null(font_size)) {
    return(critical_positions(shrunk_plan(content, sides[[1L]], size), size))
  }
  arranged <- function(cex, width) {
    for (side in sides) {
      plan <- critical_plan(content, side, cex, width, fixed = TRUE)
      if (plan$least <= width + size_spare) break
    }
    plan
  }
  extent <- function(cex, width) {
    plan <- arranged(cex, width)
    c(plan$least, plan$lines * plan$line)
  }
  hold_size(extent, font_size, size)
  critical_positions(arranged(asked_cex(font_size), size[[1L]]), size)
}

# The largest text, up to the normal size, for which the figure is neither too high nor too wide.
# Names are shortened before text shrinks to less than half.
shrunk_plan <- function(content, side, size) {
  room <- label_room(size[[1L]])
  label <- critical_plan(content, side, 1, size[[1L]], fixed = TRUE)$label
  cex <- min(1, max(smallest_cex, room / max(label)))
  shrunk(function(cex) critical_plan(content, side, cex, size[[1L]], fixed = FALSE), size, cex)
}

# Texts of the size `cex` for a width, where they are in lines of text, and the least width.
critical_plan <- function(content, side, cex, width, fixed) {
  k <- content$k
  better <- seq_len(k) <= if (side == "both") ceiling(k / 2) else k
  on_right <- better == (content$best == "right")
  rows <- ifelse(better, seq_len(k), k + 1 - seq_len(k))
  room <- if (fixed) Inf else label_room(width)
  columns <- if (content$lettered) verdict_columns(content, cex)
  fitted <- fit_names(content, on_right, columns, cex, room)
  label <- fitted$width
  widest <- vapply(c(FALSE, TRUE), function(right) max(0, label[on_right == right]), 0)
  share <- function(usual) if (fixed) cex else usual * cex
  small <- share(0.8)
  title <- title_rows(content$main, 0.95 * width, 1.2 * cex)
  caption <- wrap_text(content$caption, 0.95 * width, small)
  legend <- legend_entries(content$groups$names, width, cex, share(0.85))
  line <- text_line() * cex
  notes <- c(label_width(title, 1.2 * cex), label_width(caption, small)) / 0.95
  axis <- max(9, 0.42 * k) * line / 1.2 # in font sizes: two numbers, and lines that stay apart
  down <- line_positions(
    length(title), content$x$critical_difference, max(0, content$pieces$bars$level), max(rows),
    max(0, legend$row), length(caption) * small / cex
  )
  list(
    content = content, cex = cex, line = line, small = small, entry = share(0.85), rows = rows,
    on_right = on_right, text = fitted$text, names = fitted$names, columns = columns,
    label = label, widest = widest, title = title,
    caption = caption, legend = legend, down = down, lines = down$bottom, least = max(
      2 * (axis_edge + label_gap) + sum(widest) + axis, notes, legend_width(legend)
    )
  )
}

critical_positions <- function(plan, size) {
  content <- plan$content
  x <- content$x
  axis <- critical_axis(content$k, content$ruler, size[[1L]], plan$widest, content$best, plan$cex)
  # The remaining height goes half above, half below.
  height_at <- function(lines) {
    (size[[2L]] + plan$lines * plan$line) / 2 - lines * plan$line
  }
  axis$y <- height_at(plan$down$axis)
  labels <- data.frame(
    classifier = x$classifiers, text = plan$text, mark = content$mark, name = plan$names,
    group = content$groups$number, mean_rank = x$mean_ranks,
    place = leader_places(x$mean_ranks, axis, plan$line),
    side = ifelse(plan$on_right, "right", "left"),
    x = ifelse(plan$on_right, axis$right + label_gap, axis$left - label_gap),
    y = height_at(plan$down$labels + plan$rows), width = plan$label, height = plan$line * 0.9
  )
  control <- x$mean_ranks[x$classifiers %in% x$control]
  kept <- plan[c("cex", "line", "small", "entry", "title", "caption", "legend", "columns")]
  c(kept, content$pieces, list(
    labels = labels, ruler = x$critical_difference, axis = axis, bold = content$bold,
    control = control, ruler_middle = interval_middle(x, axis, control, size, plan$cex),
    size = size,
    heights = lapply(plan$down, height_at), bar_height = function(level) {
      height_at(plan$down$axis + 0.2 + bar_lines * level)
    }
  ))
}

# The middle of the text over the interval of the control, within the figure.
interval_middle <- function(x, axis, control, size, cex) {
  if (length(control) == 0L || is.null(x$critical_difference)) {
    return(NULL)
  }
  text <- ruler_text(list(control = control, ruler = x$critical_difference))
  half <- label_width(text, cex) / 2 + axis_edge
  min(max(rank_position(axis, control), half), size[[1L]] - half)
}

# Where the lines of close or equal mean ranks reach their labels, in units of ranks.
leader_places <- function(mean_ranks, axis, line) {
  unit <- abs(axis$per_rank)
  edge <- 0.5 * label_gap / unit
  spread_apart(mean_ranks, 0.3 * line / unit, 1 - edge, max(axis$ticks) + edge)
}

axis_edge <- 0.05 # Inches between the outer end of a label and the edge of the figure.
label_gap <- 0.12 # Inches between an end of the axis and a label.
fan_lines <- 0.6 # Lines of text below the bars in which lines of close mean ranks part.
bar_lines <- 0.55 # Lines of text between two levels of bars.
smallest_cex <- 0.5 # Names are shortened before text shrinks below.

# How many lines below the top each part is; `title` and `caption` are heights in lines.
line_positions <- function(title, ruler, levels, rows, entries, caption) {
  top <- if (title == 0) 0.4 else 1.4 * title - 0.2
  ruler_line <- top + if (is.null(ruler)) 0 else 1.9
  axis <- ruler_line + 1.8
  labels <- axis + 0.4 + fan_lines + bar_lines * levels
  legend <- labels + rows + 0.9
  words <- legend + 1.1 * entries + 0.2
  list(
    title = 1.2, ruler = ruler_line, axis = axis, fan = labels - fan_lines, labels = labels,
    legend = legend, caption = words, bottom = words + caption_step * caption + 0.2
  )
}

caption_step <- 1.1 # From line to line of notes, in lines of their size.

label_texts <- function(names, mean_ranks, on_right, mark) {
  # A blank is about as wide as a mark: the ranks stay aligned.
  rank <- paste0(sprintf("%.2f", mean_ranks), formatC(mark, width = -max(nchar(mark))))
  ifelse(on_right, paste0(rank, "  ", names), paste0(names, "  ", rank))
}

# Height of a line of text and width of labels, in inches on the open device.
text_line <- function() {
  graphics::par("cin")[[2L]] * graphics::par("cex")
}

label_width <- function(text, cex, bold = FALSE) {
  if (length(text) == 0L) {
    return(numeric())
  }
  width <- graphics::strwidth(text, units = "inches", cex = cex)
  if (any(bold)) {
    width[bold] <- graphics::strwidth(text[bold], units = "inches", cex = cex, font = 2L)
  }
  width
}

# The most of the width that the labels of each side may take; the axis gets the rest.
label_room <- function(width) {
  0.3 * width - label_gap
}

# Widths of the columns of mean ranks and letters, and of the gap between columns, in inches.
verdict_columns <- function(content, cex) {
  widest <- function(text) max(label_width(text, cex, content$bold))
  list(
    rank = widest(sprintf("%.2f", content$x$mean_ranks)), mark = widest(trimws(content$mark)),
    gap = label_width("n", cex)
  )
}

# The labels with their widths, their names shortened in the middle until they fit into `room`
# inches.
fit_names <- function(content, on_right, columns, cex, room) {
  kept <- nchar(content$names)
  beside <- if (!is.null(columns)) columns$rank + columns$mark + 2 * columns$gap
  repeat {
    names <- shorten_middle(content$names, kept)
    text <- label_texts(names, content$x$mean_ranks, on_right, content$mark)
    wide <- if (is.null(beside)) {
      label_width(text, cex, content$bold)
    } else {
      label_width(names, cex, content$bold) + beside
    }
    over <- wide > room & kept > 3L
    if (!any(over)) {
      return(list(text = text, names = names, width = wide))
    }
    kept[over] <- pmax(3L, kept[over] - pmax(1L, kept[over] %/% 20L))
  }
}

# The pieces of text of the labels: one each, or mean rank, letters and name in columns. `adj`: 0
# for a text that begins at x, 1 for one that ends there.
label_pieces <- function(drawn) {
  labels <- drawn$labels
  columns <- drawn$columns
  right <- labels$side == "right"
  pieces <- function(text, x, adj) {
    data.frame(
      text = text, x = x, y = labels$y, adj = adj, group = labels$group, bold = drawn$bold
    )
  }
  if (is.null(columns)) {
    return(pieces(labels$text, labels$x, ifelse(right, 0, 1)))
  }
  marks <- labels$x + ifelse(right, columns$rank + columns$gap, -columns$mark)
  names <- marks + ifelse(right, columns$mark, -columns$rank - columns$gap) +
    ifelse(right, 1, -1) * columns$gap
  ranks <- ifelse(right, labels$x + columns$rank, marks - columns$gap)
  rbind(
    pieces(labels$name, names, ifelse(right, 0, 1)),
    pieces(sprintf("%.2f", labels$mean_rank), ranks, 1),
    pieces(trimws(labels$mark), marks, 0)
  )
}

# Shortens each name to `kept` characters at both ends. Different names stay different: names that
# would become equal are cut where they differ, and numbered if no cut makes them different.
shorten_middle <- function(names, kept) {
  kept <- rep_len(kept, length(names))
  text <- cut_middle(names, kept, ceiling(kept / 2))
  for (same in unique(text[duplicated(text)])) {
    mine <- which(text == same)
    if (length(unique(names[mine])) > 1L) {
      text[mine] <- cut_apart(names[mine], kept[mine], text[-mine])
    }
  }
  text
}

cut_middle <- function(names, kept, head) {
  tail <- substr(names, nchar(names) - (kept - head) + 1L, nchar(names))
  ifelse(kept < nchar(names), paste0(substr(names, 1L, head), "...", tail), names)
}

cut_apart <- function(names, kept, taken) {
  whole <- unique(names)
  kept <- kept[match(whole, names)]
  middle <- ceiling(kept / 2)
  shifts <- c(0, seq_len(max(kept - middle)), -seq_len(max(middle)))
  cuts <- lapply(shifts, function(shift) {
    cut_middle(whole, kept, pmax(1, pmin(middle + shift, kept - 1)))
  })
  different <- vapply(cuts, function(cut) length(setdiff(cut, taken)), 0L)
  for (label in cuts[[which.max(different)]]) {
    numbered <- c(label, sprintf("%s (%d)", label, 1L + seq_len(length(taken) + 1L)))
    taken <- c(taken, setdiff(numbered, taken)[[1L]])
  }
  utils::tail(taken, length(whole))[match(names, whole)]
}

# The axis of ranks 1 to k from the side of `best`. If the ruler is longer than k - 1 ranks, the
# axis shrinks to its scale.
critical_axis <- function(k, ruler, width, widest, best, cex) {
  left <- axis_edge + widest[[1L]] + label_gap
  right <- width - axis_edge - widest[[2L]] - label_gap
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
bar_pieces <- function(x, lettered = FALSE) {
  members <- if (!lettered && !too_many_bars(x)) lapply(x$cliques, match, x$classifiers)
  level <- bar_levels(members, x$mean_ranks)
  cut <- lapply(members, function(of_bar) {
    starts <- which(c(TRUE, diff(of_bar) > 1L))
    list(first = of_bar[starts], last = of_bar[c(starts[-1L] - 1L, length(of_bar))])
  })
  parts <- function(from, to) {
    bound <- Map(function(clique, level, ends) {
      data.frame(
        clique = rep(clique, length(from(ends))), level = rep(level, length(from(ends))),
        from = x$mean_ranks[from(ends)], to = x$mean_ranks[to(ends)]
      )
    }, seq_along(cut), level, cut)
    do.call(rbind, c(list(no_pieces), bound))
  }
  list(
    bars = parts(function(ends) ends$first, function(ends) ends$last),
    hops = parts(function(ends) utils::head(ends$last, -1L), function(ends) ends$first[-1L]),
    members = member_dots(members, level, x$mean_ranks)
  )
}

# The letters that replace the bars, if they do: with "auto", if more bars than `most_broken` would
# be broken.
shown_letters <- function(x, verdicts) {
  if (verdicts == "bars" || (verdicts == "auto" && broken_bars(x) <= most_broken)) {
    return(NULL)
  }
  letters <- critical_letters(x)
  if (is.null(letters) && verdicts == "letters") {
    why <- if (is.null(x$control)) "more than 52 letters" else "a control"
    stop_argument(
      paste0("`verdicts` cannot be \"letters\" for a diagram with ", why),
      expected = "a diagram of all pairs, of at most 52 letters", found = why,
      hint = "Use verdicts = \"bars\"."
    )
  }
  letters
}

# The number of bars whose members are not neighbours in mean rank.
broken_bars <- function(x) {
  if (too_many_bars(x)) {
    return(0L)
  }
  sum(vapply(x$cliques, function(clique) any(diff(sort(match(clique, x$classifiers))) > 1L), NA))
}

most_broken <- 12L

# Interval tests of 200 methods have 200 bars at most; thousands would hide the names.
most_bars <- 250L

too_many_bars <- function(x) {
  length(x$cliques) > most_bars
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

# Dots on bars with arcs.
member_dots <- function(members, level, mean_ranks) {
  shown <- vapply(members, function(of_bar) any(diff(of_bar) > 1L), NA)
  of_bars <- as.integer(unlist(members[shown]))
  data.frame(
    clique = rep(seq_along(members)[shown], lengths(members)[shown]),
    level = rep(level[shown], lengths(members)[shown]),
    mean_rank = mean_ranks[of_bars]
  )
}
