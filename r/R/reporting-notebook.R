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
#' `render = knitr::normal_print` gives the plain text instead. The figure has an alternative text,
#' which says what it shows; the chunk option `fig.alt` gives it another one.
#'
#' @param x A result.
#' @param ... The options of the chunk, as knitr gives them; otherwise ignored.
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
  concluded <- if (is.null(x$conclusions)) format(x)[[1L]] else conclusions_told(x)
  figure <- if (shown$rows <= most_drawn_rows && has_figure(x)) {
    # For example, too many methods.
    tryCatch(knit_figure(x, concluded, ...), pybench_error = function(error) NULL)
  }
  things <- c("row", "column")[shown$more > 0L]
  more <- if (length(things) > 0L) {
    paste("and", paste(counted(shown$more[shown$more > 0L], things), collapse = " and "), "more")
  }
  knitr::asis_output(paste0(figure, document_text(concluded, shown$table, more)))
}

#' @rdname knit_print.pb_result
#' @exportS3Method knitr::knit_print
knit_print.pb_table <- function(x, ...) { # nolint: object_name_linter.
  knitr::asis_output(document_text(character(), x, NULL))
}

in_alternative <- 3L # sentences of an alternative text

# The figure of a result, in a file of the chunk, as knitr includes a plot of the chunk. knitr alone
# would give it the alternative text "plot of chunk ...".
knit_figure <- function(x, concluded, options = knitr::opts_current$get(), ...) {
  if (identical(options$fig.show, "hide")) {
    return("")
  }
  own <- list(
    fig.cur = 1L, fig.num = 1L, fig.show = "asis", dpi = 72, fig.width = 7, fig.height = 7,
    fig.alt = if (is.null(knitr::pandoc_to()) || knitr::is_html_output()) sprintf(
      "Figure: %s. %s", gsub("_", " ", sub("^pb_", "", class(figure_part(x))[[1L]])),
      paste(utils::head(concluded, in_alternative), collapse = " ")
    )
  )
  chosen <- c("dpi", "fig.width", "fig.height", "fig.alt")
  given <- Filter(Negate(is.null), unclass(options)[intersect(chosen, names(options))])
  options <- utils::modifyList(as.list(options), utils::modifyList(own, lapply(given, `[[`, 1L)))
  kind <- c(intersect(options$dev, c("svg", "pdf")), "png")[[1L]]
  page <- tempfile(fileext = paste0(".", kind))
  on.exit(unlink(page))
  open <- switch(kind, svg = grDevices::svg, pdf = grDevices::pdf, png = function(...) {
    grDevices::png(..., units = "in", res = options$dpi)
  })
  on_device(open, page, options$fig.width, options$fig.height, function() plot(x))
  # Several results of a chunk have files of their own: their names tell their content.
  name <- sprintf("-%s.%s", substr(tools::md5sum(page), 1L, 8L), kind)
  file <- knitr::fig_path(name, options, NULL)
  folder <- c(knitr::opts_knit$get("base.dir"), knitr::opts_knit$get("output.dir"), ".")[[1L]]
  target <- if (startsWith(file, "/")) file else file.path(folder, file)
  dir.create(dirname(target), recursive = TRUE, showWarnings = FALSE)
  file.copy(page, target, overwrite = TRUE)
  paste0(knitr::knit_hooks$get("plot")(file, options), "\n")
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

# What plot() draws of a result.
figure_part <- function(x) {
  if (inherits(x, "pb_comparison")) main_diagram(x) else x
}

# Whether plot() draws a result.
has_figure <- function(x) {
  methods <- paste0("plot.", setdiff(class(x), "pb_result"))
  any(vapply(methods, exists, NA, envir = topenv(), mode = "function", inherits = FALSE))
}
