# JSON from outside, through the package jsonlite: the only place that reads it.

# The value of a JSON text, with objects and arrays as lists; calls `refuse(reason)` if it is not
# JSON. The text is validated first: jsonlite::fromJSON() takes other text for a file name or a URL,
# and its parser (1.8.4) for a printf format of C, so "%n" crashed R.
json_value <- function(text, refuse) {
  valid <- jsonlite::validate(text)
  if (!valid) {
    # The reason quotes the text, and may be cut within a character.
    said <- iconv(attr(valid, "err"), "UTF-8", "UTF-8", sub = "")
    refuse(strsplit(said, "\n", fixed = TRUE)[[1L]][[1L]])
  }
  jsonlite::parse_json(text, simplifyVector = FALSE)
}
