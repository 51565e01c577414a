# Any source of results -> a results table.

#' Read a results table
#'
#' Reads the scores of methods on datasets from a file or from a table in memory: tables of scores,
#' and the files that evaluation tools write ([pb_formats()] lists them). Nothing is guessed,
#' padded or renamed: invalid input raises an error that names the file, the line and the column,
#' and says what was expected, what was found and what to do. A column of row numbers among the
#' scores is also an error. A first column without a name, as `write.csv()` writes it for row
#' names, is read as the names of the datasets if its entries are distinct and none is blank or a
#' number; a message reports this.
#'
#' The table may have one of two forms. The *wide* form has one column with the names of the
#' datasets and one column of scores for each method. The *long* form has one score per row, with
#' columns for dataset, method and score; further columns are ignored. Either form may have a column
#' that labels the resample (repeat, fold or seed) of each row. Datasets and methods keep the order
#' in which they first appear, and their names are kept byte for byte.
#'
#' Text files are UTF-8 (unless `encoding` says otherwise) and quoted as in RFC 4180. Numbers are
#' written as `-1.5e-3`, with or without blanks around them, and become the nearest double. A
#' missing score is an empty field or one of `NA`, `N/A`, `n/a`, `NaN`, `nan`, `null`, `NULL`,
#' `None`, `<NA>`; a name is never missing, so a dataset may be called `NA`. Parquet and Arrow files
#' need the package arrow, Excel files the package readxl, and JSON files the package jsonlite.
#'
#' @param source One of:
#'   \itemize{
#'     \item the path of a file: `.csv`, `.tsv` or `.txt` (delimited text, also compressed as
#'       `.gz`), `.xlsx` (the first sheet), `.parquet` or `.pq`, or `.arrow`, `.feather` or `.ipc`;
#'     \item the path of a file that a tool wrote, such as the `.json` of lm-eval;
#'     \item several such files: a folder, which is searched with its subfolders, a pattern such as
#'       `"runs/*.json"`, or a vector of paths;
#'     \item a data frame, in wide or long form. If no column contains the names of the datasets,
#'       the row names are used, unless they are whole numbers (row numbers, for example after rows
#'       were filtered);
#'     \item a numeric matrix, datasets in rows and methods in columns, named by its dimnames or by
#'       `datasets` and `classifiers`;
#'     \item a `BenchmarkResult` of mlr3 or a `BenchmarkAggr` of mlr3benchmark;
#'     \item a `nanoarrow_array_stream` or `nanoarrow_array`.
#'   }
#' @param higher_is_better `TRUE` if higher scores are better, as for accuracy; `FALSE` if lower
#'   scores are better, as for an error rate. Required, unless the format of the file states the
#'   direction.
#' @param metric Name of the metric, or `NULL`. In files with several metrics, the one to read. In
#'   the long form, `metric` is also the name of the column of scores if no column is called
#'   `score`. If the datasets have different metrics, a vector or list of metrics named by the
#'   datasets; the result then has the field `metrics`, and its scores are never averaged or
#'   subtracted.
#' @param missing How to treat missing scores. `"error"` raises an error. `"drop"` leaves out every
#'   dataset that lacks a score and lists these datasets in the field `dropped`. `"pairwise"` keeps
#'   missing scores as `NA`. Tests of pairs that use only the scores of the pair ([pb_wilcoxon()],
#'   [pb_sign_test()], [pb_paired_t()], [pb_corrected_t()], [pb_effects()], [pb_multi_comparison()],
#'   and the Bayesian tests) then compare each pair on the datasets on which both methods have a
#'   score; their field `n_common` is the number of these datasets. Tests that rank all methods of a
#'   dataset refuse such a table; [pb_skillings_mack()] and, for balanced blocks, [pb_durbin()] and
#'   [pb_durbin_pairs()] replace them. `"keep"` is another name of `"pairwise"`. `"worst"` fills in
#'   the worst score that any method has on the dataset, and `"impute:<method>"` the score of this
#'   method, as in `"impute:forest"`. Scores that were filled in are no measurements: the field
#'   `filled` marks them, and every result of the table has the note `filled-scores`. If some
#'   repeats of a score are missing, the score is missing (but see `repeats`).
#' @param repeats How to treat repeats, that is, several rows for one dataset (wide) or for one
#'   dataset and method (long). `"error"` raises an error. `"mean"` takes their mean. `"keep"` takes
#'   their mean and also keeps the repeats in the field `by_repeat`. `"available"` takes the mean of
#'   the repeats that are present and counts them in the field `n_available`; a score is missing
#'   only if all its repeats are missing.
#' @param layout `"wide"`, `"long"`, or `"auto"`: long if the columns `dataset` and `classifier` are
#'   both present, else wide.
#' @param dataset,classifier,score,resample Names of the columns with these roles. If `dataset` is
#'   not given and there is no column `dataset`, the column `task` is used; likewise, `method`,
#'   `model`, `estimator` or `framework` is used for `classifier`. If `score` is not given, the
#'   scores are in the column `score` or, if there is no such column, in the column named by
#'   `metric`. A column `metric` of a long table names the metric of each score, unless `metric`
#'   names the column of the scores: with several metrics per dataset, `metric` says which one to
#'   read, and with one per dataset, the result has the field `metrics`. `resample` may also be a
#'   vector of names, such as `c("repeat", "fold")`, whose values together label a repeat.
#' @param delimiter Delimiter of a text file, one of `","`, tab, `";"` and `"|"`. `NULL` finds the
#'   only delimiter that fits the header and every row.
#' @param encoding Encoding of a text file: `"utf-8"`, `"latin-1"` or `"cp1252"`.
#' @param datasets,classifiers Names for the rows and the columns of a matrix.
#' @param format Format of files or of a data frame: `"table"` is a plain table, which the other
#'   arguments describe; another name of [pb_formats()] is the tool that wrote the files. `"auto"`
#'   recognises the tool by the content; it is `"table"` if an argument names a column.
#'
#' @return An object of class `pb_results_table`, see [pb_results_table]. Names are unchanged; if a
#'   file of a tool has variants of one name (such as configurations of a dataset), the name of the
#'   variant is added. The field `source` has the path and, in parentheses, the format.
#'
#' @section Formula:
#' To compute the mean of R repeats, their sum is computed exactly, rounded once to a double, and
#' divided by R. The exact sum follows theorem 10 of Shewchuk (1997), Adaptive Precision
#' Floating-Point Arithmetic and Fast Robust Geometric Predicates, Discrete & Computational
#' Geometry 18.
#'
#' @section Errors:
#' `pybench_error_argument`: an argument has an invalid value. `pybench_error_input`: the file does
#' not exist. `pybench_error_results_table`: the table is malformed or incomplete, or a score is
#' infinite. `pybench_error_r_package_missing`: the file needs a package that is not installed. See
#' [pybench_error].
#'
#' @examples
#' file <- tempfile(fileext = ".csv")
#' writeLines(c("dataset,J48,SMO", "iris,0.94,0.96", "glass,0.68,0.57"), file)
#' t <- pb_read_results(file, higher_is_better = TRUE, metric = "accuracy")
#' t$scores
#'
#' long <- data.frame(
#'   dataset = c("iris", "iris", "iris", "iris"), classifier = c("J48", "J48", "SMO", "SMO"),
#'   resample = c(1, 2, 1, 2), score = c(0.94, 0.96, 0.95, 0.97)
#' )
#' pb_read_results(long, higher_is_better = TRUE, repeats = "keep")$by_repeat
#'
#' # A file of AutoML Benchmark states its direction: `result` is better if it is higher.
#' writeLines(c(
#'   "id,task,framework,fold,result,metric",
#'   "t/1,iris,auto-sklearn,0,0.99,auc", "t/1,iris,flaml,0,0.98,auc"
#' ), file)
#' pb_read_results(file)
#' @family first steps
#' @export
pb_read_results <- function(source, higher_is_better = NULL, metric = NULL, missing = "error",
                            repeats = "error", layout = "auto", dataset = "dataset",
                            classifier = "classifier", score = NULL, resample = "resample",
                            delimiter = NULL, encoding = "utf-8", datasets = NULL,
                            classifiers = NULL, format = "auto") {
  # base::, because one argument is called `missing`.
  if (base::missing(source)) {
    refuse_source("nothing")
  }
  own <- check_own_metrics(metric)
  metric <- if (is.null(own)) as_text(check_string("metric", metric, null_ok = TRUE))
  check_choice("repeats", repeats, c("error", "mean", "keep", "available"))
  check_missing(missing, repeats)
  check_choice("layout", layout, c("auto", "wide", "long"))
  format <- utf8_text(check_string("format", format))
  if (!is.null(delimiter)) {
    check_choice("delimiter", delimiter, delimiters)
  }
  check_choice("encoding", encoding, encodings)
  roles <- check_roles(dataset, classifier, score, resample)
  if (is.matrix(source)) {
    check_choice("format", format, plain_formats)
    check_direction(higher_is_better)
    records <- matrix_records(source, datasets, classifiers)
  } else {
    check_no_names(datasets, classifiers)
    files <- source_files(source, roles, delimiter, encoding)
    name <- if (is_string(source)) utf8_text(source) else files[[1L]]$path
    by_name <- identical(roles, default_roles) || !format %in% plain_formats
    board <- read_board(files, name, if (by_name) format else "table", metric)
    if (is.null(board)) {
      check_direction(higher_is_better)
      grid <- stacked_grid(lapply(files, file_table), files, name)
      records <- tryCatch(
        grid_records(grid, layout, roles, metric),
        pybench_error_results_table = function(refused) refuse_near(refused, files[[1L]])
      )
    } else {
      higher_is_better <- check_direction(board_direction(board, higher_is_better))
      metric <- board$metric
      records <- grid_records(board$grid, "long", board$roles, NULL)
    }
  }
  policy <- if (missing %in% c("error", "drop")) missing else "keep"
  table <- tabulate_records(records, repeats, policy)
  refuse_unknown_metrics(names(own), c(table$datasets, table$dropped), records$file)
  several <- metrics_of_datasets(records, table$datasets, own)
  if (is.null(several) && is.null(metric)) {
    metric <- only_metric(records)
  }
  found <- results_table(
    table$scores, table$datasets, table$classifiers, higher_is_better, metric,
    by_repeat = table$by_repeat, dropped = table$dropped, source = records$file,
    n_repeats = table$n_repeats, missing = policy == "keep", n_available = table$n_available,
    metrics = several
  )
  if (policy == "keep") settle_missing(found, missing) else found
}

# The metrics of datasets as the caller names them; NULL if there is one metric, or none.
check_own_metrics <- function(metric) {
  if (is.list(metric)) {
    metric <- unlist(metric)
  }
  if (!is.null(names(metric)) && is.character(metric) && !anyNA(metric)) {
    again <- anyDuplicated(names(metric))
    if (again > 0L) {
      found <- paste(shown(names(metric)[[again]]), "twice")
      stop_argument(
        paste("`metric` must name each dataset once, not", found),
        expected = "each dataset once", found = found
      )
    }
    stats::setNames(utf8_text(metric), utf8_text(names(metric)))
  }
}

# Refuses a metric of a dataset that is not in the table.
refuse_unknown_metrics <- function(named, known, file) {
  unknown <- named[!named %in% known]
  if (length(unknown) > 0L) {
    hint <- nearest_hint(unknown[[1L]], known)
    refuse(
      "datasets of the table in `metric`", shown_names(unknown),
      if (is.null(hint)) "Leave it out of `metric`." else hint,
      file = file
    )
  }
}

# The only metric that the rows name, or NULL.
only_metric <- function(records) {
  known <- unique(records$metric[!is.na(records$metric)])
  if (length(known) == 1L) known
}

# The metric of each dataset, if they differ: as the caller names them, or as the rows say, which
# must name one per dataset. NULL for one metric.
metrics_of_datasets <- function(records, datasets, own) {
  if (is.null(own) && is.null(records$metric)) {
    return(NULL)
  }
  if (is.null(own)) {
    has <- !is.na(records$metric)
    pairs <- unique(data.frame(dataset = records$dataset, metric = records$metric)[has, ])
    again <- anyDuplicated(pairs$dataset)
    if (again > 0L) {
      first <- pairs$metric[[match(pairs$dataset[[again]], pairs$dataset)]]
      name <- pairs$metric[[again]]
      refuse(
        "one metric per dataset",
        sprintf(
          "%s and %s for dataset %s", shown(first), shown(name), shown(pairs$dataset[[again]])
        ),
        sprintf(
          "Give the metric, for example metric=\"%s\", or use `read_metrics`.", name
        ),
        file = records$file
      )
    }
    own <- stats::setNames(pairs$metric, pairs$dataset)
    if (length(unique(own)) < 2L) {
      return(NULL)
    }
  }
  absent <- datasets[!datasets %in% names(own)]
  if (length(absent) > 0L) {
    refuse(
      "a metric for every dataset", paste("none for", shown_names(absent)),
      "Name it in `metric`.", file = records$file
    )
  }
  unname(own[match(datasets, names(own))])
}

check_direction <- function(higher_is_better) {
  if (is.null(higher_is_better)) {
    stop_argument(
      "`higher_is_better` must be given: TRUE for a score such as accuracy, FALSE for an error",
      expected = "TRUE or FALSE", found = "nothing"
    )
  }
  check_flag("higher_is_better", higher_is_better)
}

# The names of the columns by role, in UTF-8; `score` may be NULL, and several columns may make a
# resample.
check_roles <- function(dataset, classifier, score, resample) {
  roles <- list(
    dataset = check_string("dataset", dataset),
    classifier = check_string("classifier", classifier),
    score = check_string("score", score, null_ok = TRUE),
    resample = if (length(resample) > 1L && is.character(resample) && !anyNA(resample)) {
      resample
    } else {
      check_string("resample", resample)
    }
  )
  given <- utf8_text(unlist(roles))
  if (anyDuplicated(given) > 0L) {
    found <- paste(shown(given[duplicated(given)][[1L]]), "twice")
    stop_argument(
      "`dataset`, `classifier`, `score` and `resample` must name different columns",
      expected = "different columns", found = found
    )
  }
  c(lapply(roles, as_text), metric_column = "metric")
}

as_text <- function(x) {
  if (!is.null(x)) utf8_text(x)
}

check_no_names <- function(datasets, classifiers) {
  if (!is.null(datasets) || !is.null(classifiers)) {
    stop_argument(
      "`datasets` and `classifiers` can be given with a matrix only",
      expected = "NULL", found = "names"
    )
  }
}

# ---- sources -------------------------------------------------------------------------------------

default_roles <- list(
  dataset = "dataset", classifier = "classifier", score = NULL, resample = "resample",
  metric_column = "metric"
)

file_endings <- list(
  delimited = c("csv", "tsv", "txt"),
  arrow = c("parquet", "pq", "arrow", "feather", "ipc")
)

# The files of a source; a table in memory is one file without a path.
source_files <- function(source, roles, delimiter, encoding) {
  if (is.character(source) && length(source) > 0L && !anyNA(source)) {
    return(lapply(source_paths(source), function(path) {
      format_file(
        path, function(path) read_file(path, roles, delimiter, encoding),
        function(path) column_names_of(path, roles, delimiter, encoding)
      )
    }))
  }
  list(format_file("", function(path) memory_grid(framework_frame(source), roles)))
}

memory_grid <- function(source, roles) {
  if (is.data.frame(source)) {
    frame_grid(source, roles)
  } else if (inherits(source, c("nanoarrow_array_stream", "nanoarrow_array"))) {
    frame_grid(pb_from_arrow(source, to = "data.frame"), roles)
  } else {
    refuse_source(describe_value(source))
  }
}

# The grid of one table, in a file or in memory.
read_grid <- function(source, roles, delimiter, encoding) {
  if (is_string(source)) {
    read_file(utf8_text(source), roles, delimiter, encoding)
  } else {
    memory_grid(source, roles)
  }
}

refuse_source <- function(found) {
  expected <- "a path, a data frame, a matrix or an Arrow stream"
  stop_argument(
    paste0("`source` must be ", expected, ", not ", found), expected = expected, found = found
  )
}

read_file <- function(path, roles, delimiter, encoding) {
  ending <- text_ending(path)
  if (ending %in% file_endings$delimited) {
    bytes <- if (file_ending(path) == "gz") unpacked_bytes(path) else read_bytes(path)
    read_delimited(path, delimiter, encoding, bytes)
  } else if (ending == "xlsx") {
    read_sheet(path)
  } else if (ending %in% file_endings$arrow) {
    frame_grid(read_arrow(path, ending), roles, file = path)
  } else {
    expected <- paste(
      ".csv, .tsv, .txt, .csv.gz, .tsv.gz, .txt.gz, .xlsx, .parquet, .pq, .arrow, .feather or .ipc"
    )
    found <- shown(base_name(path))
    stop_argument(
      paste0("`source` must end in ", expected, ", not ", found),
      expected = expected, found = found
    )
  }
}

# The file ending; of a compressed text file, that of the text.
text_ending <- function(path) {
  ending <- file_ending(path)
  inner <- if (ending == "gz") file_ending(substring(path, 1L, nchar(path) - 3L))
  if (length(intersect(inner, file_endings$delimited)) > 0L) inner else ending
}

unpacked_bytes <- function(path) {
  check_is_file(path, native_path(path))
  gunzipped(native_path(path), function(found) {
    refuse_file(path, "a gzip file", found, "Check that the file was written completely.")
  })
}

longest_header <- 2^20 # bytes that are searched for the names of columns

# The names of the columns of a file; of delimited text, from its first line. None if this is no
# header by itself: quotes may span lines.
column_names_of <- function(path, roles, delimiter, encoding) {
  if (!text_ending(path) %in% file_endings$delimited) {
    return(read_file(path, roles, delimiter, encoding)$names)
  }
  head <- if (file_ending(path) == "gz") {
    check_is_file(path, native_path(path))
    tryCatch(
      suppressWarnings(read_connection(gzfile(native_path(path), "rb"), longest_header)),
      error = function(damaged) raw()
    )
  } else {
    read_bytes(path, longest_header)
  }
  end <- match(as.raw(0x0A), head, nomatch = length(head) + 1L)
  tryCatch(
    read_delimited(path, delimiter, encoding, head[seq_len(end - 1L)])$names,
    pybench_error_input = function(error) character()
  )
}

# The file ending without the point, in lower case. Byte by byte, because R's own functions
# translate the path to the locale, which may also map the case of "I" differently.
file_ending <- function(path) {
  name <- charToRaw(base_name(path))
  point <- max(which(name == charToRaw(".")), 0L)
  if (point <= 1L) {
    return("")
  }
  ending <- name[-seq_len(point)]
  capital <- ending >= charToRaw("A") & ending <= charToRaw("Z")
  ending[capital] <- ending[capital] | as.raw(0x20)
  rawToChar(ending)
}

# The last part of a path.
base_name <- function(path) {
  bytes <- charToRaw(path)
  separator <- bytes %in% charToRaw(if (.Platform$OS.type == "windows") "/\\" else "/")
  end <- max(which(!separator), 0L)
  start <- max(which(separator[seq_len(end)]), 0L)
  utf8_text(rawToChar(bytes[seq_len(end - start) + start]))
}
