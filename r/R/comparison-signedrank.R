# Signed ranks of paired differences and their null distribution: the sign of each nonzero
# difference is a fair coin, given its rank. Ranks are doubled, so all sums are whole.

# Treatment of datasets on which both scores are equal, and the same in words.
zero_words <- c(
  wilcox = "left out", pratt = "ranked, then left out", zsplit = "ranked, then split"
)
zero_methods <- names(zero_words)

# The most differences for which the exact distribution is offered: chances stay normal doubles.
exact_signs <- 1000L

# Ranks of the sizes of `gaps`, datasets x pairs, NA where a score is missing: `doubled` (0 where a
# difference is zero or missing), the sums `plus` and `minus` over positive and negative
# differences, the numbers of `zeros` and of all differences (`sizes`). One `zero_method`, or one
# per pair.
signed_ranks <- function(gaps, zero_method) {
  doubled <- t(doubled_ranks(t(abs(gaps)), higher_is_better = FALSE))
  zeros <- colSums(gaps == 0, na.rm = TRUE)
  # Zeros rank lowest: without them all ranks are lower by their number.
  lower <- 2 * zeros * (zero_method == "wilcox")
  doubled <- doubled - rep(lower, each = nrow(gaps))
  doubled[which(gaps == 0 | is.na(gaps))] <- 0
  list(
    doubled = doubled, plus = colSums(doubled * (gaps > 0), na.rm = TRUE),
    minus = colSums(doubled * (gaps < 0), na.rm = TRUE),
    zeros = zeros, sizes = colSums(!is.na(gaps)), split = all(zero_method == "zsplit")
  )
}

# The same for some of the pairs.
choose_pairs <- function(ranks, chosen) {
  ranks$doubled <- ranks$doubled[, chosen, drop = FALSE]
  for (field in c("plus", "minus", "zeros", "sizes")) {
    ranks[[field]] <- ranks[[field]][chosen]
  }
  ranks
}

signs_of <- function(ranks) {
  ranks$sizes - ranks$zeros
}

# Whether two nonzero differences have the same size.
has_ties <- function(ranks) {
  apply(ranks$doubled, 2L, function(doubled) anyDuplicated(doubled[doubled > 0]) > 0L)
}

# W+ and W-, with half of the ranks of zeros on each side if they are split; 0 if nothing differs.
# Zeros have the ranks 1 to z.
rank_sums <- function(ranks) {
  half <- ifelse(ranks$split & signs_of(ranks) > 0, ranks$zeros * (ranks$zeros + 1) / 4, 0)
  list(there = ranks$plus / 2 + half, back = ranks$minus / 2 + half)
}

# p-values of the pairs (`there`) and of the reversed pairs (`back`) by the normal distribution. In
# doubled ranks W+ has the variance sum(doubled^2) / 4; split zeros count like the others, each with
# the rank (z + 1) / 2.
signed_normal <- function(ranks, alternative, correction) {
  variance <- colSums(ranks$doubled^2) + ranks$split * ranks$zeros * (ranks$zeros + 1)^2
  spread <- ifelse(variance > 0, sqrt(variance), 1)
  lead <- ranks$plus - ranks$minus
  step <- if (correction) 2 else 0
  both <- 2 * stats::pnorm(-abs(lead - sign(lead) * step) / spread)
  none <- signs_of(ranks) == 0
  directed_pvalues(
    alternative, both,
    greater = ifelse(none, 1, stats::pnorm((lead - step) / spread, lower.tail = FALSE)),
    less = ifelse(none, 1, stats::pnorm((lead + step) / spread))
  )
}

# The same by the exact distribution, which stats::psignrank() has without ties only. It is
# symmetric, so only the tail below the smaller of W+ and W- is summed; the other one is at least a
# half, and 1 minus the rest keeps its digits.
signed_exact <- function(ranks, alternative) {
  smaller <- pmin(ranks$plus, ranks$minus)
  # Pairs with equal ranks, next to each other, share a table.
  by_ranks <- order(colSums(ranks$doubled^2), -smaller)
  doubled <- ranks$doubled[, by_ranks, drop = FALSE]
  storage.mode(doubled) <- "integer"
  tails <- matrix(0, 2L, length(smaller))
  tails[, by_ranks] <- .Call(C_pb_signed_rank_tails, doubled, as.integer(smaller[by_ranks]))
  small <- tails[2L, ]
  large <- pmax(small, 1 - tails[1L, ])
  behind <- ranks$plus <= ranks$minus
  directed_pvalues(
    alternative,
    both = twice(small),
    greater = ifelse(behind, large, small),
    less = ifelse(behind, small, large)
  )
}

# The two-sided p-value of a smaller tail. If the tail is exactly a half, whose sum may be off in
# the last digit, p is 1: Li's correction divides by 1 minus p, which must not be rounding noise.
twice <- function(tail) {
  ifelse(tail >= 0.5 * (1 - 1e-12), 1, 2 * tail)
}
