# The posterior of one pair, draw by draw, as a simplex plot shows it.

posterior_tests <- c("bayesian_signed_rank", "bayesian_sign", "bayesian_hierarchical")
posterior_chains <- 4
posterior_warmup <- 500

#' Draws from the posterior of one pair
#'
#' Returns draws from the posterior of one pair of methods. Each draw gives weights, which sum to 1,
#' to three outcomes: the first method is better, the two are practically equivalent, or the second
#' method is better. `plot()` shows the draws in a triangle; they can also be used for other
#' figures.
#'
#' @inheritParams pb_bayesian_sign
#' @param first,second Names of two different methods of the table.
#' @param test Name of the function that defines the posterior, without `pb_`:
#'   `"bayesian_signed_rank"`, `"bayesian_sign"` or `"bayesian_hierarchical"`. That function, called
#'   with the same arguments, makes the same draws, so it returns the same shares `better`, `equal`
#'   and `worse` for this pair. (With `"bayesian_hierarchical"`, the draws are the same if that
#'   function uses its default `chains` and `warmup`.)
#' @param rho As in [pb_bayesian_hierarchical()]. Arguments that the function named by `test` does
#'   not have are ignored.
#' @return An object of class `pb_posterior`, a list of
#'   \item{classifier_1, classifier_2}{the two names}
#'   \item{draws}{samples x 3 matrix: the weights of better, equal and worse in each draw, in \[0,
#'     1\]; each row sums to 1}
#'   \item{better, equal, worse}{share of draws in which each outcome has the largest weight}
#'   \item{test, rope, samples, seed}{as given}
#'   \item{metric}{name of the metric}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per draw.
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range, a method that is not in the table, or
#' the same method twice; `pybench_error_results_table` for fewer than two datasets or methods, or a
#' table without repeats for the hierarchical model.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(0.9, 0.8, 0.7), B = c(0.6, 0.7, 0.5)),
#'   higher_is_better = TRUE
#' )
#' p <- pb_posterior(t, "A", "B", samples = 2000)
#' p
#' plot(p)
#' @family Bayesian comparisons
#' @export
pb_posterior <- function(t, first, second, test = "bayesian_signed_rank", rope = 0.01,
                         samples = 50000, prior = 0.5, place = "rope", rho = NULL, seed = 0) {
  test <- check_choice("test", test, posterior_tests)
  rope <- check_rope(rope)
  prior <- check_not_negative("prior", prior)
  place <- check_choice("place", place, prior_places)
  rho <- if (!is.null(rho)) check_correlation(rho)
  least <- if (test == "bayesian_hierarchical") 8 * posterior_chains else 1
  samples <- check_count("samples", samples, least)
  check_room("samples", samples, 3)
  seed <- check_seed(seed)
  differences <- test != "bayesian_sign" || rope > 0
  require_comparable(t, pairwise = test != "bayesian_hierarchical", one_metric = differences)
  check_pair(t, first, second)
  if (test == "bayesian_hierarchical") {
    require_equal_repeats(t)
  }
  thetas <- switch(test,
    bayesian_signed_rank = signed_rank_draws(t, first, second, rope, samples, prior, seed),
    bayesian_sign = sign_draws(t, first, second, rope, samples, prior, place, seed),
    bayesian_hierarchical = hierarchical_draws(t, first, second, rope, samples, rho, seed)
  )
  parts <- lapply(1:3, function(region) thetas[region, , drop = FALSE])
  shares <- do.call(region_counts, parts) / ncol(thetas)
  new_result("pb_posterior", list(
    classifier_1 = first, classifier_2 = second,
    draws = t(thetas),
    better = shares[[1L]], equal = shares[[2L]], worse = shares[[3L]],
    test = test, rope = rope, samples = ncol(thetas), seed = seed, metric = t$metric,
    notes = notes_ordered(c(about_table(t), rope_doubt(t, rope))),
    engine = "r"
  ))
}

# theta of better, equal, worse in each draw: 3 x samples.
signed_rank_draws <- function(t, first, second, rope, samples, prior, seed) {
  unit <- in_common_unit(t$scores, rope, t$higher_is_better)
  differences <- pair_differences(unit$scores, first, second)
  stairs <- list(staircase(differences, unit$rope))
  n <- length(differences)
  blocks <- over_draws("bayesian-signed-rank", n, samples, prior, seed, function(w) {
    .Call(
      C_pb_signed_rank_thetas, w, bind(stairs, "order"), bind(stairs, "below"), bind(stairs, "upto")
    )
  })
  do.call(cbind, blocks)
}

# On the datasets on which both have a score.
pair_differences <- function(scores, first, second) {
  gaps <- unname(scores[, first] - scores[, second])
  gaps[!is.na(gaps)]
}

sign_draws <- function(t, first, second, rope, samples, prior, place, seed) {
  unit <- in_common_unit(t$scores, rope, t$higher_is_better)
  differences <- pair_differences(unit$scores, first, second)
  says <- sign_says(t(differences), unit$rope, place)
  blocks <- over_draws("bayesian-sign", length(differences), samples, prior, seed, function(w) {
    do.call(rbind, lapply(says, function(who) who %*% w)) / rep(colSums(w), each = 3L)
  })
  unname(do.call(cbind, blocks))
}

hierarchical_draws <- function(t, first, second, rope, samples, rho, seed) {
  place <- match(c(first, second), t$classifiers)
  thetas <- hierarchical_thetas(
    t, min(place), max(place), rope, if (is.null(rho)) 1 / t$n_repeats else rho, seed,
    posterior_chains, posterior_warmup, ceiling(samples / posterior_chains)
  )
  # pb_bayesian_hierarchical() draws for the pair in table order; do the same, and reverse it if
  # needed.
  do.call(rbind, lapply(if (place[[1L]] < place[[2L]]) thetas else rev(thetas), as.vector))
}

#' @rdname pb_result
#' @export
format.pb_posterior <- function(x, ...) {
  check_dots(...)
  pair <- c(x$classifier_1, x$classifier_2)
  shares <- c(x$better, x$equal, x$worse)
  if (x$better < x$worse) { # the better first
    pair <- rev(pair)
    shares <- rev(shares)
  }
  sure <- which(shares > posterior_level)
  c(
    without_controls(c(
      sprintf(
        "Posterior of %s against %s: %s, rope %g, %d draws, seed %.0f; engine %s", x$classifier_1,
        x$classifier_2, x$test, x$rope, x$samples, x$seed, x$engine
      ),
      sprintf(
        "  P(%s %s %s) = %.4g",
        pair[c(1L, 1L, 2L)], c("better than", "equivalent to", "better than"),
        pair[c(2L, 2L, 1L)], shares
      ),
      if (length(sure) > 0L) {
        said <- c(paste(pair[[1L]], "is better"), "the two are practically equivalent")
        sprintf("  %s (P > %g)", said[[sure]], posterior_level)
      } else {
        sprintf("  undecided: no P > %g", posterior_level)
      }
    )),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_posterior <- function(x, row.names = NULL, # nolint: object_name_linter.
                                       optional = FALSE, ...) {
  check_dots(...)
  stats::setNames(as.data.frame(x$draws), bayesian_regions)
}
