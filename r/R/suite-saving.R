# Finishes a save of Python's that was killed. Python: pybench/suite/saving.py.

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
