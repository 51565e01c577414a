# Figures in files of an exact width.

saved <- function(result, ...) {
  file <- tempfile(fileext = ".pdf")
  on.exit(unlink(file))
  size <- pb_save_figure(result, file, ...)
  list(size = size, bytes = readBin(file, "raw", file.size(file)))
}

results_to_save <- function() {
  set.seed(30)
  scores <- random_scores(20, 8)
  colnames(scores) <- paste("method", 1:8)
  t <- table_of(scores)
  list(
    pb_critical_difference(t), pb_nemenyi(t), pb_critical_difference(t, "wilcoxon"),
    pb_critical_difference(t, pb_wilcoxon(t, control = "method 1")),
    pb_critical_differences(list(a = t, b = table_of(scores[1:9, ]))),
    pb_multi_comparison(t, columns = c("method 1", "method 2")), pb_compare(t),
    pb_rank_intervals(t, resamples = 20), pb_posterior(t, "method 1", "method 2", samples = 200),
    pb_stability(t, resamples = 20)
  )
}

test_that("every figure has exactly the width, the height it needs, and texts of the asked size", {
  # An uncompressed page of that size can be read.
  at_its_size <- function(result, ...) {
    draw <- function() plot(result, font_size = 8, ...)
    size <- on_device(function(...) grDevices::pdf(NULL, 3.5, 10), "", 3.5, 10, function() {
      measured <- function() tryCatch(draw(), pybench_figure_size = identity)
      fitting_size(measured, 3.5, NULL, 72)
    })
    list(size = size, page = printed(draw, size[[1L]], size[[2L]]))
  }
  for (result in results_to_save()) {
    found <- at_its_size(result, main = "A title")
    page <- found$page
    file <- saved(result, width = 3.5, main = "A title")
    expect_equal(file$size, found$size)
    box <- sub(".*MediaBox \\[0 0 ([0-9.]+) ([0-9.]+)\\].*", "\\1 \\2", rawToChar(
      file$bytes[file$bytes != 0]
    ), useBytes = TRUE)
    inches <- as.numeric(strsplit(box, " ")[[1L]]) / 72
    expect_equal(inches, unname(found$size), tolerance = 1e-4)
    expect_true(all(page$points[page$texts != "A title"] == 8))
    expect_true(any(page$texts == "A title"))
    expect_true(all(page$x > 0 & page$x < 3.5 * 72 & page$y > 0 & page$y < 72 * found$size[[2L]]))
  }
})

test_that("each standard width, and each kind of file, has its size", {
  set.seed(31)
  shown <- random_diagram(4, name = "m")
  for (name in names(papers)) {
    expect_equal(saved(shown, width = name)$size[["width"]], papers[[name]], tolerance = 0.01 / 7)
  }
  skip_if_not(capabilities("cairo"))
  for (kind in c(".png", ".svg", ".PDF")) {
    file <- tempfile(fileext = kind)
    size <- pb_save_figure(shown, file, width = "acm-column", height = 3, font_size = 7.5)
    expect_equal(size, c(width = 3.33, height = 3), tolerance = 0.01 / 7)
    start <- readBin(file, "raw", 24)
    if (kind == ".png") {
      pixels <- as.integer(start[17:24])
      expect_identical(pixels[3:4] %*% c(256, 1), matrix(999))
      expect_identical(pixels[7:8] %*% c(256, 1), matrix(900))
    } else if (kind == ".svg") {
      found <- grep("<svg", readLines(file), value = TRUE)
      width <- as.numeric(sub("pt", "", sub(".* width=\"([^\"]+)\".*", "\\1", found)))
      expect_equal(width / 72, 3.33, tolerance = 0.01 / 3.33)
    }
    unlink(file)
  }
})

test_that("what does not fit is refused, and no file is written", {
  set.seed(32)
  shown <- random_diagram(8, name = "a long name of a method")
  file <- tempfile(fileext = ".pdf")
  refused <- pybench_error_of(pb_save_figure(shown, file, width = 2.6, font_size = 9))
  expect_s3_class(refused, "pybench_error_argument")
  expect_match(refused$message, "`width` must be at least [0-9.]+ inches at font size 9, not 2.6")
  least <- as.numeric(gsub("[^0-9.]", "", refused$expected))
  expect_equal(saved(shown, width = least, font_size = 9)$size[["width"]], least, tolerance = 0.01)
  expect_error(saved(shown, width = least - 0.02, font_size = 9), "`width` must")
  fitting <- as.numeric(sub(".*font_size = ([0-9]+).*", "\\1", refused$hint))
  narrow <- saved(shown, width = 2.6, font_size = fitting)$size
  expect_equal(narrow[["width"]], 2.6, tolerance = 0.003)
  expect_error(saved(shown, width = 2.6, font_size = fitting + 1), "`width` must")
  shorter <- as.numeric(sub(".*max_label = ([0-9]+).*", "\\1", refused$hint))
  expect_equal(saved(shown, width = 2.6, font_size = 9, max_label = shorter)$size[["width"]], 2.6,
               tolerance = 0.003)
  # Shorter names do not help where the cells are too wide.
  matrix <- pb_multi_comparison(table_of(random_scores(9, 8)))
  one <- " or one method against all: pb_multi_comparison\\(t, columns = name\\)"
  expect_match(pybench_error_of(pb_save_figure(matrix, file))$hint,
               paste0("^Use a larger width( or font_size = [0-9]+)?", one, "[.]$"))
  column <- pb_multi_comparison(table_of(random_scores(9, 30)), columns = "c1")
  expect_silent(pb_save_figure(column, file, width = 3.3))
  unlink(file)
  expect_no_match(pybench_error_of(pb_save_figure(column, file, width = 1))$hint, "one method")
  # Nor in figures whose names are cut elsewhere.
  t <- table_of(random_scores(9, 3))
  others <- list(
    pb_critical_differences(list(a = t, b = t)), pb_posterior(t, "c1", "c2", samples = 50),
    pb_stability(t, resamples = 9)
  )
  for (other in others) {
    expect_error(pb_save_figure(other, file, width = 1), "^`width` must be at least",
                 class = "pybench_error_argument")
  }
  expect_error(pb_save_figure(shown, file, width = 6, height = 1), "`height` must be at least",
               class = "pybench_error_argument")
  expect_false(file.exists(file))
})

test_that("bad arguments are refused by name, and the device before stays", {
  shown <- random_diagram(3)
  file <- tempfile(fileext = ".pdf")
  before <- grDevices::dev.list() # often none
  pb_save_figure(shown, file)
  expect_identical(grDevices::dev.list(), before)
  unlink(file)
  refuse <- function(expected, ...) {
    expect_error(pb_save_figure(...), expected, class = "pybench_error_argument")
  }
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  before <- grDevices::dev.list()
  refuse("`result`", pb_friedman(table_of(random_scores(5, 3))), file)
  refuse("`file` must end", shown, "figure.jpg")
  refuse("`width`", shown, file, width = "nature")
  refuse("`width`", shown, file, width = 0)
  refuse("`height`", shown, file, height = -1)
  refuse("`font_size`", shown, file, font_size = 0)
  refuse("`main`", shown, file, main = 1)
  expect_error(pb_save_figure(shown, file.path(tempfile(), "a.pdf")), "cannot be written",
               class = "pybench_error_environment")
  expect_identical(grDevices::dev.list(), before)
  pb_save_figure(shown, file)
  expect_identical(grDevices::dev.list(), before)
  unlink(file)
})

test_that("names in every script are drawn without a warning", {
  skip_if_not(capabilities("cairo"))
  scores <- random_scores(6, 3)
  colnames(scores) <- c("\u65b9\u6cd5", "m\u00e9thode", "method")
  expect_no_warning(saved(pb_critical_difference(table_of(scores))))
  expect_setequal(texts_of(list(a = "b", d = list(c = 1))), c("a", "b", "c", "d"))
})

test_that("a figure of 100 methods has less than 1 MB", {
  skip_if_not(capabilities("cairo"))
  set.seed(33) # The scores are distributed as those of tests/plot/prints.py.
  scores <- round(matrix(stats::rnorm(4000), 40) + rep(seq(0, 2.5, length.out = 100), each = 40), 3)
  dimnames(scores) <- list(paste0("d", 1:40), paste("a method with a long name", 1:100))
  t <- table_of(scores)
  figures <- list(
    pb_critical_difference(t), pb_wilcoxon(t),
    pb_multi_comparison(t, columns = colnames(scores)[[1L]]), function() pb_plot_scores(t)
  )
  for (figure in figures) {
    for (kind in c(".svg", ".pdf")) {
      file <- tempfile(fileext = kind)
      pb_save_figure(figure, file, width = 16)
      expect_lt(file.size(file), 1e6)
      unlink(file)
    }
  }
})

test_that("a smaller SVG file has the same paths with the same looks", {
  looks <- c('style="fill:red;"', 'fill="none" stroke="#000000"')[c(1, 1, 2, 1, 1, 1)]
  paths <- sprintf('<path %s d="M %d.123456 0.5 L 1 1 Z M 1 1 "/>', looks, 1:6)
  file <- tempfile(fileext = ".svg")
  on.exit(unlink(file))
  writeLines(c("<svg>", paths[1:2], "<g>", paths[3:6], "</g>", "</svg>"), file)
  slim_svg(file)
  expect_equal(readLines(file), c(
    "<svg>", '<g style="fill:red;">', '<path d="M 1.12 0.5 L 1 1 Z"/>',
    '<path d="M 2.12 0.5 L 1 1 Z"/>', "</g>", "<g>",
    '<path fill="none" stroke="#000000" d="M 3.12 0.5 L 1 1 Z"/>', '<g style="fill:red;">',
    sprintf('<path d="M %d.12 0.5 L 1 1 Z"/>', 4:6), "</g>", "</g>", "</svg>"
  ))
})
