# Which representation fits: chosen on some models, judged on models that the choice did not see.

#' Find the representation that fits
#'
#' Finds the representation, its scaling and the strategy that choose datasets best. All
#' combinations are judged as by [pb_rank_preservation()]. The best of many combinations looks
#' better than it is, if it is judged by the models that chose it. So the models are dealt into
#' folds. For each fold, the combination with the best area on the other folds is judged on the
#' models of this fold, which are ranked among themselves.
#'
#' All models are judged on the same datasets. A few datasets that happen to suit some models suit
#' similar models as well, so that even a meaningless representation can have a gain on models that
#' did not choose it. Folds are also dependent, since each of them chooses for the others. Therefore
#' the test does not take models or folds as independent. It shuffles the datasets: the vectors of
#' all embeddings are given to other datasets, by the same permutation, and the whole search is done
#' again. p is the share of the permutations, including the identity, whose gain is at least as
#' large as the observed one. If the embeddings say nothing about the results, every permutation is
#' equally likely, so that p <= alpha has at most the probability alpha, whatever the models, the
#' strategies and the number of combinations. The test is one-sided. It is about the models and
#' datasets of `t`: it says that the vectors belong to these datasets for a reason, and not how much
#' is gained on another benchmark.
#'
#' For choices from results (`"oracle"`, or a results table as an embedding) this argument does not
#' hold exactly. On three tables in which the scores of each model were shuffled by themselves, so
#' that there was nothing to find, 4 to 6 % of 200 searches with such choices claimed a gain at
#' level 0.05 (bench/find_representation.csv).
#'
#' If several models of `t` are variants of one, the gain is that on models which resemble those
#' that chose. Random subsets are 1000 for each size, drawn from all datasets. If the option
#' `pybench.progress` is set (see [pb_progress()]), the function reports its progress.
#'
#' @param t A results table, as in [pb_rank_preservation()], with at least twice as many models as
#'   `folds`.
#' @param embeddings A named list of embeddings, as in [pb_rank_preservation()]. From a results
#'   table, the models of a fold are left out before it is judged on them. So give past results as a
#'   results table, with the same names of models as in `t`, and not as a data frame.
#' @param strategies As in [pb_rank_preservation()], without `"random"`, with which all are
#'   compared. `"oracle"` chooses by the results of the models that it is not judged by.
#' @param standardize The ways of scaling to try, any of `"all"`, `"pool"` and `"none"`, as in
#'   [pb_rank_preservation()].
#' @param sizes,trials,pool,seed,start,ridge,n_init,missing As in [pb_rank_preservation()].
#' @param metric The metric whose area over the sizes counts, as in [pb_rank_preservation()].
#' @param folds Number of folds, at least 2; at least 3 if a choice depends on the results of models
#'   in `t`, that is, with `"oracle"` or with a results table that has such models.
#' @param permutations Number of random shuffles. The smallest possible p-value is
#'   1 / (permutations + 1), which must not be above `alpha`.
#' @param alpha Level at which the result says that a representation is shown to beat random.
#' @param workers As in [pb_rank_preservation()].
#' @return An object of class `pb_found_representation`, a list of
#'   \item{table}{data frame, one row per combination: `representation`, `standardize`, `strategy`;
#'     `area`, the mean over folds; `gain` over random subsets, positive if better; `chosen`, the
#'     number of folds for which it was chosen}
#'   \item{folds}{data frame, one row per fold: `fold`; `models`, their number; `representation`,
#'     `standardize` and `strategy` that the other folds choose; `inner`, its area on them; `area`
#'     on the models of the fold; `random`, the area of random subsets; `gain`}
#'   \item{models}{data frame: `model`, `fold`}
#'   \item{representation, standardize, strategy}{the combination that is best on all models}
#'   \item{gain}{mean of the gains of the folds}
#'   \item{shuffled}{the same for each shuffle of the vectors over the datasets}
#'   \item{pvalue}{one-sided}
#'   \item{metric, alpha, permutations, sizes, trials, pool, seed}{as given}
#'   \item{n_datasets, n_classifiers}{N and M}
#'   \item{ranked}{`"folds"` if models were ranked within each repeat or fold, `"means"` if their
#'   means were ranked}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives the table.
#' @section Errors:
#' The errors of [pb_rank_preservation()], and in addition `pybench_error_argument` for too few
#' models for the folds, too few permutations for the level, or an embedding with a column that is
#' named like a model. Also if one combination cannot be computed, such as a design on columns of
#' huge numbers that are not scaled: then leave out this way of scaling or this strategy.
#' @examples
#' made <- pb_synthetic_benchmark(1, datasets = 30, models = 8, repeats = 1, latent = 2,
#'                                dimensions = 4)
#' pb_find_representation(made$table, list(noise = made$broken, true = made$oracle),
#'                        "k-medoids/euclidean", sizes = 2:7, trials = 10, permutations = 19)
#' @family selection
#' @export
pb_find_representation <- function(t, embeddings,
                                   strategies = c("farthest-first/cosine", "k-means",
                                                  "k-medoids/cosine", "facility-location/cosine",
                                                  "a-optimal", "d-optimal"),
                                   standardize = c("all", "none"), sizes = 2:20, trials = 50,
                                   pool = 0.8, seed = 0, metric = "mae", folds = 4,
                                   permutations = 199, alpha = 0.05, start = "mean",
                                   ridge = 0.001, n_init = 10, missing = "error",
                                   workers = NULL) {
  rules <- check_selection_rules(start, ridge, n_init, seed)
  missing <- check_choice("missing", missing, c("error", "drop"))
  sizes <- check_selection_sizes(sizes)
  metric <- check_choice("metric", metric, ranking_metrics)
  trials <- check_count("trials", trials, 2)
  pool <- check_fraction("pool", pool)
  alpha <- check_level("alpha", alpha)
  permutations <- check_shuffles(permutations, alpha)
  ways <- check_ways(standardize)
  require_comparable(t)
  n <- nrow(t$scores)
  folds <- check_model_folds(folds, ncol(t$scores))
  check_room("permutations", permutations, n)
  embeddings <- check_embeddings(embeddings)
  refuse_own_results(embeddings, t)
  results <- ranked_results(t)
  kept <- drawn_pools(n, pool, trials, rules$seed, "datasets")
  check_pool_sizes(ncol(kept), sizes, part = TRUE)
  study <- list(results = results, sizes = sizes, rules = rules, vary = "datasets", kept = kept)
  strategies <- refuse_random(strategies)
  methods <- combined_methods(embeddings, strategies, ways, missing, results$datasets)
  labels <- methods$labels
  check_room("trials", trials, max(n, nrow(labels) * sum(sizes)))
  dealt <- dealt_models(t$classifiers, folds, rules$seed)
  jobs <- nested_jobs(t, embeddings, methods, dealt, missing)
  orders <- draw_portfolios(n, n, permutations, rules$seed, "find representation")
  found <- nested_search(study, jobs, dealt, nrow(labels), metric, orders, search_workers(workers))
  sign <- if (metric %in% less_is_better) -1 else 1
  area <- rowMeans(found$judged$outer)
  best <- which.max(round(sign * area, area_digits))
  gain <- mean(found$judged$gains)
  home <- rep(seq_along(dealt), lengths(dealt))
  names <- order(enc2utf8(t$classifiers[unlist(dealt)]), method = "radix")
  judged <- found$judged
  new_result("pb_found_representation", list(
    table = data.frame(
      labels, area = area, gain = sign * (area - mean(judged$random)),
      chosen = tabulate(judged$best, nrow(labels)), row.names = NULL
    ),
    folds = data.frame(
      fold = seq_along(dealt), models = lengths(dealt), labels[judged$best, ],
      inner = judged$inner, area = judged$area, random = judged$random, gain = judged$gains,
      row.names = NULL
    ),
    models = data.frame(model = t$classifiers[unlist(dealt)][names], fold = home[names]),
    representation = labels$representation[[best]], standardize = labels$standardize[[best]],
    strategy = labels$strategy[[best]], gain = gain, shuffled = found$shuffled,
    pvalue = (1 + sum(found$shuffled >= gain - same_gain)) / (permutations + 1),
    metric = metric, alpha = alpha, permutations = permutations, sizes = as.integer(sizes),
    trials = trials, pool = as.double(pool), n_datasets = n, n_classifiers = ncol(t$scores),
    ranked = if (results$ranked > 1) "folds" else "means", seed = rules$seed,
    notes = notes_ordered(c(
      study_notes(t),
      if (t$n_repeats > 1L && is.null(t$by_repeat)) "mean-of-repeats",
      unlist(lapply(methods$spaces, space_notes))
    )),
    engine = "r"
  ))
}

check_shuffles <- function(permutations, alpha) {
  permutations <- check_count("permutations", permutations, 1)
  if ((permutations + 1) * alpha < 1 - 1e-12) {
    least <- ceiling(1 / alpha - 1e-9) - 1
    stop_argument(
      sprintf(
        paste(
          "`permutations` must be at least %.0f for alpha = %g, not %.0f: no p-value could be that",
          "small"
        ),
        least, alpha, permutations
      ),
      expected = sprintf("a whole number >= %.0f", least), found = sprintf("%.0f", permutations)
    )
  }
  permutations
}

check_ways <- function(standardize) {
  ways <- c("all", "pool", "none")
  found <- vapply(standardize, function(way) check_choice("standardize", way, ways), "")
  if (length(found) == 0L || anyDuplicated(found) > 0L) {
    stop_argument(
      "`standardize` must name one way of scaling or more, each once",
      expected = toString(ways), found = toString(found)
    )
  }
  unname(found)
}

check_model_folds <- function(folds, models) {
  folds <- check_count("folds", folds, 2)
  if (2 * folds > models) {
    stop_argument(
      sprintf(
        "`folds` must be at most %d, so that each has 2 of the %d models or more, not %.0f",
        models %/% 2L, models, folds
      ),
      expected = sprintf("a whole number from 2 to %d", models %/% 2L),
      found = sprintf("%.0f", folds),
      hint = "A fold needs models to rank: give fewer folds, or a table of more models."
    )
  }
  folds
}

refuse_random <- function(strategies) {
  strategies <- if (is.factor(strategies)) as.character(strategies) else strategies
  if ("random" %in% unlist(strategies)) {
    stop_argument(
      "`strategies` must not contain \"random\": all strategies are compared with it anyway",
      expected = "strategies other than random", found = "random"
    )
  }
  strategies
}

# Refuses tables of results that are not results tables: from them, no models can be left out.
refuse_own_results <- function(embeddings, t) {
  if (length(embeddings) == 0L) {
    stop_argument("`embeddings` is empty", expected = "one embedding or more", found = "none")
  }
  for (name in names(embeddings)) {
    one <- embeddings[[name]]
    table <- (is.data.frame(one) || is.matrix(one)) && !inherits(one, "pb_results_table")
    known <- intersect(if (table) colnames(one), t$classifiers)
    if (length(known) > 0L) {
      stop_argument(
        sprintf(
          paste(
            "the embedding %s has a column %s, which is a model of the table: models must not be",
            "judged by a choice from their own results"
          ),
          shown(name), shown(known[[1L]])
        ),
        expected = "columns that are no models of the table", found = known[[1L]],
        hint = paste(
          "Give results as a results table, from which models can be left out:",
          "pb_read_results(source, higher_is_better = ...)."
        )
      )
    }
  }
}

# Every strategy on every representation in every scaling: `list`, `labels`, and `spaces`.
combined_methods <- function(embeddings, strategies, ways, missing, datasets) {
  parts <- lapply(seq_along(ways), function(at) {
    made <- selection_methods(embeddings, strategies, ways[[at]], missing, datasets)
    scaled <- vapply(made$list, function(one) !is.null(one$space), TRUE)
    kept <- which(scaled | at == 1L) # scaling changes nothing for the others
    name <- made$labels$representation[kept]
    list(
      list = made$list[kept], spaces = unname(made$spaces),
      labels = data.frame(
        representation = name, standardize = ifelse(scaled[kept], ways[[at]], ""),
        strategy = made$labels$strategy[kept]
      ),
      order = cbind(match(name, c(names(embeddings), "")), rep(at, length(kept)), kept)
    )
  })
  order <- do.call(rbind, lapply(parts, `[[`, "order"))
  order <- order(order[, 1L], order[, 2L], order[, 3L])
  labels <- do.call(rbind, lapply(parts, `[[`, "labels"))[order, ]
  row.names(labels) <- NULL
  list(
    list = do.call(c, lapply(parts, `[[`, "list"))[order], labels = labels,
    spaces = do.call(c, lapply(parts, `[[`, "spaces"))
  )
}

# What has to be chosen: a list of `method`, its `place` among the combinations, the folds that are
# `unseen`, and the models that a choice from results sees.
nested_jobs <- function(t, embeddings, methods, dealt, missing) {
  names <- methods$labels$representation
  jobs <- lapply(seq_along(names), function(place) {
    method <- methods$list[[place]]
    one <- if (nzchar(names[[place]])) embeddings[[names[[place]]]]
    past <- inherits(one, "pb_results_table") && any(one$classifiers %in% t$classifiers)
    if (!is.null(one) && !past) {
      return(list(list(method = method, place = place, unseen = integer(), seen = NULL)))
    }
    lapply(unseen_folds(length(dealt)), function(unseen) {
      seen <- sort(unlist(dealt[-unseen]))
      if (past) {
        hidden <- setdiff(t$classifiers, t$classifiers[seen])
        less <- one[, setdiff(one$classifiers, hidden)]
        method$space <- selection_space(less, method$space$standardize, missing, t$datasets)
      }
      list(method = method, place = place, unseen = unseen, seen = seen)
    })
  })
  unlist(jobs, recursive = FALSE)
}

# All choices, the judgement, and the mean gains if datasets are shuffled.
nested_search <- function(study, jobs, dealt, combinations, metric, orders, workers) {
  steps <- length(jobs) + nrow(orders)
  results <- study$results
  made <- nested_spread(jobs, workers, 0, steps, function(job) {
    ranks <- if (is.null(job$seen)) results$sums else summed_ranks(results, job$seen)
    nested_choices(study, job$method, ranks)
  })
  keys <- vapply(jobs, function(job) toString(job$unseen), "")
  chosen <- lapply(unique(keys), function(key) {
    mine <- which(keys == key)
    list(
      unseen = jobs[[mine[[1L]]]]$unseen, places = vapply(jobs[mine], `[[`, 0L, "place"),
      choices = made[mine]
    )
  })
  ranks <- lapply(dealt, function(models) summed_ranks(results, models))
  random <- vapply(ranks, random_area, 0, study, metric)
  judge <- function(ranks) {
    nested_judgement(chosen, ranks, random, combinations, study, metric)
  }
  gains <- nested_spread(seq_len(nrow(orders)), workers, length(jobs), steps, function(row) {
    mean(judge(lapply(ranks, function(one) one[orders[row, ], , drop = FALSE]))$gains)
  })
  list(judged = judge(ranks), shuffled = unlist(gains))
}

# A function of each task, in forked processes where there are several workers; reports progress.
nested_spread <- function(tasks, workers, before, steps, work) {
  if (workers == 1) {
    return(lapply(seq_along(tasks), function(place) {
      answer <- work(tasks[[place]])
      pb_progress(before + place, steps, "steps")
      answer
    }))
  }
  answers <- suppressWarnings(parallel::mclapply(tasks, function(task) {
    tryCatch(work(task), error = identity)
  }, mc.cores = min(workers, length(tasks))))
  for (answer in answers) {
    if (inherits(answer, "condition")) {
      stop(answer)
    }
    if (is.null(answer) || inherits(answer, "try-error")) {
      stop_environment(
        "a worker process ended before its work was done",
        expected = "workers that live", found = "one that ended", hint = "Use fewer workers."
      )
    }
  }
  pb_progress(before + length(tasks), steps, "steps")
  answers
}

# Says in one sentence whether a representation is shown to beat random choice.
found_sentence <- function(x) {
  test <- sprintf(
    "%.0f shuffles of the vectors over the datasets gain %.3f on average, one-sided p %s",
    x$permutations, mean(x$shuffled), format_p(x$pvalue)
  )
  random <- mean(x$folds$random)
  if (x$gain > 0 && x$pvalue <= x$alpha) {
    return(sprintf(
      paste(
        "A representation is shown to beat random: chosen on some models, it has on the others an",
        "area of %s that is %.3f %s than random's %.3f (%s, level %s)."
      ),
      x$metric, x$gain, if (x$metric %in% less_is_better) "smaller" else "larger", random, test,
      format(x$alpha)
    ))
  }
  sprintf(
    paste(
      "No representation is shown to beat random at level %s: chosen on some models, the gain in",
      "the area of %s on the others is %.3f of random's %.3f (%s). This does not show that none",
      "does."
    ),
    format(x$alpha), x$metric, x$gain, random, test
  )
}

# Combinations in words.
combination_labels <- function(rows) {
  paste0(
    method_labels(rows),
    ifelse(nzchar(rows$standardize), sprintf(" (standardize=%s)", rows$standardize), "")
  )
}

#' @rdname pb_result
#' @export
format.pb_found_representation <- function(x, ...) {
  check_dots(...)
  less <- x$metric %in% less_is_better
  best <- utils::head(order(round(if (less) x$table$area else -x$table$area, area_digits)), 5L)
  rows <- x$table[best, ]
  lines <- c(
    sprintf(
      paste0(
        "Which representation fits? %s on %s, %d models in %d folds: area of %s for %d to %d ",
        "datasets, %.0f trials"
      ),
      counted(nrow(x$table), "combination"), counted(x$n_datasets, "dataset"), x$n_classifiers,
      nrow(x$folds), x$metric, min(x$sizes), max(x$sizes), x$trials
    ),
    paste0("  ", found_sentence(x)),
    paste0("  Best on all models: ", combination_labels(x[combination_columns])),
    sprintf(
      "  area (%s is better), gain over random, and in how many folds it was chosen:",
      if (less) "less" else "more"
    ),
    sprintf("    %8.3f %+8.3f %2d %s", rows$area, rows$gain, rows$chosen, combination_labels(rows)),
    "  These gains are those of the best of many, and so tend to be too large."
  )
  c(without_controls(lines), format_notes(x$notes))
}

combination_columns <- c("representation", "standardize", "strategy")

#' @rdname pb_result
#' @export
as.data.frame.pb_found_representation <- function(x, row.names = NULL, # nolint: object_name_linter.
                                                  optional = FALSE, ...) {
  check_dots(...)
  x$table
}
