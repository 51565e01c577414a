# Features that are missing or constant: calculators by datasets.

fallout_deepest <- c(missing = "#C04A00", constant = "#0072B2")
fallout_most <- 100L # rows

#' Draw which features are missing or constant on which datasets
#'
#' Draws one row per calculator (a function that computes one or more features) and one column per
#' dataset. Calculators are grouped as in the representation (such as tsfresh) that they belong to.
#' Datasets with the shortest series come first, so features that are missing because series are
#' short appear on the left. Datasets and calculators without missing (or constant) features are not
#' drawn; the figure says how many there are. The bar of a dataset shows how many features are
#' missing (or constant) on it. The dark part of the bar counts the features that are missing (or
#' constant) on no other dataset. If all features with missing values are dropped, these are dropped
#' because of this dataset only. Text shrinks until it fits: a hundred datasets need a device of 11
#' by 6 inches.
#'
#' @param x A result of [pb_feature_report()].
#' @param main Title, a string, or `NULL` for none.
#' @param show `"missing"`: missing values, as a share of all values of the calculator.
#'   `"constant"`: features that are the same in all series of a dataset, as a share of the features
#'   of the calculator.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a list of what was drawn. `shares` is a matrix, calculators x datasets.
#'   `some` is a logical matrix of the same shape: whether a feature of the calculator is missing
#'   in some series of the dataset but not in all. For each calculator, `group` is its group, and
#'   `fallen` says how many of its features are missing (or constant) on some dataset ("1 of 2").
#'   For each dataset, `bars` and `alone` are the numbers of features that the bar and its dark part
#'   show.
#' @section Errors:
#' `pybench_error_argument` for an unknown `show` or a title that is not a string.
#' @examples
#' file <- tempfile(fileext = ".csv")
#' writeLines(c(
#'   "dataset,split,label,id,value__a__q_1,value__a__q_2,value__length", "d,,1,0,NaN,1,9",
#'   "d,,2,1,1,0.5,9", "e,,1,0,2,0.5,20"
#' ), file)
#' plot(pb_feature_report(pb_read_features(file)), main = "Two datasets")
#' @export
plot.pb_feature_report <- function(x, main = NULL, show = "missing", ...) {
  check_dots(...)
  show <- check_choice("show", show, names(fallout_deepest))
  check_string("main", main, null_ok = TRUE)
  drawn <- fallout_chart(x, show)
  before <- graphics::par(mar = c(0, 0, 0, 0), xpd = NA)
  on.exit(graphics::par(before))
  graphics::plot.new()
  size <- graphics::par("pin")
  graphics::plot.window(c(0, size[[1L]]), c(0, size[[2L]]), xaxs = "i", yaxs = "i")
  draw_fallout(drawn, main, show, fallout_footnote(x, drawn, show), size)
  invisible(drawn[c("shares", "some", "group", "fallen", "bars", "alone")])
}

fallout_chart <- function(x, show) {
  there <- if (show == "missing") x$missing > 0 else x$constant
  amount <- if (show == "missing") x$missing else x$constant + 0
  columns <- which(rowSums(there) > 0)
  length <- ifelse(is.na(x$shortest[columns]), Inf, x$shortest[columns])
  columns <- columns[order(
    length, -rowSums(there)[columns], x$datasets[columns], method = "radix"
  )]
  calculators <- feature_calculators(x$names)
  lost <- calculators %in% calculators[colSums(there) > 0]
  members <- split(which(lost), factor(calculators[lost], unique(calculators[lost])))
  shown <- amount[columns, , drop = FALSE]
  shares <- vapply(members, function(at) rowMeans(shown[, at, drop = FALSE]), columns + 0)
  shares <- t(matrix(shares, length(columns), length(members)))
  some <- vapply(members, function(at) {
    rowSums(shown[, at, drop = FALSE] > 0 & shown[, at, drop = FALSE] < 1) > 0
  }, columns > 0)
  some <- t(matrix(some, length(columns), length(members)))
  group <- unname(x$groups[x$names[vapply(members, `[[`, 1L, 1L)]])
  group[is.na(group)] <- ""
  place <- match(group, c(unique(tsfresh_groups()), sort(unique(group), method = "radix")))
  fallen <- vapply(members, function(at) {
    sprintf("%d of %d", sum(colSums(there[, at, drop = FALSE]) > 0), length(at))
  }, "")
  rows <- order(place, -rowSums(shares), names(members), method = "radix")
  kept <- utils::head(rows, fallout_most)
  label <- without_controls(x$datasets[columns])
  known <- is.finite(x$shortest[columns])
  label[known] <- sprintf("%s  %.0f", label[known], x$shortest[columns][known])
  names <- list(names(members)[kept], x$datasets[columns])
  lonely <- colSums(there) == 1
  list(
    shares = matrix(shares[kept, ], length(kept), dimnames = names),
    some = matrix(some[kept, ], length(kept), dimnames = names),
    group = if (length(kept) > 0L) group[kept] else character(),
    fallen = unname(fallen[kept]), bars = rowSums(there)[columns],
    alone = rowSums(there[columns, lonely, drop = FALSE]), label = label,
    n_calculators = c(length(members), length(unique(calculators)))
  )
}

fallout_footnote <- function(x, drawn, show) {
  there <- if (show == "missing") x$missing > 0 else x$constant
  shown <- drawn$n_calculators
  c(
    sprintf(
      "%d of %s are %s on some dataset; right: how many of each calculator.",
      sum(colSums(there) > 0), counted(length(x$names), "feature"), show
    ),
    sprintf(
      "Not shown, since none is: %s, %s.",
      counted(length(x$datasets) - length(drawn$bars), "dataset"),
      counted(shown[[2L]] - shown[[1L]], "calculator")
    ),
    paste0(
      "Bars: features ", show, " on the dataset; dark: on no other.",
      if (any(is.finite(x$shortest))) {
        " The number at a dataset is the length of its shortest series."
      }
    ),
    if (show == "missing") "Dot: a feature is missing in some series of the dataset, not in all.",
    if (shown[[1L]] > fallout_most) {
      sprintf("Rows: the first %d of %d calculators.", fallout_most, shown[[1L]])
    }
  )
}

fallout_colour <- function(share, show) {
  depth <- ifelse(share == 0, 0, 0.14 + 0.86 * share)
  ramp <- grDevices::colorRamp(c("white", fallout_deepest[[show]]))
  grDevices::rgb(ramp(depth), maxColorValue = 255)
}

# Draws in inches from the bottom left. All lengths are in lines of text until `cex` is known.
draw_fallout <- function(drawn, main, show, footnote, size) {
  line <- text_line()
  width <- function(text, cex) widest(text, cex) / line
  rows <- without_controls(rownames(drawn$shares))
  n <- length(drawn$label)
  left <- max(width(rows, 1), 1.1 * width(drawn$group, 1), 12) + 0.8
  first <- drawn$group != c("", drawn$group)[seq_along(drawn$group)]
  downwards <- cumsum(1 + 1.4 * first) # the lower edge of each row
  high <- if (length(downwards) > 0L) max(downwards) else 0
  head <- if (is.null(main)) 0.3 else 1.6
  labels <- width(drawn$label, rel(0.8))
  if (exact_page$on) {
    footnote <- unlist(lapply(footnote, wrap_text, size[[1L]] - line, 1))
  }
  total <- c(
    max(left + 0.85 * n + width(drawn$fallen, rel(0.8)) + 1, width(footnote, rel(0.8)) + 1),
    head + 3.4 + high + labels + 1.6 + 0.95 * length(footnote)
  ) * line
  cex <- fitting_cex(size, total)
  unit <- line * cex
  x <- (left + 0.85 * (seq_len(n) - 1)) * unit
  top <- size[[2L]] - head * unit
  foot <- top - 3.1 * unit
  y <- foot - (0.3 + downwards) * unit
  fallout_cells(drawn, show, x, y, unit)
  write_text(x[1L] - 0.3 * unit, y + 0.5 * unit, rows, adj = c(1, 0.5), cex = cex)
  write_text(
    left * unit + (0.85 * n + 0.3) * unit, y + 0.5 * unit, drawn$fallen,
    adj = c(0, 0.5), cex = rel(0.8) * cex, col = quiet_colour
  )
  write_text(
    0.3 * unit, y[first] + 1.5 * unit, drawn$group[first], adj = c(0, 0.5), font = 2L, cex = cex
  )
  fallout_bars(drawn, show, x, foot, unit, cex)
  bottom <- foot - (0.3 + high) * unit
  write_text(
    x + 0.42 * unit, bottom - 0.3 * unit, drawn$label, adj = c(1, 0.5), srt = 90,
    cex = rel(0.8) * cex
  )
  write_text(
    0.3 * unit, bottom - (labels + 1 + 0.95 * seq_along(footnote)) * unit, footnote,
    adj = c(0, 0.5), cex = rel(0.8) * cex, col = quiet_colour
  )
  page_title(main, size, unit, cex, 1)
}

# text() refuses to write nothing.
write_text <- function(x, y, labels, ...) {
  if (length(labels) > 0L) {
    graphics::text(x, y, labels, ...)
  }
}

fallout_cells <- function(drawn, show, x, y, unit) {
  shares <- drawn$shares
  if (length(shares) == 0L) {
    return(invisible())
  }
  across <- x[col(shares)]
  up <- y[row(shares)]
  graphics::rect(
    across, up, across + 0.85 * unit, up + unit,
    col = fallout_colour(as.vector(shares), show), border = "#E2E2E2", lwd = 0.5
  )
  if (show == "missing") {
    dots <- which(drawn$some)
    graphics::points(
      across[dots] + 0.42 * unit, up[dots] + 0.5 * unit,
      pch = 16L, cex = 0.55 * unit / text_line()
    )
  }
}

fallout_bars <- function(drawn, show, x, foot, unit, cex) {
  if (length(drawn$bars) == 0L) {
    return(invisible())
  }
  most <- max(drawn$bars)
  bar <- function(counts, share) {
    graphics::rect(
      x + 0.1 * unit, foot, x + 0.75 * unit, foot + 3 * unit * counts / most,
      col = fallout_colour(share, show), border = NA
    )
  }
  bar(drawn$bars, 0.45)
  bar(drawn$alone, 1)
  write_text(
    x[[1L]] - 0.3 * unit, foot + 2.6 * unit, counted(most, "feature"),
    adj = c(1, 0.5), cex = rel(0.8) * cex, col = quiet_colour
  )
}
