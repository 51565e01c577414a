# Names as figures print them.

# How figures show methods, each part named by method: `names` are cut to `max_label` characters,
# those of sentences (`full`) are not; `bold`; `group`, a number, NA if a method has none.
# `group_names`, as shown. `known`: all methods that the arguments may name; `of_more`: whether
# `groups` may name any, so that a group has the same colour in the figures of some methods.
method_looks <- function(methods, highlight = NULL, labels = NULL, groups = NULL, max_label = NULL,
                         known = methods, of_more = FALSE) {
  named <- function(values) stats::setNames(values, methods)
  full <- printed_names(methods, labels, known = known)
  kinds <- group_numbers(groups, methods, if (of_more) union(known, names(groups)) else known)
  if (!is.null(max_label)) {
    check_max_label(max_label)
  }
  list(
    names = named(if (is.null(max_label)) full else cut_names(full, max_label)), full = named(full),
    bold = named(bold_names(methods, NULL, highlight, known)), group = named(kinds$number),
    group_names = without_controls(kinds$names)
  )
}

# The room of names of rows or columns in inches, with the marks of their groups.
names_room <- function(looks, methods, cex) {
  mark <- if (length(looks$group_names) > 0L) text_line() * cex else 0
  max(0, label_width(unname(looks$names[methods]), cex, looks$bold[methods])) + mark
}

# Writes names of rows (`side` "left") or upright names of columns ("above" or "below" the cells)
# that lie on points, with the marks of their groups.
write_names <- function(looks, methods, x, y, side, cex) {
  line <- text_line() * cex
  count <- length(methods)
  x <- rep_len(x, count)
  y <- rep_len(y, count)
  shift <- list(left = c(-1, 0), above = c(0, 1), below = c(0, -1))[[side]] * line
  group <- looks$group[methods]
  own <- which(!is.na(group))
  if (length(own) > 0L) {
    draw_marks(x[own] + 0.35 * shift[[1L]], y[own] + 0.35 * shift[[2L]], group[own], 0.85 * cex)
  }
  away <- if (length(looks$group_names) > 0L) shift else c(0, 0)
  write_text(
    x + away[[1L]], y + away[[2L]], unname(looks$names[methods]), cex = cex,
    adj = c(if (side == "above") 0 else 1, 0.5), srt = if (side == "left") 0 else 90,
    font = unname(1L + looks$bold[methods]), col = unname(ink_of(mark_colour(group)))
  )
}

# The printed names of methods: `labels` replace names, and the middle of a longer name than
# `max_label` characters is cut.
printed_names <- function(names, labels = NULL, max_label = NULL, known = names) {
  shown <- stats::setNames(names, names)
  if (!is.null(labels)) {
    check_of_methods("labels", labels, known)
    labels <- labels[names(labels) %in% names]
    shown[names(labels)] <- labels
    twice <- anyDuplicated(shown)
    if (twice > 0L) {
      both <- names(shown)[shown == shown[[twice]]]
      stop_argument(
        sprintf(
          "`labels` must give different names, not '%s' for both '%s' and '%s'", shown[[twice]],
          both[[1L]], both[[2L]]
        ),
        expected = "a different name for each method", found = shown[[twice]]
      )
    }
  }
  shown <- without_controls(unname(shown))
  if (is.null(max_label)) {
    return(shown)
  }
  check_max_label(max_label)
  cut_names(shown, max_label)
}

cut_names <- function(names, most) {
  shorten_middle(names, ifelse(nchar(names) > most, most - 3L, nchar(names)))
}

check_max_label <- function(max_label) {
  whole <- is_number(max_label) && max_label == trunc(max_label)
  if (!whole || max_label < 5 || max_label > 10000) {
    found <- describe_value(max_label)
    stop_argument(
      paste0("`max_label` must be a whole number from 5 to 10000, not ", found),
      expected = "a whole number from 5 to 10000", found = found
    )
  }
}

# Refuses what is not a character vector named by methods of the result.
check_of_methods <- function(name, value, methods) {
  if (!is.character(value) || is.null(names(value)) || anyNA(value)) {
    found <- describe_value(value)
    stop_argument(
      sprintf("`%s` must be a character vector named by methods, not %s", name, found),
      expected = "a named character vector", found = found
    )
  }
  refuse_strange(name, names(value), methods)
}

refuse_strange <- function(name, value, methods) {
  strange <- setdiff(value, methods)
  if (length(strange) > 0L) {
    stop_argument(
      sprintf("`%s` names a method that the result does not have: '%s'", name, strange[[1L]]),
      expected = "one of the methods", found = strange[[1L]]
    )
  }
}

# Which methods are bold: the control and those to highlight.
bold_names <- function(methods, control = NULL, highlight = NULL, known = methods) {
  if (!is.null(highlight) && (!is.character(highlight) || anyNA(highlight))) {
    found <- describe_value(highlight)
    stop_argument(
      paste0("`highlight` must be names of methods, not ", found),
      expected = "a character vector", found = found
    )
  }
  refuse_strange("highlight", highlight, known)
  methods %in% c(control, highlight)
}

# The lines of a title, wrapped to `width` inches.
title_rows <- function(main, width, cex, font = 1L) {
  if (is.null(main)) {
    return(character())
  }
  unlist(lapply(strsplit(main, "\n", fixed = TRUE)[[1L]], wrap_text, width, cex, font))
}

# The size of text at which its longest line is `room` inches wide, at most `cex`.
within_room <- function(text, cex, room) {
  cex * min(1, room / max(label_width(text, cex), 1e-9))
}

# Breaks a text at blanks into lines of at most `width` inches.
wrap_text <- function(text, width, cex, font = 1L) {
  words <- strsplit(text, " ", fixed = TRUE)[[1L]]
  lines <- character()
  for (word in words) {
    longer <- paste(c(utils::tail(lines, 1L), word), collapse = " ")
    fits <- graphics::strwidth(longer, units = "inches", cex = cex, font = font) <= width
    if (length(lines) > 0L && fits) lines[[length(lines)]] <- longer else lines <- c(lines, word)
  }
  lines
}
