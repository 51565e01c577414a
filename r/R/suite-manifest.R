# A suite as written by Python: its manifest, and files that match their hashes.

suite_schema <- "pybench/suite/1"

#' Load a suite
#'
#' Reads a suite of tasks that Python's `pybench.Suite.save()` wrote, or that was unpacked from a
#' bundle. Suites are created, frozen (protected against changes) and bundled in Python; R reads
#' suites and runs learners on them. If a save was interrupted after all its files had been written,
#' the save is completed first, as in Python.
#'
#' @param folder The folder of the suite, or the `suite.json` in it.
#' @param verify Whether to check every file of the suite against its hash and raise an error if a
#'   file was changed. The manifest (`suite.json`) is always checked; data and splits are checked
#'   again whenever they are read. Missing data raise an error only when a task needs them, because
#'   a bundle may leave out data whose licence does not permit redistribution.
#'
#' @return An object of class `pb_suite`, a list of `name`, `alias` (short name that can be part of
#'   a web address), `description`, `version`, `status`, `created` (time in UTC), `hash` (of the
#'   manifest, the file `suite.json`), `openml_id`, `folder` and `tasks`, one list per task.
#'
#' @section Errors:
#' `pybench_error_suite`: the file `suite.json` is not the manifest of a suite, or this or another
#' file was changed; the message names the file. `pybench_error_input`: the file does not exist, or
#' an interrupted save would have to be completed through a link that leads out of the folder.
#' `pybench_error_r_package_missing`: the package jsonlite is not installed.
#' `pybench_error_environment`: an interrupted save cannot be completed.
#'
#' @seealso [pb_suite_tasks()], [pb_suite_splits()], [pb_suite_data()], [pb_run()]
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' suite <- pb_suite_load(system.file("extdata", "suite", package = "pybench"))
#' suite
#' pb_suite_tasks(suite)
#' @export
pb_suite_load <- function(folder, verify = TRUE) {
  path <- native_path(check_string("folder", folder))
  check_flag("verify", verify)
  if (dir.exists(native_path(path))) {
    path <- file.path(path, "suite.json")
  }
  finish_save(dirname(path))
  plain <- read_json(path)
  check_manifest(plain, path)
  found <- manifest_hash(read_bytes(path))
  if (!identical(found, plain$hash)) {
    refuse_changed(path, plain$hash, or_na(found, "JSON of another form"))
  }
  fields <- c(
    "name", "alias", "description", "version", "status", "created", "hash", "openml_id"
  )
  suite <- new_result("pb_suite", c(
    stats::setNames(lapply(fields, function(field) plain[[field]]), fields),
    list(folder = dirname(path), tasks = lapply(plain$tasks, suite_task))
  ))
  if (verify) {
    for (file in suite_files(suite)) {
      suite_read(suite, file$path, file$sha256, must = file$must)
    }
  }
  suite
}

#' The tasks of a suite
#'
#' Returns the tasks of a suite as a table.
#'
#' @param suite A suite of [pb_suite_load()].
#'
#' @return A data frame, one row per task:
#'   \item{task, dataset}{names of the task and of its dataset}
#'   \item{kind}{`"tabular"` or `"series"`}
#'   \item{target}{the column of the class}
#'   \item{procedure}{how rows are split: `"crossvalidation"`, `"holdout"` or `"resamples"`}
#'   \item{repeats, folds}{number of repeats of the `procedure`, and number of folds in each repeat}
#'   \item{measure}{the measure of a prediction}
#'   \item{source}{where the data come from: `"file"`, `"bundled"`, `"openml"` or `"table"`}
#'   \item{licence}{of the dataset}
#'   \item{tags}{separated by commas; `""` without any}
#'   \item{openml_id}{number of the dataset at OpenML}
#'
#'   A value that is not given is `NA`.
#'
#' @section Errors:
#' `pybench_error_argument`: `suite` is not a suite.
#' @seealso [pb_suite_load()]
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' pb_suite_tasks(pb_suite_load(system.file("extdata", "suite", package = "pybench")))
#' @export
pb_suite_tasks <- function(suite) {
  check_suite(suite)
  text <- function(...) vapply(suite$tasks, function(task) or_na(task[[c(...)]]), "")
  number <- function(...) vapply(suite$tasks, function(task) or_na(task[[c(...)]], NA_real_), 0)
  data.frame(
    task = text("name"), dataset = text("dataset", "name"), kind = text("kind"),
    target = text("target"), procedure = text("procedure", "type"),
    repeats = number("procedure", "repeats"), folds = number("procedure", "folds"),
    measure = text("measure"), source = text("dataset", "source"),
    licence = vapply(suite$tasks, function(task) or_na(task$dataset$licence), ""),
    tags = vapply(suite$tasks, function(task) toString(c(task$dataset$tags, task$tags)), ""),
    openml_id = vapply(suite$tasks, function(task) or_na(task$openml_id, NA_real_), 0)
  )
}

#' @rdname pb_suite_load
#' @param x A suite.
#' @param ... Nothing: other arguments are refused.
#' @export
format.pb_suite <- function(x, ...) {
  check_dots(...)
  kinds <- vapply(x$tasks, function(task) task$kind, "")
  counts <- vapply(c("tabular", "series"), function(kind) sum(kinds == kind), 0)
  of <- counted(counts, paste(names(counts), "task"))[counts > 0]
  c(
    sprintf(
      "Suite %s, version %.0f, %s: %s", one_line(x$name), x$version,
      gsub("_", " ", x$status, fixed = TRUE),
      if (length(of) > 0L) paste(of, collapse = " and ") else "no tasks"
    ),
    paste0("  hash ", x$hash),
    if (length(kinds) > 0L) {
      paste0("  ", shown_names(vapply(x$tasks, function(task) task$name, "")))
    }
  )
}

#' @rdname pb_suite_tasks
#' @param x A suite.
#' @param row.names,optional,... Ignored; part of the generic.
#' @export
as.data.frame.pb_suite <- function(x, row.names = NULL, # nolint: object_name_linter.
                                   optional = FALSE, ...) {
  check_dots(...)
  pb_suite_tasks(x)
}

# ---- reading -------------------------------------------------------------------------------------

refuse_suite <- function(expected, found, hint, ...) {
  stop_suite(
    expected_found(expected, found),
    expected = expected, found = found, hint = hint, ...
  )
}

# The value of a JSON file: objects and arrays as lists.
read_json <- function(path) {
  if (!requireNamespace("jsonlite", quietly = TRUE)) {
    expected <- "the R package `jsonlite` to read a suite"
    stop_r_package_missing(
      expected_found(expected, "none of that name installed"),
      file = path, expected = expected, found = "none of that name installed",
      hint = "Run install.packages(\"jsonlite\")."
    )
  }
  text <- rawToChar(read_text(path))
  Encoding(text) <- "UTF-8"
  json_value(text, function(reason) {
    refuse_suite("JSON", shown(reason), "Restore the file from where it came from.", file = path)
  })
}

check_manifest <- function(plain, path) {
  schema <- json_field(plain, "schema")
  if (!identical(schema, suite_schema)) {
    refuse_suite(
      paste("a suite of the schema", shown(suite_schema)),
      if (is_string(schema)) shown(schema) else "none",
      "Update pybench, or give the folder of a suite.",
      file = path
    )
  }
  if (!is_suite(plain)) {
    refuse_suite(
      "the fields of a suite", "others", "Restore the file from where it came from.",
      file = path
    )
  }
}

# The fields of a suite that R reads, in the form of pybench/suite/schema/suite-1.json.
is_suite <- function(plain) {
  all(
    have(plain, "name", is_plain), have(plain, c("status", "hash"), is_string),
    have(plain, c("alias", "description", "created"), is_string, optional = TRUE),
    have(plain, "version", is_number), have(plain, "tasks", is.list)
  ) && all(vapply(plain[["tasks"]], is_task, NA))
}

# The fields of a task that R reads.
is_task <- function(task) {
  data <- json_field(task, "dataset")
  procedure <- json_field(task, "procedure")
  files <- json_field(data, "files")
  splits <- json_field(task, "splits")
  all(
    have(task, "name", is_plain), have(task, "target", is_string),
    have(task, c("kind", "type", "measure", "splits_sha256"), is_string, optional = TRUE),
    have(data, "name", is_plain), have(data, c("source", "format"), is_string),
    have(data, "licence", is_string, optional = TRUE),
    have(procedure, "type", is_string), have(procedure, c("repeats", "folds"), is_number),
    have(task, "openml_id", is_number, optional = TRUE),
    have(data, c("nominal", "ignore", "tags"), are_strings, optional = TRUE),
    have(task, "tags", are_strings, optional = TRUE),
    is.null(splits) || is_path(splits), is.null(files) || is.list(files),
    vapply(files, function(file) is_path(json_field(file, "path")), NA),
    vapply(files, have, NA, "sha256", is_string)
  )
}

is_plain <- function(value) {
  is_string(value) && is_name(utf8_text(value))
}

# Whether the fields of a JSON object pass a check; an optional one may be absent.
have <- function(object, fields, check, optional = FALSE) {
  all(vapply(fields, function(field) {
    value <- json_field(object, field)
    if (is.null(value)) optional else check(value)
  }, NA))
}

are_strings <- function(value) {
  is.list(value) && all(vapply(value, is_string, NA))
}

# A path inside the suite's folder.
is_path <- function(path) {
  is_string(path) && grepl("^(data|splits)/[^/\\\\]+(/[^/\\\\]+)?$", path) &&
    !any(strsplit(path, "/", fixed = TRUE)[[1L]] %in% c("..", "."))
}

# A task with the default values that the manifest omits.
suite_task <- function(task) {
  task$kind <- or_na(task$kind, "tabular")
  task$measure <- or_na(task$measure, "accuracy")
  task
}

or_na <- function(value, absent = NA_character_) {
  if (is.null(value)) absent else value
}

# Every file of a suite: path, sha256, and whether it is required.
suite_files <- function(suite) {
  files <- list()
  for (task in suite$tasks) {
    for (file in task$dataset$files) {
      files[[file$path]] <- list(path = file$path, sha256 = file$sha256, must = FALSE)
    }
    splits <- task[["splits"]]
    if (!is.null(splits)) {
      files[[splits]] <- list(path = splits, sha256 = task$splits_sha256, must = TRUE)
    }
  }
  files
}

# The bytes of a file of a suite, if they match the hash; NULL if it may be absent, and is.
suite_read <- function(suite, path, sha256, must = TRUE) {
  place <- file.path(suite$folder, path)
  if (!must && !file.exists(native_path(place))) {
    return(NULL)
  }
  bytes <- read_bytes(place)
  found <- sha256_of(bytes)
  if (!identical(found, sha256)) {
    refuse_changed(place, sha256, found)
  }
  bytes
}

check_suite <- function(suite) {
  if (!inherits(suite, "pb_suite")) {
    found <- describe_value(suite)
    stop_argument(
      paste0("`suite` must be a suite, not ", found),
      expected = "a suite", found = found, hint = "Load one: pb_suite_load(folder)."
    )
  }
}

# The task with a name.
task_of <- function(suite, task) {
  names <- vapply(suite$tasks, function(one) one$name, "")
  at <- match(utf8_text(check_string("task", task)), names)
  if (is.na(at)) {
    stop_argument(
      paste0("the suite ", shown(suite$name), " has no task ", shown(task)),
      expected = shown_names(names, 20L), found = task
    )
  }
  suite$tasks[[at]]
}
