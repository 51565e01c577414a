# Tables in memory -> a grid (see read-grid.R) or, for a matrix, records (see read-layout.R).

# The grid of a data frame. Row names become the datasets if no column holds these.
frame_grid <- function(frame, roles, file = NULL) {
  grid <- list(names = column_names(names(frame)), columns = unname(as.list(frame)), file = file)
  # Whole numbers that are not those of the rows.
  grid$numbered <- is.data.frame(frame) && .row_names_info(frame) > 0L
  rows <- own_row_names(frame)
  if (!is.null(rows) && !roles$dataset %in% grid$names) {
    grid$names <- c(roles$dataset, grid$names)
    grid$columns <- c(list(rows), grid$columns)
  }
  grid
}

# The row names of a data frame, or NULL: whole numbers are only positions, with gaps after a
# filter.
own_row_names <- function(frame) {
  names <- attr(frame, "row.names")
  if (is.character(names)) names
}

# The records of a numeric matrix, datasets in rows.
matrix_records <- function(source, datasets, classifiers) {
  if (is.object(source) && !inherits(source, "table")) {
    refuse("numbers", type_name(source), "Convert the matrix to double first.")
  }
  datasets <- axis_names("datasets", datasets, rownames(source), nrow(source))
  classifiers <- axis_names("classifiers", classifiers, colnames(source), ncol(source))
  columns <- lapply(seq_along(classifiers), function(j) as.vector(source[, j]))
  grid <- list(names = distinct_names("method", classifiers), columns = columns)
  check_column_names(grid)
  check_has_rows(length(datasets))
  values <- score_values(grid, seq_along(classifiers))
  refuse_row_numbers(grid, classifiers, values)
  list(
    dataset = datasets, classifier = NULL, classifiers = classifiers, label = NULL,
    values = values, score_columns = classifiers
  )
}

axis_names <- function(argument, given, own, n) {
  names <- if (is.null(given)) own else given
  if (is.null(names) && n == 0L) {
    return(character())
  }
  if (is.null(names)) {
    stop_argument(
      paste0("`", argument, "` must be ", n, " names for the matrix"),
      expected = paste(n, "names"), found = "none"
    )
  }
  if (length(names) != n) {
    stop_argument(
      paste0("`", argument, "` must hold ", n, " names, not ", length(names)),
      expected = paste(n, "names"), found = as.character(length(names))
    )
  }
  name_values(list(names = argument, columns = list(names)), 1L)
}

column_names <- function(names) {
  names[is.na(names)] <- ""
  utf8_names(names)
}
