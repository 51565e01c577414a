# Figures in files of an exact width, as high as their content needs.

#' Save a figure at the size of a paper
#'
#' Writes the figure that `plot(result, ...)` draws, with text of the given size, to a file of the
#' given width. The size of the figure is rounded to whole points (1/72 inch), in a PNG file to
#' whole pixels (1/300 inch). All texts have the given font size, except titles, which are larger.
#' The texts are printed in these sizes if the figure is included without scaling (LaTeX:
#' `\includegraphics{figure.pdf}`).
#'
#' The file is written only if the figure fits. A PDF file is written by [grDevices::pdf()], which
#' does not embed its font, Helvetica; if a publisher asks for embedded fonts, use
#' [grDevices::embedFonts()]. `pdf()` cannot draw some letters, and rounds `font_size` to a whole
#' number. If a name has such letters, or if `font_size` is not a whole number, the file is
#' therefore written by [grDevices::cairo_pdf()], which embeds fonts.
#'
#' @param result A result that has a figure, such as that of [pb_critical_difference()]; or a
#'   function without arguments that draws one, such as `function() pb_plot_scores(t)`.
#' @param file Path of the file, which ends in `.pdf`, `.svg` or `.png` (300 pixels per inch). An
#'   existing file is overwritten.
#' @param width Width of the figure: a number of inches, or the name of a standard width:
#'   `"acm-column"` (3.33), `"acm-text"` (7), `"ieee-column"` (3.487), `"ieee-text"` (7.14),
#'   `"jmlr"` (6) or `"neurips"` (5.5).
#' @param height Height in inches, or `NULL`: the height that the figure needs at this width.
#' @param font_size Size of the text in points, a positive number.
#' @param ... Further arguments of `plot()`, such as `main` or `highlight`.
#' @return Invisibly, the size of the figure in inches, a numeric vector of `width` and `height`.
#' @section Errors:
#' `pybench_error_argument` for a result that has no figure of a given width, a `file` with another
#' ending, an unknown name of a width, an argument of `plot()` out of its range, and a width or
#' height that is too small. In the last case, the message gives the least width or height, the
#' largest font size that fits, and the length to which names would have to be shortened.
#' `pybench_error_environment` if the file cannot be written.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3)),
#'   higher_is_better = TRUE
#' )
#' file <- tempfile(fileext = ".pdf")
#' size <- pb_save_figure(pb_critical_difference(t), file, width = "ieee-column", font_size = 8)
#' size
#' unlink(file)
#' @seealso [plot.pb_critical_difference()] and the other figures.
#' @export
pb_save_figure <- function(result, file, width = "ieee-column", height = NULL, font_size = 8,
                           ...) {
  check_figure(result)
  check_string("file", file)
  kind <- figure_kind(file)
  width <- paper_width(width)
  if (!is.null(height)) {
    check_number("height", height, "a positive number of inches", 0, 1000)
  }
  check_number("font_size", font_size, "a positive number of points", 0, 1000)
  per_inch <- if (kind == ".png") pixels_per_inch else points_per_inch
  page <- tempfile(fileext = kind)
  on.exit(unlink(page))
  texts <- list(if (is.function(result)) used_by(result) else result, ...)
  size <- if (is.function(result) || !inherits(result, takes_font_size)) {
    draw <- if (is.function(result)) result else function() plot(result, ...)
    save_exactly(draw, function(points) figure_device(kind, texts, points, points), page, list(
      width = width, height = height, font_size = font_size, per_inch = per_inch
    ))
  } else {
    draw <- function(more = list()) {
      do.call(plot, c(list(result, font_size = font_size), utils::modifyList(list(...), more)))
    }
    measured <- function(...) tryCatch(draw(list(...)), pybench_figure_size = identity)
    open <- figure_device(kind, texts, font_size)
    size <- on_device(open, page, width, 10, function() {
      fitting_size(measured, width, height, per_inch)
    })
    on_device(open, page, size[[1L]], size[[2L]], draw)
    size
  }
  if (kind == ".svg") {
    slim_svg(page)
  }
  if (!suppressWarnings(file.copy(page, file, overwrite = TRUE))) {
    stop_environment(paste("the figure cannot be written:", file))
  }
  invisible(size)
}

takes_font_size <- paste0("pb_", c(
  "critical_difference", "critical_differences", "nemenyi", "multi_comparison", "rank_intervals",
  "posterior", "stability", "comparison"
))

check_figure <- function(result) {
  own <- setdiff(grep("^pb_", class(result), value = TRUE), "pb_result")
  methods <- lapply(own, function(kind) utils::getS3method("plot", kind, optional = TRUE))
  if (is.function(result) || !all(vapply(methods, is.null, NA))) {
    return(invisible())
  }
  found <- describe_value(result)
  stop_argument(
    paste0("`result` has no figure: ", found),
    expected = "a result such as that of pb_critical_difference(), or a function that draws",
    found = found, hint = "Functions such as pb_plot_scores(): give function() pb_plot_scores(t)."
  )
}

figure_kind <- function(file) {
  kind <- tolower(paste0(".", tools::file_ext(file)))
  if (!kind %in% c(".pdf", ".svg", ".png")) {
    stop_argument(
      sprintf("`file` must end in .pdf, .svg or .png: '%s'", file),
      expected = ".pdf, .svg or .png", found = file
    )
  }
  kind
}

paper_width <- function(width) {
  if (is.character(width)) {
    width <- papers[[check_choice("width", width, names(papers))]]
  }
  check_number("width", width, "a positive number of inches", 0, 1000)
}

# A function (path, width, height) that opens the device of a kind of file.
figure_device <- function(kind, texts, font_size, pointsize = 12) {
  cairo <- capabilities("cairo")
  foreign <- anyNA(iconv(enc2utf8(as.character(texts_of(texts))), "UTF-8", "latin1"))
  exact <- kind == ".pdf" && cairo && (foreign || font_size != round(font_size))
  function(path, width, height) {
    width <- width + 1e-6 # Devices cut fractions of a point.
    height <- height + 1e-6
    if (kind == ".png") {
      grDevices::png(
        path, width, height, units = "in", res = pixels_per_inch, pointsize = pointsize,
        type = if (cairo) "cairo" else getOption("bitmapType")
      )
    } else {
      device <- if (kind == ".svg") grDevices::svg else grDevices::pdf
      device <- if (exact) grDevices::cairo_pdf else device
      device(path, width, height, pointsize = pointsize)
    }
  }
}

points_per_inch <- 72 # Devices of R write sizes in whole points.
pixels_per_inch <- 300

# Makes an SVG file of cairo smaller, for the same picture: coordinates have two decimals, a closed
# path does not go on to a point, and a group states the look of consecutive paths that share it.
slim_svg <- function(file) {
  lines <- gsub("([0-9]\\.[0-9]{2})[0-9]+", "\\1", readLines(file, encoding = "UTF-8"))
  lines <- sub(" Z M [0-9.-]+ [0-9.-]+ ?\"", " Z\"", lines)
  alone <- "^<path (.*) (d=\"[^\"]*\")/>$"
  looks <- rle(ifelse(grepl(alone, lines), sub(alone, "\\1", lines), ""))
  several <- looks$values != "" & looks$lengths > 1L
  inner <- rep(several, looks$lengths)
  lines[inner] <- sub(alone, "<path \\2/>", lines[inner])
  last <- cumsum(looks$lengths)[several]
  first <- last - looks$lengths[several] + 1L
  lines[first] <- paste0("<g ", looks$values[several], ">\n", lines[first])
  lines[last] <- paste0(lines[last], "\n</g>")
  write_whole(file, paste0(lines, "\n", collapse = ""))
}

# All strings in a value, with its names.
texts_of <- function(value) {
  own <- if (is.character(value)) as.vector(value)
  inner <- if (is.list(value)) unlist(lapply(unclass(value), texts_of), use.names = FALSE)
  c(own, inner, names(value), unlist(dimnames(value), use.names = FALSE))
}

# What a function uses: its code, and the values of its variables.
used_by <- function(draw) {
  list(deparse(draw), mget(
    all.vars(body(draw)), envir = environment(draw), inherits = TRUE, ifnotfound = list(NULL)
  ))
}

# Draws on a device of its own, which is closed in any case; then the device before is the current
# one again.
on_device <- function(open, path, width, height, draw) {
  before <- grDevices::dev.cur()
  open(path, width, height)
  own <- grDevices::dev.cur()
  on.exit({
    grDevices::dev.off(own)
    if (before > 1L) grDevices::dev.set(before)
  })
  draw()
}

# The size of the figure, in whole points or pixels: the width, and the height, given or needed.
# `measured(max_label = )` returns what hold_size() signals.
fitting_size <- function(measured, width, height, per_inch) {
  fit <- measured()
  whole <- function(inches) round(inches * per_inch) / per_inch
  room <- c(width = whole(width), height = if (is.null(height)) Inf else whole(height))
  needed <- fit$extent(fit$font_size, room[["width"]])
  short <- which(needed > room + size_spare)
  if (length(short) > 0L) {
    name <- names(room)[[short[[1L]]]]
    # In steps of 0.01, the least size that is not rounded to less than what is needed.
    units <- ceiling((needed[[short[[1L]]]] - size_spare) * per_inch) - 0.5
    least <- sprintf("at least %g inches", ceiling(100 * units / per_inch + 1e-6) / 100)
    found <- sprintf("%g", if (name == "width") width else height)
    ways <- c(
      paste("a larger", name), smaller_font(fit, room), fit$fewer, shorter_names(measured, room)
    )
    stop_argument(
      sprintf("`%s` must be %s at font size %g, not %s", name, least, fit$font_size, found),
      expected = least, found = found,
      hint = paste0("Use ", paste(ways, collapse = " or "), ".")
    )
  }
  if (is.null(height)) {
    high <- max(needed[[2L]], fit$usual(room[["width"]]))
    room[["height"]] <- ceiling(high * per_inch) / per_inch
  }
  room
}

# The longest names, "max_label = 12", with which the figure fits, if the figure has this argument.
shorter_names <- function(measured, room) {
  fits <- function(longest) {
    fit <- tryCatch(measured(max_label = longest), pybench_error_argument = function(other) NULL)
    !is.null(fit) && all(fit$extent(fit$font_size, room[[1L]]) <= room)
  }
  sprintf("max_label = %d", Find(fits, c(24L, 20L, 16L, 12L, 8L, 5L)))
}
