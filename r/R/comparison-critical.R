# The content of a critical difference diagram.

#' Critical difference diagram: mean ranks, and which methods do not differ
#'
#' Computes the content of a critical difference diagram; [plot()][plot.pb_critical_difference]
#' draws it (Demsar 2006, figure 1, page 16). Any test of pairs can decide which pairs differ; the
#' positions of the methods are always their mean ranks.
#'
#' A pair differs significantly if its adjusted p <= `alpha`. A bar joins a set of methods of which
#' no two differ significantly. Each bar is as large as possible: no other method can be added to
#' its set. Any two methods that do not differ significantly share at least one bar. With a
#' `control`, there are no bars, only verdicts on the pairs with the control.
#'
#' If two methods differ significantly, the sign of the test's statistic says which one is better;
#' see `verdicts`. The mean ranks of the pair may favour the other method; `against` lists the pairs
#' for which this is so. If you give p-values as a matrix, they have no direction. Then the mean
#' ranks decide which method is better (note `direction-by-mean-ranks`), and a verdict is 0 if the
#' mean ranks are equal.
#'
#' The Bonferroni-Dunn test (Dunn 1961; Demsar 2006, page 13) has, for two mean ranks that are d
#' apart,
#' \deqn{p = \min\Bigl(1, 2(k-1)\,\Phi(-|d|/s)\Bigr), \qquad CD = z_{\alpha/(2(k-1))}\,s, \qquad
#'   s = \sqrt{\frac{k(k+1)}{6N}}}{p = min(1, 2(k-1) Phi(-|d|/s)), CD = z_{alpha/(2(k-1))} s, s =
#'   sqrt(k(k+1)/(6N))}
#' where \eqn{\Phi}{Phi} is the standard normal distribution function and \eqn{z_q} its upper q
#' quantile.
#'
#' @inheritParams pb_nemenyi
#' @param test The test that decides which pairs differ. One of:
#'
#'   * A name: `"nemenyi"` (Demsar 2006), `"wilcoxon"` (signed ranks with Holm's correction:
#'     Benavoli et al. 2016), `"bonferroni-dunn"` (all methods against a control), or the name of
#'     the function of another test of pairs, without `pb_`, such as `"sign_test"` or `"conover"`.
#'     The error message for a wrong name lists all names.
#'   * The result of [pb_nemenyi()] for the same table; its verdicts are recomputed at `alpha`.
#'   * The result of another two-sided test of pairs for the same table, such as [pb_wilcoxon()].
#'   * A symmetric k x k matrix of p-values in \[0, 1\]. Its rows and columns are named by the
#'     methods, in any order, and its diagonal is ignored.
#' @param adjust Correction for testing many pairs. `NULL` uses the default correction of the test,
#'   which is `"holm"`, or `"none"` if `test` is a matrix of p-values. The tests `"nemenyi"`,
#'   `"bonferroni-dunn"` and `"miller"` accept only `NULL`, since they include an adjustment. If
#'   `test` is the result of a test of pairs, `NULL` uses the adjusted p-values of this result; a
#'   correction, or a new `control`, adjusts its raw p-values anew.
#' @param control The method with which all others are compared; the family then has k - 1
#'   hypotheses. `NULL` compares all pairs.
#' @param convention Convention of the test that `test` names, such as `"scmamp"`; see the help of
#'   the function of that test. Only some tests have conventions.
#' @return An object of class `pb_critical_difference`, a list of
#'   \item{classifiers}{names by (mean rank, name), best first}
#'   \item{mean_ranks}{k numbers in \[1, k\], in the order of `classifiers`}
#'   \item{cliques}{list of character vectors: the methods that each bar joins, the bar with the
#'   best rank first; empty with a control}
#'   \item{pvalues}{matrix of adjusted p-values, in the order of `classifiers`: k x k with diagonal
#'   1, or (k - 1) x 1 with a control}
#'   \item{significant}{k x k logical matrix, in the order of `classifiers`: whether a pair differs
#'   significantly}
#'   \item{verdicts}{k x k matrix of integers, in the order of `classifiers`: 1 if the method in the
#'     row is better by the test's own statistic, -1 if it is worse, 0 if neither is shown to be
#'     better}
#'   \item{against}{list of `c(better, worse)`, the pairs that differ significantly although their
#'     mean ranks are equal or favour the worse method}
#'   \item{critical_difference}{critical difference of mean ranks, or `NULL` if the test has none}
#'   \item{test}{the test that decided which pairs differ; `"p-values"` if p-values were given}
#'   \item{adjust, control, alpha, convention}{as given; if an argument was not given, the value
#'     that the test used}
#'   \item{n_datasets}{N}
#'   \item{metric, higher_is_better}{of the table}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per method, with the numbers (from 1) of the bars that contain
#'   the method. With a control, a row also has the adjusted p-value against the control, whether
#'   method and control differ significantly, and the verdict: 1 if the method is better than the
#'   control, -1 if it is worse, 0 if neither is shown to be better.
#' @section Errors:
#' The errors of [pb_nemenyi()], and in addition `pybench_error_argument` for an unknown test,
#' options that the test does not accept, the result of a one-sided test or of a test of another
#' table, p-values that are not symmetric, outside \[0, 1\] or missing, and more than 10,000 bars.
#' @references
#' Benavoli, A., Corani, G. and Mangili, F. (2016). Should we really use post-hoc tests based on
#' mean-ranks? *Journal of Machine Learning Research* 17(5), 1-10.
#'
#' Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. *Journal of
#' Machine Learning Research* 7, 1-30.
#'
#' Dunn, O. J. (1961). Multiple comparisons among means. *Journal of the American Statistical
#' Association* 56, 52-64.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3)),
#'   higher_is_better = TRUE
#' )
#' shown <- pb_critical_difference(t)
#' as.data.frame(shown)
#' plot(shown)
#' as.data.frame(pb_critical_difference(t, "bonferroni-dunn", control = "C"))
#' @family diagrams and matrices
#' @export
pb_critical_difference <- function(t, test = "nemenyi", alpha = 0.05, adjust = NULL, control = NULL,
                                   convention = "standard", tie_tol = "decimal") {
  by_ranks <- c("nemenyi", "bonferroni-dunn")
  ranks_decide <- inherits(test, "pb_nemenyi") || is_named_test(test, by_ranks)
  require_comparable(t, complete = ranks_decide)
  if (inherits(test, "pb_nemenyi")) {
    require_same_table(t, test, check_tie_tolerance(tie_tol))
    convention <- test$convention
    test <- "nemenyi"
  }
  check_verdict_request(t, test, adjust, control)
  if (is_named_test(test, "nemenyi")) {
    return(critical_from_nemenyi(pb_nemenyi(t, alpha, convention, tie_tol), t))
  }
  alpha <- check_level("alpha", alpha)
  tie_tol <- check_tie_tolerance(tie_tol)
  found <- critical_verdicts(t, test, alpha, adjust, control, convention, tie_tol)
  ranks <- mean_ranks(doubled_ranks(t$scores, t$higher_is_better, tie_tol))
  differs <- found$pvalues <= alpha
  bars <- if (is.null(found$control)) cliques(t$classifiers, ranks, differs) else list()
  arrange_critical(found, t, alpha, ranks, differs, bars)
}

# Arranges a Nemenyi result of table `t`.
critical_from_nemenyi <- function(nemenyi, t) {
  found <- list(
    test = "nemenyi", adjust = "single-step", control = NULL, convention = nemenyi$convention,
    pvalues = nemenyi$pvalues, critical_difference = nemenyi$critical_difference,
    notes = nemenyi$notes, n_datasets = nemenyi$n_datasets
  )
  arrange_critical(
    found, t, nemenyi$alpha, nemenyi$mean_ranks, significant_pairs(nemenyi), nemenyi$cliques
  )
}

# Puts verdicts into the order of mean ranks; `differs` is a k x k matrix in table order.
arrange_critical <- function(found, t, alpha, ranks, differs, bars) {
  by_rank <- rank_order(ranks, names(ranks))
  classifiers <- names(ranks)[by_rank]
  pvalues <- found$pvalues[by_rank, by_rank]
  if (!is.null(found$control)) {
    pvalues <- pvalues[classifiers != found$control, found$control, drop = FALSE]
  }
  significant <- differs[by_rank, by_rank]
  ordered <- ranks[by_rank]
  lead <- sign(outer(ordered, ordered, function(row, column) column - row))
  toward <- if (is.null(found$directions)) lead else found$directions[by_rank, by_rank]
  verdicts <- toward * significant
  storage.mode(verdicts) <- "integer"
  # Row by row.
  cells <- which(t(verdicts == 1L & lead != 1), arr.ind = TRUE)
  against <- lapply(seq_len(nrow(cells)), function(i) classifiers[cells[i, 2:1]])
  hops <- vapply(bars, function(members) any(diff(match(members, classifiers)) > 1L), NA)
  new_result("pb_critical_difference", list(
    classifiers = classifiers,
    mean_ranks = unname(ranks[by_rank]),
    cliques = bars,
    pvalues = pvalues,
    significant = significant,
    verdicts = verdicts,
    against = against,
    critical_difference = found$critical_difference,
    test = found$test,
    adjust = found$adjust,
    control = found$control,
    alpha = alpha,
    convention = found$convention,
    n_datasets = if (is.null(found$n_datasets)) nrow(t$scores) else found$n_datasets,
    metric = t$metric,
    higher_is_better = t$higher_is_better,
    notes = notes_ordered(c(
      found$notes, if (any(hops)) "not-an-interval",
      if (length(against) > 0L) "against-mean-ranks", if (anyNA(t$scores)) "missing-scores"
    )),
    engine = "r"
  ))
}

# Names of the methods that differ from the control, best first.
apart_from_control <- function(x) {
  if (is.null(x$control)) character() else x$classifiers[x$significant[, x$control]]
}

# A sentence: which methods differ from the control, and how.
differing <- function(x) {
  apart <- apart_from_control(x)
  how <- c(" (worse)", "", " (better)")[x$verdicts[apart, x$control] + 2L]
  if (length(apart) > 0L) toString(paste0(apart, how)) else "none"
}

#' @rdname pb_result
#' @export
format.pb_critical_difference <- function(x, ...) {
  check_dots(...)
  width <- if (!is.null(x$critical_difference)) sprintf(", CD = %.4f", x$critical_difference)
  against <- if (!is.null(x$control)) paste0(", all against ", x$control)
  turned <- vapply(x$against, paste, "", collapse = " better than ")
  more <- if (length(turned) > 5L) sprintf("and %d more", length(turned) - 5L)
  c(
    without_controls(paste0(
      "Critical difference diagram (", x$test, against, ", adjustment ", x$adjust, ", alpha = ",
      sprintf("%g", x$alpha), width, ", ", x$n_datasets, " datasets; convention ", x$convention, ")"
    )),
    sprintf("  %7.3f  %s", x$mean_ranks, without_controls(x$classifiers)),
    sprintf("  no significant difference: %s", without_controls(vapply(x$cliques, toString, ""))),
    if (!is.null(x$control)) {
      without_controls(paste0("  differ significantly from ", x$control, ": ", differing(x)))
    },
    if (length(turned) > 0L) {
      told <- paste(c(utils::head(turned, 5L), more), collapse = "; ")
      paste0("  against the mean ranks: ", without_controls(told))
    },
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_critical_difference <- function(x, row.names = NULL, # nolint: object_name_linter.
                                                 optional = FALSE, ...) {
  check_dots(...)
  bars <- vapply(x$classifiers, function(name) {
    toString(which(vapply(x$cliques, function(members) name %in% members, NA)))
  }, "")
  frame <- data.frame(
    classifier = x$classifiers, mean_rank = x$mean_ranks, bars = unname(bars)
  )
  if (!is.null(x$control)) {
    pvalue <- x$pvalues[match(x$classifiers, rownames(x$pvalues)), 1L]
    frame$pvalue <- unname(ifelse(is.na(pvalue), 1, pvalue))
    frame$differs <- x$classifiers %in% apart_from_control(x)
    frame$verdict <- unname(x$verdicts[, x$control])
  }
  frame
}

# What the table adds to the frame, see base-printable.R.
critical_sheet <- function(x, letters) {
  frame <- as.data.frame(x)
  frame$bars <- NULL
  sheet <- new_sheet(frame, caveats = notes_but(x$notes, "not-an-interval")) # it is about bars
  decided <- test_caption(x)
  if (is.null(x$control)) {
    return(if (letters) sheet_with_letters(sheet, critical_letters(x), decided) else sheet)
  }
  own <- frame$classifier == x$control
  frame$pvalue[own] <- NA_real_
  frame$verdict <- c("worse", no_number, "better")[frame$verdict + 2L]
  frame$verdict[own] <- "control"
  sheet$bold <- list(pvalue = frame$differs)
  frame$differs <- NULL
  sheet$frame <- frame
  control <- labels_for(x$control)
  sheet$bold_note <- sprintf("Bold p: the method and %s differ significantly.", control)
  sheet$notes <- sprintf(paste(
    "p and verdict: against %s (%s); %s where neither is significantly better, which does not mean",
    "that the two are equal."
  ), control, decided, no_number)
  sheet
}

# The letters of each method, best first; NULL with a control, and where letters cannot show the
# verdicts.
critical_letters <- function(x) {
  if (is.null(x$control)) clique_letters(x$classifiers, x$cliques, x$significant)
}
