# The direction of a metric, as its name states it.

# Whether higher is better, by the name of a metric; NULL if it is not known. Names are those of
# metrics.csv, whatever their case and punctuation; words such as "mean" and "test", and numbers at
# the end, may be added. "neg" or a minus in front reverses it.
metric_direction <- function(metric) {
  text <- trimws(lower_case(if (is.null(metric)) "" else metric))
  text <- gsub("\u00b2", "2", gsub("\u2212", "-", text, fixed = TRUE), fixed = TRUE)
  words <- regmatches(text, gregexpr("[a-z0-9]+", text, perl = TRUE))[[1L]]
  turned <- startsWith(text, "-") || identical(words[1L], "neg")
  words <- words[!(seq_along(words) == 1L & words == "neg")]
  rows <- read_shared("metrics.csv")
  beside <- rows$name[rows$better == ""]
  number <- seq_along(words) > 1L & grepl("^[0-9]+$", words)
  names <- c(paste(words, collapse = ""), paste(words[!words %in% beside & !number], collapse = ""))
  better <- rows$better[match(names, rows$name)]
  better <- better[!is.na(better) & nzchar(better)]
  if (length(better) > 0L) (better[[1L]] == "higher") != turned
}
