# Bayesian comparisons under a Dirichlet process: the signed-rank test and the sign test. Both draw
# random weights for the datasets, once for all pairs.

prior_places <- c("rope", "better", "worse")

#' Bayesian signed-rank test of all pairs
#'
#' A pair of methods has three outcomes: the first method is better, the two are practically
#' equivalent, or the first method is worse. Each posterior draw gives a weight to each outcome. The
#' posterior probability of an outcome is the share of draws in which its weight is largest.
#'
#' With differences \eqn{z_1, \dots, z_N}, the pseudo-observation \eqn{z_0 = 0} and weights
#' \eqn{w \sim Dirichlet(s, 1, \dots, 1)}{w ~ Dirichlet(s, 1, ..., 1)}, the weights of the regions
#' "better" and "worse" are
#' \deqn{\theta_{better} = \sum_{ij} w_i w_j [z_i + z_j > 2r], \quad
#'   \theta_{worse} = \sum_{ij} w_i w_j [z_i + z_j < -2r]}{
#'   theta_better = sum_ij w_i w_j [z_i + z_j > 2r], theta_worse = sum_ij w_i w_j [z_i + z_j < -2r]}
#' where s is `prior`, r is `rope`, and a bracket is 1 if its condition holds and 0 otherwise.
#' \eqn{\theta_{equal}}{theta_equal} is 1 minus both weights, so a sum \eqn{z_i + z_j} of exactly 2r
#' or -2r counts as equivalent. `better` is the share of draws in which
#' \eqn{\theta_{better}}{theta_better} is the largest of the three weights. If several weights of a
#' draw are largest, the draw is divided equally among them.
#'
#' If the rope and all scores are decimals with few digits, the sums \eqn{z_i + z_j} are compared
#' exactly: both 0.9 - 0.8 and 0.8 - 0.7 are inside a rope of 0.1. Otherwise the sums are compared
#' as doubles, and rounding may put a sum just outside the rope; if so, the note `rope-edge`
#' appears. To avoid this, choose a rope that lies between two possible differences of scores.
#'
#' All pairs share the same random weights of the datasets, which depend only on the seed and on N.
#' So a pair has the same result in every table with the same datasets. Python and R draw the same
#' weights.
#'
#' @param t A results table of k >= 2 methods on N >= 2 datasets, from [pb_read_results()].
#' @param rope Half width of the region of practical equivalence, >= 0, in units of the score: two
#'   scores that differ by at most this count as equivalent.
#' @param samples Number of draws from the posterior, >= 1.
#' @param prior Weight s >= 0 of the pseudo-observation, a dataset on which the two scores are
#'   equal.
#' @param seed Seed of the random draws, a whole number.
#' @return An object of class `pb_bayesian_pairs`, a list of
#'   \item{better, equal, worse}{k x k matrices of probabilities that the row is better than,
#'     equivalent to or worse than the column; the diagonals are 0, 1 and 0}
#'   \item{mean_better, mean_equal, mean_worse}{k x k matrices: posterior means of the weights
#'     \eqn{\theta}{theta}}
#'   \item{monte_carlo_error}{k x k matrix: largest Monte-Carlo standard error of the three
#'     probabilities; 0 if they are exact}
#'   \item{test, rope, prior, place, rho, dataset, samples, seed}{as given; `NULL` if the test does
#'     not have this argument}
#'   \item{r_hat, effective_samples}{k x k matrices: convergence of the Markov chains (1 if they
#'     agree) and equivalent number of independent draws; `NULL` if the test uses no Markov chains}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per pair.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods;
#' `pybench_error_argument` for an argument out of its range.
#' @references
#' Benavoli, A., Corani, G., Mangili, F., Zaffalon, M. and Ruggeri, F. (2014). A Bayesian Wilcoxon
#' signed-rank test based on the Dirichlet process. *ICML*, 1026-1034.
#'
#' Benavoli, A., Corani, G., Demsar, J. and Zaffalon, M. (2017). Time for a change: a tutorial for
#' comparing multiple classifiers through Bayesian analysis. *Journal of Machine Learning Research*
#' 18(77), 1-36.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(0.9, 0.8, 0.7), B = c(0.6, 0.7, 0.5)),
#'   higher_is_better = TRUE
#' )
#' pb_bayesian_signed_rank(t, samples = 2000)
#' @family Bayesian comparisons
#' @export
pb_bayesian_signed_rank <- function(t, rope = 0.01, samples = 50000, prior = 0.5, seed = 0) {
  rope <- check_rope(rope)
  prior <- check_not_negative("prior", prior)
  samples <- check_count("samples", samples)
  check_room("samples", samples)
  seed <- check_seed(seed)
  require_comparable(t, pairwise = TRUE, one_metric = TRUE)
  k <- ncol(t$scores)
  unit <- in_common_unit(t$scores, rope, t$higher_is_better)
  pairs <- all_pairs(k)
  scores <- unname(unit$scores)
  gaps <- scores[, pairs[, 1L], drop = FALSE] - scores[, pairs[, 2L], drop = FALSE]
  stairs <- apply(gaps, 2L, function(z) staircase(z[!is.na(z)], unit$rope), simplify = FALSE)
  found <- by_size(gaps, function(part, at) {
    cells <- lapply(c("order", "below", "upto"), bind, stairs = stairs[at])
    counts <- over_draws("bayesian-signed-rank", nrow(part), samples, prior, seed, function(w) {
      .Call(C_pb_signed_rank_counts, w, cells[[1L]], cells[[2L]], cells[[3L]])
    })
    region_list(t(Reduce(`+`, counts)) / samples)
  })
  probabilities <- do.call(cbind, found)
  means <- t(vapply(stairs, staircase_means, numeric(3L), prior = prior))
  noise <- edge_noise(unit$scores, 2 * unit$rope)
  new_bayesian_pairs(
    t, mirrored(probabilities, k), mirrored(means, k),
    symmetric(standard_error(probabilities, samples), k, 0),
    test = "bayesian_signed_rank", rope = rope, prior = prior, place = "rope", samples = samples,
    seed = seed, notes = if (any(vapply(stairs, edge_decides, NA, noise = noise))) "rope-edge"
  )
}

#' Bayesian sign test of all pairs
#'
#' A pair of methods has three outcomes: the first method is better, the two are practically
#' equivalent, or the first method is worse. Each posterior draw gives a weight to each outcome. The
#' posterior probability of an outcome is the share of draws in which its weight is largest. It
#' matters only whether each difference is above, within or below the region of practical
#' equivalence, not how large it is.
#'
#' Let r be the half-width of the region of practical equivalence (`rope`). Let \eqn{n_b}, \eqn{n_e}
#' and \eqn{n_w} be the numbers of datasets on which the difference is above r, within \eqn{[-r, r]}
#' and below -r. The prior is one pseudo-observation of weight `prior`; this weight is added to the
#' number of the region that `place` names. The posterior of the weights of the three regions is the
#' Dirichlet distribution with the three resulting numbers as parameters. `better` is the share of
#' draws in which the region "better" has the largest weight.
#'
#' @inheritParams pb_bayesian_signed_rank
#' @param place Region in which the pseudo-observation lies: `"rope"` (practically equivalent),
#'   `"better"` (row better) or `"worse"` (column better). Only with `"rope"` do the results for the
#'   pairs (a, b) and (b, a) mirror each other.
#' @return An object of class `pb_bayesian_pairs`, see [pb_bayesian_signed_rank()].
#' @inheritSection pb_bayesian_signed_rank Errors
#' @references
#' Benavoli, A., Corani, G., Demsar, J. and Zaffalon, M. (2017). Time for a change: a tutorial for
#' comparing multiple classifiers through Bayesian analysis. *Journal of Machine Learning Research*
#' 18(77), 1-36; section 4.2.1.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(0.9, 0.8, 0.7), B = c(0.6, 0.7, 0.5)),
#'   higher_is_better = TRUE
#' )
#' pb_bayesian_sign(t, samples = 2000)$mean_better
#' @family Bayesian comparisons
#' @export
pb_bayesian_sign <- function(t, rope = 0.01, samples = 50000, prior = 0.5, place = "rope",
                             seed = 0) {
  rope <- check_rope(rope)
  prior <- check_not_negative("prior", prior)
  samples <- check_count("samples", samples)
  check_room("samples", samples)
  seed <- check_seed(seed)
  place <- check_choice("place", place, prior_places)
  require_comparable(t, pairwise = TRUE, one_metric = rope > 0)
  k <- ncol(t$scores)
  # Both orders of each pair: unless it is in the rope, the pseudo-observation favours the row.
  cells <- rbind(all_pairs(k), all_pairs(k)[, 2:1, drop = FALSE])
  unit <- in_common_unit(t$scores, rope, t$higher_is_better)
  scores <- unname(unit$scores)
  gaps <- scores[, cells[, 1L], drop = FALSE] - scores[, cells[, 2L], drop = FALSE]
  # A pseudo-observation in the rope favours neither: the other order has the mirror image.
  asked <- if (place == "rope") seq_len(nrow(cells) / 2) else seq_len(nrow(cells))
  drawn <- by_size(gaps[, asked, drop = FALSE], function(part, at) {
    says <- sign_says(t(part), unit$rope, place)
    regions <- t(says$equal + 2 * says$worse) # 0, 1, 2 as in C
    storage.mode(regions) <- "integer"
    counts <- over_draws("bayesian-sign", nrow(part), samples, prior, seed, function(w) {
      .Call(C_pb_sign_counts, t(w), regions)
    })
    region_list(t(Reduce(`+`, counts)) / samples)
  })
  shares <- do.call(cbind, drawn)
  shares <- rbind(shares, if (place == "rope") shares[, 3:1, drop = FALSE])
  means <- do.call(cbind, by_size(gaps, function(part, at) {
    alpha <- c(prior, rep(1, nrow(part)))
    says <- sign_says(t(part), unit$rope, place)
    lapply(says, function(who) as.vector(who %*% alpha) / sum(alpha))
  }))
  spread <- function(values) {
    filled <- array(0, c(k, k, 3L))
    filled[cbind(seq_len(k), seq_len(k), 2L)] <- 1
    for (region in 1:3) filled[cbind(cells, region)] <- values[, region]
    filled
  }
  probabilities <- spread(shares)
  beyond <- abs(gaps) - unit$rope
  noise <- edge_noise(unit$scores, unit$rope)
  new_bayesian_pairs(
    t, probabilities, spread(means),
    standard_error(probabilities, samples) * (1 - diag(k)),
    test = "bayesian_sign", rope = rope, prior = prior, place = place, samples = samples,
    seed = seed, notes = if (any(beyond > 0 & beyond <= noise, na.rm = TRUE)) "rope-edge"
  )
}

# The columns of a matrix with one row per pair.
region_list <- function(shares) {
  stats::setNames(lapply(1:3, function(region) shares[, region]), bayesian_regions)
}

# ---- signed ranks --------------------------------------------------------------------------------

# The differences with the pseudo-observation 0 in ascending order, and, for each sorted row, how
# many sums of two are below the rope (`below`) and not above it (`upto`).
staircase <- function(differences, rope) {
  z <- c(0, differences)
  order <- order(z)
  count <- function(test) vapply(z[order], function(one) sum(test(one + z)), 0L)
  list(
    order = order, sorted = z[order], edge = 2 * rope,
    below = count(function(sums) sums < -2 * rope),
    upto = count(function(sums) sums <= 2 * rope)
  )
}

# Posterior means of the weights: for a Dirichlet(a) with sum A,
# E w_i w_j = a_i (a_j + [i = j]) / (A (A + 1)).
staircase_means <- function(stairs, prior) {
  alpha <- ifelse(stairs$order == 1L, prior, 1)
  upto <- function(counts) {
    inside <- outer(counts, seq_along(alpha), ">=")
    sum((outer(alpha, alpha) + diag(alpha))[inside])
  }
  all <- sum(alpha) * (sum(alpha) + 1)
  below <- upto(stairs$below)
  reached <- upto(stairs$upto)
  c(all - reached, reached - below, below) / all
}

# Whether a rope widened by rounding noise would hold more sums.
edge_decides <- function(stairs, noise) {
  beyond <- abs(outer(stairs$sorted, stairs$sorted, "+")) - stairs$edge
  any(beyond > 0 & beyond <= noise)
}

# One integer column per pair.
bind <- function(stairs, what) {
  vapply(stairs, function(one) as.integer(one[[what]]), integer(length(stairs[[1L]]$order)))
}

# ---- signs ---------------------------------------------------------------------------------------

# Which datasets say better, equal and worse: matrices of 0 and 1, one row per pair, the
# pseudo-observation in the first column.
sign_says <- function(differences, rope, place) {
  says <- function(name, datasets) unname(cbind(place == name, datasets)) + 0
  better <- says("better", differences > rope)
  worse <- says("worse", differences < -rope)
  list(better = better, equal = 1 - better - worse, worse = worse)
}
