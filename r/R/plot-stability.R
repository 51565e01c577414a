# How stable each verdict is, as a matrix of methods.

flip_phrases <- list(
  order = c("in which two mean ranks are", "the other way round than in the full table"),
  nemenyi = c("in which the Nemenyi test", "gives another verdict than in the full table"),
  "wilcoxon-holm" = c(
    "in which the signed-rank test with",
    "Holm's correction gives another verdict than in the full table"
  )
)

flip_heads <- c("Sets", "Resamples") # of the columns of one method's pairs

#' Draw how stable verdicts are
#'
#' Draws one cell per pair: the percentage of modified tables in which the verdict on the pair
#' changes. Methods are ordered by mean rank. Below the diagonal, the modified tables have other
#' sets of methods that contain the pair. Above the diagonal, they have resampled datasets. If the
#' verdict of a test is shown, a dot in the corner of a cell marks a pair that differs significantly
#' in the full table. Without `font_size`, text is at most as large as the default text of the
#' device, and shrinks until it fits. With `font_size`, all texts have this size, and a device that
#' is too small is refused.
#'
#' With `against`, only the pairs of one method are shown: one row per other method, one column for
#' the sets of methods and one for the resampled datasets.
#'
#' @param x A result of [pb_stability()].
#' @param main Title, a string, or `NULL` for none.
#' @param question Which verdict is shown: `"wilcoxon-holm"` or `"nemenyi"` for the verdict of a
#'   test, or `"order"` for the order of two mean ranks.
#' @param against Name of a method: only its pairs are shown. `NULL`: all pairs.
#' @param font_size,highlight,labels,max_label,groups As in [plot.pb_critical_difference()].
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a list of `shares`, the k x k matrix that was drawn, best method first, `NA`
#'   on the diagonal; `differs`, a logical matrix of the same shape: whether a cell has a dot; and
#'   `text`, the texts in the cells. With `against`, the matrices are (k - 1) x 2.
#' @section Errors:
#' `pybench_error_argument` for an unknown `question` or method, a title that is not a string, and a
#' device that is too small for the given `font_size`. For such a device, the message gives the
#' least width and height in inches, the largest font size that fits, and the argument `against`.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = 1:8, A = c(3, 3, 3, 3, 3, 2, 2, 2), B = c(2, 2, 2, 2, 2, 3, 3, 3), C = 1),
#'   higher_is_better = TRUE
#' )
#' found <- pb_stability(t, resamples = 100)
#' plot(found, main = "Three methods")
#' plot(found, against = "C")
#' @export
plot.pb_stability <- function(x, main = NULL, question = "wilcoxon-holm", against = NULL,
                              font_size = NULL, highlight = NULL, labels = NULL, max_label = NULL,
                              groups = NULL, ...) {
  check_dots(...)
  check_choice("question", question, stability_questions)
  check_string("main", main, null_ok = TRUE)
  drawn <- flip_matrix(x, question, against)
  looks <- method_looks(flip_order(x), highlight, labels, groups, max_label)
  page <- open_page()
  on.exit(graphics::par(page$before))
  plan_at <- function(cex, width) {
    footnote <- flip_footnote(x, question, looks$names[against])
    flips_plan(drawn, looks, main, footnote, cex, width, !is.null(font_size))
  }
  fewer <- if (is.null(against)) "one method against all: against = name"
  hold_size(function(cex, width) {
    plan <- plan_at(cex, width)
    c(plan$least, plan$lines * plan$line)
  }, font_size, page$inches, fewer = fewer)
  plan <- if (is.null(font_size)) {
    width <- page$inches[[1L]]
    shrunk(function(cex) plan_at(cex, width), page$inches, min(1, width / plan_at(1, width)$least))
  } else {
    plan_at(asked_cex(font_size), page$inches[[1L]])
  }
  draw_flips(drawn, plan, page$inches, looks)
  invisible(drawn)
}

# Methods, the best first.
flip_order <- function(x) {
  names <- names(x$mean_ranks)
  names[rank_order(x$mean_ranks, names)]
}

# Shares of flips, verdicts and the text of the cells, best method first.
flip_matrix <- function(x, question, against = NULL) {
  by_rank <- flip_order(x)
  k <- length(by_rank)
  shares <- matrix(NA_real_, k, k, dimnames = list(by_rank, by_rank))
  differs <- matrix(FALSE, k, k, dimnames = list(by_rank, by_rank))
  places <- vapply(x$pairs, function(pair) sort(match(pair, by_rank)), integer(2L))
  below <- t(places[2:1, , drop = FALSE])
  shares[below] <- flip_shares(x, "sets")[, question]
  shares[t(places)] <- flip_shares(x, "resamples")[, question]
  if (question != "order") {
    differs[below] <- differs[t(places)] <- x$full[, question] > 0
  }
  text <- shares
  text[] <- flip_text(shares)
  cells <- list(shares = shares, differs = differs, text = text)
  if (is.null(against)) cells else lapply(cells, flips_of_one, against)
}

# The pairs of one method as rows: the sets of methods before the resamples.
flips_of_one <- function(cells, against) {
  names <- rownames(cells)
  own <- match(check_member("against", against, names), names)
  others <- seq_along(names)[-own]
  below <- cbind(pmax(others, own), pmin(others, own))
  matrix(
    c(cells[below], cells[below[, 2:1, drop = FALSE]]), length(others), 2L,
    dimnames = list(names[-own], flip_heads)
  )
}

# A whole percentage; a value that is not 0 or 100 is never shown as such.
flip_text <- function(share) {
  rounded <- floor(100 * share + 0.5)
  text <- sprintf("%.0f", rounded)
  text[rounded == 0] <- "<1"
  text[rounded == 100 & share < 1] <- ">99"
  text[is.na(share) | share == 0] <- ""
  text
}

# `against`: the printed name of the method whose pairs alone are drawn.
flip_footnote <- function(x, question, against = NULL) {
  phrase <- flip_phrases[[question]]
  one <- length(against) > 0L
  heads <- if (one) flip_heads else c("Below the diagonal", "Above")
  c(
    if (one) sprintf(said("Pairs of %s with each other method."), against),
    paste("Percentage of tables", phrase[[1L]]),
    paste0(phrase[[2L]], "; blank: none."),
    sprintf(
      said("%s: %d sets of methods (%s)."), heads[[1L]], x$n_sets,
      if (x$exhaustive) "all" else "drawn"
    ),
    sprintf("%s: %.0f resamples of %d datasets.", heads[[2L]], x$n_resamples, x$n_datasets),
    if (question != "order") {
      sprintf("Dot: different in the full table (level %g).", x$alpha)
    }
  )
}

# Texts of the size `cex` for a width, the height in lines of text, and the least width.
flips_plan <- function(drawn, looks, main, footnote, cex, width, fixed) {
  line <- text_line() * cex
  share <- function(usual) if (fixed) 1 else usual
  names <- rownames(drawn$shares)
  square <- identical(names, colnames(drawn$shares))
  longest <- names_room(looks, names, cex)
  keys <- legend_entries(looks$group_names, width, cex, share(0.85) * cex)
  title <- title_rows(main, width - 0.6 * line, cex, 2L)
  footnote <- wrap_text(paste(footnote, collapse = " "), width - 0.6 * line, share(0.85) * cex)
  step <- 1.06 * share(0.85) # from line to line of the footnote
  above <- length(title) * 1.2 + 0.4 + 1.1 * max(0, keys$row)
  words <- max(label_width(footnote, share(0.85) * cex), label_width(title, cex, TRUE))
  cell <- if (square) c(1.9, 1.9) else c(max(label_width(flip_heads, cex)) / line + 0.6, 1.3)
  high <- if (square) longest else line
  list(
    names = names, square = square, cell = cell, high = high, title = title, footnote = footnote,
    cex = cex, line = line, longest = longest,
    note = share(0.85) * cex, number = share(0.9) * cex, step = step, above = above,
    lines = high / line + cell[[2L]] * length(names) + 0.8 + above + length(footnote) * step + 0.8,
    keys = max(0, keys$row),
    least = max(
      legend_width(keys), longest + line * (cell[[1L]] * ncol(drawn$shares) + 1),
      words + 0.6 * line
    )
  )
}

# Draws in inches from the bottom left; all lengths except those of texts are in lines of text.
draw_flips <- function(drawn, plan, size, looks) {
  line <- plan$line
  wide <- plan$cell[[1L]] * line
  tall <- plan$cell[[2L]] * line
  left <- plan$longest + 0.6 * line
  top <- size[[2L]] - plan$above * line - plan$high - 0.6 * line
  corner_x <- left + (col(drawn$shares) - 1) * wide
  corner_y <- top - row(drawn$shares) * tall
  off <- which(!is.na(drawn$shares))
  shade <- grDevices::colorRamp(c("white", "#C04A00"))(drawn$shares[off])
  graphics::rect(
    corner_x[off], corner_y[off], corner_x[off] + wide, corner_y[off] + tall,
    col = grDevices::rgb(shade, maxColorValue = 255), border = "grey82", lwd = 0.7
  )
  graphics::text(
    corner_x[off] + wide / 2, corner_y[off] + tall / 2, drawn$text[off],
    cex = plan$number, col = ifelse(drawn$shares[off] > 0.85, "white", "black")
  )
  dots <- which(drawn$differs)
  inset <- 0.266 * line
  graphics::points(
    corner_x[dots] + wide - inset, corner_y[dots] + tall - inset, pch = 16L,
    cex = 0.6 * plan$cex
  )
  across <- left + (seq_len(ncol(drawn$shares)) - 0.5) * wide
  down <- top - (seq_along(plan$names) - 0.5) * tall
  write_names(looks, plan$names, left - 0.3 * line, down, "left", plan$cex)
  if (plan$square) {
    write_names(looks, plan$names, across, top + 0.3 * line, "above", plan$cex)
  } else {
    graphics::text(across, top + 0.3 * line, flip_heads, adj = c(0.5, 0), cex = plan$cex)
  }
  under_title <- size[[2L]] - (length(plan$title) * 1.2 + 0.2) * line
  draw_group_legend(looks, size, under_title, plan$cex, plan$note)
  if (length(plan$title) > 0L) {
    graphics::text(
      0.3 * line, size[[2L]] - (seq_along(plan$title) - 0.4) * 1.2 * line, plan$title,
      adj = c(0, 0.5), font = 2L, cex = plan$cex
    )
  }
  below <- top - nrow(drawn$shares) * tall
  graphics::text(
    0.3 * line, below - (seq_along(plan$footnote) - 0.2) * plan$step * line,
    plan$footnote, adj = c(0, 0.5), cex = plan$note, col = "grey37"
  )
}
