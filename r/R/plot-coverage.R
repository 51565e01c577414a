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
  check_string("main", main, null_ok = TRUE)
  rows <- coverage_rows(x)
  page <- open_page()
  on.exit(graphics::par(page$before))
  plan <- heat_fitting(x, rows, blocks, main, page$inches)
  plan$cex <- fitting_cex(page$inches, plan$natural)
  draw_heat(x, plan, main, page$inches)
  text <- x$percent[match(rows$dataset, rownames(x$percent)), , drop = FALSE]
  text[] <- percentage_text(text)
  invisible(list(
    rows = data.frame(region = rows$region, dataset = rows$dataset, block = plan$rows$block),
    text = text, cex = plan$cex
  ))
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

# The plan with the largest text: of so many blocks, or of the number that suits the size.
heat_fitting <- function(x, rows, blocks, main, size) {
  tried <- if (is.null(blocks)) {
    seq_len(min(12L, nrow(rows)))
  } else {
    min(check_count("blocks", blocks), nrow(rows))
  }
  plans <- lapply(tried, function(n) heat_plan(x, rows, n, main, size))
  best <- which.max(round(vapply(plans, `[[`, 0, "cex"), 6L))
  if (exact_page$on) { # the lowest that is not too wide
    fits <- vapply(plans, function(plan) plan$natural[[1L]] <= size[[1L]], NA)
    best <- max(1L, which(fits))
  }
  plans[[best]]
}

heat_heading <- 1.5 # Rows that a heading takes.

# The block and the line of each row, and the largest possible size of the text.
heat_plan <- function(x, rows, blocks, main, size) {
  line <- text_line()
  counts <- table(factor(rows$region, unique(rows$region)))
  heads <- sprintf("%s: %s", names(counts), counted(as.vector(counts), "dataset"))
  names(heads) <- names(counts)
  whole <- heat_heading * (length(heads) + blocks - 1) + nrow(rows)
  share <- whole / blocks
  block <- 1L
  down <- 0
  before <- ""
  headings <- data.frame(block = integer(), line = numeric(), text = character())
  place <- data.frame(block = integer(nrow(rows)), line = numeric(nrow(rows)))
  for (i in seq_len(nrow(rows))) {
    region <- rows$region[[i]]
    fresh <- region != before
    if (block < blocks && down + 1 + (if (fresh) heat_heading else -0.5) > share + 1e-9) {
      block <- block + 1L
      down <- 0
    }
    if (fresh || down == 0) {
      text <- paste0(heads[[region]], if (!fresh) " (continued)")
      headings[nrow(headings) + 1L, ] <- list(block, down, text)
      down <- down + heat_heading
    }
    place[i, ] <- list(block, down)
    down <- down + 1
    before <- region
  }
  names <- without_controls(shorten_middle(rows$dataset, pmin(nchar(rows$dataset), 40L)))
  left <- max(widest(names, 1), widest(headings$text, 1.1)) / line + 0.5
  wide <- left + 2 * ncol(x$percent)
  foot <- heat_sentences(x)
  lines <- max(place$line) + 1
  natural <- c(
    max(place$block) * (wide + 1.4) - 1.4 + 0.6,
    (if (is.null(main)) 0.3 else 1.6) + 1.3 + 1.15 * lines + 1
  ) * line
  words <- length(wrap_text(paste(foot, collapse = " "), size[[1L]] - 0.6 * line, rel(0.8)))
  below <- if (exact_page$on) 0.95 * words else 2.2
  cex <- min(1, size / (natural + c(0, below * line)))
  list(
    rows = cbind(rows, place, name = names), headings = headings, left = left, wide = wide,
    lines = lines, cex = cex, foot = foot, natural = natural + c(0, below * line)
  )
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

draw_heat <- function(x, plan, main, size) {
  unit <- text_line() * plan$cex
  row <- 1.15 * unit
  k <- ncol(x$percent)
  start <- (0.3 + (plan$wide + 1.4) * (seq_len(max(plan$rows$block)) - 1)) * unit
  top <- size[[2L]] - ((if (is.null(main)) 0.3 else 1.6) + 1.3) * unit
  cell <- start + plan$left * unit
  for (block in seq_along(start)) {
    write_text(
      cell[[block]] + 2 * (seq_len(k) - 0.5) * unit, top + 0.4 * unit, colnames(x$percent),
      cex = rel(0.8) * plan$cex, col = quiet_colour
    )
  }
  write_text(
    start[plan$headings$block], top - (plan$headings$line + 0.95) * row, plan$headings$text,
    adj = c(0, 0.5), font = 2L, cex = plan$cex
  )
  y <- top - plan$rows$line * row
  write_text(
    cell[plan$rows$block] - 0.3 * unit, y - row / 2, plan$rows$name, adj = c(1, 0.5),
    cex = plan$cex
  )
  percent <- x$percent[match(plan$rows$dataset, rownames(x$percent)), , drop = FALSE]
  across <- cell[plan$rows$block][row(percent)] + 2 * (col(percent) - 1) * unit
  down <- y[row(percent)]
  graphics::rect(
    across, down - row, across + 2 * unit, down, col = heat_colour(as.vector(percent)),
    border = "#DCDCDC", lwd = 0.6
  )
  write_text(
    across + unit, down - row / 2, percentage_text(as.vector(percent)), cex = rel(0.8) * plan$cex
  )
  words <- wrap_text(paste(plan$foot, collapse = " "), size[[1L]] - 0.6 * unit, rel(0.8) * plan$cex)
  write_text(
    0.3 * unit, top - plan$lines * row - (seq_along(words)) * 0.95 * unit, words,
    adj = c(0, 0.5), cex = rel(0.8) * plan$cex, col = quiet_colour
  )
  page_title(main, size, unit, plan$cex)
}

page_title <- function(main, size, unit, cex, share = 1.1) {
  if (!is.null(main)) {
    title <- without_controls(main)
    tell_need(c(label_width(title, share * cex, TRUE) + 0.6 * unit, 0))
    write_text(
      0.3 * unit, size[[2L]] - 0.8 * unit, title, adj = c(0, 0.5), font = 2L, cex = share * cex
    )
  }
}
