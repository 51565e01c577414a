# What runs write: lines of CSV and JSON, the bytes that Python writes too.

# Doubles in the shortest form that reads back exactly, as Python's repr(); `whole`: whole numbers
# without a point.
number_text <- function(x, whole = FALSE) {
  text <- sprintf("%.15g", x)
  for (digits in 16:17) {
    off <- is.finite(x) & parse_scores(text)$value != x
    text[off] <- sprintf("%.*g", digits, x[off])
  }
  bare <- grepl("^-?[0-9]+$", text)
  if (!whole) {
    text[bare] <- paste0(text[bare], ".0")
  }
  text
}

# Fields of text, in quotes where they must be; an empty text too.
csv_fields <- function(x) {
  x <- enc2utf8(x)
  special <- x == "" | grepl("[,\"\r\n]", x)
  x[special] <- paste0("\"", gsub("\"", "\"\"", x[special], fixed = TRUE), "\"")
  x
}

# A file: a header and columns of fields.
csv_text <- function(names, columns) {
  rows <- do.call(paste, c(unname(columns), sep = ","))
  paste0(c(paste(csv_fields(names), collapse = ","), rows, ""), collapse = "\n")
}

# JSON of lists, text, numbers, TRUE, FALSE and NULL, keys sorted, on one line. Whole numbers of
# type integer, and those of json_whole(), have no point.
json_text <- function(x) {
  if (is.null(x)) {
    "null"
  } else if (inherits(x, "pb_json_whole")) {
    sprintf("%.0f", x)
  } else if (is.list(x) && !is.null(names(x))) {
    keys <- sort(names(x), method = "radix")
    items <- vapply(keys, function(key) {
      paste0(json_string(key), ": ", json_text(x[[match(key, names(x))]]))
    }, "")
    paste0("{", paste(items, collapse = ", "), "}")
  } else if (is.list(x)) {
    paste0("[", paste(vapply(x, json_text, ""), collapse = ", "), "]")
  } else if (is.character(x)) {
    json_string(x)
  } else if (is.logical(x)) {
    if (x) "true" else "false"
  } else {
    number_text(x, whole = is.integer(x))
  }
}

# A whole number that may be larger than R's integers, for json_text().
json_whole <- function(x) {
  structure(x, class = "pb_json_whole")
}

json_string <- function(x) {
  x <- enc2utf8(x)
  x <- gsub("\\", "\\\\", x, fixed = TRUE)
  x <- gsub("\"", "\\\"", x, fixed = TRUE)
  plain <- c("\b" = "\\b", "\f" = "\\f", "\n" = "\\n", "\r" = "\\r", "\t" = "\\t")
  for (mark in names(plain)) {
    x <- gsub(mark, plain[[mark]], x, fixed = TRUE)
  }
  for (code in setdiff(1:31, utf8ToInt(paste(names(plain), collapse = "")))) {
    x <- gsub(intToUtf8(code), sprintf("\\u%04x", code), x, fixed = TRUE)
  }
  paste0("\"", x, "\"")
}

# Writes a file so that a reader sees the old bytes or the new ones, never half.
write_whole <- function(path, text) {
  temporary <- tempfile(".pybench-", dirname(path), ".tmp")
  written <- tryCatch(
    {
      dir.create(dirname(path), showWarnings = FALSE, recursive = TRUE)
      to_file(temporary, function(file) writeBin(charToRaw(enc2utf8(text)), file))
      file.rename(temporary, path)
    },
    error = function(error) FALSE, warning = function(warning) FALSE
  )
  if (!written) {
    unlink(temporary)
    stop_environment(
      paste("cannot write the file", shown(path)),
      file = path, expected = "a file that can be written", found = path,
      hint = "Check the folder, its permissions and the free space; nothing was half written."
    )
  }
}

# The name of a folder for a name: itself where any system can hold it, else "_" and its hash.
file_stem <- function(name) {
  plain <- grepl("^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$", name) && !grepl("\\.$", name) &&
    !grepl("^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?$", lower_case(name))
  if (plain) name else paste0("_", substr(sha256_of(charToRaw(enc2utf8(name))), 1L, 16L))
}
