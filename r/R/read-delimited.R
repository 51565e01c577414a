# Reads delimited text files: bytes -> a grid of text, see read-grid.R. Nothing is guessed or
# repaired.

delimiters <- c(comma = ",", tab = "\t", semicolon = ";", bar = "|")

encodings <- c("utf-8", "latin-1", "cp1252")

# The grid of a file, or of bytes of it.
read_delimited <- function(path, delimiter = NULL, encoding = "utf-8", bytes = read_bytes(path)) {
  bytes <- checked_text(
    bytes, path, encoding, "Save the file as UTF-8, or give its `encoding`."
  )
  if (is.null(delimiter)) {
    delimiter <- find_delimiter(bytes, path)
  }
  found <- .Call(C_pb_read_delimited, bytes, charToRaw(delimiter))
  if (!is.null(found$problem)) {
    delimited_problem(found$problem, path)
  }
  body <- found$fields[-1L, , drop = FALSE]
  list(
    names = found$fields[1L, ],
    columns = lapply(seq_len(ncol(body)), function(j) body[, j]),
    lines = found$line[-1L],
    file = path
  )
}

# ---- bytes ---------------------------------------------------------------------------------------

# The bytes of a file as UTF-8, without a byte-order mark. `hint`: what to do about another
# encoding.
read_text <- function(path, encoding = "utf-8", hint = "Save the file as UTF-8.") {
  checked_text(read_bytes(path), path, encoding, hint)
}

checked_text <- function(bytes, path, encoding, hint) {
  check_not_utf16(bytes, path, encoding)
  if (starts_with(bytes, c(0xEF, 0xBB, 0xBF))) {
    bytes <- bytes[-(1:3)]
  }
  if (all(utils::head(bytes, 1L) %in% as.raw(c(0x0A, 0x0D))) && all_line_ends(bytes)) {
    refuse(
      "a header line", "an empty file", "Check that the file was written completely.",
      file = path
    )
  }
  check_decodable(bytes, path, encoding, hint)
  check_no_nul(bytes, path)
  check_line_ends(bytes, path)
  if (encoding == "utf-8") bytes else to_utf8(bytes, encoding)
}

# The content of a file, or its first `most` bytes.
read_bytes <- function(path, most = file.size(name)) {
  name <- native_path(path)
  check_is_file(path, name)
  if (file.size(name) > .Machine$integer.max) {
    refuse_file(path, "a text file below 2 GiB", "a larger one", "Split it, or use Parquet.")
  }
  tryCatch(
    read_connection(file(name, "rb"), most),
    condition = function(cause) {
      reason <- sub("^.*: ", "", conditionMessage(cause))
      refuse_file(path, "a file that can be read", reason, "Check the path.")
    }
  )
}

read_connection <- function(connection, size) {
  on.exit(close(connection))
  readBin(connection, "raw", size)
}

# R translates a path with a marked encoding, which fails in the C locale; the system wants bytes.
native_path <- function(path) {
  if (.Platform$OS.type == "unix") {
    Encoding(path) <- "unknown"
  }
  path.expand(path)
}

# Links are not resolved; the path need not exist.
absolute_path <- function(path) {
  if (.Platform$OS.type == "windows") {
    path <- chartr("\\", "/", path)
  }
  if (grepl("^([A-Za-z]:)?/", path)) path else file.path(getwd(), path)
}

check_is_file <- function(path, name) {
  if (dir.exists(name)) {
    refuse_file(path, "a file", "a folder", "Give the path of one file.")
  }
  if (!file.exists(name)) {
    refuse_file(path, "a file", "none of that name", "Check the path.")
  }
}

refuse_file <- function(path, expected, found, hint) {
  stop_input(
    expected_found(expected, found),
    file = path, expected = expected, found = found, hint = hint
  )
}

starts_with <- function(bytes, start) {
  length(bytes) >= length(start) && identical(bytes[seq_along(start)], as.raw(start))
}

all_line_ends <- function(bytes) {
  !any(bytes != as.raw(0x0A) & bytes != as.raw(0x0D))
}

check_not_utf16 <- function(bytes, path, encoding) {
  if (starts_with(bytes, c(0xFF, 0xFE)) || starts_with(bytes, c(0xFE, 0xFF))) {
    refuse(
      paste(encoding, "text"), "a UTF-16 byte-order mark", "Save the file as UTF-8.",
      file = path, line = 1L
    )
  }
}

check_decodable <- function(bytes, path, encoding, hint) {
  at <- switch(encoding,
    "utf-8" = .Call(C_pb_bad_utf8, bytes) + 1,
    "latin-1" = NULL,
    "cp1252" = which(bytes %in% as.raw(c(0x81, 0x8D, 0x8F, 0x90, 0x9D)))
  )
  if (length(at) > 0L) {
    refuse_byte(
      bytes, at[[1L]], path, paste(encoding, "text"),
      paste0("the byte 0x", toupper(format(bytes[[at[[1L]]]]))), hint
    )
  }
}

check_no_nul <- function(bytes, path) {
  at <- .Call(C_pb_find_byte, bytes, as.raw(0x00))
  if (!is.null(at)) {
    refuse_byte(bytes, at + 1, path, "text", "a NUL byte", "Save the file as UTF-8 text.")
  }
}

check_line_ends <- function(bytes, path) {
  if (is.null(.Call(C_pb_find_byte, bytes, as.raw(0x0D)))) {
    return(invisible())
  }
  returns <- which(bytes == as.raw(0x0D))
  alone <- returns[returns == length(bytes) | bytes[returns + 1L] != as.raw(0x0A)]
  if (length(alone) > 0L) {
    refuse_byte(
      bytes, alone[[1L]], path, "LF or CRLF at the end of a line", "CR alone",
      "Save the file with LF or CRLF line ends."
    )
  }
}

# Refuses a file because of the byte at a position; line and column count from 1, in bytes.
refuse_byte <- function(bytes, at, path, expected, found, hint) {
  breaks <- which(bytes[seq_len(at - 1L)] == as.raw(0x0A))
  start <- if (length(breaks) > 0L) breaks[[length(breaks)]] else 0L
  refuse(
    expected, found, hint,
    file = path, line = length(breaks) + 1L, column = as.character(at - start)
  )
}

# Converts Latin-1 and its Windows extension byte by byte, independently of any iconv.
to_utf8 <- function(bytes, encoding) {
  codes <- as.integer(bytes)
  if (encoding == "cp1252") {
    special <- codes >= 0x80L & codes <= 0x9FL
    codes[special] <- cp1252_codes[codes[special] - 0x7FL]
  }
  charToRaw(intToUtf8(codes))
}

# The code points of the bytes 0x80 to 0x9F in code page 1252; 0 where undefined.
cp1252_codes <- c(
  0x20ACL, 0x0000L, 0x201AL, 0x0192L, 0x201EL, 0x2026L, 0x2020L, 0x2021L,
  0x02C6L, 0x2030L, 0x0160L, 0x2039L, 0x0152L, 0x0000L, 0x017DL, 0x0000L,
  0x0000L, 0x2018L, 0x2019L, 0x201CL, 0x201DL, 0x2022L, 0x2013L, 0x2014L,
  0x02DCL, 0x2122L, 0x0161L, 0x203AL, 0x0153L, 0x0000L, 0x017EL, 0x0178L
)

# ---- delimiter -----------------------------------------------------------------------------------

# The only delimiter that fits the header and every row.
find_delimiter <- function(bytes, path) {
  header <- .Call(C_pb_header_delimiters, bytes, charToRaw(paste(delimiters, collapse = "")))
  if (starts_with(bytes, 0x0A) || starts_with(bytes, 0x0D)) {
    refuse_blank_line(path, 1L)
  }
  if (header$open) {
    refuse_open_quote(path, 1L)
  }
  present <- delimiters[header$present]
  if (length(present) == 0L) {
    refuse(
      "columns separated by comma, tab, semicolon or bar", "none of them in the header",
      "Write one of them between the columns, or give `delimiter`.",
      file = path, line = 1L
    )
  }
  if (length(present) == 1L) present[[1L]] else only_fit(bytes, present, path)
}

only_fit <- function(bytes, present, path) {
  fits <- Filter(function(one) fits_every_row(bytes, one), present)
  if (length(fits) != 1L) {
    refuse(
      "one delimiter", paste("several that could be it:", toString(names(present))),
      "Give `delimiter`.",
      file = path, line = 1L
    )
  }
  fits[[1L]]
}

fits_every_row <- function(bytes, delimiter) {
  is.null(.Call(C_pb_read_delimited, bytes, charToRaw(delimiter))$problem)
}

# ---- refusals ------------------------------------------------------------------------------------

refuse_blank_line <- function(path, line) {
  refuse("a row", "a blank line", "Remove the line.", file = path, line = line)
}

refuse_open_quote <- function(path, line, field = NULL) {
  refuse(
    "a closing quote", "the end of the file",
    "Close the quote, or double it if it belongs to the text.",
    file = path, line = line, column = if (!is.null(field)) as.character(field)
  )
}

# Refuses a file for the first problem that the C reader found; `problem$kind` is numbered as
# `Problem` there.
delimited_problem <- function(problem, path) {
  quotes <- "Put the whole field in quotes and double every quote inside it."
  place <- function(...) {
    refuse(..., file = path, line = problem$line, column = as.character(problem$field))
  }
  switch(problem$kind,
    place("quotes around a whole field", "a quote inside a field", quotes),
    place(
      "a delimiter or the end of the line after a closing quote", shown(problem$found), quotes
    ),
    refuse_open_quote(path, problem$line, problem$field),
    refuse_blank_line(path, problem$line),
    refuse(
      paste(counted(problem$width, "field"), "as in the header"), as.character(problem$field),
      "Quote a field that contains the delimiter; write a missing score as an empty field.",
      file = path, line = problem$line
    )
  )
}
