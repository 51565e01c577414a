# Ensures that no link in an output folder leads writing out of it. Python: store/inside.py.

bound <- new.env(parent = emptyenv())
bound$folders <- character()

# Calls a function while all writing below a folder is confined to it.
within_folder <- function(folder, call) {
  before <- bound$folders
  on.exit(bound$folders <- before)
  bound$folders <- c(before, absolute_path(native_path(folder)))
  call()
}

# Refuses a path that a link below a confined folder leads out of it; returns the path.
check_inside <- function(path) {
  asked <- absolute_path(native_path(path))
  for (folder in bound$folders) {
    if (startsWith(asked, paste0(folder, "/"))) {
      check_parts(asked, folder)
    }
  }
  invisible(path)
}

# Checks each part below the folder; a part that does not exist yet leads nowhere.
check_parts <- function(path, folder) {
  root <- normalizePath(folder, winslash = "/", mustWork = FALSE)
  parts <- strsplit(substring(path, nchar(folder) + 2L), "/+")[[1L]]
  place <- folder
  for (part in parts) {
    place <- file.path(place, part)
    link <- Sys.readlink(place)
    if (!is.na(link) && nzchar(link) && !is_below(place, root)) {
      refuse_link(place, link, folder)
    }
  }
}

# Whether the target of a link exists and is in the folder.
is_below <- function(place, root) {
  real <- normalizePath(place, winslash = "/", mustWork = FALSE)
  file.exists(place) && (identical(real, root) || startsWith(real, paste0(root, "/")))
}

refuse_link <- function(place, link, folder) {
  stop_input(
    paste0(
      "expected files and folders of ", shown(folder),
      ", found a link that leads out of that folder, to ", shown(link)
    ),
    file = place, expected = paste("files and folders of", folder),
    found = paste("a link that leads out of that folder, to", link),
    hint = "Nothing was written there. Remove the link, or use another folder."
  )
}
