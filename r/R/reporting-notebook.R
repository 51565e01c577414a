# A result in a document of knitr: its conclusions, its figure and the first rows of its table.

preview_rows <- 10L
preview_columns <- 12L
most_drawn_rows <- 200L # of the table of the largest result whose figure is quick

#' Results in documents of knitr
#'
#' When a result is printed in a knitr document or an R Markdown notebook, the document shows its
#' conclusions, its figure (if `plot()` can draw the result) and the first ten rows of its table.
#' These parts are written in Markdown, so they work in HTML, PDF and Word; in a LaTeX document
#' (`.Rnw`), the table is written in LaTeX. A table of [pb_table()] is shown with all its rows. The
#' S3 method that prints results for knitr is registered when knitr is loaded. The chunk option
#' `render = knitr::normal_print` gives the plain text instead; the chunk option `fig.alt` gives the
#' figure an alternative text.
#'
#' @param x A result.
#' @param ... Ignored.
#' @return The text of the document, an object of knitr's class `knit_asis`.
#' @examplesIf requireNamespace("knitr", quietly = TRUE)
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5)), higher_is_better = TRUE
#' )
#' knitr::knit_print(pb_friedman(t))
#' @exportS3Method knitr::knit_print
knit_print.pb_result <- function(x, ...) { # nolint: object_name_linter.
  shown <- tryCatch(
    table_preview(x, preview_rows, preview_columns), pybench_error_argument = function(error) NULL
  )
  if (is.null(shown)) {
    return(knitr::normal_print(x))
  }
  concluded <- if (is.null(x$conclusions)) format(x)[[1L]] else x$conclusions
  if (shown$rows <= most_drawn_rows && has_figure(x)) {
    tryCatch(plot(x), pybench_error = function(error) NULL) # for example, too many methods
  }
  things <- c("row", "column")[shown$more > 0L]
  more <- if (length(things) > 0L) {
    paste("and", paste(counted(shown$more[shown$more > 0L], things), collapse = " and "), "more")
  }
  knitr::asis_output(document_text(concluded, shown$table, more))
}

#' @rdname knit_print.pb_result
#' @exportS3Method knitr::knit_print
knit_print.pb_table <- function(x, ...) { # nolint: object_name_linter.
  knitr::asis_output(document_text(character(), x, NULL))
}

# Sentences, a table and a sentence below it, in the language of the document.
document_text <- function(above, table, below) {
  latex <- identical(knitr::opts_knit$get("out.format"), "latex")
  text <- if (latex) latex_text else markdown_text
  body <- if (latex) toLatex(table) else format(table)
  # The first empty line ends the paragraph of a figure.
  lines <- c("", rbind("", text(above)), "", body, if (!is.null(below)) c("", text(below)), "")
  paste0(lines, collapse = "\n")
}

# Whether plot() draws a result.
has_figure <- function(x) {
  methods <- paste0("plot.", setdiff(class(x), "pb_result"))
  any(vapply(methods, exists, NA, envir = topenv(), mode = "function", inherits = FALSE))
}
