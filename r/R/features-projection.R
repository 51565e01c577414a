# The map of an embedding: principal components of datasets.

embedding_scales <- c(
  ranks = "as ranks", variance = "each scaled to variance 1", none = "not scaled"
)

#' Place datasets on the principal components of their features
#'
#' Returns the coordinates of datasets on the principal components of their features. Features that
#' are constant over the datasets, or missing for at least one dataset, are dropped and listed with
#' the reason.
#'
#' The components are computed by the singular value decomposition of the centred matrix. Variances
#' have the number of datasets as their divisor.
#'
#' @param embedding A data frame of numbers, as [pb_dataset_embedding()] returns it, with one
#'   row per dataset and one column per feature. The row names are the names of the datasets.
#' @param dimensions Number of axes, at most the number of datasets minus one and at most the number
#'   of features.
#' @param scale `"ranks"` replaces each value of a feature by its rank among the datasets (equal
#'   values get their mean rank), so that a few series that were never normalised do not compress
#'   all others into one corner of the map. `"variance"` keeps the values. With either of the two,
#'   every feature is then scaled to variance 1. `"none"` keeps the values and does not scale them.
#' @return An object of class `pb_embedding_map`, a list of
#'   \item{datasets}{in the order of the embedding}
#'   \item{coordinates}{matrix, datasets x axes}
#'   \item{variance}{share of the total variance on each axis}
#'   \item{features}{the columns that were used}
#'   \item{loadings}{matrix, features x axes. The sign of each axis is chosen so that the loading
#'     with the largest absolute value (the first, if several are largest) is positive}
#'   \item{left_out}{character, reason for each dropped column, named by column}
#'   \item{scale}{as given}
#'
#'   `as.data.frame()` gives the coordinates; `plot()` draws them.
#' @section Errors:
#' `pybench_error_argument` if the embedding is not a data frame of numbers, has fewer than two
#' datasets that differ, or allows fewer axes than requested.
#' @references
#' Pearson, K. (1901). On lines and planes of closest fit to systems of points in space.
#' *Philosophical Magazine* 2(11), 559-572.
#' @examples
#' embedding <- data.frame(a = c(1, 2, 4), b = c(2, 1, 6.5), c = 1, row.names = c("d", "e", "f"))
#' placed <- pb_embedding_map(embedding)
#' placed
#' placed$left_out
#' @family features of series
#' @export
pb_embedding_map <- function(embedding, dimensions = 2, scale = "ranks") {
  values <- embedding_matrix(embedding)
  scale <- check_choice("scale", scale, names(embedding_scales))
  dimensions <- check_count("dimensions", dimensions)
  reasons <- vapply(seq_len(ncol(values)), function(j) unused_reason(values[, j]), "")
  names(reasons) <- colnames(values)
  used <- values[, !nzchar(reasons), drop = FALSE]
  check_axes(dimensions, used)
  if (scale == "ranks") {
    used <- apply(used, 2L, rank)
  }
  used <- sweep(used, 2L, colMeans(used))
  if (scale != "none") {
    used <- sweep(used, 2L, sqrt(colMeans(used^2)), "/")
  }
  found <- svd(used)
  axes <- seq_len(dimensions)
  loadings <- found$v[, axes, drop = FALSE]
  size <- abs(loadings)
  signs <- vapply(axes, function(j) {
    sign(loadings[which(size[, j] >= (1 - 1e-6) * max(size[, j]))[[1L]], j])
  }, 0)
  names <- paste0("PC", axes)
  coordinates <- sweep(found$u[, axes, drop = FALSE], 2L, found$d[axes] * signs, "*")
  dimnames(coordinates) <- list(rownames(values), names)
  loadings <- sweep(loadings, 2L, signs, "*")
  dimnames(loadings) <- list(colnames(used), names)
  new_result("pb_embedding_map", list(
    datasets = rownames(values), coordinates = coordinates,
    variance = found$d[axes]^2 / sum(found$d^2), features = colnames(used), loadings = loadings,
    left_out = reasons[nzchar(reasons)], scale = scale
  ))
}

embedding_matrix <- function(embedding) {
  numbers <- is.data.frame(embedding) && all(vapply(embedding, function(column) {
    (is.numeric(column) || is.logical(column)) && length(column) == nrow(embedding)
  }, NA))
  if (!numbers) {
    found <- describe_value(embedding)
    stop_argument(
      paste0("`embedding` must be a data frame of numbers, not ", found),
      expected = "a data frame of numbers", found = found,
      hint = "Make one: pb_dataset_embedding(features)."
    )
  }
  names <- own_row_names(embedding)
  require_row_names(names)
  matrix(
    as.double(unlist(embedding, use.names = FALSE)),
    nrow = nrow(embedding), ncol = length(embedding), dimnames = list(names, names(embedding))
  )
}

unused_reason <- function(column) {
  gaps <- sum(!is.finite(column))
  if (gaps > 0L) {
    paste("no finite value on", counted(gaps, "dataset"))
  } else if (all(column == column[[1L]])) {
    "constant"
  } else {
    ""
  }
}

check_axes <- function(dimensions, used) {
  most <- min(nrow(used) - 1L, ncol(used))
  if (dimensions > most) {
    stop_argument(
      sprintf("`dimensions` must be at most %d, not %.0f", most, dimensions),
      expected = paste("at most", most), found = sprintf("%.0f", dimensions),
      hint = paste(
        counted(nrow(used), "dataset"), "and", counted(ncol(used), "feature"),
        "that distinguish them span no more dimensions."
      )
    )
  }
}

#' @export
format.pb_embedding_map <- function(x, ...) {
  check_dots(...)
  axes <- vapply(seq_along(x$variance), function(j) {
    weight <- x$loadings[, j]
    sizes <- round(abs(weight), 6) # alike but for rounding: by name
    heaviest <- utils::head(order(-sizes, x$features, method = "radix"), 3L)
    named <- paste0(ifelse(weight[heaviest] < 0, "-", "+"), one_line(x$features[heaviest]))
    sprintf("PC%d: %.1f%% of the variance; most: %s", j, 100 * x$variance[[j]], toString(named))
  }, "")
  c(
    sprintf(
      "%s by %s, %s", counted(length(x$datasets), "dataset"),
      counted(length(x$features), "feature"), embedding_scales[[x$scale]]
    ),
    axes,
    if (length(x$left_out) > 0L) {
      paste0("not used: ", counted(length(x$left_out), "feature"), " (see $left_out)")
    }
  )
}

#' @export
as.data.frame.pb_embedding_map <- function(x, row.names = NULL, # nolint: object_name_linter.
                                           optional = FALSE, ...) {
  check_dots(...)
  as.data.frame(x$coordinates)
}
