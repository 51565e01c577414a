# How much the bootstrap depends on the threshold for representatives.

#' Bootstrap of the tests by threshold of representatives
#'
#' Repeats [pb_bootstrap()] at several thresholds, each time with the datasets that represent each
#' region at that threshold. The datasets drawn from a region depend on the threshold only through
#' the representatives of the region. So thresholds with the same representatives give the same
#' portfolios.
#'
#' @inheritParams pb_bootstrap
#' @param landscape One of:
#'   \itemize{
#'     \item a result of [pb_map_landscape()] or [pb_coverage()];
#'     \item a list with a function `representatives(threshold)`, as for [pb_bootstrap()];
#'     \item a list named by threshold. Each element is a named list that gives, for each region,
#'       the names of its representatives at this threshold.
#'   }
#' @param thresholds Percentages in (0, 100\]. At each threshold, a dataset represents a region if
#'   at least this percentage of its instances lies in the region.
#' @return An object of class `pb_bootstrap_thresholds`, a list of
#'   \item{bootstraps}{list named by threshold, ascending: results of [pb_bootstrap()]}
#'   \item{refused}{list named by the thresholds at which [pb_bootstrap()] raises an error. Each
#'     element is the reason, for example that no region has enough representatives}
#'   \item{notes}{caveats of all bootstraps, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per threshold and n.
#' @section Errors:
#' If [pb_bootstrap()] raises an error at every threshold, this error is raised.
#' `pybench_error_argument` for a list that lacks a threshold.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = letters[1:20], x = rep(c(3, 1), each = 10), y = 2),
#'   higher_is_better = TRUE
#' )
#' at <- list(
#'   `50` = list(one = letters[1:10], two = letters[11:15]), `90` = list(one = letters[1:7])
#' )
#' as.data.frame(pb_bootstrap_thresholds(t, at, c(50, 90), 5))
#' @family stability of verdicts
#' @export
pb_bootstrap_thresholds <- function(t, landscape, thresholds = c(50, 80, 90, 100),
                                    per_region = c(2, 3, 4), repeats = 30, seed = 0, alpha = 0.05,
                                    omnibus = TRUE, small = "skip") {
  percents <- vapply(thresholds, function(value) check_percent("threshold", value), 0)
  if (length(percents) == 0L) {
    stop_argument(
      "`thresholds` must be numbers above 0 and at most 100, found none",
      expected = "numbers above 0 and at most 100", found = "none"
    )
  }
  thresholds <- sort(unique(percents))
  per_region <- check_per_region(per_region)
  names(thresholds) <- sprintf("%g", thresholds)
  found <- lapply(thresholds, function(threshold) {
    regions <- landscape_at(landscape, threshold)
    tryCatch(
      pb_bootstrap(t, regions, per_region, repeats, threshold, seed, alpha, omnibus, small),
      pybench_error_argument = identity
    )
  })
  works <- vapply(found, inherits, NA, "pb_bootstrap")
  if (!any(works)) {
    stop(found[[1L]])
  }
  new_result("pb_bootstrap_thresholds", list(
    bootstraps = found[works],
    refused = vapply(found[!works], error_text, ""), # the same in both languages
    notes = notes_ordered(unlist(lapply(unname(found[works]), `[[`, "notes"))),
    engine = "r"
  ))
}

# The landscape that pb_bootstrap() takes for one threshold.
landscape_at <- function(landscape, threshold) {
  has_own <- is.list(landscape) && is.function(landscape[["representatives"]])
  if (has_own || inherits(landscape, c("pb_coverage", "pb_landscape"))) {
    return(landscape)
  }
  name <- sprintf("%g", threshold)
  if (is.list(landscape) && name %in% names(landscape)) {
    return(landscape[[name]])
  }
  expected <- paste(
    "a list with, for each threshold, a list from regions to names,",
    "or an object with a function representatives(threshold)"
  )
  stop_argument(
    sprintf("`landscape` has no regions at the threshold %s %%; it must be %s", name, expected),
    expected = expected, found = class(landscape)[[1L]],
    hint = "If it is a list from regions to names, without thresholds, use pb_bootstrap() instead."
  )
}

#' @rdname pb_result
#' @export
format.pb_bootstrap_thresholds <- function(x, ...) {
  check_dots(...)
  first <- x$bootstraps[[1L]]
  rows <- as.data.frame(x)
  c(
    sprintf(
      paste0(
        "Bootstrap by threshold of representatives at alpha = %g (%s): of %s, the numbers that ",
        "differ on at least half of the portfolios, and whose verdict depends on the size or the ",
        "threshold"
      ),
      first$alpha,
      if (first$omnibus) "Friedman, then Nemenyi where it rejects" else "Nemenyi alone",
      counted(choose(first$n_classifiers, 2), "pair")
    ),
    "  threshold  per region  regions  datasets  smallest  differ  by size  by threshold",
    sprintf(
      "  %7g %%  %10.0f  %7.0f  %8.0f  %8.0f  %6.0f  %7.0f  %12.0f", rows$threshold,
      rows$per_region, rows$regions, rows$datasets, rows$smallest, rows$different, rows$changing,
      rows$other_thresholds
    ),
    without_controls(sprintf("  none at %s %%: %s", names(x$refused), x$refused)),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_bootstrap_thresholds <- function(x, row.names = NULL, # nolint: object_name_linter.
                                                  optional = FALSE, ...) {
  check_dots(...)
  parts <- lapply(x$bootstraps, function(result) {
    sizes <- lengths(result$representatives)
    elsewhere <- vapply(names(result$verdicts), function(n) {
      own <- result$verdicts[[n]]
      others <- lapply(x$bootstraps, function(other) other$verdicts[[n]] != own)
      sum(Reduce(`|`, others)) / 2
    }, 0)
    data.frame(
      threshold = result$threshold,
      per_region = result$per_region,
      regions = length(sizes),
      datasets = sum(sizes),
      smallest = min(sizes),
      different = vapply(result$verdicts, sum, 0) / 2,
      changing = length(result$changing),
      other_thresholds = elsewhere
    )
  })
  frame <- do.call(rbind, parts)
  rownames(frame) <- NULL
  frame
}
