# Sets of comparates: which sets are examined, and the tests' answers on every pair in each. A set
# is a row of a 0/1 matrix with one column per method.

# All sets of k things with the given sizes, in their order; within a size in lexicographic order.
sets_of_sizes <- function(k, sizes) {
  by_size <- lapply(sizes, function(size) {
    if (size == 0) {
      return(matrix(0, 1L, k))
    }
    members <- utils::combn(k, size)
    sets <- matrix(0, ncol(members), k)
    sets[cbind(as.vector(col(members)), as.vector(members))] <- 1
    sets
  })
  do.call(rbind, by_size)
}

# `count` sets of k things, drawn from all sets with the given sizes with equal chances; smaller
# ones first, those of one size in the order in which they were drawn.
drawn_sets <- function(k, sizes, count, seed, name) {
  u <- matrix(uniforms(seed, name, 0, count * (k + 1)), count, byrow = TRUE)
  weights <- choose(k, sizes)
  below <- cumsum(weights) / sum(weights)
  size <- sizes[findInterval(u[, 1L], below[-length(below)]) + 1L]
  # A set of s members: those with the s smallest numbers.
  u <- t(u[, -1L, drop = FALSE])
  place <- u
  place[order(col(u), u)] <- row(u)
  sets <- 1 * (t(place) <= size)
  sets[order(size), , drop = FALSE]
}

# Twice the number of datasets on which the column is better than the row, ties counted once: k x k,
# N on the diagonal. Twice the rank sums within a set are N plus the sum over its members.
doubled_losses <- function(doubled) {
  nrow(doubled) + t(apply(doubled, 2L, function(ranks) colSums(sign(ranks - doubled))))
}

# Twice the rank sum that each method has in, or would have beside, each set.
rank_sums_within <- function(losses, sets) {
  losses[[1L]] + tcrossprod(sets, losses)
}

# The smallest difference of doubled rank sums whose Nemenyi p is at most `alpha`.
critical_gap <- function(n, k, alpha) {
  differs <- function(gap) {
    nemenyi_tail(gap * sqrt(3 / (n * k * (k + 1))), n, k, "standard") <= alpha
  }
  gap <- ceiling(2 * n * critical_width(n, k, alpha, "standard"))
  while (gap > 1 && differs(gap - 1)) gap <- gap - 1
  while (!differs(gap)) gap <- gap + 1
  gap
}

# The critical gap of each set.
critical_gaps <- function(n, sets, alpha) {
  size <- rowSums(sets)
  distinct <- unique(size)
  gaps <- vapply(distinct, function(k) critical_gap(n, k, alpha), 0)
  gaps[match(size, distinct)]
}

# Which pairs belong to each set.
pairs_inside <- function(sets, pairs) {
  sets[, pairs[, 1L], drop = FALSE] > 0 & sets[, pairs[, 2L], drop = FALSE] > 0
}

# Which pairs of each set a test declares different, sets x pairs; `p` is the k x k matrix of raw
# p-values, a family is the pairs of a set.
set_verdicts <- function(p, sets, pairs, adjust, alpha) {
  if (adjust == "holm") {
    return(holm_verdicts(p[pairs], sets, pairs, alpha))
  }
  verdict <- matrix(FALSE, nrow(sets), nrow(pairs))
  for (i in seq_len(nrow(sets))) {
    members <- which(sets[i, ] > 0)
    final <- matrix(1, nrow(p), ncol(p))
    final[members, members] <-
      adjusted_pairs(p[members, members, drop = FALSE], adjust, alpha = alpha)
    verdict[i, ] <- final[pairs] <= alpha
  }
  verdict & pairs_inside(sets, pairs)
}

# Holm's correction steps down the p-values of all sets at once: a set continues while each of its
# pairs so far is rejected.
holm_verdicts <- function(p, sets, pairs, alpha) {
  size <- rowSums(sets)
  left <- size * (size - 1) / 2
  going <- rep(TRUE, nrow(sets))
  verdict <- matrix(FALSE, nrow(sets), length(p))
  for (pair in order(p)) {
    if (p[[pair]] > alpha) {
      break
    }
    inside <- sets[, pairs[[pair, 1L]]] > 0 & sets[, pairs[[pair, 2L]]] > 0
    going <- going & (!inside | left * p[[pair]] <= alpha)
    verdict[, pair] <- inside & going
    left <- left - inside
  }
  verdict
}

# Splits rows into blocks such that size times `width` fits into memory: a list of their numbers.
row_blocks <- function(rows, width) {
  length <- max(1, floor(2^21 / max(1, width)))
  unname(split(seq_len(rows), (seq_len(rows) - 1) %/% length))
}

# Refuses more sets than the caller allows.
require_affordable <- function(count, limit, what) {
  if (count > limit) {
    stop_argument(
      sprintf("there are %.0f %s, more than `limit` = %.0f", count, what, limit),
      expected = sprintf("at most %.0f %s", limit, what), found = sprintf("%.0f", count),
      hint = "Choose a smaller `extra` or `size`, or raise `limit`."
    )
  }
}
