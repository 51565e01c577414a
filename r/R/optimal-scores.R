# How well scores separate two classes: AUC, accuracies, their errors.

# Rows of value, se and threshold, from scores of class 0 and of class 1.
score_rows <- function(zero, one) {
  refuse_nan(zero, one)
  rbind(
    auc = auc_score(zero, one),
    acc_star = best_accuracy(zero, one),
    acc_at_zero = accuracy_score(
      mean(zero > 0) + mean(zero == 0) / 2, mean(one > 0) + mean(one == 0) / 2, zero, one, 0
    )
  )
}

# Refuses NaN among scores, which cannot be ordered; infinite ones can.
refuse_nan <- function(zero, one) {
  lost <- sum(is.na(zero), is.na(one))
  if (lost > 0L) {
    stop_argument(
      sprintf("%d of %d scores are NaN", lost, length(zero) + length(one)),
      expected = "finite or infinite numbers", found = sprintf("%d NaN", lost)
    )
  }
}

# P(one > zero) + P(equal) / 2 and DeLong's error, by midranks.
auc_score <- function(zero, one) {
  m <- length(zero)
  n <- length(one)
  ranks <- rank(c(zero, one))
  above <- (ranks[m + seq_len(n)] - rank(one)) / m
  below <- 1 - (ranks[seq_len(m)] - rank(zero)) / n
  c(mean(above), sqrt(stats::var(above) / n + stats::var(below) / m), NaN)
}

best_accuracy <- function(zero, one) {
  curve <- roc_curve(zero, one)
  best <- which.max(curve$true_positive_rate - curve$false_positive_rate) # the highest threshold
  accuracy_score(
    curve$false_positive_rate[[best]], curve$true_positive_rate[[best]], zero, one,
    curve$threshold[[best]]
  )
}

# Midpoints between neighbours, so that no score is at a threshold; infinite ones count as the
# largest double.
between_scores <- function(values) {
  low <- values[-1L]
  high <- values[-length(values)]
  gap <- low - high
  held <- function(x) pmin(pmax(x, -.Machine$double.xmax), .Machine$double.xmax)
  ifelse(is.finite(gap), high + gap / 2, held(low) / 2 + held(high) / 2)
}

accuracy_score <- function(false, true, zero, one, threshold) {
  spread <- true * (1 - true) / length(one) + false * (1 - false) / length(zero)
  c((1 + true - false) / 2, sqrt(spread) / 2, threshold)
}

# Wilson's 95 % intervals of proportions with these errors, for at most as many paths as there are:
# an error of 0 gives an interval too.
score_limits <- function(value, se, paths) {
  z <- stats::qnorm(0.975)
  n <- pmin(paths, ifelse(se > 0, value * (1 - value) / se^2, paths))
  centre <- (value + z^2 / (2 * n)) / (1 + z^2 / n)
  half <- z / (1 + z^2 / n) * sqrt(value * (1 - value) / n + (z / (2 * n))^2)
  list(lower = pmax(0, pmin(value, centre - half)), upper = pmin(1, pmax(value, centre + half)))
}
