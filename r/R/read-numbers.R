# Scores of a grid -> doubles: the one nearest to each text, NA where missing. Nothing is guessed.

# In the order of `ScoreStatus` in read-numbers.c.
score_status <- c(finite = 0L, missing = 1L, not_number = 2L, infinite = 3L)

# list(value: the double nearest to each text, NA if there is none; status: one for each text).
parse_scores <- function(text) {
  .Call(C_pb_parse_scores, text)
}

# The matrix of doubles in the columns `at`, NA where missing; anything else is refused.
score_values <- function(grid, at) {
  columns <- lapply(at, function(j) {
    if (holds_fields(grid, j)) {
      parse_scores(grid$columns[[j]])
    } else {
      number_cells(number_values(grid, j))
    }
  })
  status <- do.call(cbind, lapply(columns, function(column) column$status))
  # Row by row, in the order in which a reader of the file meets them.
  bad <- which(t(status) > score_status[["missing"]])
  if (length(bad) > 0L) {
    row <- (bad[[1L]] - 1L) %/% length(at) + 1L
    column <- (bad[[1L]] - 1L) %% length(at) + 1L
    refuse_cell(grid, row, at[[column]], status[row, column])
  }
  do.call(cbind, lapply(columns, function(column) column$value))
}

# The same list as that of parse_scores(), for numbers.
number_cells <- function(values) {
  status <- rep_len(score_status[["finite"]], length(values))
  status[is.na(values)] <- score_status[["missing"]]
  status[is.infinite(values)] <- score_status[["infinite"]]
  values[is.na(values)] <- NA_real_
  list(value = values, status = status)
}

refuse_cell <- function(grid, row, j, status) {
  text <- as.character(grid$columns[[j]][[row]])
  infinite <- status == score_status[["infinite"]]
  hint <- if (infinite) {
    "Correct the score, or leave it out as missing."
  } else if (grepl("^[ \t]*[+-]?[0-9]+,[0-9]+([eE][+-]?[0-9]+)?[ \t]*$", text, useBytes = TRUE)) {
    "Write decimals with a point."
  } else {
    "Write a missing score as an empty field or NA."
  }
  refuse_at(grid, if (infinite) "a finite number" else "a number", shown(text), hint, row, j)
}

# The doubles of a column of scores in memory, NA or NaN where one is missing. A column that holds
# only missing values is logical in R.
number_values <- function(grid, j) {
  values <- grid$columns[[j]]
  if (is.list(values)) {
    return(vapply(seq_along(values), function(row) list_number(grid, j, row), 0))
  }
  is_number <- is.numeric(values) && !is.object(values) && is.null(dim(values))
  if (is_number || (is.logical(values) && all(is.na(values)))) {
    return(as.double(values))
  }
  refuse(
    "numbers", type_name(values), "Convert the column to double first.",
    file = grid$file, column = grid$names[[j]]
  )
}

# A number in a column of values of any types.
list_number <- function(grid, j, row) {
  value <- grid$columns[[j]][[row]]
  if (is_missing(value)) {
    return(NA_real_)
  }
  if (is.numeric(value) && length(value) == 1L && !is.object(value)) {
    return(as.double(value))
  }
  is_one <- is.atomic(value) && length(value) == 1L
  found <- if (is_one) shown(as.character(value)) else json_kind(value)
  hint <- "Write a missing score as None or NaN."
  refuse_at(grid, "a number", found, hint, row, j)
}
