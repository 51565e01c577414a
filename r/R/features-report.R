# Which features are missing or constant on which datasets.

#' Which features are missing or constant on which datasets?
#'
#' Reports, for each dataset, which features have missing values or are constant. A filtered table
#' has no missing values left. To see why features were removed, extract the features in Python with
#' `filter=False`, and make the report from that table.
#'
#' @param features A table of features, from [pb_read_features()].
#' @return An object of class `pb_feature_report`, a list of
#'   \item{datasets, names}{the datasets, in the order of the table, and the features}
#'   \item{representation, removed}{as in the table}
#'   \item{groups}{group of each feature, named by feature, as in the table. If the table has no
#'     groups, only features of tsfresh get a group: the group of the tsfresh function (calculator)
#'     that computed the feature}
#'   \item{n_series}{number of rows of each dataset}
#'   \item{shortest}{length of the shortest series of each dataset, if the table has tsfresh's
#'     feature "length"; else `NaN`}
#'   \item{missing}{matrix, datasets x features: share of the dataset's series for which the feature
#'     is not a finite number}
#'   \item{constant}{logical matrix, datasets x features: whether all series of the dataset have the
#'     same finite value; `FALSE` for a dataset with a single series}
#'
#'   `as.data.frame()` gives one row for each dataset and feature; `plot()` draws the report.
#' @section Errors:
#' `pybench_error_argument` if `features` is not a table of features.
#' @examples
#' file <- tempfile(fileext = ".csv")
#' writeLines(c("dataset,split,label,id,a,b", "d,,1,0,1,NaN", "d,,2,1,1,0.5", "e,,1,0,2,0.5"), file)
#' report <- pb_feature_report(pb_read_features(file))
#' report
#' report$missing
#' @family features of series
#' @export
pb_feature_report <- function(features) {
  check_feature_table(features)
  datasets <- unique(features$dataset)
  shape <- list(datasets, features$names)
  missing <- matrix(0, length(datasets), length(features$names), dimnames = shape)
  constant <- matrix(FALSE, nrow(missing), ncol(missing), dimnames = shape)
  counts <- integer(length(datasets))
  for (i in seq_along(datasets)) {
    values <- features$values[features$dataset == datasets[[i]], , drop = FALSE]
    n <- counts[[i]] <- nrow(values)
    missing[i, ] <- colSums(!is.finite(values)) / n
    same <- values == rep(values[1L, ], each = n)
    constant[i, ] <- n > 1L & missing[i, ] == 0 & colSums(!same) %in% 0
  }
  new_result("pb_feature_report", list(
    datasets = datasets, names = features$names, representation = features$representation,
    groups = report_groups(features), n_series = counts,
    shortest = shortest_series(features, datasets), missing = missing,
    constant = constant, removed = features$removed
  ))
}

# A CSV file has no groups; the names of tsfresh determine them.
report_groups <- function(features) {
  if (length(features$groups) > 0L) {
    return(features$groups)
  }
  found <- tsfresh_groups()[feature_calculators(features$names)]
  names(found) <- features$names
  found[!is.na(found)]
}

shortest_series <- function(features, datasets) {
  column <- which(endsWith(features$names, "__length"))
  if (length(column) == 0L) {
    return(rep_len(NaN, length(datasets)))
  }
  lengths <- features$values[, column[[1L]]]
  vapply(datasets, function(name) min(lengths[features$dataset == name]), 0, USE.NAMES = FALSE)
}

#' @export
format.pb_feature_report <- function(x, ...) {
  check_dots(...)
  everywhere <- sum(colSums(!x$constant) == 0)
  c(
    paste0(
      if (nzchar(x$representation)) paste0(x$representation, ": "),
      counted(length(x$names), "feature"), " on ", counted(length(x$datasets), "dataset"), ", ",
      sum(x$n_series), " rows"
    ),
    fallen_lines(x, "missing", x$missing > 0, "without a value in some series"),
    fallen_lines(x, "constant", x$constant, "the same in all series of a dataset"),
    if (everywhere > 0) paste0("  on every dataset: ", counted(everywhere, "feature")),
    if (length(x$removed) > 0L) paste("removed before:", counted(length(x$removed), "feature"))
  )
}

# A sentence, and the datasets on which most features are missing or constant.
fallen_lines <- function(x, word, there, meaning, most = 5L) {
  features <- sum(colSums(there) > 0)
  if (features == 0) {
    return(paste0(word, ": none"))
  }
  counts <- rowSums(there)
  worst <- order(-counts, method = "radix")[seq_len(sum(counts > 0))]
  first <- utils::head(worst, most)
  length <- ifelse(
    is.na(x$shortest[first]), "", sprintf(" (series of %g values)", x$shortest[first])
  )
  more <- length(worst) - most
  c(
    sprintf(
      "%s: %s %s, on %s; %d on one dataset alone", word, counted(features, "feature"), meaning,
      counted(length(worst), "dataset"), sum(colSums(there) == 1)
    ),
    sprintf("  %s %d%s", one_line(x$datasets[first]), as.integer(counts[first]), length),
    if (more > 0L) paste("  and", counted(more, "more dataset"))
  )
}

#' @export
as.data.frame.pb_feature_report <- function(x, row.names = NULL, # nolint: object_name_linter.
                                            optional = FALSE, ...) {
  check_dots(...)
  data.frame(
    dataset = rep(x$datasets, each = length(x$names)),
    feature = rep(x$names, length(x$datasets)),
    missing = as.vector(t(x$missing)), constant = as.vector(t(x$constant))
  )
}
