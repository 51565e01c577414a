# Tests of pairs on many resamples at once, from how often each dataset was drawn. `counts` is N x
# resamples, `differences` N x pairs; each function returns p-values, resamples x pairs.

# Signed-rank test without zeros. The statistic, standardised with its variance given ties, is
# looked up in the exact distribution without ties, by linear interpolation between whole numbers;
# in the normal distribution if more than 200 differences are not 0.
resampled_wilcoxon <- function(counts, differences) {
  sums <- .Call(C_pb_resampled_ranks, counts, differences)
  left <- sums[[2L]]
  # Variances of W+: n(n + 1)(2n + 1)/24, minus sum(t^3 - t)/48 for ties.
  free <- left * (left + 1) * (2 * left + 1) / 24
  z <- abs(sums[[1L]]) / 2 / sqrt(pmax(free - sums[[3L]] / 48, 0.25))
  smaller <- pmax(0, left * (left + 1) / 4 - z * sqrt(free))
  pvalues <- 2 * stats::pnorm(-z)
  for (n in unique(left[left <= largest_exact])) {
    here <- which(left == n)
    pvalues[here] <- if (n == 0) 1 else twice(signed_rank_lower(smaller[here], n))
  }
  pvalues
}

# P(T <= w) for n differences without ties, linear between whole w, w <= n(n + 1)/4.
signed_rank_lower <- function(w, n) {
  cdf <- cumsum(stats::dsignrank(0:(n * (n + 1) / 4 + 1), n))
  whole <- floor(w)
  share <- w - whole
  cdf[whole + 1] * (1 - share) + cdf[whole + 2] * share
}

# Exact sign test; ties are dropped.
resampled_sign <- function(counts, differences) {
  wins <- crossprod(counts, differences > 0)
  losses <- crossprod(counts, differences < 0)
  n <- wins + losses
  fewer <- pmin(wins, losses)
  # Many cells, few distinct ones.
  cell <- n * (max(n) + 1) + fewer
  distinct <- which(!duplicated(as.vector(cell)))
  p <- twice(stats::pbinom(fewer[distinct], n[distinct], 0.5))
  cell[] <- p[match(cell, cell[distinct])]
  cell
}

# Paired t-test; p is 1 if all differences are 0, and 0 if they are all equal but not 0.
resampled_t <- function(counts, differences) {
  n <- sum(counts[, 1L])
  largest <- apply(abs(differences), 2L, max)
  relative <- sweep(differences, 2L, ifelse(largest == 0, 1, largest), "/")
  mean <- crossprod(counts, relative) / n
  squares <- crossprod(counts, relative^2)
  deviations <- squares - n * mean^2
  # Below this share of the sum of squares, deviations are rounding.
  varies <- deviations > 1e-13 * squares
  pvalues <- ifelse(squares == 0, 1, 0)
  t <- mean[varies] / sqrt(deviations[varies] / (n - 1) / n)
  pvalues[varies] <- 2 * stats::pt(-abs(t), n - 1)
  pvalues
}

# Whether mean ranks differ by at least the critical difference of the Nemenyi test.
resampled_nemenyi <- function(counts, doubled, pairs, alpha) {
  n <- sum(counts[, 1L])
  ranks <- crossprod(counts, doubled) / (2 * n)
  gaps <- ranks[, pairs[, 1L], drop = FALSE] - ranks[, pairs[, 2L], drop = FALSE]
  abs(gaps) >= critical_width(n, ncol(doubled), alpha, "standard")
}
