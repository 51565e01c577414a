# Durbin's test and its pairs: balanced incomplete blocks, where each dataset has some of the
# scores.

#' Durbin's test: do all methods perform alike in a balanced incomplete design?
#'
#' Extends the Friedman test to a balanced incomplete block design. In such a design, each dataset
#' has scores of the same number of methods, and each method has scores on the same number of
#' datasets. Also, for every pair of methods, the number of datasets on which both have scores is
#' the same. `pb_durbin_pairs()` compares the methods in pairs.
#'
#' Each of N datasets has m scores, and each of k methods has r scores. With ranks \eqn{r_{ij}}
#' among the scores of a dataset, their sums \eqn{R_j} over datasets, \eqn{A = \sum r_{ij}^2}{A =
#' sum r_ij^2} and \eqn{C = N m (m+1)^2 / 4},
#' \deqn{T_1 = \frac{(k-1) \bigl(\sum_j R_j^2 - r C\bigr)}{A - C}, \qquad
#'   T_2 = \frac{T_1 / (k-1)}{(N(m-1) - T_1) / (Nm - N - k + 1)}}{
#'   T1 = (k - 1) (sum_j R_j^2 - r C) / (A - C),
#'   T2 = (T1 / (k - 1)) / ((N (m - 1) - T1) / (N m - N - k + 1))}
#' (Durbin 1951; with ties Conover 1999, section 5.9). T1 is compared with the chi-square
#' distribution with k - 1 degrees of freedom, and T2 is compared with the F distribution with k - 1
#' and Nm - N - k + 1 degrees of freedom. Without missing scores, T1 is Friedman's statistic
#' and T2 is Iman and Davenport's, with the same p-values. If the design is not balanced, use
#' [pb_skillings_mack()].
#'
#' For a pair, the statistic is
#' \deqn{t = (R_j - R_i) \Big/ \sqrt{\frac{2 r (A - C)}{Nm - N - k + 1}
#'   \Bigl(1 - \frac{T_1}{N(m-1)}\Bigr)}}{
#'   t = (R_j - R_i) / sqrt(2 r (A - C) (1 - T1 / (N (m - 1))) / (N m - N - k + 1))}
#' with Nm - N - k + 1 degrees of freedom (Conover 1999, section 5.9). Without missing scores, t is
#' that of [pb_conover()]. With missing scores, the test is conservative: if no methods differ, the
#' expected square of the denominator of t is m (k - 1) / ((m - 1) k) times the variance of its
#' numerator. This factor is above 1 if scores are missing (m < k).
#'
#' With `reference = "permutation"`, p is the probability that the statistic is at least as large as
#' observed if the scores of each dataset are in random order. If scores are missing, `"auto"`
#' permutes with fewer than 40 datasets. If no score is missing, it permutes with fewer than 10
#' datasets, and with up to 1000 datasets if there are only two methods. In these cases, a test at
#' level 0.05 by the limiting distribution can reject a true hypothesis with a probability that
#' differs from 0.05 by more than about 0.01 (`bench/few_datasets.csv` of the sources). `"auto"`
#' also permutes if F is infinite. If there are more than a million rearrangements, 19,999 of them
#' are drawn at random, the same in Python and R. Then p is (1 + the number of drawn tables whose
#' statistic is at least as large as observed) / 20,000.
#'
#' For a pair, the permutation p-value is the probability that the sum of the rank differences is at
#' least as far from 0 as observed if each difference has a random sign, + or - with equal
#' probability. This p is exact whatever the scores of the other methods are, but it uses only the
#' datasets on which both methods have scores. `"auto"` permutes in three cases. First, it permutes
#' if t is infinite. Second, it permutes with four methods on fewer than 5 datasets, where a test at
#' level 0.05 by Student's t can reject a true hypothesis with a probability that differs from 0.05
#' by more than about 0.01 (`bench/few_datasets.csv` of the sources). Third, if no score is missing,
#' it permutes whenever [pb_conover()] does.
#'
#' @inheritParams pb_ranks
#' @param t A results table of k >= 2 methods on N >= 2 datasets, read with `missing = "keep"`.
#' @param method Statistic and its limiting distribution: `"chi-square"`, or `"F"`, which is less
#'   conservative.
#' @param reference How to compute p. `"limit"`: by the limiting distribution. `"permutation"`: by
#'   rearranging the scores of each dataset, or, for a pair, by exchanging its two scores. `"auto"`:
#'   by permutation if the limiting distribution is misleading, because there are few datasets or
#'   all of them agree (see Details); otherwise by the limiting distribution.
#' @return `pb_durbin()`: an object of class `pb_omnibus` as [pb_aligned_ranks()] returns it;
#'   `mean_ranks` are means over the datasets on which the method has a score, rescaled to 1 to k.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods, or for a design that is not
#' balanced; `pybench_error_argument` for an argument with an invalid value.
#' @references
#' Conover, W. J. (1999). *Practical nonparametric statistics*, 3rd edition. Wiley, New York.
#'
#' Durbin, J. (1951). Incomplete blocks in ranking experiments. *British Journal of Psychology,
#' Statistical Section* 4, 85-90.
#' @examples
#' # Seven persons rank three of seven varieties of ice cream each (Conover 1999, p. 391):
#' ranks <- matrix(NA_real_, 7, 7, dimnames = list(1:7, LETTERS[1:7]))
#' tasted <- rbind(
#'   c(1, 2, 4), c(2, 3, 5), c(3, 4, 6), c(4, 5, 7), c(1, 5, 6), c(2, 6, 7), c(1, 3, 7)
#' )
#' given <- rbind(
#'   c(2, 3, 1), c(3, 1, 2), c(2, 1, 3), c(1, 2, 3), c(3, 1, 2), c(3, 1, 2), c(3, 1, 2)
#' )
#' for (i in 1:7) ranks[i, tasted[i, ]] <- given[i, ]
#' t <- pb_read_results(ranks, higher_is_better = FALSE, missing = "keep")
#' pb_durbin(t, reference = "limit")
#' pb_durbin_pairs(t)
#' @family omnibus tests
#' @export
pb_durbin <- function(t, method = "chi-square", tie_tol = "decimal", reference = "auto") {
  check_choice("method", method, c("chi-square", "F"))
  tie_tol <- check_tie_tolerance(tie_tol)
  require_comparable(t, complete = FALSE)
  check_reference(reference, "standard", t)
  require_balanced(t)
  answer <- function(tolerance) durbin_reference(block_ranks(t, tolerance), method, reference)
  blocks <- block_ranks(t, tie_tol)
  found <- answer(tie_tol)
  doubts <- block_notes(t, blocks)
  if (noise_decides(tie_tol, found$pvalue, function(other) answer(other)$pvalue)) {
    doubts <- c(doubts, "near-ties")
  }
  new_omnibus(
    "durbin", durbin_statistic(blocks, method), found$pvalue, durbin_df(blocks, method),
    nrow(t$scores), block_means(blocks), method, "standard", doubts,
    reference = found$reference, least = found$least
  )
}

#' @rdname pb_durbin
#' @param adjust Name of the correction for testing many pairs, see [pb_adjust()].
#' @param control The method with which all others are compared, or `NULL`: all pairs.
#' @return `pb_durbin_pairs()`: an object of class `pb_pairs`; its fields are those of [pb_pairs].
#'   The `statistics` are the values of t, which are positive if the row has the better (lower)
#'   rank sum. With `reference = "permutation"`, p and the direction of a pair depend only on the
#'   datasets on which both methods have scores.
#' @family tests of pairs
#' @export
pb_durbin_pairs <- function(t, adjust = "holm", control = NULL, tie_tol = "decimal",
                            reference = "auto") {
  tie_tol <- check_tie_tolerance(tie_tol)
  require_comparable(t, complete = FALSE)
  check_control(t, control)
  adjust <- check_adjust(adjust, control)
  check_reference(reference, "standard", t)
  require_balanced(t)
  answer <- function(tolerance) durbin_compared(block_ranks(t, tolerance), reference)
  verdicts <- function(pairs) {
    verdicts_of(pairs$statistics, pairs$pvalues, adjust, "two-sided", control)
  }
  blocks <- block_ranks(t, tie_tol)
  pairs <- answer(tie_tol)
  near <- by_equality(tie_tol) && any(verdicts(pairs) != verdicts(answer("auto")))
  doubts <- c(block_notes(t, blocks), if (near) "near-ties")
  new_pairs(
    t, pairs$statistics, pairs$pvalues,
    test = "durbin_pairs", statistic = "t", method = if (pairs$permuted) "permutation" else "t",
    adjust = adjust, control = control, df = if (pairs$permuted) numeric() else blocks$df,
    notes = if (pairs$permuted) notes_but(doubts, "few-datasets") else doubts,
    directions = sign(if (pairs$permuted) shared_gaps(blocks) else pairs$statistics),
    least = pairs$least, means = block_means(blocks)
  )
}

# Ranks of a balanced design: `ranks` among the scores of each dataset (N x k, NA elsewhere), twice
# those minus their mean (`scores`, 0 elsewhere), the number of scores per dataset (`size`), and the
# degrees of freedom within datasets.
block_ranks <- function(t, tie_tol) {
  ranks <- t$scores
  size <- sum(!is.na(ranks[1L, ]))
  for (i in seq_len(nrow(ranks))) {
    here <- !is.na(ranks[i, ])
    ranks[i, here] <- doubled_ranks(ranks[i, here, drop = FALSE], t$higher_is_better, tie_tol) / 2
  }
  scores <- 2 * ranks - (size + 1)
  scores[is.na(scores)] <- 0
  list(
    ranks = ranks, scores = scores, size = size, complete = size == ncol(ranks),
    df = nrow(ranks) * (size - 1) - ncol(ranks) + 1
  )
}

block_means <- function(blocks) {
  mean_ranks(ifelse(is.na(blocks$ranks), 0, 2 * blocks$ranks))
}

block_notes <- function(t, blocks) {
  tied <- apply(blocks$ranks, 1L, function(row) anyDuplicated(row[!is.na(row)]) > 0L)
  holds <- c(
    "degenerate" = all(blocks$scores == 0),
    "few-datasets" = nrow(t$scores) < 10L,
    "two-classifiers" = ncol(t$scores) == 2L,
    "ties" = any(tied),
    "missing-scores" = anyNA(t$scores),
    "mean-of-repeats" = t$n_repeats > 1L
  )
  c(names(holds)[holds], notes_but(about_table(t), "pairwise-complete"))
}

# N (m - 1) times the sum of squares within datasets, minus k - 1 times that between: a whole
# number, 0 if no scores could be further apart.
block_disagreement <- function(blocks) {
  n <- nrow(blocks$scores)
  k <- ncol(blocks$scores)
  n * (blocks$size - 1) * sum(blocks$scores^2) - (k - 1) * sum(colSums(blocks$scores)^2)
}

durbin_df <- function(blocks, method) {
  c(ncol(blocks$scores) - 1, if (method == "F") blocks$df)
}

durbin_statistic <- function(blocks, method) {
  between <- sum(colSums(blocks$scores)^2)
  if (between == 0) {
    0
  } else if (method == "F") {
    blocks$df * between / block_disagreement(blocks)
  } else {
    (ncol(blocks$scores) - 1) * between / sum(blocks$scores^2)
  }
}

# p from the chosen reference: a list of `pvalue`, `least` and `reference`.
durbin_reference <- function(blocks, method, reference) {
  statistic <- durbin_statistic(blocks, method)
  test <- if (blocks$complete) "friedman" else "durbin"
  if (!permuted(test, reference, "standard", blocks$scores, is.infinite(statistic))) {
    tail <- omnibus_tail(statistic, durbin_df(blocks, method), "standard")
    return(list(pvalue = tail, least = 0, reference = "limit"))
  }
  # Given the ties, both statistics increase with the sum of squares of the rank sums.
  if (!blocks$complete) {
    rearrange_blocks(blocks)
  } else {
    k <- blocks$size
    rearrange_rows(blocks$scores, if (k < 5L) exact_largest[[as.character(k)]] else 0)
  }
}

# Places the spread of the column sums among those of tables with rearranged datasets.
rearrange_blocks <- function(blocks) {
  present <- !is.na(blocks$ranks)
  rows <- lapply(seq_len(nrow(present)), function(i) unname(blocks$scores[i, present[i, ]]))
  observed <- sum(colSums(blocks$scores)^2)
  if (factorial(blocks$size)^length(rows) > most_arrangements) {
    reached <- shuffled_sums(
      unlist(lapply(rows, sort)), unname(t(present)), permutation_samples, 0, "permutation",
      function(sums) sum(colSums(sums^2) >= observed)
    )
    all <- permutation_samples + 1
    return(list(
      pvalue = (1 + sum(unlist(reached))) / all, least = 1 / all, reference = "simulation"
    ))
  }
  sums <- matrix(0, 1L, ncol(present))
  for (i in seq_along(rows)) {
    orders <- arrangements(rows[[i]])
    each <- rep(seq_len(nrow(sums)), nrow(orders))
    of <- rep(seq_len(nrow(orders)), each = nrow(sums))
    sums <- sums[each, , drop = FALSE]
    sums[, present[i, ]] <- sums[, present[i, ]] + orders[of, ]
  }
  spread <- rowSums(sums^2)
  list(
    pvalue = mean(spread >= observed), least = mean(spread == max(spread)),
    reference = "permutation"
  )
}

# t of all pairs, k x k, with p by the limit or by exchanging the scores of pairs; 0 / 0 is 0.
durbin_compared <- function(blocks, reference) {
  k <- ncol(blocks$scores)
  m <- blocks$size
  gaps <- rank_sum_gaps(blocks$scores)
  statistics <- gaps / sqrt(2 * m * block_disagreement(blocks) / (k * (m - 1) * blocks$df))
  statistics[gaps == 0] <- 0
  exchanged(
    if (blocks$complete) "conover" else "durbin_pairs",
    list(statistics = statistics, pvalues = 2 * stats::pt(-abs(statistics), blocks$df)),
    blocks$scores, reference, "standard", present = !is.na(blocks$ranks)
  )
}

# Gaps of the column sums, as rank_sum_gaps(), over the datasets that have both scores of a pair.
shared_gaps <- function(blocks) {
  shared <- crossprod(blocks$scores, !is.na(blocks$ranks))
  t(shared) - shared
}

# Refuses a table in which datasets, methods or pairs have more scores than others.
require_balanced <- function(t) {
  present <- !is.na(t$scores)
  together <- crossprod(present)
  counts <- list(
    "scores per dataset" = rowSums(present),
    "scores per method" = diag(together),
    "datasets with scores of both methods of a pair" = together[row(together) != col(together)]
  )
  for (what in names(counts)) {
    ends <- range(counts[[what]])
    few <- ends[[2L]] < if (what == "scores per dataset") 2 else 1
    if (ends[[1L]] != ends[[2L]] || few) {
      found <- paste(paste(unique(ends), collapse = " to "), what)
      stop_results_table(
        paste0("expected a balanced incomplete block design, found ", found),
        expected = paste(
          "the same number of scores for every dataset (2 or more) and for every method, and for",
          "each pair the same number of datasets with scores of both methods"
        ),
        found = found, hint = "Use skillings_mack, which takes any pattern of missing scores."
      )
    }
  }
}
