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
  part <- placements(zero, one)
  c(mean(part$above), sqrt(sum(vapply(part, mean_variance, 0))), NaN)
}

# For each score of class 1 the share of class 0 below it, for each of class 0 the share of class 1
# above it; ties count half.
placements <- function(zero, one) {
  m <- length(zero)
  n <- length(one)
  ranks <- rank(c(zero, one))
  list(
    above = (ranks[m + seq_len(n)] - rank(one)) / m,
    below = 1 - (ranks[seq_len(m)] - rank(zero)) / n
  )
}

# The variance of a mean; of one value it is not known.
mean_variance <- function(values) {
  if (length(values) < 2L) Inf else stats::var(values) / length(values)
}

# The standard error of the difference of two AUCs on the same paths (DeLong et al. 1988).
paired_error <- function(label, first, second) {
  parts <- lapply(list(first, second), function(score) {
    refuse_nan(score[label == 0], score[label == 1])
    placements(score[label == 0], score[label == 1])
  })
  away <- Map(function(a, b) mean_variance(a - b), parts[[1L]], parts[[2L]])
  sqrt(sum(unlist(away)))
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

#' Number of test paths for an interval of a given width
#'
#' Returns the number of test paths for which a confidence interval of a rate has the given width.
#' This is lemma 1 of arXiv 2301.13112. The rate is an accuracy, or an error rate of one class.
#'
#' @param width Full width of the interval, a number between 0 and 1.
#' @param rate The expected rate, a number from 0 to 1. A rate of 0.5 needs the most paths.
#' @param confidence Confidence level of the interval, a number between 0 and 1.
#' @param bound How the number of paths m is derived. `"normal"`: the estimated rate has
#'   approximately a normal distribution, with standard error sqrt(rate (1 - rate) / m).
#'   `"hoeffding"`: for every m and every rate, the estimate is off by more than e with a
#'   probability of at most \eqn{2 \exp(-2 m e^2)}{2 exp(-2 m e^2)}; `rate` is not used.
#' @return If `rate` is a rate of one class, the number of paths of this class. If `rate` is an
#'   accuracy, the number of paths of both classes together, half of them from each class.
#' @details
#' The paper prints Hoeffding's bound as \eqn{2 \exp(-m e^2 / 2)}{2 exp(-m e^2 / 2)}. This is a
#' correct bound, but a stricter one holds. For a rate, which is a mean of numbers in \[0, 1\], the
#' exponent can be four times as large.
#' @section Errors:
#' `pybench_error_argument` for an argument out of range.
#' @examples
#' pb_optimal_paths_needed(0.0877) # the paper's 500 test paths: +-0.044
#' pb_optimal_paths_needed(0.0877, bound = "hoeffding")
#' @family optimal
#' @export
pb_optimal_paths_needed <- function(width, rate = 0.5, confidence = 0.95, bound = "normal") {
  half <- check_number("width", width, "a number between 0 and 1", 0, 1) / 2
  level <- check_level("confidence", confidence)
  if (!is_number(rate) || !rate %in% c(0, 1)) {
    check_number("rate", rate, "a number in [0, 1]", 0, 1)
  }
  if (check_choice("bound", bound, c("normal", "hoeffding")) == "hoeffding") {
    return(ceiling(log(2 / (1 - level)) / (2 * half^2)))
  }
  z <- stats::qnorm(0.5 + level / 2)
  max(1, ceiling(rate * (1 - rate) * (z / half)^2))
}
