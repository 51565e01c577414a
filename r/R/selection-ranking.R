# How well the ranking on a few datasets preserves the ranking on all: the metrics. Mean ranks are
# stored as sums of doubled ranks, whole numbers; if models tie, every metric takes the mean over
# all orders of the tied.

ranking_metrics <- c("mae", "spearman", "kendall", "ndcg5", "mrr", "mrr_reversed")
# The metrics for which smaller is better.
less_is_better <- "mae"

# Scores subsets: a matrix, subsets x metrics. `sums` (subsets x M) over `size` datasets (one number
# or one per subset); `reference` (subsets x M, or one row for all) over `datasets`.
ranking_scores <- function(sums, size, reference, datasets, repeats, metrics) {
  reference <- reference[rep_len(seq_len(nrow(reference)), nrow(sums)), , drop = FALSE]
  scores <- lapply(metrics, function(metric) {
    switch(metric,
      mae = rowMeans(abs(sums / (2 * repeats * size) - reference / (2 * repeats * datasets))),
      spearman = rank_correlation(sums, reference),
      kendall = tau_b(sums, reference),
      ndcg5 = ndcg_at_5(sums, reference / (2 * repeats * datasets)),
      mrr = reciprocal_place(sums, reference),
      mrr_reversed = reciprocal_place(-sums, -reference)
    )
  })
  matrix(unlist(scores), nrow(sums), dimnames = list(NULL, metrics))
}

# Spearman's correlation row by row; 0 where a ranking has one rank only.
rank_correlation <- function(sums, reference) {
  m <- ncol(sums)
  ours <- doubled_ranks(sums, FALSE) - (m + 1)
  theirs <- doubled_ranks(reference, FALSE) - (m + 1)
  room <- sqrt(rowSums(ours^2) * rowSums(theirs^2))
  ifelse(room > 0, rowSums(ours * theirs) / ifelse(room > 0, room, 1), 0)
}

# Kendall's tau-b row by row; 0 where a ranking has one rank only.
tau_b <- function(sums, reference) {
  pairs <- utils::combn(ncol(sums), 2L)
  lead <- ours <- theirs <- numeric(nrow(sums))
  for (pair in seq_len(ncol(pairs))) {
    i <- pairs[[1L, pair]]
    j <- pairs[[2L, pair]]
    one <- sign(sums[, i] - sums[, j])
    other <- sign(reference[, i] - reference[, j])
    lead <- lead + one * other
    ours <- ours + abs(one)
    theirs <- theirs + abs(other)
  }
  room <- sqrt(ours * theirs)
  ifelse(room > 0, lead / ifelse(room > 0, room, 1), 0)
}

# The worth of each model if the places 1 to M are worth `values`: the mean over the places that it
# shares with its ties.
worth_of_places <- function(sums, values) {
  ranked <- function(ties) {
    matrix(apply(sums, 1L, rank, ties.method = ties), nrow(sums), byrow = TRUE)
  }
  first <- ranked("min")
  last <- ranked("max")
  before <- c(0, cumsum(values))
  worth <- (before[last + 1] - before[first]) / (last - first + 1)
  matrix(worth, nrow = nrow(sums))
}

# Gains M + 1 - reference rank, discounts 1 / log2(1 + place), five places.
ndcg_at_5 <- function(sums, mean_ranks) {
  m <- ncol(sums)
  place <- seq_len(m)
  discount <- ifelse(place <= 5, 1 / log2(1 + place), 0)
  gains <- m + 1 - mean_ranks
  ideal <- apply(gains, 1L, function(row) sum(sort(row, decreasing = TRUE) * discount))
  rowSums(worth_of_places(sums, discount) * gains) / ideal
}

# 1 / place of the reference's best model; the mean over models that tie for best.
reciprocal_place <- function(sums, reference) {
  worth <- worth_of_places(sums, 1 / seq_len(ncol(sums)))
  best <- reference == apply(reference, 1L, min)
  rowSums(worth * best) / rowSums(best)
}
