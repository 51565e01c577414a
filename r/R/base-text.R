# Text from outside: in UTF-8 whatever the locale, compared as Unicode requires, shown in messages.

# Marks text as UTF-8. Unmarked non-ASCII text counts as UTF-8 if its bytes are valid UTF-8 (in the
# C locale nothing is marked); else it is in the encoding of the locale, if that is Latin-1, and
# otherwise stays unchanged and is refused where it matters.
utf8_text <- function(x) {
  x <- as.character(x)
  unmarked <- Encoding(x) == "unknown"
  Encoding(x[unmarked & validUTF8(x)]) <- "UTF-8"
  foreign <- Encoding(x) == "latin1" | (unmarked & !validUTF8(x) & l10n_info()[["Latin-1"]])
  x[foreign] <- enc2utf8(x[foreign])
  x
}

# Text in which spaces replace control characters, which end lines or move a terminal's cursor.
without_controls <- function(x) {
  vapply(x, function(text) intToUtf8(visible_codes(text)), "", USE.NAMES = FALSE)
}

# "1 pair", "2 pairs".
counted <- function(number, thing) {
  said(sprintf("%.0f %s%s", number, thing, ifelse(number == 1, "", "s")))
}

# Lower case for ASCII letters only; in Turkish tolower() maps "I" to another letter.
lower_case <- function(x) {
  chartr(paste(LETTERS, collapse = ""), paste(letters, collapse = ""), x)
}

# Whether a text is one line that no spreadsheet takes for a formula that calls something: the
# names of suites, datasets, tasks and estimators.
is_name <- function(text) {
  starts <- c(utf8ToInt("=+@-"), 0xFF1DL, 0xFF0BL, 0xFF0DL, 0xFF20L)
  nzchar(text) && identical(without_controls(text), text) &&
    !(utf8ToInt(text)[[1L]] %in% starts && grepl("[(|!]", text))
}

# The same text in at most 40 characters.
one_line <- function(x) {
  vapply(x, function(text) {
    codes <- visible_codes(text)
    paste0(intToUtf8(utils::head(codes, 40L)), if (length(codes) > 40L) "...")
  }, "", USE.NAMES = FALSE)
}

visible_codes <- function(text) {
  codes <- utf8ToInt(iconv(text, "UTF-8", "UTF-8", sub = "byte"))
  hidden <- codes < 0x20L | (codes >= 0x7FL & codes < 0xA0L) |
    (codes >= 0x2028L & codes < 0x202FL) | (codes >= 0x2066L & codes < 0x206AL)
  codes[hidden] <- 0x20L
  codes
}

# Texts padded with spaces to equal width. format() writes "<U+00C1>" for a letter in the C locale.
padded <- function(x) {
  wide <- nchar(x, "chars")
  paste0(x, strrep(" ", max(wide) - wide))
}

# Lines of prose that are wider than the width are folded at spaces; lines that hold columns, with
# two spaces or more between them, are kept.
folded <- function(lines, width = getOption("width")) {
  single <- strsplit(paste(lines, collapse = "\n"), "\n", fixed = TRUE)[[1L]]
  unlist(lapply(single, function(line) {
    if (nchar(line, "width") <= width || grepl("[^ ] {2,}[^ ]", line)) {
      return(line)
    }
    indent <- nchar(sub("[^ ].*", "", line))
    strwrap(line, width + 1L, indent, indent + 4L)
  }))
}

# Text as messages show it, in back-ticks.
shown <- function(x) {
  paste0("`", one_line(x), "`")
}

# The first names, and how many more there are.
shown_names <- function(x, most = 5L) {
  more <- length(x) - most
  paste0(
    paste(shown(utils::head(x, most)), collapse = ", "),
    if (more > 0L) paste0(" and ", more, " more")
  )
}

# Which of the names the table lacks and which it has; NULL if it has them all.
strangers <- function(names, known) {
  unknown <- setdiff(Filter(is_string, as.list(names)), as.list(known))
  if (length(unknown) > 0L) {
    sprintf("The table has no %s, only %s.", shown_names(unlist(unknown)), shown_names(known, 20L))
  }
}

# The positions of the first pair of names that look the same: equal in one Unicode normal form.
# NULL if there is none.
look_alikes <- function(names) {
  wide <- !is_ascii(names)
  forms <- names
  forms[wide] <- decomposed(names[wide])
  second <- anyDuplicated(forms)
  if (second > 0L) c(match(forms[[second]], forms), second)
}

is_ascii <- function(x) {
  vapply(x, function(text) all(charToRaw(text) < as.raw(0x80)), NA, USE.NAMES = FALSE)
}

# Canonical decomposition (NFD). Two texts have the same NFC exactly if they have the same NFD.
# Source: Unicode Standard 14.0, section 3.11, D68 and D109.
decomposed <- function(x) {
  vapply(x, function(text) {
    intToUtf8(canonical_order(decomposed_codes(utf8ToInt(text))))
  }, "", USE.NAMES = FALSE)
}

decomposed_codes <- function(codes) {
  table <- unicode_table()$decompositions
  parts <- as.list(codes)
  known <- match(codes, table$code, nomatch = 0L)
  parts[known > 0L] <- table$parts[known]
  hangul <- codes >= 0xAC00L & codes <= 0xD7A3L
  parts[hangul] <- lapply(codes[hangul], hangul_letters)
  unlist(parts)
}

# Unicode Standard 14.0, section 3.12, "Hangul Syllable Decomposition".
hangul_letters <- function(code) {
  index <- code - 0xAC00L
  letters <- c(
    0x1100L + index %/% 588L,
    0x1161L + (index %% 588L) %/% 28L,
    0x11A7L + index %% 28L
  )
  if (index %% 28L == 0L) letters[1:2] else letters
}

# Sorts each run of combining marks by class, stably.
canonical_order <- function(codes) {
  classes <- combining_class(codes)
  codes[order(cumsum(classes == 0L), classes, method = "radix")]
}

combining_class <- function(codes) {
  table <- unicode_table()$classes
  row <- findInterval(codes, table$first)
  inside <- row > 0L & codes <= c(-1L, table$last)[row + 1L]
  ifelse(inside, c(0L, table$class)[row + 1L], 0L)
}

unicode_cache <- new.env(parent = emptyenv())

# list(decompositions: code, parts; classes: first, last, class), read on first use.
unicode_table <- function() {
  if (is.null(unicode_cache$table)) {
    unicode_cache$table <- read_unicode_table()
  }
  unicode_cache$table
}

read_unicode_table <- function() {
  rows <- read_shared("decompositions.csv")
  ranges <- rows[rows$decomposition == "", ]
  ranges <- ranges[order(strtoi(ranges$first, 16L)), ]
  singles <- rows[rows$decomposition != "", ]
  list(
    decompositions = list(
      code = strtoi(singles$first, 16L),
      parts = lapply(strsplit(singles$decomposition, " ", fixed = TRUE), strtoi, base = 16L)
    ),
    classes = list(
      first = strtoi(ranges$first, 16L), last = strtoi(ranges$last, 16L),
      class = as.integer(ranges$class)
    )
  )
}

# Shares as percentages; a share that is not 0 or 1 is never shown as 0 % or 100 %.
percentage <- function(share, decimals = 0L) {
  written <- function(number) sprintf("%.*f", decimals, number)
  least <- 10^-decimals
  text <- written(100 * share)
  inside <- share > 0 & share < 1
  few <- inside & text == written(0)
  most <- inside & text == written(100)
  text[few] <- paste0("<", written(least))
  text[most] <- paste0(">", written(100 - least))
  text
}
