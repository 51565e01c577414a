# Sets of other methods that are most favourable to either method of a pair.

favourable_cases <- c("first", "all", "second")

#' Sets of other methods most favourable to either method of a pair
#'
#' Tests a pair together with every set of `size` other methods. A set is more favourable to the
#' first method than another set if the verdict is: first significantly better, neither, second
#' significantly better, in this order; among equal verdicts, if the first leads by more in mean
#' rank. If the two extreme sets differ in their verdicts, a choice of the other methods can decide
#' whether the pair differs significantly.
#'
#' All choose(k - 2, s) sets are examined, where s is `size`. The lead of the first method is the
#' mean rank of the second minus that of the first. Each other method adds to the lead the share of
#' datasets on which it is better than the second, minus the share on which it is better than the
#' first (a tie counts half). The signed-rank test favours the same method in every set; the set
#' decides by its number of small p-values whether the adjusted p-value is at most `alpha`. Among
#' sets that are equally favourable, the first one is named, in the order of the table.
#' Ismail-Fawaz et al. (2023) show that such choices change conclusions; [pb_multi_comparison()]
#' does not depend on them.
#'
#' @inheritParams pb_core_patterns
#' @param t A results table of k >= 3 methods on N >= 2 datasets, from [pb_read_results()].
#' @param first,second The pair: names of two different methods of the table.
#' @param size Number of other methods in a set, from 1 to k - 2; `NULL`: half of the other methods,
#'   rounded up, but at most 4.
#' @return An object of class `pb_favourable_sets`. Its fields "for each case" are in the order
#'   first (the set most favourable to `first`), all (all other methods of the table), second (the
#'   set most favourable to `second`). It is a list of
#'   \item{pair}{`first` and `second`}
#'   \item{size, alpha, test, zero_method}{as given}
#'   \item{others}{for each case: the other methods}
#'   \item{mean_ranks}{k x 3 matrix, mean rank in each case, 1 is best; `NaN` if the method is not
#'     in the case}
#'   \item{leads}{for each case: mean rank of `second` minus that of `first`}
#'   \item{verdicts}{for each case: 1 if `first` is significantly better, -1 if `second` is, 0 if
#'     neither is}
#'   \item{first_better, neither, second_better}{number of sets with each verdict}
#'   \item{largest_lead, least_lead}{largest and smallest lead of `first` over all sets, whatever
#'     the verdict}
#'   \item{n_sets}{number of sets of other methods; all are examined}
#'   \item{adjust}{as given, or `"single-step"` for `"nemenyi"`}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per case.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or three methods;
#' `pybench_error_argument` for an argument out of its range, or more sets than `limit`.
#' @references
#' Ismail-Fawaz, A. et al. (2023). An approach to multiple comparison benchmark evaluations that is
#' stable under manipulation of the comparate set. arXiv:2305.11921.
#' @examples
#' scores <- cbind(a = c(9, 8, 9, 9), b = c(8, 9, 7, 6), c = c(7, 7, 8, 8), d = 6, e = 1:4)
#' scores <- scores[rep(1:4, 3), ]
#' rownames(scores) <- paste0("d", 1:12)
#' pb_favourable_sets(pb_read_results(scores, higher_is_better = TRUE), "a", "b", size = 1)
#' @family stability of verdicts
#' @export
pb_favourable_sets <- function(t, first, second, size = NULL, alpha = 0.05, test = "wilcoxon",
                               adjust = "holm", zero_method = "wilcox", limit = 1e6) {
  alpha <- check_level("alpha", alpha)
  check_pattern_test(test, adjust, zero_method)
  require_comparable(t, one_metric = test == "wilcoxon")
  check_pair(t, first, second)
  pair <- match(c(first, second), t$classifiers)
  k <- ncol(t$scores)
  size <- check_favourable_size(size, k)
  limit <- check_count("limit", limit, 1)
  require_affordable(choose(k - 2, size), limit, "sets of other methods")
  others <- sets_of_others(k, pair, size)
  every <- replace(rep(1, k), pair, 0)
  doubled <- doubled_ranks(t$scores, t$higher_is_better)
  called <- favourable_calls(
    t, doubled, rbind(others, every, deparse.level = 0L), pair, test, adjust, zero_method, alpha
  )
  among <- seq_len(nrow(others))
  best <- function(side) order(-side * called$verdict[among], -side * called$doubled[among])[[1L]]
  chosen <- c(best(1), nrow(others) + 1L, best(-1))
  members <- rbind(others, every)[chosen, , drop = FALSE]
  lead <- called$doubled / (2 * nrow(doubled))
  new_result("pb_favourable_sets", list(
    pair = t$classifiers[pair],
    size = size,
    others = lapply(seq_along(chosen), function(i) t$classifiers[members[i, ] > 0]),
    mean_ranks = case_ranks(t, members, pair),
    leads = lead[chosen],
    verdicts = called$verdict[chosen],
    first_better = sum(called$verdict[among] > 0),
    neither = sum(called$verdict[among] == 0),
    second_better = sum(called$verdict[among] < 0),
    largest_lead = max(lead[among]),
    least_lead = min(lead[among]),
    n_sets = nrow(others),
    test = test,
    adjust = if (test == "nemenyi") "single-step" else adjust,
    zero_method = zero_method,
    alpha = alpha,
    n_datasets = nrow(t$scores),
    n_classifiers = k,
    notes = correction_noted(table_notes(t, doubled, "standard"), adjust, TRUE, test),
    engine = "r"
  ))
}

check_favourable_size <- function(size, k) {
  if (k < 3L) {
    stop_results_table(
      paste0("expected at least 3 methods, found ", k),
      expected = "at least 3 methods", found = as.character(k)
    )
  }
  size <- if (is.null(size)) min(4, ceiling((k - 2) / 2)) else check_count("size", size, 1)
  if (size > k - 2) {
    stop_argument(
      sprintf("`size` must be at most %d, the number of other methods, not %.0f", k - 2L, size),
      expected = sprintf("at most %d", k - 2L), found = sprintf("%.0f", size)
    )
  }
  size
}

# For each set of others: 1 where the first of the pair is significantly better, -1 where the second
# is, else 0; and twice the first's lead in rank sums.
favourable_calls <- function(t, doubled, others, pair, test, adjust, zero_method, alpha) {
  differs <- core_verdicts(t, others, pair, test, adjust, zero_method, alpha)[, 1L]
  # Every other method that is better than one of the pair, but not than the other, moves the lead.
  beaten <- doubled_losses(doubled)
  lead <- beaten[pair[[2L]], ] - beaten[pair[[1L]], ]
  lead <- as.vector(others %*% lead) + sum(lead[pair])
  side <- if (test == "nemenyi") {
    sign(lead)
  } else {
    pb_wilcoxon(t, "none", zero_method)$directions[pair[[1L]], pair[[2L]]]
  }
  list(verdict = differs * side, doubled = lead)
}

# Mean ranks within each case: the scores of its methods, ranked anew.
case_ranks <- function(t, members, pair) {
  members[, pair] <- 1
  ranks <- matrix(NaN, ncol(members), nrow(members), dimnames = list(
    t$classifiers, favourable_cases
  ))
  for (case in seq_along(favourable_cases)) {
    own <- which(members[case, ] > 0)
    ranks[own, case] <- colMeans(doubled_ranks(t$scores[, own], t$higher_is_better)) / 2
  }
  ranks
}

#' @rdname pb_result
#' @export
format.pb_favourable_sets <- function(x, ...) {
  check_dots(...)
  better <- paste(x$pair, "is significantly better")
  said <- c(better[[2L]], "they do not differ significantly", better[[1L]])[x$verdicts + 2]
  named <- c(paste("for", x$pair[[1L]]), paste("all", nouns()), paste("for", x$pair[[2L]]))
  ranks <- apply(x$mean_ranks[x$pair, ], 2L, function(means) {
    toString(sprintf("%s %.4g", x$pair, means))
  })
  cases <- sprintf("  %s: mean ranks %s; %s", named, ranks, said)
  beside <- sprintf("     beside %s", vapply(x$others, toString, ""))
  c(
    without_controls(c(
      sprintf(
        "Sets of %s most favourable to %s or %s", counted(x$size, "other method"), x$pair[[1L]],
        x$pair[[2L]]
      ),
      sprintf(
        "  of %s, %s is significantly better in %.0f, %s in %.0f, neither in %.0f",
        counted(x$n_sets, "set"), x$pair[[1L]], x$first_better, x$pair[[2L]], x$second_better,
        x$neither
      ),
      sprintf(
        "  test %s, adjustment %s, alpha %g, %d datasets; engine %s",
        x$test, x$adjust, x$alpha, x$n_datasets, x$engine
      ),
      sprintf(
        "  lead of %s in mean rank over all sets: %.4g to %.4g", x$pair[[1L]], x$least_lead,
        x$largest_lead
      ),
      cases[[1L]], beside[[1L]], cases[2:3], beside[[3L]]
    )),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_favourable_sets <- function(x, row.names = NULL, # nolint: object_name_linter.
                                             optional = FALSE, ...) {
  check_dots(...)
  data.frame(
    case = favourable_cases,
    mean_rank_1 = unname(x$mean_ranks[x$pair[[1L]], ]),
    mean_rank_2 = unname(x$mean_ranks[x$pair[[2L]], ]),
    lead = x$leads, verdict = x$verdicts, others = vapply(x$others, toString, "")
  )
}
