# A new dataset on a landscape: its regions, the nearest datasets, who is best there.

present_percent <- 10 # percent of its series from which on a dataset counts as present in a region
reach_share <- 0.99 # share of the distances of a landscape beyond which a series is outside
outside_percent <- 10 # percent of such series from which on a note warns
nearest_shown <- 5L # nearest datasets, and methods of a region

#' Place a dataset on a landscape
#'
#' Finds the regions of a landscape in which a new dataset lies, the nearest datasets of the
#' landscape, what the new dataset would add, and which methods are best in its regions.
#'
#' Each series belongs to the unit with the nearest code, so the series of a dataset spread over the
#' units. The distance of two datasets is the energy distance of their spreads,
#' \eqn{2 E|X - Y| - E|X - X'| - E|Y - Y'|}, where \eqn{X} and \eqn{X'} are the codes of two series
#' of one dataset, drawn with replacement, and \eqn{Y} and \eqn{Y'} those of the other. It is 0 if
#' both datasets spread alike. With few series it is too large on average.
#'
#' A series is placed only if all features of the landscape are finite. Every series has a nearest
#' unit, even one unlike all series of the landscape: see `outside`.
#'
#' That a method is best in a region says how it performed on the datasets of the region that have
#' scores. It does not prove that it will be best on the new dataset.
#'
#' @param data One dataset: a table of [pb_read_features()], a data frame or a numeric matrix with
#'   all features of the landscape, not scaled, one row per series. Python's pybench computes
#'   features.
#' @param landscape As in [pb_published_landscape()], or a landscape of [pb_map_landscape()] that
#'   has a map.
#' @param t Results table: scores of methods on the datasets of the landscape. `NULL` means the
#'   scores that a published landscape contains.
#' @param name Name of the dataset. `NULL` means the name in the data, or `"new"`.
#' @param threshold As in [pb_best_by_region()].
#' @param alpha Level of the tests of [pb_best_by_region()].
#' @param confidence Confidence level of each single interval of a mean rank.
#' @param seed Seed of the intervals.
#' @return An object of class `pb_placement`, a list of
#'   \item{name}{the new dataset}
#'   \item{n_series}{number of its series that were placed}
#'   \item{n_unplaced}{number of its series without some feature of the landscape}
#'   \item{outside}{percent of its series that are farther from their unit than 99 % of the series
#'     of the landscape are from theirs}
#'   \item{newcomer}{its regions, and what it adds: [pb_newcomer()]}
#'   \item{nearest}{data frame, one row per dataset of the landscape, nearest first: `dataset`,
#'     `distance`}
#'   \item{farther}{percent of the datasets of the landscape that are farther from their nearest
#'     other dataset than the new dataset is from its nearest}
#'   \item{best}{[pb_best_by_region()]; `NULL` without scores}
#'   \item{intervals}{by region: [pb_rank_intervals()], for each region with at least 10 % of the
#'     series of the dataset and at least 10 representatives with scores}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#' @section Errors:
#' `pybench_error_argument`: a feature is missing, the features are of another representation or
#' were computed with another version of its library, or an argument is out of its range.
#' `pybench_error_input`: the file of the landscape cannot be read.
#' @references
#' Székely, G. J. and Rizzo, M. L. (2013). Energy statistics: a class of statistics based on
#' distances. Journal of Statistical Planning and Inference, 143(8), 1249-1272.
#' @examples
#' flowers <- iris$Species
#' land <- pb_map_landscape(iris[1:4], 4, dataset = as.character(flowers), k = 3, rlen = 20)
#' pb_place(iris[flowers == "setosa", 1:4], land)
#' @family landscape
#' @export
pb_place <- function(data, landscape = "ucr", t = NULL, name = NULL, threshold = 90, alpha = 0.05,
                     confidence = 0.95, seed = 0) {
  if (is.character(landscape)) {
    landscape <- pb_published_landscape(landscape)
  }
  require_landscape_map(landscape)
  alpha <- check_level("alpha", alpha)
  confidence <- check_level("confidence", confidence)
  threshold <- check_percent("threshold", threshold)
  seed <- check_seed(seed)
  t <- if (is.null(t)) landscape$scores else t
  others <- same_features(data, landscape)
  rows <- placed_rows(data, landscape$scaling, name)
  codes <- unname(landscape$codes)
  units <- nearest_two(rows$values, codes)[, 1L]
  gaps <- code_distances(rows$values, codes, units)
  coverage <- landscape$coverage
  new <- pb_newcomer(coverage, landscape$regions$labels[units], rows$title)
  near <- nearest_datasets(landscape, units)
  reach <- stats::quantile(landscape$som$distances, reach_share, names = FALSE)
  outside <- 100 * mean(gaps > reach)
  best <- if (!is.null(t)) pb_best_by_region(t, landscape, threshold, alpha)
  held <- c(
    if (rows$title %in% rownames(coverage$counts)) "in-landscape",
    if (outside > outside_percent) "outside-landscape",
    if (rows$unplaced > 0) "unplaced-series",
    if (nzchar(others)) stats::setNames("other-libraries", others),
    best$notes
  )
  new_result("pb_placement", list(
    name = rows$title, n_series = nrow(rows$values), n_unplaced = rows$unplaced,
    outside = outside, newcomer = new, nearest = near$table, farther = near$farther, best = best,
    intervals = placed_intervals(new, t, best, confidence, seed), notes = notes_ordered(held),
    engine = "r"
  ))
}

require_landscape_map <- function(landscape) {
  if (!inherits(landscape, "pb_landscape")) {
    found <- class(landscape)[[1L]]
    stop_argument(
      sprintf("`landscape` must be a Landscape, not %s", found),
      expected = "a Landscape", found = found, hint = "Make one: pb_published_landscape()."
    )
  }
  if (is.null(landscape$som)) {
    expected <- "a landscape with a self-organising map"
    stop_argument(
      sprintf(
        "`landscape` must be %s, not one with the reduction %s", expected, landscape$reduction
      ),
      expected = expected, found = landscape$reduction
    )
  }
}

# Refuses another representation; the libraries with another version, as a text.
same_features <- function(data, landscape) {
  given <- if (inherits(data, "pb_feature_table")) data else list()
  wanted <- landscape$representation
  if (!is.null(wanted) && any(nzchar(given$representation)) && given$representation != wanted) {
    refuse_features(paste0("`", wanted, "`"), paste0("`", given$representation, "`"))
  }
  made <- landscape$versions
  theirs <- given$versions
  known <- intersect(names(made), names(theirs))
  differ <- known[theirs[known] != made[known]]
  main <- names(made)[1L]
  if (length(differ) > 0L && main == differ[[1L]]) {
    refuse_features(paste(main, made[[main]]), paste(main, theirs[[main]]))
  }
  toString(sprintf("%s %s, not %s", differ, theirs[differ], made[differ]))
}

refuse_features <- function(expected, found) {
  stop_argument(
    sprintf("`data` must have features of %s, as the landscape has, not of %s", expected, found),
    expected = expected, found = found,
    hint = "Features of another kind or version are other numbers: compute the same ones."
  )
}

# The scaled rows that have all features, the dataset, and the number of other rows.
placed_rows <- function(data, scaling, name) {
  opened <- opened_features("data", data, NULL, if (scaling$named) scaling$features)
  found <- unique(opened$dataset)
  if (is.null(name) && length(found) > 1L) {
    stop_argument(
      paste0("`data` must be one dataset, not ", shown_names(found)),
      expected = "one dataset", found = counted(length(found), "dataset"),
      hint = "Place one after the other, or give `name` to place all as one dataset."
    )
  }
  title <- check_string("name", if (!is.null(name)) name else c(found, "new")[[1L]])
  places <- scaled_places(scaling, opened$values, "data")
  values <- opened$values[, places, drop = FALSE]
  bad <- !is.finite(values) | abs(values) > largest_feature
  whole <- rowSums(bad) == 0
  if (!any(whole)) {
    column <- scaling$features[[which.max(colSums(bad))]]
    stop_argument(
      sprintf(
        paste(
          "`data` must have a series with all features of the landscape; of %d series none has,",
          "and '%s' is missing most often"
        ),
        nrow(values), one_line(column)
      ),
      column = column, expected = "a series with all features", found = "none",
      hint = "Series may be too short, or have missing values."
    )
  }
  rows <- scaled_columns(values[whole, , drop = FALSE], scaling)
  list(values = unname(rows), title = title, unplaced = sum(!whole))
}

# The energy distance of each dataset of the landscape, and how usual the least is.
nearest_datasets <- function(landscape, units) {
  between <- as.matrix(stats::dist(unname(landscape$codes)))
  counts <- count_places(landscape$dataset, landscape$units, nrow(between))
  spreads <- counts / rowSums(counts)
  own <- tabulate(units, nrow(between)) / length(units)
  cross <- spreads %*% between
  inner <- rowSums(cross * spreads)
  apart <- 2 * as.vector(cross %*% own) - inner - sum(own * (between %*% own))
  by_distance <- order(round(apart, 9L))
  table <- data.frame(
    dataset = rownames(counts)[by_distance], distance = unname(apart[by_distance])
  )
  pairs <- 2 * cross %*% t(spreads) - outer(inner, inner, "+")
  diag(pairs) <- Inf
  usual <- round(apply(pairs, 1L, min), 9L) > round(min(apart), 9L)
  list(table = table, farther = 100 * mean(usual))
}

# Mean ranks with intervals, where the dataset is.
placed_intervals <- function(new, t, best, confidence, seed) {
  present <- names(new$percent)[new$percent >= present_percent]
  tested <- present[lengths(best$representatives[present]) >= enough_datasets]
  lapply(stats::setNames(nm = tested), function(region) {
    pb_rank_intervals(t[best$representatives[[region]], ], confidence, seed = seed)
  })
}

#' @rdname pb_result
#' @export
format.pb_placement <- function(x, ...) {
  check_dots(...)
  new <- x$newcomer
  inside <- new$percent[new$percent > 0]
  close <- utils::head(x$nearest, nearest_shown)
  verdict <- sub("; engine .*$", "", format(new)[[1L]])
  ranks <- function(region) {
    found <- x$intervals[[region]]
    rows <- utils::head(as.data.frame(found), nearest_shown)
    c(
      sprintf("  mean ranks in %s, with %g%% intervals:", region, 100 * found$confidence),
      sprintf("    %.2f (%.2f to %.2f) %s", rows$mean_rank, rows$low, rows$high, rows$classifier)
    )
  }
  c(
    without_controls(c(
      sprintf("%s on the landscape: %d series placed; engine %s", x$name, x$n_series, x$engine),
      paste0("  lies in ", toString(sprintf("%s %.2f%%", names(inside), inside))),
      paste0(
        "  nearest datasets, by energy distance: ",
        toString(sprintf("%s %.4g", close$dataset, close$distance))
      ),
      sprintf(
        paste(
          "  %.1f%% of the datasets of the landscape are farther from their nearest other dataset",
          "than it is from its nearest"
        ),
        x$farther
      ),
      sprintf(
        paste(
          "  %.1f%% of its series are farther from their unit than %g%% of the series of the",
          "landscape"
        ),
        x$outside, 100 * reach_share
      ),
      paste0("  what it adds: ", verdict),
      if (length(new$fills) > 0L) {
        paste0("  almost empty regions that it fills: ", toString(new$fills))
      },
      if (!is.null(x$best)) vapply(names(inside), region_line, "", x = x$best, USE.NAMES = FALSE),
      unlist(lapply(names(x$intervals), ranks)),
      if (!is.null(x$best)) paste0("  ", one_landscape)
    )),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_placement <- function(x, row.names = NULL, # nolint: object_name_linter.
                                       optional = FALSE, ...) {
  check_dots(...)
  x$nearest
}
