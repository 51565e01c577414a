# Tests of all pairs on many tables that differ in how often each dataset counts: a replicate is a
# row of weights.

# Up to this many nonzero differences, p is exact in every replicate; in leave-one-out tables up to
# as many as in pb_wilcoxon() with method "auto".
exact_always <- 25
exact_auto <- 200

# If the normal p is this many times smaller than the sharpest threshold of Holm's correction, or
# this many times larger than the level, the exact p is on the same side.
far_below <- 10
far_above <- 4
# Below this the exact p may be many times smaller than the normal one, whatever the level.
far_tail <- 1e-3

# The weights of the N tables without one dataset.
leave_one_out <- function(n) {
  1 - diag(n)
}

# How often each of n datasets is drawn, replicates x n, from uniforms of that shape.
resampled_counts <- function(u) {
  n <- ncol(u)
  drawn <- pmin(floor(u * n), n - 1) + 1
  weights <- matrix(0, nrow(u), n)
  for (draw in seq_len(n)) {
    cells <- cbind(seq_len(nrow(u)), drawn[, draw])
    weights[cells] <- weights[cells] + 1
  }
  weights
}

# The signed-rank test, replicates x pairs: two-sided `p`, normal, but exact if there are up to
# `exact_up_to` nonzero differences and it may decide a verdict of Holm's at `alpha`; and
# `directions`, the sign of W+ - W-.
signed_rank_replicates <- function(t, pairs, weights, zero_method, alpha, exact_up_to) {
  differences <- differences(t, pairs)
  p <- directions <- matrix(0, nrow(weights), nrow(pairs))
  for (pair in seq_len(nrow(pairs))) {
    gaps <- differences[, pair]
    found <- normal_replicates(gaps, weights, zero_method)
    normal <- found$p
    directions[, pair] <- sign(found$lead)
    signs <- as.vector(weights %*% (gaps != 0))
    open <- normal > alpha / nrow(pairs) / far_below & normal < max(alpha * far_above, far_tail)
    exact <- signs > 0 & signs <= exact_up_to & (signs <= exact_always | open)
    normal[exact] <- exact_replicates(gaps, weights[exact, , drop = FALSE], zero_method)
    p[, pair] <- normal
  }
  list(p = p, directions = directions)
}

exact_replicates <- function(gaps, weights, zero_method) {
  size <- rowSums(weights)
  p <- numeric(nrow(weights))
  for (n in unique(size)) {
    chosen <- which(size == n)
    drawn <- vapply(chosen, function(i) rep(gaps, weights[i, ]), numeric(n))
    ranks <- signed_ranks(matrix(drawn, nrow = n), zero_method)
    p[chosen] <- signed_exact(ranks, "two-sided")$there
  }
  p
}

# Goes up the sizes of the differences, all replicates at once. If a size has c of n copies and b
# are smaller, twice its average rank is 2 b + c + 1.
normal_replicates <- function(gaps, weights, zero_method) {
  zeros <- rowSums(weights[, gaps == 0, drop = FALSE])
  below <- if (zero_method == "wilcox") numeric(nrow(weights)) else zeros
  lead <- numeric(nrow(weights))
  squares <- if (zero_method == "zsplit") zeros * (zeros + 1)^2 else lead
  size <- abs(gaps)
  for (same in split(seq_along(gaps), match(size, sort(unique(size[size > 0]))))) {
    chosen <- weights[, same, drop = FALSE]
    copies <- rowSums(chosen)
    doubled <- 2 * below + copies + 1
    lead <- lead + doubled * as.vector(chosen %*% sign(gaps[same]))
    squares <- squares + copies * doubled^2
    below <- below + copies
  }
  list(p = 2 * stats::pnorm(-abs(lead) / sqrt(pmax(squares, 1))), lead = lead)
}
