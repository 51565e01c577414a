# What a critical difference diagram shows.

pairwise_tests <- "nemenyi"

#' Critical difference diagram: classifiers by mean rank, and who is not told apart
#'
#' Arranges a pairwise test for drawing; [plot()][plot.pb_critical_difference] draws it (Demsar
#' 2006, figure 1, page 16).
#'
#' A bar is a maximal set of classifiers of which no pair differs. Every pair that does not differ
#' shares at least one bar, and no bar holds a pair that does.
#'
#' @inheritParams pb_nemenyi
#' @param test Which test decides the pairs: `"nemenyi"`.
#' @return An object of class `pb_critical_difference`, a list of
#'   \item{classifiers}{names by (mean rank, name), best first}
#'   \item{mean_ranks}{k numbers in \[1, k\], in that order}
#'   \item{cliques}{list of character vectors, the bars, best rank first}
#'   \item{significant}{k x k logical matrix in that order: whether a pair differs}
#'   \item{critical_difference}{length of the ruler, or `NULL` where the test has none}
#'   \item{test, alpha, convention}{as asked for}
#'   \item{n_datasets}{N}
#'   \item{metric, higher_is_better}{of the table}
#'   \item{notes}{doubts, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row a classifier with its bars, numbered from 1.
#' @section Errors:
#' As [pb_nemenyi()]; `pybench_error_argument` for an unknown `test`.
#' @references
#' Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. *Journal of
#' Machine Learning Research* 7, 1-30.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3)),
#'   higher_is_better = TRUE
#' )
#' shown <- pb_critical_difference(t)
#' as.data.frame(shown)
#' plot(shown)
#' @export
pb_critical_difference <- function(t, test = "nemenyi", alpha = 0.05, convention = "standard",
                                   tie_tol = 0) {
  check_choice("test", test, pairwise_tests)
  critical_from_nemenyi(pb_nemenyi(t, alpha, convention, tie_tol), t)
}

# Arranges a Nemenyi result of table `t`.
critical_from_nemenyi <- function(nemenyi, t) {
  by_rank <- rank_order(nemenyi$mean_ranks, names(nemenyi$mean_ranks))
  significant <- significant_pairs(nemenyi)[by_rank, by_rank]
  new_result("pb_critical_difference", list(
    classifiers = rownames(significant),
    mean_ranks = unname(nemenyi$mean_ranks[by_rank]),
    cliques = nemenyi$cliques,
    significant = significant,
    critical_difference = nemenyi$critical_difference,
    test = "nemenyi",
    alpha = nemenyi$alpha,
    convention = nemenyi$convention,
    n_datasets = nemenyi$n_datasets,
    metric = t$metric,
    higher_is_better = t$higher_is_better,
    notes = nemenyi$notes,
    engine = "r"
  ))
}

#' @rdname pb_result
#' @export
format.pb_critical_difference <- function(x, ...) {
  width <- if (!is.null(x$critical_difference)) sprintf(", CD = %.4f", x$critical_difference)
  c(
    paste0(
      "Critical difference diagram (", x$test, ", alpha = ", sprintf("%g", x$alpha), width, ", ",
      x$n_datasets, " datasets; convention ", x$convention, ")"
    ),
    sprintf("  %7.3f  %s", x$mean_ranks, without_controls(x$classifiers)),
    sprintf("  not told apart: %s", without_controls(vapply(x$cliques, toString, ""))),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_critical_difference <- function(x, row.names = NULL, # nolint: object_name_linter.
                                                 optional = FALSE, ...) {
  bars <- vapply(x$classifiers, function(name) {
    toString(which(vapply(x$cliques, function(members) name %in% members, NA)))
  }, "")
  data.frame(classifier = x$classifiers, mean_rank = x$mean_ranks, bars = unname(bars))
}
