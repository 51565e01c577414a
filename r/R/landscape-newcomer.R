# What a new dataset adds to a benchmark: the regions of its rows, and the dataset closest to it.

alike <- 90 # percent that two spreads share from which on they are alike

#' Regions of new rows
#'
#' Returns, for each new row, the region of the nearest unit of the map. The nearest unit is found
#' by Euclidean distance, as when the map assigns rows; if units tie, the one with the lowest number
#' is taken.
#'
#' @param X Numeric matrix of features, which are scaled in the same way as the features on which
#'   the map was trained.
#' @param codes Codes of the map, one row per unit.
#' @param labels Region of each unit, from 1.
#' @return The region of each row, from 1.
#' @section Errors:
#' `pybench_error_argument` if a matrix contains values that are not finite numbers, or if the
#' matrices do not fit each other.
#' @examples
#' pb_nearest_region(rbind(c(0.9, 0.1), c(0, 3)), diag(2), 1:2)
#' @family landscape
#' @export
pb_nearest_region <- function(X, codes, labels) { # nolint: object_name_linter.
  rows <- check_matrix("X", X)
  codes <- check_matrix("codes", codes)
  if (nrow(codes) == 0L) {
    stop_argument(
      "`codes` must have at least one row", expected = "at least one row", found = "none"
    )
  }
  if (ncol(rows) != ncol(codes)) {
    stop_argument(
      sprintf("`X` must have %d columns, not %d", ncol(codes), ncol(rows)),
      expected = sprintf("%d columns, as the codes have", ncol(codes)),
      found = sprintf("%d columns", ncol(rows))
    )
  }
  labels <- check_places("labels", labels, nrow(codes), nrow(codes))
  labels[nearest_two(rows, codes)[, 1L]]
}

#' What a new dataset would add to a benchmark
#'
#' Counts the instances of a new dataset in each region, and judges whether the dataset adds
#' something new to the benchmark. The overlap of two datasets is the sum over regions of the
#' smaller of their two percentages. A dataset adds something new if it has instances in an almost
#' empty region, or if its overlap with every dataset of the benchmark is below 90 percent.
#'
#' @param coverage Coverage of the existing benchmark: a result of [pb_coverage()] or
#'   [pb_map_landscape()].
#' @param region Number of the region of each instance of the new dataset, from 1, such as
#'   [pb_nearest_region()] returns.
#' @param name Name of the new dataset.
#' @param sparse,weights As in [pb_redundancy()]: which regions are almost empty, and what counts
#'   alike in the shares of regions.
#' @return An object of class `pb_newcomer`, a list of
#'   \item{name}{name of the new dataset}
#'   \item{percent}{percent of its instances in each region}
#'   \item{main_region}{the region with the most instances of the new dataset, the first if tied}
#'   \item{fills}{almost empty regions in which it has instances}
#'   \item{closest}{the dataset of the benchmark that has the largest overlap with the new dataset,
#'   the first if tied}
#'   \item{overlap}{overlap with this dataset, in percent}
#'   \item{share_after}{share of each region with the new dataset included, as in
#'     [pb_redundancy()]}
#'   \item{adds}{whether it adds something new}
#'   \item{engine}{`"r"`}
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range.
#' @examples
#' pb_newcomer(pb_coverage(c("a", "a", "b", "b"), c(1, 2, 2, 2), k = 3), c(3, 3, 2))
#' @family landscape
#' @export
pb_newcomer <- function(coverage, region, name = "new", sparse = 1, weights = "instance") {
  coverage <- check_coverage(coverage)
  bare <- pb_redundancy(coverage, sparse, weights)$sparse_regions
  name <- check_string("name", name)
  region <- check_places("region", region, coverage$n_regions)
  regions <- colnames(coverage$counts)
  counts <- stats::setNames(as.double(tabulate(region, coverage$n_regions)), regions)
  percent <- 100 * counts / sum(counts)
  shared <- colSums(pmin(t(coverage$percent), percent))
  # Equal spreads share 100 up to rounding noise, which must not pick one of them.
  best <- which.max(round(shared, 9L))
  fills <- regions[counts > 0 & regions %in% bare]
  new_result("pb_newcomer", list(
    name = name,
    percent = percent,
    main_region = regions[[which.max(counts)]],
    fills = fills,
    closest = rownames(coverage$counts)[[best]],
    overlap = shared[[best]],
    share_after = region_shares(rbind(coverage$counts, counts), weights),
    adds = length(fills) > 0L || round(shared[[best]], 9L) < alike,
    engine = "r"
  ))
}

#' @rdname pb_result
#' @export
format.pb_newcomer <- function(x, ...) {
  check_dots(...)
  inside <- x$percent[x$percent > 0]
  verdict <- if (length(x$fills) > 0L) {
    "has instances in regions that are almost empty"
  } else if (x$adds) {
    sprintf("shares less than %g%% of its spread with any one dataset", alike)
  } else {
    sprintf("fills no region, and shares %g%% or more of its spread with one dataset", alike)
  }
  without_controls(c(
    sprintf("%s %s; engine %s", x$name, verdict, x$engine),
    paste0("  lies in ", toString(sprintf("%s %.2f%%", names(inside), inside))),
    sprintf("  most like %s: their spreads share %.2f%%", x$closest, x$overlap),
    if (length(x$fills) > 0L) {
      paste0("  almost empty regions that it fills: ", toString(x$fills))
    }
  ))
}

#' @rdname pb_result
#' @export
as.data.frame.pb_newcomer <- function(x, row.names = NULL, # nolint: object_name_linter.
                                      optional = FALSE, ...) {
  check_dots(...)
  data.frame(percent = x$percent, share_after = x$share_after)
}
