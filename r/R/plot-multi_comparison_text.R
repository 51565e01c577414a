# The texts and colours of a multi-comparison matrix; nothing here draws.

# Texts and colours of the cells, row by row, and of everything beside them.
matrix_content <- function(x, colours, limit, decimals, labels = NULL, max_label = 40L) {
  check_choice("colours", colours, c("difference", "none"))
  check_whole("decimals", decimals, 0, 12)
  favour <- if (x$higher_is_better) x$mean_difference else -x$mean_difference
  largest <- full_colour(favour, limit)
  own <- as.vector(t(own_cells(x[c("rows", "columns")])))
  in_rows <- function(part) as.vector(t(part))
  share <- if (colours == "none") rep(0, length(own)) else in_rows(favour) / largest
  lines <- matrix_lines(x, decimals)
  lines[own, ] <- ""
  methods <- union(x$rows, x$columns)
  printed <- stats::setNames(printed_names(methods, labels, max_label), methods)
  label <- function(names) {
    list(names = unname(printed[names]), means = plain_number(x$mean_scores[names], decimals))
  }
  list(
    cells = data.frame(
      row = rep(x$rows, each = length(x$columns)), column = rep(x$columns, length(x$rows)),
      text = ifelse(own, "", apply(lines, 1L, paste, collapse = "\n")),
      bold = in_rows(x$pvalues <= x$alpha) & !own,
      colour = ifelse(own, own_colour, share_colour(share))
    ),
    lines = lines, rows = label(x$rows), columns = label(x$columns), key = matrix_key(x),
    scale = if (colours != "none") {
      signed_number(if (x$higher_is_better) c(-1, 1) * largest else c(1, -1) * largest, decimals)
    },
    caption = matrix_caption(x, colours != "none")
  )
}

# The difference with the full colour.
full_colour <- function(favour, limit) {
  if (!is.null(limit)) {
    return(check_number("limit", limit, "a positive number", 0, Inf))
  }
  largest <- max(0, abs(favour[is.finite(favour)]))
  if (largest > 0) largest else 1
}

share_colour <- function(share) {
  share <- pmin(1, pmax(-1, share))
  mixed <- grDevices::colorRamp(scale_ends)((share + 1) / 2)
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

# One row per cell, row by row, one column per line of text.
matrix_lines <- function(x, decimals) {
  in_rows <- function(part) as.vector(t(part))
  lines <- cbind(
    signed_number(in_rows(x$mean_difference), decimals),
    paste(in_rows(x$wins), in_rows(x$draws), in_rows(x$losses), sep = "/"),
    paste0(short_p(in_rows(x$pvalues)), in_rows(better_by_test(x)))
  )
  if (is.null(x$better)) {
    return(lines)
  }
  shares <- lapply(x[c("better", "equal", "worse")], function(p) sprintf("%.2f", in_rows(p)))
  cbind(lines, paste(shares[[1L]], shares[[2L]], shares[[3L]], sep = "/"))
}

matrix_key <- function(x) {
  c(
    "mean difference", "win / tie / loss", "p (Wilcoxon), better",
    if (!is.null(x$better)) "P(better / alike / worse)"
  )
}

matrix_caption <- function(x, coloured) {
  metric <- if (is.null(x$metric)) "score" else without_controls(x$metric)
  pairs <- counted(x$n_comparisons, "comparison")
  lost <- intersect(x$notes, "invariance-lost")
  paste(c(
    paste0(
      "Row against column over ", counted(x$n_datasets, "dataset"), "; ", metric, ", ",
      if (x$higher_is_better) "higher" else "lower", " is better; means beside the names."
    ),
    paste0(
      "Cells: mean of ", metric, "(row) - ", metric, "(column); datasets that the row wins, ties ",
      "and loses; p of the two-sided Wilcoxon signed-rank test, bold where p <= ",
      sprintf("%g", x$alpha), ", with the method that is better by the test: row or col(umn)."
    ),
    if ("against-mean-difference" %in% x$notes) "! where the mean difference does not favour it.",
    if (coloured) "Red: the row is better on average; blue: the column.",
    if (!is.null(x$rope)) {
      paste0(
        "Last line: posterior probability that the row is better, alike (within +-",
        sprintf("%g", x$rope), ") and worse, Bayesian signed-rank test."
      )
    },
    if (x$adjust == "none") {
      paste0("p is descriptive, not corrected for the ", pairs, ".")
    } else {
      paste0("p is adjusted for the ", pairs, " by ", x$adjust, ".")
    },
    unname(notes_texts()[lost])
  ), collapse = " ")
}
