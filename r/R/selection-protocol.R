# The protocol: whether a strategy chooses datasets that preserve the ranking of all.

# Fewest trials for which the ends of 95 % intervals are not determined by a few trials.
fewest_trials <- 100
default_targets <- list(mae = 1.5, spearman = 0.9)

#' Protocol of rank preservation
#'
#' Judges strategies of choosing datasets: how well does the ranking of the models on the chosen
#' datasets agree with their ranking on all datasets? Each trial draws a random part of the
#' datasets. From this part, every strategy chooses k datasets, for each size k and each
#' representation. The mean ranks of the models on the chosen datasets are compared with their mean
#' ranks on all datasets. With `vary = "models"`, each trial draws a part of the models instead, and
#' strategies choose from all datasets.
#'
#' The ranks of model m are averaged over repeats and then over datasets: R_S(m) is the mean over
#' the chosen datasets S, and R_D(m) is the mean over all datasets. M is the number of models. The
#' metrics are:
#' \itemize{
#'   \item `mae`: the mean over models of |R_S - R_D|, where R_S and R_D are mean ranks and are not
#'   ranked again.
#'   \item `spearman` and `kendall` (tau-b): correlations of R_S and R_D, 0 if all models tie in one
#'     of them.
#'   \item `ndcg5`: the sum of gain times discount over the five models that are best by R_S,
#'     divided by the largest possible sum. The gain of model m is M + 1 - R_D(m), and the discount
#'     of a place is 1/log2(1 + place).
#'   \item `mrr`: 1 / place, where place is the place by R_S of the model that is best by R_D.
#'   \item `mrr_reversed`: 1 / place, where place is the place by R_S, counted from the bottom, of
#'     the model that is last by R_D. For time series, table 1 of Gusev and Zaytsev (2026) reports
#'     `mrr_reversed` in place of `mrr`.
#' }
#' If models tie, the mean over all orders of the tied models is taken.
#'
#' The area under the curve of a metric over sizes is computed for each trial by the trapezoidal
#' rule. For each metric, the best strategy is compared with each other strategy by the one-sided
#' signed-rank test over trials, with Holm's correction within the metric. Trials share most of
#' their datasets, so these p-values show how stable the order of strategies is between random
#' trials, and not whether this order generalises to other benchmarks.
#'
#' @param t A results table of M >= 2 models on N >= 2 datasets, from [pb_read_results()] or
#'   [pb_run()]. If the table keeps the scores of single repeats or folds, models are ranked within
#'   each repeat or fold, and ranks are averaged. If the table has only means, the means are ranked.
#'   The field `ranked` of the result says which of the two were ranked.
#' @param embeddings A named list of embeddings. An embedding is a data frame or matrix with one row
#'   for every dataset of the table, named by dataset (or by a column `dataset`), or a results
#'   table, whose mean ranks of the models are then used. For the strategy `"landscape"`, it is a
#'   landscape instead, as for [pb_select()]; other strategies do not use it. `NULL` if no strategy
#'   needs an embedding. Ranks of `t` itself show what the best embedding could give: they know the
#'   results.
#' @param strategies Names of strategies, as in [pb_select()], with the metric after `/` if the
#'   strategy has one.
#' @param sizes Two or more numbers of datasets to choose; none above the number of datasets in a
#'   trial.
#' @param trials Number of trials, at least 2.
#' @param pool Fraction of the datasets (or models) that each trial draws, in (0, 1\]; their number
#'   is rounded down.
#' @param vary What is drawn in a trial: `"datasets"` or `"models"`. With `"models"`, all ranks,
#'   including the reference ranks on all datasets, are ranks among the models of the trial.
#' @param seed Seed of all draws, a whole number. All strategies use the same trials.
#' @param metrics Any of `"mae"`, `"spearman"`, `"kendall"`, `"ndcg5"`, `"mrr"` and
#'   `"mrr_reversed"`.
#' @param targets For `sufficient`: a list named by metric, with the value of the metric that counts
#'   as sufficient; `NULL`: mae 1.5 and spearman 0.9.
#' @param confidence Share of the trials between `low` and `high` of the curves, a number in (0, 1);
#'   by default the middle 95 %. This is the spread of trials, not a confidence interval of their
#'   mean.
#' @param standardize How the columns of embeddings are scaled to mean 0 and variance 1. `"all"`:
#'   with means and standard deviations over all datasets of the table; `"pool"`: over the datasets
#'   of the trial; `"none"`: columns are left unchanged. A named vector or list gives one of these
#'   to each embedding by its name; embeddings that it does not name have `"all"`.
#' @param start,ridge,n_init,missing As in [pb_select()].
#' @param workers Number of processes, forked by [parallel::mclapply()], each for one strategy on
#'   one representation; `NULL`: the option `mc.cores`, or 1 if it is not set. On Windows, there is
#'   always one process. The results do not depend on the number of processes.
#' @return An object of class `pb_rank_preservation`, a list of
#'   \item{auc}{data frame: `strategy`, `representation`, `metric`; `mean` and `sd` of the area over
#'     trials}
#'   \item{curves}{data frame: `strategy`, `representation`, `metric`, `size`; `mean` over trials;
#'     `low` and `high`, the ends of the middle range of the trials}
#'   \item{sufficient}{data frame: `strategy`, `representation`, `metric`; `target`, the value to
#'     reach; `by_mean`, the smallest size at which the mean over trials reaches the target;
#'     `conservative`, the smallest size at which the worse of `low` and `high` reaches the target;
#'     both are infinite if no size reaches it}
#'   \item{significance}{data frame, one row per metric and method other than the best one:
#'     `metric`; `best` and `best_representation`, the strategy and the representation of the best
#'     method; `strategy` and `representation` of the other method; `gain`, the mean over trials of
#'     the difference of the areas under the curve, positive if the best method is better;
#'     `pvalue_raw`, one-sided, of the signed-rank test over trials; `pvalue`, adjusted within the
#'     metric by Holm's method}
#'   \item{by_trial}{areas, rows of `auc` x trials}
#'   \item{sizes, trials, pool, vary, confidence, seed}{as given}
#'   \item{n_pool}{datasets or models in a trial}
#'   \item{n_datasets, n_classifiers, n_repeats}{N, M, and the number of repeats or folds that are
#'     ranked separately; if this number differs between datasets, the largest}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   \item{ranked}{`"folds"` if models were ranked within each repeat or fold, `"means"` if their
#'   means were ranked}
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets, fewer than two models, or missing
#' scores; `pybench_error_argument` for an argument out of its range, an embedding that lacks a
#' dataset of the table or has numbers that are not finite, or sizes above the number of datasets in
#' a trial.
#' @references
#' Gusev, R. and Zaytsev, A. (2026). Benchmarking on tasks that matter: dataset selection for
#' preserving model rankings. arXiv 2606.27997.
#' @examples
#' names <- sprintf("d%02d", 1:12)
#' scores <- matrix(sin(1:48), 12, dimnames = list(names, letters[1:4]))
#' place <- matrix(cos(1:24), 12, dimnames = list(names, c("x", "y")))
#' t <- pb_read_results(scores, higher_is_better = TRUE)
#' pb_rank_preservation(t, list(example = place), sizes = 2:5, trials = 10)
#' @family selection
#' @export
pb_rank_preservation <- function(t, embeddings,
                                 strategies = c("random", "k-means", "farthest-first/cosine",
                                                "farthest-first/euclidean", "a-optimal",
                                                "d-optimal"),
                                 sizes = 2:20, trials = 200, pool = 0.8, vary = "datasets",
                                 seed = 0,
                                 metrics = c("mae", "spearman", "kendall", "ndcg5", "mrr",
                                             "mrr_reversed"),
                                 targets = NULL, confidence = 0.95, standardize = "all",
                                 start = "mean", ridge = 0.001, n_init = 10, missing = "error",
                                 workers = NULL) {
  confidence <- check_level("confidence", confidence)
  missing <- check_choice("missing", missing, c("error", "drop"))
  vary <- check_choice("vary", vary, c("datasets", "models"))
  rules <- check_selection_rules(start, ridge, n_init, seed)
  pool <- check_fraction("pool", pool)
  trials <- check_count("trials", trials, 2)
  sizes <- check_selection_sizes(sizes)
  metrics <- check_ranking_metrics(metrics)
  targets <- check_targets(targets, metrics)
  require_comparable(t)
  results <- ranked_results(t)
  methods <- selection_methods(embeddings, strategies, standardize, missing, results$datasets)
  whole <- if (vary == "datasets") nrow(t$scores) else ncol(t$scores)
  room_for_trials(trials, max(nrow(t$scores), whole), methods, metrics, sizes)
  kept <- drawn_pools(whole, pool, trials, rules$seed, vary)
  by_models <- vary == "models"
  check_pool_sizes(if (by_models) nrow(t$scores) else ncol(kept), sizes, part = !by_models)
  study <- list(
    results = results, sizes = sizes, metrics = metrics, rules = rules, vary = vary, kept = kept,
    among = if (vary == "models") {
      lapply(seq_len(trials), function(trial) {
        summed_ranks(results, kept[trial, ])
      })
    }
  )
  values <- scores_of_methods(study, methods$list, search_workers(workers))
  new_result("pb_rank_preservation", c(
    preservation_tables(values, methods, sizes, metrics, targets, confidence),
    list(
      sizes = as.integer(sizes), trials = trials, pool = as.double(pool), vary = vary,
      n_pool = ncol(kept), n_datasets = nrow(t$scores), n_classifiers = ncol(t$scores),
      n_repeats = results$ranked, confidence = confidence, seed = rules$seed,
      notes = notes_ordered(c(
        if (nrow(t$scores) < 10L) "few-datasets",
        about_table(t),
        if (t$n_repeats > 1L && is.null(t$by_repeat)) "mean-of-repeats",
        if (trials < fewest_trials) "few-trials",
        method_notes(methods)
      )),
      engine = "r", ranked = if (results$ranked > 1) "folds" else "means"
    )
  ))
}

# The notes that apply to strategies and the embeddings that they use.
method_notes <- function(methods) {
  c(
    if (any(methods$needs == "results")) "past-results",
    unlist(lapply(unname(methods$spaces), space_notes))
  )
}

# Refuses trials whose pools or values would exceed the memory.
room_for_trials <- function(trials, whole, methods, metrics, sizes) {
  values <- length(methods$list) * length(metrics) * length(sizes)
  check_room("trials", trials, max(whole, values))
}

# Every strategy with every representation that it can use: labels, and a list of plans with their
# spaces or regions.
selection_methods <- function(embeddings, strategies, standardize, missing, datasets) {
  embeddings <- check_embeddings(embeddings)
  scaled <- each_standardized(standardize, names(embeddings))
  strategies <- if (is.factor(strategies)) as.character(strategies) else strategies
  strategies <- items_of(strategies)
  regional <- vapply(embeddings, is_regional, TRUE)
  spaces <- Map(function(embedding, how) selection_space(embedding, how, missing, datasets),
                embeddings[!regional], scaled[!regional])
  regions <- lapply(embeddings[regional], regional_rows, datasets)
  pairs <- list()
  unfit <- FALSE # whether some strategy has nothing to go by
  for (strategy in strategies) {
    plan <- strategy_plan(strategy, "cosine")
    where <- switch(plan$needs,
      embedding = names(spaces), landscape = names(regions), ""
    )
    unfit <- unfit || length(where) == 0L
    pairs <- c(pairs, lapply(where, function(name) {
      list(
        plan = plan, representation = name,
        space = if (plan$needs == "embedding") spaces[[name]],
        regions = if (plan$needs == "landscape") regions[[name]]
      )
    }))
  }
  labels <- data.frame(
    strategy = vapply(pairs, function(one) one$plan$label, ""),
    representation = vapply(pairs, `[[`, "", "representation")
  )
  if (length(pairs) == 0L || unfit || anyDuplicated(labels) > 0L) {
    stop_argument(
      "`strategies` must name each strategy once, and `embeddings` must suit each of them",
      expected = "one or more strategies, each once",
      found = if (length(pairs) == 0L) "none" else toString(labels$strategy),
      hint = paste(
        "The strategies random and oracle need no embedding, landscape needs a landscape, and",
        "all others need a table of numbers."
      )
    )
  }
  list(
    labels = labels, list = pairs, needs = vapply(pairs, function(one) one$plan$needs, ""),
    spaces = spaces[intersect(names(spaces), labels$representation)]
  )
}

# A list with a name for each embedding; NULL gives an empty list.
check_embeddings <- function(embeddings) {
  names <- names(embeddings)
  plain <- is.list(embeddings) && !is.object(embeddings)
  named <- length(names) == length(embeddings) && !anyNA(names) && all(nzchar(names)) &&
    anyDuplicated(names) == 0L
  if (is.null(embeddings) || (plain && named)) {
    return(as.list(embeddings))
  }
  found <- if (plain) "names that are missing or not different" else describe_value(embeddings)
  stop_argument(
    paste("`embeddings` must be a list with a name for each, not", found),
    expected = "a named list of embeddings", found = found,
    hint = "For example list(features = embedding)."
  )
}

# Areas, curves, sufficient sizes and significance as data frames, methods first, then metrics.
preservation_tables <- function(values, methods, sizes, metrics, targets, confidence) {
  labels <- methods$labels
  cells <- expand.grid(metric = metrics, method = seq_len(nrow(labels)), stringsAsFactors = FALSE)
  head <- data.frame(labels[cells$method, ], metric = cells$metric, row.names = NULL)
  each <- Map(function(method, metric) values[[method]][[metric]], cells$method, cells$metric)
  areas <- t(vapply(each, curve_areas, numeric(nrow(each[[1L]])), sizes))
  curves <- lapply(each, curve_summary, sizes, confidence)
  aimed <- which(head$metric %in% names(targets))
  reached <- vapply(aimed, function(i) {
    sufficient_size(curves[[i]], head$metric[[i]], targets[[head$metric[[i]]]])
  }, c(by_mean = 0, conservative = 0))
  repeated <- head[rep(seq_len(nrow(head)), each = length(sizes)), ]
  list(
    auc = data.frame(head, mean = rowMeans(areas), sd = apply(areas, 1L, stats::sd)),
    curves = data.frame(repeated, do.call(rbind, curves), row.names = NULL),
    sufficient = data.frame(
      head[aimed, ], target = as.double(unlist(targets[head$metric[aimed]])),
      by_mean = as.double(reached[1L, ]), conservative = as.double(reached[2L, ]), row.names = NULL
    ),
    significance = do.call(rbind, lapply(metrics, function(metric) {
      against_best(t(areas[head$metric == metric, , drop = FALSE]), labels, metric)
    })),
    by_trial = areas
  )
}

# The sizes, ascending and each once.
check_selection_sizes <- function(sizes, least = 2L) {
  found <- sort(unique(vapply(sizes, function(size) check_count("sizes", size, 1), 0)))
  if (length(found) < least) {
    stop_argument(
      "`sizes` must be at least two different numbers: the area under a curve needs two points",
      expected = "two sizes or more", found = toString(found)
    )
  }
  found
}

check_ranking_metrics <- function(metrics) {
  found <- vapply(metrics, function(one) check_choice("metrics", one, ranking_metrics), "")
  if (length(found) == 0L || anyDuplicated(found) > 0L) {
    stop_argument(
      "`metrics` must name one metric or more, each once",
      expected = toString(ranking_metrics), found = toString(found)
    )
  }
  unname(found)
}

check_targets <- function(targets, metrics) {
  if (is.null(targets)) {
    return(default_targets[names(default_targets) %in% metrics])
  }
  targets <- as.list(targets)
  if (anyDuplicated(names(targets)) > 0L) {
    twice <- names(targets)[[anyDuplicated(names(targets))]]
    stop_argument(
      paste0("`targets` must name each metric once, not \"", twice, "\" twice"),
      expected = "each metric once", found = paste(twice, "twice")
    )
  }
  for (place in seq_along(targets)) {
    check_choice("targets", names(targets)[place], metrics)
    check_number("targets", targets[[place]], "a finite number", -Inf, Inf)
  }
  targets
}
