# Which verdicts among a few methods are possible, over all sets of other methods beside them.

pattern_tests <- c("wilcoxon", "nemenyi")

#' Patterns of verdicts within a core of methods
#'
#' Tests a few given methods (the core) together with every possible set of other methods; `extra`
#' is the number of methods in such a set. The pairs of the core that differ significantly in such a
#' test form a pattern. The result says how many of the sets produce each pattern.
#'
#' All choose(k - length(core), extra) sets of other methods are examined. With `"wilcoxon"`, a pair
#' has the same raw p-value in every set, but the p-value adjusted by Holm's correction also depends
#' on the other pairs in the set. With `"nemenyi"`, methods are ranked again within each set; the
#' verdicts use the limiting distribution, even in sets of two methods, where [pb_nemenyi()] uses
#' permutations. In Ismail-Fawaz et al. (2023), the figure "stability-holm" shows such counts.
#'
#' @param t A results table of k methods on N >= 2 datasets, from [pb_read_results()].
#' @param core Names of 2 or more methods of the table.
#' @param extra Number of other methods in a set, from 0 to k - length(core).
#' @param alpha Level of the test within each set, a number in (0, 1).
#' @param test `"wilcoxon"`: signed-rank tests of all pairs of a set. `"nemenyi"`: the Nemenyi test,
#'   by mean ranks within the set.
#' @param adjust Correction for testing all pairs of a set, as for [pb_wilcoxon()]; ignored for
#'   `"nemenyi"`, which needs no correction.
#' @param zero_method As for [pb_wilcoxon()].
#' @param examples Number of sets to name for each pattern, chosen at random.
#' @param limit Largest number of sets; if there are more, an error is raised.
#' @param seed Seed of the choice of examples, a whole number.
#' @return An object of class `pb_core_patterns`, a list of
#'   \item{core, extra, alpha, test, zero_method}{as given}
#'   \item{adjust}{as given, or `"single-step"` for `"nemenyi"`}
#'   \item{patterns}{matrix, one row per pattern. The column `sets` is the number of sets that
#'     produce the pattern. Each further column belongs to one pair of the core; it is 1 if this
#'     pair differs significantly, and 0 if not. Patterns are ordered by the number of pairs that
#'     differ, the largest first; patterns in which equally many pairs differ are ordered by the
#'     first pair that differs}
#'   \item{examples}{list of example sets of other methods: first those of the first pattern, then
#'   those of the second, and so on}
#'   \item{example_pattern}{the row of `patterns` to which each example belongs}
#'   \item{n_sets}{number of sets of other methods}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per pattern.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods;
#' `pybench_error_argument` for a core that is not 2 or more different methods of the table, an
#' argument out of its range, or more sets than `limit`.
#' @references
#' Ismail-Fawaz, A. et al. (2023). An approach to multiple comparison benchmark evaluations that is
#' stable under manipulation of the comparate set. arXiv:2305.11921.
#' @examples
#' scores <- cbind(a = c(9, 8, 9, 9), b = c(8, 9, 7, 6), c = c(7, 7, 8, 8), d = 6, e = 1:4)
#' scores <- scores[rep(1:4, 3), ]
#' rownames(scores) <- paste0("d", 1:12)
#' pb_core_patterns(pb_read_results(scores, higher_is_better = TRUE), c("a", "b"), extra = 1)
#' @family stability of verdicts
#' @export
pb_core_patterns <- function(t, core, extra = 4, alpha = 0.05, test = "wilcoxon", adjust = "holm",
                             zero_method = "wilcox", examples = 5, limit = 1e6, seed = 0) {
  alpha <- check_level("alpha", alpha)
  check_pattern_test(test, adjust, zero_method)
  require_comparable(t, one_metric = test == "wilcoxon")
  members <- check_core(core, t)
  extra <- check_count("extra", extra, 0)
  left <- ncol(t$scores) - length(members)
  if (extra > left) {
    stop_argument(
      sprintf(
        "`extra` must be at most %d, the number of methods outside `core`, not %.0f", left, extra
      ),
      expected = sprintf("at most %d", left), found = sprintf("%.0f", extra)
    )
  }
  examples <- check_count("examples", examples, 0)
  limit <- check_count("limit", limit, 1)
  require_affordable(choose(left, extra), limit, "sets of other methods")
  seed <- check_seed(seed)
  others <- sets_of_others(ncol(t$scores), members, extra)
  pairs <- core_pairs(members)
  differs <- core_verdicts(t, others, members, test, adjust, zero_method, alpha)
  patterns <- count_patterns(differs)
  chosen <- choose_examples(patterns$number, examples, seed)
  values <- cbind(patterns$sets, patterns$differs)
  dimnames(values) <- list(
    seq_len(nrow(values)),
    c("sets", paste(t$classifiers[pairs[, 1L]], "vs", t$classifiers[pairs[, 2L]]))
  )
  doubled <- doubled_ranks(t$scores, t$higher_is_better)
  new_result("pb_core_patterns", list(
    core = t$classifiers[members],
    extra = extra,
    patterns = values,
    examples = lapply(chosen, function(i) t$classifiers[others[i, ] > 0]),
    example_pattern = patterns$number[chosen],
    n_sets = nrow(others),
    test = test,
    adjust = if (test == "nemenyi") "single-step" else adjust,
    zero_method = zero_method,
    alpha = alpha,
    n_datasets = nrow(t$scores),
    n_classifiers = ncol(t$scores),
    notes = correction_noted(
      table_notes(t, doubled, "standard"), adjust, ncol(t$scores) > 2L, test
    ),
    engine = "r"
  ))
}

check_pattern_test <- function(test, adjust, zero_method) {
  check_choice("test", test, pattern_tests)
  check_adjust(adjust)
  check_choice("zero_method", zero_method, zero_methods)
}

# Positions of two or more different methods of the table.
check_core <- function(names, t) {
  fine <- is.character(names) && !anyDuplicated(names) && length(names) >= 2L &&
    all(names %in% t$classifiers)
  if (fine) {
    return(match(names, t$classifiers))
  }
  stop_argument(
    "`core` must be at least 2 different methods of the table",
    expected = paste0("at least 2 of: ", toString(t$classifiers)), found = describe_value(names),
    hint = if (length(names) > 1L) strangers(names, t$classifiers)
  )
}

# All sets of `extra` methods that are not in the core, one column per method of the table.
sets_of_others <- function(k, core, extra) {
  rest <- setdiff(seq_len(k), core)
  chosen <- sets_of_sizes(length(rest), extra)
  others <- matrix(0, nrow(chosen), k)
  others[, rest] <- chosen
  others
}

# The pairs of a core, in its own order.
core_pairs <- function(core) {
  matrix(core[all_pairs(length(core))], ncol = 2L)
}

# Which pairs of the core are declared different beside each set of others, sets x pairs.
core_verdicts <- function(t, others, core, test, adjust, zero_method, alpha) {
  pairs <- core_pairs(core)
  sets <- others
  sets[, core] <- 1
  if (test == "nemenyi") {
    doubled <- doubled_ranks(t$scores, t$higher_is_better)
    sums <- rank_sums_within(doubled_losses(doubled), sets)
    lead <- sums[, pairs[, 1L], drop = FALSE] - sums[, pairs[, 2L], drop = FALSE]
    return(unname(abs(lead) >= critical_gaps(nrow(doubled), sets, alpha)))
  }
  p <- pb_wilcoxon(t, "none", zero_method)$pvalues_raw
  every <- all_pairs(ncol(sets))
  code <- function(one, two) pmin(one, two) * ncol(sets) + pmax(one, two)
  wanted <- match(code(pairs[, 1L], pairs[, 2L]), code(every[, 1L], every[, 2L]))
  parts <- lapply(row_blocks(nrow(sets), nrow(every)), function(rows) {
    verdicts <- set_verdicts(p, sets[rows, , drop = FALSE], every, adjust, alpha)
    verdicts[, wanted, drop = FALSE]
  })
  do.call(rbind, parts)
}

# The distinct rows, those with most TRUE first, then those whose first TRUE comes first: the number
# of sets with each, and for each set the number of its row.
count_patterns <- function(differs) {
  key <- apply(differs, 1L, function(row) paste(as.integer(row), collapse = ""))
  keys <- unique(key)
  ones <- nchar(gsub("0", "", keys, fixed = TRUE))
  keys <- keys[order(-ones, chartr("01", "10", keys))]
  number <- match(key, keys)
  list(
    differs = 1 * differs[match(keys, key), , drop = FALSE],
    sets = as.vector(tabulate(number, length(keys))),
    number = number
  )
}

# Sets chosen at random for each pattern: pattern by pattern, in the order in which they are listed.
choose_examples <- function(number, count, seed) {
  u <- uniforms(seed, "core-patterns", 0, length(number))
  chosen <- lapply(seq_len(max(number)), function(pattern) {
    rows <- which(number == pattern)
    sort(utils::head(rows[order(u[rows])], count))
  })
  unlist(chosen)
}

#' @rdname pb_result
#' @export
format.pb_core_patterns <- function(x, ...) {
  check_dots(...)
  pairs <- colnames(x$patterns)[-1L]
  rows <- lapply(seq_len(nrow(x$patterns)), function(i) {
    alike <- pairs[x$patterns[i, -1L] == 0]
    example <- x$examples[match(i, x$example_pattern)][[1L]]
    c(
      sprintf(
        "  %d: %s; not shown to differ: %s", i, counted(x$patterns[i, 1L], "set"),
        if (length(alike) > 0L) toString(alike) else "none"
      ),
      if (length(example) > 0L) sprintf("     for example with %s", toString(example))
    )
  })
  c(
    without_controls(c(
      sprintf(
        "Patterns of verdicts within %s: %s over %s of %s",
        toString(x$core), counted(nrow(x$patterns), "pattern"), counted(x$n_sets, "set"),
        counted(x$extra, "other")
      ),
      sprintf(
        "  test %s, adjustment %s, alpha %g, %d datasets; engine %s",
        x$test, x$adjust, x$alpha, x$n_datasets, x$engine
      ),
      unlist(rows)
    )),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_core_patterns <- function(x, row.names = NULL, # nolint: object_name_linter.
                                           optional = FALSE, ...) {
  check_dots(...)
  data.frame(
    pattern = rownames(x$patterns), sets = unname(x$patterns[, 1L]),
    share = unname(x$patterns[, 1L]) / x$n_sets, x$patterns[, -1L, drop = FALSE] > 0,
    row.names = NULL, check.names = FALSE
  )
}
