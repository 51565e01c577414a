# How well farthest-first covers the datasets: the covering radius and its bounds.

#' Covering radius of the farthest-first order, and its bounds
#'
#' Computes the covering radius of the farthest-first order, in which each dataset is the one
#' farthest from those before it. The covering radius is, for each number t of datasets, the largest
#' distance of a dataset from the nearest of the first t datasets of the order.
#'
#' The first t datasets and the dataset farthest from them have pairwise distances of at least the
#' covering radius. For any choice of t datasets, one of these t + 1 datasets is at least half this
#' radius away from all chosen datasets (Gonzalez 1985). Half the radius, the column `least`, is
#' therefore a lower bound for any choice.
#'
#' A comparison of volumes gives an upper bound on the covering radius. Let D be the diameter of the
#' points, and p the dimension of the smallest flat (affine subspace) that contains them. Then the
#' covering radius of t datasets is at most 2 D / (t^(1/p) - 1) (lemma A.3 of Gusev and Zaytsev
#' 2026). This upper bound is below the diameter only for t > 3^p, that is, in 5 dimensions from 244
#' datasets on.
#'
#' With the metric `"cosine"`, both bounds are derived for the directions of the datasets, as points
#' on a sphere. The squared distance of two points on the sphere is 2 (1 - cosine), twice their
#' cosine distance. Therefore `least` is a quarter of the radius with this metric. A zero vector
#' counts as a separate direction.
#'
#' @param embedding,start,standardize,missing As in [pb_select()].
#' @param metric `"cosine"` or `"euclidean"`.
#' @return An object of class `pb_covering`, a list of
#'   \item{table}{data frame, one row per number of datasets: `size`, this number; `dataset`, the
#'     last dataset chosen; `radius`, the largest distance of a dataset from the nearest chosen
#'     dataset; `least`, a lower bound on the radius of any choice of this many datasets; `bound`,
#'     the upper bound of lemma A.3}
#'   \item{metric}{as given}
#'   \item{start}{how the order begins, as used: `"mean"` or `"distance"`}
#'   \item{diameter}{largest distance of two datasets; with the metric `"cosine"`, of their
#'     directions as points on a sphere}
#'   \item{dimension}{dimension of the smallest flat that contains the points}
#'   \item{n_datasets}{number of datasets}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives the table.
#' @section Errors:
#' For the same reasons as [pb_select()].
#' @references
#' Gonzalez, T. F. (1985). Clustering to minimize the maximum intercluster distance. *Theoretical
#' Computer Science* 38, 293-306.
#'
#' Gusev, R. and Zaytsev, A. (2026). Benchmarking on tasks that matter: dataset selection for
#' preserving model rankings. arXiv 2606.27997.
#' @examples
#' place <- cbind(x = c(0, 1, 5, 6, 9), y = c(1, 0, 3, 4, 0))
#' rownames(place) <- letters[1:5]
#' pb_covering(place, "euclidean")$table
#' @family selection
#' @export
pb_covering <- function(embedding, metric = "cosine", start = "mean", standardize = TRUE,
                        missing = "error") {
  metric <- check_choice("metric", metric, selection_metrics)
  start <- check_choice("start", start, c("mean", "distance"))
  missing <- check_choice("missing", missing, c("error", "drop"))
  scaled <- if (check_flag("standardize", standardize)) "all" else "none"
  space <- selection_space(embedding, scaled, missing)
  found <- farthest_ordered(space, metric, start)
  chords <- if (metric == "cosine") sqrt(2 * found$apart) else found$apart
  dimension <- flat_dimension(chords)
  radius <- covering_radii(found$apart, found$order)
  bound <- volume_bound(max(chords), dimension, seq_along(radius))
  new_result("pb_covering", list(
    table = data.frame(
      size = seq_along(radius), dataset = space$datasets[found$order], radius = radius,
      least = radius / (if (metric == "cosine") 4 else 2),
      bound = if (metric == "cosine") bound^2 / 2 else bound
    ),
    metric = metric, start = found$start, diameter = max(chords), dimension = dimension,
    n_datasets = length(radius), notes = notes_ordered(space_notes(space)), engine = "r"
  ))
}

# Distances, the farthest-first order of all datasets, and how it began.
farthest_ordered <- function(space, metric, start) {
  gram <- tcrossprod(space_coordinates(space))
  apart <- selection_distances(gram, metric)
  begun <- farthest_start(gram, apart, metric, start)
  list(
    apart = apart,
    order = farthest_order(apart, begun$first, nrow(apart), least_scale(metric)),
    start = if (begun$replaced) "distance" else start
  )
}

# Dimension of the smallest flat that holds points of these distances.
flat_dimension <- function(chords) {
  squares <- chords^2
  centred <- sweep(squares, 2L, colMeans(squares)) - rowMeans(squares) + mean(squares)
  values <- abs(eigen(centred, symmetric = TRUE, only.values = TRUE)$values)
  sum(values > selection_noise * max(values, .Machine$double.xmin))
}

# Lemma A.3's bound on the covering radius; infinite if it is uninformative.
volume_bound <- function(diameter, dimension, size) {
  if (dimension == 0) {
    return(numeric(length(size)))
  }
  2 * diameter / expm1(log(size) / dimension)
}

#' @rdname pb_result
#' @export
format.pb_covering <- function(x, ...) {
  check_dots(...)
  radius <- x$table$radius
  half <- which(radius <= radius[[1L]] / 2)
  works <- which(x$table$bound < radius[[1L]])
  c(
    sprintf(
      "Farthest-first (%s, start by %s) over %s in %s", x$metric, x$start,
      counted(x$n_datasets, "dataset"), counted(x$dimension, "dimension")
    ),
    sprintf(
      "  covering radius %.4g with one dataset, half of it with %s", radius[[1L]],
      if (length(half) > 0L) half[[1L]] else "none"
    ),
    if (length(works) == 0L) {
      "  the bound of lemma A.3 is never below it"
    } else {
      sprintf("  the bound of lemma A.3 is below it from %d datasets on", works[[1L]])
    },
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_covering <- function(x, row.names = NULL, # nolint: object_name_linter.
                                      optional = FALSE, ...) {
  check_dots(...)
  x$table
}
