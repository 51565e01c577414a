# Figures whose text has the size that was asked for: a device that is too small for it is refused.

# The factor of text of `font_size` points on the open device; NULL: text may shrink to fit.
asked_cex <- function(font_size) {
  if (is.null(font_size)) {
    return(NULL)
  }
  check_number("font_size", font_size, "a positive number of points", 0, 1000)
  font_size / (graphics::par("ps") * graphics::par("cex"))
}

# ---- figures without an argument `font_size` ----
# pb_save_figure() draws them on a device whose text has the asked size, in exact mode: no text is
# smaller than that of the device, and figures tell how large they need to be.
exact_page <- new.env(parent = emptyenv())
exact_page$on <- FALSE

# The size of text, or the height of a line, that is usually this share of that of names.
rel <- function(usual) {
  if (exact_page$on) rep(1, length(usual)) else usual
}

# The size of text at which what is `natural` inches wide and high fits into `size` inches, beside
# what is `fixed` inches wide and high whatever the size.
fitting_cex <- function(size, natural, fixed = 0, fewer = character()) {
  if (exact_page$on) {
    tell_need(natural + fixed, fewer = fewer)
    return(1)
  }
  min(1, (size - fixed) / natural)
}

# Tells the inches (width, height) that a figure needs; `suits`: the height in widths that suits it;
# `fewer`: another layout that needs less.
tell_need <- function(needed, suits = 0, fewer = character()) {
  if (exact_page$on) {
    signalCondition(structure(
      class = c("pybench_page_need", "condition"),
      list(
        message = "the size that a page needs", call = NULL, needed = needed, suits = suits,
        fewer = fewer
      )
    ))
  }
  invisible()
}

# Tells that the plot needs so many lines of text between its margins.
tell_lines <- function(lines) {
  outside <- graphics::par("fin") - graphics::par("pin")
  tell_need(outside + c(0, lines * text_line()))
}

# Opens a plot between the margins that are set, at least so many lines of text wide and high.
new_plot <- function(least = c(7, 6)) {
  margins <- graphics::par("mai")
  outside <- c(margins[[2L]] + margins[[4L]], margins[[1L]] + margins[[3L]])
  tell_need(outside + least * text_line(), suits = usual_height)
  graphics::plot.new()
}

# The size of notes and values in sizes of names: no text is smaller than the size asked for.
note_share <- function(usual, asked) {
  if (is.null(asked)) usual else 1
}

size_spare <- 0.005 # Inches: devices of pixels are rounded.
smallest_font <- 4 # Points: no smaller text is proposed.

# Refuses a device of `size` inches that is too small for the figure at the asked size of text.
# `extent(cex, width)` gives the least width and the height, in inches, of the figure with text of
# the size cex, arranged for a width; `usual(cex, width)`, the height of a figure that need not be
# as low as possible; `fewer`, what helps besides, such as another layout. pb_save_figure() catches
# the signal: so it gets all of them before anything is drawn.
hold_size <- function(extent, font_size, size, usual = NULL, fewer = character()) {
  if (is.null(font_size)) {
    return(invisible())
  }
  fit <- structure(
    class = c("pybench_figure_size", "condition"),
    list(
      message = "the size that a figure needs", call = NULL, font_size = font_size, fewer = fewer,
      extent = function(font_size, width) {
        needed <- extent(asked_cex(font_size), width)
        # Too wide: the height is that of the least width.
        unname(if (needed[[1L]] > width) extent(asked_cex(font_size), needed[[1L]]) else needed)
      },
      usual = function(width) {
        if (is.null(usual)) 0 else usual(asked_cex(font_size), width)
      }
    )
  )
  signalCondition(fit)
  needed <- fit$extent(font_size, size[[1L]])
  if (all(needed <= size + size_spare)) {
    return(invisible())
  }
  least <- inches_text(ceiling(100 * needed) / 100)
  stop_argument(
    sprintf(
      "at font size %g, the figure needs at least %s inches (width x height); the device has %s",
      font_size, least, inches_text(size)
    ),
    expected = paste("at least", least, "inches"), found = inches_text(size),
    hint = paste0(
      "Use ", paste(c("a larger device", smaller_font(fit, size), fewer), collapse = " or "),
      ". pb_save_figure() finds the height."
    )
  )
}

inches_text <- function(size) {
  paste(sprintf("%g", round(size, 2)), collapse = " x ")
}

# The largest font size at which a figure fits, "font_size = 6.2", unless it would be too small to
# read. The device pdf() has whole points alone.
smaller_font <- function(fit, size) {
  parts <- if (names(grDevices::dev.cur()) == "pdf") 1 else 10 # of a point
  points <- floor(parts * fit$font_size) / parts
  while (points >= smallest_font) {
    needed <- fit$extent(points, size[[1L]])
    if (all(needed <= size)) {
      return(sprintf("font_size = %g", points))
    }
    # Lengths are at most proportional to the font size: no size in between fits.
    points <- min(points - 1 / parts, floor(parts * points * min(size / needed)) / parts)
    points <- round(parts * points) / parts
  }
  character()
}

# The plan with the largest text, from `cex` down, whose height fits. A plan has its height in
# `lines` of text.
shrunk <- function(plan_at, size, cex = 1) {
  repeat {
    plan <- plan_at(cex)
    fitting <- size[[2L]] / (plan$lines * text_line())
    if (cex <= fitting * (1 + 1e-9)) {
      return(plan)
    }
    cex <- fitting
  }
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
