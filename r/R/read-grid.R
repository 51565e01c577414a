# A table before it is interpreted: named columns, and the position of each row. A grid is a list of
#   names    the names of the columns, text
#   columns  the columns, a list of vectors of one length
#   lines    the line on which each row starts, or NULL if the source has no lines
#   file     the path as the user gave it, or NULL

row_numbers <-
  "Name the column. Row numbers are left out with index=False (pandas), row.names = FALSE (R)."
last_delimiter <- "Name the column, or remove the delimiter at the end of the line."

check_column_names <- function(grid) {
  unnamed <- which(grid$names == "")
  if (length(unnamed) > 0L) {
    refuse(
      "a name for every column", paste("column", unnamed[[1L]], "without one"),
      if (unnamed[[1L]] == 1L) row_numbers else last_delimiter,
      file = grid$file, line = header_line(grid), column = as.character(unnamed[[1L]])
    )
  }
  repeated <- grid$names[grid$names %in% grid$names[duplicated(grid$names)]]
  if (length(repeated) > 0L) {
    refuse(
      "every column name once",
      paste(shown(repeated[[1L]]), sum(repeated == repeated[[1L]]), "times"),
      "Rename or remove one of the columns.",
      file = grid$file, line = header_line(grid), column = repeated[[1L]]
    )
  }
}

header_line <- function(grid) {
  if (!is.null(grid$lines)) 1L
}

# A column of names as UTF-8 text.
grid_names <- function(grid, j) {
  if (is.null(grid$lines)) {
    name_values(grid, j)
  } else {
    grid$columns[[j]]
  }
}

# Names in memory as UTF-8 text; whole numbers become text.
name_values <- function(grid, j) {
  values <- grid$columns[[j]]
  place <- function(...) refuse(..., file = grid$file, column = grid$names[[j]])
  if (!is_whole(values) && !is.character(values) && !is.factor(values)) {
    place("names as text or integers", type_name(values), "Convert the column to text first.")
  }
  absent <- which(is.na(values))
  if (length(absent) > 0L) {
    place("a name", paste("a missing value in row", absent[[1L]]), "Give every row a name.")
  }
  if (is.numeric(values)) sprintf("%.0f", values) else utf8_names(values, grid$file)
}

# Names as UTF-8 text; bytes that are not valid UTF-8 are refused.
utf8_names <- function(names, file = NULL) {
  names <- utf8_text(names)
  bad <- which(!validUTF8(names))
  if (length(bad) > 0L) {
    refuse(
      "names in UTF-8", shown(names[[bad[[1L]]]]), "Convert the names with iconv() first.",
      file = file
    )
  }
  names
}

# Whole numbers that a double holds exactly; NA is allowed.
is_whole <- function(values) {
  is.numeric(values) && !is.object(values) &&
    all(is.na(values) | (values == trunc(values) & abs(values) <= 2^53))
}

type_name <- function(values) {
  if (is.object(values) || is.array(values)) class(values)[[1L]] else typeof(values)
}

# "lines 2, 5" of a file, "rows 1, 4" of a table in memory; at most the first five.
shown_rows <- function(lines, rows) {
  places <- if (is.null(lines)) rows else lines[rows]
  paste0(
    if (is.null(lines)) "rows " else "lines ", toString(utils::head(places, 5L)),
    if (length(places) > 5L) ", ..."
  )
}
