# Tags, and the life of a suite: in preparation, active, deactivated, next version.

#' Change a suite
#'
#' Adds tags to a suite or removes them, freezes a suite, deactivates it, or makes its next version.
#' Each function returns another suite; [pb_suite_save()] writes it to a folder. The same change in
#' Python gives the same file and the same hash.
#'
#' @param suite A suite, for example of [pb_suite_load()].
#' @param tag The tag to add or remove.
#' @param tasks,datasets Names of the tasks, and of the datasets, that get or lose the tag.
#' @param remove Whether to remove the tag instead of adding it.
#' @param accept_unknown Whether to freeze the suite even if the verdict of some rule is unknown. By
#'   default, an unknown verdict is an error.
#'
#' @return A suite.
#'
#' `pb_suite_freeze()` gives it the status `"active"`, in which it cannot be changed any more.
#' `pb_suite_deactivate()` gives an active suite the status `"deactivated"`; its hash stays the
#' same. `pb_suite_new_version()` returns the next version, which is in preparation and can be
#' changed; its provenance names the present version and its hash.
#'
#' @section Errors:
#' `pybench_error_argument`: there is no such task or dataset, or the tag is empty.
#' `pybench_error_suite`: a suite that is to be tagged or frozen is frozen already, or a suite that
#' is to be deactivated is not active; a suite that is to be frozen has no tasks, a changed file,
#' splits that do not match its data, data that R cannot read, or a task that failed a rule or whose
#' verdict is unknown. `pybench_error_input`: a file of it is missing.
#' @seealso [pb_suite_create()], [pb_suite_save()], [pb_suite_verdicts()]
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' suite <- pb_suite_load(system.file("extdata", "suite", package = "pybench"))
#' draft <- pb_suite_tag(pb_suite_new_version(suite), "old", tasks = "cars")
#' pb_suite_tasks(draft)$tags
#' pb_suite_freeze(draft)$status
#' @name pb_suite_editing
NULL

#' @rdname pb_suite_editing
#' @export
pb_suite_tag <- function(suite, tag, tasks = character(), datasets = character(), remove = FALSE) {
  check_suite(suite)
  check_editable(suite)
  tag <- utf8_text(check_string("tag", tag))
  if (!nzchar(trimws(tag))) {
    stop_argument("`tag` must be a string that is not empty", expected = "a string")
  }
  check_flag("remove", remove)
  known <- vapply(suite$tasks, function(task) task$dataset$name, "")
  tasks <- vapply(tasks, function(name) task_of(suite, name)$name, "")
  datasets <- vapply(datasets, function(name) check_choice("datasets", utf8_text(name), known), "")
  edited <- function(object, before) {
    tags <- as.character(unlist(object$tags))
    tags <- tags[tags != tag]
    tags <- if (remove) tags else sort(c(tags, tag), method = "radix")
    with_field(object, "tags", as.list(tags), before)
  }
  plain <- suite$manifest
  plain$tasks <- lapply(plain$tasks, function(task) {
    if (task$dataset$name %in% datasets) {
      task$dataset <- edited(task$dataset, "openml_id")
    }
    if (task$name %in% tasks) edited(task, c("openml_id", "type")) else task
  })
  with_manifest(suite, plain)
}

#' @rdname pb_suite_editing
#' @export
pb_suite_freeze <- function(suite, accept_unknown = FALSE) {
  check_suite(suite)
  check_flag("accept_unknown", accept_unknown)
  check_editable(suite)
  if (length(suite$tasks) == 0L) {
    refuse_suite("tasks", "none", "Loosen the constraints, or look at pb_suite_verdicts(suite).")
  }
  refuse_verdicts(suite, "fail", "Create it again: a rule that fails excludes a dataset.")
  if (!accept_unknown) {
    refuse_verdicts(
      suite, "unknown", "Declare the answer in `flags`, or freeze with accept_unknown = TRUE."
    )
  }
  for (file in suite_files(suite)) {
    suite_read(suite, file$path, file$sha256) # all: a damaged file cannot be fixed after freezing
  }
  for (task in suite$tasks) {
    if (!is.null(task[["splits"]])) {
      splits <- pb_suite_splits(suite, task$name)
      place <- suite_place(suite, task$splits)
      rows <- length(pb_suite_data(suite, task$name)$y)
      check_splits(splits, rows, task$procedure$type, place)
    }
  }
  with_status(suite, "active")
}

#' @rdname pb_suite_editing
#' @export
pb_suite_deactivate <- function(suite) {
  check_suite(suite)
  if (suite$status != "active") {
    refuse_suite(
      "an active suite", paste("one that is", suite$status),
      "Only an active suite can be deactivated."
    )
  }
  with_status(suite, "deactivated")
}

#' @rdname pb_suite_editing
#' @export
pb_suite_new_version <- function(suite) {
  check_suite(suite)
  plain <- suite$manifest
  plain$version <- plain$version + 1L
  plain$status <- "in_preparation"
  plain$created <- now_utc()
  plain$provenance <- with_field(as.list(plain$provenance), "parent", suite_parent(suite))
  files <- Filter(function(file) file$must || suite_has(suite, file$path), suite_files(suite))
  suite_object(plain, NULL, lapply(files, function(file) suite_held(suite, file$path)))
}

with_status <- function(suite, status) {
  plain <- suite$manifest
  plain$status <- status
  with_manifest(suite, plain)
}

# Refuses a suite that is frozen.
check_editable <- function(suite) {
  if (suite$status != "in_preparation") {
    refuse_suite(
      "a suite in preparation",
      sprintf("%s, version %.0f, which is %s", shown(suite$name), suite$version, suite$status),
      "A change of a frozen suite is a new version: pb_suite_new_version(suite)."
    )
  }
}

refuse_verdicts <- function(suite, verdict, hint) {
  names <- vapply(suite$tasks, function(task) task$name, "")
  mine <- Filter(function(one) {
    one$dataset %in% names && one$verdict == verdict
  }, suite$manifest$candidates)
  if (length(mine) > 0L) {
    words <- vapply(mine, function(one) paste0(one$dataset, ": ", one$rule), "")
    refuse_suite("every rule passed", paste(verdict, "for", shown_names(words)), hint)
  }
}

# How suites that are made from a suite refer to it.
suite_parent <- function(suite) {
  sprintf("%s, version %.0f, %s", suite$name, suite$version, suite$hash)
}

# The time in UTC, to the second.
now_utc <- function() {
  format(Sys.time(), "%Y-%m-%dT%H:%M:%SZ", tz = "UTC")
}
