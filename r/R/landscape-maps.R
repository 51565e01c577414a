# Maps of a search that are kept in a folder.
#
# <folder>/<hash of the inputs of a map>-<hash of the file>.map: a damaged or renamed file is
# ignored. Its content is plain numbers and texts; reading it cannot run code.

map_format <- "pybench-map/1"
kept_types <- c("NULL", "logical", "integer", "double", "character", "list")

kept_keys <- function(values, settings, tasks) {
  rows <- md5_of(function(file) write_value(values, file))
  code <- unname(tools::md5sum(system.file("R", "pybench.rdb", package = "pybench")))
  vapply(seq_len(nrow(tasks)), function(i) {
    made_of <- list(map_format, code, rows, settings, as.list(tasks[i, ]))
    md5_of(function(file) write_value(made_of, file))
  }, "")
}

md5_of <- function(write) {
  path <- tempfile()
  on.exit(unlink(path))
  to_file(path, write)
  unname(tools::md5sum(path))
}

to_file <- function(path, write, open = file) {
  file <- open(path, "wb")
  on.exit(close(file))
  write(file)
}

# The map of a key; NULL if there is no valid one.
kept_map <- function(folder, key) {
  if (is.null(folder)) {
    return(NULL)
  }
  # Not Sys.glob(), which would treat a bracket in the name of the folder as a pattern.
  kept <- list.files(folder, "[.]map$", full.names = TRUE)
  for (path in kept[startsWith(basename(kept), paste0(key, "-"))]) {
    if (identical(basename(path), paste0(key, "-", tools::md5sum(path), ".map"))) {
      return(read_map(path))
    }
  }
  NULL
}

read_map <- function(path) {
  file <- file(path, "rb")
  on.exit(close(file))
  read_value(file)
}

keep_map <- function(folder, key, map) {
  if (is.null(folder)) {
    return(invisible())
  }
  dir.create(folder, showWarnings = FALSE, recursive = TRUE)
  # In the folder itself, where renaming is a single step.
  path <- tempfile(".pybench-", folder, ".tmp")
  written <- tryCatch(
    {
      to_file(path, function(file) write_value(map, file))
      file.rename(path, file.path(folder, paste0(key, "-", tools::md5sum(path), ".map")))
    },
    error = function(error) FALSE, warning = function(warning) FALSE
  )
  if (!written) {
    unlink(path)
    stop_environment(
      paste("cannot write a map into", shown(folder)), expected = "a folder that can be written to",
      found = folder, hint = "Check the folder, its permissions and the free space."
    )
  }
}

# Type, length, elements, attributes; numbers little-endian, to the bit.
write_value <- function(value, to) {
  put <- function(x) writeBin(x, to, endian = "little")
  put(match(typeof(value), kept_types))
  put(length(value))
  if (is.list(value)) {
    for (item in unclass(value)) write_value(item, to)
  } else if (is.character(value)) {
    put(nchar(enc2utf8(value), "bytes"))
    for (text in enc2utf8(value)) put(charToRaw(text))
  } else if (!is.null(value)) {
    put(as.vector(value))
  }
  about <- attributes(value)
  put(length(about))
  for (name in names(about)) {
    write_value(name, to)
    write_value(about[[name]], to)
  }
}

read_value <- function(from) {
  take <- function(what, count) readBin(from, what, count, endian = "little")
  type <- kept_types[[take("integer", 1L)]]
  count <- take("integer", 1L)
  value <- switch(type,
    "NULL" = NULL, # nolint: keyword_quote_linter.
    list = lapply(seq_len(count), function(i) read_value(from)),
    character = {
      texts <- vapply(take("integer", count), function(size) rawToChar(take("raw", size)), "")
      Encoding(texts) <- "UTF-8"
      texts
    },
    take(type, count)
  )
  for (i in seq_len(take("integer", 1L))) {
    name <- read_value(from)
    attr(value, name) <- read_value(from)
  }
  value
}
