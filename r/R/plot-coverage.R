# Datasets by regions: where the instances of each dataset lie.

#' Draw the percentage of each dataset's instances in each region
#'
#' Draws one row per dataset and one column per region; each cell gives the percentage of the
#' dataset's instances that lie in the region. Datasets are grouped by the region that contains more
#' of their instances than any other region (the first such region if several tie). Within a group,
#' the dataset with the highest percentage in this region is first. With many datasets, the figure
#' is split into several blocks. A blank cell means 0; "<1" and ">99" mark values that rounding
#' would turn into 0 or 100. Text shrinks until it fits: a hundred datasets need a device of 13 by 7
#' inches.
#'
#' @param x A result of [pb_coverage()].
#' @param main Title, a string, or `NULL` for none.
#' @param blocks Number of blocks, side by side; `NULL`: the number, at most 12, that allows the
#'   largest text.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a list of what was drawn: `rows`, a data frame of `region`, `dataset` and
#'   `block` in the order of the figure; `text`, the matrix of the texts in the cells;
#'   `cex`, the size of the text.
#' @section Errors:
#' `pybench_error_argument` if `blocks` is not a whole number or the title is not a string.
#' @references
#' After figure 2 of "Less is more: Selecting the right benchmarking set of data for time series
#' classification" (submission to ICLR 2022).
#' @examples
#' plot(pb_coverage(c("a", "a", "a", "a", "b"), c(1, 1, 1, 2, 2)), main = "Two datasets")
#' @export
plot.pb_coverage <- function(x, main = NULL, blocks = NULL, ...) {
  check_dots(...)
  draw_blocks(coverage_cells(x), main, blocks)
}

# What draw_blocks() draws: the share of each row's instances as a shade, and as a number.
coverage_cells <- function(x) {
  rows <- coverage_rows(x)
  percent <- x$percent[match(rows$dataset, rownames(x$percent)), , drop = FALSE]
  text <- shade <- percent
  text[] <- percentage_text(percent)
  shade[] <- heat_colour(percent)
  list(
    rows = rows, columns = colnames(percent), text = text, foot = heat_sentences(x),
    bars = list(list(share = percent * 0 + 1, colour = shade))
  )
}

# Datasets by main region, the purest first.
coverage_rows <- function(x) {
  main <- max.col(x$percent, "first")
  most <- x$percent[cbind(seq_along(main), main)]
  names <- rownames(x$percent)
  by_name <- match(names, enc2utf8(names)[order(enc2utf8(names), method = "radix")])
  order <- order(main, -most, by_name, method = "radix")
  data.frame(region = colnames(x$percent)[main[order]], dataset = names[order])
}

# A whole percentage; a value that is not 0 or 100 is never shown as such.
percentage_text <- function(percent) {
  rounded <- floor(percent + 0.5)
  text <- sprintf("%.0f", rounded)
  text[rounded == 0] <- "<1"
  text[rounded == 100 & percent < 100] <- ">99"
  text[percent == 0] <- ""
  text
}

heat_colour <- function(percent) {
  mixed_colour("#0072B2", ifelse(percent == 0, 0, 0.1 + 0.54 * percent / 100))
}

heat_sentences <- function(x) {
  empty <- colnames(x$counts)[colSums(x$counts) == 0]
  c(
    sprintf(
      "Percentage of each dataset's instances in each of %s; blank: none.",
      counted(x$n_regions, "region")
    ),
    sprintf(
      "%s, %s, by the region with most of them.", counted(x$n_datasets, "dataset"),
      counted(x$n_instances, "instance")
    ),
    if (length(empty) > 0L) sprintf("No instance in %s.", paste(empty, collapse = ", "))
  )
}
