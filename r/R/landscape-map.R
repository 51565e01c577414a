# The landscape of a benchmark: from features to regions, coverage and representatives.

map_reductions <- c("som", "k-means", "pca", "none")
most_map_rows <- 10000 # as units of their own: distances of all pairs take 0.8 GB, three times

require_codes <- function(grid) {
  if (grid$xdim * grid$ydim < 3) {
    expected <- "maps of 3 units or more, to join into regions"
    found <- sprintf("%.0f x %.0f", grid$xdim, grid$ydim)
    stop_argument(
      sprintf("`sizes` must give %s, not %s", expected, found), expected = expected, found = found
    )
  }
}

#' Map the landscape of a benchmark
#'
#' Determines which regions of the feature space the datasets of a benchmark cover, and which
#' datasets represent a region. First, the features are scaled. Then a self-organising map is chosen
#' by a search, or k-means or principal components take its place. The units of the map are joined
#' into regions, and the instances of each dataset are counted in each region.
#'
#' The procedure follows section 3 of "Less is more: Selecting the right benchmarking set of data
#' for time series classification" (submission to ICLR 2022). The paper does not state how it scales
#' features and initialises maps; pybench infers scaling to variance 1 and the start `"pca.sample"`.
#'
#' With `"k-means"`, the rows are reduced to the fewest principal components that together explain
#' the share `variance`; the largest loading of each is positive (the first of the largest if tied).
#' Codes start at rows drawn by k-means++ (Arthur and Vassilvitskii): the first at random, each
#' further one with a probability proportional to its squared distance from the nearest row drawn
#' before. Lloyd's algorithm then moves each code to the mean of the rows nearest to it, until no
#' row changes its code. A code that is nearest to no row stays where it is. If codes are equally
#' near, the first is nearest. With weights, probabilities and means are weighted. The nearest code
#' is always found exactly. `kmeans$explained_variance` is the share of the variance of all
#' features, as it is for maps, so both can be compared. For codes of another reduction, such as
#' UMAP, give its coordinates as `features`, with `scale = FALSE` and `variance = 1`.
#'
#' @param features Table of [pb_read_features()], result of [pb_scale_features()], data frame or
#'   numeric matrix; rows are instances of the datasets that are named by the table or by `dataset`.
#' @param sizes,seeds As in [pb_som_search()]. With one size and one seed, there is no search. With
#'   `"k-means"`: as many codes as the largest map has units; of the starts with the given seeds,
#'   the one with the smallest error is kept.
#' @param reduction `"som"`: a self-organising map. `"k-means"`: principal components, then k-means,
#'   whose codes are the units; see Details. `"pca"`: principal components, where each row is a
#'   unit. For tables with few instances, the paper named in Details proposes principal components
#'   as future work. `"none"`: the scaled rows themselves, where each row is a unit. `"pca"` and
#'   `"none"` accept at most 10,000 rows.
#' @param dataset The dataset of each row; needed if `features` does not name the datasets.
#' @param k,candidates As in [pb_regions()].
#' @param variance With `"k-means"` and `"pca"`: the smallest share of the total variance that the
#'   components together must explain, in (0, 1\].
#' @param rlen As in [pb_som_search()]. With `"k-means"`, codes move at most this often.
#' @param preset,alpha,radius,topology,toroidal,start,scale,out,workers,kernel As in
#'   [pb_som_search()]. All but `scale` concern maps alone.
#' @param weights `"instance"`: each instance counts alike, as in the paper, so that a dataset with
#'   many instances determines much of the map. `"dataset"`: each dataset counts alike, in the
#'   scaling, in training and the errors of maps ([pb_som_search()]), the principal components and
#'   k-means, in the purity that chooses the number of regions ([pb_regions()]), and in the shares
#'   of regions ([pb_redundancy()]). The coverage, and so representatives and portfolios, are
#'   percentages of each dataset in both cases. If all datasets have equally many instances, the
#'   result is that of `"instance"`, to the last bit.
#' @return An object of class `pb_landscape`, a list of
#'   \item{reduction}{as given}
#'   \item{scaling}{how features were scaled, and which were dropped: [pb_scale_features()]}
#'   \item{search}{result of [pb_som_search()], with the maps that were tried; `NULL` if at most one
#'     map was trained}
#'   \item{som}{the map; `NULL` with another reduction}
#'   \item{components}{with `"k-means"` and `"pca"` a list: `features`; `mean` of each feature;
#'     `loadings`, the weight of each feature in each component; `variance`, the share of the total
#'     variance that each component explains; and `explained`, the sum of these shares}
#'   \item{codes}{codes of the units. With `"pca"` and `"none"`, each row is a unit, and its code
#'     consists of its values or, with `"pca"`, of its components}
#'   \item{units}{unit of each instance, from 1}
#'   \item{regions}{result of [pb_regions()]}
#'   \item{dataset}{dataset of each instance}
#'   \item{region}{region of each instance, from 1}
#'   \item{coverage, redundancy}{results of [pb_coverage()] and [pb_redundancy()]}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   \item{weights}{as given}
#'   \item{kmeans}{with `"k-means"` a list: `n_codes`; `seed` of the start that was kept;
#'     `iterations`, how often codes moved; `converged`, whether no row changed its code in the last
#'     iteration; `quantization_error`, the mean squared distance from the nearest code on the
#'     components; `explained_variance`, in percent of the variance of all features}
#'
#'   `as.data.frame()` gives one row per region. A landscape can be given to [pb_representatives()],
#'   [pb_bootstrap()] and all other functions that take a result of [pb_coverage()]. `predict()`
#'   gives the region of new instances, for [pb_newcomer()].
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range, an unusable table, or a table that
#' does not name its datasets; `pybench_error_environment` in the cases in which [pb_som_search()]
#' raises it.
#' @references Arthur, D. and Vassilvitskii, S. (2007). k-means++: the advantages of careful
#' seeding. Proceedings of the 18th annual ACM-SIAM symposium on discrete algorithms, 1027-1035.
#'
#' Less is more: Selecting the right benchmarking set of data for time series classification.
#' Submission to ICLR 2022.
#' @examples
#' land <- pb_map_landscape(
#'   iris[1:4],
#'   sizes = 4, dataset = as.character(iris$Species), k = 3, rlen = 20
#' )
#' land
#' pb_representatives(land)
#' pb_newcomer(land, predict(land, iris[1:5, 1:4]), "five flowers")
#' @family landscape
#' @export
pb_map_landscape <- function(features, sizes = 25:50, seeds = 0, reduction = "som", dataset = NULL,
                             k = NULL, candidates = NULL, variance = 0.9, preset = "paper",
                             rlen = 100, alpha = c(0.05, 0.01), radius = NULL,
                             topology = "hexagonal", toroidal = FALSE, start = NULL, scale = TRUE,
                             out = NULL, workers = NULL, weights = "instance", kernel = "auto") {
  reduction <- check_choice("reduction", reduction, map_reductions)
  weights <- check_choice("weights", weights, map_weights)
  ready <- with_datasets(pb_scale_features(features, scale, dataset, weights = weights), dataset)
  search <- NULL
  parts <- NULL
  kmeans <- NULL
  if (reduction == "som") {
    search <- pb_som_search(
      ready, sizes, seeds, preset, rlen, alpha, radius, topology, toroidal, start,
      out = out, workers = workers, weights = weights, kernel = kernel
    )
    codes <- search$som$codes
    require_codes(search$som$grid)
    units <- as.double(search$som$units)
  } else {
    if (reduction != "k-means") require_few_rows(nrow(ready$values), reduction)
    codes <- ready$values
    times <- row_weights(weights, ready$dataset)
    if (reduction != "none") {
      parts <- map_components(codes, ready$scaling$features, variance, times)
      codes <- component_scores(parts, codes)
    }
    units <- as.double(seq_len(nrow(codes)))
    if (reduction == "k-means") {
      found <- kmeans_landscape(codes, sizes, seeds, rlen, times, parts)
      codes <- found$codes
      units <- found$units
      kmeans <- found$about
    }
  }
  codes <- unname(codes)
  regions <- pb_regions(
    codes, k, candidates,
    dataset = ready$dataset, units = units, purity = weights
  )
  region <- regions$labels[units]
  coverage <- pb_coverage(ready$dataset, region, regions$k)
  redundancy <- pb_redundancy(coverage, weights = weights)
  new_result("pb_landscape", list(
    reduction = reduction,
    scaling = ready$scaling,
    search = if (!is.null(search) && nrow(search$table) > 1L) search,
    som = search$som,
    components = parts,
    codes = codes,
    units = units,
    regions = regions,
    dataset = ready$dataset,
    region = region,
    coverage = coverage,
    redundancy = redundancy,
    notes = notes_ordered(unique(c(regions$notes, redundancy$notes, search$notes))),
    engine = "r",
    weights = weights, kmeans = kmeans
  ))
}

with_datasets <- function(ready, dataset) {
  if (is.null(ready$dataset) && is.null(dataset)) {
    stop_argument(
      "`features` must name the dataset of each row", expected = "a table with datasets",
      found = "a matrix", hint = "Give `dataset`, the name of the dataset of each row."
    )
  }
  if (is.null(ready$dataset)) {
    ready$dataset <- check_datasets(dataset, nrow(ready$values))
  }
  ready
}

require_few_rows <- function(rows, reduction) {
  if (rows > most_map_rows) {
    stop_argument(
      sprintf(
        paste(
          "`reduction` = \"%s\" takes at most %.0f rows, not %d: each row is a unit of its own,",
          "and regions need the distances of all pairs"
        ),
        reduction, most_map_rows, rows
      ),
      expected = sprintf("at most %.0f rows", most_map_rows), found = sprintf("%d", rows),
      hint = paste(
        "Use reduction = \"som\" or \"k-means\", which have few units, or a table with a row",
        "per dataset."
      )
    )
  }
}

#' Predict the region of new instances
#'
#' Returns the region of each new instance.
#'
#' @param object A landscape of [pb_map_landscape()].
#' @param newdata A table of unscaled features, which has all features that the landscape uses.
#' @param ... Nothing: other arguments are refused.
#' @return Number of the region of each row, from 1. A row belongs to the region of the unit with
#'   the nearest code; if several codes are equally near, the unit with the lowest number decides.
#' @section Errors:
#' `pybench_error_argument`: a feature or a value is missing.
#' @examples
#' species <- as.character(iris$Species)
#' land <- pb_map_landscape(iris[1:4], reduction = "pca", dataset = species, k = 3)
#' predict(land, iris[1:5, 1:4])
#' @family landscape
#' @export
predict.pb_landscape <- function(object, newdata, ...) {
  check_dots(...)
  rows <- stats::predict(object$scaling, newdata)
  if (!is.null(object$components)) {
    rows <- component_scores(object$components, rows)
  }
  pb_nearest_region(rows, object$codes, object$regions$labels)
}

#' @rdname pb_result
#' @export
format.pb_landscape <- function(x, ...) {
  check_dots(...)
  frame <- as.data.frame(x)
  c(
    sprintf(
      "Landscape of %s, %.0f instances: %s; engine %s%s",
      counted(x$coverage$n_datasets, "dataset"), x$coverage$n_instances,
      counted(x$coverage$n_regions, "region"), x$engine, said_alike[[x$weights]]
    ),
    paste0("  ", trimws(format(x$scaling))),
    paste0("  ", reduction_text(x)),
    if (!is.null(x$search)) {
      sprintf(
        "  chosen of %s, %d of them on the Pareto front", counted(nrow(x$search$table), "map"),
        length(x$search$pareto)
      )
    },
    sprintf(
      "  %s: %s, %.2f%% of %s, %s, %s at 90%%", rownames(frame),
      counted(frame$units, "unit"), frame$share, said_shares[[x$weights]],
      counted(frame$datasets, "dataset"),
      counted(frame$representatives, "representative")
    ),
    paste0("  ", one_landscape),
    format_notes(x$notes)
  )
}

reduction_text <- function(x) {
  if (!is.null(x$som)) {
    sprintf(
      paste(
        "self-organising map, %.0f x %.0f, seed %d: explained variance %.2f%%, topographic error",
        "%.4f"
      ),
      x$som$grid$xdim, x$som$grid$ydim, x$som$seed, x$som$explained_variance,
      x$som$topographic_error
    )
  } else if (!is.null(x$kmeans)) {
    sprintf(
      "%s by k-means, seed %.0f: explained variance %.2f%%; %s%s; %s",
      counted(x$kmeans$n_codes, "code"), x$kmeans$seed, x$kmeans$explained_variance,
      counted(x$kmeans$iterations, "iteration"), if (x$kmeans$converged) "" else ", not converged",
      format(x$components)
    )
  } else if (is.null(x$components)) {
    "no reduction"
  } else {
    format(x$components)
  }
}

#' @rdname pb_result
#' @export
as.data.frame.pb_landscape <- function(x, row.names = NULL, # nolint: object_name_linter.
                                       optional = FALSE, ...) {
  check_dots(...)
  members <- pb_representatives(x$coverage)$members
  data.frame(
    units = x$regions$sizes, as.data.frame(x$redundancy$regions),
    representatives = lengths(members), row.names = rownames(x$redundancy$regions)
  )
}
