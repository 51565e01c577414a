# Which regions of the landscape each dataset covers.

most_regions <- 65536L

#' Coverage of a landscape
#'
#' Counts, for each dataset, how many of its instances (rows of the table of features) lie in each
#' region of the landscape.
#'
#' @param dataset The dataset of each instance, a character vector.
#' @param region Number of the region of each instance; regions are numbered from 1, and region 1 is
#'   named `"R1"`.
#' @param k Number of regions, needed if the last regions may be empty. `NULL` means the
#'   largest value of `region`.
#' @return An object of class `pb_coverage`, a list of
#'   \item{percent}{matrix, datasets (in the order of their first instance) x regions: percent of
#'     the dataset's instances that lie in the region; rows sum to 100}
#'   \item{counts}{the same as numbers of instances}
#'   \item{n_instances, n_datasets, n_regions}{numbers of instances, datasets and regions}
#'   \item{engine}{`"r"`}
#' @section Errors:
#' `pybench_error_argument` if there is no instance, `dataset` and `region` have different lengths,
#' or a region is out of range.
#' @examples
#' pb_coverage(c("a", "a", "a", "a", "b"), c(1, 1, 1, 2, 2))$percent
#' @family landscape
#' @export
pb_coverage <- function(dataset, region, k = NULL) {
  dataset <- check_names("dataset", dataset, "the name of a dataset for each instance")
  most <- if (is.null(k)) most_regions else check_count("k", k)
  if (most > most_regions) {
    stop_argument(
      sprintf("`k` must be at most %d, not %.0f", most_regions, most),
      expected = sprintf("at most %d", most_regions), found = sprintf("%.0f", most)
    )
  }
  region <- check_places("region", region, most, length(dataset))
  width <- if (is.null(k)) max(region) else most
  counts <- count_places(dataset, region, width)
  colnames(counts) <- paste0("R", seq_len(width))
  coverage_of(counts)
}

# The coverage from counts of datasets in regions, whole numbers with names.
coverage_of <- function(counts) {
  new_result("pb_coverage", list(
    percent = 100 * counts / rowSums(counts),
    counts = counts,
    n_instances = sum(rowSums(counts)),
    n_datasets = nrow(counts),
    n_regions = ncol(counts),
    engine = "r"
  ))
}

# Returns a coverage, also that of a landscape.
check_coverage <- function(coverage) {
  if (inherits(coverage, "pb_landscape")) {
    coverage <- coverage$coverage
  }
  if (!inherits(coverage, "pb_coverage")) {
    found <- class(coverage)[[1L]]
    stop_argument(
      sprintf("`coverage` must be a Coverage, not %s", found),
      expected = "a Coverage", found = found, hint = "Make one: pb_coverage()."
    )
  }
  coverage
}

#' @rdname pb_result
#' @export
format.pb_coverage <- function(x, ...) {
  check_dots(...)
  total <- colSums(x$counts)
  c(
    sprintf(
      "Coverage of %s by %s, %.0f instances; engine %s", counted(x$n_regions, "region"),
      counted(x$n_datasets, "dataset"), x$n_instances, x$engine
    ),
    sprintf(
      "  %s: %.2f%% of instances, %s", names(total), 100 * total / x$n_instances,
      counted(colSums(x$counts > 0), "dataset")
    )
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_coverage <- function(x, row.names = NULL, # nolint: object_name_linter.
                                      optional = FALSE, ...) {
  check_dots(...)
  as.data.frame(x$percent, optional = TRUE)
}
