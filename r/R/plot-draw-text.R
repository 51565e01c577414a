# Names as figures print them.

# The printed names of methods: `labels` replace names, and the middle of a longer name than
# `max_label` characters is cut.
printed_names <- function(names, labels = NULL, max_label = NULL) {
  shown <- stats::setNames(names, names)
  if (!is.null(labels)) {
    check_of_methods("labels", labels, names)
    shown[names(labels)] <- labels
    twice <- anyDuplicated(shown)
    if (twice > 0L) {
      stop_argument(
        sprintf("`labels` prints two methods as '%s'", shown[[twice]]),
        expected = "different printed names", found = shown[[twice]]
      )
    }
  }
  shown <- without_controls(unname(shown))
  if (is.null(max_label)) {
    return(shown)
  }
  check_max_label(max_label)
  shorten_middle(shown, ifelse(nchar(shown) > max_label, max_label - 3L, nchar(shown)))
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
bold_names <- function(methods, control = NULL, highlight = NULL) {
  if (!is.null(highlight) && (!is.character(highlight) || anyNA(highlight))) {
    found <- describe_value(highlight)
    stop_argument(
      paste0("`highlight` must be names of methods, not ", found),
      expected = "a character vector", found = found
    )
  }
  refuse_strange("highlight", highlight, methods)
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
