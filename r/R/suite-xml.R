# OpenML's XML, read strictly: no document types, no entities of a document, one namespace.

openml_namespace <- "http://openml.org/openml"

# The root of a document: list(name, attributes, children, text, file).
openml_document <- function(path, root) {
  text <- rawToChar(read_text(path))
  Encoding(text) <- "UTF-8"
  node <- parsed_xml(text, path)
  there <- paste0("oml:", root)
  if (node$name != there || !identical(node$attributes[["xmlns:oml"]], openml_namespace)) {
    refuse_xml(paste("the element", shown(there)), shown(node$name), path)
  }
  node
}

refuse_xml <- function(expected, found, file) {
  refuse_suite(expected, found, "Get the file again from where it came from.", file = file)
}

xml_pieces <- paste0(
  "(?s)<!--.*?-->|<!\\[CDATA\\[.*?\\]\\]>|<\\?.*?\\?>|<(?:[^>\"']|\"[^\"]*\"|'[^']*')*>|[^<]+|<"
)

# Elements of a text, inside each other.
parsed_xml <- function(text, file) {
  if (grepl("<!DOCTYPE|<!ENTITY", text)) {
    refuse_xml("XML without a document type", "one", file)
  }
  pieces <- regmatches(text, gregexpr(xml_pieces, text, perl = TRUE))[[1L]]
  open <- list(list(name = "", children = list(), text = ""))
  for (piece in pieces[!grepl("^<(!--|\\?)", pieces)]) {
    top <- length(open)
    if (startsWith(piece, "</")) {
      name <- trimws(substring(piece, 3L, nchar(piece) - 1L))
      if (top < 2L || open[[top]]$name != name) {
        refuse_xml("XML in UTF-8", shown(piece), file)
      }
      open <- closed_element(open)
    } else if (startsWith(piece, "<![CDATA[")) {
      inner <- substring(piece, 10L, nchar(piece) - 3L)
      open[[top]]$text <- paste0(open[[top]]$text, inner)
    } else if (startsWith(piece, "<")) {
      open[[top + 1L]] <- xml_element(piece, file)
      if (endsWith(piece, "/>")) {
        open <- closed_element(open)
      }
    } else {
      open[[top]]$text <- paste0(open[[top]]$text, xml_plain(piece, file))
    }
  }
  found <- open[[1L]]
  if (length(open) != 1L || length(found$children) != 1L || nzchar(trimws(found$text))) {
    refuse_xml("XML in UTF-8 with one root", "other text", file)
  }
  found$children[[1L]]
}

# The element that was opened last becomes a child of the one before.
closed_element <- function(open) {
  top <- length(open)
  last <- length(open[[top - 1L]]$children)
  open[[top - 1L]]$children[[last + 1L]] <- open[[top]]
  open[-top]
}

xml_element <- function(piece, file) {
  name <- "[A-Za-z_][A-Za-z0-9_.:-]*"
  attribute <- sprintf("\\s+(%s)\\s*=\\s*(\"[^\"<]*\"|'[^'<]*')", name)
  if (!grepl(sprintf("^<%s(%s)*\\s*/?>$", name, attribute), piece, perl = TRUE)) {
    refuse_xml("XML in UTF-8", shown(piece), file)
  }
  told <- regmatches(piece, gregexpr(attribute, piece, perl = TRUE))[[1L]]
  keys <- trimws(sub("=.*$", "", told))
  values <- sub("^[^=]*=\\s*.(.*).$", "\\1", told, perl = TRUE)
  list(
    name = sub(sprintf("^<(%s).*$", name), "\\1", piece, perl = TRUE),
    attributes = stats::setNames(lapply(values, xml_plain, file), keys),
    children = list(), text = "", file = file
  )
}

# Text without the five entities of XML and numbers of characters.
xml_plain <- function(text, file) {
  at <- gregexpr("&[^;&]*;?", text)
  marks <- regmatches(text, at)[[1L]]
  if (length(marks) == 0L) {
    return(text)
  }
  known <- c("&lt;" = "<", "&gt;" = ">", "&amp;" = "&", "&quot;" = "\"", "&apos;" = "'")
  plain <- vapply(marks, function(mark) {
    if (mark %in% names(known)) {
      known[[mark]]
    } else if (grepl("^&#([0-9]{1,6}|x[0-9A-Fa-f]{1,5});$", mark)) {
      intToUtf8(as.integer(sub("x", "0x", substring(mark, 3L, nchar(mark) - 1L))))
    } else {
      refuse_xml("XML in UTF-8", shown(mark), file)
    }
  }, "", USE.NAMES = FALSE)
  regmatches(text, at) <- list(plain)
  text
}

# ---- parts of a document -------------------------------------------------------------------------

xml_all <- function(node, name) {
  Filter(function(child) child$name == paste0("oml:", name), node$children)
}

# The only child with a name; NULL if there is none and none is needed.
xml_one <- function(node, name, optional = FALSE) {
  found <- xml_all(node, name)
  if (length(found) > 1L || (length(found) == 0L && !optional)) {
    refuse_xml(
      sprintf("one element %s in %s", shown(name), shown(node$name)),
      if (length(found) == 0L) "none" else as.character(length(found)), node$file
    )
  }
  if (length(found) == 1L) found[[1L]]
}

# The text of a child; NULL if it is absent or empty and not needed.
xml_field <- function(node, name, optional = FALSE) {
  found <- xml_one(node, name, optional)
  text <- if (!is.null(found)) xml_stripped(found)
  if (optional && !is.null(text) && !nzchar(text)) NULL else text
}

xml_stripped <- function(node) {
  trimws(node$text, whitespace = "[ \t\r\n]")
}

xml_fields <- function(node, name) {
  vapply(xml_all(node, name), xml_stripped, "")
}

# A whole number.
xml_number <- function(node, name, optional = FALSE) {
  text <- xml_field(node, name, optional)
  if (is.null(text)) {
    return(NULL)
  }
  if (!grepl("^-?[0-9]{1,15}$", text)) {
    refuse_xml(paste("a whole number in", shown(name)), shown(text), node$file)
  }
  whole_number(as.double(text))
}
