# The data of a tabular task: rows and classes, after the bytes match their hash.

#' The data of a task
#'
#' Reads the dataset of a tabular task from its CSV or ARFF file or, if the package arrow is
#' installed, from its Parquet or Arrow file. Columns of numbers become doubles: each number becomes
#' the nearest double. Other columns become factors, whose levels are in the declared order (ARFF)
#' or sorted. Missing values are `NA`.
#'
#' @param suite A suite of [pb_suite_load()].
#' @param task Name of one of its tasks.
#'
#' @return A list of `x`, a data frame of the features with n rows, whose column names are kept byte
#'   for byte; `y`, the class of each row as text; and `classes`, the different classes, sorted byte
#'   by byte.
#'
#' @section Errors:
#' `pybench_error_argument`: the suite has no such task. `pybench_error_suite`: the data were
#' changed, are not available, are of a regression or clustering, are time series, or are part of a
#' Python package; the message says what to do. `pybench_error_r_package_missing`: the data are in
#' a Parquet or Arrow file, and the
#' package arrow is not installed. `pybench_error_dataset`: the file is malformed, or the target
#' looks like the target of a regression: it has numbers that are not whole, or more than max(20,
#' n/10) distinct numbers in n rows.
#' @seealso [pb_suite_load()], [pb_run()]
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
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
  columns <- read_columns(path, data$format, unlist(data$nominal))
  columns_data(columns, task$target, unlist(data$ignore), data$format, path)
}

# The columns of a table: a list of numbers, factors and (in ARFF) texts, by name.
read_columns <- function(path, format, nominal) {
  as_dataset_error(switch(format,
    arff = arff_columns(path),
    csv = csv_columns(path, nominal),
    arrow_columns(read_arrow(path, format), nominal, path)
  ))
}

# The features and classes of the columns of a table.
columns_data <- function(columns, target, ignore, format, path) {
  require_column(columns, target, path)
  refuse_regression(columns[[target]], target, format, path)
  for (name in ignore) {
    require_column(columns, name, path)
  }
  features <- setdiff(names(columns), c(target, ignore))
  if (length(features) == 0L) {
    refuse_dataset(
      "columns besides the target", "none", "Check the target and the columns to ignore.",
      file = path
    )
  }
  y <- class_texts(columns[[target]])
  if (anyNA(y)) {
    refuse_dataset(
      "a class for every row", sprintf("none in row %d", which(is.na(y))[[1L]]),
      "Remove these rows, or choose another target.",
      file = path
    )
  }
  list(x = as_frame(columns[features]), y = y, classes = sort(unique(y), method = "radix"))
}

require_column <- function(columns, name, path) {
  if (!name %in% names(columns)) {
    refuse_dataset(
      paste("a column", shown(name)), shown_names(names(columns), 20L),
      "Name a column of the file.",
      file = path
    )
  }
}

# How many different numbers can be classes.
most_classes <- function(rows) {
  max(20, rows %/% 10)
}

# Refuses numbers that are not classes: with a fraction, or more than max(20, n/10) distinct ones.
refuse_regression <- function(column, target, format, path) {
  if (!is.numeric(column)) {
    return(invisible())
  }
  present <- column[!is.na(column)]
  different <- unique(present)
  fractions <- sum(different != trunc(different))
  most <- most_classes(length(present))
  if (fractions > 0L || length(different) > most) {
    declared <- if (format == "arff") {
      "list them in the ARFF header."
    } else {
      sprintf("make the suite again with nominal = \"%s\".", target)
    }
    refuse_dataset(
      sprintf(
        paste(
          "classes to predict: names, or at most %.0f different whole numbers (the larger of 20",
          "and a tenth of the rows)"
        ),
        most
      ),
      paste0(
        sprintf("%d different numbers in %d rows", length(different), length(present)),
        if (fractions > 0L) sprintf(", %d of them with a fraction", fractions)
      ),
      paste(
        "Choose another target, or, if they name classes,", declared,
        "R runs classification tasks only."
      ),
      file = path, column = target
    )
  }
}

# The place of the data of a task, which R must be able to read.
data_path <- function(suite, task) {
  data <- task$dataset
  found <- unreadable(task)
  if (!is.null(found)) {
    refuse_suite(
      paste("the task", shown(task$name), "as a classification, with one file of a table"),
      found, data_remedy
    )
  }
  path <- data$files[[1L]]$path
  if (!suite_has(suite, path)) {
    refuse_suite(
      paste("data of", shown(data$name)), "none",
      paste0("They were left out of the bundle: put the file there, SHA-256 ", data$sha256, "."),
      file = suite_place(suite, path)
    )
  }
  suite_place(suite, path)
}

# What to do about data that R cannot read.
data_remedy <- paste(
  "Run the task in Python, or write the tables of a suite of classifications as ARFF files there",
  "(`pybench suite to-openml SUITE --out FOLDER`) and make a suite of those."
)

table_formats <- c("csv", "arff", "parquet", "arrow")

# Why R can never read a task's data; NULL if it can, perhaps with a package.
unreadable <- function(task) {
  data <- task$dataset
  if (task$kind != "tabular") {
    "series"
  } else if (task$type != "classification") {
    paste0("a ", task$type, " (R runs classification tasks only)")
  } else if (identical(data$source, "bundled")) {
    "data inside a Python package"
  } else if (!data$format %in% table_formats || length(data$files) != 1L) {
    paste("data of the form", shown(data$format))
  }
}

refuse_dataset <- function(expected, found, hint, ...) {
  stop_dataset(
    expected_found(expected, found),
    expected = expected, found = found, hint = hint, ...
  )
}

# Runs code of the readers of results, and reports its errors as errors in a dataset.
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
  if (length(grid$lines) == 0L) {
    refuse(
      "rows", "a header alone", "Check that the file was written completely.",
      file = path
    )
  }
  columns <- Map(function(name, texts) {
    texts[texts %in% missing_fields] <- NA
    numbers <- parse_scores(texts)
    finite <- is.na(texts) | numbers$status == score_status[["finite"]]
    if (!name %in% nominal && all(finite)) {
      numbers$value
    } else {
      sorted_factor(texts)
    }
  }, grid$names, grid$columns)
  columns[]
}

# Columns of a Parquet or Arrow file, typed as in Python: pybench/read/tabular.py.
arrow_columns <- function(frame, nominal, path) {
  columns <- Map(function(name, x) {
    if (is.character(x) || is.factor(x)) {
      return(sorted_factor(as.character(x)))
    }
    if (!is.numeric(x) || is.object(x)) {
      refuse_dataset(
        paste("numbers or strings in the column", shown(name)), class(x)[[1L]],
        "Write the column as numbers or as strings.",
        file = path
      )
    }
    x <- as.double(x)
    if (any(is.infinite(x))) {
      refuse_dataset(
        paste("finite numbers in the column", shown(name)), "an infinite one",
        "Correct it, or leave it out as missing.",
        file = path
      )
    }
    x[is.nan(x)] <- NA
    if (name %in% nominal) sorted_factor(class_texts(x)) else x
  }, names(frame), frame)
  columns[]
}

sorted_factor <- function(texts) {
  factor(texts, levels = sort(unique(texts), method = "radix"))
}

# Classes as texts; whole numbers without a point, as in Python.
class_texts <- function(column) {
  if (is.numeric(column)) {
    ifelse(is.na(column), NA, number_text(column, whole = TRUE))
  } else {
    as.character(column)
  }
}
