# Regions shared by many datasets, and regions that are almost empty.

#' Redundancy of a benchmark
#'
#' Counts the datasets that have instances in each region, and finds the regions that are almost
#' empty.
#'
#' @param coverage From [pb_coverage()] or [pb_map_landscape()].
#' @param sparse Percentage in (0, 100). A region with less than this percentage of all
#'   instances counts as almost empty.
#' @param weights `"instance"`: the share of a region is the percentage of all instances that lie in
#'   it. `"dataset"`: each dataset counts alike, so the share of a region is the mean over datasets
#'   of the percentage of their instances that lie in it; `sparse` then applies to this share.
#' @return An object of class `pb_redundancy`, a list of
#'   \item{regions}{matrix, one row per region: number of `instances`, their `share` (percent, see
#'     `weights`), number of `datasets` with an instance in the region, and number of datasets
#'     that have all their instances in the region (`alone`)}
#'   \item{single}{datasets all of whose instances lie in one region}
#'   \item{mean_datasets}{mean number of datasets with an instance in a region}
#'   \item{sparse_regions}{regions with less than `sparse` percent of all instances}
#'   \item{sparse, n_datasets, n_instances}{`sparse` as given, and the numbers of datasets and
#'     instances}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   \item{weights}{as given}
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range.
#' @examples
#' pb_redundancy(pb_coverage(c("a", "a", "b", "b"), c(1, 2, 2, 2)))
#' @family landscape
#' @export
pb_redundancy <- function(coverage, sparse = 1, weights = "instance") {
  coverage <- check_coverage(coverage)
  sparse <- check_number("sparse", sparse, "a number between 0 and 100", 0, 100)
  weights <- check_choice("weights", weights, map_weights)
  counts <- coverage$counts
  present <- counts > 0
  single <- rowSums(present) == 1
  share <- region_shares(counts, weights)
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
    engine = "r",
    weights = weights
  ))
}

# The percentage of each region: of all instances, or the mean over datasets.
region_shares <- function(counts, weights) {
  sizes <- rowSums(counts)
  if (weights == "instance" || all(sizes == sizes[[1L]])) {
    return(100 * colSums(counts) / sum(sizes))
  }
  apply(100 * counts / sizes, 2L, extended_sum, divisor = nrow(counts))
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
      "  %s: %s, %.0f of them in no other; %.2f%% of %s%s", rownames(regions),
      counted(regions[, "datasets"], "dataset"), regions[, "alone"], regions[, "share"],
      said_shares[[x$weights]],
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
