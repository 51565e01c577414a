# Names as tables show them: visible, of bounded length, different if they are.

# Characters of the Unicode categories Cc, Cf, Zl and Zp and noncharacters, but for the joiners that
# spell Persian words and family emoji: first and last of each range.
hidden_ranges <- matrix(c(
  0x0, 0x1f, 0x7f, 0x9f, 0xad, 0xad, 0x600, 0x605, 0x61c, 0x61c, 0x6dd, 0x6dd, 0x70f, 0x70f,
  0x890, 0x891, 0x8e2, 0x8e2, 0x180e, 0x180e, 0x200b, 0x200b, 0x200e, 0x200f, 0x2028, 0x202e,
  0x2060, 0x2064, 0x2066, 0x206f, 0xfdd0, 0xfdef, 0xfeff, 0xfeff, 0xfff9, 0xfffb,
  0x110bd, 0x110bd, 0x110cd, 0x110cd, 0x13430, 0x13438, 0x1bca0, 0x1bca3, 0x1d173, 0x1d17a,
  0xe0001, 0xe0001, 0xe0020, 0xe007f
), 2L)

# Texts with escapes for their hidden characters, such as "\\n" and "\\u200b".
spelled <- function(x) {
  vapply(utf8_text(x), function(text) {
    codes <- utf8ToInt(text)
    row <- findInterval(codes, hidden_ranges[1L, ])
    hidden <- row > 0L & codes <= c(-1, hidden_ranges[2L, ])[row + 1L]
    hidden <- hidden | bitwAnd(codes, 0xFFFEL) == 0xFFFEL
    if (!any(hidden)) text else paste(spelled_codes(codes, hidden), collapse = "")
  }, "", USE.NAMES = FALSE)
}

spelled_codes <- function(codes, hidden) {
  shown <- intToUtf8(codes, multiple = TRUE)
  code <- codes[hidden]
  escape <- ifelse(
    code <= 0xFF, sprintf("\\x%02x", code),
    ifelse(code <= 0xFFFF, sprintf("\\u%04x", code), sprintf("\\U%08x", code))
  )
  plain <- match(code, c(9L, 10L, 13L))
  shown[hidden] <- ifelse(is.na(plain), escape, c("\\t", "\\n", "\\r")[plain])
  shown
}

# Names as shown: spelled, in at most `limit` characters (NULL: whole), different where the names
# are; an empty name, or one with spaces at an end, is put between quotation marks. Of those that
# would become the same, the cut moves to where they show what differs; the rest is numbered.
labels_for <- function(names, limit = NULL) {
  whole <- unique(names)
  texts <- spelled(whole)
  ends <- !nzchar(texts) | grepl("^[\\h\\v]|[\\h\\v]$", texts, perl = TRUE)
  texts[ends] <- paste0("\"", texts[ends], "\"")
  cut <- if (is.null(limit)) texts else label_cut(texts, limit, limit %/% 2L)
  labels <- ifelse(cut %in% cut[duplicated(cut)], NA_character_, cut)
  for (same in unique(cut[duplicated(cut)])) {
    mine <- which(cut == same)
    labels[mine] <- labels_apart(texts[mine], limit, labels[!is.na(labels)])
  }
  labels[match(names, whole)]
}

# The first `head` characters of texts that are too long, an ellipsis, and the last that fit.
label_cut <- function(texts, limit, head) {
  wide <- nchar(texts)
  tail <- substr(texts, wide - (limit - head - 1L) + 1L, wide)
  ifelse(wide <= limit, texts, paste0(substr(texts, 1L, head), "\u2026", tail))
}

# Cuts texts where most of them differ, in the middle or to its right first; numbers the rest.
labels_apart <- function(texts, limit, taken) {
  cuts <- list(texts)
  if (!is.null(limit)) {
    right <- seq.int(limit %/% 2L, limit - 2L)
    heads <- c(right, rev(seq_len(limit %/% 2L - 1L)))
    cuts <- lapply(heads, function(head) label_cut(texts, limit, head))
  }
  different <- vapply(cuts, function(cut) length(setdiff(cut, taken)), 0L)
  found <- character()
  for (text in cuts[[which.max(different)]]) {
    numbered <- c(text, sprintf("%s (%d)", text, 1L + seq_len(length(taken) + length(texts))))
    found <- c(found, setdiff(numbered, c(taken, found))[[1L]])
  }
  found
}
