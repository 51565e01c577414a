# ROC curves: any scores beside the lines of the likelihood ratio.

#' ROC curves of scores and likelihood ratios
#'
#' Computes ROC curves, and the area under each, from scores of paths.
#'
#' @param label 0 or 1 for each path: its class, as in the field `label` of a result of
#'   [pb_simulate()].
#' @param score One number per path, higher for class 1, or a named list of such vectors. In such a
#'   list, `plot()` draws a black line for each score that has the name of a method of
#'   [pb_optimal_lrt()], such as `lrt_hidden`. Infinite scores are allowed: `Inf` is larger and
#'   `-Inf` is smaller than all other scores.
#' @return A data frame of class `pb_roc`, one row per score and threshold. Thresholds are those at
#'   which the rates change, from `Inf` down to `-Inf`; a path is assigned to class 1 if its score
#'   is above the threshold. The column `method` is the name of the score (`"score"` if it has no
#'   name). The other columns are `threshold`, `false_positive_rate`, `true_positive_rate` and
#'   `auc`, the area under the whole curve. `print()` shows the areas.
#' @section Errors:
#' `pybench_error_argument` for labels and scores of different lengths, a label other than 0 and 1,
#' a missing score, a class without paths, or a list of scores without names.
#' @examples
#' seen <- pb_simulate("c-d1", 100)
#' lines <- list(
#'   lrt_hidden = seen$hidden, lrt_numerical = pb_likelihood_ratio("c-d1", seen$paths)
#' )
#' plot(pb_optimal_roc(seen$label, lines))
#' @family optimal
#' @export
pb_optimal_roc <- function(label, score) {
  scores <- if (is.list(score)) score else list(score = score)
  methods <- names(scores)
  if (length(methods) == 0L || any(!nzchar(methods)) || anyDuplicated(methods) > 0L) {
    stop_argument(
      "`score` must be numbers, or a list of scores with a name for each",
      expected = "numbers, or a named list", found = describe_value(score)
    )
  }
  curves <- lapply(methods, function(method) {
    parts <- split_scores(label, scores[[method]], method)
    curve <- roc_curve(parts$zero, parts$one)
    cbind(method = method, curve, auc = auc_score(parts$zero, parts$one)[[1L]])
  })
  structure(do.call(rbind, curves), class = c("pb_roc", "data.frame"))
}

# The methods of curves and the area under each, in order.
roc_areas <- function(x) {
  first <- !duplicated(x$method)
  stats::setNames(x$auc[first], x$method[first])
}

#' @rdname pb_optimal_roc
#' @param x A result of `pb_optimal_roc()`.
#' @param ... Nothing: other arguments are refused.
#' @export
print.pb_roc <- function(x, ...) {
  check_dots(...)
  areas <- roc_areas(x)
  rows <- tabulate(match(x$method, names(areas)), length(areas))
  lines <- sprintf(
    "  %s: AUC %.4f, %s", without_controls(names(areas)), areas, counted(rows, "threshold")
  )
  cat(paste("ROC curves of", counted(length(areas), "score")), lines, sep = "\n")
  invisible(x)
}

split_scores <- function(label, score, method) {
  good <- is.numeric(score) && length(score) == length(label) && !anyNA(score) &&
    all(label %in% 0:1) && all(0:1 %in% label)
  if (!good) {
    stop_argument(
      sprintf("scores of both classes are needed, and none may be missing: `%s`", method),
      expected = "labels 0 and 1, and as many numbers",
      found = sprintf("%d labels, %d scores", length(label), length(score))
    )
  }
  list(zero = score[label == 0], one = score[label == 1])
}

# A path is called class 1 if its score is above the threshold.
roc_curve <- function(zero, one) {
  values <- sort(unique(c(zero, one)), decreasing = TRUE)
  cuts <- between_scores(values)
  above <- function(scores) c(0, 1 - findInterval(cuts, sort(scores)) / length(scores), 1)
  data.frame(
    threshold = c(Inf, cuts, -Inf), false_positive_rate = above(zero),
    true_positive_rate = above(one)
  )
}

roc_lines <- c(
  lrt_hidden = "LRT hidden", lrt_numerical = "LRT numerical", lrt_exact_chain = "LRT observed",
  lrt_exact_transition = "LRT exact transition"
)

#' Draw ROC curves
#'
#' Draws the ROC curves of several scores, as in figure 4 of "Benchmarking optimality of time series
#' classification methods in distinguishing diffusions" (arXiv 2301.13112). Beside the name of each
#' score is the area under its curve. The grey diagonal is the curve of random guessing.
#'
#' @param x A result of [pb_optimal_roc()].
#' @param main Title, a string, or `NULL` for none.
#' @param highlight,labels,groups As in [plot.pb_critical_difference()].
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, the names as drawn.
#' @examples
#' seen <- pb_simulate("a-T1", 100)
#' plot(pb_optimal_roc(seen$label, list(lrt_hidden = seen$hidden)))
#' @family optimal
#' @export
plot.pb_roc <- function(x, main = NULL, highlight = NULL, labels = NULL, groups = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  looks <- roc_looks(x, highlight, labels, groups)
  key <- line_key(looks$text, looks$colour, looks$type, looks$bold, group = looks$group)
  legend <- chart_legend(method_looks(looks$method, groups = groups))
  notes <- chart_notes("False positive rate; up: true positive rate")
  old <- open_lines(main, key, notes, c(-0.01, 1.01), c(0, 1), legend)
  on.exit(graphics::par(old))
  graphics::segments(0, 0, 1, 1, col = "#8F8F8F")
  for (i in seq_len(nrow(looks))) {
    own <- x[x$method == looks$method[[i]], ]
    draw_curve(
      own$false_positive_rate, own$true_positive_rate, looks$colour[[i]],
      if (looks$known[[i]]) 1.4 else 1.8, looks$type[[i]]
    )
    if (!is.na(looks$group[[i]])) {
      at <- along_curve(own$false_positive_rate, own$true_positive_rate)
      draw_marks(at$x, at$y, looks$group[[i]], 0.7)
    }
  }
  close_lines(key, notes, main, legend)
  invisible(looks$text)
}

# Six points of a curve, evenly spaced along it.
along_curve <- function(x, y) {
  length <- cumsum(c(0, sqrt(diff(x)^2 + diff(y)^2)))
  at <- seq(0, length[[length(length)]], length.out = 6L)
  data.frame(
    x = stats::approx(length, x, at, ties = "ordered")$y,
    y = stats::approx(length, y, at, ties = "ordered")$y
  )
}

# Name, colour and type of the line of each method, and whether the name is bold.
roc_looks <- function(x, highlight = NULL, labels = NULL, groups = NULL,
                      direct = FALSE) {
  areas <- roc_areas(x)
  methods <- names(areas)
  shown <- method_looks(methods, highlight, labels, groups)
  known <- methods %in% names(roc_lines)
  own <- curve_looks(shown, cumsum(!known))
  group <- unname(shown$group)
  colours <- ifelse(known, mark_colour(group), own$colour)
  types <- ifelse(known, match(methods, names(roc_lines)), own$type)
  usual <- known & !methods %in% names(labels)
  printed <- ifelse(usual, roc_lines[methods], shown$names)
  data.frame(
    method = methods, known = known, colour = colours, type = types, bold = unname(shown$bold),
    group = group,
    text = sprintf("%s %.3f", if (direct) gg_direct(shown, printed) else printed, areas)
  )
}
