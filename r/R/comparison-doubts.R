# Caveats about a table itself: dropped rows, its direction, its scales, and a rope that does not
# fit.

# The notes of about_table(), which every result of a table carries.
about_notes <- c(
  "dropped-rows", "filled-scores", "pairwise-complete", "unequal-repeats", "suspicious-direction",
  "mixed-scales", "several-metrics"
)

# The notes that apply; the name of a note is its detail for this table.
about_table <- function(t) {
  details <- c(left_out(t), filled_in(t), common_text(t), unequal_repeats(t), metrics_text(t))
  particular <- nzchar(details)
  named <- if (is.null(t$metrics)) list(t$metric) else unique(t$metrics)
  stated <- unlist(lapply(named, metric_direction))
  c(
    if (any(particular)) stats::setNames(about_notes[c(1:4, 7L)], details)[particular],
    if (any(stated != t$higher_is_better)) "suspicious-direction",
    if (is.null(t$metrics) && has_mixed_scales(t)) "mixed-scales"
  )
}

# On how many datasets each metric is used, as text; "" if all have the same.
metrics_text <- function(t) {
  names <- unique(t$metrics)
  if (is.null(names)) {
    return("")
  }
  shown_names(sprintf("%s (%d)", names, tabulate(match(t$metrics, names))))
}

# The numbers of datasets of the pairs if scores are missing, as text.
common_text <- function(t) {
  common <- n_common(t)
  if (is.null(common)) "" else sprintf("%s of %d", spread_text(common), nrow(t$scores))
}

# Whether a fifth of the datasets and another fifth are on different scales: all scores of the one
# are negative and all of the other positive; or, if higher is better, at most 1 and above 1.5
# (fractions and percentages); or, in a table with values beyond 100, each score of the one is at
# most a tenth of each of the other in size.
has_mixed_scales <- function(t) {
  n <- nrow(t$scores)
  fifth <- ceiling(n / 5)
  of_rows <- function(values, what) apply(values, 1L, what, na.rm = TRUE)
  low <- of_rows(t$scores, min)
  high <- of_rows(t$scores, max)
  small <- sort(of_rows(abs(t$scores), min), decreasing = TRUE)
  large <- sort(of_rows(abs(t$scores), max))
  signs <- min(sum(high < 0), sum(low > 0)) >= fifth
  percent <- t$higher_is_better && min(sum(high <= 1), sum(low > largest_score_of_one)) >= fifth
  sizes <- large[[n]] > 100 && large[[fifth]] <= small[[fifth]] / 10
  n > 1L && (signs || percent || sizes)
}

largest_score_of_one <- 1.5
small_rope <- 0.02

# The note about a rope that does not fit the scores: percentages, or as wide as the largest.
rope_doubt <- function(t, rope) {
  if (rope == 0) {
    return(NULL)
  }
  beyond <- stats::median(abs(t$scores), na.rm = TRUE) > largest_score_of_one
  largest <- max(abs(t$scores), na.rm = TRUE)
  if ((rope <= small_rope && beyond) || (largest > 0 && largest <= rope)) "rope-scale"
}
