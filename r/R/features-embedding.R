# One vector per dataset: the input of selection and of the map of datasets.

embedding_aggregates <- list(
  mean = function(values) colMeans(values),
  median = function(values) apply(values, 2L, stats::median.default),
  std = function(values) sqrt(colMeans(sweep(values, 2L, colMeans(values))^2)),
  min = function(values) apply(values, 2L, min),
  max = function(values) apply(values, 2L, max)
)

#' Embed datasets by the features of their series
#'
#' Aggregates, for each dataset, the features of all its series, from all splits, into one vector.
#'
#' @param features A table of features, from [pb_read_features()].
#' @param by `"mean"`, `"median"`, `"std"` (standard deviation, whose divisor is the number of
#'   series), `"min"`, `"max"`, or several joined by `"+"`, such as `"mean+std"`; or a function that
#'   takes the matrix of the values of one dataset, with one row per series, and returns one number
#'   per feature.
#' @return A data frame with one row per dataset, in the order of the table; the row names are the
#'   names of the datasets. There is one column per feature. With several aggregates, there is one
#'   column per feature and aggregate, such as `"length__mean"` and `"length__std"`. A feature that
#'   is missing in any series of a dataset is missing (`NaN`) for this dataset. Values are not
#'   rescaled.
#' @section Errors:
#' `pybench_error_argument` if `features` is not a table of features, `by` is unknown, or a function
#' does not return one number per feature.
#' @examples
#' file <- tempfile(fileext = ".csv")
#' writeLines(c("dataset,split,label,id,x", "a,train,1,0,2", "a,train,2,1,4", "b,,1,0,7"), file)
#' pb_dataset_embedding(pb_read_features(file), by = "mean+max")
#' @family features of series
#' @export
pb_dataset_embedding <- function(features, by = "mean") {
  check_feature_table(features)
  chosen <- if (is.function(by)) {
    list(by)
  } else {
    parts <- strsplit(check_string("by", by), "+", fixed = TRUE)[[1L]]
    if (length(parts) == 0L) parts <- ""
    known <- names(embedding_aggregates)
    embedding_aggregates[vapply(parts, function(part) check_choice("by", part, known), "")]
  }
  datasets <- unique(features$dataset)
  rows <- lapply(datasets, function(name) {
    values <- features$values[features$dataset == name, , drop = FALSE]
    unlist(lapply(chosen, aggregate_features, values), use.names = FALSE)
  })
  columns <- features$names
  if (length(chosen) > 1L) {
    columns <- paste(columns, rep(names(chosen), each = length(columns)), sep = "__")
  }
  table <- matrix(
    as.double(unlist(rows)), length(datasets), length(columns),
    byrow = TRUE, dimnames = list(datasets, columns)
  )
  table[is.na(table)] <- NaN
  as.data.frame(table, optional = TRUE)
}

aggregate_features <- function(one, values) {
  found <- one(values)
  if (!is.numeric(found) || length(found) != ncol(values)) {
    expected <- paste(counted(ncol(values), "number"), "one per feature", sep = ", ")
    stop_argument(
      paste0("`by` must return ", expected, ", not ", describe_value(found)),
      expected = expected, found = describe_value(found),
      hint = "Aggregate over the rows: function(values) colMeans(values)."
    )
  }
  found
}
