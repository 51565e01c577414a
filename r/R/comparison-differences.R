# Paired differences of methods, and matrices with one number per pair.

# The pairs to test, a matrix with the columns `row` and `column`: every two methods once, or all
# others against the control.
pairs_of <- function(t, control = NULL) {
  k <- ncol(t$scores)
  if (is.null(control)) {
    pairs <- t(utils::combn(k, 2L))
  } else {
    position <- match(control, t$classifiers)
    pairs <- cbind(seq_len(k)[-position], position)
  }
  dimnames(pairs) <- list(NULL, c("row", "column"))
  pairs
}

# Differences of scores, datasets x pairs, positive where the first of a pair is better, NA where
# one of the two is missing. With
# "decimal" those of two columns of decimals are exact, in a unit of the pair. With a number, those
# of at most `tie_tol` are 0, and the sizes of larger ones that are chained by gaps of at most
# `tie_tol` are made equal. `"auto"` is 1e-12 times the largest absolute score of the table.
differences <- function(t, pairs, tie_tol = "decimal") {
  scores <- better_scores(t)
  gaps <- subtracted(scores, pairs, identical(tie_tol, "decimal"))$gaps
  tolerance <- table_tolerance(scores, tie_tol)
  if (tolerance > 0) merge_sizes(gaps, tolerance) else gaps
}

# Scores turned so that more is better, and halved if a difference could overflow: halving is exact,
# and no test of pairs depends on the unit.
better_scores <- function(t) {
  scores <- if (t$higher_is_better) t$scores else -t$scores
  if (max(abs(scores), na.rm = TRUE) > .Machine$double.xmax / 2) scores / 2 else scores
}

merge_sizes <- function(gaps, tolerance) {
  sizes <- abs(gaps)
  sizes[which(sizes <= tolerance)] <- 0
  ordered <- order(col(sizes), sizes) # NA comes last
  sorted <- matrix(sizes[ordered], nrow(sizes))
  steps <- diff(sorted)
  opens <- rbind(TRUE, is.na(steps) | steps > tolerance)
  sizes[ordered] <- sorted[opens][cumsum(opens)]
  sign(gaps) * sizes
}

# A k x k matrix with one value per pair (`there`) and per reversed pair (`back`); the rest, the
# diagonal or pairs without the control, is 0.
square_of <- function(t, pairs, values) {
  classifiers <- t$classifiers
  cells <- matrix(
    0, length(classifiers), length(classifiers), dimnames = list(classifiers, classifiers)
  )
  cells[pairs] <- values$there
  cells[pairs[, 2:1, drop = FALSE]] <- values$back
  cells
}

# p-values of pairs and of reversed pairs, given those of the three alternatives.
directed_pvalues <- function(alternative, both, greater, less) {
  switch(alternative,
    "two-sided" = list(there = both, back = both),
    "greater" = list(there = greater, back = less),
    "less" = list(there = less, back = greater)
  )
}

# Whether the verdict on a pair differs between the first and the second test: lists of the
# `statistics` and the raw `pvalues` of the pairs and of the reversed pairs.
verdicts_change <- function(t, pairs, first, second, adjust, alternative, control) {
  verdicts <- function(test) {
    parts <- lapply(test[c("statistics", "pvalues")], square_of, t = t, pairs = pairs)
    verdicts_of(parts$statistics, parts$pvalues, adjust, alternative, control)
  }
  any(verdicts(first) != verdicts(second))
}

# The caveats that all tests on differences share. `identical`: two methods never differ;
# `limiting`: some p-value comes from a limiting distribution.
pair_notes <- function(t, convention = "standard", tie_tol = 0, identical = FALSE,
                       limiting = FALSE) {
  doubled <- doubled_ranks(t$scores, t$higher_is_better, tie_tol)
  unshared <- c("ties", "two-classifiers", if (!limiting) "few-datasets")
  c(
    notes_but(table_notes(t, doubled, convention), unshared),
    if (identical) "no-difference",
    if (length(tie_sizes(doubled)) > 0L) "zero-differences"
  )
}
