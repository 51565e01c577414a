# The trials of the protocol: which datasets or models are at hand, and the ranks among them.

# A table, datasets sorted by name, ranked within each repeat of each dataset: `sums`, N x M doubled
# ranks summed over repeats.
ranked_results <- function(t) {
  order <- order(enc2utf8(t$datasets), method = "radix")
  repeats <- if (is.null(t$by_repeat)) 1L else dim(t$by_repeat)[[3L]]
  folds <- lapply(seq_len(repeats), function(fold) {
    scores <- if (is.null(t$by_repeat)) t$scores else t$by_repeat[, , fold]
    matrix(scores, nrow = length(t$datasets))[order, , drop = FALSE]
  })
  list(
    datasets = t$datasets[order], folds = folds, repeats = repeats,
    higher_is_better = t$higher_is_better,
    sums = summed_ranks(folds, t$higher_is_better)
  )
}

# Doubled ranks summed over repeats, among all models or some of them.
summed_ranks <- function(folds, higher_is_better, models = seq_len(ncol(folds[[1L]]))) {
  Reduce(`+`, lapply(folds, function(scores) {
    unname(doubled_ranks(scores[, models, drop = FALSE], higher_is_better))
  }))
}

# The pool of each trial, ascending: trials x floor(fraction * count).
drawn_pools <- function(count, fraction, trials, seed, what) {
  size <- floor(count * fraction + 1e-9)
  if (size < 2) {
    stop_argument(
      sprintf("`pool` leaves %.0f of %.0f %s", size, count, what),
      expected = "a fraction that leaves two or more", found = format(fraction)
    )
  }
  drawn <- draw_portfolios(count, size, trials, seed, paste("selection pool of", what))
  t(apply(drawn, 1L, sort))
}

# Refuses sizes that a pool does not have; a part is what the argument `pool` leaves.
check_pool_sizes <- function(largest, sizes, part = FALSE) {
  if (max(sizes) > largest) {
    stop_argument(
      sprintf("`sizes` asks for %.0f datasets, a pool has %.0f", max(sizes), largest),
      expected = sprintf("at most %.0f", largest), found = sprintf("%.0f", max(sizes)),
      hint = sprintf("Ask for sizes up to %.0f%s", largest, if (part) ", or raise `pool`." else ".")
    )
  }
}
