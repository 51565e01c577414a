# A table as it is printed: LaTeX, Markdown, HTML.
#
# A number is printed once, by printed_cells(), in the format of its column, so that all of these
# texts show the same digits.

no_number <- "\u2013" # for a number that is missing or not defined

#' @rdname pb_table
#' @param object A table of [pb_table()], or any result that can be written as one table.
#' @param booktabs Whether the horizontal lines are those of the LaTeX package booktabs; otherwise
#'   they are `\hline`.
#' @param siunitx Whether the LaTeX package siunitx aligns numbers at their decimal points.
#' @param width Width available for the table: a number of inches, or the name of a column or text
#'   width of a publisher: `"acm-column"`, `"acm-text"`, `"ieee-column"`, `"ieee-text"`, `"jmlr"`,
#'   `"neurips"`. The gaps between columns are made as narrow as needed, down to 4 points; a table
#'   that is still wider is refused. Widths are estimated for Computer Modern, and are smaller in
#'   most other fonts.
#' @param font_size Font size in points. `NULL`: the font size of the text around the table. The
#'   width of the table is then estimated with the font size of the publisher that `width` names, or
#'   with 10 points if `width` is a number.
#' @param rotate Whether the headers of columns of numbers are turned by 90 degrees (LaTeX package
#'   graphicx).
#' @param ... For `toLatex()` of a result: arguments of `pb_table()`. Otherwise, further arguments
#'   are ignored.
#' @importFrom utils toLatex
#' @export
toLatex.pb_table <- function(object, booktabs = TRUE, # nolint: object_name_linter.
                             siunitx = FALSE, width = NULL, font_size = NULL, rotate = FALSE, ...) {
  layout <- list(
    booktabs = check_flag("booktabs", booktabs), siunitx = check_flag("siunitx", siunitx),
    width = check_table_width(width),
    font_size = if (!is.null(font_size)) {
      check_number("font_size", font_size, "a positive number of points", 0, 1000)
    },
    rotate = check_flag("rotate", rotate)
  )
  about <- if (nzchar(object$caption)) spelled(object$caption)
  lines <- latex_tabular(
    table_columns(object), layout, length(object$foot), object$notes, about
  )
  structure(lines, class = "Latex")
}

#' @rdname pb_table
#' @export
toLatex.pb_result <- function(object, ..., booktabs = TRUE, # nolint: object_name_linter.
                              siunitx = FALSE, width = NULL, font_size = NULL, rotate = FALSE) {
  utils::toLatex(
    pb_table(object, ...),
    booktabs = booktabs, siunitx = siunitx, width = width, font_size = font_size, rotate = rotate
  )
}

check_table_width <- function(width) {
  if (is.null(width)) {
    return(NULL)
  }
  if (is.character(width)) {
    return(check_choice("width", width, names(papers)))
  }
  check_number("width", width, "a positive number of inches", 0, 1000)
}

#' @rdname pb_table
#' @param form `"markdown"` (that of GitHub) or `"html"`.
#' @param most Largest number of rows that the form `"html"` shows; a line below says how many more
#'   there are. `NULL`: all rows.
#' @export
format.pb_table <- function(x, form = "markdown", most = NULL, ...) {
  check_dots(...)
  check_choice("form", form, c("markdown", "html"))
  if (form == "markdown") table_markdown(x) else table_html(x, most)
}

#' @rdname pb_table
#' @param row.names,optional Ignored; part of the generic.
#' @export
as.data.frame.pb_table <- function(x, row.names = NULL, # nolint: object_name_linter.
                                   optional = FALSE, ...) {
  check_dots(...)
  columns <- lapply(table_columns(x), `[[`, "cells")
  structure(
    columns,
    names = x$header, row.names = seq_along(columns[[1L]]), class = "data.frame"
  )
}

# The columns as they are printed: lists of head, cells, bold and numeric.
table_columns <- function(x) {
  lapply(seq_along(x$header), function(j) {
    values <- x$rows[[j]]
    foot <- lapply(x$foot, function(row) row$cells[[j]])
    texts <- vapply(x$foot, function(row) printed_cells(row$cells[[j]], row$format), "")
    list(
      head = x$header[[j]], cells = c(printed_cells(values, x$formats[[j]]), texts),
      bold = unname(x$bold[, j]), numeric = holds_printed_numbers(values, foot)
    )
  })
}

# Whether a column is one of numbers: any is there, or all are missing.
holds_printed_numbers <- function(values, foot) {
  numbers <- unlist(Filter(is.numeric, c(list(values), foot)))
  texts <- any(!is.na(values) & !is.numeric(values)) || any(vapply(foot, is.character, NA))
  any(!is.na(numbers)) || (!texts && length(values) > 0L)
}

# Cells of one kind as they are printed, as plain texts; `form`: "", ".2f", ".1e" or "p".
printed_cells <- function(cells, form) {
  if (is.logical(cells)) {
    return(ifelse(is.na(cells), no_number, ifelse(cells, "yes", "no")))
  }
  if (!is.numeric(cells)) {
    return(ifelse(is.na(cells), no_number, as.character(cells)))
  }
  forms <- rep_len(if (nzchar(form)) form else ".15g", length(cells))
  if (form == "p") {
    forms <- ifelse(!is.na(cells) & cells != 0 & cells < 1e-3, ".1e", ".3f")
  }
  text <- vapply(seq_along(cells), function(i) sprintf(paste0("%", forms[[i]]), cells[[i]]), "")
  text <- sub("e\\+?(-?)0*([0-9]+)$", "e\\1\\2", text)
  text <- sub("^-(0([.]0*)?)$", "\\1", text)
  text[is.na(cells)] <- no_number
  text[!is.na(cells) & cells == Inf] <- "\u221e"
  text[!is.na(cells) & cells == -Inf] <- "\u2212\u221e"
  if (form == "p") {
    text[!is.na(cells) & cells < p_floor] <- "<1e-12"
  }
  text
}

table_markdown <- function(x) {
  columns <- table_columns(x)
  rule <- vapply(columns, function(column) if (column$numeric) "---:" else ":---", "")
  cells <- lapply(columns, function(column) {
    text <- markdown_text(column$cells)
    ifelse(column$bold, paste0("**", text, "**"), text)
  })
  lines <- c(
    paste(markdown_text(x$header), collapse = " | "), paste(rule, collapse = " | "),
    if (length(cells[[1L]]) > 0L) do.call(paste, c(unname(cells), sep = " | "))
  )
  notes <- if (length(x$notes) > 0L) rbind("", markdown_text(x$notes))
  c(paste("|", lines, "|"), notes)
}

markdown_text <- function(x) {
  gsub("([\\\\`*_{}\\[\\]<>|~$&#])", "\\\\\\1", spelled(x), perl = TRUE)
}

table_html <- function(x, most = NULL) {
  columns <- table_columns(x)
  n <- length(x$rows[[1L]])
  shown <- if (is.null(most)) n else min(n, check_count("most", most))
  rows <- c(seq_len(shown), n + seq_along(x$foot))
  style <- vapply(columns, function(column) if (column$numeric) "right" else "left", "")
  style <- sprintf(" style=\"text-align:%s;padding:.1em .6em\"", style)
  tag <- ifelse(seq_along(columns) == 1L, "th", "td")
  scope <- ifelse(seq_along(columns) == 1L, " scope=\"row\"", "")
  head <- paste0("<th scope=\"col\"", style, ">", html_text(x$header), "</th>", collapse = "")
  cells <- Map(function(column, style, tag, scope) {
    text <- html_text(column$cells[rows])
    text <- ifelse(column$bold[rows], paste0("<strong>", text, "</strong>"), text)
    sprintf("<%s%s%s>%s</%s>", tag, scope, style, text, tag)
  }, columns, style, tag, scope)
  more <- if (shown < n) paste("and", counted(n - shown, "row"), "more")
  caption <- if (nzchar(x$caption)) paste0("<caption>", html_text(x$caption), "</caption>")
  below <- c(more, x$notes)
  c(
    paste0("<table style=\"font-variant-numeric:tabular-nums\">", caption),
    paste0("<thead><tr>", head, "</tr></thead>"), "<tbody>",
    if (length(rows) > 0L) paste0("<tr>", do.call(paste0, unname(cells)), "</tr>") else "",
    "</tbody>", "</table>",
    paste0(if (length(below) > 0L) paste0("<p>", html_text(below), "</p>"), collapse = "")
  )
}

html_text <- function(x) {
  text <- spelled(x)
  from <- c("&", "<", ">", "\"", "'")
  to <- c("&amp;", "&lt;", "&gt;", "&quot;", "&#x27;")
  for (i in seq_along(from)) {
    text <- gsub(from[[i]], to[[i]], text, fixed = TRUE)
  }
  text
}
