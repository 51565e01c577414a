# Figures for the tests of plot-*.R, drawn on a device that writes nothing.

# Draws on a device that writes nothing and returns the layout.
drawn <- function(result, width = 7, height = 4, ...) {
  grDevices::pdf(NULL, width, height)
  on.exit(grDevices::dev.off())
  plot(result, ...)
}

# A diagram of invented ranks and bars, as tests other than Nemenyi's may give.
invented <- function(mean_ranks, cliques, control = NULL, apart = character(), width = NULL) {
  k <- length(mean_ranks)
  structure(
    list(
      classifiers = c(LETTERS, letters)[seq_len(k)], mean_ranks = mean_ranks, cliques = cliques,
      significant = outer(LETTERS[seq_len(k)], LETTERS[seq_len(k)], function(i, j) {
        i %in% control & j %in% apart | j %in% control & i %in% apart
      }), critical_difference = width, test = "nemenyi", adjust = "holm", alpha = 0.05,
      convention = "standard", n_datasets = 20L, metric = NULL, higher_is_better = TRUE,
      notes = character(), engine = "r", control = control
    ),
    class = c("pb_critical_difference", "pb_result")
  )
}

random_diagram <- function(k, n = 30, name = "classifier") {
  scores <- matrix(rnorm(n * k), n) + rep(seq(0, 2, length.out = k), each = n)
  colnames(scores) <- paste(name, seq_len(k))
  pb_critical_difference(table_of(scores))
}

expect_no_overlap <- function(labels) {
  for (side in c("left", "right")) {
    y <- sort(labels$y[labels$side == side])
    testthat::expect_true(all(diff(y) >= max(labels$height)))
  }
}

expect_inside <- function(layout, width, height) {
  labels <- layout$labels
  from <- ifelse(labels$side == "right", labels$x, labels$x - labels$width)
  testthat::expect_true(all(from >= 0 & from + labels$width <= width))
  testthat::expect_true(all(labels$y > 0 & labels$y < height))
}

# A matrix of three methods.
three_by_three <- function(higher_is_better = TRUE, ...) {
  scores <- cbind(a = c(5, 6, 7, 8, 9, 10), b = c(4, 5, 6, 8, 8, 9), c = c(1, 2, 3, 4, 5, 6)) / 10
  pb_multi_comparison(table_of(scores, higher_is_better), ...)
}

# Draws into a PDF file; its size in inches, and the sizes in points and strings of its texts.
printed <- function(draw, width, height) {
  file <- tempfile(fileext = ".pdf")
  on.exit(unlink(file))
  grDevices::pdf(file, width, height, compress = FALSE, useKerning = FALSE)
  tryCatch(draw(), finally = grDevices::dev.off())
  read_printed(file)
}

read_printed <- function(file) {
  page <- readLines(file, warn = FALSE)
  box <- grep("/MediaBox", page, value = TRUE, useBytes = TRUE)[[1L]]
  texts <- grep(" Tf .* Tm ", page, value = TRUE, useBytes = TRUE)
  places <- do.call(rbind, strsplit(sub(".*Tf (.*) Tm.*", "\\1", texts, useBytes = TRUE), " +"))
  mode(places) <- "numeric"
  list(
    size = as.numeric(strsplit(gsub(".*\\[0 0 |\\].*", "", box), " ")[[1L]]) / 72,
    points = sqrt(places[, 1L]^2 + places[, 2L]^2), x = places[, 5L], y = places[, 6L],
    upright = places[, 1L] == 0, bold = grepl("/F3 ", texts, fixed = TRUE, useBytes = TRUE),
    texts = gsub(".*Tm \\(|\\) Tj.*", "", texts, useBytes = TRUE)
  )
}

# Builds a plot on a device that keeps nothing; the data of its layers, as they are drawn.
layers_of <- function(plot) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  built <- ggplot2::ggplot_build(plot)
  ggplot2::ggplot_gtable(built)
  built$data
}

gg_places <- function() {
  set.seed(9)
  matrix(stats::rnorm(24), 12, dimnames = list(sprintf("d%02d", 1:12), c("x", "y")))
}

gg_scores <- function() {
  set.seed(10)
  scores <- gg_places() %*% matrix(stats::rnorm(10), 2) + matrix(stats::rnorm(60), 12)
  colnames(scores) <- letters[1:5]
  pb_read_results(scores, higher_is_better = TRUE)
}
