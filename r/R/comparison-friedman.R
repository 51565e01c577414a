# The Friedman test: separate functions for statistic, reference distribution and result.

friedman_methods <- c("chi-square", "iman-davenport", "exact")
conventions <- c("standard", "scmamp", "pmcmr")

#' Friedman test: do all methods perform alike?
#'
#' Tests, by ranks within datasets, the hypothesis that every order of the methods is equally
#' likely on every dataset.
#'
#' With rank sums \eqn{R_j}, N datasets, k methods and \eqn{t_g} methods in the tied group
#' g, the statistic with the correction for ties is
#' \deqn{\chi^2 = \frac{12 \sum_j (R_j - N(k+1)/2)^2}{N k (k+1) - \sum_g (t_g^3 - t_g)/(k-1)}}{
#'   chi2 = 12 sum_j (R_j - N(k+1)/2)^2 / (N k (k+1) - sum_g (t_g^3 - t_g)/(k-1))}
#' with k - 1 degrees of freedom (Friedman 1937; with ties Hollander and Wolfe 1973, pages 139-146;
#' without ties Demsar 2006, page 11). Iman and Davenport's statistic
#' \deqn{F = \frac{(N-1)\chi^2}{N(k-1) - \chi^2}}{F = (N-1) chi2 / (N(k-1) - chi2)}
#' has (k - 1, (k - 1)(N - 1)) degrees of freedom (Iman and Davenport 1980; Demsar 2006, page 11). F
#' is `Inf` if all datasets rank the methods in the same order.
#'
#' The exact p-value is the probability, given the ties, that \eqn{\sum_j (R_j - N(k+1)/2)^2} is at
#' least as large as observed if the ranks of each dataset are in random order.
#'
#' With `reference = "permutation"`, p is the probability that the statistic is at least as large as
#' observed if the scores of each dataset are in random order. `"auto"` permutes with fewer than 10
#' datasets, and with two methods on up to 1000 datasets. In these cases, a test at level 0.05 by
#' the limiting distribution can reject a true hypothesis with a probability that differs from 0.05
#' by more than about 0.01 (`bench/few_datasets.csv` of the sources). `"auto"` also permutes if F is
#' infinite. The scores of the first dataset are not rearranged, because the statistic does not
#' depend on the names of the methods. If the other datasets have more than a million
#' rearrangements, 19,999 of them are drawn at random, the same in Python and R. Then p is (1 + the
#' number of drawn tables whose statistic is at least as large as observed) / 20,000. All
#' rearrangements are used with `method = "exact"`, and also for two to four methods on at most as
#' many datasets as `method = "exact"` accepts.
#'
#' @inheritParams pb_ranks
#' @param t A results table of k >= 2 methods on N >= 2 datasets, from [pb_read_results()].
#' @param method Statistic and its null distribution. `"chi-square"`: chi-square with its
#'   limiting distribution, which has k - 1 degrees of freedom. `"iman-davenport"`: Iman and
#'   Davenport's F, which is less conservative. `"exact"`: chi-square with its exact
#'   permutation distribution given the ties, for small tables only (up to 1000 datasets for k
#'   = 2, 100 for k = 3, 20 for k = 4, 8 for k = 5, 5 for k = 6).
#' @param convention `"standard"`, `"scmamp"` or `"pmcmr"`. `"scmamp"` leaves out the correction for
#'   ties and computes p as 1 minus the distribution function, as the package scmamp does. `"pmcmr"`
#'   uses the formulas of `"standard"`. With `"scmamp"` or `"pmcmr"`, `reference = "auto"` is the
#'   same as `reference = "limit"`.
#' @param reference How to compute p. `"limit"`: by the limiting distribution. `"permutation"`: from
#'   tables in which the scores of each dataset are rearranged; all of these tables if there are at
#'   most a million, otherwise a random sample. `"auto"`: by permutation if the limiting
#'   distribution is misleading, because there are few datasets or all of them agree (see Details);
#'   otherwise by the limiting distribution.
#' @return An object of class `pb_friedman`, a list of
#'   \item{statistic}{chi-square, or F for `"iman-davenport"`; >= 0, may be `Inf`}
#'   \item{pvalue}{in \[0, 1\]; 1 if all methods tie on every dataset}
#'   \item{df}{degrees of freedom: k - 1, or k - 1 and (k - 1)(N - 1), or none for `"exact"`}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{method, convention}{as given}
#'   \item{ties}{number of groups of methods that share a rank, over all datasets}
#'   \item{mean_ranks}{named vector, k entries in \[1, k\]}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   \item{reference}{`"limit"`, `"permutation"` (all rearrangements) or `"simulation"` (drawn)}
#'   \item{least_pvalue}{smallest p-value possible for data of this size with these ties; 0 if p can
#'     be arbitrarily small}
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods;
#' `pybench_error_argument` for an unknown `method` or `convention`, an invalid `tie_tol`, or a
#' table too large for `"exact"`.
#' @references
#' Friedman, M. (1937). The use of ranks to avoid the assumption of normality implicit in the
#' analysis of variance. *Journal of the American Statistical Association* 32, 675-701.
#'
#' Friedman, M. (1940). A comparison of alternative tests of significance for the problem of m
#' rankings. *Annals of Mathematical Statistics* 11, 86-92.
#'
#' Hollander, M. and Wolfe, D. A. (1973). *Nonparametric statistical methods*. Wiley, New York.
#'
#' Iman, R. L. and Davenport, J. M. (1980). Approximations of the critical region of the Friedman
#' statistic. *Communications in Statistics A* 9, 571-595.
#'
#' Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. *Journal of
#' Machine Learning Research* 7, 1-30.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 6)),
#'   higher_is_better = TRUE
#' )
#' pb_friedman(t)
#' pb_friedman(t, method = "exact")$pvalue
#' @family omnibus tests
#' @export
pb_friedman <- function(t, method = "chi-square", convention = "standard", tie_tol = "decimal",
                        reference = "auto") {
  method <- check_choice("method", method, friedman_methods)
  convention <- check_choice("convention", convention, conventions)
  tie_tol <- check_tie_tolerance(tie_tol)
  require_comparable(t)
  check_reference(reference, convention, t)
  doubled <- doubled_ranks(t$scores, t$higher_is_better, tie_tol)
  statistic <- friedman_statistic(doubled, method, convention)
  found <- friedman_reference(doubled, method, convention, reference)
  new_result("pb_friedman", list(
    statistic = statistic,
    pvalue = found$pvalue,
    df = friedman_df(nrow(doubled), ncol(doubled), method),
    n_datasets = nrow(doubled),
    n_classifiers = ncol(doubled),
    method = method,
    convention = convention,
    ties = length(tie_sizes(doubled)),
    mean_ranks = mean_ranks(doubled),
    notes = friedman_notes(t, doubled, found, method, convention, tie_tol, reference),
    engine = "r",
    reference = found$reference,
    least_pvalue = found$least
  ))
}

# Chi-square or F from doubled ranks. Sums stay whole numbers until the single division, so that
# "all datasets agree" and "nothing varies" are recognised exactly. stats::friedman.test() gives the
# same digits, but counts ties with a table() for each dataset: 20 s for 10,000 datasets of 500.
friedman_statistic <- function(doubled, method = "chi-square", convention = "standard") {
  n <- nrow(doubled)
  k <- ncol(doubled)
  # 3 (k-1) spread / room is the formula of the help page with all fractions cleared.
  spread <- sum((colSums(doubled) - n * (k + 1))^2)
  sizes <- if (convention == "scmamp") 0 else tie_sizes(doubled)
  room <- n * k * (k^2 - 1) - sum(sizes^3 - sizes)
  if (spread == 0) {
    0
  } else if (method == "iman-davenport") {
    left <- if (convention == "scmamp") n * room - 3 * spread else 3 * rank_disagreement(doubled)
    3 * (n - 1) * spread / left
  } else {
    3 * (k - 1) * spread / room
  }
}

# N times the sum of squares (r_ij - r_j)^2 of doubled ranks r_ij about their means r_j over
# datasets: a whole number, 0 where all datasets rank alike. First the whole number nearest to its
# mean is taken from each rank, so that the sums are small where datasets nearly agree. There the
# difference of two large sums would be noise, beyond 2^53.
rank_disagreement <- function(doubled) {
  off <- sweep(doubled, 2L, round(colMeans(doubled)))
  nrow(doubled) * sum(off^2) - sum(colSums(off)^2)
}

friedman_df <- function(n, k, method) {
  switch(method,
    "chi-square" = k - 1,
    "iman-davenport" = c(k - 1, (k - 1) * (n - 1)),
    "exact" = numeric()
  )
}

# p from the chosen reference: a list of `pvalue`, `least` and `reference`.
friedman_reference <- function(doubled, method = "chi-square", convention = "standard",
                               reference = "auto") {
  k <- ncol(doubled)
  if (method == "exact") {
    require_exact_size(nrow(doubled), k)
    reference <- "permutation"
  }
  statistic <- friedman_statistic(doubled, method, convention)
  if (permuted("friedman", reference, convention, doubled, is.infinite(statistic))) {
    # Given the ties, chi-square and F increase with the sum of squares of the rank sums.
    reach <- if (k < 5L || method == "exact") exact_largest[[as.character(k)]] else 0
    return(rearrange_rows(doubled, reach))
  }
  pvalue <- friedman_pvalue(statistic, doubled, method, convention)
  list(pvalue = pvalue, least = 0, reference = "limit")
}

# Upper tail of the limiting distribution.
friedman_pvalue <- function(statistic, doubled, method, convention) {
  df <- friedman_df(nrow(doubled), ncol(doubled), method)
  cdf <- function(lower_tail) {
    if (method == "chi-square") {
      stats::pchisq(statistic, df, lower.tail = lower_tail)
    } else {
      stats::pf(statistic, df[[1L]], df[[2L]], lower.tail = lower_tail)
    }
  }
  if (convention == "scmamp") 1 - cdf(TRUE) else cdf(FALSE)
}

# Mean ranks; a doubled rank of 0 is that of a missing score. If scores are missing, ranks are
# rescaled to 1 to k, and a dataset with one score says nothing. Means are then rounded to
# multiples of 2^-40, so that equal ones are equal.
mean_ranks <- function(doubled) {
  k <- ncol(doubled)
  sizes <- rowSums(doubled > 0)
  doubled <- doubled[sizes > 1, , drop = FALSE]
  sizes <- sizes[sizes > 1]
  counts <- colSums(doubled > 0)
  if (length(sizes) > 0L && all(sizes == k)) {
    return(colSums(doubled) / (2 * counts))
  }
  total <- 0 * counts
  for (size in sort(unique(sizes))) {
    part <- doubled[sizes == size, , drop = FALSE]
    total <- total + colSums((part - 2) * (part > 0)) / (size - 1)
  }
  middle <- ifelse(counts > 0, total / pmax(counts, 1), 1) # nothing is known
  round((1 + (k - 1) / 2 * middle) * 2^40) / 2^40
}

friedman_notes <- function(t, doubled, found, method, convention, tie_tol, reference) {
  verdict <- function(ranks) {
    friedman_reference(ranks, method, convention, reference)$pvalue <= verdict_level
  }
  doubts <- table_notes(t, doubled, convention)
  notes_ordered(c(
    if (found$reference == "limit") doubts else notes_but(doubts, "few-datasets"),
    if (found$pvalue < p_floor) "floor",
    if (near_ties_decide(t, tie_tol, verdict)) "near-ties"
  ))
}

#' @rdname pb_result
#' @export
format.pb_friedman <- function(x, ...) {
  check_dots(...)
  letter <- if (x$method == "iman-davenport") "F" else "chi-square"
  df <- if (length(x$df) > 0L) {
    source <- paste("df =", toString(sprintf("%.15g", x$df)))
    paste0(", ", if (x$reference == "limit") source else paste("by", x$reference))
  }
  c(
    paste0(
      "Friedman test (", x$method, "): ", letter, " = ", sprintf("%.6g", x$statistic), df,
      ", p ", format_p(x$pvalue)
    ),
    sprintf(
      said("  %d methods on %d datasets; convention %s, engine %s"),
      x$n_classifiers, x$n_datasets, x$convention, x$engine
    ),
    unable(x$least_pvalue, verdict_level, x$n_datasets, x$notes),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_friedman <- function(x, row.names = NULL, # nolint: object_name_linter.
                                      optional = FALSE, ...) {
  check_dots(...)
  data.frame(
    method = x$method, statistic = x$statistic, df1 = x$df[1L], df2 = x$df[2L],
    pvalue = x$pvalue, n_datasets = x$n_datasets, n_classifiers = x$n_classifiers,
    convention = x$convention
  )
}

# One printable line per note.
format_notes <- function(notes) {
  sprintf("  note %s: %s", notes, note_text(notes))
}
