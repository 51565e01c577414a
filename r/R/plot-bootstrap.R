# On how many portfolios of the landscape each pair differs significantly, as matrices.

#' Draw on how many portfolios each pair does not differ significantly
#'
#' Draws one matrix of all pairs for each n, the number of datasets per region. A portfolio is a set
#' of datasets. A cell shows the number of portfolios on which the pair does not differ
#' significantly. Cells below the diagonal are for portfolios that contain n datasets from each
#' region of the landscape. Cells above the diagonal are for equally large portfolios that are drawn
#' at random from all datasets. The majority verdict on a pair is "differs" if the pair differs
#' significantly on at least half of the portfolios; a dot marks these pairs. If the majority
#' verdict on a pair depends on n, its cell below the diagonal is outlined. With more than 999
#' portfolios, cells show percentages. Text shrinks until it fits: the matrices of fourteen methods
#' for three values of n need a device of 13 by 5.5 inches.
#'
#' @param x A result of [pb_bootstrap()].
#' @param main Title, a string, or `NULL` for none.
#' @param n Number of datasets per region, one of `x$per_region`; `NULL`: one matrix for each of
#'   these numbers.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a list with one element per n, each a list of k x k matrices: `counts`, with
#'   `NA` on the diagonal; `text`, the texts in the cells; `different`, whether a cell has a dot;
#'   and `changing`, whether a cell is outlined.
#' @section Errors:
#' `pybench_error_argument` for an n that is not in `x$per_region` or a title that is not a string.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = letters[1:12], A = 12:1, B = c(6:1, 1:6), C = 1:12 + 0.5),
#'   higher_is_better = TRUE
#' )
#' plot(pb_bootstrap(t, list(one = letters[1:6], two = letters[7:12]), per_region = c(2, 5)))
#' @export
plot.pb_bootstrap <- function(x, main = NULL, n = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  sizes <- vote_sizes(x, n)
  found <- lapply(stats::setNames(nm = sizes), function(size) vote_matrix(x, size))
  page <- open_page()
  on.exit(graphics::par(page$before))
  draw_votes(x, found, main, page$inches)
  invisible(found)
}

vote_sizes <- function(x, n) {
  sizes <- sprintf("%.0f", x$per_region)
  if (is.null(n)) sizes else check_choice("n", if (is.numeric(n)) sprintf("%.15g", n) else n, sizes)
}

vote_matrix <- function(x, size) {
  counts <- x$random_counts[[size]]
  own <- lower.tri(counts)
  counts[own] <- x$counts[[size]][own]
  diag(counts) <- NA
  text <- counts
  text[] <- vote_text(counts, x$repeats)
  changing <- counts < 0
  changing[] <- FALSE
  for (pair in x$changing) {
    places <- sort(match(pair, rownames(counts)))
    changing[places[[2L]], places[[1L]]] <- TRUE
  }
  different <- !is.na(counts) & 2 * counts <= x$repeats # as `verdicts` counts
  list(counts = counts, text = text, different = different, changing = changing)
}

# Counts, or percentages if counts would have more than three digits.
vote_text <- function(counts, repeats) {
  text <- if (repeats <= 999) {
    sprintf("%.0f", counts)
  } else {
    ifelse(is.na(counts) | counts == 0, "0", percentage_text(100 * counts / repeats))
  }
  ifelse(is.na(counts), "", text)
}

vote_sentences <- function(x) {
  c(
    sprintf(
      "%s, of %s, on which the pair does not differ significantly (level %g, %s).",
      if (x$repeats <= 999) "Portfolios" else "Percentage of portfolios", format_whole(x$repeats),
      x$alpha, if (x$omnibus) "Friedman, then Nemenyi" else "Nemenyi"
    ),
    paste(
      "Below the diagonal: as many datasets from each region; above: equally large portfolios of",
      "datasets drawn at random from all.",
      "Dot: the pair differs on at least half of the portfolios."
    ),
    if (length(x$per_region) > 1L) {
      sprintf(
        "Outlined: %d of %s whose verdict depends on how many datasets a region gives.",
        length(x$changing), counted(choose(x$n_classifiers, 2), "pair")
      )
    },
    if (length(x$skipped) > 0L) {
      sprintf("Left out, too few datasets: %s.", paste(x$skipped, collapse = ", "))
    }
  )
}

draw_votes <- function(x, found, main, size) {
  line <- text_line()
  names <- rownames(x$all_datasets)
  names <- without_controls(shorten_middle(names, pmin(nchar(names), 40L)))
  k <- length(names)
  panels <- length(found)
  heads <- sprintf(
    "%s per region: %d datasets", names(found), as.integer(names(found)) * length(x$representatives)
  )
  cell <- 1.8
  longest <- widest(names, 1) / line + 0.5
  wide <- max(cell * k, widest(heads, 1.15) / line)
  head <- (if (is.null(main)) 0.3 else 1.6) + 1.2
  natural <- c(
    0.6 + longest + panels * (wide + 1.2) - 1.2, head + longest + cell * k + 0.6
  ) * line
  foot <- paste(vote_sentences(x), collapse = " ")
  below <- length(wrap_text(foot, size[[1L]] - 0.6 * line, rel(0.8))) * 0.95 + 0.4
  cex <- fitting_cex(size, natural + c(0, below * line))
  unit <- line * cex
  top <- size[[2L]] - (head + longest) * unit
  left <- (0.3 + longest + (seq_len(panels) - 1) * (wide + 1.2)) * unit
  middle <- (seq_len(k) - 0.5) * cell * unit
  write_text(left[[1L]] - 0.3 * unit, top - middle, names, adj = c(1, 0.5), cex = cex)
  for (at in seq_len(panels)) {
    write_text(
      left[[at]], top + (longest + 0.5) * unit, heads[[at]], adj = c(0, 0.5), font = 2L, cex = cex
    )
    write_text(
      left[[at]] + middle, top + 0.3 * unit, names, adj = c(0, 0.5), srt = 90, cex = cex
    )
    draw_vote_cells(x, found[[at]], left[[at]], top, cell * unit, cex)
  }
  words <- wrap_text(foot, size[[1L]] - 0.6 * unit, rel(0.8) * cex)
  write_text(
    0.3 * unit, top - cell * k * unit - 0.95 * seq_along(words) * unit, words, adj = c(0, 0.5),
    cex = rel(0.8) * cex, col = quiet_colour
  )
  page_title(main, size, unit, cex)
}

draw_vote_cells <- function(x, found, left, top, cell, cex) {
  counts <- found$counts
  across <- left + (col(counts) - 1) * cell
  down <- top - row(counts) * cell
  share <- as.vector(counts) / x$repeats
  share[is.na(share)] <- 0
  colour <- mixed_colour("#0072B2", ifelse(share == 0, 0, 0.08 + 0.42 * share))
  colour[is.na(counts)] <- own_colour
  right <- across + cell
  graphics::rect(across, down, right, down + cell, col = colour, border = "#D0D0D0", lwd = 0.7)
  write_text(across + cell / 2, down + cell / 2, as.vector(found$text), cex = rel(0.8) * cex)
  dots <- which(found$different)
  graphics::points(across[dots] + 0.86 * cell, down[dots] + 0.86 * cell, pch = 16L, cex = 0.5 * cex)
  changing <- which(found$changing)
  for (look in list(list("#FFFFFF", 4), list("#C04A00", 2))) {
    graphics::rect(
      across[changing], down[changing], across[changing] + cell, down[changing] + cell,
      border = look[[1L]], lwd = look[[2L]] * cex
    )
  }
}
