# The common parts of the tests of differences of rank sums: differences, caveats, result.

# Twice the rank sum of the column minus that of the row, k x k: positive where the row is better.
rank_sum_gaps <- function(doubled) {
  sums <- colSums(doubled)
  outer(sums, sums, function(row, column) column - row)
}

# Compares all pairs by `compare`, a function of the doubled ranks that returns a list of
# `statistics` and `pvalues`, both k x k, and `adjusted` if the test has its own adjusted p-values.
# If p-values that hold for all pairs together (`joint`) come from exchanging pairs, Bonferroni's
# correction is used. The caller has checked the further arguments, which go to new_pairs().
rank_sum_test <- function(t, compare, adjust, alternative = "two-sided", control = NULL,
                          convention = "standard", tie_tol = 0, method, df = numeric(),
                          reference = "limit", joint = FALSE, ...) {
  doubled <- doubled_ranks(t$scores, t$higher_is_better, tie_tol)
  test <- list(...)$test
  answer <- function(ranks) {
    exchanged(test, compare(ranks), ranks, reference, convention, alternative)
  }
  correction <- function(pairs) if (pairs$permuted && joint) "bonferroni" else adjust
  verdict <- function(ranks) {
    pairs <- answer(ranks)
    verdicts_of(
      rank_sum_gaps(ranks), pairs$pvalues, correction(pairs), alternative, control, pairs$adjusted
    )
  }
  pairs <- answer(doubled)
  if (pairs$permuted) {
    method <- "permutation"
    df <- numeric()
  }
  doubts <- table_notes(t, doubled, convention)
  if (method %in% c("exact", "permutation")) {
    doubts <- notes_but(doubts, "few-datasets") # no limiting distribution
  }
  new_pairs(
    t, pairs$statistics, pairs$pvalues,
    final = pairs$adjusted, least = pairs$least, df = df,
    directions = sign(rank_sum_gaps(doubled)), adjust = correction(pairs),
    alternative = alternative, control = control, convention = convention, tie_tol = tie_tol,
    method = method, notes = c(doubts, if (near_ties_decide(t, tie_tol, verdict)) "near-ties"),
    ...
  )
}
