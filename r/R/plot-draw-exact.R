# Files of figures without an argument `font_size`: the device has the asked size of text, and the
# figures tell how large they need to be (plot-draw-scene.R).

# Draws into the file `page`; returns the size in inches. `device(points)`: a function that opens a
# device whose text has this size. `asked`: `width`, `height` (NULL: as needed), `font_size`, and
# `per_inch`, points or pixels.
save_exactly <- function(draw, device, page, asked) {
  needed <- function(points, size) {
    on_device(device(points), page, size[[1L]], size[[2L]], function() need_of(draw, size))
  }
  whole <- function(inches) round(inches * asked$per_inch) / asked$per_inch
  high <- if (is.null(asked$height)) 0 else whole(asked$height)
  room <- c(width = whole(asked$width), height = high)
  size <- exact_size(function(size) needed(asked$font_size, size), room, asked$per_inch)
  least <- c(size$least, if (is.null(asked$height)) 0 else size$inches[[2L]])
  short <- which(least > room + size_spare)
  if (length(short) > 0L) {
    fits <- function(points) {
      size <- exact_size(function(size) needed(points, size), room, asked$per_inch)
      size$least <= room[[1L]] + size_spare &&
        (is.null(asked$height) || size$inches[[2L]] <= room[[2L]] + size_spare)
    }
    refuse_size(names(room)[[short[[1L]]]], least[[short[[1L]]]], asked, fits, size$fewer)
  }
  inches <- c(room[1L], height = if (is.null(asked$height)) size$inches[[2L]] else room[[2L]])
  on_device(device(asked$font_size), page, inches[[1L]], inches[[2L]], function() exactly(draw))
  inches
}

# The height that a figure needs at the width of `room`; without a height in `room`, the one that
# suits it if that is larger. `least`: the least width.
exact_size <- function(needed, room, per_inch) {
  up <- function(inches) ceiling((inches - 1e-6) * per_inch) / per_inch
  settled <- function(width) {
    free <- room[[2L]] == 0
    size <- c(width, if (free) usual_height * width else room[[2L]])
    for (i in 1:6) {
      need <- needed(size)
      suits <- if (free && need$suits > 0) max(size[[2L]], need$suits * width)
      high <- up(max(need$inches[[2L]], suits))
      if (high == size[[2L]]) {
        break
      }
      size[[2L]] <- high
    }
    list(inches = size, least = need$inches[[1L]], fewer = need$fewer)
  }
  found <- settled(room[[1L]])
  least <- found$least
  while (least > room[[1L]] + size_spare) {
    wider <- settled(up(least))$least
    if (wider <= up(least) + size_spare) {
      break
    }
    least <- wider
  }
  list(inches = found$inches, least = least, fewer = found$fewer)
}

# Heights of a chart of numbers, in widths; names that find no room make it higher, step by step.
usual_height <- 0.62
most_height <- 1.4
step_of_height <- 1.3

refuse_size <- function(name, needed, asked, fits, fewer) {
  least <- sprintf("at least %g inches", ceiling(100 * needed) / 100)
  found <- sprintf("%g", asked[[name]])
  smaller <- Find(fits, rev(seq_len(ceiling(asked$font_size) - 1L))) # in whole points
  ways <- c(
    paste("a larger", name),
    if (!is.null(smaller) && smaller >= smallest_font) sprintf("font_size = %g", smaller),
    fewer
  )
  stop_argument(
    sprintf("`%s` must be %s at font size %g, not %s", name, least, asked$font_size, found),
    expected = least, found = found, hint = paste0("Use ", paste(ways, collapse = " or "), ".")
  )
}

# Draws a figure whose texts are as large as those of the device.
exactly <- function(draw) {
  exact_page$on <- TRUE
  on.exit(exact_page$on <- FALSE)
  draw()
}

# The inches that a figure tells that it needs, drawn on a page of `size` inches, and the height in
# widths that suits it (0: no more than it needs). On a page that is too small R may refuse to draw.
need_of <- function(draw, size) {
  need <- c(0, 0)
  suits <- 0
  fewer <- character()
  tryCatch(
    withCallingHandlers(exactly(draw), pybench_page_need = function(told) {
      need <<- pmax(need, told$needed)
      suits <<- max(suits, told$suits)
      fewer <<- union(fewer, told$fewer)
    }),
    error = function(problem) {
      if (all(need <= size)) stop(problem)
    }
  )
  list(inches = need, suits = suits, fewer = fewer)
}
