# How many datasets suffice, and what strategies gain: table 2 of the paper, by metric.

#' How many datasets suffice, and what strategies gain
#'
#' Summarises a result of [pb_rank_preservation()] over its methods. A method is a strategy on a
#' representation. The strategy `"oracle"` is left out, since it knows the results; an embedding of
#' past results is not left out.
#'
#' The best method is picked on the trials by which it is judged, so that `best` and `gain_best`
#' promise too much for other datasets. Table 2 of Gusev and Zaytsev (2026), arXiv 2606.27997, has
#' these sizes for two metrics.
#'
#' @param x A result of [pb_rank_preservation()].
#' @return A data frame, one row per metric:
#'   \item{metric}{the metric}
#'   \item{target}{the value that counts as sufficient; not a number if the metric has none}
#'   \item{methods}{number of methods, random choice included}
#'   \item{reached}{how many of them reach the target by their mean over trials with one of the
#'     sizes}
#'   \item{best, median, worst}{smallest, median and largest of the sizes that suffice by the mean,
#'     over the methods that reach the target; not a number if none does}
#'   \item{reached_conservative, best_conservative, median_conservative, worst_conservative}{the
#'     same where the worse end of the interval of the trials reaches the target}
#'   \item{gain_best, gain_median, gain_worst}{largest, median and smallest gain in mean area over
#'     random choice, as a fraction of the area of random choice; positive is better for every
#'     metric. Not a number if random choice was not judged}
#' @section Errors:
#' `pybench_error_argument` for another object.
#' @examples
#' made <- pb_synthetic_benchmark(0, datasets = 30, models = 6, repeats = 1)
#' found <- pb_rank_preservation(
#'   made$table, list(oracle = made$oracle), c("random", "farthest-first"), trials = 20
#' )
#' pb_guidance(found)
#' @family selection
#' @export
pb_guidance <- function(x) {
  if (!inherits(x, "pb_rank_preservation")) {
    found <- describe_value(x)
    stop_argument(
      paste("`x` must be a result of pb_rank_preservation(), not", found),
      expected = "a result of pb_rank_preservation()", found = found
    )
  }
  rows <- lapply(unique(x$auc$metric), function(metric) {
    areas <- x$auc[x$auc$metric == metric & x$auc$strategy != "oracle", ]
    own <- x$sufficient[x$sufficient$metric == metric & x$sufficient$strategy != "oracle", ]
    careful <- finite_sizes(own$conservative)
    names(careful) <- paste0(names(careful), "_conservative")
    data.frame(
      metric = metric, target = c(own$target, NaN)[[1L]], methods = nrow(areas),
      finite_sizes(own$by_mean), careful, relative_gains(areas, metric)
    )
  })
  do.call(rbind, rows)
}

# How many sizes are finite; the smallest, the median and the largest of them.
finite_sizes <- function(sizes) {
  good <- sizes[is.finite(sizes)]
  ends <- if (length(good) > 0L) c(min(good), stats::median(good), max(good)) else rep(NaN, 3L)
  data.frame(reached = length(good), best = ends[[1L]], median = ends[[2L]], worst = ends[[3L]])
}

# Gains in mean area over random choice.
relative_gains <- function(areas, metric) {
  random <- areas$strategy == "random"
  gains <- NaN
  if (any(random) && !all(random)) {
    chance <- areas$mean[random]
    gains <- (if (metric %in% less_is_better) -1 else 1) * (areas$mean[!random] - chance) / chance
  }
  data.frame(gain_best = max(gains), gain_median = stats::median(gains), gain_worst = min(gains))
}
