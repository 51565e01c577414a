# A suite: its manifest, kept whole, and files that match their hashes.

suite_schema <- "pybench/suite/1"

#' Load a suite
#'
#' Reads a suite of tasks that [pb_suite_save()] or Python's `pybench.Suite.save()` wrote, or that
#' was unpacked from a bundle. If a save was interrupted after all its files had been written, the
#' save is completed first, as in Python.
#'
#' @param folder The folder of the suite, or the `suite.json` in it.
#' @param verify Whether to check every file of the suite against its hash and raise an error if a
#'   file was changed. The manifest (`suite.json`) is always checked; data and splits are checked
#'   again whenever they are read. Missing data raise an error only when a task needs them, because
#'   a bundle may leave out data whose licence does not permit redistribution.
#'
#' @return An object of class `pb_suite`, a list of `name`, `alias` (short name that can be part of
#'   a web address), `description`, `version`, `status`, `created` (time in UTC), `hash` (of the
#'   manifest, the file `suite.json`), `openml_id`, `folder` (`NULL` until the suite is saved),
#'   `tasks`, one list per task, and `qualities`, the measured properties of each candidate. The
#'   field `manifest` is the whole manifest, also what R does not use, and `contents` are the files
#'   of the suite that are not saved yet. Functions that change a suite return another one.
#'
#' @section Errors:
#' `pybench_error_suite`: the file `suite.json` is not the manifest of a suite, or this or another
#' file was changed; the message names the file. `pybench_error_input`: the file does not exist, or
#' an interrupted save would have to be completed through a link that leads out of the folder.
#' `pybench_error_r_package_missing`: the package jsonlite is not installed.
#' `pybench_error_environment`: an interrupted save cannot be completed.
#'
#' @seealso [pb_suite_create()], [pb_suite_tasks()], [pb_suite_splits()], [pb_suite_data()],
#'   [pb_run()]
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
  suite <- suite_object(plain, dirname(path))
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
#' @param suite A suite, for example of [pb_suite_load()].
#'
#' @return A data frame, one row per task:
#'   \item{task, dataset}{names of the task and of its dataset}
#'   \item{kind}{`"tabular"` or `"series"`}
#'   \item{type}{`"classification"`, or a type of task that only Python runs}
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
    type = text("type"), target = text("target"), procedure = text("procedure", "type"),
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
  kinds <- vapply(x$tasks, function(task) {
    if (task$type == "classification") task$kind else paste(task$kind, task$type)
  }, "")
  known <- union(c("tabular", "series"), sort(kinds, decreasing = TRUE, method = "radix"))
  counts <- vapply(known, function(kind) sum(kinds == kind), 0)
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

#' The verdicts on the candidates of a suite
#'
#' Returns what each rule said of each candidate when the suite was created, also of candidates that
#' did not become tasks.
#'
#' @param suite A suite, for example of [pb_suite_load()].
#'
#' @return A data frame, one row per candidate and rule: `dataset`, `rule`, `value` (as text; `NA`
#'   if it is not known), `threshold`, `verdict` (`"pass"`, `"fail"` or `"unknown"`), `note`.
#'
#' @section Errors:
#' `pybench_error_argument`: `suite` is not a suite.
#' @seealso [pb_suite_create()]
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' file <- tempfile(fileext = ".csv")
#' write.csv(iris, file, row.names = FALSE)
#' suite <- pb_suite_create(
#'   "flowers", c(iris = file), "Species", constraints = list(NumberOfInstances = c(100, NA))
#' )
#' pb_suite_verdicts(suite)
#' @export
pb_suite_verdicts <- function(suite) {
  check_suite(suite)
  verdicts <- suite$manifest$candidates
  text <- function(field, absent = NA_character_) {
    vapply(verdicts, function(verdict) {
      value <- verdict[[field]]
      if (is.numeric(value)) number_text(value) else or_na(value, absent)
    }, "")
  }
  data.frame(
    dataset = text("dataset"), rule = text("rule"), value = text("value"),
    threshold = text("threshold"), verdict = text("verdict"), note = text("note", "")
  )
}

# ---- the manifest --------------------------------------------------------------------------------

# The suite of a manifest. `contents`: files that are not saved yet, path -> bytes or place.
suite_object <- function(plain, folder = NULL, contents = list()) {
  hash <- plain$hash # of a manifest that was checked
  plain$hash <- NULL
  plain <- with_whole_numbers(plain)
  if (is.null(hash)) {
    hash <- manifest_hash(charToRaw(enc2utf8(json_lines(plain))))
  }
  fields <- c("name", "alias", "description", "version", "status", "created")
  new_result("pb_suite", c(
    stats::setNames(lapply(fields, function(field) plain[[field]]), fields),
    list(
      hash = hash, openml_id = plain[["openml_id"]], folder = folder,
      tasks = lapply(plain$tasks, suite_task), qualities = plain[["qualities"]],
      manifest = plain, contents = contents
    )
  ))
}

# Fields of whole numbers, which read as doubles from JSON if they exceed R's integers.
whole_fields <- c("openml_id", "seed")

with_whole_numbers <- function(plain) {
  for (i in seq_along(plain)) {
    value <- plain[[i]]
    if (is.list(value)) {
      plain[[i]] <- with_whole_numbers(value)
    } else if (isTRUE(names(plain)[i] %in% whole_fields) && is_large_whole(value)) {
      plain[[i]] <- whole_number(value)
    }
  }
  plain
}

is_large_whole <- function(value) {
  is.double(value) && value == trunc(value) && abs(value) > .Machine$integer.max
}

# The content of suite.json, the same bytes as in Python.
suite_text <- function(suite) {
  paste0(json_lines(c(suite$manifest, list(hash = suite$hash))), "\n")
}

# The same suite with another manifest.
with_manifest <- function(suite, plain) {
  suite_object(plain, suite$folder, suite$contents)
}

# An object of a manifest with another value of a field, which it lacks if there is none. A new
# field goes before those named in `before`, which is its place in Python.
with_field <- function(object, name, value, before = NULL) {
  if (length(value) == 0L) {
    object[[name]] <- NULL
  } else if (name %in% names(object)) {
    object[[name]] <- value
  } else {
    at <- min(match(before, names(object)), length(object) + 1L, na.rm = TRUE)
    object <- append(object, stats::setNames(list(value), name), at - 1L)
  }
  object
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
  task$type <- or_na(task[["type"]], "classification")
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

# The bytes or the place of a file of a suite, which may not be saved yet.
suite_held <- function(suite, path) {
  held <- suite$contents[[path]]
  if (!is.null(held)) {
    return(held)
  }
  if (is.null(suite$folder)) {
    stop_argument(
      paste0("the suite has no file ", shown(path), ": it was neither saved nor loaded"),
      expected = "a suite with its files", found = "none of that name",
      hint = "Save it: pb_suite_save(suite, folder)."
    )
  }
  file.path(suite$folder, path)
}

# The same suite, wherever the working directory is.
with_absolute_paths <- function(suite) {
  if (!is.null(suite$folder)) {
    suite$folder <- absolute_path(suite$folder)
  }
  suite$contents <- lapply(suite$contents, function(held) {
    if (is.raw(held)) held else absolute_path(held)
  })
  suite
}

# The place of a file of a suite for messages.
suite_place <- function(suite, path) {
  held <- suite_held(suite, path)
  if (is.raw(held)) path else held
}

suite_has <- function(suite, path) {
  path %in% names(suite$contents) ||
    (!is.null(suite$folder) && file.exists(native_path(file.path(suite$folder, path))))
}

# The bytes of a file of a suite, if they match the hash; NULL if it may be absent, and is.
suite_read <- function(suite, path, sha256, must = TRUE) {
  if (!must && !suite_has(suite, path)) {
    return(NULL)
  }
  held <- suite_held(suite, path)
  bytes <- if (is.raw(held)) held else read_bytes(held)
  found <- sha256_of(bytes)
  if (!identical(found, sha256)) {
    refuse_changed(suite_place(suite, path), sha256, found)
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
