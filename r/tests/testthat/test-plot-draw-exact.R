# Every figure in a file of the width of a column and of a page, with 8 point text.

# Functions that draw, by the class of what they draw.
figures_drawn <- function() {
  set.seed(40)
  long <- paste(c("random forest", "gradient boosted trees", "SVM", "ROCKET", "one nearest one"),
                rep(c("", "of 500"), each = 5))
  scores <- random_scores(24, 8) + rep(seq(0, 1.5, length.out = 8), each = 24)
  dimnames(scores) <- list(sprintf("dataset %02d", 1:24), long[1:8])
  t <- pb_read_results(scores, higher_is_better = TRUE, metric = "accuracy")
  place <- matrix(sin(1:72), 24, dimnames = list(rownames(scores), c("f", "g", "h")))
  kept <- pb_rank_preservation(t, list(first = place, second = place[, 1:2]), sizes = 2:6,
                               trials = 6)
  coverage <- pb_coverage(rep(rownames(scores), 4), rep_len(c(1, 1, 2, 3, 2, 4, 4), 96))
  firm <- pb_region_stability(
    cbind(rep_len(1:4, 96), rep_len(c(1:4, 4), 96)), rep(rownames(scores), 4)
  )
  map <- pb_som(scale(iris[1:4]), 6, 5, rlen = 10, seed = 1)
  halves <- list(one = rownames(scores)[1:12], two = rownames(scores)[13:24])
  seen <- pb_simulate("c-d1", 20)
  file <- tempfile(fileext = ".csv")
  on.exit(unlink(file))
  writeLines(c(
    "dataset,split,label,id,value__a__q_1,value__a__q_2,value__length", "d,,1,0,NaN,1,9",
    "d,,2,1,1,0.5,9", "e,,1,0,2,0.5,20"
  ), file)
  features <- pb_feature_report(pb_read_features(file))
  embedding <- pb_embedding_map(as.data.frame(place))
  chosen <- pb_select(as.data.frame(place), 4)
  groups <- stats::setNames(rep(paste("kind", 1:8), 3), rownames(scores))
  at <- function(result, ...) {
    force(result)
    function() plot(result, ...)
  }
  list(
    pb_bootstrap = at(pb_bootstrap(t, halves, 2, 3)),
    pb_core_patterns = at(pb_core_patterns(t, long[1:3], extra = 2)),
    pb_coverage = at(coverage, main = "A title"),
    pb_covering = at(pb_covering(place, "euclidean"), main = "A title"),
    pb_effects = at(pb_effects(t)), pb_effects = at(pb_effects(t, control = long[[1L]])),
    pb_embedding_map = at(embedding), pb_embedding_map = at(embedding, groups = groups),
    pb_favourable_sets = at(pb_favourable_sets(t, long[[1L]], long[[7L]]), main = "A title"),
    pb_feature_report = at(features, main = "A title"),
    pb_feature_report = at(features, show = "constant"),
    pb_landscape_stability = at(firm, main = "A title"),
    pb_landscape_stability = at(firm, show = "main"),
    pb_mantel = at(pb_mantel(t, list(place = place), permutations = 19)),
    pb_pairs = at(pb_wilcoxon(t), main = "A title"),
    pb_pareto_front = at(
      pb_pareto(t, stats::setNames(2^(1:8), long[1:8]), resamples = 50), main = "A title"
    ),
    pb_pareto_front = at(pb_pareto(t, stats::setNames(10^(1:8 / 2), t$classifiers)), main = "A"),
    pb_paths = at(seen, main = "A title"), pb_power = at(pb_datasets_needed(t, repeats = 10)),
    pb_process = at(pb_optimal_process("potentials")),
    pb_rank_preservation = at(kept, main = "A title that is so long that it needs two lines"),
    pb_rank_preservation = at(kept, show = "sizes"), pb_redundancy = at(pb_redundancy(coverage)),
    pb_roc = at(pb_optimal_roc(seen$label, list(lrt_hidden = seen$hidden, mine = -seen$hidden))),
    pb_selection = at(chosen, embedding, labels = TRUE),
    pb_som = at(map, regions = pb_regions(map$codes, k = 3), main = "A title"),
    pb_som = at(map, show = "codes", feature = "Petal.Length"),
    pb_som_search = at(pb_som_search(iris[1:4], sizes = 3:5, seeds = 1:2, rlen = 5)),
    pb_subset_quality = at(pb_subset_quality(t, rownames(scores)[1:4], 50)),
    pb_swaps = at(pb_swaps(t, long[[1L]], long[[2L]], size = 2)),
    pb_synthetic_study = at(pb_synthetic_study(
      0:1, 5, signals = c(0, 0.3, 1), datasets = 30, models = 5, repeats = 1
    ), main = "A title"),
    pb_plot_scores = function() pb_plot_scores(t, main = "A title"),
    pb_plot_scores = function() pb_plot_scores(t, of = "ranks"),
    pb_plot_scatter = function() pb_plot_scatter(t, long[[1L]], long[[2L]], labels = 3),
    pb_plot_scatter = function() pb_plot_scatter(t, long[[1L]], long[[2L]], groups = groups),
    pb_plot_score_cost = function() {
      pb_plot_score_cost(t, stats::setNames(10^(1:8 / 2), t$classifiers), main = "A title")
    },
    pb_plot_bayesian_t = function() pb_plot_bayesian_t(t, long[[1L]], long[[2L]])
  )
}

# Left, bottom, right and top of texts on a page, in points.
text_boxes <- function(page) {
  grDevices::pdf(NULL, pointsize = 12, useKerning = FALSE)
  on.exit(grDevices::dev.off())
  graphics::plot.new()
  text <- gsub("\\\\([()\\\\])", "\\1", page$texts)
  wide <- 72 * mapply(function(text, bold, size) {
    graphics::strwidth(text, "inches", cex = size / 12, font = 1L + bold)
  }, text, page$bold, page$points)
  up <- 0.72 * page$points
  down <- 0.21 * page$points
  boxes <- ifelse(page$upright, 1, 0) * cbind(page$x - up, page$y, page$x + down, page$y + wide) +
    ifelse(page$upright, 0, 1) * cbind(page$x, page$y - down, page$x + wide, page$y + up)
  unname(boxes)
}

# Pairs of texts that cover each other by more than a point both ways.
overlapping <- function(boxes, texts) {
  pairs <- utils::combn(nrow(boxes), 2L)
  a <- boxes[pairs[1L, ], , drop = FALSE]
  b <- boxes[pairs[2L, ], , drop = FALSE]
  over <- pmin(a[, 3L], b[, 3L]) - pmax(a[, 1L], b[, 1L]) > 1 &
    pmin(a[, 4L], b[, 4L]) - pmax(a[, 2L], b[, 2L]) > 2
  sprintf("%s | %s", texts[pairs[1L, over]], texts[pairs[2L, over]])
}

# The page of a figure whose file is not compressed.
exact_page_of <- function(draw, size) {
  page <- tempfile(fileext = ".pdf")
  on.exit(unlink(page))
  grDevices::pdf(
    page, size[[1L]] + 1e-6, size[[2L]] + 1e-6, pointsize = 8, compress = FALSE, useKerning = FALSE
  )
  tryCatch(exactly(draw), finally = grDevices::dev.off())
  read_printed(page)
}

saved_or_refused <- function(draw, width) {
  file <- tempfile(fileext = ".pdf")
  on.exit(unlink(file))
  tryCatch(pb_save_figure(draw, file, width = width), pybench_error_argument = identity)
}

test_that("every figure is drawn at its size or refused", {
  covered <- unique(names(figures <- figures_drawn()))
  registered <- ls(asNamespace("base")[[".__S3MethodsTable__."]], pattern = "^plot[.]pb_")
  others <- setdiff(sub("plot.", "", registered, fixed = TRUE), c(covered, takes_font_size))
  # Drawn as its map; has no figure; its figures are functions.
  expect_setequal(others, c("pb_landscape", "pb_result", "pb_results_table"))
  functions <- grep("^pb_plot_", getNamespaceExports("pybench"), value = TRUE)
  expect_true(all(functions %in% covered))
  refused <- character()
  for (width in c(3.3, 7)) {
    for (i in seq_along(figures)) {
      name <- paste(names(figures)[[i]], i, width)
      size <- saved_or_refused(figures[[i]], width)
      if (inherits(size, "condition")) {
        refused <- c(refused, name)
        expect_match(size$hint, "^Use a larger width( or font_size = [4-7])?[.]$", label = name)
        least <- as.numeric(gsub("[^0-9.]", "", size$expected))
        size <- saved_or_refused(figures[[i]], least)
        expect_equal(size[["width"]], least, tolerance = 0.01 / least, label = name)
      } else {
        expect_lt(abs(size[["width"]] - width), 0.01)
      }
      page <- exact_page_of(figures[[i]], size)
      expect_equal(page$size, unname(size), tolerance = 1e-4, label = name)
      expect_true(all(page$points >= 8), label = paste(name, "has texts of 8 points"))
      expect_gt(mean(page$points == 8), 0.5)
      boxes <- text_boxes(page)
      inside <- boxes[, 1L] > -1 & boxes[, 2L] > -1 & boxes[, 3L] < 72 * size[[1L]] + 1 &
        boxes[, 4L] < 72 * size[[2L]] + 1
      expect_identical(page$texts[!inside], character(), label = name)
      expect_identical(overlapping(boxes, page$texts), character(), label = name)
    }
  }
  expect_lte(length(refused), 6)
})

test_that("a figure is so high that every name has room; a smaller height is taken as given", {
  set.seed(40)
  scores <- random_scores(12, 8)
  dimnames(scores) <- list(paste("dataset", 1:12), paste("a method with a long name", 1:8))
  t <- pb_read_results(scores, higher_is_better = TRUE)
  cost <- stats::setNames(10^(1:8 / 2), t$classifiers)
  high <- pb_save_figure(\() pb_plot_score_cost(t, cost), file <- tempfile(fileext = ".png"), 3.3)
  expect_gt(high[["height"]], 0.62 * 3.3)
  low <- pb_save_figure(\() pb_plot_score_cost(t, cost), file, 7, height = 3)
  expect_equal(low[["height"]], 3, tolerance = 0.01)
  page <- exact_page_of(\() pb_plot_score_cost(t, cost), high)
  expect_identical(grep("found no room", page$texts), integer())
})
