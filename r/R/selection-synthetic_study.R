# What a representation is worth by its quality: the protocol on synthetic benchmarks (table 4).

#' The value of representations of known quality
#'
#' Runs the protocol of [pb_rank_preservation()] on many synthetic benchmarks. By default, this is
#' the computation for table 4 of Gusev and Zaytsev (2026), arXiv 2606.27997, with a good and a bad
#' representation. With `signals`, representations of each quality between these two show how much
#' a strategy gains if the representation has that quality.
#'
#' Let c_s be the mean area of random choice on benchmark s, l_s how much better the strategy is
#' there, and g the gain, sum(l) / sum(c). The standard error of g is the standard deviation of
#' (l - g c) / mean(c), divided by the root of the number of benchmarks (the delta method). All
#' signals share the benchmarks, the trials and the noise; so differences between signals are more
#' exact than the standard errors say.
#'
#' @param seeds Seeds of the benchmarks, whole numbers.
#' @param trials Number of trials of the protocol, for each benchmark.
#' @param signals Weights lambda of the positions of the datasets, one representation for each:
#'   lambda zA + N(0, 1), with the same noise for all weights (see [pb_synthetic_benchmark()]).
#'   Numbers >= 0 and < 1e6; 0 is noise alone. `NULL`: the two views of table 4, `"oracle"` and
#'   `"broken"`; the latter has the weight 0.15.
#' @param strategies,sizes,pool,metrics,standardize As in [pb_rank_preservation()], but
#'   `standardize` is one way for all views. Random choice is always included.
#' @param workers Number of processes, forked by [parallel::mclapply()], each for one strategy; see
#'   [pb_rank_preservation()].
#' @param datasets,models,repeats,latent,dimensions,dataset_noise,repeat_noise,oracle_noise As in
#'   [pb_synthetic_benchmark()]. The view `"oracle"` alone has `oracle_noise`.
#' @return An object of class `pb_synthetic_study`, a list of
#'   \item{auc}{data frame, one row per strategy, view and metric; signals ascend. `view` is the
#'     representation: `"oracle"` or `"broken"`, or the signal as text; random choice does not
#'     depend on the view and is listed once, with the view `"none"`. `signal` is lambda divided by
#'     the standard deviation of the noise of the view: 0.15 for `"broken"`, 1 / `oracle_noise` for
#'     `"oracle"`, not a number for `"none"`. `strategy`, `metric`. `mean` is the area under the
#'     curve of the metric over sizes, averaged over trials and benchmarks; `se` is its Monte Carlo
#'     standard error, the standard deviation of the benchmarks' means divided by the root of their
#'     number. `sd` is the standard deviation of the trials of all benchmarks together; `sd_within`:
#'     the variance of the trials of each benchmark is averaged over benchmarks, and this is the
#'     square root of that average; `low` and `high` are the 5 and 95 percent quantiles of the
#'     benchmarks' means. `gain` is how much better the mean area is than that of random choice on
#'     the same benchmarks, as a fraction of the latter; `gain_se` is the Monte Carlo standard error
#'     of this ratio of means. Both standard errors are not a number for one benchmark}
#'   \item{seeds, trials}{as given}
#'   \item{engine}{`"r"`}
#'   \item{mantel}{data frame, one row per view and distance: `view`, `signal`, `metric`
#'     (`"cosine"` or `"euclidean"`), `correlation`, the mean over benchmarks of the correlation
#'     that [pb_mantel()] computes, and its standard error `se`}
#'   `as.data.frame()` gives the table of areas.
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range.
#' @examples
#' pb_synthetic_study(0:1, 5, datasets = 30, models = 5, repeats = 1)
#' pb_synthetic_study(
#'   0:1, 5, signals = c(0, 0.3, 1), metrics = "mae", datasets = 30, models = 5, repeats = 1
#' )
#' @family selection
#' @export
pb_synthetic_study <- function(seeds = 0:99, trials = 200, signals = NULL,
                               strategies = c("random", "farthest-first/cosine"), sizes = 2:20,
                               pool = 0.8, metrics = c("mae", "spearman"), standardize = "all",
                               workers = NULL, datasets = 112, models = 35, repeats = 30,
                               latent = 5, dimensions = 64, dataset_noise = 0.02,
                               repeat_noise = 0.03, oracle_noise = 0.01) {
  seeds <- vapply(seeds, check_seed, 0)
  check_count("seeds", length(seeds), 1)
  trials <- check_count("trials", trials, 2)
  oracle_noise <- check_weight("oracle_noise", oracle_noise)
  signals <- if (!is.null(signals)) check_signals(signals)
  known <- if (is.null(signals)) {
    c(oracle = 1 / oracle_noise, broken = 0.15)
  } else {
    stats::setNames(signals, sprintf("%.15g", signals))
  }
  strategies <- c("random", setdiff(items_of(strategies), "random"))
  pb_progress(0, length(seeds), "benchmarks")
  parts <- lapply(seq_along(seeds), function(i) {
    made <- pb_synthetic_benchmark(
      seeds[[i]], datasets, models, repeats, latent, dimensions, dataset_noise, repeat_noise,
      oracle_noise
    )
    views <- if (is.null(signals)) made[names(known)] else lapply(known, shown_view, made)
    found <- pb_rank_preservation(
      made$table, views, strategies, sizes = sizes, trials = trials, pool = pool,
      seed = seeds[[i]], metrics = metrics, standardize = standardize, workers = workers
    )
    pb_progress(i, length(seeds), "benchmarks")
    list(
      head = found$auc, areas = found$by_trial,
      quality = view_qualities(made$table, views, standardize)
    )
  })
  new_result("pb_synthetic_study", list(
    auc = study_areas(parts, known), seeds = seeds, trials = trials, engine = "r",
    mantel = study_qualities(parts, known)
  ))
}

# The weights, ascending and each once: their names tell them apart.
check_signals <- function(signals) {
  found <- vapply(signals, function(one) check_weight("signals", one), 0)
  check_count("signals", length(found), 1)
  sort(unique(as.double(sprintf("%.15g", found))))
}

shown_view <- function(signal, made) {
  synthetic_view(made$latent, made$seed, ncol(made$oracle), "broken", signal, 1)
}

# The correlation of distances in each view, by both metrics, with distances of rankings.
view_qualities <- function(t, views, standardize) {
  results <- ranked_results(t)
  theirs <- ranking_distances(results$sums / (2 * results$repeats))
  scaled <- if (standardize == "none") "none" else "all"
  unlist(lapply(views, function(view) {
    space <- selection_space(view, scaled, "error", results$datasets)
    gram <- tcrossprod(space_coordinates(space))
    vapply(selection_metrics, function(metric) {
      mantel_correlation(selection_distances(gram, metric), theirs, "spearman")
    }, 0)
  }), use.names = FALSE)
}

# Areas with their spreads and gains over random choice.
study_areas <- function(parts, known) {
  head <- parts[[1L]]$head
  trials <- ncol(parts[[1L]]$areas)
  areas <- array(unlist(lapply(parts, `[[`, "areas")), c(nrow(head), trials, length(parts)))
  means <- matrix(apply(areas, c(1L, 3L), mean), nrow(head))
  within <- matrix(apply(areas, c(1L, 3L), stats::var), nrow(head))
  random <- head$strategy == "random"
  chance <- means[match(head$metric, ifelse(random, head$metric, NA)), , drop = FALSE]
  lead <- ifelse(head$metric %in% less_is_better, -1, 1) * (means - chance)
  gain <- rowMeans(lead) / rowMeans(chance)
  view <- ifelse(nzchar(head$representation), head$representation, "none")
  data.frame(
    view = view, signal = ifelse(view == "none", NaN, unname(known[view])),
    strategy = head$strategy, metric = head$metric, mean = rowMeans(means),
    se = benchmark_errors(means),
    sd = apply(areas, 1L, function(values) stats::sd(as.vector(values))),
    sd_within = sqrt(rowMeans(within)),
    low = apply(means, 1L, stats::quantile, 0.05, names = FALSE),
    high = apply(means, 1L, stats::quantile, 0.95, names = FALSE),
    gain = gain, gain_se = benchmark_errors((lead - gain * chance) / rowMeans(chance))
  )
}

study_qualities <- function(parts, known) {
  values <- matrix(unlist(lapply(parts, `[[`, "quality")), ncol = length(parts))
  data.frame(
    view = rep(names(known), each = length(selection_metrics)),
    signal = rep(unname(known), each = length(selection_metrics)),
    metric = rep(selection_metrics, length(known)), correlation = rowMeans(values),
    se = benchmark_errors(values)
  )
}

# Standard errors of means over benchmarks (columns).
benchmark_errors <- function(values) {
  if (ncol(values) < 2L) {
    return(rep(NaN, nrow(values)))
  }
  apply(values, 1L, stats::sd) / sqrt(ncol(values))
}

#' @rdname pb_result
#' @export
format.pb_synthetic_study <- function(x, ...) {
  check_dots(...)
  gain <- ifelse(
    is.nan(x$auc$gain_se), "", sprintf(" +- %.1f%% (standard error)", 100 * x$auc$gain_se)
  )
  gain <- paste0(sprintf("; gain over random %+.1f%%", 100 * x$auc$gain), gain)
  error <- ifelse(is.nan(x$mantel$se), "", sprintf(" +- %.3f (standard error)", x$mantel$se))
  c(
    sprintf(
      "%s, %.0f trials each: areas", counted(length(x$seeds), "synthetic benchmark"), x$trials
    ),
    sprintf(
      paste0(
        "  %-8s %-22s %-9s %7.3f +- %.3f (within a benchmark %.3f; means of benchmarks %.2f to ",
        "%.2f)%s"
      ),
      x$auc$view, x$auc$strategy, x$auc$metric, x$auc$mean, x$auc$sd, x$auc$sd_within, x$auc$low,
      x$auc$high, ifelse(x$auc$strategy == "random", "", gain)
    ),
    "  Mantel correlation of distances in the view and of rankings:",
    sprintf("  %-8s %-9s %.3f%s", x$mantel$view, x$mantel$metric, x$mantel$correlation, error)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_synthetic_study <- function(x, row.names = NULL, # nolint: object_name_linter.
                                             optional = FALSE, ...) {
  check_dots(...)
  x$auc
}
