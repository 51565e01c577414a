# Datasets that represent a region: enough of their instances lie in it.

representative_thresholds <- c(50, 80, 90, 100)
enough_datasets <- 10 # fewest at which Friedman's statistic is near its chi-square
one_landscape <- paste0(
  "representatives are those of one landscape: another map may have others; landscape_stability ",
  "gives the share of maps on which a dataset represents a region"
)

#' Representatives of regions
#'
#' Finds the datasets that represent each region. A dataset represents a region if at least
#' `threshold` percent of the dataset's instances (its rows in the table of features) lie in this
#' region.
#'
#' @param coverage From [pb_coverage()] or [pb_map_landscape()].
#' @param threshold Percentage of a dataset's instances that must lie in a region so that the
#'   dataset represents this region, a number in (0, 100\]. With a threshold above 50, a dataset
#'   represents at most one region. With a threshold of 50 or below, it may represent several
#'   regions.
#' @param stability Result of [pb_landscape_stability()] or [pb_region_stability()] for the same
#'   datasets, with the same threshold; `NULL`: it is not known on how many maps a dataset
#'   represents its region.
#' @return An object of class `pb_representatives`, a list of
#'   \item{threshold}{as given}
#'   \item{region_names}{regions}
#'   \item{members}{list of the datasets of each region}
#'   \item{by_threshold}{matrix, one row per region: the numbers of representatives at the
#'     thresholds 50, 80, 90, 100 and `threshold`}
#'   \item{omitted}{regions that no dataset represents}
#'   \item{shared_by}{datasets that represent several regions}
#'   \item{smallest_sample}{smallest number of datasets per region that gives at least 10
#'     datasets in total, as the Friedman test needs; regions without representatives are not
#'     counted}
#'   \item{largest_sample}{largest number of datasets that every region with representatives
#'     can provide}
#'   \item{tested_alone}{regions with at least 10 representatives, enough for a Friedman test in
#'     this region}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   \item{shares}{`NULL` without `stability`. Otherwise a data frame, one row per region and
#'     representative: `region`; `dataset`; `consensus`, the consensus region that the
#'     representatives of the region represent on most maps, summed over the representatives (the
#'     first if tied; `""` if none represents one); `share`, the share of maps on which the dataset
#'     represents this consensus region, as in [pb_region_stability()]; and `maps`, the number of
#'     maps. These maps are chosen, not drawn at random; so the shares have no confidence
#'     intervals}
#'
#'   `as.data.frame()` gives one row per region and representative.
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range, or a stability of other datasets or at
#' another threshold.
#' @examples
#' names <- rep(c("a", "b"), each = 10)
#' coverage <- pb_coverage(names, rep(c(1, 2, 1, 2), c(9, 1, 8, 2)))
#' pb_representatives(coverage)
#' maps <- cbind(rep(c(1, 2), each = 10), rep(c(1, 2), c(8, 12)))
#' pb_representatives(coverage, stability = pb_region_stability(maps, names))
#' @family landscape
#' @export
pb_representatives <- function(coverage, threshold = 90, stability = NULL) {
  coverage <- check_coverage(coverage)
  threshold <- check_percent("threshold", threshold)
  regions <- colnames(coverage$counts)
  names <- rownames(coverage$counts)
  if (!is.null(stability)) {
    check_stability(stability, names, threshold)
  }
  standing <- standing_for(coverage, threshold)
  sizes <- colSums(standing)
  columns <- vapply(representative_thresholds, function(bound) {
    colSums(standing_for(coverage, bound))
  }, numeric(length(regions)))
  shown <- sprintf("%.0f", representative_thresholds)
  columns <- matrix(columns, length(regions), dimnames = list(regions, shown))
  bounds <- sample_bounds(sizes)
  omitted <- regions[sizes == 0]
  members <- lapply(seq_along(regions), function(i) names[standing[, i]])
  new_result("pb_representatives", list(
    threshold = threshold,
    region_names = regions,
    members = members,
    by_threshold = cbind(columns, threshold = sizes),
    omitted = omitted,
    shared_by = names[rowSums(standing) > 1],
    smallest_sample = bounds[[1L]],
    largest_sample = bounds[[2L]],
    tested_alone = regions[sizes >= enough_datasets],
    notes = notes_ordered(c(
      if (length(omitted) > 0L) "no-representative",
      if (bounds[[1L]] > bounds[[2L]]) "short-region"
    )),
    engine = "r",
    shares = if (!is.null(stability)) shares_of_maps(regions, members, stability)
  ))
}

# The share of maps on which each representative represents the consensus region of its region.
shares_of_maps <- function(regions, members, stability) {
  rows <- Map(function(region, names) {
    shares <- stability$represents[names, , drop = FALSE]
    maps <- colSums(round(shares * stability$n_maps)) # whole numbers, so that ties are exact
    best <- which.max(maps)
    data.frame(
      region = rep(region, length(names)), dataset = names,
      consensus = rep(if (maps[[best]] > 0) names(maps)[[best]] else "", length(names)),
      share = unname(shares[, best]), maps = rep(stability$n_maps, length(names))
    )
  }, regions, members)
  do.call(rbind, unname(rows))
}

check_stability <- function(stability, datasets, threshold) {
  if (!inherits(stability, "pb_landscape_stability")) {
    found <- class(stability)[[1L]]
    stop_argument(
      sprintf("`stability` must be a LandscapeStability, not %s", found),
      expected = "a LandscapeStability", found = found, hint = "Make one: pb_landscape_stability()."
    )
  }
  theirs <- rownames(stability$represents)
  if (is.null(datasets)) {
    datasets <- theirs
  }
  others <- sort(c(setdiff(theirs, datasets), setdiff(datasets, theirs)), method = "radix")
  if (length(others) > 0L) {
    stop_argument(
      paste0(
        "`stability` must have the datasets of the coverage, but only one of the two has ",
        shown_names(others)
      ),
      expected = "the same datasets",
      found = sprintf("%d datasets, %d in one of the two only", length(theirs), length(others)),
      hint = "Compute pb_landscape_stability() from the features of the same datasets."
    )
  }
  if (stability$threshold != threshold) {
    stop_argument(
      sprintf("`stability` must have the threshold %g, not %g", threshold, stability$threshold),
      expected = sprintf("the threshold %g", threshold), found = sprintf("%g", stability$threshold),
      hint = "Give both functions the same threshold."
    )
  }
}

# How many datasets of each region a portfolio should have: at least 10 together, for the Friedman
# test, and at most as many as the smallest region has. Regions without any do not count.
sample_bounds <- function(sizes) {
  present <- sizes[sizes > 0]
  if (length(present) == 0L) {
    return(c(enough_datasets, 0))
  }
  c(ceiling(enough_datasets / length(present)), min(present))
}

sample_guidance <- function(bounds) {
  sprintf(
    paste0(
      "  portfolios: of each region with representatives, at least %.0f datasets (the Friedman ",
      "test requires at least %.0f in all) and at most %.0f (as many as the smallest region has)"
    ),
    bounds[[1L]], enough_datasets, bounds[[2L]]
  )
}

# Compares counts: 9 of 10 instances are 90 percent, whatever the rounding of a division. A
# threshold and its product with n are rounded, each by half an ulp at most: 309 of 375 are 82.4
# percent.
standing_for <- function(coverage, threshold) {
  least <- threshold * rowSums(coverage$counts) * (1 - 4 * .Machine$double.eps)
  100 * coverage$counts >= least
}

# The representatives of each region, each with its share of maps if it is known.
firm_members <- function(x) {
  if (is.null(x$shares)) {
    return(x$members)
  }
  lapply(x$region_names, function(region) {
    rows <- x$shares[x$shares$region == region, ]
    sprintf("%s (%.0f of %.0f maps)", rows$dataset, rows$share * rows$maps, rows$maps)
  })
}

firm_reading <- function(x) {
  if (is.null(x$shares)) {
    return(one_landscape)
  }
  homes <- unique(x$shares[c("region", "consensus")])
  listed <- sprintf(
    "%s for %s", ifelse(nzchar(homes$consensus), homes$consensus, "none"), homes$region
  )
  paste0(
    "in brackets: on how many maps the dataset represents the consensus region of its region. ",
    "This is the one that the region's representatives represent on most maps: ",
    if (length(listed) > 0L) toString(listed) else "none",
    ". The maps of landscape_stability are no random sample"
  )
}

#' @rdname pb_result
#' @export
format.pb_representatives <- function(x, ...) {
  check_dots(...)
  members <- vapply(firm_members(x), function(names) {
    more <- if (length(names) > 5L) ", ..." else ""
    first <- paste0(paste(utils::head(names, 5L), collapse = ", "), more)
    paste0(length(names), if (length(names) > 0L) ": ", first)
  }, "")
  alone <- if (length(x$tested_alone) > 0L) toString(x$tested_alone) else "none"
  c(
    without_controls(c(
      sprintf(
        paste0(
          "Representatives: datasets with at least %g%% of their instances in a region; ",
          "engine %s"
        ),
        x$threshold, x$engine
      ),
      sprintf("  %s: %s", x$region_names, members),
      paste0("  ", firm_reading(x)),
      sample_guidance(c(x$smallest_sample, x$largest_sample)),
      sprintf(
        "  regions with at least %.0f, enough for a test of their own: %s", enough_datasets, alone
      )
    )),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_representatives <- function(x, row.names = NULL, # nolint: object_name_linter.
                                             optional = FALSE, ...) {
  check_dots(...)
  if (!is.null(x$shares)) {
    return(x$shares)
  }
  data.frame(
    region = rep(x$region_names, lengths(x$members)),
    dataset = as.character(unlist(x$members))
  )
}
