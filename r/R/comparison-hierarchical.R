# The Bayesian hierarchical model: repeats within datasets, datasets within one population.

chains_agree <- 1.01
enough_draws <- 400 # Vehtari et al. 2021, Bayesian Analysis 16, 667-718
# A dataset whose differences do not vary is given this fraction of the mean standard deviation.
least_spread <- 1e-3

#' Bayesian hierarchical model of all pairs
#'
#' On the next dataset (one that is not in the table), a pair of methods has three possible
#' outcomes: the first method is better, the two are practically equivalent, or the second method is
#' better. Each draw from the posterior distribution gives a probability to each outcome. The result
#' for an outcome is the share of draws in which this outcome has the largest probability. The model
#' uses the repeats on each dataset.
#'
#' For a pair of methods, the n differences (one per repeat) on dataset i are normal with mean
#' \eqn{\delta_i}{delta_i}, standard deviation \eqn{\sigma_i}{sigma_i} and pairwise correlation
#' \eqn{\rho}{rho}. The means \eqn{\delta_i}{delta_i} have Student's t distribution with centre
#' \eqn{\delta_0}{delta_0}, scale \eqn{\sigma_0}{sigma_0} and \eqn{\nu}{nu} degrees of freedom. The
#' priors are those of Corani et al. (2017) and of the model file that these authors published:
#'
#' * \eqn{\delta_0}{delta_0} is uniform between minus and plus the largest absolute difference.
#' * \eqn{\sigma_i}{sigma_i} is uniform between 0 and 1000 times the mean of the standard deviations
#'   observed on the datasets.
#' * \eqn{\sigma_0}{sigma_0} is uniform between 0 and 1000 times the standard deviation of the means
#'   observed on the datasets.
#' * \eqn{\nu - 1}{nu - 1} has a Gamma distribution, whose shape is uniform in (0.5, 5) and whose
#'   rate is uniform in (0.05, 0.15).
#'
#' Each draw from the posterior gives the probabilities that the difference on a further dataset is
#' above, within and below the region of practical equivalence (rope).
#'
#' The posterior is sampled by Gibbs sampling that interweaves two parametrisations; Stan is not
#' needed. If the standard deviation on a dataset, for example of constant differences, is below a
#' thousandth of the mean standard deviation over all datasets, it is raised to this thousandth.
#' Otherwise the likelihood would be unbounded. The note `not-converged` appears if R-hat is above
#' 1.01, or if the chains are equivalent to fewer than 400 independent draws. If fewer than 400
#' draws were requested, the number of requested draws replaces 400. Python and R run the same
#' chains.
#'
#' @inheritParams pb_bayesian_signed_rank
#' @param t A results table of k >= 2 methods on N >= 2 datasets, read with `repeats = "keep"`, with
#'   n >= 2 repeats on each dataset.
#' @param rho Correlation of the repeats of a dataset, in \[0, 1). Use the share of the data in each
#'   test fold. `NULL` means 1/n, which equals this share if the n repeats are the folds of one
#'   cross-validation. For ten times ten-fold cross-validation, use 0.1.
#' @param samples Number of draws to keep, over all chains. At least 8 per chain are needed.
#'   The number is rounded up to a multiple of `chains`.
#' @param chains,warmup Number of Markov chains (at least 2), and number of iterations that each
#'   chain discards at its start (0 or more).
#' @return An object of class `pb_bayesian_pairs`, see [pb_bayesian_signed_rank()]. `better` is the
#'   share of draws in which a difference above the rope is the most probable of the three outcomes
#'   on the next dataset; `mean_better` is the mean over the draws of the probability of this
#'   outcome. `r_hat` and `effective_samples` are the worst values over the three outcomes (a
#'   difference below, within or above the rope).
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods, or no repeats;
#' `pybench_error_argument` for an argument out of its range.
#' @references
#' Corani, G., Benavoli, A., Demsar, J., Mangili, F. and Zaffalon, M. (2017). Statistical comparison
#' of classifiers through Bayesian hierarchical modelling. *Machine Learning* 106, 1817-1837.
#'
#' Yu, Y. and Meng, X.-L. (2011). To center or not to center: that is not the question. *Journal of
#' Computational and Graphical Statistics* 20, 531-570.
#' @examples
#' runs <- expand.grid(
#'   dataset = letters[1:6], classifier = c("A", "B"), repeat_ = 1:4, stringsAsFactors = FALSE
#' )
#' runs$score <- 0.5 + 0.1 * (runs$classifier == "A") + sin(seq_len(nrow(runs))) / 50
#' names(runs)[3] <- "repeat"
#' t <- pb_read_results(runs, repeats = "keep", higher_is_better = TRUE)
#' pb_bayesian_hierarchical(t, samples = 200, warmup = 50)
#' @family Bayesian comparisons
#' @export
pb_bayesian_hierarchical <- function(t, rope = 0.01, rho = NULL, samples = 8000, seed = 0,
                                     chains = 4, warmup = 500) {
  rope <- check_rope(rope)
  rho <- if (!is.null(rho)) check_correlation(rho)
  chains <- check_count("chains", chains, 2)
  warmup <- check_count("warmup", warmup, 0)
  samples <- check_count("samples", samples, 8 * chains)
  seed <- check_seed(seed)
  require_comparable(t, one_metric = TRUE)
  require_equal_repeats(t)
  check_room("samples", samples, 3 * choose(ncol(t$scores), 2))
  check_room("warmup", warmup)
  rho <- if (is.null(rho)) 1 / t$n_repeats else rho
  k <- ncol(t$scores)
  length <- ceiling(samples / chains)
  size <- length * chains
  found <- apply(all_pairs(k), 1L, function(pair) {
    thetas <- hierarchical_thetas(
      t, pair[[1L]], pair[[2L]], rope, rho, seed, chains, warmup, length
    )
    summary_of_chains(thetas, size)
  })
  part <- function(rows) t(found[rows, , drop = FALSE])
  converged <- all(part(8L) <= chains_agree) && all(part(9L) >= min(enough_draws, size))
  new_bayesian_pairs(
    t, mirrored(part(1:3), k), mirrored(part(4:6), k), symmetric(part(7L), k, 0),
    test = "bayesian_hierarchical", rope = rope, rho = rho, samples = size, seed = seed,
    r_hat = symmetric(part(8L), k, 1), effective_samples = symmetric(part(9L), k, size),
    notes = if (!converged) "not-converged", means_of_repeats = FALSE
  )
}

# Shares, means, Monte-Carlo error, R-hat and effective sample size of the draws of one pair.
summary_of_chains <- function(thetas, size) {
  shares <- region_counts(t(c(thetas[[1L]])), t(c(thetas[[2L]])), t(c(thetas[[3L]]))) / size
  largest <- do.call(pmax, thetas)
  # The error of a share is that of a chain of zeros and ones, which may mix better or worse.
  worth <- min(vapply(thetas, function(theta) effective_samples((theta == largest) + 0), 0))
  c(
    shares, vapply(thetas, mean, 0), standard_error(shares, min(worth, size)),
    max(vapply(thetas, r_hat, 0)), min(vapply(thetas, effective_samples, 0))
  )
}

# Refuses a table without repeats, and one with fewer repeats of some datasets.
require_equal_repeats <- function(t) {
  require_repeats(t)
  if (anyNA(t$by_repeat)) {
    stop_results_table(
      "expected the same number of repeats of each dataset, found fewer of some",
      expected = "the same number of repeats of each dataset",
      found = "fewer of some", hint = "Leave out the datasets with fewer repeats."
    )
  }
}

# The probabilities that a further dataset is above, in and below the rope: three matrices,
# length x chains.
hierarchical_thetas <- function(t, i, j, rope, rho, seed, chains, warmup, length) {
  unit <- in_common_unit(t$by_repeat, rope, t$higher_is_better)
  rope <- unit$rope
  differences <- matrix(unit$scores[, i, ] - unit$scores[, j, ], nrow(t$scores))
  point <- differences[[1L]]
  if (all(differences == point)) { # nothing to draw
    regions <- list(point > rope, abs(point) <= rope, point < -rope)
    return(lapply(regions, function(holds) matrix(holds + 0, length, chains)))
  }
  evidence <- evidence_of(differences, rho)
  kept <- gibbs_sample(evidence, seed, chains, warmup, length)
  half <- rope / evidence$unit
  above <- stats::pt((half - kept$centre) / kept$width, kept$nu, lower.tail = FALSE)
  below <- stats::pt((-half - kept$centre) / kept$width, kept$nu)
  list(above, if (rope > 0) pmax(1 - above - below, 0) else 0 * above, below)
}

# The input of the sampler from the differences, N x n, in units of their mean deviation.
evidence_of <- function(differences, rho) {
  n <- ncol(differences)
  # Relative to the first difference, so that equal ones have no deviation at all.
  first <- differences[, 1L]
  means <- first + rowMeans(differences - first)
  deviation <- apply(differences - first, 1L, stats::sd)
  between <- stats::sd(means - means[[1L]])
  largest <- max(abs(differences))
  # Differences that vary by rounding alone count as constant.
  unit <- Find(function(size) size > 1e-9 * largest, list(mean(deviation), between, largest))
  least <- least_spread * unit
  list(
    unit = unit,
    means = means / unit,
    squares = (n - 1) * (pmax(deviation, least) / unit)^2,
    spread = max(between, least) / unit,
    bound = max(largest, least) / unit,
    repeats = n,
    rho = rho
  )
}
