# The first sheet of an Excel file, through the package readxl, as a grid.

# Its first row has the names of the columns. A formula counts as the value that Excel stored.
read_sheet <- function(path) {
  require_package("readxl", "an Excel file", "the table as CSV", path)
  columns <- sheet_columns(path)
  n <- 0L
  for (j in seq_along(columns)) n <- max(n, which(!vapply(columns[[j]], is_missing, NA)))
  if (n == 0L) {
    refuse(
      "a header row", "an empty sheet", "Put the table on the first sheet.", file = path
    )
  }
  names <- vapply(columns, function(values) {
    name <- texts_in(values[1L])
    if (is.na(name)) "" else name
  }, "")
  header <- lapply(columns, `[[`, 1L)
  width <- max(0L, which(!vapply(header, is_missing, NA)))
  body <- lapply(columns, function(values) values[seq_len(n)[-1L]])
  for (values in utils::tail(body, length(body) - width)) {
    row <- match(FALSE, vapply(values, is_missing, NA))
    if (!is.na(row)) {
      refuse(
        "as many values as columns", "a value to the right of the header",
        "Name the column, or remove it.",
        file = path, line = row + 1L
      )
    }
  }
  body <- body[seq_len(width)]
  has_text <- vapply(body, function(values) any(vapply(values, is.character, NA)), NA)
  body[has_text] <- lapply(body[has_text], sheet_fields)
  list(
    names = utf8_names(names[seq_len(width)]), columns = body, fields = has_text,
    lines = seq_len(n)[-1L], file = path
  )
}

# The cells of each column, as a list of values; NA where a cell is empty.
sheet_columns <- function(path) {
  read_bytes(path, 1L)
  tryCatch(
    as.list(readxl::read_xlsx(
      native_path(path),
      range = readxl::cell_limits(c(1L, 1L), c(NA, NA)), col_names = FALSE, col_types = "list",
      na = character(), trim_ws = FALSE, progress = FALSE, .name_repair = "minimal"
    )),
    error = function(cause) {
      reason <- strsplit(utf8_text(conditionMessage(cause)), "\n", fixed = TRUE)[[1L]][[1L]]
      hint <- "Save the file as .xlsx again, or as .csv."
      refuse("an Excel file (.xlsx)", shown(reason), hint, file = path)
    }
  )
}

# Cells as fields, if one of them is a text, so that "NA" and "0.5" count as in a CSV.
sheet_fields <- function(values) {
  vapply(values, function(value) {
    if (is_missing(value)) {
      ""
    } else if (is.numeric(value) && !is.object(value)) {
      number_text(value, whole = TRUE)
    } else {
      utf8_text(value)
    }
  }, "")
}
