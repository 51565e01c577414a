# Nested judgement: combinations chosen on some models, judged on others, with shuffled datasets.
# A choice of datasets depends on models only where it is made from their results; it is then made
# again without each fold of models, and without each two.

# Random subsets of each size that are averaged.
random_subsets <- 1000
# Gains that differ by less are equal.
same_gain <- 1e-9

# Folds of models, dealt at random: a list of places, ascending.
dealt_models <- function(names, folds, seed) {
  count <- length(names)
  order <- order(enc2utf8(names), method = "radix")
  shuffled <- order[draw_portfolios(count, count, 1, seed, "folds of models")[1L, ]]
  lapply(seq_len(folds), function(fold) sort(shuffled[seq(fold, count, by = folds)]))
}

# The folds that a choice from results must not know: each one, and each two.
unseen_folds <- function(folds) {
  if (folds < 3) {
    stop_argument(
      paste(
        "`folds` must be at least 3 if datasets are chosen by results of models of the table: the",
        "choice is made on one part of the models, compared on another, and judged on a third"
      ),
      expected = "a whole number >= 3", found = sprintf("%.0f", folds)
    )
  }
  c(as.list(seq_len(folds)), utils::combn(folds, 2L, simplify = FALSE))
}

# What a strategy chooses in all trials: by size, a matrix of datasets, trials x k. `ranks` are
# those of the models whose results it may use.
nested_choices <- function(study, method, ranks) {
  choose <- study_choices(study, method)
  each <- lapply(seq_len(nrow(study$kept)), function(trial) {
    rows <- study$kept[trial, ]
    lapply(choose(trial, rows, ranks), function(places) rows[places])
  })
  lapply(seq_along(study$sizes), function(k) do.call(rbind, lapply(each, `[[`, k)))
}

# Mean areas over trials on one fold of models: `choices` are those of several combinations, `ranks`
# (N x M) those of the models.
nested_areas <- function(choices, ranks, study, metric) {
  reference <- matrix(colSums(ranks), 1L)
  values <- lapply(seq_along(study$sizes), function(k) {
    rows <- do.call(rbind, lapply(choices, `[[`, k))
    sums <- 0
    for (place in seq_len(ncol(rows))) {
      sums <- sums + ranks[rows[, place], , drop = FALSE]
    }
    ranking_scores(
      sums, study$sizes[[k]], reference, nrow(ranks), study$results$repeats, metric
    )[, 1L]
  })
  areas <- curve_areas(do.call(cbind, values), study$sizes)
  colMeans(matrix(areas, ncol = length(choices)))
}

# The mean area of random subsets on one fold of models.
random_area <- function(ranks, study, metric) {
  n <- nrow(ranks)
  drawn <- lapply(study$sizes, function(size) {
    random_selection(n, size, random_subsets, study$rules$seed) # of all datasets
  })
  nested_areas(list(drawn), ranks, study, metric)
}

# The judgement: `chosen` is a list with, for each set of unseen folds, `unseen`, `places` among the
# combinations and `choices`; `ranks` is a list, one matrix for each fold.
nested_judgement <- function(chosen, ranks, random, combinations, study, metric) {
  folds <- length(ranks)
  outer <- matrix(0, combinations, folds)
  other <- array(0, c(combinations, folds, folds)) # unseen fold, fold that compares
  for (part in chosen) {
    unseen <- part$unseen
    for (fold in if (length(unseen) > 0L) unseen else seq_len(folds)) {
      areas <- nested_areas(part$choices, ranks[[fold]], study, metric)
      if (length(unseen) < 2L) {
        outer[part$places, fold] <- areas
      }
      if (length(unseen) == 0L) {
        other[part$places, -fold, fold] <- areas
      } else if (length(unseen) == 2L) {
        other[part$places, setdiff(unseen, fold), fold] <- areas
      }
    }
  }
  inner <- apply(other, c(1L, 2L), sum) / (folds - 1)
  inner <- matrix(inner, combinations, folds)
  sign <- if (metric %in% less_is_better) -1 else 1
  best <- apply(round(sign * inner, area_digits), 2L, which.max)
  area <- outer[cbind(best, seq_len(folds))]
  list(
    outer = outer, best = best, inner = inner[cbind(best, seq_len(folds))], area = area,
    random = random, gains = sign * (area - random)
  )
}
