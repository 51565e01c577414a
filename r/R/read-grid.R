# A table before it is interpreted: named columns, and the position of each row. A grid is a list of
#   names    the names of the columns, text
#   columns  the columns, a list of vectors of one length
#   lines    the line on which each row starts, or NULL if the source has no lines
#   file     the path as the user gave it, or NULL
#   fields   which columns hold texts of a file, which may be numbers; NULL: all if there are lines,
#            else none
#   where    the place of each row, for rows of several files, or NULL
# A column of values of any types is a list; NULL in it is a missing value.

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
  if (holds_fields(grid, j)) {
    grid$columns[[j]]
  } else {
    name_values(grid, j)
  }
}

holds_fields <- function(grid, j) {
  if (is.null(grid$fields)) !is.null(grid$lines) else grid$fields[[j]]
}

# Names in memory as UTF-8 text; whole numbers become text.
name_values <- function(grid, j) {
  values <- grid$columns[[j]]
  texts <- texts_in(values)
  absent <- which(is.na(texts))
  if (length(absent) == 0L && !is.null(texts)) {
    return(utf8_names(texts, grid$file))
  }
  value <- if (is.list(values)) values[[absent[[1L]]]]
  if (is.null(texts) || !is_missing(value)) {
    refuse(
      "names as text or integers", type_name(if (is.list(values)) value else values),
      "Convert the column to text first.",
      file = grid$file, column = grid$names[[j]]
    )
  }
  refuse_at(grid, "a name", "a missing value", "Give every row a name.", absent[[1L]], j)
}

# Texts, and whole numbers as texts; NA for other values. NULL for a column of another type.
texts_in <- function(values) {
  if (is.list(values)) {
    vapply(values, function(value) {
      text <- if (length(value) == 1L && !is.list(value)) texts_in(value)
      if (is.null(text)) NA_character_ else text
    }, "")
  } else if (is_whole(values)) {
    ifelse(is.na(values), NA_character_, sprintf("%.0f", values))
  } else if (is.character(values) || is.factor(values)) {
    as.character(values)
  }
}

# Whether a value of a list is missing.
is_missing <- function(value) {
  is.null(value) || (is.atomic(value) && length(value) == 1L && is.na(value))
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

# "lines 2, 5" of a file, "rows 1, 4" of a table in memory, or the files of rows; at most the first
# five. `grid`: a grid or records.
shown_rows <- function(grid, rows) {
  if (!is.null(grid$where)) {
    return(shown_names(grid$where[rows]))
  }
  places <- if (is.null(grid$lines)) rows else grid$lines[rows]
  paste0(
    if (is.null(grid$lines)) "rows " else "lines ", toString(utils::head(places, 5L)),
    if (length(places) > 5L) ", ..."
  )
}

# The place of each row: its file, its line, or "row 1" in memory.
row_places <- function(grid) {
  rows <- seq_along(grid$columns[[1L]])
  if (!is.null(grid$where)) {
    grid$where
  } else if (is.null(grid$lines)) {
    paste("row", rows)
  } else {
    paste("line", grid$lines)
  }
}

# Refuses one cell: by its line, or in memory by its row.
refuse_at <- function(grid, expected, found, hint, row, j) {
  if (is.null(grid$lines)) {
    found <- paste(found, "in", row_places(grid)[[row]])
  }
  refuse(
    expected, found, hint,
    file = grid$file, line = grid$lines[row], column = grid$names[[j]]
  )
}

# Refuses the names of the columns, on the first line of a file.
refuse_header <- function(grid, expected, found, hint) {
  refuse(expected, found, hint, file = grid$file, line = header_line(grid))
}

# A grid of some rows, which keep their places.
grid_rows <- function(grid, rows) {
  if (is.null(grid$lines)) {
    grid$where <- row_places(grid)[rows]
  }
  grid$lines <- grid$lines[rows]
  grid$columns <- lapply(grid$columns, `[`, rows)
  grid
}
