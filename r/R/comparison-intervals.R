# Uncertainty of mean ranks: intervals, and a bootstrap of their order.

#' Intervals of mean ranks
#'
#' Estimates how much mean ranks, and their order, depend on the choice of datasets.
#'
#' The interval of a mean rank is Gaffke's (2005) interval for the mean of a bounded variable. An
#' imaginary dataset is added, and the N + 1 datasets get random weights, uniformly distributed
#' among all nonnegative weights that sum to 1. For the lower end, the method is ranked first on the
#' imaginary dataset: the end is the (1 - `confidence`) / 2 quantile of the weighted mean rank. For
#' the upper end, the method is ranked last: the end is the (1 + `confidence`) / 2 quantile of the
#' weighted mean rank. With two methods and no ties, this is the interval of Clopper and Pearson
#' (1934), whose coverage is at least its confidence. In all other cases, no distribution is known
#' for which the coverage is lower than the confidence. In `bench/intervals.csv` of the sources, the
#' measured coverage of the 95 % interval is 94 % or more for every simulated design. If all
#' datasets agree, the width of the interval depends on the number of datasets: if 20 datasets all
#' rank a method first among three, the interval of its mean rank is 1 to 1.337.
#'
#' `best` and `better` are shares of resamples, each of N datasets drawn with replacement (Efron
#' 1979). They show how much the order depends on the choice of datasets; they are not probabilities
#' that a method is best. If m methods share the best mean rank of a resample, the resample counts
#' 1/m for each of them.
#'
#' A mean rank depends on the methods in the table: with other methods, mean ranks and intervals
#' change.
#'
#' @inheritParams pb_kendall_w
#' @param confidence Confidence of each single interval, in (0, 1).
#' @return An object of class `pb_rank_intervals`, a list of
#'   \item{mean_ranks}{named vector, k entries in \[1, k\], in table order}
#'   \item{low, high}{named vectors like `mean_ranks`: lower and upper ends of the intervals}
#'   \item{best}{named vector: share of resamples in which a method has the best mean rank; sums to
#'     1}
#'   \item{better}{k x k matrix: share of resamples in which the row has the better mean rank, plus
#'     half the share in which both mean ranks are equal}
#'   \item{confidence, resamples, seed}{as given}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per method, best first.
#' @inheritSection pb_kendall_w Errors
#' @references
#' Efron, B. (1979). Bootstrap methods: another look at the jackknife. *Annals of Statistics* 7,
#' 1-26.
#'
#' Clopper, C. J. and Pearson, E. S. (1934). The use of confidence or fiducial limits illustrated in
#' the case of the binomial. *Biometrika* 26, 404-413.
#'
#' Gaffke, N. (2005). Three test statistics for a nonparametric one-sided hypothesis on the mean of
#' a nonnegative variable. *Mathematical Methods of Statistics* 14, 451-467.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 6)),
#'   higher_is_better = TRUE
#' )
#' pb_rank_intervals(t)
#' @family effects and planning
#' @export
pb_rank_intervals <- function(t, confidence = 0.95, resamples = 10000, seed = 0,
                              tie_tol = "decimal") {
  confidence <- check_level("confidence", confidence)
  resamples <- check_count("resamples", resamples)
  tie_tol <- check_tie_tolerance(tie_tol)
  seed <- check_seed(seed)
  require_comparable(t)
  check_room("resamples", resamples, ncol(t$scores))
  doubled <- doubled_ranks(t$scores, t$higher_is_better, tie_tol)
  n <- nrow(doubled)
  sums <- resampled(seed, "rank-intervals", resamples, n, function(counts) {
    crossprod(counts, doubled)
  })
  interval <- mean_rank_limits(doubled, confidence, resamples, seed)
  named <- function(values) stats::setNames(values, t$classifiers)
  standing <- standings(sums)
  new_result("pb_rank_intervals", list(
    mean_ranks = mean_ranks(doubled),
    low = named(interval[1L, ]),
    high = named(interval[2L, ]),
    best = named(standing$best),
    better = matrix(standing$better, ncol(doubled), dimnames = list(t$classifiers, t$classifiers)),
    confidence = confidence,
    resamples = resamples,
    seed = seed,
    n_datasets = n,
    n_classifiers = ncol(doubled),
    notes = interval_notes(t, doubled),
    engine = "r"
  ))
}

# Both ends of the intervals of mean ranks, 2 x k.
mean_rank_limits <- function(doubled, confidence, resamples, seed) {
  k <- ncol(doubled)
  first <- rbind(doubled / 2, 1) # one more dataset, on which all are first
  found <- weighted(seed, "rank-intervals-weights", resamples, nrow(doubled), function(weights) {
    cbind(crossprod(weights, first), (k - 1) * weights[nrow(weights), ])
  })
  lower <- found[, seq_len(k), drop = FALSE]
  # Weights add up to 1 up to rounding.
  pmin(pmax(limits(lower, lower + found[, k + 1L], confidence), 1), k)
}

# From rank sums, resamples x k: the share of resamples in which each method is best (shared among
# ties), and in which i is before j (ties one half).
standings <- function(sums) {
  first <- sums == do.call(pmin, unname(as.data.frame(sums)))
  before <- vapply(seq_len(ncol(sums)), function(j) {
    colMeans(sums < sums[, j]) + colMeans(sums == sums[, j]) / 2
  }, numeric(ncol(sums)))
  list(best = colMeans(first / rowSums(first)), better = before)
}

#' @rdname pb_result
#' @export
format.pb_rank_intervals <- function(x, ...) {
  check_dots(...)
  frame <- as.data.frame(x)
  c(
    sprintf(
      paste(
        "Mean ranks with %g %% intervals; how often each method is first in %s resamples of the %d",
        "datasets (seed %s; engine %s)"
      ),
      100 * x$confidence, format_whole(x$resamples), x$n_datasets, format_whole(x$seed), x$engine
    ),
    sprintf(
      "  %7.3f  %7.3f to %7.3f  first in %5s %% of resamples  %s",
      frame$mean_rank, frame$low, frame$high,
      percentage(frame$best, 1L), without_controls(frame$classifier)
    ),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_rank_intervals <- function(x, row.names = NULL, # nolint: object_name_linter.
                                            optional = FALSE, ...) {
  check_dots(...)
  by_rank <- rank_order(x$mean_ranks, names(x$mean_ranks))
  frame <- data.frame(
    classifier = names(x$mean_ranks), mean_rank = unname(x$mean_ranks), low = unname(x$low),
    high = unname(x$high), best = unname(x$best)
  )[by_rank, ]
  rownames(frame) <- NULL
  frame
}

# What the table adds to the frame, see base-printable.R.
intervals_sheet <- function(x, letters) {
  frame <- as.data.frame(x)
  best <- frame$mean_rank == min(frame$mean_rank)
  new_sheet(frame, bold = list(mean_rank = best), bold_note = "Bold: the best mean rank.")
}
