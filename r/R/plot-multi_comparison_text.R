# The texts and colours of a multi-comparison matrix; nothing here draws.

# Texts and colours of the cells, row by row, and of everything beside them.
matrix_content <- function(x, colours = "red-blue", triangle = "both", cell = NULL, limit = NULL,
                           decimals = 4, labels = NULL, max_label = 40L) {
  check_choice("colours", colours, c(names(scales), "none"))
  check_choice("triangle", triangle, c("both", "upper"))
  chosen <- chosen_lines(x, cell)
  check_whole("decimals", decimals, 0, 12)
  methods <- union(x$rows, x$columns)
  printed <- stats::setNames(printed_names(methods, labels, max_label), methods)
  label <- function(names) {
    list(names = unname(printed[names]), means = plain_number(x$mean_scores[names], decimals))
  }
  favour <- if (x$higher_is_better) x$mean_difference else -x$mean_difference
  largest <- full_colour(favour, limit)
  caption <- matrix_caption(x, chosen, triangle, colours)
  coloured <- colours != "none"
  x <- shown_part(x, triangle)
  in_rows <- function(part) as.vector(t(part))
  own <- in_rows(own_cells(x[c("rows", "columns")]))
  sign <- if (x$higher_is_better) 1 else -1
  share <- if (coloured) sign * in_rows(x$mean_difference) / largest else rep(0, length(own))
  lines <- matrix_lines(x, chosen, decimals)
  lines[own | x$hidden, ] <- ""
  list(
    cells = data.frame(
      row = rep(x$rows, each = length(x$columns)), column = rep(x$columns, length(x$rows)),
      text = ifelse(own | x$hidden, "", apply(lines, 1L, paste, collapse = "\n")),
      bold = in_rows(bold_cells(x, chosen)) & !own & !x$hidden,
      colour = ifelse(own, own_colour, share_colour(share, if (coloured) colours else "red-blue"))
    ),
    share = ifelse(own, NA, pmin(1, pmax(-1, share))), shown = !x$hidden, lines = lines,
    rows = label(x$rows), columns = label(x$columns),
    key = unlist(lapply(chosen, line_names, x = x)),
    scale = if (coloured) signed_number(sign * c(-1, 1) * largest, decimals),
    colours = if (coloured) colours, caption = caption
  )
}

most_columns <- 50L # of a figure whose font size is not given

require_few <- function(said) {
  columns <- length(said$columns$names)
  if (columns > most_columns) {
    stop_argument(
      sprintf(
        "a matrix with more than %d columns needs plot() with `font_size`: `x` has %d",
        most_columns, columns
      ),
      expected = sprintf("at most %d columns, or plot() with `font_size`", most_columns),
      found = sprintf("%d columns", columns),
      hint = paste(
        "Use one method against all: pb_multi_comparison(t, columns = name); or the p-values of",
        "all pairs: plot(pb_wilcoxon(t))."
      )
    )
  }
}

# The result without what a triangle does not show: its first column and its last row. `hidden`: the
# cells, row by row, that are not drawn.
shown_part <- function(x, triangle) {
  hidden <- matrix(FALSE, length(x$rows), length(x$columns))
  if (triangle == "upper") {
    if (!identical(x$rows, x$columns)) {
      stop_argument(
        sprintf("`triangle` = \"%s\" needs the same methods in rows and columns", triangle),
        expected = "the same methods in rows and columns", found = "different ones",
        hint = "Use triangle = \"both\"."
      )
    }
    hidden <- lower.tri(hidden, diag = TRUE)[-nrow(hidden), -1L, drop = FALSE]
    x <- lapply(x, function(part) {
      if (is.matrix(part)) part[-nrow(part), -1L, drop = FALSE] else part
    })
    x$rows <- x$rows[-length(x$rows)]
    x$columns <- x$columns[-1L]
  }
  x$hidden <- as.vector(t(hidden))
  x
}

# The difference with the full colour.
full_colour <- function(favour, limit) {
  if (!is.null(limit)) {
    return(check_number("limit", limit, "a positive number", 0, Inf))
  }
  largest <- max(0, abs(favour[is.finite(favour)]))
  if (largest > 0) largest else 1
}

share_colour <- function(share, scale = "red-blue") {
  share <- pmin(1, pmax(-1, share))
  mixed <- grDevices::colorRamp(scales[[scale]])((share + 1) / 2)
  grDevices::rgb(round(mixed), maxColorValue = 255)
}

# Numbers whose decimals depend only on the number itself: the larger, the fewer.
plain_number <- function(value, decimals) {
  whole <- nchar(sprintf("%.0f", trunc(abs(value))))
  sprintf("%.*f", as.integer(pmax(0, decimals + 1 - whole)), value)
}

signed_number <- function(value, decimals) {
  paste0(c("-", "", "+")[sign(value) + 2], plain_number(abs(value), decimals))
}

short_p <- function(p) {
  small <- sub("e-0*", "e-", sprintf("%.0e", p))
  ifelse(p < p_floor, "<1e-12", ifelse(p < 0.0005, small, sprintf("%.3f", p)))
}

matrix_caption <- function(x, chosen, triangle, colours) {
  metric <- if (is.null(x$metric)) "score" else without_controls(x$metric)
  pairs <- counted(x$n_comparisons, "comparison")
  with_p <- "p" %in% chosen
  colour <- strsplit(colours, "-", fixed = TRUE)[[1L]]
  paste(c(
    paste0(
      "Row against column over ", counted(x$n_datasets, "dataset"), "; ", metric, ", ",
      if (x$higher_is_better) "higher" else "lower", " is better; means beside the names."
    ),
    flag_sentences(x$notes),
    sprintf("Cells: %s.", paste(line_meanings(x, metric, chosen), collapse = "; ")),
    if (with_p && "against-mean-difference" %in% x$notes) {
      "! where the mean difference does not favour it."
    },
    if (colours != "none") {
      sprintf(
        "%s: the row is better on average; %s: the column.",
        paste0(toupper(substring(colour[[1L]], 1L, 1L)), substring(colour[[1L]], 2L)), colour[[2L]]
      )
    },
    if (triangle != "both") "Each pair is shown once.",
    if (with_p && x$adjust == "none") {
      paste0("p is descriptive, not corrected for the ", pairs, ".")
    } else if (with_p) {
      paste0("p is adjusted for the ", pairs, " by ", x$adjust, ".")
    },
    if (with_p) unname(notes_texts()[intersect(x$notes, "invariance-lost")])
  ), collapse = " ")
}
