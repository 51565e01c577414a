# The closed list of caveats that a result can carry, and their wording.

# Every note and its one-sentence meaning, in the order in which notes are shown: a character vector
# with the keys as names.
notes_texts <- function() {
  rows <- read_shared("notes.csv")
  stats::setNames(rows$text, rows$key)
}

# Sorts notes into the order of the list; an unknown one is an internal error.
notes_ordered <- function(keys) {
  known <- names(notes_texts())
  unknown <- setdiff(keys, known)
  if (length(unknown) > 0L) {
    stop("not in notes.csv: ", toString(sort(unknown)), call. = FALSE)
  }
  found <- known[known %in% keys]
  if (!any(nzchar(names(keys)))) {
    return(found)
  }
  # The names of notes may hold details, such as which datasets were dropped.
  told <- keys[order(!nzchar(names(keys)))]
  stats::setNames(found, names(told)[match(found, told)])
}

# The notes among `keys`, and those that are not, with their details.
notes_among <- function(notes, keys) {
  notes[notes %in% keys]
}

notes_but <- function(notes, keys) {
  notes[!notes %in% keys]
}

# The meaning of each note, and its details.
note_text <- function(notes) {
  details <- if (is.null(names(notes))) character(length(notes)) else names(notes)
  paste0(notes_texts()[notes], ifelse(nzchar(details), paste0(" ", details, "."), ""))
}

# Sentences for a caption: which scores were filled in, how many datasets the pairs have.
flag_sentences <- function(notes) {
  flags <- c(
    "filled-scores" = "Filled in, not measured", "pairwise-complete" = "Datasets per pair"
  )
  found <- notes_among(notes, names(flags))
  if (length(found) > 0L) without_controls(sprintf("%s: %s.", flags[found], names(found)))
}

# The notes, with `key` added if it holds, and removed if not.
notes_amended <- function(keys, key, holds) {
  notes_ordered(c(notes_but(keys, key), if (holds) key))
}

# A data file that both languages read, every column as text. "native.enc" keeps its bytes, whatever
# options(encoding=) is; their encoding is marked.
read_shared <- function(name) {
  path <- system.file("shared", name, package = "pybench", mustWork = TRUE)
  utils::read.csv(
    path,
    colClasses = "character", na.strings = character(), check.names = FALSE,
    fileEncoding = "native.enc", encoding = "UTF-8"
  )
}
