# The best method in each region of the landscape, by mean ranks within the region.

#' Best method of each region
#'
#' Finds the method that is best in each region of a landscape (a space of features that is divided
#' into regions). To choose a method for an application, find the region of its data and take the
#' method that performs best in that region.
#'
#' Methods are ranked within each dataset, and ranks are averaged over the representatives of the
#' region that have scores. A region is tested if it has at least 10 such representatives, since the
#' distribution of Friedman's statistic is then close to chi-square. If the Friedman test rejects (p
#' <= `alpha`), the Nemenyi test decides which methods differ significantly from the best; otherwise
#' no method counts as significantly different from the best. Each region is tested at level
#' `alpha`, without a correction for the number of regions.
#'
#' @inheritParams pb_bootstrap
#' @param landscape As for [pb_bootstrap()], but a dataset may represent several regions. Datasets
#'   that are not in the table are left out and listed in `unscored`.
#' @param alpha Level of the tests, a number in (0, 1).
#' @return An object of class `pb_best_by_region`, a list of
#'   \item{mean_ranks}{matrix, regions x methods, in \[1, k\], `NaN` where no representative has
#'     scores}
#'   \item{best}{for each region: the methods with the lowest mean rank, several if tied}
#'   \item{rivals}{for each tested region: every other method for which there is a best method from
#'     which it does not differ significantly}
#'   \item{friedman}{for each tested region: the result of [pb_friedman()]}
#'   \item{overall}{mean ranks on all datasets of the table}
#'   \item{representatives}{by region: the datasets used, sorted}
#'   \item{unscored}{representatives that are not in the table}
#'   \item{threshold, alpha}{as given}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per region and method.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods or missing scores;
#' `pybench_error_argument` for an argument out of its range.
#' @references
#' Less is more: Selecting the right benchmarking set of data for time series classification.
#' Submission to ICLR 2022, section 1.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = letters[1:13], x = rep(c(3, 1), c(10, 3)), y = 2),
#'   higher_is_better = TRUE
#' )
#' pb_best_by_region(t, list(one = letters[1:10], two = letters[11:13]))
#' @family landscape
#' @export
pb_best_by_region <- function(t, landscape, threshold = 90, alpha = 0.05) {
  alpha <- check_level("alpha", alpha)
  threshold <- check_percent("threshold", threshold)
  require_comparable(t)
  found <- region_members(landscape, threshold)
  study <- portfolio_study(t, alpha, TRUE)
  scored <- lapply(found, function(names) names[names %in% t$datasets])
  ranks <- lapply(scored, function(names) ranks_on(study, names))
  best <- lapply(ranks, function(row) t$classifiers[!is.nan(row) & row == min(row)])
  tested <- scored[lengths(scored) >= enough_datasets]
  listed <- unique(as.character(unlist(found, use.names = FALSE)))
  unscored <- sort(setdiff(listed, t$datasets), method = "radix")
  new_result("pb_best_by_region", list(
    mean_ranks = matrix(
      unlist(ranks), length(ranks), byrow = TRUE, dimnames = list(names(ranks), t$classifiers)
    ),
    best = best,
    rivals = Map(function(names, best) rivals_of(study, names, best), tested, best[names(tested)]),
    friedman = lapply(tested, function(names) pb_friedman(t[names, ])),
    overall = ranks_on(study, t$datasets),
    representatives = scored,
    unscored = unscored,
    threshold = threshold,
    alpha = alpha,
    n_datasets = nrow(t$scores),
    n_classifiers = ncol(t$scores),
    notes = notes_ordered(c(
      table_notes(t, study$doubled, "standard"),
      if (any(lengths(scored) == 0L)) "no-representative",
      if (length(tested) < length(scored)) "untested-regions",
      if (length(unscored) > 0L) "unscored-representatives"
    )),
    engine = "r"
  ))
}

ranks_on <- function(study, names) {
  rows <- match(names, study$t$datasets)
  means <- colSums(study$doubled[rows, , drop = FALSE]) / (2 * length(rows))
  stats::setNames(means, study$t$classifiers)
}

# Methods that do not differ from some of the best, and are not among the best.
rivals_of <- function(study, names, best) {
  apart <- rowSums(!differs_on(study, names)[, best, drop = FALSE]) == 0
  setdiff(study$t$classifiers[!apart], best)
}

# The line of the text on one region.
region_line <- function(region, x) {
  best <- x$best[[region]]
  head <- sprintf("  %s (%s): ", region, counted(length(x$representatives[[region]]), "dataset"))
  if (length(best) == 0L) {
    return(paste0(head, "no representative has scores"))
  }
  said <- if (is.null(x$friedman[[region]])) {
    "too few datasets for a test"
  } else {
    rivals <- x$rivals[[region]]
    sprintf(
      paste0(
        "Friedman p %s; no significant difference from the best (Friedman, then Nemenyi where ",
        "it rejects, alpha = %g): %s"
      ),
      format_p(x$friedman[[region]]$pvalue), x$alpha,
      if (length(rivals) > 0L) toString(rivals) else "none"
    )
  }
  least <- min(x$mean_ranks[region, ])
  paste0(head, paste(best, collapse = " and "), sprintf(", mean rank %.2f; ", least), said)
}

#' @rdname pb_result
#' @export
format.pb_best_by_region <- function(x, ...) {
  check_dots(...)
  lead <- names(x$overall)[x$overall == min(x$overall)]
  c(
    without_controls(c(
      sprintf(
        said(paste0(
          "Best method by region, Friedman and Nemenyi test at alpha = %g where there are ",
          "%.0f datasets; engine %s"
        )),
        x$alpha, enough_datasets, x$engine
      ),
      vapply(names(x$best), region_line, "", x = x, USE.NAMES = FALSE),
      sprintf(
        "  all %d datasets: %s, mean rank %.2f", x$n_datasets, paste(lead, collapse = " and "),
        min(x$overall)
      ),
      paste0("  ", one_landscape)
    )),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_best_by_region <- function(x, row.names = NULL, # nolint: object_name_linter.
                                            optional = FALSE, ...) {
  check_dots(...)
  parts <- lapply(names(x$best), function(region) {
    ranked <- sort(x$mean_ranks[region, ], na.last = TRUE)
    tested <- x$friedman[[region]]
    data.frame(
      region = region,
      classifier = names(ranked),
      mean_rank = unname(ranked),
      best = names(ranked) %in% x$best[[region]],
      n_datasets = length(x$representatives[[region]]),
      pvalue = if (is.null(tested)) NaN else tested$pvalue
    )
  })
  do.call(rbind, parts)
}
