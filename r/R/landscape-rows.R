# The rows on which a map is trained or that are mapped: plain finite doubles, or refused by name.

som_values <- function(x, name) {
  if (inherits(x, "pb_feature_table")) {
    x <- x$values
  }
  if (is.data.frame(x) && all(vapply(x, holds_numbers, NA))) {
    x <- as.matrix(x)
  }
  if (!is.matrix(x) || !holds_numbers(x) || length(x) == 0L) {
    found <- describe_value(x)
    stop_argument(
      paste0("`", name, "` must be a matrix of numbers with rows and columns, not ", found),
      expected = "a matrix of numbers", found = found,
      hint = "Give features only: no names, no labels."
    )
  }
  refuse_unusable(x, name)
  matrix(as.double(x), nrow(x), dimnames = list(NULL, colnames(x)))
}

refuse_unusable <- function(x, name) {
  ends <- range(x) # of a missing value, missing
  if (all(is.finite(ends)) && all(abs(ends) <= 1e100)) {
    return(invisible())
  }
  bad <- !is.finite(x) | abs(x) > 1e100
  at <- which(bad, arr.ind = TRUE)
  at <- at[order(at[, 1L], at[, 2L])[[1L]], ]
  column <- column_label(x, at[[2L]])
  rows <- sum(rowSums(bad) > 0L)
  found <- format(x[[at[[1L]], at[[2L]]]])
  stop_argument(
    sprintf(
      "`%s` must hold finite numbers up to 1e100; row %d, column '%s' is %s (%s in all)",
      name, at[[1L]], column, found, counted(rows, "such row")
    ),
    column = column, expected = "finite numbers up to 1e100", found = found,
    hint = paste(
      "Before training the map, leave out these rows or columns, or replace these values by",
      "numbers."
    )
  )
}

column_label <- function(x, j) {
  column_labels(x)[[j]]
}

column_labels <- function(x) {
  if (is.null(colnames(x))) as.character(seq_len(ncol(x))) else colnames(x)
}

constant_columns <- function(values) {
  same <- vapply(seq_len(ncol(values)), function(j) all(values[, j] == values[[1L, j]]), NA)
  vapply(which(same), function(j) column_label(values, j), "")
}

refuse_constant <- function(constant) {
  if (length(constant) > 0L) {
    stop_argument(
      sprintf(
        "`preset` = \"paper\" scales features to variance 1, but %s never %s: %s",
        counted(length(constant), "column"), if (length(constant) == 1L) "varies" else "vary",
        toString(constant, width = 200L)
      ),
      column = constant[[1L]], expected = "columns that vary", found = "a constant column",
      hint = "Leave constant columns out."
    )
  }
}

#' @rdname pb_result
#' @export
format.pb_som <- function(x, ...) {
  check_dots(...)
  c(
    sprintf(
      "Self-organising map: %.0f x %.0f units, %s%s, %s of %s; kernel %s",
      x$grid$xdim, x$grid$ydim, x$grid$topology, if (x$grid$toroidal) ", toroidal" else "",
      counted(length(x$units), "row"), counted(ncol(x$codes), "variable"), x$kernel
    ),
    sprintf(
      "  %s, %s, %s, radius %.4g to %.4g, start %s, seed %d", counted(x$rlen, "epoch"), x$mode,
      x$grid$neighbourhood, x$radius[[1L]], x$radius[[2L]], x$start, x$seed
    ),
    sprintf(
      "  quantization error %.4g, topographic error %.4g, explained variance %.2f%%",
      x$quantization_error, x$topographic_error, x$explained_variance
    ),
    if (length(x$constant) > 0L) {
      paste0("  never vary: ", without_controls(toString(x$constant, width = 70L)))
    }
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_som <- function(x, row.names = NULL, # nolint: object_name_linter.
                                 optional = FALSE, ...) {
  check_dots(...)
  units <- seq_len(nrow(x$codes))
  data.frame(
    unit = units, x$grid$coordinates,
    rows = tabulate(x$units, length(units)),
    mean_distance = vapply(units, function(u) mean(x$distances[x$units == u]), 0)
  )
}

#' Map new rows onto a trained map
#'
#' Returns, for each row, the unit whose code is nearest. If several units are equally near, one is
#' drawn at random, as in the R package kohonen. If the map has a `center` and a `scale`, the
#' function scales the new rows by them. If not, the new rows must already be scaled in the same way
#' as the training rows.
#'
#' @param object A map of [pb_som()].
#' @param newdata New rows, as `X` of [pb_som()], with the features of the map in the same order.
#' @param seed Seed for [set.seed()], a whole number, used for ties.
#' @param ... Nothing: other arguments are refused.
#' @return A list: `units`, the unit of each row, from 1; and `distances`, the squared distance of
#'   each row from the code of its unit.
#' @section Errors:
#' `pybench_error_argument` for columns that differ from those of the map, and for rows that are not
#' finite numbers.
#' @examples
#' map <- pb_som(scale(iris[1:4]), 4, 3, rlen = 20, seed = 1)
#' predict(map, scale(iris[1:4])[1:3, ])
#' @family landscape
#' @export
predict.pb_som <- function(object, newdata, seed = 0, ...) {
  check_dots(...)
  seed <- check_som_seed(seed)
  values <- som_values(newdata, "newdata")
  known <- colnames(object$codes)
  other <- !is.null(known) && !is.null(colnames(values)) && !identical(known, colnames(values))
  if (ncol(values) != ncol(object$codes) || other) {
    found <- counted(ncol(values), "column")
    stop_argument(
      sprintf(
        "`newdata` must have the %s of the map, in their order, not %s%s",
        counted(ncol(object$codes), "column"), found, if (other) " of other names" else ""
      ),
      expected = counted(ncol(object$codes), "column"), found = found
    )
  }
  if (!is.null(object$scale)) {
    values <- sweep(sweep(values, 2L, object$center), 2L, object$scale, "/")
  }
  codes <- unname(object$codes)
  placed <- keeping_generator({
    seed_generator(seed)
    .Call(C_pb_som_place, t(unname(values)), t(codes), som_axes(codes), 0L)
  })
  list(units = placed[[1L]], distances = placed[[2L]])
}

# Maps rows for Python, from the parts of a map that this needs.
bridge_place <- function(codes, center, scale, rows, seed) {
  predict.pb_som(list(codes = codes, center = center, scale = scale), rows, seed)
}
