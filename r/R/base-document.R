# JSON from outside, through the package jsonlite: the one door to it.

# The value of a text, objects and arrays as lists; `refuse(reason)` is called where it is no JSON.
# The text is validated before: jsonlite::fromJSON() takes what is no JSON for the name of a file or
# the address of a page, and its parser (1.8.4) for a format of C's printf, so that "%n" ended R.
json_value <- function(text, refuse) {
  valid <- jsonlite::validate(text)
  if (!valid) {
    # The reason quotes the text, and may be cut within a character.
    said <- iconv(attr(valid, "err"), "UTF-8", "UTF-8", sub = "")
    refuse(strsplit(said, "\n", fixed = TRUE)[[1L]][[1L]])
  }
  jsonlite::parse_json(text, simplifyVector = FALSE)
}
