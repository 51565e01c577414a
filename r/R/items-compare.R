# Compare methods item by item: differences, clustered errors, tests of pairs, probabilities.

# Below this number of clusters, and below this effective share of them, notes.csv says how often
# the t-test rejects if nothing differs.
few_clusters <- 20L

#' Compare methods item by item
#'
#' Compares all pairs of methods on the items of a benchmark, such as questions or test cases. Two
#' methods that answer the same items are compared by their paired differences. Standard errors
#' allow for clusters of items, and for runs that are independent for each item; the mean over runs
#' is the score of an item. The effect of a run on all items, such as that of the seed of a
#' training, is not in the standard error.
#'
#' Miller (2024) explains why items should be compared in pairs and with clustered errors. With
#' weights \eqn{w_i} (1 by default) and \eqn{S = \sum_i w_i}{S = sum w_i}, the mean difference is
#' \eqn{D = \sum_i w_i d_i / S}{D = sum w_i d_i / S}, and
#' \deqn{SE^2 = \frac{1}{S^2} \sum_g \Big(\sum_{i \in g} a_i (d_i - D)\Big)^2}{
#' SE^2 = sum_g (sum_{i in g} a_i (d_i - D))^2 / S^2}
#' over the G clusters. For `"CR1"`, \eqn{a_i^2 = w_i^2 G / (G - 1)}{a_i^2 = w_i^2 G / (G - 1)}, and
#' the degrees of freedom are G - 1. For `"CR2"` (Bell and McCaffrey 2002), the \eqn{a_i} make
#' \eqn{SE^2} unbiased if the differences of all items are independent and have one variance; the
#' degrees of freedom are those of Pustejovsky and Tipton (2018), as in the package clubSandwich.
#' Without clusters and weights, this is Student's paired t-test. If the differences of a cluster
#' depend on each other, and one cluster has much of the weight, `"CR2"` is too small. For `"CR3"`,
#' \eqn{a_i = w_i S / (S - S_g)}{a_i = w_i S / (S - S_g)} with the weight \eqn{S_g} of the cluster:
#' \eqn{SE^2} is the sum of squares of the changes of D if one cluster is left out, as
#' clubSandwich's `"CR3"`, with its degrees of freedom.
#'
#' The posterior of right and wrong answers, without clusters, runs and weights, is `"dirichlet"`:
#' the four outcomes of an item (both right, only one, only the other, none) have a uniform prior.
#' It suits also a small number of items. Otherwise it is `"student"`: Student's t around D with the
#' scale SE and the degrees of freedom above.
#'
#' @param items Scores of k >= 2 methods on n >= 2 items, from [pb_read_items()].
#' @param test Two-sided test of each pair.
#'   \itemize{
#'     \item `"clustered_t"`: the mean difference divided by its standard error, by Student's t.
#'     \item `"mcnemar"`: McNemar's exact test, for items that are right (1) or wrong (0), without
#'       clusters, runs and weights.
#'     \item `"sign_flip"`: under the null hypothesis, the difference of a whole cluster (without
#'       clusters, of an item) is as probable as its opposite. The test is exact for up to 20
#'       clusters with a difference, and if all these differences have one size; else `samples`
#'       patterns of signs are drawn.
#'   }
#' @param se Standard error of the differences, for the intervals and for `"clustered_t"`: `"CR2"`
#'   or `"CR3"` with Satterthwaite's degrees of freedom, or `"CR1"` with one less than the number of
#'   clusters. `"auto"` is `"CR3"` if clusters have very unequal weights (the note
#'   `unequal-clusters`), and else `"CR2"`. Weights and clusters alone decide that, not the scores.
#' @param alpha Level of the verdicts, in (0, 1). The intervals have the confidence 1 - alpha, each
#'   for its pair alone.
#' @param adjust Correction for testing many pairs, see [pb_adjust()].
#' @param rope `NULL`, or a number >= 0 in the unit of the scores. The result then also has
#'   posterior probabilities: that the first method of a pair is better by more than `rope`, that
#'   the difference is at most `rope`, and that the first is worse by more.
#' @param dataset Compare on the items of this dataset only. `NULL`: on all items.
#' @param samples Patterns of signs that `"sign_flip"` draws where it does not enumerate them.
#' @param seed Seed of these patterns; the same seed gives the same result in Python and R.
#' @return An object of class `pb_item_comparison`, a list of
#'   \item{pairs}{list of the m pairs, in table order}
#'   \item{differences, standard_errors}{mean difference of each pair, positive if the first method
#'     is better, also if lower scores are; its standard error}
#'   \item{lower, upper}{ends of the interval with the confidence 1 - `alpha`, of each pair alone}
#'   \item{statistics}{t; for `"mcnemar"` the items that only the first answers right; for
#'     `"sign_flip"` the difference}
#'   \item{informative}{number of clusters; for `"mcnemar"` and `"sign_flip"` of items or clusters
#'     on which the two differ}
#'   \item{pvalues_raw, pvalues}{two-sided p-values, before and after adjustment}
#'   \item{verdicts}{1 if the first is better, -1 if it is worse, 0 if neither is shown}
#'   \item{better, equal, worse}{posterior probabilities, or `NULL`}
#'   \item{classifiers, means, mean_errors}{the k methods, their mean scores and standard errors}
#'   \item{test, se, alpha, adjust, rope, dataset, samples, seed}{as given}
#'   \item{df}{degrees of freedom of the intervals, and of the t-test}
#'   \item{posterior}{`"dirichlet"`, `"student"` or `NULL`}
#'   \item{metric, higher_is_better, n_items, n_clusters, n_runs}{of the items; without clusters,
#'     `n_clusters` is the number of items}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   \item{least_pvalue}{smallest adjusted p possible with these items; 0: no bound}
#'   `as.data.frame()` gives one row per pair. If the difference of a pair does not vary at all, its
#'   standard error is 0: then its interval, its posterior `"student"` and, unless the two are equal
#'   on all items, p of `"clustered_t"` are NaN, and its verdict by this test is 0.
#' @section Errors:
#' `pybench_error_results_table` for fewer than 2 methods or 2 clusters, or weights too uneven to
#' compute with; `pybench_error_argument`
#' for an unknown test, error, correction or dataset, a level outside (0, 1), or `"mcnemar"` for
#' items that it cannot compare.
#' @references
#' Bell, R. M. and McCaffrey, D. F. (2002). Bias reduction in standard errors for linear regression
#' with multi-stage samples. *Survey Methodology* 28, 169-181.
#'
#' Miller, E. (2024). Adding error bars to evals: a statistical approach to language model
#' evaluations. arXiv 2411.00640.
#'
#' Pustejovsky, J. E. and Tipton, E. (2018). Small-sample methods for cluster-robust variance
#' estimation and hypothesis testing in fixed effects models. *Journal of Business & Economic
#' Statistics* 36, 672-683.
#' @examples
#' rows <- data.frame(
#'   item = letters[1:6], A = c(1, 1, 1, 0, 1, 1), B = c(0, 1, 0, 0, 0, 1)
#' )
#' items <- pb_read_items(rows, higher_is_better = TRUE)
#' pb_compare_items(items)
#' pb_compare_items(items, test = "mcnemar", rope = 0.1)
#' @family single items
#' @export
pb_compare_items <- function(items, test = "clustered_t", se = "auto", alpha = 0.05,
                             adjust = "holm", rope = NULL, dataset = NULL, samples = 9999,
                             seed = 0) {
  check_items(items)
  test <- check_choice("test", test, names(item_tests))
  se <- check_choice("se", se, item_errors)
  alpha <- check_level("alpha", alpha)
  adjust <- check_adjust(adjust)
  rope <- if (!is.null(rope)) check_not_negative("rope", rope)
  samples <- check_count("samples", samples)
  seed <- check_seed(seed)
  items <- items_in(items, dataset)
  require_item_pairs(items)
  if (test == "mcnemar") {
    check_answers(items)
  }
  plan <- item_design(items, se)
  found <- item_estimates(items, plan)
  tested <- item_pvalues(items, plan, test, found, samples, seed)
  untested <- is.nan(tested$raw) # counts as p = 1 for the other pairs
  pvalues <- adjusted(ifelse(untested, 1, tested$raw), adjust)
  pvalues[untested] <- NaN
  margin <- ifelse(found$errors > 0, stats::qt(1 - alpha / 2, plan$df) * found$errors, NaN)
  posterior <- if (!is.null(rope)) if (single_answers(items)) "dirichlet" else "student"
  shares <- if (!is.null(rope)) item_posterior(items, rope, posterior, found, plan$df)
  pairs <- utils::combn(items$classifiers, 2L, simplify = FALSE)
  new_result("pb_item_comparison", list(
    pairs = pairs,
    differences = found$gaps,
    standard_errors = found$errors,
    lower = found$gaps - margin,
    upper = found$gaps + margin,
    statistics = tested$statistics,
    informative = as.integer(tested$informative),
    pvalues_raw = tested$raw,
    pvalues = pvalues,
    verdicts = as.integer(sign(found$gaps) * (!untested & pvalues <= alpha)),
    better = shares[1L, ],
    equal = shares[2L, ],
    worse = shares[3L, ],
    classifiers = items$classifiers,
    means = found$means,
    mean_errors = found$mean_errors,
    test = test,
    se = plan$se,
    df = plan$df,
    alpha = alpha,
    adjust = adjust,
    rope = rope,
    posterior = posterior,
    dataset = dataset,
    metric = items$metric,
    higher_is_better = items$higher_is_better,
    n_items = length(items$items),
    n_clusters = plan$count,
    n_runs = item_runs(items),
    samples = samples,
    seed = seed,
    notes = correction_noted(
      item_notes(items, plan, test, found, pvalues), adjust, length(pairs) > 1L
    ),
    engine = "r",
    least_pvalue = min(adjusted(tested$least, adjust))
  ))
}

# Refuses items of one method, and items of one cluster.
require_item_pairs <- function(items) {
  if (length(items$classifiers) < 2L) {
    refuse(
      "at least 2 methods", "1", "Read the scores of another method too.", file = items$source
    )
  }
  what <- if (is.null(items$clusters)) "items" else "clusters"
  if (length(unique(items[[what]])) < 2L && (what == "clusters" || length(items$items) < 2L)) {
    refuse(
      paste("at least 2", what), "1",
      "A standard error needs at least two that are independent.", file = items$source
    )
  }
}

# Refuses McNemar's test for anything but single, independent, right or wrong answers.
check_answers <- function(items) {
  there <- c(
    clusters = !is.null(items$clusters), "several runs" = !is.null(items$by_run),
    weights = !is.null(items$weights), "other scores" = !all(items$scores %in% c(0, 1))
  )
  if (any(there)) {
    found <- names(there)[there][[1L]]
    stop_argument(
      paste0(
        "`test` \"mcnemar\" needs scores of 0 and 1, without clusters, runs and weights, not ",
        found
      ),
      expected = "one right or wrong answer for each item", found = found,
      hint = "Use test=\"clustered_t\" or test=\"sign_flip\"."
    )
  }
}

single_answers <- function(items) {
  is.null(items$clusters) && is.null(items$by_run) && is.null(items$weights) &&
    all(items$scores %in% c(0, 1))
}

# Statistics, numbers of informative units, p-values and the least possible ones.
item_pvalues <- function(items, plan, test, found, samples, seed) {
  pairs <- all_pairs(length(items$classifiers))
  if (test == "mcnemar") {
    counts <- item_counts(items)
    both <- counts$wins + counts$losses
    list(
      statistics = as.double(counts$wins), informative = both,
      raw = mcnemar_exact(counts$wins, counts$losses), least = pmin(1, 2^(1 - both))
    )
  } else if (test == "sign_flip") {
    sums <- cluster_sums(items$scores * plan$weights, plan$cluster)
    one <- sums[, pairs[, 1L], drop = FALSE]
    flips <- sign_flips(one, sums[, pairs[, 2L], drop = FALSE], samples, seed)
    list(
      statistics = found$gaps, informative = flips$informative, raw = flips$pvalues,
      least = flips$least
    )
  } else {
    values <- ifelse(found$errors > 0, found$gaps / found$errors, NaN)
    values[found$gaps == 0] <- 0
    list(
      statistics = values, informative = rep(plan$count, length(values)),
      raw = pmin(1, 2 * stats::pt(-abs(values), plan$df)), least = numeric(length(values))
    )
  }
}

# For each pair, on how many items the first is better, and the second.
item_counts <- function(items) {
  scores <- if (items$higher_is_better) items$scores else -items$scores
  pairs <- all_pairs(ncol(scores))
  first <- scores[, pairs[, 1L], drop = FALSE]
  second <- scores[, pairs[, 2L], drop = FALSE]
  list(wins = colSums(first > second), losses = colSums(first < second))
}

# P(better), P(equivalent), P(worse) of each pair: a matrix with one column per pair.
item_posterior <- function(items, rope, posterior, found, df) {
  if (posterior == "student") {
    mapply(mean_regions, found$gaps, found$errors, df, rope)
  } else {
    counts <- item_counts(items)
    mapply(answer_regions, counts$wins, counts$losses, length(items$items), rope)
  }
}

item_notes <- function(items, plan, test, found, pvalues) {
  n <- length(items$items)
  by_t <- test == "clustered_t"
  c(
    if (any(found$gaps == 0 & found$errors == 0)) "same-on-items",
    if (any(found$gaps != 0 & found$errors == 0)) "constant-on-items",
    if (length(unique(items$datasets)) > 1L) "several-datasets",
    if (by_t && plan$count < min(few_clusters, n)) "few-clusters",
    if (by_t && plan$even < even_clusters) "unequal-clusters",
    if (item_runs(items) > 1L) "several-runs",
    if (items$format == "run") "one-fit",
    if (any(pvalues < p_floor, na.rm = TRUE)) "floor"
  )
}
