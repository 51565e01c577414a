# A file of results, opened once and strictly: as JSON, member of an archive, or table.

largest_member <- 2^28 # bytes, unpacked

# One file: an environment, which remembers what was read. `open_table` reads it as a grid,
# `open_names` the names of its columns alone. The path of a table in memory is empty.
format_file <- function(path, open_table, open_names = NULL) {
  parts <- strsplit(path, if (.Platform$OS.type == "windows") "[/\\\\]" else "/")[[1L]]
  list2env(list(
    path = path, name = base_name(path), open_table = open_table, open_names = open_names,
    where = paste(utils::tail(parts[!parts %in% c("", ".")], 2L), collapse = "/"),
    ending = if (nzchar(path)) file_ending(path) else "csv"
  ), parent = emptyenv())
}

remembered <- function(file, what, make) {
  if (!exists(what, envir = file, inherits = FALSE)) {
    assign(what, make(), envir = file)
  }
  get(what, envir = file, inherits = FALSE)
}

file_table <- function(file) {
  remembered(file, "table", function() file$open_table(file$path))
}

# The rows of a table, or of a JSON list of objects.
file_rows <- function(file) {
  if (file$ending == "json") {
    remembered(file, "rows", function() rows_grid(file))
  } else {
    file_table(file)
  }
}

# The names of the columns of a table; of a text file, from its first line.
file_names <- function(file) {
  remembered(file, "names", function() {
    if (file$ending == "json" || is.null(file$open_names)) {
      file_rows(file)$names
    } else {
      file$open_names(file$path)
    }
  })
}

# The value of a JSON file; of an archive, that of its member header.json.
file_document <- function(file) {
  remembered(file, "document", function() {
    require_package("jsonlite", "a JSON file", "the scores as CSV", file$path)
    bytes <- if (file$ending == "eval") {
      archive_member(file, "header.json")
    } else {
      read_bytes(file$path)
    }
    json_document(bytes, function(found) {
      file_refuse(file, "valid JSON", found, "Write the file again.")
    })
  })
}

file_beside <- function(file, name) {
  folder <- sub("[^/\\\\]*$", "", file$path)
  format_file(paste0(folder, name), file$open_table, file$open_names)
}

# Refuses a file, or a key of its JSON.
file_refuse <- function(file, expected, found, hint, key = NULL) {
  refuse(expected, found, hint, file = if (nzchar(file$path)) file$path, column = key)
}

# ---- JSON ----------------------------------------------------------------------------------------

json_document <- function(bytes, refuse) {
  if (starts_with(bytes, c(0xEF, 0xBB, 0xBF))) {
    bytes <- bytes[-(1:3)]
  }
  if (any(bytes == as.raw(0x00))) {
    refuse("a NUL byte")
  }
  if (length(.Call(C_pb_bad_utf8, bytes)) > 0L) {
    refuse("a byte that is not UTF-8")
  }
  text <- rawToChar(bytes)
  Encoding(text) <- "UTF-8"
  # A deep nesting ends in an error of R itself, about one of its stacks.
  tryCatch(
    {
      checked_json(json_value(with_json_constants(text), refuse), refuse)
    },
    error = function(cause) {
      if (inherits(cause, "pybench_error")) stop(cause)
      refuse("values nested too deeply to be read")
    }
  )
}

# NaN, Infinity and -Infinity, which Python's writers of JSON use outside texts, as what jsonlite
# reads: an object of one key, which checked_json() replaces, and numbers beyond the range of
# doubles.
json_nan <- "NaN of Python's JSON"

with_json_constants <- function(text) {
  if (!grepl("NaN|Infinity", text, useBytes = TRUE)) {
    return(text)
  }
  outside <- "\"(?>[^\"\\\\]++|\\\\.)*+\"(*SKIP)(*FAIL)|"
  nan <- paste0("{\"", json_nan, "\": null}")
  text <- gsub(paste0(outside, "\\bNaN\\b"), nan, text, perl = TRUE)
  gsub(paste0(outside, "\\bInfinity\\b"), "1e999", text, perl = TRUE)
}

# The value; a key that occurs twice in one object, of which jsonlite keeps both, is refused.
checked_json <- function(value, refuse) {
  nested <- vapply(value, is.list, NA)
  value[nested] <- lapply(value[nested], checked_json, refuse)
  if (identical(names(value), json_nan)) {
    return(NaN)
  }
  twice <- names(value)[names(value) %in% names(value)[duplicated(names(value))]]
  if (length(twice) > 0L) {
    refuse(paste("the key", shown(twice[[1L]]), "twice in one object"))
  }
  value
}

json_kind <- function(value) {
  if (is.null(value)) {
    "null"
  } else if (is_object(value)) {
    "an object"
  } else if (is.list(value)) {
    "a list"
  } else {
    switch(typeof(value), character = "a text", logical = "true or false", "a number")
  }
}

is_object <- function(value) is.list(value) && !is.null(names(value))

is_text <- function(value) is_string(value) && grepl("[^[:space:]]", value)

# The value of a key, NULL if there is none.
key_value <- function(value, key) {
  at <- if (is_object(value)) match(key, names(value)) else NA
  if (!is.na(at)) value[[at]]
}

# The value of a key of an object that must exist and have a type.
file_get <- function(file, value, key, kind, at = "") {
  place <- if (nzchar(at)) paste0(at, ".", key) else key
  hint <- "Check that the tool that wrote the file ended without an error."
  if (!is_object(value) || !key %in% names(value)) {
    file_refuse(file, paste("the key", shown(key)), "none", hint, place)
  }
  found <- key_value(value, key)
  if (json_kind(found) != kind) {
    file_refuse(file, kind, json_kind(found), hint, place)
  }
  if (kind == "a text" && !is_text(found)) {
    file_refuse(file, kind, "an empty one", hint, place)
  }
  found
}

# The score of a key; NaN if it is null. `at`: the place of the object.
file_number <- function(file, value, key, at) {
  place <- paste0(at, ".", key)
  if (!key %in% names(value)) {
    file_refuse(
      file, "a number", shown("nothing"), "Correct the score, or leave it out.", place
    )
  }
  score_of(file, key_value(value, key), place)
}

score_of <- function(file, value, place) {
  if (is.null(value)) {
    return(NaN)
  }
  if (!is.numeric(value)) {
    found <- if (is.character(value)) shown(value) else json_kind(value)
    file_refuse(file, "a number", found, "Correct the score, or leave it out.", place)
  }
  if (is.infinite(value)) {
    found <- shown(if (value > 0) "inf" else "-inf")
    file_refuse(file, "a finite number", found, "Correct the score.", place)
  }
  as.double(value)
}

# Rows of JSON as a grid; a key that a row lacks is missing there. No columns if the document is no
# list of objects.
rows_grid <- function(file) {
  rows <- file_document(file)
  fits <- is.list(rows) && !is_object(rows) && length(rows) > 0L && all(vapply(rows, is_object, NA))
  c(objects_columns(if (fits) rows), list(file = file$path))
}

objects_columns <- function(rows) {
  names <- as.character(unique(unlist(lapply(rows, names))))
  list(names = names, columns = lapply(names, function(name) lapply(rows, key_value, name)))
}

# ---- archives ------------------------------------------------------------------------------------

# A file inside a zip archive. R's own unzip() does not look at the check sum, so a damaged digit
# would be read: the member is read as a gzip file, of which gzfile() checks the sum.
archive_member <- function(file, name) {
  refused <- function(found, hint = "Check that the file was written completely.") {
    file_refuse(file, paste("a zip archive with", shown(name)), found, hint)
  }
  bytes <- read_bytes(file$path)
  entry <- zip_entry(bytes, name)
  if (is.null(entry)) {
    refused("another file, or one that is cut")
  }
  if (length(entry) == 0L) {
    refused("none in it")
  }
  if (entry$size > largest_member) {
    refused(sprintf("one that unpacks to more than %.0f MiB", largest_member / 2^20))
  }
  if (entry$method == 93) {
    hint <- "Convert the log: inspect log convert FILE --to json --output-dir FOLDER."
    refused("compression by Zstandard, which R does not unpack", hint)
  }
  if (!entry$method %in% c(0, 8)) {
    refused("another method of compression")
  }
  unpacked_entry(entry, function() refused("one that is damaged"))
}

# The content of a stored or deflated member: list(method, data, check, size).
unpacked_entry <- function(entry, refused) {
  packed <- tempfile(fileext = ".gz")
  on.exit(unlink(packed))
  header <- as.raw(c(0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF))
  data <- if (entry$method == 0) stored_blocks(entry$data) else entry$data
  writeBin(c(header, data, entry$check, little_endian(entry$size, 4L)), packed)
  gunzipped(packed, function(found) refused())
}

# The data of a member of a zip archive; NULL if this is none, an empty list if it has no such
# member. Layout: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.
zip_entry <- function(bytes, name) {
  number <- function(at, size) number_at(bytes, at, size)
  signed <- function(at, kind) {
    identical(bytes[at + 1:4], as.raw(c(0x50, 0x4B, kind))) && at + 4 <= length(bytes)
  }
  last <- utils::tail(which(bytes == as.raw(0x50)) - 1, 65557L)
  end <- Find(function(at) signed(at, 5:6), last, right = TRUE)
  if (is.null(end)) {
    return(NULL)
  }
  at <- number(end + 16, 4L)
  for (i in seq_len(number(end + 10, 2L))) {
    if (!signed(at, 1:2)) {
      return(NULL)
    }
    length <- number(at + 28, 2L)
    if (identical(bytes[at + 46 + seq_len(length)], charToRaw(name))) {
      own <- number(at + 42, 4L)
      start <- own + 30 + number(own + 26, 2L) + number(own + 28, 2L)
      packed <- number(at + 20, 4L)
      if (!signed(own, 3:4) || start + packed > length(bytes)) {
        return(NULL)
      }
      return(list(
        method = number(at + 10, 2L), check = bytes[at + 17:20], size = number(at + 24, 4L),
        data = bytes[start + seq_len(packed)]
      ))
    }
    at <- at + 46 + length + number(at + 30, 2L) + number(at + 32, 2L)
  }
  list()
}

# A number of `size` bytes after a place, the lowest first.
number_at <- function(bytes, at, size) {
  sum(as.integer(bytes[at + seq_len(size)]) * 256^(seq_len(size) - 1))
}

# Bytes as blocks that are stored as they are (RFC 1951, 3.2.4).
stored_blocks <- function(bytes) {
  starts <- seq(0, max(length(bytes) - 1, 0), by = 65535)
  blocks <- lapply(starts, function(start) {
    own <- bytes[start + seq_len(min(65535, length(bytes) - start))]
    size <- little_endian(length(own), 2L)
    c(as.raw(start == starts[[length(starts)]]), size, xor(size, as.raw(0xFF)), own)
  })
  do.call(c, blocks)
}

little_endian <- function(number, size) {
  as.raw(number %/% 256^(seq_len(size) - 1) %% 256)
}

# The content of a gzip file. gzfile() checks the sum, but says nothing of a file that is cut: the
# last four bytes state the size of the content.
gunzipped <- function(name, refused) {
  packed <- readBin(name, "raw", file.size(name))
  if (length(packed) < 18L || !starts_with(packed, c(0x1F, 0x8B))) {
    refused("another file, or one that is cut")
  }
  size <- sum(as.integer(utils::tail(packed, 4L)) * 256^(0:3))
  if (size >= .Machine$integer.max) {
    refused("one of 2 GiB or more")
  }
  content <- tryCatch(read_connection(gzfile(name, "rb"), size + 1), condition = function(cause) {
    refused("one that is damaged")
  })
  if (length(content) != size) {
    refused("one that is cut, or that has several parts")
  }
  content
}
