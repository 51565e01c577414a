# ARFF of a table -> columns: numeric, nominal, text; everything else is refused with its line.

arff_token <- paste0(
  "[ \t]*(?:'((?:[^'\\\\]|\\\\.)*)'|\"((?:[^\"\\\\]|\\\\.)*)\"|([^\\x00- ,'\"{}%]+))[ \t]*"
)

# A named list of columns: doubles, factors with the declared levels, text.
arff_columns <- function(path) {
  text <- rawToChar(read_text(path))
  Encoding(text) <- "UTF-8"
  lines <- sub("\r$", "", strsplit(text, "\n", fixed = TRUE)[[1L]])
  header <- arff_header(lines, path)
  rows <- which(seq_along(lines) > header$length & !grepl("^[ \t]*(%|$)", lines))
  if (length(rows) == 0L) {
    refuse_arff("rows after @data", "none", path, NULL)
  }
  cells <- arff_cells(lines[rows], rows, length(header$types), path)
  Map(function(type, j) {
    arff_column(type, cells$text[j, ], cells$quoted[j, ], rows, j, path)
  }, header$types, seq_along(header$types))
}

refuse_arff <- function(expected, found, path, line, column = NULL) {
  refuse_dataset(
    expected, found, "Correct the file, or read it in Python.",
    file = path, line = line, column = if (!is.null(column)) as.character(column)
  )
}

# types: name -> "numeric", "string" or the levels; length: lines up to @data.
arff_header <- function(lines, path) {
  types <- list()
  for (number in which(!grepl("^[ \t]*(%|$)", lines))) {
    line <- trimws(lines[[number]], whitespace = "[ \t]")
    word <- lower_case(sub("^@([A-Za-z]+).*$", "\\1", line))
    if (word == "data") {
      return(list(types = types, length = number))
    }
    if (word == "attribute") {
      one <- arff_attribute(substring(line, nchar("@attribute") + 1L), number, path)
      if (one$name %in% names(types)) {
        refuse_arff("every attribute once", paste(shown(one$name), "twice"), path, number)
      }
      types[[one$name]] <- one$type
    } else if (word != "relation") {
      refuse_arff("@relation, @attribute or @data", shown(line), path, number)
    }
  }
  refuse_arff("@data", "the end of the file", path, length(lines))
}

arff_attribute <- function(rest, number, path) {
  name <- arff_first(rest, number, path)
  kind <- trimws(substring(rest, name$end + 1L), whitespace = "[ \t]")
  if (grepl("^\\{.*\\}$", kind)) {
    levels <- arff_tokens(substring(kind, 2L, nchar(kind) - 1L), number, path)$text
    twice <- anyDuplicated(levels)
    if (twice > 0L) {
      refuse_arff("every level once", paste(shown(levels[[twice]]), "twice"), path, number)
    }
    return(list(name = name$text, type = list(levels)))
  }
  word <- lower_case(sub("[ \t].*$", "", kind))
  if (word %in% c("numeric", "real", "integer")) {
    return(list(name = name$text, type = "numeric"))
  }
  if (!word %in% c("string", "date")) {
    refuse_arff("numeric, real, integer, string, date or {levels}", shown(kind), path, number)
  }
  list(name = name$text, type = "string")
}

# Texts and whether they were quoted, one row per attribute and one column per line.
arff_cells <- function(lines, numbers, width, path) {
  plain <- !grepl("[][ \t'\"{}%\\\\]", lines) | !grepl("[ \t'\"{}%\\\\]", lines)
  pieces <- vector("list", length(lines))
  pieces[plain] <- strsplit(paste0(lines[plain], ","), ",", fixed = TRUE)
  quoted <- lapply(lengths(pieces), logical)
  for (i in which(!plain)) {
    if (startsWith(trimws(lines[[i]]), "{")) {
      refuse_arff("a dense file", "a sparse row", path, numbers[[i]])
    }
    tokens <- arff_tokens(lines[[i]], numbers[[i]], path)
    pieces[[i]] <- tokens$text
    quoted[[i]] <- tokens$quoted
  }
  wrong <- which(lengths(pieces) != width)
  if (length(wrong) > 0L) {
    i <- wrong[[1L]]
    refuse_arff(
      counted(width, "value"), as.character(length(pieces[[i]])), path, numbers[[i]]
    )
  }
  list(text = matrix(unlist(pieces), width), quoted = matrix(unlist(quoted), width))
}

arff_column <- function(type, text, quoted, rows, j, path) {
  absent <- text == "?" & !quoted
  empty <- which(text == "" & !quoted)
  if (length(empty) > 0L) {
    refuse_arff("a value", "an empty field", path, rows[[empty[[1L]]]], j)
  }
  if (is.list(type)) {
    strange <- which(!absent & !text %in% type[[1L]])
    if (length(strange) > 0L) {
      i <- strange[[1L]]
      refuse_arff("a declared level", shown(text[[i]]), path, rows[[i]], j)
    }
    return(factor(ifelse(absent, NA, text), levels = type[[1L]]))
  }
  if (type == "string") {
    return(ifelse(absent, NA, text))
  }
  numbers <- parse_scores(ifelse(absent, NA, text))
  bad <- which(!absent & numbers$status != score_status[["finite"]])
  if (length(bad) > 0L) {
    i <- bad[[1L]]
    refuse_arff("a finite number", shown(text[[i]]), path, rows[[i]], j)
  }
  ifelse(absent, NA_real_, numbers$value)
}

# All tokens of a list with commas in between.
arff_tokens <- function(text, number, path) {
  found <- list()
  repeat {
    one <- arff_first(text, number, path)
    found[[length(found) + 1L]] <- one
    text <- substring(text, one$end + 1L)
    if (!startsWith(text, ",")) {
      break
    }
    text <- substring(text, 2L)
  }
  if (nzchar(text)) {
    refuse_arff("a comma", shown(text), path, number)
  }
  list(
    text = vapply(found, function(one) one$text, ""),
    quoted = vapply(found, function(one) one$quoted, NA)
  )
}

# The first token of a text, and where it and the blanks after it end.
arff_first <- function(text, number, path) {
  match <- regexpr(paste0("^", arff_token), text, perl = TRUE)
  if (match != 1L) {
    refuse_arff("a value", if (nzchar(text)) shown(text) else "nothing", path, number)
  }
  start <- attr(match, "capture.start")
  size <- attr(match, "capture.length")
  group <- which(start > 0L & (size > 0L | seq_along(start) < 3L))[[1L]]
  token <- substring(text, start[[group]], start[[group]] + size[[group]] - 1L)
  list(
    text = if (group < 3L) arff_unescaped(token, number, path) else token,
    quoted = group < 3L, end = attr(match, "match.length")[[1L]]
  )
}

arff_escapes <- c(
  n = "\n", r = "\r", t = "\t", "\\" = "\\", "'" = "'", "\"" = "\"", "%" = "%"
)

arff_unescaped <- function(token, number, path) {
  at <- gregexpr("\\\\(u[0-9a-fA-F]{4}|.)", token, perl = TRUE)
  marks <- substring(regmatches(token, at)[[1L]], 2L)
  if (length(marks) == 0L) {
    return(token)
  }
  plain <- vapply(marks, function(mark) {
    if (nchar(mark) > 1L) {
      intToUtf8(strtoi(substring(mark, 2L), 16L))
    } else if (mark %in% names(arff_escapes)) {
      arff_escapes[[mark]]
    } else {
      refuse_arff("an escape of ARFF", shown(paste0("\\", mark)), path, number)
    }
  }, "", USE.NAMES = FALSE)
  regmatches(token, at) <- list(plain)
  token
}
