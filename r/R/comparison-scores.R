# A summary of the scores of each method over datasets.

# The mean of each column, of the scores present, from an exact sum: equal means are equal in both
# languages.
mean_scores <- function(scores) {
  means <- by_size(scores, function(part, at) list(mean = exact_means(t(part))))$mean
  stats::setNames(means, colnames(scores))
}

# The scores of the repeats of one dataset, R x k.
scores_of_repeats <- function(t, dataset) {
  if (!is_string(dataset) || !(dataset %in% t$datasets)) {
    found <- describe_value(dataset)
    stop_argument(
      paste0("`dataset` must be a dataset of the table, not ", found),
      expected = paste0("one of: ", toString(t$datasets)), found = found,
      hint = strangers(dataset, t$datasets)
    )
  }
  if (is.null(t$by_repeat)) {
    stop_argument(
      "`dataset` needs the scores of each repeat, which the table does not keep",
      expected = "a table with its repeats", found = "their means",
      hint = "Read the table with repeats = \"keep\"."
    )
  }
  size <- dim(t$by_repeat)
  scores <- t$by_repeat[match(dataset, t$datasets), , ]
  scores <- matrix(scores, size[[3L]], size[[2L]], byrow = TRUE)
  scores <- scores[stats::complete.cases(scores), , drop = FALSE]
  if (nrow(scores) < 2L) {
    stop_results_table(
      sprintf("expected at least 2 repeats, found %d", nrow(scores)),
      expected = "at least 2 repeats", found = format(nrow(scores))
    )
  }
  scores
}

# Refuses a table without repeats.
lacks_repeats <- function(t) is.null(t$by_repeat) || t$n_repeats < 2L

require_repeats <- function(t) {
  if (lacks_repeats(t)) {
    stop_results_table(
      "expected at least 2 repeats of each score in the table",
      expected = "at least 2 repeats of each score",
      found = if (is.null(t$by_repeat)) "means" else "1 repeat",
      hint = "Read the table with repeats = \"keep\"."
    )
  }
}

# The methods with the best mean score, sorted by name.
best_by_mean <- function(t) {
  if (!is.null(t$metrics)) { # no mean of scores of different metrics
    return(t$classifiers)
  }
  means <- mean_scores(t$scores)
  best <- if (t$higher_is_better) max(means) else min(means)
  sort(t$classifiers[means == best], method = "radix")
}

# One row per method, by (mean rank, name). If scores are missing, all is of the scores present,
# whose number is in a last column.
scores_summary <- function(t, tie_tol) {
  doubled <- doubled_ranks(t$scores, t$higher_is_better, tie_tol)
  ranks <- ifelse(is.na(t$scores), NA, doubled)
  is_best <- ranks == apply(ranks, 1L, min, na.rm = TRUE)
  # In units of a power of two near the largest score: no square overflows or underflows.
  largest <- max(abs(t$scores), na.rm = TRUE)
  unit <- if (largest > 0) 2^floor(log2(largest)) else 1
  scaled <- t$scores / unit
  summary <- data.frame(
    classifier = t$classifiers,
    mean = mean_scores(t$scores),
    sd = apply(scaled, 2L, stats::sd, na.rm = TRUE) * unit,
    median = apply(scaled, 2L, stats::median, na.rm = TRUE) * unit,
    best = as.integer(colSums(is_best, na.rm = TRUE)),
    mean_rank = mean_ranks(doubled)
  )
  if (!is.null(t$metrics)) { # no mean of scores of different metrics
    summary[c("mean", "sd", "median")] <- NA_real_
  }
  if (anyNA(ranks)) {
    summary$n_scores <- as.integer(colSums(!is.na(ranks)))
  }
  summary <- summary[rank_order(summary$mean_rank, summary$classifier), ]
  rownames(summary) <- NULL
  summary
}
