# Locks the folder of a run: for one Python run or any number of R runs; its tables for one at a
# time.

# Calls a function while this process holds the lock of a folder, which is made if needed.
at_work <- function(out, call, seconds = 5) {
  make_folder(out)
  lock <- lock_open(file.path(out, ".lock"))
  on.exit(lock_close(lock))
  if (lock_take(lock, alone = TRUE)) {
    sweep_leftovers(out)
  }
  # Another R run may hold the folder alone for a short time while it removes leftover files.
  lock_wait(lock, alone = FALSE, out, seconds)
  call()
}

# Calls a function that changes files shared by several runs: run.json and the tables.
at_tables <- function(out, call, seconds = 60) {
  lock <- lock_open(file.path(out, ".lock-tables"))
  on.exit(lock_close(lock))
  lock_wait(lock, alone = TRUE, out, seconds)
  call()
}

lock_wait <- function(lock, alone, out, seconds) {
  until <- Sys.time() + seconds
  while (!lock_take(lock, alone)) {
    if (Sys.time() > until) {
      refuse_busy(out)
    }
    Sys.sleep(0.02)
  }
}

refuse_busy <- function(out) {
  stop_environment(
    "another run is at work in this folder",
    file = out, expected = "no other run than of R", found = "a lock that a running process holds",
    hint = "Wait until that run has ended, stop that run, or use another folder."
  )
}

lock_open <- function(path) {
  handle <- .Call(C_pb_lock_open, native_path(check_inside(path)))
  if (is.character(handle)) refuse_unlocked(path, handle) else handle
}

# Whether this process now holds the lock.
lock_take <- function(handle, alone) {
  taken <- .Call(C_pb_lock_take, handle, alone)
  if (is.character(taken)) refuse_unlocked("the folder of the run", taken) else taken
}

lock_close <- function(handle) {
  .Call(C_pb_lock_close, handle)
}

refuse_unlocked <- function(path, reason) {
  stop_environment(
    paste0("cannot lock the file ", shown(path), ": ", reason),
    file = path, expected = "a file that can be locked", found = reason,
    hint = "Check the folder and its permissions, or use a folder on a local disk."
  )
}

make_folder <- function(path) {
  check_inside(path)
  if (!dir.exists(native_path(path))) {
    dir.create(native_path(path), showWarnings = FALSE, recursive = TRUE)
  }
  if (!dir.exists(native_path(path))) {
    stop_environment(
      paste("cannot make the folder", shown(path)),
      file = path, expected = "a folder that can be written to", found = "none",
      hint = "Give another folder."
    )
  }
}

# Removes files left by killed writers; no other process may be at work.
sweep_leftovers <- function(out) {
  # Not Sys.glob(), which would treat a bracket in the name of the folder as a pattern.
  estimators <- list.dirs(file.path(native_path(out), "runs"), recursive = FALSE)
  folders <- c(out, list.dirs(estimators, recursive = FALSE))
  lapply(folders, check_inside)
  left <- list.files(folders, "^\\.pybench-.*\\.tmp$", all.files = TRUE, full.names = TRUE)
  unlink(left, recursive = TRUE)
}
