# The Nemenyi test: separate functions for p-values, decision and result.

#' Nemenyi test: which pairs of methods differ?
#'
#' Compares all pairs of methods by their mean ranks, at the family-wise level `alpha`.
#'
#' A pair whose mean ranks are d apart has
#' \deqn{p = P\Bigl(Q_k > \sqrt 2\, |d| \Big/ \sqrt{k(k+1)/(6N)}\Bigr), \qquad
#'   CD = \frac{q_\alpha}{\sqrt 2} \sqrt{\frac{k(k+1)}{6N}}}{
#'   p = P(Q_k > sqrt(2) |d| / sqrt(k(k+1)/(6N))),  CD = q_alpha/sqrt(2) sqrt(k(k+1)/(6N))}
#' where \eqn{Q_k} is the range of k independent standard normals and \eqn{q_\alpha} its upper
#' \eqn{\alpha}{alpha} quantile (Nemenyi 1963; Demsar 2006, page 12 and table 5, which lists
#' \eqn{q_\alpha/\sqrt 2}{q_alpha/sqrt(2)}). p is an integral of the upper tail and stays accurate
#' however small it is; `1 - ptukey()` has no correct digit below 1e-13.
#'
#' Mean ranks depend on the other methods in the table. In two cases, two methods that do not differ
#' are too often found to differ significantly: if the other methods are variants of one method, or
#' if their scores vary less from dataset to dataset than the scores of the pair (`docs/measured.md`
#' of the sources).
#'
#' The distribution of the range of k normals is only the limit for many datasets, if no method
#' differs from any other. If a test at level 0.05 uses this limit, its size (the probability that
#' it rejects a true hypothesis) can therefore differ from 0.05. With two methods, the size is off
#' by more than 0.01 for many numbers of datasets: it is 0.125 with 4 datasets, and 0.077 with 16.
#' With two methods on up to 1000 datasets, `"auto"` therefore uses the p-value of the sign test,
#' and there is no critical difference. With more methods, the size is at most 0.060 in simulations
#' in which the scores of all methods have the same distribution. With `reference = "permutation"`,
#' p is computed as in [pb_siegel()]. This p is exact whatever the scores of the other methods are.
#'
#' @inheritParams pb_ranks
#' @param t A results table of k >= 2 methods on N >= 2 datasets, from [pb_read_results()].
#' @param alpha Family-wise level, a number in (0, 1).
#' @param convention `"standard"`: a pair differs if p <= alpha. `"pmcmr"`: the same test by R's
#'   `1 - ptukey()` and `qtukey()`, as in the packages PMCMR and PMCMRplus. `"scmamp"`: p comes from
#'   the distribution of the studentized range with k(N - 1) degrees of freedom, so the critical
#'   difference is larger. With this convention, a pair differs if its mean ranks are at least the
#'   critical difference apart, and `cliques` are the bars that scmamp's `plotCD` draws; `plotCD`
#'   draws no bar for methods that all have the same mean rank.
#' @param reference How to compute p. `"limit"`: by the distribution of the range of k normals.
#'   `"permutation"`: by exchanging the two scores of a pair within datasets in every possible way,
#'   with Holm's correction. `"auto"`: by permutation with two methods on up to 1000 datasets and
#'   the convention `"standard"`, otherwise by the limit.
#' @return An object of class `pb_nemenyi`, a list of
#'   \item{pvalues}{symmetric k x k matrix of p-values in \[0, 1\], in table order, with diagonal 1}
#'   \item{verdicts}{k x k matrix of integers, in table order: 1 if the row is better, -1 if it is
#'     worse, 0 if the test shows neither}
#'   \item{critical_difference}{smallest difference of mean ranks at which a pair differs
#'     significantly; `NULL` if p was computed by permutation}
#'   \item{mean_ranks}{named vector, k entries in \[1, k\], in table order}
#'   \item{cliques}{list of character vectors: the maximal sets of two or more methods among which
#'     no pair differs significantly. The set with the best rank comes first; the methods of a set
#'     are ordered by mean rank, then by name}
#'   \item{alpha, convention}{as given}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   \item{reference}{how p was computed: `"limit"` or `"permutation"`}
#'   \item{least_pvalue}{smallest p-value possible for data of this size with these ties; 0 if p can
#'   be arbitrarily small}
#'   `as.data.frame()` gives one row per pair.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods;
#' `pybench_error_argument` for an invalid `alpha`, `convention` or `tie_tol`.
#' @references
#' Nemenyi, P. B. (1963). *Distribution-free multiple comparisons*. PhD thesis, Princeton
#' University.
#'
#' Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. *Journal of
#' Machine Learning Research* 7, 1-30.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3)),
#'   higher_is_better = TRUE
#' )
#' result <- pb_nemenyi(t)
#' result$critical_difference
#' result$cliques
#' as.data.frame(result)
#' @family tests of pairs
#' @export
pb_nemenyi <- function(t, alpha = 0.05, convention = "standard", tie_tol = "decimal",
                       reference = "auto") {
  alpha <- check_level("alpha", alpha)
  convention <- check_choice("convention", convention, conventions)
  tie_tol <- check_tie_tolerance(tie_tol)
  require_comparable(t)
  check_reference(reference, convention, t)
  doubled <- doubled_ranks(t$scores, t$higher_is_better, tie_tol)
  exchanged <- permuted("nemenyi", reference, convention, doubled)
  answer <- function(ranks) {
    if (exchanged) {
      adjusted_pairs(exchange_pairs(ranks)$pvalues, "holm")
    } else {
      nemenyi_pvalues(ranks, convention)
    }
  }
  pvalues <- answer(doubled)
  width <- if (!exchanged) critical_width(nrow(doubled), ncol(doubled), alpha, convention)
  new_result("pb_nemenyi", list(
    pvalues = pvalues,
    verdicts = nemenyi_verdicts(pvalues, mean_ranks(doubled), width, alpha, convention),
    critical_difference = width,
    mean_ranks = mean_ranks(doubled),
    cliques = nemenyi_cliques(doubled, pvalues, width, alpha, convention),
    alpha = alpha,
    convention = convention,
    n_datasets = nrow(doubled),
    n_classifiers = ncol(doubled),
    notes = nemenyi_notes(t, doubled, answer, width, alpha, convention, tie_tol),
    engine = "r",
    reference = if (exchanged) "permutation" else "limit",
    least_pvalue = if (exchanged) {
      least_adjusted(exchange_pairs(doubled)$least, t$classifiers, "holm", "two-sided", NULL)
    } else { # mean ranks k - 1 apart
      n <- nrow(doubled)
      k <- ncol(doubled)
      nemenyi_tail((k - 1) * 2 * n * sqrt(3 / (n * k * (k + 1))), n, k, convention)
    }
  ))
}

# p-values of all pairs from doubled ranks: k x k, symmetric, diagonal 1. Differences of doubled
# rank sums are whole numbers with few distinct values, so each p is computed once.
nemenyi_pvalues <- function(doubled, convention) {
  n <- nrow(doubled)
  k <- ncol(doubled)
  sums <- colSums(doubled)
  gaps <- abs(outer(sums, sums, "-"))
  distinct <- unique(as.vector(gaps))
  # sqrt(2) |d| / sqrt(k(k+1)/(6N)) with |d| = gap / (2N).
  p <- nemenyi_tail(distinct * sqrt(3 / (n * k * (k + 1))), n, k, convention)
  gaps[] <- p[match(gaps, distinct)]
  gaps
}

nemenyi_tail <- function(q, n, k, convention) {
  switch(convention,
    standard = range_upper_tail(q, k),
    pmcmr = 1 - stats::ptukey(q, k, Inf),
    scmamp = 1 - stats::ptukey(q, k, k * (n - 1))
  )
}

# The difference of mean ranks from which a pair differs at `alpha`.
critical_width <- function(n, k, alpha, convention) {
  q <- switch(convention,
    standard = range_quantile(alpha, k),
    pmcmr = tukey_quantile(alpha, k, Inf),
    scmamp = tukey_quantile(alpha, k, k * (n - 1))
  )
  q / sqrt(2) * sqrt(k * (k + 1) / (6 * n))
}

# R's own quantile, which fails at some levels (such as 0.5 for k = 60).
tukey_quantile <- function(alpha, k, df) {
  tryCatch(
    stats::qtukey(alpha, k, df, lower.tail = FALSE),
    warning = function(failure) {
      stop_argument(
        sprintf("R's qtukey() finds no quantile for `alpha` = %g and %d methods", alpha, k),
        expected = "a level at which qtukey() converges", found = sprintf("%g", alpha),
        hint = "Use convention = \"standard\"."
      )
    }
  )
}

# Which pairs differ, and how: a k x k matrix of 1 where the row is better, -1 where it is worse, 0
# where neither is shown to be better.
nemenyi_verdicts <- function(pvalues, mean_ranks, width, alpha, convention) {
  ahead <- outer(mean_ranks, mean_ranks, function(row, column) column - row)
  differs <- if (convention == "scmamp") abs(ahead) >= width else pvalues <= alpha
  verdicts <- sign(ahead) * differs
  storage.mode(verdicts) <- "integer"
  verdicts
}

# Which pairs differ: a k x k logical matrix.
significant_pairs <- function(nemenyi) {
  nemenyi$verdicts != 0L
}

nemenyi_cliques <- function(doubled, pvalues, width, alpha, convention) {
  ranks <- mean_ranks(doubled)
  differs <- nemenyi_verdicts(pvalues, ranks, width, alpha, convention) != 0L
  found <- cliques(colnames(doubled), ranks, differs)
  if (convention == "scmamp") {
    # plotCD of scmamp starts a bar only towards a strictly larger mean rank.
    found <- Filter(function(members) length(unique(ranks[members])) > 1L, found)
  }
  found
}

# `answer` returns p-values of doubled ranks; `width` is NULL if they come from exchanging pairs.
nemenyi_notes <- function(t, doubled, answer, width, alpha, convention, tie_tol) {
  verdict <- function(ranks) {
    nemenyi_verdicts(answer(ranks), mean_ranks(ranks), width, alpha, convention)
  }
  doubts <- table_notes(t, doubled, convention)
  held <- c(
    if (is.null(width)) notes_but(doubts, "few-datasets") else doubts,
    if (friedman_reference(doubled)$pvalue > alpha) "omnibus-not-significant",
    if (near_ties_decide(t, tie_tol, verdict)) "near-ties"
  )
  correction_noted(held, if (is.null(width)) "holm" else "nemenyi", ncol(doubled) > 2L)
}

#' @rdname pb_result
#' @export
format.pb_nemenyi <- function(x, ...) {
  check_dots(...)
  by_rank <- rank_order(x$mean_ranks, names(x$mean_ranks))
  differ <- sum(significant_pairs(x)) %/% 2L
  c(
    sprintf(
      "Nemenyi test at alpha = %g: %d of %s %s", x$alpha, differ,
      counted(choose(x$n_classifiers, 2), "pair"), if (differ == 1L) "differs" else "differ"
    ),
    sprintf(
      "  %s (mean ranks over %d datasets); convention %s, engine %s",
      if (is.null(x$critical_difference)) {
        "p by permutation"
      } else {
        sprintf("critical difference %.4f", x$critical_difference)
      },
      x$n_datasets, x$convention, x$engine
    ),
    sprintf("  %7.3f  %s", x$mean_ranks[by_rank], without_controls(names(x$mean_ranks)[by_rank])),
    unable(x$least_pvalue, x$alpha, x$n_datasets, x$notes),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_nemenyi <- function(x, row.names = NULL, # nolint: object_name_linter.
                                     optional = FALSE, ...) {
  check_dots(...)
  pairs <- utils::combn(x$n_classifiers, 2L)
  cell <- t(pairs)
  classifiers <- names(x$mean_ranks)
  data.frame(
    classifier_1 = classifiers[pairs[1L, ]],
    classifier_2 = classifiers[pairs[2L, ]],
    rank_difference = unname(x$mean_ranks[pairs[1L, ]] - x$mean_ranks[pairs[2L, ]]),
    pvalue = x$pvalues[cell],
    significant = significant_pairs(x)[cell],
    verdict = x$verdicts[cell]
  )
}

# What the table adds to the frame, see base-printable.R.
nemenyi_sheet <- function(x, letters) {
  decided <- test_caption(
    list(test = "nemenyi", alpha = x$alpha, adjust = "single-step", convention = x$convention)
  )
  sheet_with_better(new_sheet(as.data.frame(x)), decided)
}
