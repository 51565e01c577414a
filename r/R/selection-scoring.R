# A block of trials: every strategy chooses, every choice is scored.

# Values of one method (a `plan` with its `space` or `regions`): a list, one matrix trials x sizes
# for each metric. `study` has the ranked `results`, `sizes`, `metrics`, `rules`, `vary` and `kept`,
# the datasets or models of each trial.
method_scores <- function(study, method) {
  n <- length(study$results$datasets)
  trials <- nrow(study$kept)
  by_models <- study$vary == "models"
  choose <- study_choices(study, method)
  sums <- lapply(seq_len(trials), function(trial) {
    rows <- if (by_models) seq_len(n) else study$kept[trial, ]
    ranks <- if (by_models) study$among[[trial]] else study$results$sums
    vapply(choose(trial, rows, ranks), function(places) {
      colSums(ranks[rows[places], , drop = FALSE])
    }, numeric(ncol(ranks)))
  })
  reference <- if (by_models) {
    t(vapply(study$among, colSums, numeric(ncol(study$kept))))
  } else {
    matrix(colSums(study$results$sums), nrow = 1L)
  }
  by_size <- lapply(seq_along(study$sizes), function(k) {
    part <- t(vapply(sums, function(sum) sum[, k], numeric(nrow(sums[[1L]]))))
    ranking_scores(part, study$sizes[[k]], reference, n, study$results$repeats, study$metrics)
  })
  lapply(stats::setNames(nm = study$metrics), function(metric) {
    matrix(unlist(lapply(by_size, function(scores) scores[, metric])), trials)
  })
}

# A function: number of a trial (from 1), its rows and the ranks of its models -> places by size.
study_choices <- function(study, method) {
  plan <- method$plan
  if (plan$name == "random") {
    m <- if (study$vary == "models") length(study$results$datasets) else ncol(study$kept)
    drawn <- lapply(study$sizes, function(size) {
      random_selection(m, size, nrow(study$kept), study$rules$seed)
    })
    return(function(trial, rows, ranks) lapply(drawn, function(places) places[trial, ]))
  }
  pool_gram <- pool_grams(method$space)
  # With the same datasets in every trial, a strategy that does not draw chooses once.
  same <- study$vary == "models" || nrow(unique(study$kept)) == 1L
  once <- same && !plan$draws && plan$needs != "results"
  kept <- NULL
  function(trial, rows, ranks) {
    if (is.null(kept) || !once) {
      pool <- list(
        rows = rows, regions = method$regions, gram = pool_gram(rows),
        past = ranks[rows, , drop = FALSE] / (2 * study$results$repeats),
        goal = colSums(ranks) / (2 * nrow(ranks) * study$results$repeats)
      )
      kept <<- chosen_places(plan, pool, study$sizes, study$rules, trial - 1)
    }
    kept
  }
}

# A function: rows of a pool -> their inner products, a block of those of all datasets unless
# columns are standardised on the pool.
pool_grams <- function(space) {
  if (is.null(space)) {
    return(function(rows) NULL)
  }
  if (space$standardize == "pool") {
    return(function(rows) tcrossprod(space_coordinates(space, rows)))
  }
  whole <- tcrossprod(space_coordinates(space))
  function(rows) whole[rows, rows, drop = FALSE]
}

# The values of all methods, in forked processes where there are several workers.
scores_of_methods <- function(study, methods, workers) {
  score <- function(one) method_scores(study, one)
  if (workers == 1) {
    return(lapply(methods, score))
  }
  answers <- suppressWarnings(parallel::mclapply(methods, function(one) {
    tryCatch(score(one), error = identity)
  }, mc.cores = min(workers, length(methods)), mc.preschedule = FALSE))
  for (answer in answers) {
    if (inherits(answer, "condition")) {
      stop(answer)
    }
    if (!is.list(answer)) {
      stop_environment(
        "a worker process ended before its strategy was judged",
        expected = "workers that live", found = "one that ended", hint = "Use fewer workers."
      )
    }
  }
  answers
}
