# Results of the protocol: curves, areas, sufficient sizes, significance.

# Largest number of trials for which p-values are exact.
exact_trials <- 200
# Areas, and means and targets, that differ by less are equal: they are sums of the same numbers in
# another order.
area_digits <- 9

# Areas by the trapezoidal rule: the last dimension of `values` (trials x sizes) are sizes.
curve_areas <- function(values, sizes) {
  steps <- diff(sizes)
  k <- length(sizes)
  as.vector((values[, -k, drop = FALSE] + values[, -1L, drop = FALSE]) %*% steps / 2)
}

# Mean and empirical interval over trials of one method and metric, one row per size.
curve_summary <- function(values, sizes, confidence) {
  tail <- (1 - confidence) / 2
  ends <- apply(values, 2L, stats::quantile, c(tail, 1 - tail), names = FALSE)
  data.frame(size = as.integer(sizes), mean = colMeans(values), low = ends[1L, ], high = ends[2L, ])
}

# The smallest size whose mean, and whose worse end, meets the target; Inf if none does.
sufficient_size <- function(curve, metric, target) {
  sign <- if (metric %in% less_is_better) -1 else 1
  worse <- if (metric %in% less_is_better) curve$high else curve$low
  smallest <- function(values) {
    c(curve$size[round(sign * (values - target), area_digits) >= 0], Inf)[[1L]]
  }
  c(by_mean = smallest(curve$mean), conservative = smallest(worse))
}

# The best method of a metric against each other one, trial by trial: `areas` is trials x methods.
against_best <- function(areas, methods, metric) {
  upward <- areas * (if (metric %in% less_is_better) -1 else 1)
  best <- which.max(round(colMeans(upward), area_digits))
  others <- setdiff(seq_len(ncol(areas)), best)
  if (length(others) == 0L) {
    return(data.frame(
      metric = character(), best = character(), best_representation = character(),
      strategy = character(), representation = character(), gain = numeric(),
      pvalue_raw = numeric(), pvalue = numeric()
    ))
  }
  gaps <- round(upward[, best] - upward[, others, drop = FALSE], area_digits)
  raw <- paired_pvalues(gaps)
  data.frame(
    metric = metric, best = methods$strategy[[best]],
    best_representation = methods$representation[[best]],
    strategy = methods$strategy[others], representation = methods$representation[others],
    gain = colMeans(gaps), pvalue_raw = raw, pvalue = adjusted(raw, "holm"),
    row.names = NULL
  )
}

# One-sided signed-rank p-values that paired differences (trials x pairs) are above 0.
paired_pvalues <- function(gaps) {
  ranks <- signed_ranks(gaps, "wilcox")
  small <- signs_of(ranks) <= exact_trials
  pvalues <- numeric(ncol(gaps))
  if (any(small)) {
    pvalues[small] <- signed_exact(choose_pairs(ranks, small), "greater")$there
  }
  if (any(!small)) {
    pvalues[!small] <- signed_normal(choose_pairs(ranks, !small), "greater", FALSE)$there
  }
  pvalues
}

#' @rdname pb_result
#' @export
format.pb_rank_preservation <- function(x, ...) {
  check_dots(...)
  lines <- c(
    sprintf(
      "Ranking of %.0f models on %.0f to %.0f of %s: %.0f trials with %.0f %s; engine %s",
      x$n_classifiers, min(x$sizes), max(x$sizes), counted(x$n_datasets, "dataset"), x$trials,
      x$n_pool, x$vary, x$engine
    ),
    sprintf("  ranked: %s of each dataset", x$ranked),
    "  area under the curve over sizes, mean and sd over trials:",
    unlist(lapply(unique(x$auc$metric), function(metric) {
      rows <- x$auc[x$auc$metric == metric, ]
      less <- metric %in% less_is_better
      rows <- utils::head(rows[order(if (less) rows$mean else -rows$mean), ], 5L)
      on <- ifelse(nzchar(rows$representation), paste(" on", rows$representation), "")
      c(
        sprintf("  %s (%s is better)", metric, if (less) "less" else "more"),
        sprintf("    %8.3f +- %-7.3f %s%s", rows$mean, rows$sd, rows$strategy, on)
      )
    })),
    unlist(lapply(which(x$significance$strategy == "random"), function(i) {
      row <- x$significance[i, ]
      sprintf(
        "  %s: %s against random: gain %.3f, one-sided p %s (Wilcoxon, Holm)", row$metric,
        row$best, row$gain, format_p(row$pvalue)
      )
    })),
    if (any(x$significance$strategy == "random")) {
      sprintf(
        paste(
          "  p can be far too small: the best was picked on these trials, which share %s;",
          "find_representation tests a gain"
        ), x$vary
      )
    }
  )
  c(without_controls(lines), format_notes(x$notes))
}

#' @rdname pb_result
#' @export
as.data.frame.pb_rank_preservation <- function(x, row.names = NULL, # nolint: object_name_linter.
                                               optional = FALSE, ...) {
  check_dots(...)
  x$auc
}
