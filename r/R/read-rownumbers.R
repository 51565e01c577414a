# Traces of row names in a table: row numbers among the scores, and datasets without a column name.

least_told <- 3L
least_untold <- 10L

# Names a first column without a name as the datasets, if it holds different texts that are not
# numbers: to_csv and write.csv write row names this way. A message says so.
with_named_datasets <- function(grid, dataset) {
  is_open <- length(grid$names) > 0L && grid$names[[1L]] == "" && !dataset %in% grid$names
  if (is_open && are_names(grid$columns[[1L]])) {
    message("the first column has no name; it is taken as ", shown(dataset))
    grid$names[[1L]] <- dataset
  }
  grid
}

are_names <- function(values) {
  if (is.factor(values)) {
    values <- as.character(values)
  }
  if (!is.character(values) || length(values) == 0L || anyNA(values)) {
    return(FALSE)
  }
  blank <- grepl("^[[:space:]]*$", values, useBytes = TRUE)
  anyDuplicated(values) == 0L && !any(blank) && all(is.na(parse_scores(values)$value))
}

# Refuses row numbers among the scores: as a method they would be best or worst. They are 1 to N or
# 0 to N - 1, in order. Fewer than 10 rows can hold these by chance: then they are refused only from
# 3 rows on and under a name listed in row-numbers.csv. Under such a name the numbers may also have
# gaps, as after a filter, or be in another order. A table of one method compares nothing, and is
# read.
refuse_row_numbers <- function(grid, names, values) {
  n <- nrow(values)
  told <- names %in% read_shared("row-numbers.csv")$name
  found <- vapply(seq_along(names), function(j) {
    column <- values[, j]
    enough <- if (told[[j]]) n >= least_told else n >= least_untold && length(names) > 1L
    enough && !anyNA(column) &&
      (counts_rows(column) || (told[[j]] && (counts_rows(sort(column)) || rises_whole(column))))
  }, NA)
  if (any(found)) {
    refuse(
      "scores in every column", "row numbers",
      "Remove it, or write the table with index=False (pandas), row.names = FALSE (R).",
      file = grid$file, line = header_line(grid), column = names[found][[1L]]
    )
  }
}

counts_rows <- function(values) {
  all(values == seq_along(values)) || all(values == seq_along(values) - 1)
}

rises_whole <- function(values) {
  all(values >= 0 & values == trunc(values)) && all(diff(values) > 0)
}
