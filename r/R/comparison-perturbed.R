# Answers about every pair of a table's methods in tables that are nearly the same.

stability_tests <- c("nemenyi", "wilcoxon-holm")
stability_questions <- c("order", stability_tests)

# The common input of all parts: ranks, raw p-values, pairs, and the answers of the full table.
stability_study <- function(t, alpha, zero_method) {
  doubled <- doubled_ranks(t$scores, t$higher_is_better)
  wilcoxon <- pb_wilcoxon(t, "none", zero_method)
  study <- list(
    t = t, alpha = alpha, zero_method = zero_method, doubled = doubled, wilcoxon = wilcoxon,
    p = wilcoxon$pvalues_raw, losses = doubled_losses(doubled), pairs = all_pairs(ncol(doubled))
  )
  study$directions <- wilcoxon$directions[study$pairs]
  # The method that each test finds better in the full table: none until it is known.
  study$toward <- lapply(stats::setNames(nm = stability_tests), function(test) 0 * study$directions)
  study$full <- full <- answers_among(study, matrix(1, 1L, ncol(doubled)))
  study$toward <- list(
    nemenyi = as.vector((full$ahead - full$behind) * full$nemenyi),
    "wilcoxon-holm" = study$directions * as.vector(full[["wilcoxon-holm"]])
  )
  study
}

# The answers on each pair, six logical matrices with one row per table and one column per pair; the
# last two are whether a test finds the method better that it finds worse in the full table.
answers_from <- function(study, sums, gaps, differs, directions) {
  pairs <- study$pairs
  lead <- sums[, pairs[, 2L], drop = FALSE] - sums[, pairs[, 1L], drop = FALSE]
  dimnames(lead) <- NULL
  against <- function(directions, test) sweep(directions, 2L, study$toward[[test]], "*") < 0
  apart <- abs(lead) >= gaps
  list(
    ahead = lead > 0, behind = lead < 0, nemenyi = apart, "wilcoxon-holm" = differs,
    "nemenyi reversed" = apart & against(lead, "nemenyi"),
    "wilcoxon-holm reversed" = differs & against(directions, "wilcoxon-holm")
  )
}

answers_among <- function(study, sets) {
  answers_from(
    study, rank_sums_within(study$losses, sets),
    critical_gaps(nrow(study$doubled), sets, study$alpha),
    holm_verdicts(study$p[study$pairs], sets, study$pairs, study$alpha),
    matrix(study$directions, nrow(sets), nrow(study$pairs), byrow = TRUE)
  )
}

answers_over_datasets <- function(study, weights, exact_up_to) {
  found <- signed_rank_replicates(
    study$t, study$pairs, weights, study$zero_method, study$alpha, exact_up_to
  )
  p <- differs <- found$p
  for (i in seq_len(nrow(p))) {
    differs[i, ] <- adjusted(p[i, ], "holm")
  }
  gap <- if (nrow(weights) > 0L) {
    critical_gap(sum(weights[1L, ]), ncol(study$doubled), study$alpha)
  } else {
    1
  }
  answers_from(
    study, weights %*% study$doubled, gap, differs <= study$alpha, found$directions
  )
}

# Where answers differ from the full table, lost, gained or reversed: one matrix per question.
flips_of <- function(study, answers) {
  full <- lapply(study$full, function(said) {
    matrix(said, nrow(answers$ahead), length(said), byrow = TRUE)
  })
  c(
    list(order = (answers$ahead & full$behind) | (answers$behind & full$ahead)),
    lapply(stats::setNames(nm = stability_tests), function(test) {
      answers[[test]] != full[[test]] | answers[[paste(test, "reversed")]]
    })
  )
}

# Counts of the answers over the sets that hold each pair, and the first and last set that flips it
# (NA: none), pair by pair and within a pair by question.
answers_over_sets <- function(study, sets) {
  m <- nrow(study$pairs)
  tables <- numeric(m)
  said <- lapply(study$full, function(full) numeric(m))
  smallest <- nearest <- matrix(NA_real_, length(stability_questions), m)
  for (rows in row_blocks(nrow(sets), 8 * m)) {
    chosen <- sets[rows, , drop = FALSE]
    inside <- pairs_inside(chosen, study$pairs)
    answers <- lapply(answers_among(study, chosen), function(said) said & inside)
    tables <- tables + colSums(inside)
    said <- Map(function(before, now) before + colSums(now), said, answers)
    flips <- lapply(flips_of(study, answers), function(flip) flip & inside)
    for (question in seq_along(flips)) {
      at <- which(flips[[question]], arr.ind = TRUE)
      first <- at[!duplicated(at[, 2L]), , drop = FALSE]
      last <- at[!duplicated(at[, 2L], fromLast = TRUE), , drop = FALSE]
      new <- first[is.na(smallest[question, first[, 2L]]), , drop = FALSE]
      smallest[question, new[, 2L]] <- rows[new[, 1L]]
      nearest[question, last[, 2L]] <- rows[last[, 1L]]
    }
  }
  list(
    tables = tables, said = said, smallest = as.vector(smallest), nearest = as.vector(nearest)
  )
}
