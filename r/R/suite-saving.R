# Saves a suite to disk: a killed save leaves the state before, or one that the next call completes.

#' Save a suite
#'
#' Writes a suite into a folder: its files first, and the manifest `suite.json` last. If the folder
#' holds an earlier state of the same suite, that state is replaced entirely, including tags. Python
#' writes the same bytes for the same suite.
#'
#' @param suite A suite, for example of [pb_suite_create()].
#' @param folder Folder of the suite, which is made if it does not exist.
#'
#' @return The suite, with its files in the folder.
#'
#' @section Errors:
#' `pybench_error_argument`: `suite` is not a suite. `pybench_error_suite`: the folder holds a suite
#' with another name, another frozen suite, or this suite at a later stage (an active suite cannot
#' be in preparation again); or a file of the suite was changed. `pybench_error_input`: a file of
#' the suite is missing, or a link in the folder leads out of it. `pybench_error_environment`: a
#' file cannot be written, or another process saves into the folder.
#' @seealso [pb_suite_load()], [pb_suite_create()]
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' suite <- pb_suite_load(system.file("extdata", "suite", package = "pybench"))
#' copy <- pb_suite_save(pb_suite_new_version(suite), file.path(tempdir(), "cars"))
#' pb_suite_load(copy$folder)$hash == copy$hash
#' @export
pb_suite_save <- function(suite, folder) {
  check_suite(suite)
  folder <- native_path(check_string("folder", folder))
  refuse_other_suite(suite, folder)
  make_folder(folder)
  within_folder(folder, function() {
    alone_in(folder, function() {
      finish_save(folder)
      save_files(suite, folder)
    })
  })
  suite_object(c(suite$manifest, list(hash = suite$hash)), folder)
}

# Refuses a folder with a suite that this one may not replace.
refuse_other_suite <- function(suite, folder) {
  path <- file.path(folder, "suite.json")
  if (!file.exists(native_path(path))) {
    return(invisible())
  }
  there <- pb_suite_load(folder, verify = FALSE)
  stages <- c("in_preparation", "active", "deactivated")
  back <- match(suite$status, stages) < match(there$status, stages)
  if (there$status != "in_preparation" && (back || there$hash != suite$hash)) {
    refuse_suite(
      "a folder without a frozen suite",
      sprintf("%s, version %.0f, which is %s", shown(there$name), there$version, there$status),
      "Save it into another folder; a change of an active suite is a new version.",
      file = path
    )
  }
  if (there$name != suite$name) {
    refuse_suite(
      paste0("the suite ", shown(suite$name), ", or none"), shown(there$name), "Save it elsewhere.",
      file = path
    )
  }
}

# Calls a function while this process alone writes into a folder. Where folders cannot be locked
# (NFS, Windows), nothing is locked.
alone_in <- function(folder, call) {
  if (.Platform$OS.type == "windows") {
    return(call())
  }
  lock <- lock_open(folder)
  on.exit(lock_close(lock))
  if (isFALSE(.Call(C_pb_lock_take, lock, TRUE))) {
    stop_environment(
      "another run is at work in this folder",
      file = folder, expected = "one run at a time",
      found = "a folder that a running process writes",
      hint = "Wait until that run has ended, stop that run, or use another folder."
    )
  }
  call()
}

# Files cannot all change at once, and a manifest is invalid beside files of another state. So if
# there is a manifest, all changes are written to another folder first, and moved once complete.
save_files <- function(suite, folder) {
  new <- Filter(function(file) {
    (file$must || suite_has(suite, file$path)) && !holds_file(folder, file)
  }, suite_files(suite))
  if (length(new) == 0L || !file.exists(native_path(file.path(folder, "suite.json")))) {
    return(write_state(suite, new, folder))
  }
  temporary <- tempfile(".pybench-", folder, ".tmp")
  on.exit(unlink(native_path(temporary), recursive = TRUE))
  make_folder(temporary)
  write_state(suite, new, temporary)
  move_saved(temporary, file.path(folder, ".pybench-save"))
  finish_save(folder)
}

write_state <- function(suite, files, folder) {
  for (file in files) {
    write_whole(file.path(folder, file$path), suite_read(suite, file$path, file$sha256))
  }
  write_whole(file.path(folder, "suite.json"), suite_text(suite))
}

# Whether a folder holds a file with the right content.
holds_file <- function(folder, file) {
  place <- file.path(folder, file$path)
  file.exists(native_path(place)) && identical(sha256_of(read_bytes(place)), file$sha256)
}

# ---- after a save that was killed ----------------------------------------------------------------

# Moves the files that a save had completely written to the folder `.pybench-save`, suite.json last.
finish_save <- function(folder) {
  stage <- file.path(folder, ".pybench-save")
  if (!dir.exists(native_path(stage))) {
    return(invisible())
  }
  within_folder(folder, function() {
    check_inside(stage)
    files <- list.files(native_path(stage), recursive = TRUE, all.files = TRUE)
    for (file in c(setdiff(files, "suite.json"), intersect(files, "suite.json"))) {
      move_saved(check_inside(file.path(stage, file)), check_inside(file.path(folder, file)))
    }
    unlink(native_path(stage), recursive = TRUE)
  })
}

move_saved <- function(from, to) {
  dir.create(native_path(dirname(to)), showWarnings = FALSE, recursive = TRUE)
  moved <- suppressWarnings(file.rename(native_path(from), native_path(to)))
  # Another process that loads the suite may have been faster.
  if (!moved && file.exists(native_path(from))) {
    stop_environment(
      "a save of the suite was ended half way, and cannot be finished here",
      file = to, expected = "a folder that can be written to", found = shown(dirname(to)),
      hint = "Check its permissions, or load the suite once where it can be written."
    )
  }
}
