# The methods that a matrix compares, in an order that no third method can change.

comparate_orders <- c("mean", "median", "name", "table")

# The place of each method: list(name, places). `places` is a named vector, smallest first, or NULL
# if methods keep the given order. With `blur`, means and medians that differ by rounding noise
# alone are equal.
check_order <- function(t, order, blur = FALSE) {
  if (is_string(order)) {
    return(named_order(t, order, blur))
  }
  if (is.function(order)) {
    values <- lapply(t$classifiers, function(name) order(present_scores(t, name)))
    sign <- if (t$higher_is_better) -1 else 1
  } else if ((is.numeric(order) || is.list(order)) && !is.null(names(order))) {
    values <- as.list(order)[match(t$classifiers, names(order))]
    sign <- 1
  } else {
    found <- describe_value(order)
    stop_argument(
      paste0("`order` must be the name of an order, a named vector or a function, not ", found),
      expected = "the name of an order, a named vector or a function", found = found
    )
  }
  bad <- which(!vapply(values, function(value) is_number(value) && is.finite(value), NA))
  if (length(bad) > 0L) {
    value <- values[[bad[[1L]]]]
    found <- if (is.null(value)) "nothing" else describe_value(value)
    stop_argument(
      paste0(
        "`order` must give a finite number for every method, not ", found, " for ",
        shown(t$classifiers[[bad[[1L]]]])
      ),
      expected = "a finite number", found = found
    )
  }
  list(name = "own", places = stats::setNames(sign * as.double(unlist(values)), t$classifiers))
}

named_order <- function(t, order, blur) {
  if (grepl("rank", order, ignore.case = TRUE)) {
    stop_argument(
      paste0("`order` cannot be \"", order, "\": a mean rank depends on the other methods"),
      expected = paste0("\"", comparate_orders, "\"", collapse = ", "),
      found = paste0("\"", order, "\""),
      hint = paste(
        "Order by \"mean\" or \"median\", which adding or removing methods cannot change."
      )
    )
  }
  check_choice("order", order, comparate_orders)
  sign <- if (t$higher_is_better) -1 else 1
  places <- switch(order,
    mean = sign * mean_scores(t$scores),
    median = sign * apply(t$scores, 2L, middle_value),
    name = numeric(length(t$classifiers)),
    table = NULL
  )
  if (blur && order %in% c("mean", "median")) {
    places <- blurred(places, max(abs(t$scores), na.rm = TRUE))
  }
  list(name = order, places = if (!is.null(places)) stats::setNames(places, t$classifiers))
}

present_scores <- function(t, classifier) {
  scores <- unname(t$scores[, classifier])
  scores[!is.na(scores)]
}

# Rounds to a power of two, 4.5e-13 to 9.1e-13 times the largest score. A power of two divides
# exactly. The boundary is chosen so that noise in a largest score that is itself a power of two,
# such as 1, does not change the unit.
blurred <- function(values, largest) {
  unit <- 2^(floor(log2(largest / 2 * (1 + 1e-9))) - 39)
  if (unit > 1e-300) round(values / unit) * unit else values # below, nothing can be rounded to it
}

# The mean of each row of a matrix, from sums that are rounded once: neither the order of the
# numbers nor the other rows can change a bit. `count` is the divisor. If the numbers of a row are
# decimals, the mean is the double nearest to their exact mean.
exact_means <- function(values, count = ncol(values)) {
  units <- decimal_units(t(values))
  units[is.na(units)] <- 1
  decimal <- units > 1
  values[decimal, ] <- round(values[decimal, ] * units[decimal])
  # In units of a power of two that depends only on the number of columns: no sum can overflow.
  unit <- 2^ceiling(log2(ncol(values) + 1))
  sums <- .Call(C_pb_exact_row_sums, as.double(values / unit), ncol(values))
  unname(sums / (count * units) * unit)
}

middle_value <- function(values) {
  sorted <- sort(values)
  half <- length(sorted) %/% 2L
  if (length(sorted) %% 2L == 1L) sorted[[half + 1L]] else sum(sorted[half + 0:1] / 2)
}

in_order <- function(names, order) {
  if (is.null(order$places)) {
    return(names)
  }
  # Radix sorts text by code points, whatever the locale.
  names[order(order$places[match(names, names(order$places))], names, method = "radix")]
}

# The methods of rows and columns, in order. A side that is not given holds all methods, except the
# one on the other side if that is a single one.
selected_comparates <- function(t, rows, columns, order) {
  rows <- check_comparates(t, "rows", rows)
  columns <- check_comparates(t, "columns", columns)
  all_but <- function(other) setdiff(t$classifiers, if (length(other) == 1L) other)
  sides <- list(
    rows = if (is.null(rows)) all_but(columns) else rows,
    columns = if (is.null(columns)) all_but(rows) else columns
  )
  if (length(unique(unlist(sides))) == 1L) {
    stop_argument(
      "`rows` and `columns` must together contain at least two different methods",
      expected = "at least one comparison", found = paste("only", shown(sides$rows[[1L]]))
    )
  }
  lapply(sides, in_order, order)
}

check_comparates <- function(t, argument, names) {
  if (is.null(names)) {
    return(NULL)
  }
  for (name in items_of(names)) {
    if (!is_string(name) || !utf8_text(name) %in% t$classifiers) {
      found <- describe_value(name)
      stop_argument(
        paste0("`", argument, "` must be methods of the table, not ", found),
        expected = paste0("one of: ", toString(t$classifiers)), found = found,
        hint = strangers(name, t$classifiers)
      )
    }
  }
  names <- utf8_text(unlist(names))
  if (length(names) == 0L || anyDuplicated(names) > 0L) {
    found <- if (length(names) > 0L) "a name twice" else "none"
    stop_argument(
      paste0(
        "`", argument, "` must name at least one method, each once, not ", found
      ),
      expected = "names, each once", found = found
    )
  }
  names
}
