# The trials of the protocol: the available datasets or models, and the ranks among them.

# Sums of ranks over this many repeats of each dataset are still whole numbers in doubles.
most_repeats <- 2^24

# A table, datasets sorted by name, ranked within each repeat of each dataset: `sums`, N x M doubled
# ranks summed over `repeats`. If datasets differ in their numbers of repeats, the repeats of each
# are counted so often that all have the same number; `ranked` is the largest number of a dataset.
# If the models have no common repeat on a dataset, their means are ranked there.
ranked_results <- function(t) {
  order <- order(enc2utf8(t$datasets), method = "radix")
  cube <- if (is.null(t$by_repeat)) array(t$scores, c(dim(t$scores), 1L)) else t$by_repeat
  rows <- matrix(aperm(cube, c(1L, 3L, 2L)), ncol = ncol(cube))
  dataset <- rep(match(seq_along(order), order), length.out = nrow(rows))
  whole <- stats::complete.cases(rows)
  others <- setdiff(seq_along(order), dataset[whole])
  dataset <- c(dataset[whole], others)
  counts <- tabulate(dataset, length(order))
  repeats <- Reduce(common_multiple, unique(counts))
  if (repeats > most_repeats) {
    found <- toString(sort(unique(counts)))
    stop_argument(
      paste0(
        "the datasets have too many different numbers of repeats to rank within repeats: ", found
      ),
      expected = sprintf("numbers of repeats with a common multiple up to %.0f", most_repeats),
      found = found,
      hint = "Read the table with repeats = \"mean\", which averages over repeats."
    )
  }
  results <- list(
    datasets = t$datasets[order], higher_is_better = t$higher_is_better, dataset = dataset,
    rows = rbind(rows[whole, , drop = FALSE], unname(t$scores[order[others], , drop = FALSE])),
    times = (repeats / counts)[dataset], repeats = repeats, ranked = max(counts)
  )
  c(results, list(sums = summed_ranks(results)))
}

common_multiple <- function(one, other) {
  if (one > most_repeats) {
    return(one)
  }
  divisor <- one
  rest <- other
  while (rest > 0) {
    last <- divisor
    divisor <- rest
    rest <- last %% rest
  }
  one / divisor * other
}

# Doubled ranks summed over repeats, among all models or some of them.
summed_ranks <- function(results, models = seq_len(ncol(results$rows))) {
  doubled <- doubled_ranks(results$rows[, models, drop = FALSE], results$higher_is_better)
  unname(rowsum(doubled * results$times, results$dataset))
}

# The pool of each trial, ascending: trials x floor(fraction * count).
drawn_pools <- function(count, fraction, trials, seed, what) {
  size <- floor(count * fraction + 1e-9)
  if (size < 2) {
    stop_argument(
      sprintf("`pool` must leave 2 %s or more in each trial, not %.0f of %.0f", what, size, count),
      expected = "a fraction that leaves two or more", found = format(fraction)
    )
  }
  drawn <- draw_portfolios(count, size, trials, seed, paste("selection pool of", what))
  t(apply(drawn, 1L, sort))
}

# Refuses sizes that a pool does not have; `part` says that the argument `pool` limits it.
check_pool_sizes <- function(largest, sizes, part = FALSE) {
  if (max(sizes) > largest) {
    stop_argument(
      sprintf(
        "`sizes` must be at most %.0f, the number of datasets in each trial, not %.0f",
        largest, max(sizes)
      ),
      expected = sprintf("at most %.0f", largest), found = sprintf("%.0f", max(sizes)),
      hint = sprintf("Give sizes up to %.0f%s", largest, if (part) ", or raise `pool`." else ".")
    )
  }
}
