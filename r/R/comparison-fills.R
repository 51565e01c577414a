# Missing scores: which p-values and verdicts on a pair are possible, whatever they are.
#
# A difference is in an interval from `low` to `high`, a point if both methods have a score. A span
# is a 2 x 2 matrix: the least and the most (columns) of twice the one-sided p-value, at most 1, in
# favour of the first and of the second method (rows).

# The smallest and the largest difference of methods i and j on each dataset, > 0 if i is better.
difference_ends <- function(t, i, j, limits, tie_tol) {
  ends <- if (is.null(limits)) c(NA, NA) else if (t$higher_is_better) limits else rev(limits)
  pair <- t$scores[, c(i, j)]
  filled <- function(fill) ifelse(is.na(pair), rep(fill, each = nrow(pair)), pair)
  if (!identical(tie_tol, "decimal")) {
    tie_tol <- table_tolerance(t$scores, tie_tol)
  }
  both <- list(
    scores = rbind(filled(ends), filled(rev(ends))), higher_is_better = t$higher_is_better
  )
  gaps <- differences(both, matrix(1:2, 1L), tie_tol)
  low <- gaps[seq_len(nrow(pair))]
  high <- gaps[-seq_len(nrow(pair))]
  list(low = ifelse(is.na(low), -Inf, low), high = ifelse(is.na(high), Inf, high))
}

# What a test can give, and whether missing scores lead to each bound. A win instead of a zero, or a
# zero instead of a loss, never makes the p-value of the sign test larger.
sign_span <- function(low, high, numbers) {
  wins <- count_wins(cbind(high, low))
  p <- sign_pvalues(wins, "greater")
  list(span = pmin(2 * rbind(p$there, rev(p$back)), 1), exact = TRUE)
}

# The bounds of the signed-rank test are attained if all orders of the differences can be tried,
# which takes at most that many `numbers`. The differences that tie among those of the scores
# present always do so.
signed_rank_span <- function(low, high, numbers) {
  free <- low < high
  sizes <- sort(unique(abs(c(0, low, high))))
  # Only the order of the sizes counts: there is room for all fills between any two.
  place <- function(x) sign(x) * (match(abs(x), sizes) - 1) * (sum(free) + 1)
  from <- place(low)
  to <- place(high)
  if (prod(to - from + 1) * length(low) > numbers) {
    return(list(span = bounded_span(low, high), exact = FALSE))
  }
  gaps <- t(as.matrix(expand.grid(Map(seq, from, to))))
  rules <- list(
    zero_method = "wilcox", method = "auto", alternative = "greater", correction = FALSE,
    convention = "standard"
  )
  p <- test_ranks(ranks_by(rules, gaps), rules)
  list(span = pmin(2 * rbind(range(p$there), range(p$back)), 1), exact = TRUE)
}

# Bounds for any number of missing scores.
bounded_span <- function(low, high) {
  first <- favoured_pvalues(low, high)
  second <- favoured_pvalues(-high, -low)
  rbind(c(first[[1L]], second[[2L]]), c(second[[1L]], first[[2L]]))
}

# Bounds of twice p in favour of the first method from below, and of the second from above.
#
# With A and B subsets of the positive and of the negative differences, p for the first is the share
# of (A, B) whose ranks have the sums r(A) <= r(B). So it is not smaller with all positive ranks at
# their largest and all negative ranks at their smallest: some fills are at `high`, and the others
# are zero, or negative, where they raise larger ranks. Ties of positive differences move r(A) by at
# most half of the squares of their numbers, divided by 4.
favoured_pvalues <- function(low, high) {
  free <- low < high
  known <- low[!free & low != 0]
  behind <- -known[known < 0]
  tops <- sort(high[free], decreasing = TRUE)
  chosen <- lapply(seq(sum(tops == Inf), length(tops)), seq_len)
  bounds <- vapply(chosen, function(at) {
    absent <- tops[setdiff(seq_along(tops), at)]
    ahead <- sort(c(known[known > 0], tops[at]))
    below <- function(x, y) colSums(outer(x, y, `<=`))
    gains <- 2 * (seq_along(ahead) + below(behind, ahead) + colSums(outer(absent, ahead, `<`)))
    losses <- 2 * (rank(behind) + colSums(outer(ahead, behind, `<`)))
    fair_bounds(gains, losses, known, length(at), sum(free))
  }, numeric(2L))
  c(min(bounds[1L, ]), max(bounds[2L, ]))
}

# The same for a number of fills ahead, given doubled ranks of positive and negative differences.
fair_bounds <- function(gains, losses, known, ahead, fills) {
  least <- 1
  most <- 0
  if (length(known) + ahead <= auto_signs) {
    slack <- sum(with_largest(known[known > 0], ahead)^2 %/% 4)
    least <- twice_tail(c(gains, losses), sum(losses) - slack)
    most <- twice_tail(c(gains, losses), sum(gains) + slack)
  }
  if (length(known) + fills > auto_signs) {
    spread <- function(n, tied) sqrt(sum(seq_len(n)^2) - sum(tied^3 - tied) / 12)
    narrow <- spread(length(known) + ahead, with_largest(abs(known), ahead))
    wide <- spread(length(known) + fills, with_largest(abs(known), 0))
    lead <- (sum(gains) - sum(losses)) / 2
    least <- min(least, 2 * stats::pnorm(-max(lead, 0) / narrow))
    most <- max(most, 2 * stats::pnorm(-max(-lead, 0) / wide))
  }
  c(least, most)
}

# How many differences have each size, with all fills in the largest group.
with_largest <- function(sizes, fills) {
  groups <- sort(c(0, tabulate(match(sizes, unique(sizes)))), decreasing = TRUE)
  groups[[1L]] <- groups[[1L]] + fills
  groups
}

# Twice the probability that randomly included doubled ranks sum to at most `limit`.
twice_tail <- function(doubled, limit) {
  if (2 * limit >= sum(doubled)) {
    return(1)
  }
  doubled <- matrix(as.integer(doubled))
  twice(.Call(C_pb_signed_rank_tails, doubled, as.integer(max(limit, 0)))[[2L]])
}

# The most numbers for trying all orders of a pair: at first, and if its verdict is left open.
quick_numbers <- 10000
open_numbers <- 1000000

# The lowest and the highest verdict on each pair, m x 2, that any missing scores can lead to, and
# which of these pairs are settled. `seen` are verdicts on the pairs with some missing scores.
policy_bounds <- function(t, limits, test, adjust, alpha, tie_tol, seen) {
  cells <- cells_by_row(ncol(t$scores))
  span_of <- if (test == "wilcoxon") signed_rank_span else sign_span
  ends <- lapply(seq_len(nrow(cells)), function(i) {
    difference_ends(t, cells[i, 1L], cells[i, 2L], limits, tie_tol)
  })
  spans <- lapply(ends, function(x) span_of(x$low, x$high, quick_numbers))
  exact <- vapply(spans, `[[`, TRUE, "exact")
  reached <- t(apply(seen, 1L, range))
  bounds <- verdict_bounds(spans, adjust, alpha)
  same <- function() rowSums(bounds != reached) == 0
  for (i in which(!same() & !exact)) {
    spans[[i]] <- span_of(ends[[i]]$low, ends[[i]]$high, open_numbers)
    exact[[i]] <- spans[[i]]$exact
  }
  bounds <- verdict_bounds(spans, adjust, alpha)
  alone <- adjust == "none" || nrow(cells) == 1L
  list(bounds = bounds, settled = same() | (alone & exact))
}

# The lowest and the highest verdict on each pair, m x 2, given the p-values of their tests.
verdict_bounds <- function(spans, adjust, alpha) {
  p <- vapply(spans, function(x) as.vector(x$span), numeric(4L)) # first, second: least, then most
  significant <- function(own, others) {
    vapply(seq_along(own), function(i) {
      others[[i]] <- own[[i]]
      pb_adjust(others, adjust)[[i]] <= alpha
    }, TRUE)
  }
  least <- pmin(p[1L, ], p[2L, ])
  most <- pmin(p[3L, ], p[4L, ])
  low <- ifelse(significant(p[2L, ], least), -1L, 1L * significant(p[3L, ], most))
  high <- ifelse(significant(p[1L, ], least), 1L, -1L * significant(p[4L, ], most))
  whole_numbers(cbind(low, high, deparse.level = 0L))
}
