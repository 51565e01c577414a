# The rule that turns intervals of gaps to the optimal classifier into verdicts.

verdict_margin <- 0.02 # of AUC and of ACC*
verdict_enough <- 5 # fewest runs with which anything is said to lie within the margin
verdict_statistics <- c("auc", "acc_star")
verdict_lines <- c(
  hidden = "lrt_hidden", observed = "lrt_exact_chain", numerical = "lrt_numerical"
)
verdict_power <- 0.8 # default power of the runs needed
verdict_most <- 1e5 # runs; the search stops beyond this and returns infinity

# The same words as in Python's verdicts.py; a test compares them.
verdict_rule <- paste(
  "A gap is a classifier's score less that of a likelihood ratio on the same test paths. Its 95 %",
  "interval is Student's t over the runs, each on paths simulated anew, and this interval decides:",
  "if gaps are approximately normal, it lies on the wrong side of an edge in 2.5 % of cases at",
  "most. The best is LRT observed, the exact likelihood ratio of the observed points, where it is",
  "computed, and else LRT hidden, which sees the whole path. optimal: the gap to the best lies",
  "within the margin. at chance: the AUC lies within the margin of 0.5. above: the gap to the best",
  "lies above 0, which is luck or a leak, since no classifier can know more. suboptimal: the gap",
  "to the best lies below 0 by more than the margin; if the best is LRT hidden, which sees more",
  "than the classifier, the gap to LRT numerical must lie below 0, too. between the lines, only if",
  "the best is LRT hidden: the gap to it lies below 0 by more than the margin, and the gap to LRT",
  "numerical lies above minus the margin. undecided: none of these; runs_needed says how many runs",
  "would decide. The first that holds is the verdict. With fewer than 5 runs nothing is said to",
  "lie within the margin or between the lines. crossed: LRT numerical is above LRT hidden."
)

# Mean and standard deviation of one value per run; after one run the deviation is unknown.
new_gap <- function(values) {
  alike <- min(values) == max(values)
  sd <- if (length(values) == 1L) Inf else if (alike) 0 else stats::sd(values)
  list(mean = if (alike) values[[1L]] else mean(values), sd = sd, runs = length(values))
}

# Half the width of the 95 % interval by Student's t.
gap_half <- function(gap) {
  if (gap$sd == 0) 0 else gap_quantile(gap$runs) * gap$sd / sqrt(gap$runs)
}

gap_quantile <- function(runs) stats::qt(0.975, max(runs - 1, 1))

# Lower and upper end of the interval.
gap_ends <- function(gap) gap$mean + c(-1, 1) * gap_half(gap)

# Whether the interval lies entirely on one side of an edge.
is_beyond <- function(gap, edge, side) side * (gap$mean - edge) > gap_half(gap)

# The probability that it does after `runs` runs, at this mean and standard deviation.
beyond_chance <- function(gap, edge, side, runs) {
  distance <- side * (gap$mean - edge)
  if (distance <= 0 || gap$sd == 0) {
    return(as.double(distance > 0))
  }
  noncentral_tail(gap_quantile(runs), runs - 1, sqrt(runs) * distance / gap$sd, TRUE)
}

# The line that no classifier can surpass: the observed one if it was computed.
best_line <- function(names) if ("observed" %in% names) "observed" else "hidden"

# The conditions of each verdict possible with this many runs, in order of priority. A condition is
# a quantity ("auc", or the gap to a line), an edge, and the side of it (1: above).
verdict_claims <- function(margin, runs, best) {
  below <- list(best, -margin, -1)
  numerical <- list("numerical", 0, -1)
  enough <- runs >= verdict_enough
  c(
    if (enough) {
      list(
        "optimal" = list(list(best, -margin, 1), list(best, margin, -1)),
        "at chance" = list(list("auc", 0.5 - margin, 1), list("auc", 0.5 + margin, -1))
      )
    },
    list(
      "above" = list(list(best, 0, 1)),
      "suboptimal" = if (best == "observed") list(below) else list(below, numerical)
    ),
    if (enough && best == "hidden") {
      list("between the lines" = list(below, list("numerical", -margin, 1)))
    }
  )
}

# The verdict on a classifier from its AUC ("auc") and its gaps to the lines.
verdict_of <- function(gaps, margin) {
  claims <- verdict_claims(margin, gaps$hidden$runs, best_line(names(gaps)))
  holds <- vapply(claims, function(conditions) {
    all(vapply(conditions, function(one) is_beyond(gaps[[one[[1L]]]], one[[2L]], one[[3L]]), NA))
  }, NA)
  c(names(claims)[holds], "undecided")[[1L]]
}

# The total number of runs that would decide with a power, at these means and deviations: NaN after
# one run, which has no deviation; infinite where the mean is at the margin.
runs_to_decide <- function(gaps, margin, power) {
  if (is.infinite(gaps$hidden$sd)) {
    return(NaN)
  }
  decide <- function(runs) {
    claims <- verdict_claims(margin, runs, best_line(names(gaps)))
    claims$above <- NULL # no classifier truly is: nothing to plan for
    any(vapply(claims, function(one) together_chance(gaps, one, runs) >= power, NA))
  }
  least <- gaps$hidden$runs # these did not decide
  most <- least + 1
  while (!decide(most)) {
    if (most > verdict_most) {
      return(Inf)
    }
    least <- most
    most <- 2 * most
  }
  while (most - least > 1) {
    middle <- (least + most) %/% 2
    if (decide(middle)) most <- middle else least <- middle
  }
  as.double(most)
}

# A lower bound of the probability that all conditions hold (Bonferroni).
together_chance <- function(gaps, conditions, runs) {
  1 - sum(vapply(conditions, function(one) {
    1 - beyond_chance(gaps[[one[[1L]]]], one[[2L]], one[[3L]], runs)
  }, 0))
}

# The verdicts on runs, one row per setting, classifier and statistic.
judged_runs <- function(runs, lines, settings, classifiers, margin, power = verdict_power) {
  places <- expand.grid(
    statistic = verdict_statistics, classifier = classifiers, setting = settings,
    stringsAsFactors = FALSE, KEEP.OUT.ATTRS = FALSE
  )
  rows <- lapply(seq_len(nrow(places)), function(i) {
    place <- places[i, c("setting", "classifier", "statistic")]
    own <- runs[runs$setting == place$setting & runs$classifier == place$classifier, ]
    best <- lapply(verdict_lines, function(method) {
      line <- lines[
        lines$setting == place$setting & lines$method == method &
          lines$statistic == place$statistic,
      ]
      line$value[match(own$run, line$run)]
    })
    cbind(place, verdict_row(own, place$statistic, best, margin, power))
  })
  found <- do.call(rbind, rows)
  rownames(found) <- NULL
  found
}

verdict_row <- function(own, statistic, best, margin, power) {
  values <- own[[statistic]]
  known <- names(best)[!vapply(best, anyNA, NA)]
  gaps <- lapply(best[known], function(line) new_gap(values - line))
  score <- new_gap(values)
  ends <- gap_ends(score)
  row <- list(score = score$mean, score_lower = ends[[1L]], score_upper = ends[[2L]])
  row[names(best)] <- lapply(best, function(line) if (anyNA(line)) NaN else mean(line))
  for (line in names(best)) {
    gap <- gaps[[line]]
    names <- paste0("gap_", line, c("", "_lower", "_upper"))
    row[names] <- if (is.null(gap)) list(NaN, NaN, NaN) else c(gap$mean, gap_ends(gap))
  }
  gaps$auc <- new_gap(own$auc)
  said <- verdict_of(gaps, margin)
  train <- own[[paste0("train_", statistic)]]
  row$fit_seconds <- stats::median(own$fit_seconds)
  row$verdict <- said
  row$crossed <- gaps$numerical$mean < gaps$hidden$mean
  undecided <- said == "undecided"
  row$runs_needed <- if (undecided) runs_to_decide(gaps, margin, power) else as.double(nrow(own))
  row$train <- if (is.null(train)) NaN else mean(train, na.rm = TRUE)
  as.data.frame(row)
}

# A verdict in words, with its margin or the runs that would decide; no margin: a file of an
# earlier rule.
verdict_words <- function(row, margin) {
  if (is.null(margin)) {
    return(row$verdict)
  }
  if (row$verdict == "optimal") {
    return(sprintf("optimal within %g", margin))
  }
  if (row$verdict != "undecided" || is.nan(row$runs_needed)) {
    return(row$verdict)
  }
  if (is.infinite(row$runs_needed)) {
    return("undecided (at the margin, however many runs)")
  }
  needed <- format(row$runs_needed, big.mark = ",", scientific = FALSE)
  sprintf("undecided (about %s runs would decide)", needed)
}

# A gap with its interval; a gap that is the same in all runs has none.
gap_words <- function(row, line) {
  gap <- unlist(row[paste0("gap_", line, c("", "_lower", "_upper"))])
  if (gap[[2L]] == gap[[3L]]) {
    return(if (gap[[1L]] == 0) "0" else sprintf("%+.3f", gap[[1L]]))
  }
  if (is.infinite(gap[[2L]])) {
    return(sprintf("%+.3f (one run, no interval)", gap[[1L]]))
  }
  sprintf("%+.3f (%+.3f to %+.3f)", gap[[1L]], gap[[2L]], gap[[3L]])
}
