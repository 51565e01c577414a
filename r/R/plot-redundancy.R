# Where datasets share a region and where data are sparse.

#' Draw how redundant a benchmark is
#'
#' Draws, on the left, the number of datasets with an instance in each region; the dark part of a
#' bar counts the datasets whose instances are all in the region. The dashed line is the mean over
#' regions. The bars on the right show each region's share ([pb_redundancy()]). Regions with a
#' smaller share than the limit of the result (`x$sparse`, in percent) are labelled "almost empty".
#' Text shrinks until it fits.
#'
#' @param x A result of [pb_redundancy()].
#' @param main Title, a string, or `NULL` for none.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a data frame of what was drawn, one row per region: `region`; `datasets`, the
#'   number of datasets with an instance in the region; `alone`, the number of datasets with all of
#'   their instances in the region; `share`, the share of the region in percent;
#'   `sparse`, whether this share is below the limit; and the two labels of the bars, `many` (left)
#'   and `part` (right).
#' @section Errors:
#' `pybench_error_argument` for a title that is not a string.
#' @examples
#' plot(pb_redundancy(pb_coverage(c("a", "a", "b", "b"), c(1, 2, 2, 2))))
#' @export
plot.pb_redundancy <- function(x, main = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  frame <- crowd_rows(x)
  page <- open_page()
  on.exit(graphics::par(page$before))
  draw_crowds(x, frame, main, page$inches)
  invisible(frame)
}

# One row per region, with the labels of its bars.
crowd_rows <- function(x) {
  frame <- data.frame(
    region = rownames(x$regions), datasets = unname(x$regions[, "datasets"]),
    alone = unname(x$regions[, "alone"]), share = unname(x$regions[, "share"]),
    sparse = rownames(x$regions) %in% x$sparse_regions
  )
  frame$many <- sprintf("%.0f, %.0f alone", frame$datasets, frame$alone)
  sparse <- ifelse(frame$sparse, ", almost empty", "")
  frame$part <- sprintf("%s %%%s", tenths_text(frame$share), sparse)
  frame
}

# A percentage with one decimal; a value that is not 0 is never shown as 0.
tenths_text <- function(percent) {
  ifelse(percent == 0, "0", ifelse(percent < 0.05, "<0.1", sprintf("%.1f", percent)))
}

crowd_sentences <- function(x) {
  few <- if (length(x$sparse_regions) > 0L) paste(x$sparse_regions, collapse = ", ") else "none"
  c(
    sprintf(
      paste0(
        "Datasets with an instance in the region; dark: with all of theirs; dashed: %.1f, the ",
        "mean over regions."
      ),
      x$mean_datasets
    ),
    sprintf("%s of %d in one region only.", counted(length(x$single), "dataset"), x$n_datasets),
    sprintf(
      "Almost empty, less than %g %% of %s: %s.", x$sparse,
      if (x$weights == "dataset") {
        said_shares[["dataset"]]
      } else {
        sprintf("the %.0f instances", x$n_instances)
      },
      few
    )
  )
}

draw_crowds <- function(x, frame, main, size) {
  line <- text_line()
  k <- nrow(frame)
  head <- (if (is.null(main)) 0.3 else 1.6) + 1.2
  names <- without_controls(frame$region)
  said <- paste(crowd_sentences(x), collapse = " ")
  words <- length(wrap_text(said, size[[1L]] - 0.6 * line, rel(0.8)))
  # In exact mode the bars get 9 lines.
  natural <- if (exact_page$on) {
    c(13 + sum(widest(names, 1), widest(frame$many, 1), 1.1 * widest(frame$part, 1)) / line,
      head + 1.6 * k + words + 0.8)
  } else {
    c(34, head + 1.6 * k + 3.6)
  }
  cex <- fitting_cex(size, natural * line)
  unit <- line * cex
  left <- 0.6 * unit + widest(names, cex)
  texts <- c(widest(frame$many, rel(0.85) * cex), widest(frame$part, rel(0.85) * cex) * 1.1)
  room <- size[[1L]] - left - sum(texts) - 3.2 * unit
  long <- 0.66 * room
  right <- left + long + texts[[1L]] + 2 * unit
  top <- size[[2L]] - head * unit
  y <- top - (seq_len(k) - 0.5) * 1.6 * unit
  write_text(
    c(left, right), top + 0.5 * unit, c("Datasets", "Instances"), adj = c(0, 0.5),
    cex = rel(0.85) * cex, col = quiet_colour
  )
  write_text(left - 0.3 * unit, y, names, adj = c(1, 0.5), cex = cex)
  bar <- function(from, length, colour) {
    graphics::rect(from, y - 0.5 * unit, from + length, y + 0.5 * unit, col = colour, border = NA)
  }
  per_dataset <- long / max(frame$datasets, 1)
  per_share <- 0.34 * room / max(frame$share, 1)
  bar(left, frame$datasets * per_dataset, mixed_colour("#0072B2", 0.4))
  bar(left, frame$alone * per_dataset, "#0072B2")
  bar(right, frame$share * per_share, mixed_colour("#6F2B03", 0.45))
  mean <- left + x$mean_datasets * per_dataset
  graphics::segments(mean, top + 0.1 * unit, mean, top - (1.6 * k + 0.1) * unit, lty = 2)
  # In one column beyond the longest bar, so that the line of the mean crosses no text.
  write_text(left + long + 0.3 * unit, y, frame$many, adj = c(0, 0.5), cex = rel(0.85) * cex)
  for (sparse in unique(frame$sparse)) {
    here <- frame$sparse == sparse
    write_text(
      right + frame$share[here] * per_share + 0.3 * unit, y[here], frame$part[here],
      adj = c(0, 0.5), cex = rel(0.85) * cex, font = if (sparse) 2L else 1L,
      col = if (sparse) "#C04A00" else "#1A1A1A"
    )
  }
  words <- wrap_text(said, size[[1L]] - 0.6 * unit, rel(0.8) * cex)
  write_text(
    0.3 * unit, top - (1.6 * k + rel(0.9) * seq_along(words)) * unit, words, adj = c(0, 0.5),
    cex = rel(0.8) * cex, col = quiet_colour
  )
  page_title(main, size, unit, cex)
}
