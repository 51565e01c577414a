# Swaps of one method for another that change the verdict on a pair, as a matrix.

#' Draw swaps that change the verdict on a pair
#'
#' Draws which swaps of one other method change both order and verdict of a pair. Rows are methods
#' that are replaced; columns are methods that replace them. A cell contains the number of sets of
#' other methods in which this swap has two effects: the order of the pair's mean ranks is reversed,
#' and the pair differs significantly after the swap but not before. The darker the cell, the more
#' sets. Methods without any such swap have neither row nor column. Text shrinks until it fits.
#'
#' @param x A result of [pb_swaps()].
#' @param main Title, a string, or `NULL` for none.
#' @param highlight,labels,groups As in [plot.pb_critical_difference()].
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, the matrix of counts that was drawn.
#' @section Errors:
#' `pybench_error_argument` for a title that is not a string.
#' @examples
#' scores <- cbind(a = c(9, 8, 9, 9), b = c(8, 9, 7, 6), c = c(7, 7, 8, 8), d = 6:3)
#' rownames(scores) <- paste0("d", 1:4)
#' plot(pb_swaps(pb_read_results(scores, higher_is_better = TRUE), "a", "b"))
#' @export
plot.pb_swaps <- function(x, main = NULL, highlight = NULL, labels = NULL, groups = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  counts <- swap_counts(x)
  looks <- method_looks(c(rownames(x$counts), x$pair), highlight, labels, groups, 30L)
  page <- open_page()
  on.exit(graphics::par(page$before))
  draw_swaps(counts, paste(swap_notes(x, looks), collapse = " "), main, page$inches, looks)
  invisible(counts)
}

# The methods that have a swap.
swap_counts <- function(x) {
  x$counts[rowSums(x$counts) > 0, colSums(x$counts) > 0, drop = FALSE]
}

swap_colour <- function(counts) {
  share <- counts / max(counts, 1)
  mixed_colour("#0072B2", ifelse(share == 0, 0, 0.1 + 0.4 * share))
}

swap_notes <- function(x, looks) {
  pair <- unname(looks$full[x$pair])
  c(
    if (x$total == 0) {
      sprintf(
        said(paste(
          "No swap of one method reverses the order of %s and %s and makes them differ",
          "significantly."
        )), pair[[1L]], pair[[2L]]
      )
    } else {
      sprintf(
        said(paste(
          "Number of sets in which replacing the row's method by the column's reverses the order",
          "of %s and %s and makes them differ significantly; in all, %.0f of %s."
        )), pair[[1L]], pair[[2L]], x$total, counted(x$examined, "swap")
      )
    },
    sprintf(
      paste(
        "Sets of %s; test %s, adjustment %s, alpha = %g, %s. The order is reversed in %.0f, the",
        "verdict changes in %.0f."
      ), counted(x$size, "other method"), without_controls(x$test), without_controls(x$adjust),
      x$alpha, counted(x$n_datasets, "dataset"), x$order_changes, x$verdict_changes
    )
  )
}

draw_swaps <- function(counts, foot, main, size, looks) {
  line <- text_line()
  names <- dimnames(counts)
  keys <- 1.1 * max(0, legend_entries(looks$group_names, size[[1L]], 1)$row)
  head <- (if (is.null(main)) 0.3 else 1.6) + keys
  said <- wrap_text(foot, size[[1L]] - 0.6 * line, rel(0.75))
  below <- (0.95 * length(said) + 0.5) * line
  longest <- vapply(names, function(side) names_room(looks, side, 1), 0) / line
  k <- dim(counts)
  # In lines of text: beside and above the cells.
  beside <- longest[[1L]] + 1
  above <- head + 1.6 + longest[[2L]]
  natural <- c(beside + 1.2 * k[[2L]] + 0.3, above + 1.3 * k[[1L]]) * line
  cex <- fitting_cex(size, natural, c(0, below))
  unit <- line * cex
  number <- widest(format_whole(counts), rel(0.85) * cex)
  cell <- c(
    min(2.4 * unit, (size[[1L]] - (beside + 0.3) * unit) / max(1, k[[2L]])),
    min(1.6 * unit, (size[[2L]] - below - above * unit) / max(1, k[[1L]]))
  )
  left <- beside * unit
  top <- size[[2L]] - (if (length(counts) > 0L) above else head) * unit
  if (length(counts) > 0L) {
    x <- left + (as.vector(col(counts)) - 1) * cell[[1L]]
    y <- top - as.vector(row(counts)) * cell[[2L]]
    graphics::rect(
      x, y, x + cell[[1L]], y + cell[[2L]], border = "#D0D0D0", lwd = 0.7,
      col = swap_colour(as.vector(counts))
    )
    shown <- counts > 0 & number <= cell[[1L]]
    write_text(
      x[shown] + cell[[1L]] / 2, y[shown] + cell[[2L]] / 2, format_whole(counts[shown]),
      cex = rel(0.85) * cex
    )
    middle <- top - (seq_len(k[[1L]]) - 0.5) * cell[[2L]]
    write_names(looks, names[[1L]], left - 0.4 * unit, middle, "left", cex)
    across <- left + (seq_len(k[[2L]]) - 0.5) * cell[[1L]]
    write_names(looks, names[[2L]], across, top + 0.3 * unit, "above", cex)
    write_text(
      left, top + (longest[[2L]] + 0.9) * unit, "replaced by", adj = c(0, 0.5),
      cex = rel(0.85) * cex
    )
  }
  down <- top - k[[1L]] * cell[[2L]] - 0.95 * seq_along(said) * line
  write_text(0.3 * line, down, said, adj = c(0, 0.5), cex = rel(0.75), col = quiet_colour)
  page_title(main, size, unit, cex)
  draw_group_legend(looks, size, size[[2L]] - (head - keys) * unit, cex)
}
