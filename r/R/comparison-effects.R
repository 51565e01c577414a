# Paired effect sizes of all pairs, each with an interval.

effect_names <- c("hodges_lehmann", "mean_difference", "d_z", "rank_biserial", "superiority")

#' Paired effect sizes with intervals: how large are the differences?
#'
#' Estimates how much methods differ over the same datasets, pair by pair, in five ways.
#'
#' The effects are computed from the differences \eqn{d_i} of the two scores on N datasets. A
#' difference is positive if the method in the row is better. The effects are:
#' \itemize{
#'   \item Hodges and Lehmann's estimate, the median of the N(N + 1)/2 Walsh averages
#'     \eqn{(d_i + d_j)/2}. Its interval runs from the c-th smallest to the c-th largest Walsh
#'     average. The number c comes from the exact distribution that the signed-rank statistic has if
#'     there are no ties, or, if N > 200, from the normal distribution. So the interval is the set
#'     of shifts that the signed-rank test does not reject (Hollander and Wolfe 1973, sections 3.2
#'     and 3.3). Without ties and zeros, the actual confidence of the interval is the value in
#'     `attained`; with ties or zeros, the actual confidence is at least this value (Noether 1967).
#'   \item The mean difference with Student's interval, and \eqn{d_z}, the mean difference divided
#'     by the standard deviation of the differences, with an interval from the noncentral t
#'     distribution. Both intervals are exact if the differences are normally distributed.
#'   \item The matched-pairs rank-biserial correlation \eqn{(W_+ - W_-)/(W_+ + W_-)}, where
#'     \eqn{W_+} and \eqn{W_-} are the sums of the ranks of the positive and of the negative
#'     differences, and zeros are left out (Kerby 2014). Its interval contains every true effect
#'     \eqn{2 P(D_1 + D_2 > 0) - 1} for which \eqn{|r - E| \le z \sigma + 2/(n(n+1))}{|r - E| <= z
#'     sigma + 2/(n(n+1))}. Here r is the observed coefficient, and n is the number of differences
#'     other than zero. E and \eqn{\sigma}{sigma} are the mean and the standard deviation of the
#'     coefficient for n normal differences with that true effect. z is the quantile of the standard
#'     normal distribution for `confidence`. The last term is a continuity correction: half a step
#'     of \eqn{W_+}. This interval is a score interval, like Wilson's. It lies within \[-1, 1\], and
#'     it has a positive length even if all differences have the same sign.
#'   \item The probability of superiority: the share of datasets on which the row is better, plus
#'     half the share of ties, with the interval of Clopper and Pearson (1934), in which a tie
#'     counts as half a success.
#' }
#' `bench/intervals.csv` of the sources has the coverage of each interval in simulations.
#'
#' No effect depends on the other methods in the table. Two methods with equal scores on all
#' datasets have effect 0 (superiority 1/2); the interval of `d_z` is then the interval for t = 0,
#' and the interval of `rank_biserial` is \[-1, 1\]. If the two methods differ by the same amount,
#' not 0, on all datasets, `d_z` is infinite.
#'
#' @param t A results table of k >= 2 methods on N >= 2 datasets, from [pb_read_results()].
#' @param control The method with which all others are compared. `NULL`: all pairs.
#' @param confidence Confidence of each single interval, in (0, 1); it is not adjusted for the
#'   number of pairs.
#' @param tie_tol Which differences are zero, and which are equal in size, when the rank-biserial
#'   correlation and the superiority are computed; see [pb_wilcoxon()]. With `"decimal"`, the
#'   differences are exact for all effects.
#' @return An object of class `pb_effects`. It is a list of matrices, row against column: k x
#'   k, or (k - 1) x 1 with a control. For each effect, the matrices whose names end in `_low` and
#'   `_high` contain the ends of its interval. An effect is positive (superiority: above 1/2) if the
#'   row is better. The fields are
#'   \item{hodges_lehmann, hodges_lehmann_low, hodges_lehmann_high}{in units of the metric}
#'   \item{mean_difference, mean_difference_low, mean_difference_high}{in units of the metric}
#'   \item{d_z, d_z_low, d_z_high}{may be infinite}
#'   \item{rank_biserial, rank_biserial_low, rank_biserial_high}{in \[-1, 1\]}
#'   \item{superiority, superiority_low, superiority_high}{in \[0, 1\]}
#'   \item{confidence, control}{as given}
#'   \item{attained}{actual confidence of the Hodges-Lehmann interval}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per pair.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods, and for more than 32767
#' datasets;
#' `pybench_error_argument` for an unknown `control`, or an invalid `confidence` or `tie_tol`.
#' @references
#' Clopper, C. J. and Pearson, E. S. (1934). The use of confidence or fiducial limits illustrated in
#' the case of the binomial. *Biometrika* 26, 404-413.
#'
#' Hollander, M. and Wolfe, D. A. (1973). *Nonparametric statistical methods*. Wiley, New York.
#'
#' Kerby, D. S. (2014). The simple difference formula. *Comprehensive Psychology* 3, 11.IT.3.1.
#'
#' Noether, G. E. (1967). Wilcoxon confidence intervals for location parameters in the discrete
#' case. *Journal of the American Statistical Association* 62, 184-188.
#'
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c", "d"), A = c(9, 8, 6, 9), B = c(7, 7, 7, 6)),
#'   higher_is_better = TRUE
#' )
#' result <- pb_effects(t)
#' result$rank_biserial
#' as.data.frame(result)
#' @family effects and planning
#' @export
pb_effects <- function(t, control = NULL, confidence = 0.95, tie_tol = "decimal") {
  confidence <- check_level("confidence", confidence)
  check_pairs(t, "two-sided", control, pairwise = TRUE, one_metric = TRUE)
  tie_tol <- check_tie_tolerance(tie_tol)
  pairs <- effect_pairs(t$classifiers, control)
  # Near the largest double a difference overflows: such scores are measured in units of 16.
  large <- if (max(abs(t$scores), na.rm = TRUE) > 2^1019) 16 else 1
  scores <- (if (t$higher_is_better) 1 else -1) * t$scores / large
  exact <- subtracted(scores, pairs, identical(tie_tol, "decimal"))
  largest <- apply(abs(scores), 2L, max, na.rm = TRUE)
  scale <- pmax(largest[pairs[, 1L]], largest[pairs[, 2L]]) * exact$unit
  tolerance <- table_tolerance(t$scores, tie_tol) / large
  found <- by_size(exact$gaps, function(gaps, at) {
    ties <- if (tolerance > 0) merge_sizes(gaps, tolerance) else gaps
    effect_sizes(gaps, ties, scale[at], confidence)
  })
  for (name in effect_names[1:2]) {
    found[[name]] <- lapply(found[[name]], function(part) large * part / exact$unit)
  }
  sizes <- unique(colSums(!is.na(exact$gaps)))
  attained <- min(vapply(sizes, function(n) interval_place(n, confidence)$attained, 0))
  fields <- effect_matrices(found, pairs, t$classifiers, control)
  new_result("pb_effects", c(fields, list(
    confidence = confidence,
    attained = attained,
    control = control,
    n_datasets = nrow(scores),
    n_classifiers = ncol(scores),
    notes = notes_ordered(c(
      if (attained < confidence - 1e-12) "confidence-not-attained",
      if (any(is.infinite(found$d_z$estimate))) "constant-difference",
      source_notes(t)
    )),
    engine = "r",
    n_common = n_common(t)[rownames(fields$d_z), colnames(fields$d_z), drop = FALSE]
  )))
}

# The caveats that depend on the table alone.
source_notes <- function(t) {
  notes_among(
    table_notes(t, doubled_ranks(t$scores, t$higher_is_better), "standard"),
    c(about_notes, "mean-of-repeats")
  )
}

# Rows and columns of the pairs, a two-column matrix.
effect_pairs <- function(classifiers, control) {
  if (is.null(control)) {
    return(t(utils::combn(length(classifiers), 2L)))
  }
  column <- match(control, classifiers)
  cbind(seq_along(classifiers)[-column], column)
}

# Every effect of an N x m matrix of differences: name -> list(estimate, low, high). In `ties`,
# differences that count as zero are 0 and those that count as equal in size are equal.
effect_sizes <- function(differences, ties, scale, confidence) {
  correlation <- rank_biserial(ties)
  interval <- rank_biserial_interval(correlation$estimate, correlation$count, confidence)
  c(
    list(hodges_lehmann = hodges_lehmann(differences, confidence)),
    mean_effects(differences, scale, confidence),
    list(
      rank_biserial = c(list(estimate = correlation$estimate), interval),
      superiority = superiority_effect(ties, confidence)
    )
  )
}

# Differences of scores that are equal up to rounding spread by up to 3 ulp of the scores.
mean_effects <- function(differences, scale, confidence) {
  n <- nrow(differences)
  largest <- apply(abs(differences), 2L, max)
  unit <- ifelse(largest == 0, 1, largest) # so that no square overflows
  relative <- sweep(differences, 2L, unit, "/")
  range <- apply(relative, 2L, max) - apply(relative, 2L, min)
  # The exact sum: a mean that is 0 up to rounding is the same in both languages.
  mean <- .Call(C_pb_exact_row_sums, t(relative), n) / n
  sd <- sqrt(colSums(sweep(relative, 2L, mean)^2) / (n - 1))
  sd[range <= 4 * .Machine$double.eps * scale / unit] <- 0
  half <- stats::qt((1 + confidence) / 2, n - 1) * sd / sqrt(n)
  d_z <- ifelse(mean == 0, 0, mean / sd)
  limits <- noncentrality_limits(sqrt(n) * d_z, n - 1, confidence)
  list(
    mean_difference = list(
      estimate = mean * unit, low = (mean - half) * unit, high = (mean + half) * unit
    ),
    d_z = list(estimate = d_z, low = limits$low / sqrt(n), high = limits$high / sqrt(n))
  )
}

# Clopper and Pearson's interval of a proportion; a tie is half a success.
superiority_effect <- function(differences, confidence) {
  n <- nrow(differences)
  share <- colMeans(differences > 0) + colMeans(differences == 0) / 2
  tail <- (1 - confidence) / 2
  wins <- n * share
  list(
    estimate = share,
    low = stats::qbeta(tail, wins, n - wins + 1),
    high = stats::qbeta(1 - tail, wins + 1, n - wins)
  )
}

# Matrices of all effects and their ends, by the names of the fields.
effect_matrices <- function(found, pairs, classifiers, control) {
  parts <- unlist(lapply(effect_names, function(name) {
    all <- found[[name]]
    none <- if (name == "superiority") 0.5 else 0
    if (!is.null(control)) {
      names <- list(classifiers[pairs[, 1L]], control)
      return(lapply(all, matrix, ncol = 1L, dimnames = names))
    }
    # The reversed pair: its upper end is minus the lower end of the pair.
    turned <- lapply(all[c("estimate", "high", "low")], function(part) 2 * none - part)
    Map(function(part, other) {
      square <- matrix(none, length(classifiers), length(classifiers))
      dimnames(square) <- list(classifiers, classifiers)
      square[pairs] <- part
      square[pairs[, 2:1, drop = FALSE]] <- other
      square
    }, all, turned)
  }), recursive = FALSE)
  stats::setNames(parts, effect_fields())
}

effect_fields <- function() {
  paste0(rep(effect_names, each = 3L), c("", "_low", "_high"))
}

#' @rdname pb_result
#' @export
format.pb_effects <- function(x, ...) {
  check_dots(...)
  frame <- as.data.frame(x)
  against <- if (is.null(x$control)) "all pairs" else paste("all against", x$control)
  c(
    without_controls(c(
      sprintf(
        "Paired effect sizes (%s), each with its own %g %% interval", against, 100 * x$confidence
      ),
      sprintf(
        said("  %d methods on %s; engine %s"), x$n_classifiers,
        datasets_text(x$n_datasets, x$n_common), x$engine
      ),
      sprintf(
        "  Hodges-Lehmann intervals attain %.4g %%; %d of %d exclude 0; the largest, %s",
        100 * x$attained, sum(frame$hodges_lehmann_low > 0 | frame$hodges_lehmann_high < 0),
        nrow(frame), said("better method first:")
      ),
      largest_effects(frame)
    )),
    short_coverage(effect_names, x$n_datasets),
    format_notes(x$notes)
  )
}

# The `most` pairs that are furthest apart, with their Hodges-Lehmann intervals.
largest_effects <- function(frame, most = 5L) {
  # Ordered by the digits that are shown: the others may depend on the engine.
  shown <- as.double(sprintf("%.4g", abs(frame$hodges_lehmann)))
  frame <- utils::head(frame[order(-shown), ], most)
  turned <- frame$hodges_lehmann < 0
  ends <- cbind(frame$hodges_lehmann_low, frame$hodges_lehmann_high)
  ends[turned, ] <- -ends[turned, 2:1]
  sprintf(
    "    %.4g (%.4g to %.4g)  %s, %s", abs(frame$hodges_lehmann),
    ends[, 1L] + 0, ends[, 2L] + 0, # adding 0 takes the sign off zero
    ifelse(turned, frame$classifier_2, frame$classifier_1),
    ifelse(turned, frame$classifier_1, frame$classifier_2)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_effects <- function(x, row.names = NULL, # nolint: object_name_linter.
                                     optional = FALSE, ...) {
  check_dots(...)
  cells <- tested_cells(x$d_z, "two-sided")
  frame <- data.frame(
    classifier_1 = rownames(x$d_z)[cells[, 1L]],
    classifier_2 = colnames(x$d_z)[cells[, 2L]]
  )
  frame$n_common <- x$n_common[cells]
  cbind(
    frame,
    lapply(unclass(x)[effect_fields()], function(field) field[cells])
  )
}
