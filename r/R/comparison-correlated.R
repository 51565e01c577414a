# The Bayesian correlated t-test: the mean difference of scores that share training data.

#' Bayesian correlated t-test of all pairs
#'
#' Returns, for each pair of methods, the posterior probabilities that the mean difference of their
#' scores is above, within and below the region of practical equivalence. The probabilities are
#' computed exactly, without random sampling.
#'
#' Let n be the number of differences (one per dataset, or one per repeat of `dataset`), and s their
#' standard deviation. The posterior of the mean difference is Student's t distribution with n - 1
#' degrees of freedom. It is centred at the mean of the differences and has the scale \eqn{s
#' \sqrt{1/n + \rho/(1 - \rho)}}{s sqrt(1/n + rho/(1 - rho))}. If all differences are equal up to
#' rounding, the posterior is concentrated on this common value. A mean difference exactly at an end
#' of the region of practical equivalence counts as equivalent.
#'
#' @inheritParams pb_bayesian_signed_rank
#' @param rho Correlation of the differences, in \[0, 1). For resamples, use the share of the data
#'   in each test fold, such as 1/10 for ten-fold cross-validation; for independent datasets, use 0.
#' @param dataset Name of a dataset; the scores of its repeats are compared. The table must have
#'   kept its repeats (`repeats = "keep"`); one dataset is enough. `NULL`: the scores on all
#'   datasets are compared.
#' @return An object of class `pb_bayesian_pairs`, see [pb_bayesian_signed_rank()]; `mean_better`,
#'   `mean_equal` and `mean_worse` are the same numbers as `better`, `equal` and `worse`, and
#'   `monte_carlo_error` is 0.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets (or repeats of `dataset`), or fewer
#' than two methods; `pybench_error_argument` for an argument out of its range, an unknown dataset
#' or a table without repeats.
#' @references
#' Corani, G. and Benavoli, A. (2015). A Bayesian approach for comparing cross-validated algorithms
#' on multiple data sets. *Machine Learning* 100, 285-304.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(0.9, 0.8, 0.7), B = c(0.6, 0.7, 0.5)),
#'   higher_is_better = TRUE
#' )
#' pb_bayesian_t(t)
#' @family Bayesian comparisons
#' @export
pb_bayesian_t <- function(t, rope = 0.01, rho = 0, dataset = NULL) {
  rope <- check_rope(rope)
  rho <- check_correlation(rho)
  whole <- is.null(dataset)
  require_comparable(t, datasets = if (whole) 2L else 1L, pairwise = TRUE, one_metric = whole)
  scores <- if (is.null(dataset)) t$scores else scores_of_repeats(t, dataset)
  unit <- in_common_unit(scores, rope, t$higher_is_better)
  k <- ncol(t$scores)
  found <- apply(all_pairs(k), 1L, function(pair) {
    differences <- unit$scores[, pair[[1L]]] - unit$scores[, pair[[2L]]]
    differences <- differences[!is.na(differences)]
    point <- constant_difference(differences, max(abs(unit$scores[, pair]), na.rm = TRUE))
    c(t_regions(differences, unit$rope, rho, point), point)
  })
  regions <- t(found[1:3, , drop = FALSE])
  beyond <- abs(found[4L, ]) - unit$rope
  on_edge <- any(beyond > 0 & beyond <= edge_noise(unit$scores, unit$rope), na.rm = TRUE)
  spread <- mirrored(regions, k)
  new_bayesian_pairs(
    t, spread, spread, matrix(0, k, k),
    test = "bayesian_t", rope = rope, rho = rho, dataset = dataset,
    notes = if (on_edge) "rope-edge", means_of_repeats = is.null(dataset)
  )
}

# The constant value of differences that are equal up to rounding, that is up to 3 units in the last
# place of the largest score; NA if there is none. It is not their mean, whose last digit, that of a
# sum, would decide on which side of the rope they are.
constant_difference <- function(differences, largest) {
  ends <- range(differences)
  if (ends[[2L]] - ends[[1L]] > 4 * .Machine$double.eps * largest) {
    return(NA_real_)
  }
  ends[[1L]] + (ends[[2L]] - ends[[1L]]) / 2
}

# A correlation, a number in [0, 1).
check_correlation <- function(rho) {
  if (is_number(rho) && rho == 0) {
    return(0)
  }
  check_number("rho", rho, "a number >= 0 and < 1", 0, 1)
}

# Probabilities that the mean difference is above, in and below the rope.
t_regions <- function(differences, rope, rho, point = constant_difference(differences, 0)) {
  n <- length(differences)
  scale <- stats::sd(differences) * sqrt(1 / n + rho / (1 - rho))
  if (is.na(point) && scale == 0) { # squares too small for a double
    point <- constant_difference(differences, Inf)
  }
  if (!is.na(point)) {
    return(c(point > rope, abs(point) <= rope, point < -rope) + 0)
  }
  ends <- (c(-rope, rope) - mean(differences)) / scale
  above <- stats::pt(ends[[2L]], n - 1, lower.tail = FALSE)
  below <- stats::pt(ends[[1L]], n - 1)
  # Between two ends on one side of the mean, a difference of tails keeps more digits.
  inside <- if (ends[[1L]] > 0) {
    stats::pt(ends[[1L]], n - 1, lower.tail = FALSE) - above
  } else {
    stats::pt(ends[[2L]], n - 1) - below
  }
  c(above, inside, below)
}
