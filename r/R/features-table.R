# Files of features -> a table of features: one row per series, named columns of doubles.

feature_keys <- c("dataset", "split", "label", "id")

#' Read a table of features
#'
#' Reads the features of time series that pybench for Python computed (`pybench.write_features()`,
#' or `pybench features` on the command line): one row per series, or per dataset, and one column
#' per feature.
#'
#' CSV files need no further package. They start with the columns `dataset`, `split`, `label`
#' and `id`. Numbers are read as the nearest doubles, and strings are kept byte for byte. For
#' example, a label `01` or `1.0` is unchanged, and `NA` is a label like any other. Only an
#' empty field without quotes means that there is no label. Feature names are kept as they are.
#' Parquet and Arrow files need the packages arrow and jsonlite. These files also contain the
#' representation, the groups of features, the reasons why features or datasets were dropped,
#' and the versions of libraries. A CSV file lacks these fields.
#'
#' @param path Path of a file that ends in `.csv`, `.parquet`, `.pq`, `.arrow`, `.feather` or
#'   `.ipc`.
#' @return An object of class `pb_feature_table`, a list of
#'   \item{dataset, split, label}{character vectors with one entry per row. A missing label is `NA`;
#'     a split is `"train"`, `"test"` or `""`}
#'   \item{id}{0-based position of the series in its dataset and split}
#'   \item{values}{double matrix, rows x features, `NaN` if a feature is not defined; its `dimnames`
#'     are `ids` and `names`}
#'   \item{names}{names of the features}
#'   \item{ids}{one name per row, all different}
#'   \item{representation}{source of the features, such as `"tsfresh"`; `""` if the file does not
#'     record it}
#'   \item{groups}{character, group of each feature by its name}
#'   \item{removed}{character, reason by name of each dropped feature}
#'   \item{left_out}{character, reason by name of each dropped dataset}
#'   \item{versions}{character, version by name of the library}
#'   \item{unit}{`"series"` or `"dataset"`: what a row is. A CSV file does not record the unit.
#'     Its rows are read as whole datasets if they have no split and no label, and if each is
#'     from a different dataset}
#'
#'   `as.data.frame()` gives the columns `dataset`, `split`, `label` and `id`, and after them the
#'   features under their own names.
#' @section Errors:
#' `pybench_error_argument`: the file has another ending. `pybench_error_input`: the file does not
#' exist.
#' `pybench_error_series`: the file is malformed, has a split other than `"train"`, `"test"`
#' and `""`, or has the same series twice. `pybench_error_r_package_missing`: the file needs a
#' package that is not installed. See [pybench_error].
#' @examples
#' file <- tempfile(fileext = ".csv")
#' writeLines(c(
#'   "dataset,split,label,id,value__mean,value__length",
#'   "toy,train,01,0,0.5,24", "toy,train,NA,1,NaN,24", "other,test,,0,0.25,30"
#' ), file)
#' features <- pb_read_features(file)
#' features
#' features$label
#' as.data.frame(features)
#' @family features of series
#' @export
pb_read_features <- function(path) {
  path <- utf8_text(check_string("path", path))
  ending <- file_ending(path)
  if (ending == "csv") {
    as_series_error(features_from_csv(path))
  } else if (ending %in% file_endings$arrow) {
    as_series_error(features_from_frame(read_arrow(path, ending), path))
  } else {
    expected <- ".csv, .parquet, .pq, .arrow, .feather or .ipc"
    found <- shown(base_name(path))
    stop_argument(
      paste0("`path` must end in ", expected, ", not ", found), expected = expected, found = found
    )
  }
}

# ---- CSV -----------------------------------------------------------------------------------------

features_from_csv <- function(path) {
  found <- .Call(C_pb_read_features, read_text(path), length(feature_keys))
  if (!is.null(found$problem)) {
    delimited_problem(found$problem, path)
  }
  check_feature_names(found$header, path, 1L)
  if (found$bad[[2L]] > 0L) {
    refuse(
      "a number, Inf, -Inf or NaN in every cell", "other text",
      "Leave the cell of a missing value empty.",
      file = path, line = found$line[[found$bad[[1L]] + 1L]],
      column = found$header[[found$bad[[2L]]]]
    )
  }
  lines <- found$line[-1L]
  text <- found$text
  id <- parse_scores(text[, 4L])$value + 0 # and no sign of zero
  bad <- which(!grepl("^[ \t]*-?[0-9]{1,15}[ \t]*$", text[, 4L]) | id < 0)
  if (length(bad) > 0L) {
    refuse(
      "a whole number >= 0", shown(text[bad[[1L]], 4L]), "Number the series from 0.",
      file = path, line = lines[[bad[[1L]]]], column = "id"
    )
  }
  dataset <- text[, 1L]
  check_feature_datasets(dataset, path, lines)
  split <- split_or_none(text[, 2L])
  check_feature_rows(dataset, split, id, path, lines)
  features <- found$header[-seq_along(feature_keys)]
  feature_table(dataset, split, text[, 3L], id, found$values, features)
}

# ---- Arrow ---------------------------------------------------------------------------------------

features_from_frame <- function(frame, path) {
  about <- feature_metadata(attr(frame, "pybench"), path)
  check_feature_names(names(frame), path)
  column <- function(name) as.character(frame[[name]])
  check_feature_datasets(column("dataset"), path)
  features <- names(frame)[-seq_along(feature_keys)]
  for (name in c("id", features)) {
    if (!is.numeric(frame[[name]])) {
      refuse(
        "numbers", type_name(frame[[name]]), "Write the file with pybench.write_features.",
        file = path, column = name
      )
    }
  }
  values <- vapply(frame[features], as.double, double(nrow(frame)))
  dim(values) <- c(nrow(frame), length(features))
  values[is.na(values)] <- NaN
  id <- as.double(frame$id)
  split <- split_or_none(column("split"))
  check_feature_rows(column("dataset"), split, id, path)
  feature_table(column("dataset"), split, column("label"), id, values, features, about)
}

# The fields in the metadata of a file, from JSON; none if there is no metadata.
feature_metadata <- function(text, path) {
  if (is.null(text)) {
    return(list())
  }
  if (!requireNamespace("jsonlite", quietly = TRUE)) {
    expected <- "the R package `jsonlite` to read what a file says of its features"
    stop_r_package_missing(
      expected_found(expected, "none of that name installed"),
      file = path, expected = expected, found = "none of that name installed",
      hint = "Run install.packages(\"jsonlite\"), or save the table as CSV."
    )
  }
  found <- json_value(text, function(reason) {
    refuse("JSON in the metadata", shown(reason), "Write the file again.", file = path)
  })
  schema <- if (is.list(found)) found$schema
  if (!identical(schema, "pybench/feature-table/1")) {
    refuse(
      "schema `pybench/feature-table/1`", if (is_string(schema)) shown(schema) else "none",
      "Read the file with the version of pybench that wrote it, or with a later one.",
      file = path
    )
  }
  found
}

# ---- both ----------------------------------------------------------------------------------------

check_feature_names <- function(names, path, line = NULL) {
  if (!identical(utils::head(names, length(feature_keys)), feature_keys)) {
    refuse(
      paste0("the columns ", shown_names(feature_keys), ", then features"),
      paste("columns", shown_names(names)), "Write the file with pybench.write_features.",
      file = path, line = line
    )
  }
  twice <- anyDuplicated(names)
  if (twice > 0L) {
    refuse(
      "every column name once", paste(shown(names[[twice]]), "twice"), "Rename or remove one.",
      file = path, line = line, column = names[[twice]]
    )
  }
}

check_feature_datasets <- function(dataset, path, lines = NULL) {
  absent <- which(is.na(dataset))
  if (length(absent) > 0L) {
    refuse(
      "the name of a dataset in every row", paste("none in row", absent[[1L]]), "Name it.",
      file = path, line = lines[absent[1L]], column = "dataset"
    )
  }
}

split_or_none <- function(split) {
  split[is.na(split)] <- ""
  split
}

# Refuses an unknown split and a repeated series, which would count twice in every mean of its
# dataset.
check_feature_rows <- function(dataset, split, id, path, lines = NULL) {
  splits <- c("train", "test", "")
  strange <- which(!split %in% splits)
  if (length(strange) > 0L) {
    refuse(
      'a split "train", "test" or ""', shown(split[[strange[[1L]]]]), "Rename it.",
      file = path, line = lines[strange[1L]], column = "split"
    )
  }
  halves <- match(dataset, dataset) * length(splits) + match(split, splits)
  keys <- sprintf("%.0f %.0f", halves, id)
  row <- anyDuplicated(keys)
  if (row > 0L) {
    rows <- sprintf("in rows %d and %d", match(keys[[row]], keys), row)
    refuse(
      "every series once", paste(shown(feature_ids(dataset, split, id, "series")[[row]]), rows),
      "Remove one of the rows.", file = path, line = lines[row]
    )
  }
}

feature_table <- function(dataset, split, label, id, values, names, about = list()) {
  texts <- function(field) {
    found <- about[[field]]
    if (length(found) == 0L) character() else vapply(found, utf8_text, "")
  }
  unit <- if (is.null(about$unit)) guessed_unit(dataset, split, label) else about$unit
  ids <- feature_ids(dataset, split, id, unit)
  dimnames(values) <- list(ids, names)
  new_result("pb_feature_table", list(
    dataset = dataset, split = split, label = label, id = id, values = values, names = names,
    ids = ids, representation = if (is.null(about$representation)) "" else about$representation,
    groups = texts("groups"), removed = texts("removed"), left_out = texts("left_out"),
    versions = texts("versions"), unit = unit
  ))
}

# The meaning of a row if the file has keys alone.
guessed_unit <- function(dataset, split, label) {
  whole <- !any(nzchar(split)) && all(is.na(label)) && anyDuplicated(dataset) == 0L
  if (whole) "dataset" else "series"
}

# dataset/split/id, or the dataset alone if a row is a dataset.
feature_ids <- function(dataset, split, id, unit) {
  if (unit == "dataset") {
    return(dataset)
  }
  number <- sprintf("%.0f", id)
  ifelse(
    nzchar(split), paste(dataset, split, number, sep = "/"), paste(dataset, number, sep = "/")
  )
}

check_feature_table <- function(features) {
  if (!inherits(features, "pb_feature_table")) {
    found <- describe_value(features)
    stop_argument(
      paste0("`features` must be a table of features, not ", found),
      expected = "a table of features", found = found,
      hint = "Read one: pb_read_features(path)."
    )
  }
}

#' @export
format.pb_feature_table <- function(x, ...) {
  check_dots(...)
  datasets <- unique(x$dataset)
  n <- length(x$dataset)
  per_dataset <- x$unit == "dataset"
  rows <- if (per_dataset) counted(n, "dataset") else sprintf("%d series", n)
  c(
    paste0(
      if (nzchar(x$representation)) paste0(x$representation, ": "),
      counted(length(x$names), "feature"), " of ", rows,
      if (!per_dataset) paste0(" of ", counted(length(datasets), "dataset"))
    ),
    if (length(x$removed) > 0L) {
      paste0("removed: ", counted(length(x$removed), "feature"), " (see $removed)")
    },
    if (length(x$left_out) > 0L) {
      paste0("left out: ", shown_names(names(x$left_out)), " (see $left_out)")
    }
  )
}

#' @export
as.data.frame.pb_feature_table <- function(x, row.names = NULL, # nolint: object_name_linter.
                                           optional = FALSE, ...) {
  check_dots(...)
  values <- x$values
  rownames(values) <- NULL
  data.frame(
    dataset = x$dataset, split = x$split, label = x$label, id = x$id, values, check.names = FALSE
  )
}
