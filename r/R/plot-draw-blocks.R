# Rows of datasets in groups, each with a cell per region, in blocks side by side.

# Draws `cells`, a list of `rows` (data frame of `region`, the group, and `dataset`, in the order of
# the figure), `columns` (names), `text` (matrix, rows x columns), `bars` (list of parts of the
# cells, from their left edge: matrices `share` and `colour`, the first as wide as the cells) and
# `foot` (sentences).
draw_blocks <- function(cells, main, blocks, fewer = character()) {
  check_string("main", main, null_ok = TRUE)
  rows <- cells$rows
  page <- open_page()
  on.exit(graphics::par(page$before))
  plan <- fitting_blocks(cells, blocks, main, page$inches)
  plan$cex <- fitting_cex(page$inches, plan$natural, fewer = fewer)
  paint_blocks(cells, plan, main, page$inches)
  invisible(list(
    rows = data.frame(region = rows$region, dataset = rows$dataset, block = plan$rows$block),
    text = cells$text, cex = plan$cex
  ))
}

# The plan with the largest text: of so many blocks, or of the number that suits the size.
fitting_blocks <- function(cells, blocks, main, size) {
  tried <- if (is.null(blocks)) {
    seq_len(min(12L, nrow(cells$rows)))
  } else {
    min(check_count("blocks", blocks), nrow(cells$rows))
  }
  plans <- lapply(tried, function(n) blocks_plan(cells, n, main, size))
  best <- which.max(round(vapply(plans, `[[`, 0, "cex"), 6L))
  if (exact_page$on) { # the lowest that is not too wide
    fits <- vapply(plans, function(plan) plan$natural[[1L]] <= size[[1L]], NA)
    best <- max(1L, which(fits))
  }
  plans[[best]]
}

block_heading <- 1.5 # Rows that a heading takes.

# The block and the line of each row, and the largest possible size of the text.
blocks_plan <- function(cells, blocks, main, size) {
  rows <- cells$rows
  columns <- length(cells$columns)
  line <- text_line()
  counts <- table(factor(rows$region, unique(rows$region)))
  heads <- sprintf("%s: %s", names(counts), counted(as.vector(counts), "dataset"))
  names(heads) <- names(counts)
  whole <- block_heading * (length(heads) + blocks - 1) + nrow(rows)
  share <- whole / blocks
  block <- 1L
  down <- 0
  before <- ""
  headings <- data.frame(block = integer(), line = numeric(), text = character())
  place <- data.frame(block = integer(nrow(rows)), line = numeric(nrow(rows)))
  for (i in seq_len(nrow(rows))) {
    region <- rows$region[[i]]
    fresh <- region != before
    if (block < blocks && down + 1 + (if (fresh) block_heading else -0.5) > share + 1e-9) {
      block <- block + 1L
      down <- 0
    }
    if (fresh || down == 0) {
      text <- paste0(heads[[region]], if (!fresh) " (continued)")
      headings[nrow(headings) + 1L, ] <- list(block, down, text)
      down <- down + block_heading
    }
    place[i, ] <- list(block, down)
    down <- down + 1
    before <- region
  }
  names <- without_controls(shorten_middle(rows$dataset, pmin(nchar(rows$dataset), 40L)))
  # A heading may stand above cells.
  left <- max(widest(names, 1) / line, widest(headings$text, 1.1) / line - 2 * columns) + 0.5
  wide <- left + 2 * columns
  lines <- max(place$line) + 1
  natural <- c(
    max(place$block) * (wide + 1.4) - 1.4 + 0.6,
    (if (is.null(main)) 0.3 else 1.6) + 1.3 + 1.15 * lines + 1
  ) * line
  words <- length(wrap_text(paste(cells$foot, collapse = " "), size[[1L]] - 0.6 * line, rel(0.8)))
  below <- if (exact_page$on) 0.95 * words else 2.2
  cex <- min(1, size / (natural + c(0, below * line)))
  list(
    rows = cbind(rows, place, name = names), headings = headings, left = left, wide = wide,
    lines = lines, cex = cex, natural = natural + c(0, below * line)
  )
}

paint_blocks <- function(cells, plan, main, size) {
  unit <- text_line() * plan$cex
  row <- 1.15 * unit
  k <- length(cells$columns)
  start <- (0.3 + (plan$wide + 1.4) * (seq_len(max(plan$rows$block)) - 1)) * unit
  top <- size[[2L]] - ((if (is.null(main)) 0.3 else 1.6) + 1.3) * unit
  cell <- start + plan$left * unit
  for (block in seq_along(start)) {
    write_text(
      cell[[block]] + 2 * (seq_len(k) - 0.5) * unit, top + 0.4 * unit, cells$columns,
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
  text <- cells$text
  across <- cell[plan$rows$block][row(text)] + 2 * (col(text) - 1) * unit
  down <- y[row(text)]
  for (at in seq_along(cells$bars)) {
    bar <- cells$bars[[at]]
    shown <- bar$share > 0
    graphics::rect(
      across[shown], (down - row)[shown], (across + 2 * unit * bar$share)[shown], down[shown],
      col = bar$colour[shown], border = if (at == 1L) "#DCDCDC" else NA, lwd = 0.6
    )
  }
  write_text(across + unit, down - row / 2, as.vector(text), cex = rel(0.8) * plan$cex)
  foot <- paste(cells$foot, collapse = " ")
  words <- wrap_text(foot, size[[1L]] - 0.6 * unit, rel(0.8) * plan$cex)
  write_text(
    0.3 * unit, top - plan$lines * row - (seq_along(words)) * 0.95 * unit, words,
    adj = c(0, 0.5), cex = rel(0.8) * plan$cex, col = quiet_colour
  )
  page_title(main, size, unit, plan$cex)
}
