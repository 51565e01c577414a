# Which regions of the landscape each dataset covers, what is redundant and what is missing.

#' Coverage of a landscape
#'
#' Counts how the instances of each dataset are spread over the regions.
#'
#' @param dataset The dataset of each instance, a character vector.
#' @param region The region of each instance, from 1; region 1 is named `"R1"`.
#' @param k Number of regions, where the last ones may hold no instance; the largest for `NULL`.
#' @return An object of class `pb_coverage`, a list of
#'   \item{percent}{matrix, datasets in the order of their first instance x regions: percent of the
#'     dataset's instances, each row adding to 100}
#'   \item{counts}{the same as numbers of instances}
#'   \item{n_instances, n_datasets, n_regions}{how many}
#'   \item{engine}{`"r"`}
#' @section Errors:
#' `pybench_error_argument` for no instance, lengths that differ, a region out of range.
#' @examples
#' pb_coverage(c("a", "a", "a", "a", "b"), c(1, 1, 1, 2, 2))$percent
#' @family landscape
#' @export
pb_coverage <- function(dataset, region, k = NULL) {
  if (is.factor(dataset)) {
    dataset <- as.character(dataset)
  }
  if (!is.character(dataset) || length(dataset) == 0L || anyNA(dataset)) {
    expected <- "the name of a dataset for each instance"
    found <- class(dataset)[[1L]]
    stop_argument(
      sprintf("`dataset` must be %s, not %s", expected, found), expected = expected, found = found
    )
  }
  most <- if (is.null(k)) 2^16 else check_count("k", k)
  region <- check_places("region", region, most, length(dataset))
  width <- if (is.null(k)) max(region) else most
  names <- unique(dataset)
  cells <- match(dataset, names) + (region - 1) * length(names)
  counts <- matrix(
    as.double(tabulate(cells, length(names) * width)), length(names),
    dimnames = list(names, paste0("R", seq_len(width)))
  )
  new_result("pb_coverage", list(
    percent = 100 * counts / rowSums(counts),
    counts = counts,
    n_instances = length(dataset),
    n_datasets = length(names),
    n_regions = width,
    engine = "r"
  ))
}

#' Redundancy of a benchmark
#'
#' Tells where datasets pile up in the same regions, and where there are hardly any.
#'
#' @param coverage From [pb_coverage()].
#' @param sparse A region with less than this percent of all instances is almost empty, a number in
#'   (0, 100).
#' @return An object of class `pb_redundancy`, a list of
#'   \item{regions}{matrix, a row a region: `instances`, `share` (percent of all), `datasets` with
#'     an instance there, and how many are there `alone`, with all their instances}
#'   \item{single}{datasets all of whose instances lie in one region}
#'   \item{mean_datasets}{mean number of datasets with an instance in a region}
#'   \item{sparse_regions}{regions with less than `sparse` percent of all instances}
#'   \item{sparse, n_datasets, n_instances}{that bound, and how many}
#'   \item{notes}{doubts, a character vector of keys}
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

#' Regions of new rows
#'
#' Finds the region of new rows: that of the nearest unit of the map, by Euclidean distance, as the
#' map itself assigns rows; the lower unit on equality.
#'
#' @param X Features, a numeric matrix, scaled as those that the map was trained on.
#' @param codes Codes of the map, a row a unit.
#' @param labels Region of each unit, from 1.
#' @return The region of each row, from 1.
#' @section Errors:
#' `pybench_error_argument` for matrices that are no finite numbers or do not fit each other.
#' @examples
#' pb_nearest_region(rbind(c(0.9, 0.1), c(0, 3)), diag(2), 1:2)
#' @family landscape
#' @export
pb_nearest_region <- function(X, codes, labels) { # nolint: object_name_linter.
  rows <- check_matrix("X", X)
  codes <- check_matrix("codes", codes)
  if (ncol(rows) != ncol(codes) || nrow(codes) == 0L) {
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
#' Overlap of two datasets is the sum over regions of the smaller of their two percentages. A
#' dataset adds something where it has instances in a region that is almost empty, or is spread
#' unlike every other (overlap below 90).
#'
#' @param coverage From [pb_coverage()] or [pb_map_landscape()], of the benchmark as it is.
#' @param region The region of each instance of the new dataset, from 1, as by
#'   [pb_nearest_region()].
#' @param name Of the new dataset.
#' @param sparse As for [pb_redundancy()].
#' @return An object of class `pb_newcomer`, a list of
#'   \item{name}{of the new dataset}
#'   \item{percent}{percent of its instances in each region}
#'   \item{main_region}{the region with most of them, the first on equality}
#'   \item{fills}{almost empty regions in which it has instances}
#'   \item{closest}{the dataset spread most like it, the first on equality}
#'   \item{overlap}{percent that the two spreads share}
#'   \item{share_after}{percent of all instances in each region once it is in}
#'   \item{adds}{whether it adds something}
#'   \item{engine}{`"r"`}
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range.
#' @examples
#' pb_newcomer(pb_coverage(c("a", "a", "b", "b"), c(1, 2, 2, 2), k = 3), c(3, 3, 2))
#' @family landscape
#' @export
pb_newcomer <- function(coverage, region, name = "new", sparse = 1) {
  coverage <- check_coverage(coverage)
  bare <- pb_redundancy(coverage, sparse)$sparse_regions
  region <- check_places("region", region, coverage$n_regions)
  regions <- colnames(coverage$counts)
  counts <- stats::setNames(as.double(tabulate(region, coverage$n_regions)), regions)
  percent <- 100 * counts / sum(counts)
  shared <- colSums(pmin(t(coverage$percent), percent))
  # Equal spreads share 100 up to rounding noise, which must not pick one of them.
  best <- which.max(round(shared, 9L))
  fills <- regions[counts > 0 & regions %in% bare]
  after <- colSums(coverage$counts) + counts
  new_result("pb_newcomer", list(
    name = name,
    percent = percent,
    main_region = regions[[which.max(counts)]],
    fills = fills,
    closest = rownames(coverage$counts)[[best]],
    overlap = shared[[best]],
    share_after = 100 * after / sum(after),
    adds = length(fills) > 0L || round(shared[[best]], 9L) < 90,
    engine = "r"
  ))
}

# A coverage, which a landscape has.
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
  as.data.frame(x$percent, optional = TRUE)
}

#' @rdname pb_result
#' @export
format.pb_redundancy <- function(x, ...) {
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
  as.data.frame(x$regions)
}

#' @rdname pb_result
#' @export
format.pb_newcomer <- function(x, ...) {
  inside <- x$percent[x$percent > 0]
  verdict <- if (x$adds) "adds to the benchmark" else "adds no region the benchmark lacks"
  without_controls(c(
    sprintf("%s %s; engine %s", x$name, verdict, x$engine),
    paste0("  lies in ", toString(sprintf("%s %.2f%%", names(inside), inside))),
    sprintf("  most like %s: their spreads share %.2f%%", x$closest, x$overlap),
    if (length(x$fills) > 0L) {
      paste0("  has instances in almost empty regions: ", toString(x$fills))
    }
  ))
}

#' @rdname pb_result
#' @export
as.data.frame.pb_newcomer <- function(x, row.names = NULL, # nolint: object_name_linter.
                                      optional = FALSE, ...) {
  data.frame(percent = x$percent, share_after = x$share_after)
}
