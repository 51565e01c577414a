# Kendall's W with a bootstrap interval.

#' Kendall's W: how far do the datasets agree?
#'
#' Measures, from 0 to 1, how far the datasets order the classifiers alike: the effect size of the
#' Friedman test.
#'
#' \eqn{W = \chi^2_F / (N(k - 1))}{W = chi2 / (N(k - 1))} with Friedman's tie-corrected statistic
#' (Kendall and Babington Smith 1939). It is tied to the mean rank correlation of two datasets,
#' \eqn{\bar r = (N W - 1)/(N - 1)}{r = (N W - 1)/(N - 1)}.
#'
#' The interval is the percentile interval of W over datasets drawn with replacement. In a replicate
#' a dataset agrees perfectly with its own copies, which would push W up; so
#' \eqn{\bar r}{r} is taken over pairs of different datasets, and W follows from it.
#'
#' Resampled datasets vary less than datasets do: in simulations the 95 % interval held the truth in
#' 85 to 90 % of cases with 8 to 10 datasets, in 93 % with 20. The note `few-resampled` says so
#' below 20 datasets.
#'
#' @inheritParams pb_ranks
#' @param t A results table of k >= 2 classifiers on N >= 2 datasets, from [pb_read_results()].
#' @param confidence Of the interval, in (0, 1).
#' @param resamples Number of bootstrap replicates.
#' @param seed An integer; same seed, same interval, in R and Python.
#' @return An object of class `pb_kendall_w`, a list of
#'   \item{w}{in \[0, 1\]; 1 = all datasets order the classifiers alike}
#'   \item{low, high}{ends of the interval}
#'   \item{confidence, resamples, seed}{as asked for}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{notes}{doubts, a character vector of keys}
#'   \item{engine}{`"r"`}
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or classifiers;
#' `pybench_error_argument` for a bad `confidence`, `resamples`, `seed` or `tie_tol`.
#' @references
#' Kendall, M. G. and Babington Smith, B. (1939). The problem of m rankings. *Annals of Mathematical
#' Statistics* 10, 275-287.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 6)),
#'   higher_is_better = TRUE
#' )
#' pb_kendall_w(t)
#' @family omnibus tests
#' @export
pb_kendall_w <- function(t, confidence = 0.95, resamples = 10000, seed = 0, tie_tol = 0) {
  confidence <- check_level("confidence", confidence)
  resamples <- check_count("resamples", resamples)
  check_room("resamples", resamples)
  tie_tol <- check_tie_tolerance(tie_tol)
  seed <- check_seed(seed)
  require_comparable(t)
  doubled <- doubled_ranks(t$scores, t$higher_is_better, tie_tol)
  n <- nrow(doubled)
  k <- ncol(doubled)
  replicates <- resampled(seed, "kendall-w", resamples, n, function(counts) {
    cbind(resampled_w(doubled, counts))
  })
  interval <- percentiles(replicates, confidence)
  new_result("pb_kendall_w", list(
    w = friedman_statistic(doubled) / (n * (k - 1)),
    low = interval[[1L]],
    high = interval[[2L]],
    confidence = confidence,
    resamples = resamples,
    seed = seed,
    n_datasets = n,
    n_classifiers = k,
    notes = bootstrap_notes(t, doubled),
    engine = "r"
  ))
}

# Datasets below which percentile intervals of 95 % hold the truth in 92 % of cases or fewer.
enough_to_resample <- 20

bootstrap_notes <- function(t, doubled) {
  kept <- c("degenerate", "dropped-rows", "mean-of-repeats")
  few <- if (nrow(doubled) < enough_to_resample) "few-resampled"
  notes_ordered(c(intersect(table_notes(t, doubled, "standard"), kept), few))
}

# W of replicates from pairs of different datasets; `counts` is N x replicates.
resampled_w <- function(doubled, counts) {
  n <- nrow(doubled)
  centred <- doubled - (ncol(doubled) + 1)
  own <- rowSums(centred^2) # each dataset with itself
  all_pairs <- colSums(crossprod(centred, counts)^2)
  with_copies <- colSums(counts^2 * own)
  spread <- colSums(counts * own) / n
  pairs <- n^2 - colSums(counts^2)
  agreement <- ifelse(pairs == 0, 1, (all_pairs - with_copies) / (pairs * spread))
  w <- pmin(1, pmax(0, (1 + (n - 1) * agreement) / n))
  ifelse(spread == 0, 0, w)
}

format_replicates <- function(x) {
  sprintf("%s replicates, seed %s", format_whole(x$resamples), format_whole(x$seed))
}

#' @rdname pb_result
#' @export
format.pb_kendall_w <- function(x, ...) {
  c(
    sprintf(
      "Kendall's W = %.4f, %g %% interval %.4f to %.4f (bootstrap of datasets, %s)",
      x$w, 100 * x$confidence, x$low, x$high, format_replicates(x)
    ),
    sprintf(
      "  %d classifiers on %d datasets; engine %s", x$n_classifiers, x$n_datasets, x$engine
    ),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_kendall_w <- function(x, row.names = NULL, # nolint: object_name_linter.
                                       optional = FALSE, ...) {
  shown <- c("w", "low", "high", "confidence", "n_datasets", "n_classifiers")
  as.data.frame(unclass(x)[shown])
}
