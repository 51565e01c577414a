# What figures of a results table show of it: the scores of two methods, and who wins.

# The datasets with scores of both methods, and which is better on each: 1 the first method,
# 2 the second, 0 neither.
duel <- function(t, first, second, tie_tol) {
  require_table(t, complete = FALSE)
  check_pair(t, first, second)
  scores <- t$scores[, c(first, second), drop = FALSE]
  scores <- scores[stats::complete.cases(scores), , drop = FALSE]
  if (nrow(scores) == 0L) {
    stop_results_table(
      "expected a dataset with scores of both methods, found none",
      expected = "a dataset with scores of both methods", found = "none"
    )
  }
  ranks <- doubled_ranks(scores, t$higher_is_better, tie_tol)
  data.frame(
    dataset = rownames(scores), first = unname(scores[, 1L]), second = unname(scores[, 2L]),
    better = unname(ifelse(
      ranks[, 1L] == ranks[, 2L], 0L, ifelse(ranks[, 1L] < ranks[, 2L], 1L, 2L)
    ))
  )
}
