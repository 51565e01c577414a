# Whether the regions of a landscape are found by other maps too, and what all maps agree on.

most_map_parts <- 1000 # regions of all maps together: distances of all pairs are needed
no_setting <- c("several", "none", "all")

#' Stability of regions over several maps
#'
#' Compares the regions that several maps of the same instances have, and finds what the maps agree
#' on.
#'
#' With \eqn{n_{ij}}{n_ij} the number of instances in region i of one map and region j of another,
#' \eqn{a_i} and \eqn{b_j} the sums of rows and columns and n that of all, the *adjusted Rand index*
#' is \eqn{(S - E) / ((A + B) / 2 - E)}. Here S, A and B are the sums of x (x - 1) / 2 over all
#' \eqn{n_{ij}}{n_ij}, over all \eqn{a_i} and over all \eqn{b_j}, and E is A B / (n (n - 1) / 2). It
#' is 1 if and only if the regions are the same, and 0 on average if instances are assigned at
#' random to regions of the given sizes. The *variation of information* is the negative sum of
#' \eqn{(n_{ij} / n) (\log(n_{ij} / a_i) + \log(n_{ij} / b_j))}{(n_ij / n) (log(n_ij / a_i) +
#' log(n_ij / b_j))}. It is 0 if and only if the regions are the same, and at most log n.
#'
#' Consensus regions are clusters of the regions of all maps. The regions are joined by average
#' linkage on Jaccard distances: 1 minus the number of instances that two regions share, over the
#' number that they have together. On each map, an instance thus lies in one consensus region; over
#' all maps, it belongs to the one in which it lies most often (the first if tied). The number of
#' consensus regions is at most that of the map with most regions. Of the numbers for which each
#' consensus region has an instance, the one with the highest mean adjusted Rand index between the
#' consensus and the maps is chosen (the smallest if tied).
#'
#' @param regions Matrix: the region of each instance (row) on each of at least 2 maps (columns),
#'   numbered from 1. Any partitions can be given; they need not come from maps.
#' @param dataset The dataset of each instance, a character vector.
#' @param settings Named list: for each setting, such as `seed`, its values on the maps, a character
#'   vector. A pair of maps is listed under the setting in which the two maps differ, or under
#'   `"several"` or `"none"`. No setting may be named `several`, `none` or `all`.
#' @param threshold Percentage of a dataset's instances, in (0, 100\]. On a map, a dataset *lies in*
#'   a consensus region if at least this percentage is in those regions of the map that belong to
#'   the consensus region. It *represents* the consensus region if at least this percentage is in a
#'   single one of them.
#' @return An object of class `pb_landscape_stability`, a list of
#'   \item{maps}{data frame, one row per map: its settings, its number of `regions`, and the
#'     adjusted Rand index of its regions and the consensus}
#'   \item{pairs}{data frame, one row per pair of maps: `first`, `second`, `varied`,
#'     `adjusted_rand`, `variation`}
#'   \item{by_setting}{the same summarised by what varied; the last row has all pairs}
#'   \item{k}{number of consensus regions, `"C1"` to `"Ck"`}
#'   \item{candidates}{numbers of consensus regions, and the mean adjusted Rand index with the maps}
#'   \item{labels}{consensus region of each instance, from 1}
#'   \item{agreement}{share of maps that put the instance in this region}
#'   \item{regions}{matrix, one row per consensus region: `instances`; `agreement`, averaged over
#'     them; `together`, the share of maps on which two instances of it lie in the same region,
#'     averaged over pairs (1 if there is only one instance); and `mixed`, the same for pairs of an
#'     instance in it and one not in it}
#'   \item{coverage}{matrix, datasets x consensus regions: mean percentage of the dataset's
#'     instances, over maps}
#'   \item{lies, represents}{matrices, datasets x consensus regions: share of maps on which the
#'     dataset lies in the region, or represents it. These maps are chosen, not drawn at random; so
#'     the shares have no confidence intervals, and do not say what other kinds of maps would show}
#'   \item{members}{by map and region of the map: the datasets that represent it}
#'   \item{threshold}{as given}
#'   \item{n_maps, n_datasets, n_instances}{numbers of maps, datasets and instances}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'
#'   `as.data.frame()` gives one row per dataset and consensus region in which some map puts
#'   instances of the dataset.
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range, or maps with more than 1000 regions in
#' total.
#' @references
#' Hubert, L. and Arabie, P. (1985). Comparing partitions. *Journal of Classification* 2, 193-218.
#'
#' Meila, M. (2007). Comparing clusterings: an information based distance. *Journal of Multivariate
#' Analysis* 98, 873-895.
#'
#' Strehl, A. and Ghosh, J. (2002). Cluster ensembles: a knowledge reuse framework for combining
#' multiple partitions. *Journal of Machine Learning Research* 3, 583-617.
#' @examples
#' maps <- rbind(c(1, 1, 2), c(1, 1, 2), c(2, 2, 1), c(2, 1, 1))
#' pb_region_stability(maps, c("a", "a", "b", "b"), list(seed = c("0", "1", "2")))
#' @family landscape
#' @export
pb_region_stability <- function(regions, dataset, settings = NULL, threshold = 90) {
  dataset <- check_names("dataset", dataset, "the name of a dataset for each instance")
  regions <- check_partitions(regions, length(dataset))
  settings <- check_map_settings(settings, ncol(regions))
  threshold <- check_percent("threshold", threshold)
  columns <- lapply(seq_len(ncol(regions)), function(j) regions[, j])
  numbers <- lapply(columns, function(column) sort(unique(column)))
  partitions <- unname(mapply(match, columns, numbers))
  agreed <- consensus_of(partitions)
  k <- max(agreed$labels)
  titles <- paste0("C", seq_len(k))
  share <- rowMeans(agreed$placed == agreed$labels)
  maps <- paste0("M", seq_along(numbers))
  pairs <- map_pairs(partitions, maps, settings)
  found <- by_dataset(partitions, agreed, dataset, titles, threshold, numbers, maps)
  new_result("pb_landscape_stability", list(
    maps = do.call(data.frame, c(list(map = maps), settings, list(
      regions = as.double(lengths(numbers)), check.names = FALSE,
      adjusted_rand = rand_with(agreed$labels, partitions)
    ))),
    pairs = pairs,
    by_setting = pairs_by_setting(pairs, names(settings)),
    k = as.double(k),
    candidates = agreed$tried,
    labels = as.double(agreed$labels),
    agreement = share,
    regions = of_regions(partitions, agreed$labels, share, titles),
    coverage = found$coverage,
    lies = found$lies,
    represents = found$represents,
    members = found$members,
    threshold = threshold,
    n_maps = as.double(length(maps)),
    n_datasets = as.double(nrow(found$lies)),
    n_instances = as.double(length(dataset)),
    notes = character(),
    engine = "r"
  ))
}

check_partitions <- function(regions, n) {
  if (!is.matrix(regions) || ncol(regions) < 2L) {
    expected <- "a matrix with a row per instance and a column per map, of at least 2 maps"
    found <- if (is.matrix(regions)) paste(dim(regions), collapse = " x ") else class(regions)[[1L]]
    stop_argument(
      sprintf("`regions` must be %s, not %s", expected, found), expected = expected, found = found
    )
  }
  regions <- unname(regions)
  for (j in seq_len(ncol(regions))) {
    check_places("regions", regions[, j], 2^31, n)
  }
  found <- sum(apply(regions, 2L, function(column) length(unique(column))))
  if (found > most_map_parts) {
    stop_argument(
      sprintf(
        "`regions` must have at most %.0f regions on all maps together, not %d", most_map_parts,
        found
      ),
      expected = sprintf("at most %.0f regions", most_map_parts), found = sprintf("%d", found),
      hint = "Give fewer maps, or maps with fewer regions."
    )
  }
  regions
}

check_map_settings <- function(settings, maps) {
  expected <- sprintf("%d texts, one per map", maps)
  for (name in names(settings)) {
    values <- check_names("settings", settings[[name]], expected)
    if (length(values) != maps) {
      stop_argument(
        sprintf("`settings` must be %s, not %d for '%s'", expected, length(values), name),
        expected = expected, found = sprintf("%d", length(values))
      )
    }
    if (name %in% no_setting) {
      stop_argument(
        sprintf("`settings` must not have the name '%s'", name), expected = "another name",
        found = name
      )
    }
  }
  as.list(settings)
}

map_pairs <- function(partitions, maps, settings) {
  places <- utils::combn(length(maps), 2L)
  first <- places[1L, ]
  second <- places[2L, ]
  tables <- Map(function(i, j) shared_counts(partitions[, i], partitions[, j]), first, second)
  varied <- rep("none", length(first))
  for (name in names(settings)) {
    differ <- settings[[name]][first] != settings[[name]][second]
    varied[differ] <- ifelse(varied[differ] == "none", name, "several")
  }
  data.frame(
    first = maps[first], second = maps[second], varied = varied,
    adjusted_rand = vapply(tables, adjusted_rand, 0),
    variation = vapply(tables, variation_of_information, 0)
  )
}

pairs_by_setting <- function(pairs, settings) {
  kinds <- c(settings, no_setting)
  some <- lapply(kinds, function(kind) {
    pairs[if (kind == "all") TRUE else pairs$varied == kind, , drop = FALSE]
  })
  present <- vapply(some, nrow, 0L) > 0L
  figure <- function(column, by) vapply(some[present], function(one) by(one[[column]]), 0)
  data.frame(
    varied = kinds[present],
    pairs = figure("first", function(maps) as.double(length(maps))),
    adjusted_rand = figure("adjusted_rand", mean),
    lowest = figure("adjusted_rand", min),
    variation = figure("variation", mean),
    largest = figure("variation", max)
  )
}

# Over all maps: where the datasets lie, and which of them represent the regions of each map.
by_dataset <- function(partitions, agreed, dataset, titles, threshold, numbers, maps) {
  names <- unique(dataset)
  zero <- matrix(0, length(names), length(titles), dimnames = list(names, titles))
  found <- list(coverage = zero, lies = zero, represents = zero, members = list())
  for (j in seq_along(maps)) {
    counts <- count_places(dataset, partitions[, j], length(numbers[[j]]))
    belongs <- outer(agreed$clusters[[j]], seq_along(titles), "==")
    inside <- counts %*% belongs
    standing <- standing_for(list(counts = counts), threshold)
    found$coverage <- found$coverage + 100 * inside / rowSums(inside)
    found$lies <- found$lies + standing_for(list(counts = inside), threshold)
    found$represents <- found$represents + (standing %*% belongs > 0)
    found$members[[maps[[j]]]] <- stats::setNames(
      lapply(seq_along(numbers[[j]]), function(i) names[standing[, i]]), paste0("R", numbers[[j]])
    )
  }
  shares <- c("coverage", "lies", "represents")
  found[shares] <- lapply(found[shares], `/`, length(maps))
  found
}

of_regions <- function(partitions, labels, share, titles) {
  n <- nrow(partitions)
  size <- as.double(tabulate(labels, length(titles)))
  together <- mixed <- 0
  for (j in seq_len(ncol(partitions))) {
    inside <- shared_counts(labels, partitions[, j])
    outside <- rep(colSums(inside), each = nrow(inside)) - inside
    together <- together + rowSums(inside * (inside - 1))
    mixed <- mixed + rowSums(inside * outside)
  }
  maps <- ncol(partitions)
  cbind(
    instances = stats::setNames(size, titles),
    agreement = as.vector(rowsum(share, labels)) / size,
    together = ifelse(size == 1, 1, together / pmax(1, maps * size * (size - 1))),
    mixed = ifelse(size == n, 0, mixed / pmax(1, maps * size * (n - size)))
  )
}

# The datasets that represent a consensus region on some map, with their shares.
representing <- function(x, region, most = 5L) {
  share <- x$represents[, region]
  share <- share[order(-share)]
  share <- share[share > 0]
  first <- utils::head(share, most)
  said <- sprintf("%s (%.0f of %.0f maps)", names(first), first * x$n_maps, x$n_maps)
  if (length(share) > most) c(said, sprintf("%d more", length(share) - most)) else said
}

#' @rdname pb_result
#' @export
format.pb_landscape_stability <- function(x, ...) {
  check_dots(...)
  by <- x$by_setting
  regions <- rownames(x$regions)
  by_whom <- vapply(regions, function(region) {
    members <- representing(x, region)
    if (length(members) > 0L) toString(members) else "no dataset"
  }, "")
  c(
    without_controls(c(
      sprintf(
        "Stability of a landscape over %s of %s, %.0f instances; engine %s",
        counted(x$n_maps, "map"), counted(x$n_datasets, "dataset"), x$n_instances, x$engine
      ),
      paste(
        "  regions of two maps: adjusted Rand index (1: the same, 0: as by chance), variation of",
        "information (nats; 0: the same)"
      ),
      sprintf("  %-16s  pairs  mean index  lowest  mean information  largest", "varied"),
      sprintf(
        "  %s  %5.0f  %10.4f  %6.4f  %16.4f  %7.4f", formatC(by$varied, width = -16), by$pairs,
        by$adjusted_rand, by$lowest, by$variation, by$largest
      ),
      sprintf(
        "  %s: mean adjusted Rand index with the maps %.4f", counted(x$k, "consensus region"),
        mean(x$maps$adjusted_rand)
      ),
      sprintf(
        "  %s: %s, each in %s on %.1f%% of maps on average; represented by %s", regions,
        counted(x$regions[, "instances"], "instance"), regions, 100 * x$regions[, "agreement"],
        by_whom
      ),
      sprintf(
        paste(
          "  a dataset represents a consensus region on a map where at least %g%% of its instances",
          "lie in one of the map's regions there. Shares are of these %.0f maps, which are no",
          "random sample"
        ),
        x$threshold, x$n_maps
      )
    )),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_landscape_stability <- function(x, row.names = NULL, # nolint: object_name_linter.
                                                 optional = FALSE, ...) {
  check_dots(...)
  cells <- which(t(x$coverage) > 0, arr.ind = TRUE)[, 2:1, drop = FALSE]
  data.frame(
    dataset = rownames(x$coverage)[cells[, 1L]], region = colnames(x$coverage)[cells[, 2L]],
    coverage = x$coverage[cells], lies = x$lies[cells], represents = x$represents[cells]
  )
}
