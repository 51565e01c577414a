# The Wilcoxon signed-rank test of pairs of methods.

wilcoxon_methods <- c("auto", "exact", "normal")
wilcoxon_conventions <- c("standard", "r-4.2", "r-4.6", "scipy")

# The most nonzero differences for which "auto" is exact.
auto_signs <- 200L

#' Wilcoxon signed-rank test of pairs of methods
#'
#' Tests, for pairs of methods, whether the differences of their scores over datasets are symmetric
#' about zero.
#'
#' If \eqn{r_i} are the ranks of the absolute values of the nonzero differences \eqn{d_i},
#' \deqn{W^+ = \sum_{d_i > 0} r_i, \qquad
#'   z = \frac{W^+ - \frac12 \sum r_i}{\sqrt{\frac14 \sum r_i^2}}}{
#'   W+ = sum(r_i over d_i > 0),  z = (W+ - sum(r_i)/2) / sqrt(sum(r_i^2)/4)}
#' In the exact distribution, every choice of the signs of the n nonzero differences has the
#' probability \eqn{2^{-n}}{2^-n}, also with ties and zeros (Streitberg and Roehmel 1986). The
#' two-sided p is twice the smaller tail, at most 1. Small p-values are accurate, since they are
#' computed as sums of positive numbers.
#'
#' The test is due to Wilcoxon (1945), `"pratt"` to Pratt (1959) and `"zsplit"` to Demsar (2006,
#' section 3.1.3). With `"zsplit"`, W+ also contains half of the sum of the ranks of the zeros, and
#' the variance of the normal distribution includes these ranks too. The exact distribution does not
#' give signs to zeros, so with `"exact"`, `"zsplit"` has the same p-values as `"pratt"`.
#'
#' The conventions are:
#'
#' * `"r-4.2"` leaves zeros out. With fewer than 50 datasets and neither zeros nor ties, it uses the
#'   exact distribution; otherwise, it uses the normal distribution with continuity correction.
#' * `"r-4.6"` (as observed in R 4.6.1) uses the exact distribution and Pratt's treatment of zeros
#'   with fewer than 50 datasets. Otherwise it is the same as `"r-4.2"`.
#' * `"scipy"` leaves zeros out. It uses the exact distribution with up to 13 datasets, or with up
#'   to 50 datasets if there are neither zeros nor ties. Otherwise it uses the normal distribution
#'   without correction.
#'
#' For two methods with equal scores on all datasets, R and SciPy return NaN; pybench returns p = 1
#' and statistic 0 in every convention.
#'
#' @param t A results table of k >= 2 methods on N >= 2 datasets, from [pb_read_results()].
#' @param adjust Name of the correction for testing many pairs, see [pb_adjust()].
#' @param zero_method How to treat datasets on which both scores are equal. `"wilcox"` leaves them
#'   out. `"pratt"` ranks them lowest and then leaves them out. `"zsplit"` ranks them lowest and
#'   gives half of their ranks to each side.
#' @param method Null distribution. `"exact"`: the exact distribution given the ranks, which allows
#'   for ties and zeros, for up to 1000 nonzero differences. `"normal"`: the normal distribution
#'   with the variance given the ranks. `"auto"`: exact up to 200 nonzero differences, otherwise
#'   normal.
#' @param alternative `"two-sided"`, `"greater"` (the row is better than the column) or `"less"`.
#' @param correction Whether the normal distribution is used with a continuity correction of half a
#'   rank.
#' @param control A method with which all others are compared, or `NULL`: all pairs.
#' @param convention `"standard"`, `"r-4.2"`, `"r-4.6"` or `"scipy"`. All conventions but
#'   `"standard"` reproduce the defaults of `wilcox.test(paired = TRUE)` in R 4.2 or R 4.6, or of
#'   `scipy.stats.wilcoxon` 1.17. They fix `zero_method`, `method` and `correction`, so you
#'   cannot give these arguments as well.
#' @param tie_tol Which differences are zero, and which are tied in size:
#'
#'   * `"decimal"`: if all scores of both methods have at most 10 decimals and 15 digits, they are
#'     subtracted as decimals, so that 0.9 - 0.8 and 0.8 - 0.7 tie. Other scores, such as means over
#'     repeats, are subtracted as doubles. Conventions other than `"standard"` treat `"decimal"` as
#'     0.
#'   * 0: all scores are subtracted as doubles, and only equal doubles tie, as in R and SciPy.
#'   * A number above 0: differences of at most this size count as zero. The larger differences are
#'     sorted by size, and neighbours are tied if their sizes differ by at most this number, so ties
#'     can form chains.
#'   * `"auto"`: the same as the number 1e-12 times the largest absolute score of the table.
#' @return An object of class `pb_pairs`; its fields are those of [pb_pairs]. The `statistics` are
#'   W+, the sum of the ranks of the datasets on which the row is better. With `"zsplit"`, half of
#'   the sum of the ranks of the zeros is added. If only some pairs were tested exactly, the field
#'   `method` says how many.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods;
#' `pybench_error_argument` for an argument with an unknown value, a correction that cannot be used
#' with the pairs, an argument together with a convention that fixes it, or `"exact"` for more than
#' 1000 differences.
#' @references
#' Wilcoxon, F. (1945). Individual comparisons by ranking methods. *Biometrics Bulletin* 1, 80-83.
#'
#' Pratt, J. W. (1959). Remarks on zeros and ties in the Wilcoxon signed rank procedures. *Journal
#' of the American Statistical Association* 54, 655-667.
#'
#' Streitberg, B. and Roehmel, J. (1986). Exact distributions for permutation and rank tests: an
#' introduction to some recently published algorithms. *Statistical Software Newsletter* 12, 10-17.
#'
#' Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. *Journal of
#' Machine Learning Research* 7, 1-30.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = 1:5, A = c(9, 7, 6, 8, 9), B = c(8, 5, 3, 4, 4)),
#'   higher_is_better = TRUE
#' )
#' pb_wilcoxon(t)
#' pb_wilcoxon(t, convention = "r-4.2")$pvalues
#' @family tests of pairs
#' @export
pb_wilcoxon <- function(t, adjust = "holm", zero_method = "wilcox", method = "auto",
                        alternative = "two-sided", correction = FALSE, control = NULL,
                        convention = "standard", tie_tol = "decimal") {
  check_pairs(t, alternative, control, pairwise = TRUE, one_metric = TRUE)
  adjust <- check_adjust(adjust, control, alternative)
  rules <- list(
    zero_method = check_choice("zero_method", zero_method, zero_methods),
    method = check_choice("method", method, wilcoxon_methods),
    correction = check_flag("correction", correction),
    convention = check_choice("convention", convention, wilcoxon_conventions)
  )
  tie_tol <- check_tie_tolerance(tie_tol, convention)
  require_free(rules)
  rules$alternative <- alternative
  rules$correction <- if (convention == "standard") correction else convention != "scipy"
  pairs <- pairs_of(t, control)
  ranks <- ranks_by(rules, differences(t, pairs, tie_tol))
  p <- test_ranks(ranks, rules)
  near <- by_equality(tie_tol) &&
    verdicts_change(
      t, pairs, list(statistics = rank_sums(ranks), pvalues = p),
      merged_test(t, pairs, ranks, p, rules), adjust, alternative, control
    )
  least <- ifelse(p$exact, least_signed(signs_of(ranks), alternative), 0)
  new_pairs(
    t, square_of(t, pairs, rank_sums(ranks)), square_of(t, pairs, p),
    least = square_of(t, pairs, list(there = least, back = least)),
    test = "wilcoxon", statistic = "W+", method = wilcoxon_source(p$exact, rules$correction),
    adjust = adjust, alternative = alternative, control = control, convention = convention,
    tie_tol = tie_tol,
    notes = c(
      pair_notes(t, convention, tie_tol, any(signs_of(ranks) == 0), !all(p$exact)),
      if (near) "near-ties"
    )
  )
}

# A convention fixes the treatment of zeros and the source of p.
require_free <- function(rules) {
  free <- list(zero_method = "wilcox", method = "auto", correction = FALSE)
  taken <- names(free)[!mapply(identical, free, rules[names(free)])]
  if (rules$convention != "standard" && length(taken) > 0L) {
    name <- taken[[1L]]
    stop_argument(
      sprintf("`%s` is fixed by `convention` \"%s\"", name, rules$convention),
      expected = sprintf("`%s` left out, or `convention` \"standard\"", name),
      found = sprintf("both `%s` and `convention`", name),
      hint = sprintf("Leave out `%s`.", name)
    )
  }
}

ranks_by <- function(rules, gaps) {
  pratt <- rules$convention == "r-4.6" & colSums(!is.na(gaps)) < 50L
  signed_ranks(gaps, ifelse(pratt, "pratt", rules$zero_method))
}

# The pairs for which the exact distribution is used.
is_exact <- function(ranks, rules) {
  n <- ranks$sizes
  clean <- function() ranks$zeros == 0 & !has_ties(ranks)
  exact <- switch(rules$convention,
    "r-4.2" = n < 50L & clean(),
    "r-4.6" = n < 50L,
    "scipy" = n <= 13L | (n <= 50L & clean()),
    "standard" = switch(rules$method,
      exact = TRUE, normal = FALSE, auto = signs_of(ranks) <= auto_signs
    )
  )
  rep_len(exact, ncol(ranks$doubled))
}

# p-values of the pairs (`there`), of the reversed pairs (`back`), and which are `exact`.
test_ranks <- function(ranks, rules) {
  exact <- is_exact(ranks, rules)
  require_few_signs(signs_of(ranks)[exact])
  p <- list(there = numeric(length(exact)), back = numeric(length(exact)), exact = exact)
  exactly <- signed_exact(choose_pairs(ranks, exact), rules$alternative)
  nearly <- signed_normal(choose_pairs(ranks, !exact), rules$alternative, rules$correction)
  for (way in c("there", "back")) {
    p[[way]][exact] <- exactly[[way]]
    p[[way]][!exact] <- nearly[[way]]
  }
  p
}

require_few_signs <- function(signs) {
  if (any(signs > exact_signs)) {
    stop_argument(
      sprintf(
        paste(
          "`method` \"exact\" takes at most %d datasets on which two methods differ;",
          "the table has %d"
        ),
        exact_signs, as.integer(max(signs))
      ),
      expected = sprintf("at most %d", exact_signs), found = sprintf("%d", as.integer(max(signs))),
      hint = "Use method = \"auto\"."
    )
  }
}

# Rank sums and p-values if sizes that differ by rounding count as tied. Only pairs whose ranks
# change are tested again.
merged_test <- function(t, pairs, ranks, p, rules) {
  merged <- ranks_by(rules, differences(t, pairs, "auto"))
  moved <- colSums(ranks$doubled != merged$doubled) > 0 | ranks$plus != merged$plus
  again <- test_ranks(choose_pairs(merged, moved), rules)
  for (way in c("there", "back")) {
    p[[way]][moved] <- again[[way]]
  }
  list(statistics = rank_sums(merged), pvalues = p)
}

# The source of the p-values in words.
wilcoxon_source <- function(exact, correction) {
  normal <- if (correction) "normal with continuity correction" else "normal"
  if (all(exact)) {
    "exact"
  } else if (any(exact)) {
    sprintf("exact for %s, %s for %d", counted(sum(exact), "pair"), normal, sum(!exact))
  } else {
    normal
  }
}
