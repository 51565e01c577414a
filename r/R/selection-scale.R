# Scale: the same protocol on mini-benchmarks drawn from a large one (appendix B of the paper).

#' Protocol of rank preservation on small parts of a benchmark
#'
#' Runs [pb_rank_preservation()] on many small parts of a benchmark. Each part consists of datasets
#' and models drawn without replacement. The reference ranking of a part is the ranking of its
#' models on all datasets of the part.
#'
#' @param t,embeddings,strategies,sizes,trials,pool,metrics As in [pb_rank_preservation()]; random
#'   choice is always among the strategies.
#' @param seed Seed of all draws, a whole number.
#' @param benchmarks Number of parts to draw.
#' @param datasets,models Numbers of datasets and of models in each part. The defaults are those of
#'   the benchmark of recommender systems in Gusev and Zaytsev (2026), arXiv 2606.27997.
#' @param vary,standardize,start,ridge,n_init,missing,workers As in [pb_rank_preservation()].
#' @return An object of class `pb_scale`, a list of
#'   \item{table}{data frame on the area under the curve of a metric over sizes: `strategy`,
#'     `representation`, `metric`; `mean` and `sd`, over the parts, of the mean area over the
#'     trials; `random`, the mean area of random choice; `gain`, how much better the mean area of
#'     the strategy is than `random`, as a fraction of `random`; `won`, the share of the parts on
#'     which the strategy has a better mean area than random choice}
#'   \item{benchmarks, datasets, models, trials, sizes, seed}{as given}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives the table.
#' @section Errors:
#' The errors of [pb_rank_preservation()], and in addition `pybench_error_argument` for more
#' datasets or models than the table has.
#' @examples
#' made <- pb_synthetic_benchmark(0, datasets = 30, models = 8, repeats = 1)
#' pb_scale_analysis(
#'   made$table, list(oracle = made$oracle), "farthest-first", sizes = 2:8, trials = 5,
#'   benchmarks = 3, datasets = 20, models = 6
#' )
#' @family selection
#' @export
pb_scale_analysis <- function(t, embeddings,
                              strategies = c("k-means", "farthest-first/cosine",
                                             "farthest-first/euclidean"),
                              sizes = 2:20, trials = 50, pool = 0.8, seed = 0, benchmarks = 100,
                              datasets = 30, models = 9,
                              metrics = c("mae", "spearman", "ndcg5", "kendall"),
                              vary = "datasets", standardize = "all", start = "mean",
                              ridge = 0.001, n_init = 10, missing = "error", workers = NULL) {
  require_comparable(t)
  benchmarks <- check_count("benchmarks", benchmarks, 1)
  seed <- check_seed(seed)
  check_room("benchmarks", benchmarks, max(dim(t$scores)))
  check_part("datasets", datasets, nrow(t$scores))
  check_part("models", models, ncol(t$scores))
  rows <- draw_portfolios(nrow(t$scores), datasets, benchmarks, seed, "mini-benchmark datasets")
  columns <- draw_portfolios(ncol(t$scores), models, benchmarks, seed, "mini-benchmark models")
  seeds <- floor(uniforms(seed, "mini-benchmark", 0, benchmarks) * 2^31)
  # Sorted by name, so that parts do not depend on the order of the table.
  by_name <- order(enc2utf8(t$datasets), method = "radix")
  by_model <- order(enc2utf8(t$classifiers), method = "radix")
  strategies <- check_against_random(strategies)
  parts <- lapply(seq_len(benchmarks), function(i) {
    part <- t[by_name[sort(rows[i, ])], by_model[sort(columns[i, ])]]
    found <- pb_rank_preservation(
      part, embeddings, strategies, sizes, trials, pool, vary, seeds[[i]], metrics,
      standardize = standardize, start = start, ridge = ridge, n_init = n_init, missing = missing,
      workers = workers
    )
    found$auc[c("strategy", "representation", "metric", "mean")]
  })
  new_result("pb_scale", list(
    table = scale_gains(parts), benchmarks = benchmarks, datasets = as.double(datasets),
    models = as.double(models), trials = as.double(trials), sizes = as.integer(sizes), seed = seed,
    notes = notes_ordered(c(about_table(t), method_notes(selection_methods(
      embeddings, strategies, standardize, missing, sort(t$datasets, method = "radix")
    )))),
    engine = "r"
  ))
}

check_against_random <- function(strategies) {
  strategies <- if (length(strategies) > 0L) {
    check_names("strategies", strategies, "names of strategies")
  }
  others <- strategies[!strategies %in% "random"]
  if (length(others) == 0L) {
    stop_argument(
      "`strategies` must name a strategy besides random: each strategy is compared with random",
      expected = "one or more strategies besides random", found = "none"
    )
  }
  c("random", others)
}

check_part <- function(name, wanted, there) {
  if (check_count(name, wanted, 2) > there) {
    stop_argument(
      sprintf(
        "`%s` must be at most %d, the number of %s in the table, not %.0f",
        name, there, name, wanted
      ),
      expected = paste("at most", there), found = sprintf("%.0f", wanted)
    )
  }
}

# The gain of each method over random choice; `parts` are areas of the same methods and metrics.
scale_gains <- function(parts) {
  head <- parts[[1L]][c("strategy", "representation", "metric")]
  means <- vapply(parts, `[[`, numeric(nrow(head)), "mean")
  means <- matrix(means, nrow(head))
  chance <- head$strategy == "random"
  base <- means[match(head$metric, ifelse(chance, head$metric, NA)), , drop = FALSE]
  lead <- ifelse(head$metric %in% less_is_better, -1, 1) * (means - base)
  result <- data.frame(
    head,
    mean = rowMeans(means),
    sd = if (ncol(means) > 1L) apply(means, 1L, stats::sd) else NaN,
    random = rowMeans(base), gain = rowMeans(lead) / rowMeans(base), won = rowMeans(lead > 0)
  )[!chance, ]
  rownames(result) <- NULL
  result
}

#' @rdname pb_result
#' @export
format.pb_scale <- function(x, ...) {
  check_dots(...)
  lines <- c(
    sprintf(
      "%s of %.0f datasets x %.0f models, %.0f trials each: gain in area over random",
      counted(x$benchmarks, "mini-benchmark"), x$datasets, x$models, x$trials
    ),
    sprintf(
      "  %s, %s: %+.1f%%, better on %.0f%% of them", method_labels(x$table), x$table$metric,
      100 * x$table$gain, 100 * x$table$won
    )
  )
  c(without_controls(lines), format_notes(x$notes))
}

#' @rdname pb_result
#' @export
as.data.frame.pb_scale <- function(x, row.names = NULL, # nolint: object_name_linter.
                                   optional = FALSE, ...) {
  check_dots(...)
  x$table
}
