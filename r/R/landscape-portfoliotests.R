# A table that is ranked once and tested on many portfolios of its datasets.

# A table, ranked once: a portfolio takes rows of ranks, since ranks are within datasets. `room` is
# the contribution of each dataset to the denominator of Friedman's statistic, corrected for ties.
portfolio_study <- function(t, alpha, omnibus) {
  doubled <- unname(doubled_ranks(t$scores, t$higher_is_better))
  k <- ncol(doubled)
  list(
    t = t, doubled = doubled, room = rowSums((doubled - (k + 1))^2),
    pairs = t(utils::combn(k, 2L)), alpha = alpha, omnibus = omnibus
  )
}

# Which pairs differ on portfolios (one row each, of rows of the table): portfolios x pairs; and
# whether the Friedman test rejects.
portfolio_verdicts <- function(study, rows) {
  n <- ncol(rows)
  k <- ncol(study$doubled)
  sums <- matrix(0, nrow(rows), k)
  room <- numeric(nrow(rows))
  for (place in seq_len(n)) {
    sums <- sums + study$doubled[rows[, place], , drop = FALSE]
    room <- room + study$room[rows[, place]]
  }
  between <- rowSums((sums - n * (k + 1))^2)
  statistic <- ifelse(between == 0, 0, (k - 1) * between / room)
  rejects <- stats::pchisq(statistic, k - 1, lower.tail = FALSE) <= study$alpha
  first <- sums[, study$pairs[, 1L], drop = FALSE]
  second <- sums[, study$pairs[, 2L], drop = FALSE]
  apart <- abs(first - second) >= critical_gap(n, k, study$alpha)
  list(apart = if (study$omnibus) apart & rejects else apart, rejects = rejects)
}

# Values of pairs as a k x k matrix named by the methods.
pair_matrix <- function(study, values, diagonal) {
  names <- study$t$classifiers
  cells <- matrix(diagonal, length(names), length(names), dimnames = list(names, names))
  cells[study$pairs] <- values
  cells[study$pairs[, 2:1, drop = FALSE]] <- values
  cells
}

same_counts <- function(study, verdicts) {
  repeats <- nrow(verdicts$apart)
  pair_matrix(study, repeats - colSums(verdicts$apart), repeats)
}

# Which pairs differ on all these datasets together.
differs_on <- function(study, names) {
  rows <- matrix(match(names, study$t$datasets), nrow = 1L)
  pair_matrix(study, as.vector(portfolio_verdicts(study, rows)$apart), FALSE)
}
