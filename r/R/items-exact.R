# Tests without a normal distribution: McNemar's exact test, and sign flips of whole clusters.

# Most clusters whose patterns of signs are enumerated.
flips_enumerated <- 20L

# A sum that is smaller than the observed one by at most this, relative to all sums, is equal to it.
flips_rounding <- 1e-12

# p of McNemar's exact test: a two-sided binomial test with the share 1/2.
mcnemar_exact <- function(wins, losses) {
  pmin(1, 2 * stats::pbinom(pmin(wins, losses), pmax(wins + losses, 1), 0.5))
}

# The sign-flip test: the difference of a cluster may have either sign. `one`, `other`: sums of the
# weighted scores of each cluster (rows, by first appearance) for the methods of each pair (in
# columns).
# list(pvalues; least: the smallest that these sizes allow; informative: clusters that differ).
sign_flips <- function(one, other, samples, seed) {
  sums <- one - other
  sums[abs(sums) <= flips_rounding * pmax(abs(one), abs(other))] <- 0
  edge <- flips_rounding * colSums(abs(sums))
  observed <- abs(colSums(sums)) - edge
  informative <- colSums(sums != 0)
  least <- ifelse(informative > 0, 2^(1 - informative), 1)
  found <- vapply(seq_len(ncol(sums)), function(pair) {
    own <- sums[sums[, pair] != 0, pair]
    if (length(own) == 0L) {
      1
    } else if (diff(range(abs(own))) <= edge[[pair]]) {
      mcnemar_exact(sum(own > 0), sum(own < 0))
    } else if (length(own) <= flips_enumerated) {
      mean(abs(all_flips(abs(own))) >= observed[[pair]])
    } else {
      NA_real_
    }
  }, 0)
  drawn <- which(is.na(found))
  if (length(drawn) > 0L) {
    reached <- drawn_flips(sums[, drawn, drop = FALSE], observed[drawn], samples, seed)
    found[drawn] <- (1 + reached) / (1 + samples)
    least[drawn] <- pmax(least[drawn], 1 / (1 + samples))
  }
  list(pvalues = found, least = least, informative = informative)
}

# The sums for all patterns of signs in which the first is positive.
all_flips <- function(sizes) {
  Reduce(function(sums, size) c(sums + size, sums - size), sizes[-1L], sizes[[1L]])
}

# How many drawn patterns of signs reach the observed sums. Pattern b gives cluster g the sign of
# u - 1/2, where u is number b G + g of the stream, counted from 0.
drawn_flips <- function(sums, observed, samples, seed) {
  count <- nrow(sums)
  step <- max(1, 4e6 %/% count)
  reached <- numeric(ncol(sums))
  for (start in seq(0, samples - 1, step)) {
    rows <- min(step, samples - start)
    signs <- sign(uniforms(seed, "sign-flip", start * count, rows * count) - 0.5)
    signs[signs == 0] <- 1
    found <- abs(matrix(signs, rows, count, byrow = TRUE) %*% sums)
    reached <- reached + rowSums(t(found) >= observed)
  }
  reached
}
