# Regions of the landscape: codes of a map joined by average linkage on cosine distances.

#' Regions of a landscape
#'
#' Joins the units of a map into regions. The codes of the units (their positions in the space of
#' the features) are joined by average linkage on their cosine distances. The resulting tree is cut
#' into each candidate number of regions, and measures of each cut are computed.
#'
#' The measures of a cut are:
#' \itemize{
#'   \item Silhouette: the mean over units of \eqn{(b - a) / \max(a, b)}{(b - a) / max(a, b)}. Here
#'     a is the mean cosine distance of a unit to the other units of its region. For each other
#'     region, the mean cosine distance of the unit to the units of that region is computed; b is
#'     the smallest of these means. A unit that is alone in its region counts as 0.
#'   \item Purity: the share of rows that lie in the region with the most rows of their dataset.
#'     With `purity = "dataset"`, this share is computed for each dataset and averaged over
#'     datasets, so that each dataset counts alike.
#'   \item Fragmentation: the probability that two rows of a dataset, drawn with replacement, lie in
#'     different regions, averaged over datasets.
#' }
#'
#' The number of regions is chosen among the local maxima of the silhouette, that is, candidates
#' whose silhouette is not below that of the next smaller or the next larger candidate. The largest
#' candidate does not count as a local maximum, since the silhouette may rise further beyond it.
#' Among the local maxima, the candidate with the largest product of silhouette and purity is
#' chosen, or, if `dataset` is not given, the one with the largest silhouette. If candidates are
#' equal in this criterion to 9 decimals, the smallest of them is chosen. If there are no local
#' maxima, the choice is among all candidates.
#'
#' @param codes Codes of the map, a numeric matrix with one row per unit, at least 3 rows. No row
#'   may consist of zeros only, since cosine distances need a direction.
#' @param k Number of regions: at least 2, and less than the number of units with a positive weight.
#'   `NULL`: the number is chosen as Details describe.
#' @param candidates Candidate numbers of regions; `NULL`: all possible numbers from 2 to 20.
#' @param weights Whole numbers: how often each unit counts, for example its number of rows. At
#'   least 3 weights must be positive. `NULL`: every unit counts once, even a unit without rows, as
#'   in the paper that [pb_map_landscape()] follows. A unit of weight w counts as w equal units in
#'   the linkage and in the silhouette. A unit of weight 0 is left out of both. It gets the region
#'   of the nearest unit (by cosine distance) that has a positive weight.
#' @param dataset The dataset of each row, for purity and fragmentation; requires `units`.
#' @param units The unit of each row, from 1.
#' @param purity `"instance"` or `"dataset"`: what counts alike in the purity, see Details.
#' @return An object of class `pb_regions`, a list of
#'   \item{labels}{region of each unit, from 1; regions are numbered in the order of their first
#'     unit}
#'   \item{k}{number of regions}
#'   \item{sizes}{units of each region}
#'   \item{candidates}{matrix, one row per candidate: `k`, `silhouette`, `purity`, `fragmentation`,
#'     `split` (number of datasets in more than one region) and `gap`. The `gap` is the distance
#'     between the two regions that would be joined next, minus the distance between the two regions
#'     that were joined last; it is 0 if the cut is not unique}
#'   \item{heights}{cosine distance of each merge, ascending}
#'   \item{chosen_by}{`"user"` or `"silhouette"`}
#'   \item{n_units, n_left_out}{number of units, and number of units with weight 0}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#' @section Errors:
#' `pybench_error_argument` if a code contains a value that is not a finite number or consists of
#' zeros only, or if an argument is out of its range.
#' @references
#' Rousseeuw, P. J. (1987). Silhouettes: a graphical aid to the interpretation and validation of
#' cluster analysis. *Journal of Computational and Applied Mathematics* 20, 53-65.
#' @examples
#' codes <- rbind(c(1, 0), c(1, 0.1), c(0.1, 1), c(0, 1), c(-1, 0), c(-1, 0.1))
#' pb_regions(codes)
#' @family landscape
#' @export
pb_regions <- function(codes, k = NULL, candidates = NULL, weights = NULL, dataset = NULL,
                       units = NULL, purity = "instance") {
  codes <- check_codes(codes)
  weights <- check_unit_weights(weights, nrow(codes))
  members <- which(weights > 0)
  purity <- check_choice("purity", purity, map_weights)
  wanted <- check_region_numbers(candidates, k, length(members))
  counts <- dataset_counts(dataset, units, nrow(codes))
  distances <- cosine_distances(codes)
  inner <- distances[members, members]
  tree <- stats::hclust(stats::as.dist(inner), "average", members = weights[members])
  heights <- sort(tree$height)
  cuts <- stats::cutree(tree, k = wanted)
  cuts <- matrix(cuts, ncol = length(wanted))
  nearest <- max.col(-distances[, members], "first")
  nearest[members] <- seq_along(members)
  labels <- apply(cuts[nearest, , drop = FALSE], 2L, function(cut) match(cut, unique(cut)))
  figures <- vapply(seq_along(wanted), function(i) {
    c(
      k = wanted[[i]],
      silhouette = mean_silhouette(inner, cuts[, i], weights[members]),
      region_spread(counts, labels[, i], purity),
      gap = cut_gap(heights, wanted[[i]])
    )
  }, numeric(6L))
  figures <- t(figures)
  chosen <- if (is.null(k)) choose_regions(figures) else match(k, wanted)
  tied <- figures[[chosen, "gap"]] <= 1e-10 ||
    contested_merges(inner, weights[members], tree$merge, wanted[[chosen]])
  new_result("pb_regions", list(
    labels = as.double(labels[, chosen]),
    k = wanted[[chosen]],
    sizes = as.double(tabulate(labels[, chosen], wanted[[chosen]])),
    candidates = figures,
    heights = heights,
    chosen_by = if (is.null(k)) "silhouette" else "user",
    n_units = nrow(codes),
    n_left_out = nrow(codes) - length(members),
    notes = notes_ordered(if (tied) "tied-cut" else character()),
    engine = "r"
  ))
}

region_spread <- function(counts, labels, purity) {
  if (is.null(counts)) {
    return(c(purity = NaN, fragmentation = NaN, split = NaN))
  }
  inside <- counts %*% outer(labels, seq_len(max(labels)), "==")
  total <- rowSums(inside)
  alike <- purity == "instance" || all(total == total[[1L]])
  most <- apply(inside, 1L, max)
  c(
    purity = if (alike) sum(most) / sum(total) else mean(most / total),
    fragmentation = mean(1 - rowSums((inside / total)^2)),
    split = sum(rowSums(inside > 0) > 1)
  )
}

choose_regions <- function(figures) {
  widths <- round(figures[, "silhouette"], 9L)
  purity <- ifelse(is.nan(figures[, "purity"]), 1, figures[, "purity"])
  peaks <- widths >= c(-Inf, utils::head(widths, -1L)) & widths >= c(widths[-1L], Inf)
  score <- round(widths * purity, 9L)
  if (any(peaks)) {
    score[!peaks] <- -Inf
  }
  which.max(score)
}

check_codes <- function(codes) {
  codes <- check_matrix("codes", codes)
  expected <- "at least 3 codes, one per row, of finite numbers that are not all 0"
  if (nrow(codes) < 3L || ncol(codes) < 1L) {
    found <- sprintf("%d x %d", nrow(codes), ncol(codes))
    stop_argument(
      sprintf("`codes` must be %s, not a %s matrix", expected, found),
      expected = expected, found = found
    )
  }
  flat <- which(rowSums(codes != 0) == 0)
  if (length(flat) > 0L) {
    stop_argument(
      sprintf("`codes` must be %s; it has %s of zeros", expected, counted(length(flat), "row")),
      expected = expected, found = sprintf("zeros in row %d", flat[[1L]]),
      hint = "The cosine distance needs a direction, and such a code has none."
    )
  }
  codes
}

check_unit_weights <- function(weights, n) {
  if (is.null(weights)) {
    return(rep(1, n))
  }
  if (length(weights) == n && are_whole(weights) && min(weights) >= 0 && sum(weights > 0) >= 3L) {
    return(as.double(weights))
  }
  expected <- sprintf("%d whole numbers >= 0, at least three of them above 0", n)
  found <- describe_value(weights)
  stop_argument(
    sprintf("`weights` must be %s, not %s", expected, found), expected = expected, found = found
  )
}

check_region_numbers <- function(candidates, k, n) {
  listed <- if (is.null(candidates)) seq(2, max(2, min(20, n - 1L))) else candidates
  if (length(listed) == 0L) {
    stop_argument("`candidates` must not be empty", expected = "numbers", found = "none")
  }
  wanted <- vapply(listed, function(value) check_region_number("candidates", value, n), 0)
  sort(unique(c(wanted, if (!is.null(k)) check_region_number("k", k, n))))
}

check_region_number <- function(name, value, n) {
  if (is_number(value) && value >= 2 && value < n && value == floor(value)) {
    return(as.double(value))
  }
  expected <- sprintf("a whole number from 2 to %d", n - 1L)
  found <- describe_value(value)
  stop_argument(
    sprintf("`%s` must be %s, not %s", name, expected, found), expected = expected, found = found
  )
}

dataset_counts <- function(dataset, units, n_units) {
  if (is.null(dataset) && is.null(units)) {
    return(NULL)
  }
  if (is.null(dataset) || is.null(units)) {
    stop_argument(
      "`dataset` and `units` must be given together", expected = "both", found = "one of them"
    )
  }
  dataset <- check_names("dataset", dataset, "the name of a dataset for each row")
  count_places(dataset, check_places("units", units, n_units, length(dataset)), n_units)
}

# The number of rows of each dataset in each place: datasets by first occurrence x places.
count_places <- function(dataset, place, n_places) {
  names <- unique(dataset)
  cells <- match(dataset, names) + (place - 1) * length(names)
  matrix(tabulate(cells, length(names) * n_places), length(names), dimnames = list(names, NULL))
}

#' @rdname pb_result
#' @export
format.pb_regions <- function(x, ...) {
  check_dots(...)
  figure <- function(value, width) {
    formatC(ifelse(is.nan(value), "NA", sprintf("%.4f", value)), width = width)
  }
  f <- x$candidates
  c(
    sprintf(
      "%.0f regions of %.0f units (average linkage, cosine distance), chosen by %s; engine %s",
      x$k, x$n_units, x$chosen_by, x$engine
    ),
    paste0("  units per region: ", toString(sprintf("%.0f", x$sizes))),
    sprintf("  %4s  silhouette  purity  fragmentation  split", "k"),
    sprintf(
      "%s %4.0f  %s  %s  %s  %5s",
      ifelse(f[, "k"] == x$k, "*", " "), f[, "k"], figure(f[, "silhouette"], 10L),
      figure(f[, "purity"], 6L), figure(f[, "fragmentation"], 13L),
      ifelse(is.nan(f[, "split"]), "NA", sprintf("%.0f", f[, "split"]))
    ),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_regions <- function(x, row.names = NULL, # nolint: object_name_linter.
                                     optional = FALSE, ...) {
  check_dots(...)
  as.data.frame(x$candidates)
}
