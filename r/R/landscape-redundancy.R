# Regions shared by many datasets, and regions that are almost empty.

#' Redundancy of a benchmark
#'
#' Counts the datasets that have instances in each region, and finds the regions that are almost
#' empty.
#'
#' @param coverage From [pb_coverage()] or [pb_map_landscape()].
#' @param sparse Percentage in (0, 100). A region with less than this percentage of all
#'   instances counts as almost empty.
#' @return An object of class `pb_redundancy`, a list of
#'   \item{regions}{matrix, one row per region: number of `instances`, their `share` (percent of all
#'     instances), number of `datasets` with an instance in the region, and number of datasets
#'     that have all their instances in the region (`alone`)}
#'   \item{single}{datasets all of whose instances lie in one region}
#'   \item{mean_datasets}{mean number of datasets with an instance in a region}
#'   \item{sparse_regions}{regions with less than `sparse` percent of all instances}
#'   \item{sparse, n_datasets, n_instances}{`sparse` as given, and the numbers of datasets and
#'     instances}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range.
#' @examples
#' pb_redundancy(pb_coverage(c("a", "a", "b", "b"), c(1, 2, 2, 2)))
#' @family landscape
#' @export
pb_redundancy <- function(coverage, sparse = 1) {
  coverage <- check_coverage(coverage)
  sparse <- check_number("sparse", sparse, "a number between 0 and 100", 0, 100)
  counts <- coverage$counts
  present <- counts > 0
  single <- rowSums(present) == 1
  share <- 100 * colSums(counts) / coverage$n_instances
  few <- colnames(counts)[share < sparse]
  new_result("pb_redundancy", list(
    regions = cbind(
      instances = colSums(counts), share = share, datasets = colSums(present),
      alone = colSums(present[single, , drop = FALSE])
    ),
    single = rownames(counts)[single],
    mean_datasets = mean(colSums(present)),
    sparse_regions = few,
    sparse = sparse,
    n_datasets = coverage$n_datasets,
    n_instances = coverage$n_instances,
    notes = notes_ordered(if (length(few) > 0L) "sparse-region" else character()),
    engine = "r"
  ))
}

#' @rdname pb_result
#' @export
format.pb_redundancy <- function(x, ...) {
  check_dots(...)
  regions <- x$regions
  c(
    sprintf(
      "Redundancy of %s over %s; engine %s", counted(x$n_datasets, "dataset"),
      counted(nrow(regions), "region"), x$engine
    ),
    sprintf(
      "  %s in one region only; a region holds instances of %.1f datasets on average",
      counted(length(x$single), "dataset"), x$mean_datasets
    ),
    sprintf(
      "  %s: %s, %.0f of them in no other; %.2f%% of instances%s", rownames(regions),
      counted(regions[, "datasets"], "dataset"), regions[, "alone"], regions[, "share"],
      ifelse(rownames(regions) %in% x$sparse_regions, ", almost empty", "")
    ),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_redundancy <- function(x, row.names = NULL, # nolint: object_name_linter.
                                        optional = FALSE, ...) {
  check_dots(...)
  as.data.frame(x$regions)
}
