# The closed list of doubts that a result can carry, and their wording.

# Every note and its one-sentence meaning, in the order in which notes are shown:
# a character vector with the keys as names.
notes_texts <- function() {
  rows <- read_shared("notes.csv")
  stats::setNames(rows$text, rows$key)
}

# Sorts notes into the order of the list; an unknown one is a mistake of ours.
notes_ordered <- function(keys) {
  known <- names(notes_texts())
  unknown <- setdiff(keys, known)
  if (length(unknown) > 0L) {
    stop("not in notes.csv: ", toString(sort(unknown)), call. = FALSE)
  }
  known[known %in% keys]
}

# Notes in which one of them stands if it holds, and does not if not.
notes_amended <- function(keys, key, holds) {
  notes_ordered(c(setdiff(keys, key), if (holds) key))
}

# A data file that both languages read, every column as text. "native.enc" keeps its bytes, whatever
# options(encoding=) says; their encoding is marked.
read_shared <- function(name) {
  path <- system.file("shared", name, package = "pybench", mustWork = TRUE)
  utils::read.csv(
    path,
    colClasses = "character", na.strings = character(), check.names = FALSE,
    fileEncoding = "native.enc", encoding = "UTF-8"
  )
}
