# Swaps of one method for another that change the verdict on a pair.

#' Swaps of one other method that reverse a pair
#'
#' Counts how often replacing one other method changes both the order of a pair and the verdict on
#' it. The pair is tested together with a set S of `size` other methods. A swap replaces one member
#' of S by a method that is not in S. The swap is counted if it reverses the order of the pair's
#' mean ranks and if the pair differs significantly after the swap but not before. The opposite
#' swap, after which the pair no longer differs significantly, is not counted separately.
#'
#' All choose(k - 2, s) sets and all choose(k - 2, s) s (k - 2 - s) / 2 swaps are examined, where s
#' is `size`. In Ismail-Fawaz et al. (2023), the figures "swap" show such swaps. If the mean ranks
#' of the pair are equal before or after a swap, the swap does not reverse their order.
#'
#' @inheritParams pb_core_patterns
#' @param t A results table of k >= 4 methods on N >= 2 datasets, from [pb_read_results()].
#' @param first,second The pair: names of two different methods of the table.
#' @param size Number of other methods in a set, from 1 to k - 3; `NULL`: k - 3 (all but one).
#' @param show Number of swaps to list by name; all swaps are counted.
#' @return An object of class `pb_swaps`, a list of
#'   \item{pair}{`first` and `second`}
#'   \item{size, alpha, test, zero_method}{as given}
#'   \item{counts}{(k - 2) x (k - 2) matrix: the number of sets in which replacing the method of the
#'     row by the method of the column changes both order and verdict}
#'   \item{out, into, kept}{for each listed swap: the method that is replaced, the method that
#'     replaces it, and the other methods that stay}
#'   \item{total, order_changes, verdict_changes}{numbers of swaps that change both order and
#'     verdict (`total`), that change the order, and that change the verdict}
#'   \item{examined, n_sets}{number of swaps examined, each counted once; number of sets}
#'   \item{adjust}{as given, or `"single-step"` for `"nemenyi"`}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row for each combination of a method that is replaced and a method
#'   that replaces it.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or four methods;
#' `pybench_error_argument` for an argument out of its range, or more sets than `limit`.
#' @references
#' Ismail-Fawaz, A. et al. (2023). An approach to multiple comparison benchmark evaluations that is
#' stable under manipulation of the comparate set. arXiv:2305.11921.
#' @examples
#' scores <- cbind(a = c(9, 8, 9, 9), b = c(8, 9, 7, 6), c = c(7, 7, 8, 8), d = c(6, 5, 5, 4))
#' scores <- scores[rep(1:4, 3), ]
#' rownames(scores) <- paste0("d", 1:12)
#' pb_swaps(pb_read_results(scores, higher_is_better = TRUE), "a", "b")
#' @family stability of verdicts
#' @export
pb_swaps <- function(t, first, second, size = NULL, alpha = 0.05, test = "wilcoxon",
                     adjust = "holm", zero_method = "wilcox", show = 100, limit = 1e6) {
  alpha <- check_level("alpha", alpha)
  check_pattern_test(test, adjust, zero_method)
  require_comparable(t, one_metric = test == "wilcoxon")
  check_pair(t, first, second)
  members <- match(c(first, second), t$classifiers)
  k <- ncol(t$scores)
  size <- check_swap_size(size, k)
  show <- check_count("show", show, 0)
  limit <- check_count("limit", limit, 1)
  require_affordable(choose(k - 2, size), limit, "sets of other methods")
  others <- sets_of_others(k, members, size)
  called <- data.frame(
    differs = core_verdicts(t, others, members, test, adjust, zero_method, alpha)[, 1L],
    lead = pair_lead(t, others, members)
  )
  rest <- setdiff(seq_len(k), members)
  cases <- swap_cases(others[, rest, drop = FALSE], called)
  names <- t$classifiers[rest]
  turned <- crossprod(cases$calm_ahead, cases$differs_behind) +
    crossprod(cases$calm_behind, cases$differs_ahead)
  dimnames(turned) <- list(names, names)
  listed <- list_swaps(cases, show)
  doubled <- doubled_ranks(t$scores, t$higher_is_better)
  products <- function(one, other) sum(rowSums(one) * rowSums(other))
  new_result("pb_swaps", list(
    pair = t$classifiers[members],
    size = size,
    counts = turned,
    out = names[listed$out],
    into = names[listed$into],
    kept = lapply(listed$kept, function(i) names[cases$kept[i, ] > 0]),
    total = sum(turned),
    order_changes = products(cases$ahead, cases$behind),
    verdict_changes = products(cases$calm, cases$differs),
    examined = choose(k - 2, size) * size * (k - 2 - size) / 2,
    n_sets = nrow(others),
    test = test,
    adjust = if (test == "nemenyi") "single-step" else adjust,
    zero_method = zero_method,
    alpha = alpha,
    n_datasets = nrow(t$scores),
    n_classifiers = k,
    notes = notes_ordered(table_notes(t, doubled, "standard")),
    engine = "r"
  ))
}

check_swap_size <- function(size, k) {
  if (k < 4L) {
    stop_results_table(
      paste0("expected at least 4 methods, found ", k),
      expected = "at least 4 methods", found = as.character(k)
    )
  }
  size <- if (is.null(size)) k - 3 else check_count("size", size, 1)
  if (size > k - 3) {
    stop_argument(
      sprintf("`size` must be at most %d, the number of methods minus 3, not %.0f", k - 3L, size),
      expected = sprintf("at most %d", k - 3L), found = sprintf("%.0f", size)
    )
  }
  size
}

# How far the first of a pair is ahead of the second beside each set: its sign.
pair_lead <- function(t, others, pair) {
  sets <- others
  sets[, pair] <- 1
  losses <- doubled_losses(doubled_ranks(t$scores, t$higher_is_better))
  sums <- rank_sums_within(losses, sets)
  unname(sign(sums[, pair[[2L]]] - sums[, pair[[1L]]]))
}

# For each set without one member (row) and each method that completes it to a set (column), the
# answer of that set on the pair: 1 where it holds, else 0.
swap_cases <- function(others, called) {
  kept <- sets_of_sizes(ncol(others), sum(others[1L, ]) - 1)
  known <- set_keys(others)
  whole <- matrix(NA_integer_, nrow(kept), ncol(kept))
  for (come in seq_len(ncol(kept))) {
    free <- kept[, come] == 0
    completed <- kept[free, , drop = FALSE]
    completed[, come] <- 1
    whole[free, come] <- match(set_keys(completed), known)
  }
  says <- function(said) {
    cells <- matrix(0, nrow(kept), ncol(kept))
    cells[] <- said[whole]
    cells[is.na(cells)] <- 0
    cells
  }
  calm <- !called$differs
  list(
    kept = kept, calm = says(calm), differs = says(called$differs),
    ahead = says(called$lead > 0), behind = says(called$lead < 0),
    calm_ahead = says(calm & called$lead > 0), calm_behind = says(calm & called$lead < 0),
    differs_ahead = says(called$differs & called$lead > 0),
    differs_behind = says(called$differs & called$lead < 0)
  )
}

# A key for each set: a whole number that a double holds, or a text if there are too many methods.
set_keys <- function(sets) {
  if (ncol(sets) <= 52L) {
    as.vector(sets %*% 2^(seq_len(ncol(sets)) - 1))
  } else {
    do.call(paste0, as.data.frame(sets))
  }
}

# The first swaps by kept set, leaving method, replacing method.
list_swaps <- function(cases, show) {
  possible <- rowSums(cases$calm_ahead) * rowSums(cases$differs_behind) +
    rowSums(cases$calm_behind) * rowSums(cases$differs_ahead)
  rows <- utils::head(which(possible > 0), show)
  found <- lapply(rows, function(i) {
    turned <- outer(cases$calm_ahead[i, ], cases$differs_behind[i, ]) +
      outer(cases$calm_behind[i, ], cases$differs_ahead[i, ])
    cells <- which(t(turned) > 0, arr.ind = TRUE)
    cbind(kept = i, out = cells[, 2L], into = cells[, 1L])
  })
  found <- utils::head(do.call(rbind, found), show)
  if (is.null(found)) {
    found <- matrix(0L, 0L, 3L, dimnames = list(NULL, c("kept", "out", "into")))
  }
  as.list(as.data.frame(found))
}

#' @rdname pb_result
#' @export
format.pb_swaps <- function(x, ...) {
  check_dots(...)
  shown <- utils::head(seq_along(x$out), 3L)
  beside <- vapply(x$kept[shown], function(kept) {
    if (length(kept) > 0L) paste0(" beside ", toString(kept)) else ""
  }, "")
  c(
    without_controls(c(
      sprintf(
        "Swaps that reverse the order and change the verdict of %s and %s: %.0f of %.0f",
        x$pair[[1L]], x$pair[[2L]], x$total, x$examined
      ),
      sprintf(
        "  one of %s for another, %s; test %s, adjustment %s, alpha %g; engine %s",
        counted(x$size, "other"), counted(x$n_sets, "set"), x$test, x$adjust, x$alpha, x$engine
      ),
      sprintf(
        "  the order is reversed in %.0f, the verdict changes in %.0f",
        x$order_changes, x$verdict_changes
      ),
      sprintf(
        "  %s replaced by %s%s: they differ significantly, in the other order",
        x$out[shown], x$into[shown],
        beside
      )
    )),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_swaps <- function(x, row.names = NULL, # nolint: object_name_linter.
                                   optional = FALSE, ...) {
  check_dots(...)
  cells <- which(t(x$counts) > 0, arr.ind = TRUE)[, 2:1, drop = FALSE]
  cells <- cells[order(-x$counts[cells]), , drop = FALSE]
  data.frame(
    out = rownames(x$counts)[cells[, 1L]], into = colnames(x$counts)[cells[, 2L]],
    sets = x$counts[cells]
  )
}
