# Resampling of datasets with replacement, with the numbers that Python draws.

# How often each of n datasets is in each replicate, N x replicates, block by block: `use` is called
# with each block, and what it returns is put together by rows. Replicate r takes numbers
# r n ... (r + 1) n of the stream, and dataset floor(u n) for each.
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

# The ends of a percentile interval of each column, 2 x columns.
percentiles <- function(replicates, confidence) {
  tail <- (1 - confidence) / 2
  apply(replicates, 2L, stats::quantile, c(tail, 1 - tail), names = FALSE)
}
