# Missing scores: the verdicts under each policy, and those that any scores can lead to.

#' Verdicts under several policies for missing scores
#'
#' Compares all pairs of methods under several policies for missing scores, and bounds the verdicts
#' that any missing scores can lead to.
#'
#' The `bounds` follow Horowitz and Manski (2000), who let missing values take every possible value.
#' For each pair, they need the smallest and the largest p-value that missing scores can lead to, in
#' favour of either method:
#'
#' * `"sign_test"`: exact. They are those of the scores most favourable to the one method, and to
#'   the other.
#' * `"wilcoxon"`: the most favourable scores do not always have the smallest p-value, since a score
#'   that makes two differences tie can have a smaller one, and so can a score that makes a
#'   difference 0. For seven differences -1, 2, -3, 4, 5, 6, 7 and one missing, p is 14/256 with a
#'   large difference, but 12/256 with 4. The p-values are exact if all orders of the differences
#'   can be tried, as for a pair that lacks a score on one of up to 400 datasets, or on two of up to
#'   30. Otherwise they are bounds, outside which no p-value is.
#'
#' The correction for many pairs then uses, for every other pair, its smallest or its largest
#' p-value. The missing scores of one table need not lead to all of these at once, so `bounds` can
#' be further apart than necessary. Therefore `settled` is `TRUE` if the verdicts with the missing
#' scores most favourable to each single method reach both bounds, or if the p-values of the pair
#' are exact and not corrected.
#'
#' Scores that tie, or whose differences tie, are assumed to do so whatever the missing scores are.
#' With a number as `tie_tol`, ties of differences are chained (see [pb_ranks()]): a missing score
#' can then tie two differences that do not tie without it. `bounds` of `"wilcoxon"` leave this out,
#' so that missing scores can then lead to a verdict outside them; with `"decimal"` or 0 they
#' cannot.
#'
#' All methods are tested by Friedman's test if a policy leaves no score missing, and otherwise by
#' [pb_skillings_mack()] or [pb_durbin()], as in [pb_compare()].
#'
#' @param t A results table of k >= 2 methods on N >= 2 datasets, from [pb_read_results()] with
#'   `missing = "pairwise"`.
#' @param policies Policies of [pb_read_results()]: `"drop"`, `"pairwise"`, `"worst"`,
#'   `"impute:<method>"`. `NULL`: `"drop"` (if two datasets have every score), `"pairwise"` and
#'   `"worst"`.
#' @param alpha Family-wise level, in (0, 1).
#' @param test Test of each pair of methods, two-sided: `"wilcoxon"` or `"sign_test"`.
#' @param adjust Correction of the p-values, see [pb_adjust()]; neither `"shaffer"` nor
#'   `"bergmann"`.
#' @param limits The smallest and the largest value that a missing score can have, such as `c(0, 1)`
#'   for accuracy. `NULL`: it can be any number.
#' @param tie_tol See [pb_ranks()]. A number above 0 weakens `bounds` of `"wilcoxon"`, see above.
#' @return An object of class `pb_missing_policies`, a list of
#'   \item{policies}{the P policies}
#'   \item{pairs}{list of the m pairs of methods, in the order of the table}
#'   \item{n_common}{m x P matrix: datasets of each pair, with the scores that the policy fills in}
#'   \item{pvalues}{m x P matrix: adjusted p-values}
#'   \item{verdicts}{m x P matrix of integers: 1 if the first method is better, -1 if the second is,
#'     0 if neither is shown to be better}
#'   \item{agreement}{a word for each pair. `"all"`: every policy finds a significant difference in
#'     the same direction; `"some"`: some policies do, and none the opposite; `"opposite"`: policies
#'     find opposite directions; `"none"`: no policy finds a significant difference, which does not
#'     mean that the two are equal}
#'   \item{bounds}{m x 2 matrix: the lowest and the highest verdict on each pair; no missing scores
#'     lead to another verdict. If both are 1, the first method is significantly better whatever the
#'     missing scores are}
#'   \item{settled}{for each pair, whether missing scores are known that lead to the lowest
#'     verdict, and some that lead to the highest; if not, the truth can be narrower, see the
#'     details}
#'   \item{omnibus_tests, omnibus_pvalues}{under each policy, the test of all methods and its
#'     p-value}
#'   \item{n_missing}{number of missing scores}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{limits, test, adjust, alpha}{as given}
#'   \item{notes}{caveats of all tests, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per pair and policy.
#' @section Errors:
#' `pybench_error_results_table` for fewer than 2 datasets or methods, a pair with fewer than 2
#' datasets in common, or a policy that leaves fewer than 2 datasets or cannot fill in a score;
#' `pybench_error_argument` for an argument out of its range, an unknown policy, or a score outside
#' `limits`.
#' @references
#' Horowitz, J. L. and Manski, C. F. (2000). Nonparametric analysis of randomized experiments with
#' missing covariate and outcome data. *Journal of the American Statistical Association* 95, 77-84.
#' @examples
#' t <- pb_read_results(
#'   data.frame(
#'     dataset = letters[1:6], A = c(9, 8, 6, 7, 9, 8), B = c(8, 7, 5, 6, 8, 7),
#'     C = c(4, NA, 2, 3, 5, 1)
#'   ),
#'   higher_is_better = TRUE, missing = "pairwise"
#' )
#' pb_missing_policies(t, alpha = 0.1)
#' @family first steps
#' @export
pb_missing_policies <- function(t, policies = NULL, alpha = 0.05, test = "wilcoxon",
                                adjust = "holm", limits = NULL, tie_tol = "decimal") {
  tie_tol <- check_tie_tolerance(tie_tol)
  require_comparable(t, pairwise = TRUE, one_metric = identical(test, "wilcoxon"))
  alpha <- check_level("alpha", alpha)
  check_choice("test", test, c("wilcoxon", "sign_test"))
  check_choice("adjust", adjust, setdiff(adjustment_names(), logical_adjustments))
  limits <- check_limits(t, limits)
  policies <- check_policies(t, policies)
  t <- with_scores(t, t$scores) # single repeats are not filled in
  one <- if (test == "wilcoxon") pb_wilcoxon else pb_sign_test
  under <- lapply(policies, settle_missing, t = t)
  tests <- lapply(under, function(t) {
    pairs_at_level(one(t, adjust = adjust, tie_tol = tie_tol), alpha)
  })
  whole <- lapply(under, omnibus_of, alpha, tie_tol)
  cells <- cells_by_row(ncol(t$scores))
  column <- function(results, field) {
    matrix(vapply(results, function(x) x[[field]][cells], numeric(nrow(cells))), nrow(cells))
  }
  counts <- lapply(under, function(t) list(n = common_counts(t$scores)))
  verdicts <- whole_numbers(column(tests, "verdicts"))
  reached <- lapply(t$classifiers, function(name) {
    filled <- with_scores(t, most_favourable(t, name, limits))
    pairs_at_level(one(filled, adjust = adjust, tie_tol = tie_tol), alpha)
  })
  bounds <- policy_bounds(t, limits, test, adjust, alpha, tie_tol, column(reached, "verdicts"))
  new_result("pb_missing_policies", list(
    policies = policies,
    pairs = lapply(seq_len(nrow(cells)), function(i) t$classifiers[cells[i, ]]),
    n_common = whole_numbers(column(counts, "n")),
    pvalues = column(tests, "pvalues"),
    verdicts = verdicts,
    agreement = apply(verdicts, 1L, metric_agreement),
    bounds = bounds$bounds,
    settled = bounds$settled,
    omnibus_tests = vapply(whole, function(x) if (is.null(x$test)) "friedman" else x$test, ""),
    omnibus_pvalues = vapply(whole, `[[`, 0, "pvalue"),
    n_missing = sum(is.na(t$scores)),
    n_datasets = nrow(t$scores),
    n_classifiers = ncol(t$scores),
    limits = limits,
    test = test,
    adjust = adjust,
    alpha = alpha,
    notes = notes_ordered(unlist(lapply(c(tests, whole), `[[`, "notes"))),
    engine = "r"
  ))
}

check_policies <- function(t, given) {
  if (is.null(given)) {
    whole <- sum(stats::complete.cases(t$scores))
    return(c(if (whole >= 2L) "drop", "pairwise", "worst"))
  }
  policies <- unlist(given)
  for (policy in as.list(policies)) {
    check_missing(policy)
  }
  if (length(policies) == 0L || anyDuplicated(policies) > 0L || "error" %in% policies) {
    stop_argument(
      "`policies` must be policies for missing scores, each once, and not \"error\"",
      expected = "such as \"drop\", \"pairwise\", \"worst\", \"impute:<method>\"",
      found = describe_value(given)
    )
  }
  policies
}

check_limits <- function(t, limits) {
  if (is.null(limits)) {
    return(NULL)
  }
  limits <- unlist(limits)
  usable <- is.numeric(limits) && length(limits) == 2L && all(is.finite(limits))
  if (!usable || limits[[1L]] >= limits[[2L]]) {
    stop_argument(
      "`limits` must be two finite numbers, the smaller first",
      expected = "two numbers, such as c(0, 1)", found = describe_value(limits)
    )
  }
  scores <- range(t$scores, na.rm = TRUE)
  if (scores[[1L]] < limits[[1L]] || scores[[2L]] > limits[[2L]]) {
    between <- function(pair) sprintf("%.15g to %.15g", pair[[1L]], pair[[2L]])
    stop_argument(
      paste0("`limits` must include every score: the scores are ", between(scores)),
      expected = paste("a range that includes", between(scores)), found = between(limits)
    )
  }
  as.numeric(limits)
}

# The rows and columns of all pairs, m x 2, row by row.
cells_by_row <- function(k) {
  first <- rep(seq_len(k - 1L), rev(seq_len(k - 1L)))
  cbind(first, unlist(lapply(seq_len(k - 1L), function(i) seq(i + 1L, k))))
}

whole_numbers <- function(x) {
  storage.mode(x) <- "integer"
  x
}

# The table with other scores, of means of as many repeats.
with_scores <- function(t, scores) {
  results_table(
    scores, t$datasets, t$classifiers, t$higher_is_better, t$metric,
    dropped = t$dropped, source = t$source, n_repeats = t$n_repeats, missing = TRUE,
    n_available = if (anyNA(scores)) t$n_available, filled = t$filled, filled_by = t$filled_by
  )
}

# The test of all methods, as pb_compare() has it.
omnibus_of <- function(t, alpha, tie_tol) {
  if (anyNA(t$scores)) {
    return(omnibus_of_incomplete(t, alpha, tie_tol, 0))
  }
  answer <- function(tie_tol) pb_friedman(t, tie_tol = tie_tol)
  judged_at(alpha, tie_tol, answer, function(found) found$pvalue <= alpha)
}

# The scores, with the missing ones most favourable to a method. Without limits these are a power of
# ten, of either sign, at least ten times as large as any score: they differ from every score by
# more than two scores can. A power of ten has few digits, so that differences of scores tie as
# before.
most_favourable <- function(t, name, limits) {
  scores <- t$scores
  if (is.null(limits)) {
    size <- max(abs(scores), na.rm = TRUE)
    exponent <- if (size > 0) ceiling(log10(size)) + 1 else 0
    far <- as.numeric(sprintf("1e%.0f", min(exponent, 308)))
    limits <- c(-far, far)
  }
  best <- limits[[if (t$higher_is_better) 2L else 1L]]
  worst <- limits[[if (t$higher_is_better) 1L else 2L]]
  absent <- is.na(scores)
  scores[absent] <- ifelse(t$classifiers[col(scores)[absent]] == name, best, worst)
  scores
}

policy_agreements <- c(
  all = "significant under every policy, in the same direction",
  some = "significant under some policies, in one direction",
  opposite = "significant under several policies, in opposite directions",
  none = "significant under no policy, which does not mean that the two are equal"
)

#' @rdname pb_result
#' @export
as.data.frame.pb_missing_policies <- function(x, row.names = NULL, # nolint: object_name_linter.
                                              optional = FALSE, ...) {
  check_dots(...)
  several <- length(x$policies)
  by_row <- function(values) as.vector(t(values))
  data.frame(
    classifier_1 = rep(vapply(x$pairs, `[[`, "", 1L), each = several),
    classifier_2 = rep(vapply(x$pairs, `[[`, "", 2L), each = several),
    policy = rep(x$policies, length(x$pairs)),
    n_common = by_row(x$n_common),
    pvalue = by_row(x$pvalues),
    verdict = by_row(x$verdicts),
    agreement = rep(x$agreement, each = several),
    verdict_low = rep(x$bounds[, 1L], each = several),
    verdict_high = rep(x$bounds[, 2L], each = several),
    settled = rep(x$settled, each = several)
  )
}

# Which verdicts on each pair are possible, whatever the missing scores are.
policy_bounded <- function(x) {
  vapply(seq_along(x$pairs), function(row) {
    low <- x$bounds[row, 1L]
    high <- x$bounds[row, 2L]
    better <- x$pairs[[row]][c(high == 1L, low == -1L)]
    if (length(better) == 0L) {
      return("no difference shown")
    }
    paste0(
      paste(better, collapse = " or "), " better",
      if (low < 1L && high > -1L) ", or no difference shown"
    )
  }, "")
}

policy_meaning <- function(x) {
  limits <- as.list(x$limits)
  of <- if (length(limits) == 0L) "of any size" else do.call(sprintf, c("from %g to %g", limits))
  sprintf("verdicts that missing scores %s can lead to", of)
}

#' @rdname pb_result
#' @export
format.pb_missing_policies <- function(x, ...) {
  check_dots(...)
  several <- length(x$policies)
  c(
    sprintf(
      "Verdicts under %d polic%s for missing scores; engine %s", several,
      if (several == 1L) "y" else "ies", x$engine
    ),
    pairs_caption(x),
    sprintf(
      "  %d %s on %d datasets, %d of %d scores missing", x$n_classifiers, nouns(), x$n_datasets,
      x$n_missing, x$n_datasets * x$n_classifiers
    ),
    without_controls(c(
      vapply(seq_len(several), policy_line, "", x = x), policy_sentences(x), bound_sentences(x)
    )),
    format_notes(x$notes)
  )
}

policy_line <- function(i, x) {
  names <- c(friedman = "Friedman", skillings_mack = "Skillings-Mack", durbin = "Durbin")
  least <- min(least_pvalues(x$n_common[, i], x$adjust))
  sprintf(
    "  %s: %s test p %s; %d of %s differ significantly, on %s datasets each%s", x$policies[[i]],
    names[[x$omnibus_tests[[i]]]], format_p(x$omnibus_pvalues[[i]]), sum(x$verdicts[, i] != 0L),
    counted(length(x$pairs), "pair"), paste(unique(range(x$n_common[, i])), collapse = " to "),
    if (least > x$alpha) sprintf(", where no p can be below %.4g", least) else ""
  )
}

# The first few, one per line, and how many more there are.
first_lines <- function(items, indent, most = 10L) {
  more <- length(items) - most
  c(
    sprintf("%s%s", indent, utils::head(items, most)),
    if (more > 0L) sprintf("%sand %s more", indent, counted(more, "pair"))
  )
}

policy_pairs <- function(x) {
  vapply(x$pairs, paste, "", collapse = " and ")
}

# How many pairs differ under all, some or no policies, and which.
policy_sentences <- function(x) {
  better <- better_by(x, x$policies, " better than ")
  unlist(lapply(names(policy_agreements), function(key) {
    rows <- x$agreement == key
    c(
      if (any(rows) || key != "opposite") {
        sprintf("  %s: %s", policy_agreements[[key]], counted(sum(rows), "pair"))
      },
      if (key != "none") first_lines(better[rows], "    ")
    )
  }))
}

bound_sentences <- function(x) {
  low <- x$bounds[, 1L]
  told <- sprintf("%s: %s", policy_pairs(x), policy_bounded(x))
  open <- low != x$bounds[, 2L]
  line <- function(rows, meaning) sprintf("    %s: %s", meaning, counted(sum(rows), "pair"))
  unsettled <- open & !x$settled
  c(
    paste0("  ", policy_meaning(x), ":"),
    line(!open & low != 0L, "always significant, in the same direction"),
    first_lines(told[!open & low != 0L], "      "),
    line(!open & low == 0L, "never significant"),
    line(open & x$settled, "not always the same"),
    first_lines(told[open & x$settled], "      "),
    if (any(unsettled)) line(unsettled, "not settled, at most these verdicts"),
    first_lines(told[unsettled], "      ")
  )
}

# What the table adds to the frame, see base-printable.R.
policies_sheet <- function(x, letters) {
  frame <- data.frame(
    classifier_1 = vapply(x$pairs, `[[`, "", 1L), classifier_2 = vapply(x$pairs, `[[`, "", 2L)
  )
  bold <- list()
  for (i in seq_along(x$policies)) {
    head <- paste0(x$policies[[i]], ": p")
    frame[[paste0(x$policies[[i]], ": datasets")]] <- x$n_common[, i]
    frame[[head]] <- x$pvalues[, i]
    bold[[head]] <- x$verdicts[, i] != 0L
  }
  frame[["better under"]] <- better_by(x, x$policies)
  frame[["any scores"]] <- paste0(policy_bounded(x), ifelse(x$settled, "", "; not settled"))
  unsettled <- if (all(x$settled)) "" else "; not settled: at most these"
  new_sheet(
    frame, bold = bold, bold_note = sprintf("Bold p: significant at alpha = %g.", x$alpha),
    notes = c("any scores" = sprintf("Any scores: %s%s.", policy_meaning(x), unsettled))
  )
}
