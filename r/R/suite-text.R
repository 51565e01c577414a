# Writes lines of CSV and JSON with the same bytes as Python.

# Doubles in the shortest form that reads back exactly, byte for byte Python's repr(); `whole`:
# whole numbers below 2^53 without a point.
number_text <- function(x, whole = FALSE) {
  text <- sprintf("%.15g", x)
  finite <- which(is.finite(x))
  text[finite] <- plain_notation(shortest_notation(x[finite]))
  if (whole) {
    bare <- finite[x[finite] == trunc(x[finite]) & abs(x[finite]) < 2^53]
    text[bare] <- sprintf("%.0f", x[bare] + 0) # and no sign of zero
  }
  text
}

# Finite doubles in scientific notation, with the fewest digits that read back exactly.
shortest_notation <- function(x) {
  text <- sprintf("%.14e", x)
  same <- function(i) parse_scores(text[i])$value == x[i]
  # Fifteen digits are always enough to identify a decimal in normal doubles; the smallest have
  # fewer.
  off <- which(abs(x) < .Machine$double.xmin & x != 0)
  for (digits in 0:14) {
    text[off] <- sprintf("%.*e", digits, x[off])
    off <- off[!same(off)]
  }
  off <- which(!same(seq_along(x)))
  text[off] <- sprintf("%.15e", x[off])
  off <- off[!same(off)]
  # Above a power of two neighbours are twice as far: the next text may read back, not the nearest.
  last <- regexpr("[0-8]e", text[off])
  digit <- substring(text[off], last, last)
  next_up <- text[off]
  substring(next_up, last, last) <- chartr("012345678", "123456789", digit)
  reached <- last > 0L & parse_scores(next_up)$value == x[off]
  text[off[reached]] <- next_up[reached]
  off <- off[!reached]
  text[off] <- sprintf("%.16e", x[off])
  text
}

# Scientific notation as repr() writes it: with an exponent below 1e-4 and from 1e16 on.
plain_notation <- function(text) {
  sign <- ifelse(startsWith(text, "-"), "-", "")
  # A locale may have a decimal comma.
  digits <- gsub("[^0-9]", "", sub("e.*$", "", text))
  digits <- sub("(.)0+$", "\\1", digits)
  power <- as.integer(sub("^.*e", "", text))
  count <- nchar(digits)
  head <- pmin(pmax(power + 1L, 0L), count)
  plain <- paste0(
    ifelse(power < 0L, "0", substring(digits, 1L, head)), strrep("0", pmax(power + 1L - count, 0L)),
    ".", strrep("0", pmax(-power - 1L, 0L)),
    ifelse(head < count, substring(digits, head + 1L), "0")
  )
  scaled <- paste0(
    substring(digits, 1L, 1L), ifelse(count > 1L, paste0(".", substring(digits, 2L)), ""),
    sprintf("e%s%02d", ifelse(power < 0L, "-", "+"), abs(power))
  )
  paste0(sign, ifelse(power < -4L | power > 15L, scaled, plain))
}

# Fields of text, in quotes where needed; an empty text is quoted too.
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

# The same on lines of their own, keys in their order, as Python's json.dumps(indent=1) writes it.
json_lines <- function(x, margin = "\n") {
  if (!is.list(x) || length(x) == 0L) {
    return(json_text(x))
  }
  inner <- paste0(margin, " ")
  items <- vapply(x, json_lines, "", inner)
  keys <- names(x)
  if (!is.null(keys)) {
    items <- paste0(vapply(keys, json_string, ""), ": ", items)
  }
  marks <- if (is.null(keys)) c("[", "]") else c("{", "}")
  paste0(marks[[1L]], inner, paste(items, collapse = paste0(",", inner)), margin, marks[[2L]])
}

# JSON of text and whole numbers as Python's json.dumps() writes it by default: in ASCII.
json_ascii <- function(x) {
  codes <- utf8ToInt(enc2utf8(json_text(x)))
  wide <- codes > 0x7EL
  parts <- as.list(codes)
  parts[wide] <- lapply(codes[wide], function(code) {
    if (code > 0xFFFFL) c(0xD7C0L + code %/% 1024L, 0xDC00L + code %% 1024L) else code
  })
  units <- unlist(parts)
  escaped <- rep(wide, lengths(parts))
  texts <- character(length(units))
  texts[escaped] <- sprintf("\\u%04x", units[escaped])
  texts[!escaped] <- intToUtf8(units[!escaped], multiple = TRUE)
  paste(texts, collapse = "")
}

# A whole number that may be larger than R's integers, for json_text().
json_whole <- function(x) {
  structure(x, class = "pb_json_whole")
}

# A whole number as R reads it from JSON: an integer if it is small enough.
whole_number <- function(x) {
  if (abs(x) <= .Machine$integer.max) as.integer(x) else json_whole(as.double(x))
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

# Writes a file so that a reader sees either the old bytes or the new ones, never a part.
write_whole <- function(path, content) {
  check_inside(path)
  temporary <- tempfile(".pybench-", dirname(path), ".tmp")
  written <- tryCatch(
    {
      dir.create(dirname(path), showWarnings = FALSE, recursive = TRUE)
      bytes <- if (is.raw(content)) content else charToRaw(enc2utf8(content))
      to_file(temporary, function(file) writeBin(bytes, file))
      file.rename(temporary, path)
    },
    error = function(error) FALSE, warning = function(warning) FALSE
  )
  if (!written) {
    unlink(temporary)
    stop_environment(
      paste("cannot write the file", shown(path)),
      file = path, expected = "a file that can be written", found = path,
      hint = "Check the folder, its permissions and the free space; no file was left half written."
    )
  }
}

# The folder name for a name: the name itself if every system can hold it, else "_" and its hash.
file_stem <- function(name) {
  plain <- grepl("^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$", name) && !grepl("\\.$", name) &&
    !grepl("^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?$", lower_case(name))
  if (plain) name else paste0("_", substr(sha256_of(charToRaw(enc2utf8(name))), 1L, 16L))
}
