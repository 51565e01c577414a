# Which licences allow anybody to redistribute data: patterns of inst/shared/licences.csv.

# FALSE for unknown texts and for licences that forbid commercial use or changes.
allows_sharing <- function(licence) {
  if (is.null(licence)) {
    return(FALSE)
  }
  plain <- trimws(gsub("[[:space:]_()-]+", " ", tolower(licence)))
  free <- paste(read_shared("licences.csv")$pattern, collapse = "|")
  grepl(sprintf("^(?:%s)$", free), plain, perl = TRUE)
}
