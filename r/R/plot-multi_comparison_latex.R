# The multi-comparison matrix as a LaTeX tabular.

#' Write a multi-comparison matrix as a LaTeX tabular
#'
#' Writes the matrix as a `tabular` without an environment around it, with the caption in a comment.
#' The `tabular` needs the LaTeX packages `booktabs`, `colortbl`, `graphicx` and `xcolor`. All names
#' are escaped, and the text keeps its size.
#'
#' @param object A result of [pb_multi_comparison()].
#' @param colours,triangle,cell,limit,decimals As in [plot()][plot.pb_multi_comparison].
#' @param document Whether to write a complete document with the caption.
#' @param width Width that is available in inches, or the name of a standard width, such as
#'   `"ieee-column"` (see [pb_table()]). A matrix that does not fit is refused.
#' @param font_size Font size in points.
#' @param highlight,labels,groups As in [plot.pb_critical_difference()].
#' @param ... Nothing: other arguments are refused.
#' @return A character vector of class `Latex`, one element per line.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b"), A_1 = c(9, 8), B = c(6, 7)), higher_is_better = TRUE
#' )
#' toLatex(pb_multi_comparison(t))
#' @importFrom utils toLatex
#' @export
toLatex.pb_multi_comparison <- function(object, # nolint: object_name_linter.
                                        colours = "red-blue", triangle = "both", cell = NULL,
                                        limit = NULL, decimals = 4, document = FALSE,
                                        width = NULL, font_size = 8, highlight = NULL,
                                        labels = NULL, groups = NULL, ...) {
  check_dots(...)
  check_flag("document", document)
  font_size <- check_number("font_size", font_size, "a positive number of points", 0, 1000)
  said <- matrix_content(object, colours, triangle, cell, limit, decimals, labels, NULL)
  looks <- method_looks(union(object$rows, object$columns), highlight, labels, groups)
  for (side in c("row", "column")) {
    shown <- unique(said$cells[[side]])
    said[[paste0(side, "s")]]$bold <- unname(looks$bold[shown])
    said[[paste0(side, "s")]]$group <- unname(looks$group[shown])
  }
  said$groups <- looks$group_names
  layout <- list(width = check_table_width(width), font_size = font_size, rotate = FALSE)
  table <- matrix_table(said, latex_setting(matrix_columns(said), layout))
  # colortbl by its own name: acmart has loaded xcolor, whose option would clash.
  packages <- "\\usepackage{booktabs, colortbl, graphicx, xcolor}"
  lines <- if (document) {
    c(
      "\\documentclass{article}", "\\usepackage[T1]{fontenc} \\usepackage{textcomp}", packages,
      "\\pagestyle{empty}", "\\begin{document}", "\\begin{table}",
      paste0("\\caption{", latex_caption(said$caption), "}"), "\\centering", table,
      "\\end{table}", "\\end{document}"
    )
  } else {
    c(paste("%", c(packages, spelled(said$caption))), table)
  }
  structure(lines, class = "Latex")
}

# The lines of each column, whose longest makes its width.
matrix_columns <- function(said) {
  column <- function(cells, bold) list(head = "", cells = cells, bold = bold, numeric = FALSE)
  wide <- function(side) paste0(ifelse(is.na(side$group), "", "M "), side$names) # M: a mark
  labels <- c(said$key, wide(said$rows), said$rows$means)
  columns <- lapply(seq_along(said$columns$names), function(j) {
    here <- seq(j, nrow(said$lines), by = length(said$columns$names))
    lines <- said$lines[here, , drop = FALSE]
    name <- if (many_columns(said)) "" else wide(said$columns)[[j]]
    bold <- rep(said$cells$bold[here], ncol(lines))
    column(c(name, said$columns$means[[j]], lines), c(said$columns$bold[[j]], FALSE, bold))
  })
  heavy <- c(rep(FALSE, length(said$key)), said$rows$bold, rep(FALSE, length(said$rows$means)))
  c(list(column(labels, heavy)), columns)
}

many_columns <- function(said) {
  length(said$columns$names) > 6L # then names are upright
}

matrix_table <- function(said, setting) {
  columns <- length(said$columns$names)
  named <- function(side) {
    names <- latex_coloured(latex_text(side$names), side$group)
    names <- ifelse(side$bold, paste0("\\textbf{", names, "}"), names)
    paste0(latex_mark(side$group), names)
  }
  heads <- named(said$columns)
  heads <- if (many_columns(said)) paste0("\\rotatebox{90}{", heads, "}") else heads
  first <- c(
    latex_stack(list(latex_text(said$key)), "r", "b"),
    latex_stack(Map(c, heads, latex_text(said$columns$means)), "c", "b")
  )
  cells <- matrix(matrix_latex_cells(said), ncol = columns, byrow = TRUE)
  labels <- latex_stack(
    Map(c, named(said$rows), latex_text(said$rows$means)), "r", "c"
  )
  c(
    paste0("{", setting, "%"),
    paste0("\\begin{tabular}{@{}r", strrep("c", columns), "@{}}"), "  \\toprule",
    latex_row(first), "  \\midrule",
    apply(cbind(labels, cells), 1L, latex_row), "  \\bottomrule",
    paste0("\\end{tabular}", latex_groups(said$groups), "}")
  )
}

# The legend of groups below the table, if there are groups.
latex_groups <- function(names) {
  place <- seq_along(names)
  if (length(place) == 0L) {
    return("")
  }
  keys <- paste0(latex_mark(place), latex_coloured(latex_text(names), place))
  paste0("\\par\\smallskip ", paste(keys, collapse = "\\quad "), "\\par")
}

# The marks of groups, from packages that the matrix needs anyway: amssymb clashes with acmart.
latex_marks <- c(
  "$\\bullet$", "\\rule{0.5em}{0.5em}", "$\\triangle$", "\\rotatebox{45}{\\rule{0.45em}{0.45em}}",
  "\\rotatebox[origin=c]{180}{$\\triangle$}"
)

latex_mark <- function(group) {
  shape <- latex_marks[(group - 1L) %% length(latex_marks) + 1L]
  ifelse(is.na(group), "", paste0(latex_coloured(shape, group), "\\ "))
}

latex_coloured <- function(text, group) {
  colour <- substring(ink_of(mark_colour(group)), 2L)
  ifelse(is.na(group), text, paste0("\\textcolor[HTML]{", colour, "}{", text, "}"))
}

# The braces keep a star or a bracket from being read as an argument of the preceding line end.
latex_row <- function(cells) {
  paste0("  {}", paste(cells, collapse = " & "), " \\\\")
}

# Each element of a list of lines as one box; struts keep texts off the edges of coloured cells.
latex_stack <- function(lines, side, place) {
  body <- vapply(lines, paste, "", collapse = " \\\\ {}", USE.NAMES = FALSE)
  paste0(
    "\\begin{tabular}[", place, "]{@{}", side, "@{}}\\rule{0pt}{2.4ex}", body,
    "\\rule[-0.8ex]{0pt}{0pt}\\end{tabular}"
  )
}

matrix_latex_cells <- function(said) {
  lines <- said$lines
  lines[] <- sub("^-", "$-$", latex_text(lines))
  bold <- said$cells$bold
  lines[bold, ] <- paste0("\\textbf{\\boldmath ", lines[bold, ], "}")
  stacks <- latex_stack(split(lines, row(lines)), "c", "c")
  if (!is.null(said$scale)) {
    stacks <- paste0("\\cellcolor[HTML]{", substring(said$cells$colour, 2L), "}", stacks)
  }
  ifelse(said$cells$text == "", "", stacks)
}

# The caption with proper signs, which the plot, whose device may lack them, writes in ASCII.
latex_caption <- function(text) {
  signs <- c(") - " = ") \u2212 ", "<=" = "\u2264", "+-" = "\u00b1")
  for (plain in names(signs)) {
    text <- gsub(plain, signs[[plain]], text, fixed = TRUE)
  }
  latex_text(text)
}
