# The multi-comparison matrix as a LaTeX table.

#' Write a multi-comparison matrix as a LaTeX table
#'
#' Writes the matrix as a LaTeX table. The table needs the LaTeX packages `booktabs`, `graphicx` and
#' `xcolor` (with its option `table`). All names are escaped.
#'
#' @param object A result of [pb_multi_comparison()].
#' @param colours,limit,decimals As in [plot()][plot.pb_multi_comparison].
#' @param document Whether to write a complete document instead of a `table` environment.
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
                                        colours = "difference", limit = NULL, decimals = 4,
                                        document = FALSE, ...) {
  check_flag("document", document)
  said <- matrix_content(object, colours, limit, decimals)
  table <- matrix_table(said)
  packages <- "\\usepackage{booktabs} \\usepackage[table]{xcolor} \\usepackage{graphicx}"
  lines <- if (document) {
    c(
      "\\documentclass{article}", "\\usepackage[T1]{fontenc} \\usepackage{textcomp}", packages,
      "\\pagestyle{empty}", "\\begin{document}", table, "\\end{document}"
    )
  } else {
    c(paste("%", packages), table)
  }
  structure(lines, class = "Latex")
}

matrix_table <- function(said) {
  columns <- length(said$columns$names)
  many <- columns > 6L # then names are upright and the table shrinks to the line
  heads <- latex_text(said$columns$names)
  heads <- if (many) paste0("\\rotatebox{90}{", heads, "}") else heads
  first <- c(
    latex_stack(list(latex_text(said$key)), "r", "b"),
    latex_stack(Map(c, heads, latex_text(said$columns$means)), "c", "b")
  )
  cells <- matrix(latex_cells(said), ncol = columns, byrow = TRUE)
  labels <- latex_stack(
    Map(c, latex_text(said$rows$names), latex_text(said$rows$means)), "r", "c"
  )
  c(
    "\\begin{table}", "  \\centering",
    paste0("  \\caption{", latex_caption(said$caption), "}"),
    "  \\label{tab:multi-comparison}",
    if (many) "  \\resizebox{\\linewidth}{!}{%" else "  \\footnotesize",
    paste0("  \\begin{tabular}{r", strrep("c", columns), "}"), "    \\toprule",
    latex_row(first), "    \\midrule",
    apply(cbind(labels, cells), 1L, latex_row), "    \\bottomrule",
    paste0("  \\end{tabular}", if (many) "}"), "\\end{table}"
  )
}

# The braces keep a star or a bracket from being read as an argument of the preceding line end.
latex_row <- function(cells) {
  paste0("    {}", paste(cells, collapse = " & "), " \\\\")
}

# Each element of a list of lines as one box; struts keep texts off the edges of coloured cells.
latex_stack <- function(lines, side, place) {
  body <- vapply(lines, paste, "", collapse = " \\\\ {}", USE.NAMES = FALSE)
  paste0(
    "\\begin{tabular}[", place, "]{@{}", side, "@{}}\\rule{0pt}{2.4ex}", body,
    "\\rule[-0.8ex]{0pt}{0pt}\\end{tabular}"
  )
}

latex_cells <- function(said) {
  lines <- said$lines
  lines[] <- sub("^-\\{\\}", "$-$", latex_text(lines))
  bold <- said$cells$bold
  lines[bold, ] <- paste0("\\textbf{\\boldmath ", lines[bold, ], "}")
  stacks <- latex_stack(split(lines, row(lines)), "c", "c")
  if (!is.null(said$scale)) {
    stacks <- paste0("\\cellcolor[HTML]{", substring(said$cells$colour, 2L), "}", stacks)
  }
  ifelse(said$cells$text == "", "", stacks)
}

# Escapes texts so that LaTeX prints them, whatever they contain.
latex_text <- function(x) {
  vapply(strsplit(without_controls(x), ""), function(letters) {
    special <- match(letters, names(latex_special), nomatch = 0L)
    letters[special > 0L] <- latex_special[special]
    paste(letters, collapse = "")
  }, "", USE.NAMES = FALSE)
}

# The caption with proper signs, which the plot, whose device may lack them, writes in ASCII.
latex_caption <- function(text) {
  escaped <- gsub(") -{} ", ") $-$ ", latex_text(text), fixed = TRUE)
  gsub("$+$-{}", "\\ensuremath{\\pm}", gsub("$<$=", "$\\leq$", escaped, fixed = TRUE), fixed = TRUE)
}

latex_special <- c(
  "\\" = "\\textbackslash{}", "{" = "\\{", "}" = "\\}", "$" = "\\$", "&" = "\\&", "#" = "\\#",
  "%" = "\\%", "_" = "\\_", "^" = "\\textasciicircum{}", "~" = "\\textasciitilde{}",
  "<" = "$<$", ">" = "$>$", "|" = "\\textbar{}", "\"" = "\\char34{}", "'" = "'{}",
  "`" = "{}`{}", "-" = "-{}", "+" = "$+$", "," = ",{}"
)
