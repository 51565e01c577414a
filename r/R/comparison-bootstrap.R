# Datasets drawn with replacement, and random weights, with the same random numbers as Python.

# How often each of n datasets is in each replicate, N x replicates, block by block: `use` is called
# with each block, and its results are bound by rows. Replicate r takes the numbers r n to
# (r + 1) n - 1 of the stream (from 0). Each number u gives the dataset floor(u n).
resampled <- function(seed, name, resamples, n, use) {
  step <- max(1, 2^22 %/% n)
  starts <- seq(0, resamples - 1, by = step)
  do.call(rbind, lapply(starts, function(start) {
    count <- min(step, resamples - start)
    drawn <- floor(uniforms(seed, name, start * n, count * n) * n) + 1
    use(resample_counts(drawn, rep(seq_len(count), each = n), n, count))
  }))
}

# Counts of datasets drawn, from 1 to n, by replicate: n x replicates.
resample_counts <- function(drawn, replicate, n, count) {
  cells <- tabulate(drawn + n * (replicate - 1), n * count)
  matrix(as.double(cells), n, count)
}

# Random weights of n datasets and of one more, (n + 1) x replicates, block by block: exponential
# numbers divided by their sum, uniform among weights that sum to 1. `use` is called with each
# block, and its results are bound by rows. Replicate r takes the numbers r (n + 1) to
# (r + 1) (n + 1) - 1 of the stream (from 0).
weighted <- function(seed, name, resamples, n, use) {
  step <- max(1, 2^22 %/% (n + 1))
  starts <- seq(0, resamples - 1, by = step)
  do.call(rbind, lapply(starts, function(start) {
    count <- min(step, resamples - start)
    drawn <- uniforms(seed, name, start * (n + 1), count * (n + 1))
    lengths <- matrix(-log1p(-drawn), n + 1)
    use(sweep(lengths, 2L, colSums(lengths), "/"))
  }))
}

# The tail quantiles of the columns of `lower` and of `upper` replicates: 2 x columns.
limits <- function(lower, upper, confidence) {
  tail <- (1 - confidence) / 2
  rbind(
    apply(lower, 2L, stats::quantile, tail, names = FALSE),
    apply(upper, 2L, stats::quantile, 1 - tail, names = FALSE)
  )
}

# The caveats about a table that also apply to an interval over its datasets.
interval_notes <- function(t, doubled) {
  kept <- c("degenerate", about_notes, "mean-of-repeats")
  notes_among(table_notes(t, doubled, "standard"), kept)
}
