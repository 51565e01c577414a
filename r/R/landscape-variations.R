# Maps of the same features with other seeds, sizes, starts and so on, compared.

#' Stability of a landscape
#'
#' Trains several maps of the same instances, and compares their regions. The first of the `seeds`,
#' `sizes`, `starts` and `reductions` and the table `features` give the base map. Each further value
#' gives a map that differs from the base map in this value alone. The regions of each map are found
#' as in [pb_map_landscape()], and compared as in [pb_region_stability()].
#'
#' Every map counts alike. If most maps differ in their seed alone, the shares in the result mostly
#' say what another seed changes.
#'
#' @param features Table of [pb_read_features()], result of [pb_scale_features()], data frame or
#'   numeric matrix; rows are instances of the datasets that are named by the table or by `dataset`.
#' @param seeds,sizes As in [pb_som_search()]. By default, the sizes are n x n units, with about
#'   5 sqrt(rows) units (a rule of thumb of Vesanto and Alhoniemi, 2000), and a tenth narrower and
#'   wider.
#' @param starts Initial codes of the maps, one or both of `"pca.sample"` and `"random"`, as in
#'   [pb_som()].
#' @param representations Named list of tables: other features of the same instances, in the same
#'   order of rows.
#' @param reductions One or both of `"som"` and `"k-means"`: codes by k-means instead of a map, as
#'   in [pb_map_landscape()], as many as the map has units. They have no start: maps with other
#'   starts than the first one are left out.
#' @param crossed `TRUE`: a map for each combination of values, instead of the base map and its
#'   variations.
#' @param threshold As in [pb_region_stability()].
#' @param dataset,k,candidates,variance As in [pb_map_landscape()]. If `k` is not given, each map
#'   has its own number of regions.
#' @param preset,rlen,alpha,radius,topology,toroidal,scale,out,workers As in [pb_som_search()].
#' @return The result of [pb_region_stability()]; its `maps` has the columns `representation`,
#'   `size`, `start`, `seed` and `reduction`, and its `notes` are the caveats of the regions of all
#'   maps.
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range, an unusable table, values that give a
#' single map, or representations of other instances; `pybench_error_environment` in the cases in
#' which [pb_som_search()] raises it.
#' @examples
#' species <- as.character(iris$Species)
#' pb_landscape_stability(iris[1:4], 1:2, 4:5, dataset = species, k = 3, rlen = 10)
#' @family landscape
#' @export
pb_landscape_stability <- function(features, seeds = 0:4, sizes = NULL,
                                   starts = c("pca.sample", "random"), representations = NULL,
                                   reductions = "som", crossed = FALSE, threshold = 90,
                                   dataset = NULL, k = NULL, candidates = NULL, variance = 0.9,
                                   preset = "paper", rlen = 100, alpha = c(0.05, 0.01),
                                   radius = NULL, topology = "hexagonal", toroidal = FALSE,
                                   scale = TRUE, out = NULL, workers = NULL) {
  tables <- map_tables(features, representations, scale, dataset)
  rows <- nrow(tables[[1L]]$values)
  tasks <- search_tasks(if (is.null(sizes)) default_sizes(rows) else sizes, seeds, rows)
  starts <- unique(starts)
  settings <- lapply(starts, function(start) {
    search_settings(preset, rlen, alpha, radius, topology, toroidal, start)
  })
  names(settings) <- starts
  reductions <- unique(vapply(reductions, function(one) {
    check_choice("reductions", one, c("som", "k-means"))
  }, ""))
  chosen <- map_choices(names(tables), tasks, starts, reductions, check_flag("crossed", crossed))
  if (nrow(chosen) < 2L) {
    expected <- "values that give at least 2 maps"
    stop_argument(
      sprintf(
        paste(
          "`seeds`, `sizes`, `starts`, `representations` and `reductions` must be %s, not 1"
        ),
        expected
      ),
      expected = expected, found = "1 map"
    )
  }
  for (i in seq_len(nrow(tasks))) require_codes(tasks[i, ])
  names <- tables[[1L]]$dataset
  found <- vector("list", nrow(chosen))
  doubts <- character()
  together <- paste(
    match(chosen$representation, names(tables)), chosen$start, chosen$reduction
  )
  for (group in unique(together)) {
    places <- which(together == group)
    one <- chosen[places[[1L]], ]
    ready <- tables[[one$representation]]
    wanted <- chosen[places, c("xdim", "ydim", "seed")]
    maps <- if (one$reduction == "som") {
      trained_maps(ready$values, settings[[one$start]], wanted, out, workers)
    } else {
      kmeans_maps(ready, variance, wanted, rlen)
    }
    for (i in seq_along(places)) {
      units <- as.double(maps[[i]]$units)
      parts <- pb_regions(unname(maps[[i]]$codes), k, candidates, dataset = names, units = units)
      found[[places[[i]]]] <- parts$labels[units]
      doubts <- c(doubts, parts$notes)
    }
  }
  result <- pb_region_stability(
    do.call(cbind, found), names,
    list(
      representation = chosen$representation,
      size = sprintf("%.0f x %.0f", chosen$xdim, chosen$ydim),
      start = chosen$start, seed = sprintf("%d", chosen$seed), reduction = chosen$reduction
    ),
    threshold
  )
  result$notes <- notes_ordered(unique(c(result$notes, doubts)))
  result
}

# For each task, codes, as many as a map has units, and the code of each row.
kmeans_maps <- function(ready, variance, tasks, rlen) {
  parts <- map_components(ready$values, ready$scaling$features, variance)
  scores <- component_scores(parts, ready$values)
  lapply(seq_len(nrow(tasks)), function(i) {
    task <- tasks[i, ]
    kmeans_landscape(scores, list(c(task$xdim, task$ydim)), task$seed, rlen, NULL, parts)
  })
}

# All combinations, or the first of all and what differs from it in one value.
map_choices <- function(representations, tasks, starts, reductions, crossed) {
  sizes <- unique(tasks[c("xdim", "ydim")])
  seeds <- unique(tasks$seed)
  grid <- expand.grid(
    reduction = seq_along(reductions), seed = seq_along(seeds), start = seq_along(starts),
    size = seq_len(nrow(sizes)), representation = seq_along(representations)
  )
  if (!crossed) {
    grid <- grid[rowSums(grid > 1L) < 2L, ]
  }
  grid <- grid[reductions[grid$reduction] == "som" | grid$start == 1L, ]
  data.frame(
    representation = representations[grid$representation], sizes[grid$size, ],
    start = starts[grid$start], seed = seeds[grid$seed],
    reduction = reductions[grid$reduction], row.names = NULL
  )
}

# About 5 sqrt(n) units (Vesanto and Alhoniemi, 2000), and a tenth narrower and wider.
default_sizes <- function(rows) {
  most <- floor(sqrt(rows))
  side <- max(4, min(50, round(sqrt(5 * sqrt(rows))), most))
  tenth <- max(1, round(side / 10))
  c(side, side - tenth, min(side + tenth, max(side, most)))
}

# The scaled rows of each representation, all of the same instances.
map_tables <- function(features, representations, scale, dataset) {
  base <- if (inherits(features, "pb_feature_table")) features$representation else ""
  base <- if (nzchar(base)) base else "features"
  if (base %in% names(representations)) {
    stop_argument(
      sprintf(
        "`representations` must not have '%s', the representation of `features`", base
      ),
      expected = "other representations", found = base
    )
  }
  first <- with_datasets(pb_scale_features(features, scale, dataset), dataset)
  others <- lapply(names(representations), function(name) {
    table <- representations[[name]]
    ready <- pb_scale_features(table, scale, dataset)
    same <- is.null(ready$dataset) || identical(ready$dataset, first$dataset)
    same <- same && nrow(ready$values) == nrow(first$values)
    known <- inherits(features, "pb_feature_table") && inherits(table, "pb_feature_table")
    if (!same || (known && !identical(features$ids, table$ids))) {
      expected <- "the instances of `features`, in the same order"
      stop_argument(
        sprintf("the table '%s' in `representations` must have %s", name, expected),
        expected = expected, found = "other instances"
      )
    }
    ready$dataset <- first$dataset
    ready
  })
  stats::setNames(c(list(first), others), c(base, names(representations)))
}
