# The data of a tabular task: rows and classes, once the bytes are those that were hashed.

#' The data of a task
#'
#' Reads the dataset of a tabular task from its CSV or ARFF file. Numbers are the nearest doubles,
#' other columns are factors with their levels as declared (ARFF) or sorted (CSV); what is missing
#' is `NA`.
#'
#' @param suite A suite of [pb_suite_load()].
#' @param task Name of one of its tasks.
#'
#' @return A list: `x`, a data frame of the features, n rows, column names byte for byte; `y`, the
#'   n classes as text; `classes`, those that occur, sorted byte by byte.
#'
#' @section Errors:
#' `pybench_error_argument`: the suite has no such task. `pybench_error_suite`: the data were
#' changed or are not there, are series, ship inside a Python package, or are in a form that R
#' cannot read. `pybench_error_dataset`: the file is malformed.
#' @seealso [pb_suite_load()], [pb_run()]
#' @examples
#' suite <- pb_suite_load(system.file("extdata", "suite", package = "pybench"))
#' data <- pb_suite_data(suite, "cars")
#' str(data$x)
#' table(data$y)
#' @export
pb_suite_data <- function(suite, task) {
  check_suite(suite)
  task <- task_of(suite, task)
  data <- task$dataset
  path <- data_path(suite, task)
  suite_read(suite, data$files[[1L]]$path, data$files[[1L]]$sha256)
  columns <- as_dataset_error(
    if (data$format == "arff") arff_columns(path) else csv_columns(path, unlist(data$nominal))
  )
  if (!task$target %in% names(columns)) {
    refuse_dataset(
      paste("a column", shown(task$target)), shown_names(names(columns), 20L),
      "Restore the suite from where it came from.",
      file = path
    )
  }
  y <- class_texts(columns[[task$target]])
  if (anyNA(y)) {
    refuse_dataset(
      "a class for every row", sprintf("none in row %d", which(is.na(y))[[1L]]),
      "Remove these rows, or choose another target.",
      file = path
    )
  }
  features <- setdiff(names(columns), c(task$target, unlist(data$ignore)))
  list(x = as_frame(columns[features]), y = y, classes = sort(unique(y), method = "radix"))
}

data_path <- function(suite, task) {
  data <- task$dataset
  if (task$kind != "tabular" || !data$format %in% c("csv", "arff") || length(data$files) != 1L) {
    found <- if (task$kind != "tabular") {
      "series"
    } else if (identical(data$source, "bundled")) {
      "data inside a Python package"
    } else {
      paste("data of the form", shown(data$format))
    }
    refuse_suite(
      paste("the task", shown(task$name), "with one CSV or ARFF file"), found,
      "Run this task in Python."
    )
  }
  path <- file.path(suite$folder, data$files[[1L]]$path)
  if (!file.exists(native_path(path))) {
    refuse_suite(
      paste("data of", shown(data$name)), "none",
      paste0("They were left out of the bundle: put the file there, SHA-256 ", data$sha256, "."),
      file = path
    )
  }
  path
}

refuse_dataset <- function(expected, found, hint, ...) {
  stop_dataset(
    expected_found(expected, found),
    expected = expected, found = found, hint = hint, ...
  )
}

# Runs code of the readers of results; what it refuses is a dataset.
as_dataset_error <- function(code) {
  tryCatch(code, pybench_error_results_table = function(refused) {
    class(refused)[[1L]] <- "pybench_error_dataset"
    stop(refused)
  })
}

# A named list of columns as a data frame, names kept.
as_frame <- function(columns) {
  rows <- if (length(columns) > 0L) length(columns[[1L]]) else 0L
  structure(columns, class = "data.frame", row.names = .set_row_names(rows))
}

missing_fields <- c("", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "None", "<NA>", "?")

csv_columns <- function(path, nominal) {
  grid <- read_delimited(path)
  check_column_names(grid)
  columns <- Map(function(name, texts) {
    texts[texts %in% missing_fields] <- NA
    numbers <- parse_scores(texts)
    finite <- is.na(texts) | numbers$status == score_status[["finite"]]
    if (!name %in% nominal && all(finite)) {
      numbers$value
    } else {
      factor(texts, levels = sort(unique(texts), method = "radix"))
    }
  }, grid$names, grid$columns)
  columns[]
}

# Classes as texts; whole numbers without a point, as Python has them.
class_texts <- function(column) {
  if (is.numeric(column)) {
    ifelse(is.na(column), NA, number_text(column, whole = TRUE))
  } else {
    as.character(column)
  }
}
