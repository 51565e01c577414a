# Heat map of the p-values of a test of pairs, with a compact letter display.

#' Draw a heat map of p-values
#'
#' Draws the adjusted p-values of a test of pairs. Methods are in the order of their mean ranks, the
#' best on top and on the left. A cell is coloured if the pair differs significantly: blue if the
#' column's method is better, red with a dot if the row's method is better, and darker for smaller
#' p-values.
#' Letters are between the names and the cells: methods that share a letter do not differ
#' significantly, and methods that share none differ significantly (Piepho 2004). Text shrinks until
#' it fits; p-values that do not fit into their cells are left out.
#'
#' @param x A test of pairs, such as [pb_wilcoxon()].
#' @param main Title, a string, or `NULL` for none.
#' @param letters Whether letters are drawn. One-sided tests and tests against a control have no
#'   letters. If more than 52 letters would be needed, none is drawn, and the caption gives this
#'   reason.
#' @param cells Whether the heat map is drawn. Without it, the figure is a list of the methods with
#'   their mean ranks and letters, which fits into a column of a paper.
#' @param highlight,labels,groups As in [plot.pb_critical_difference()].
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a list of what was drawn: `rows` and `columns`, the methods; `pvalues` and
#'   `verdicts`, matrices in this order; `letters`, a character vector named by method, or `NULL`.
#' @section Errors:
#' `pybench_error_argument` if `letters` or `cells` is not `TRUE` or `FALSE`, if both are `FALSE` or
#' `cells` is `FALSE` for a test without letters, or if the title is not a string.
#' @references
#' Piepho, H.-P. (2004). An algorithm for a letter-based representation of all-pairwise comparisons.
#' *Journal of Computational and Graphical Statistics* 13, 456-466.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = letters[1:8], A = 8:1, B = 7:0, C = c(1, 2, 6, 1, 0, 1, 0, 0)),
#'   higher_is_better = TRUE
#' )
#' plot(pb_wilcoxon(t))
#' @export
plot.pb_pairs <- function(x, main = NULL, letters = TRUE, cells = TRUE, highlight = NULL,
                          labels = NULL, groups = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  looks <- method_looks(names(x$mean_ranks), highlight, labels, groups, 30L)
  shown <- pvalue_table(x, letters, looks, cells)
  page <- open_page()
  on.exit(graphics::par(page$before))
  kept <- shown$kept
  if (cells) {
    draw_pvalues(
      shown$pvalues[, kept, drop = FALSE], shown$verdicts[, kept, drop = FALSE],
      shown$tested[, kept, drop = FALSE], shown$letters, shown$notes, main, page$inches,
      looks
    )
  } else {
    draw_letters(shown, x$mean_ranks, main, page$inches, looks)
  }
  invisible(shown[c("rows", "columns", "pvalues", "verdicts", "letters")])
}

# What is drawn: matrices in the order of the mean ranks; which cells are `tested`; which columns
# are `kept`, since a column may have none; the letters and the sentences.
pvalue_table <- function(x, letters, looks, cells = TRUE) {
  check_flag("letters", letters)
  check_flag("cells", cells)
  symmetric <- is.null(x$control) && x$alternative == "two-sided"
  ranked <- names(x$mean_ranks)[rank_order(x$mean_ranks, names(x$mean_ranks))]
  rows <- intersect(ranked, rownames(x$pvalues))
  columns <- intersect(ranked, colnames(x$pvalues))
  pvalues <- x$pvalues[rows, columns, drop = FALSE]
  verdicts <- x$verdicts[rows, columns, drop = FALSE]
  tested <- if (symmetric) lower.tri(pvalues) else outer(rows, columns, `!=`)
  signs <- if (letters && symmetric) pair_letters(x, rows)
  if (!cells && is.null(signs)) {
    stop_argument(
      "`cells` is FALSE, but there are no letters to draw instead",
      expected = "a two-sided test of all pairs that needs at most 52 letters",
      found = "no letters", hint = "Use cells = TRUE."
    )
  }
  apart <- sum(verdicts[tested] != 0)
  notes <- pvalue_notes(x, apart, sum(tested), letters && symmetric, signs, looks, cells)
  if (!cells) {
    notes <- append(notes, list_notes(x$mean_ranks, verdicts, tested), 1L)
  }
  list(
    rows = rows, columns = columns, pvalues = pvalues, verdicts = verdicts, letters = signs,
    tested = tested, kept = seq_len(length(columns) - symmetric), notes = notes
  )
}

# The letters of each method, best mean rank first; NULL if more than 52 would be needed.
pair_letters <- function(x, names) {
  differs <- x$verdicts[names, names] != 0
  bars <- tryCatch(
    cliques(names, x$mean_ranks[names], differs), pybench_error_argument = function(error) NULL
  )
  found <- if (!is.null(bars)) clique_letters(names, bars, differs)
  if (!is.null(found)) stats::setNames(found, names)
}

pvalue_notes <- function(x, apart, total, letters, signs, looks, cells) {
  side <- c(greater = ", row better", less = ", row worse")
  ordered <- x$alternative != "two-sided" && is.null(x$control)
  c(
    sprintf(
      "%s: %s%s%s; %s. %d of %s differ significantly.",
      if (cells) "Adjusted p" else "Letters", test_caption(x),
      if (x$alternative %in% names(side)) side[[x$alternative]] else "",
      if (is.null(x$control)) "" else paste0(" against ", looks$full[[x$control]]),
      counted(x$n_datasets, "dataset"), apart,
      counted(total, if (ordered) "ordered pair" else "pair")
    ),
    if (apart > 0L && cells) {
      said(paste(
        "Blue: the column's method is better; red with a dot: the row's; darker: p <= .01,",
        "p <= .001."
      ))
    },
    if (letters && is.null(signs)) {
      "No letters: more than 52 would be needed to show which pairs differ."
    } else if (letters) {
      said(paste(
        "Methods that share a letter do not differ significantly, which does not show that they",
        "are equal; methods that share none differ significantly."
      ))
    }
  )
}

# What the numbers of the list are, and how many verdicts they do not show the direction of.
list_notes <- function(ranks, verdicts, tested) {
  worse <- outer(ranks[rownames(verdicts)], ranks[colnames(verdicts)], `>`)
  turned <- sum(tested & verdicts > 0 & worse)
  c(
    "Numbers: mean ranks; rank 1 is best.",
    if (turned > 0L) {
      said(sprintf(
        paste(
          "In %s that differ%s significantly, the method with the worse mean rank is better by the",
          "test."
        ),
        counted(turned, "pair"), if (turned == 1L) "s" else ""
      ))
    }
  )
}

# The methods, best mean rank first: name, mean rank, letters.
draw_letters <- function(shown, ranks, main, size, looks) {
  line <- text_line()
  signs <- strsplit(unname(shown$letters), "")
  every <- intersect(c(letters, LETTERS), unlist(signs))
  values <- sprintf("%.2f", ranks[shown$rows])
  step <- widest(every, 1) * 1.02
  beside <- 0.7 * line + names_room(looks, shown$rows, 1)
  number <- beside + 0.5 * line + widest(values, 1)
  left <- number + 0.6 * line
  spread <- max(0.7 * line, step)
  apart <- left + length(every) * spread + 0.3 * line
  close <- left + max(lengths(signs)) * step + 0.3 * line
  legend <- legend_entries(looks$group_names, size[[1L]], 1)
  keys <- 1.1 * max(0, legend$row)
  head <- (if (is.null(main)) 0.3 else 1.6) + keys
  foot <- paste(shown$notes, collapse = " ")
  said <- wrap_text(foot, size[[1L]] - 0.6 * line, rel(0.75))
  below <- 0.95 * length(said) + 0.4
  cex <- fitting_cex(
    size, c(close, (head + 1.2 * length(signs)) * line), c(0, below * line)
  )
  wide <- if (apart * cex <= size[[1L]]) spread else step
  top <- size[[2L]] - head * line * cex
  draw_group_legend(looks, size, top + keys * line * cex, cex)
  middle <- top - (seq_along(signs) - 0.5) * 1.2 * line * cex
  write_names(looks, shown$rows, (beside - 0.4 * line) * cex, middle, "left", cex)
  write_text(number * cex, middle - 0.25 * line * cex, values, adj = c(1, 0), cex = cex)
  for (row in seq_along(signs)) {
    own <- signs[[row]]
    place <- if (wide == spread) match(own, every) else seq_along(own)
    write_text(
      (left + (place - 0.5) * wide) * cex, middle[[row]] - 0.25 * line * cex, own,
      adj = c(0.5, 0), cex = cex
    )
  }
  bottom <- top - 1.2 * length(signs) * line * cex
  down <- bottom - 0.95 * (seq_along(said) - 0.5) * line - 0.2 * line
  write_text(0.3 * line, down, said, adj = c(0, 0.5), cex = rel(0.75), col = quiet_colour)
  page_title(main, size, line * cex, cex)
}

# A p-value with three decimals; only 0 and 1 are written as such.
pvalue_text <- function(p) {
  text <- sub("^0", "", sprintf("%.3f", p))
  text[p < 0.0005] <- "<.001"
  text[p >= 0.9995] <- ifelse(p[p >= 0.9995] == 1, "1", ">.999")
  text
}

pvalue_colour <- function(p, verdicts) {
  depth <- ifelse(p <= 0.001, 1, ifelse(p <= 0.01, 0.7, 0.42))
  mixed <- function(end) {
    grDevices::rgb(grDevices::colorRamp(c(scale_ends[["even"]], end))(depth), maxColorValue = 255)
  }
  ifelse(
    verdicts == 0, scale_ends[["even"]],
    ifelse(verdicts > 0, mixed(scale_ends[["row"]]), mixed(scale_ends[["column"]]))
  )
}

draw_pvalues <- function(pvalues, verdicts, tested, signs, notes, main, size, looks) {
  line <- text_line()
  k <- dim(pvalues)
  names <- dimnames(pvalues)
  every <- intersect(c(letters, LETTERS), unlist(strsplit(as.character(signs), "")))
  text <- pvalue_text(pvalues[tested])
  number <- widest(text, rel(0.85)) * 1.1 / line
  # In lines of text: names, letters, cells, column names.
  longest <- vapply(names, function(side) names_room(looks, side, 1), 0) / line
  legend <- legend_entries(looks$group_names, size[[1L]], 1)
  keys <- 1.1 * max(0, legend$row)
  beside <- 0.7 + longest[[1L]]
  wide <- c(beside + 0.7 * length(every) + 0.4, k[[2L]])
  head <- (if (is.null(main)) 0.3 else 1.6) + keys
  tall <- c(head + longest[[2L]] + 0.8, k[[1L]])
  foot <- paste(notes, collapse = " ")
  below <- 0.95 * length(wrap_text(foot, size[[1L]] - 0.6 * line, rel(0.75))) + 0.4
  natural <- c(sum(wide) + 0.3, tall[[1L]] + 1.3 * tall[[2L]]) * line
  cex <- fitting_cex(
    size, natural, c(0, below * line), if (length(signs) > 0L) "cells = FALSE"
  )
  unit <- line * cex
  cell <- c(
    min(number + 0.6, (size[[1L]] / unit - wide[[1L]] - 0.3) / k[[2L]]),
    min(1.6, ((size[[2L]] / line - below) / cex - tall[[1L]]) / k[[1L]])
  ) * unit
  top <- size[[2L]] - head * unit
  draw_group_legend(looks, size, top + keys * unit, cex)
  left <- wide[[1L]] * unit
  middle <- top - (seq_len(k[[1L]]) - 0.5) * cell[[2L]]
  write_names(looks, names[[1L]], (beside - 0.4) * unit, middle, "left", cex)
  for (row in seq_along(signs)) {
    own <- strsplit(signs[[row]], "")[[1L]]
    at <- beside + 0.7 * (match(own, every) - 0.5)
    write_text(at * unit, middle[[row]] - 0.25 * unit, own, adj = c(0.5, 0), cex = cex)
  }
  bottom <- top - k[[1L]] * cell[[2L]]
  across <- left + (seq_len(k[[2L]]) - 0.5) * cell[[1L]]
  write_names(looks, names[[2L]], across, bottom - 0.4 * unit, "below", cex)
  x <- left + (col(pvalues)[tested] - 1) * cell[[1L]]
  y <- top - row(pvalues)[tested] * cell[[2L]]
  colour <- pvalue_colour(pvalues[tested], verdicts[tested])
  graphics::rect(x, y, x + cell[[1L]], y + cell[[2L]], col = colour, border = "#D0D0D0", lwd = 0.7)
  row <- verdicts[tested] > 0
  graphics::points(
    x[row] + cell[[1L]] - 0.2 * unit, y[row] + cell[[2L]] - 0.2 * unit, pch = 16, cex = 0.35 * cex
  )
  if ((number + 0.25) * unit <= cell[[1L]]) {
    for (bold in unique(verdicts[tested] != 0)) {
      some <- (verdicts[tested] != 0) == bold
      write_text(
        x[some] + cell[[1L]] / 2, y[some] + cell[[2L]] / 2, text[some], cex = rel(0.85) * cex,
        font = if (bold) 2L else 1L
      )
    }
  }
  said <- wrap_text(foot, size[[1L]] - 0.6 * line, rel(0.75))
  down <- bottom - (longest[[2L]] + 0.8) * unit - 0.95 * (seq_along(said) - 0.5) * line
  write_text(0.3 * line, down, said, adj = c(0, 0.5), cex = rel(0.75), col = quiet_colour)
  page_title(main, size, unit, cex)
}
