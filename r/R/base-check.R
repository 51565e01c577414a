# Argument checks; every message about an argument is built here, with the same wording as in
# Python.

# Returns `value` if it is one of the strings `allowed`.
check_choice <- function(name, value, allowed) {
  if (is_string(value) && value %in% allowed) {
    return(allowed[[match(value, allowed)]])
  }
  expected <- paste0("\"", allowed, "\"", collapse = ", ")
  found <- if (is_string(value)) paste0("\"", value, "\"") else describe_value(value)
  stop_argument(
    paste0("`", name, "` must be one of ", expected, ", not ", found),
    expected = expected, found = found
  )
}

# Returns `value` as a double if it is one number strictly between `low` and `high`.
check_number <- function(name, value, expected, low, high) {
  if (is_number(value) && low < value && value < high) {
    return(as.double(value))
  }
  found <- describe_value(value)
  stop_argument(
    paste0("`", name, "` must be ", expected, ", not ", found),
    expected = expected, found = found
  )
}

# A significance level, a number strictly between 0 and 1.
check_level <- function(name, value) {
  check_number(name, value, "a number between 0 and 1", 0, 1)
}

# A share below 1, a number in [0, 1).
check_share <- function(name, value) {
  if (is_number(value) && value == 0) {
    return(0)
  }
  check_number(name, value, "a number >= 0 and < 1", 0, 1)
}

# A finite number that is not negative.
check_not_negative <- function(name, value) {
  if (is_number(value) && value == 0) {
    return(0)
  }
  check_number(name, value, "a number >= 0", 0, Inf)
}

# A whole number of at least `low` and less than 2^53.
check_count <- function(name, value, low = 1) {
  if (is_number(value) && value >= low && value < 2^53 && value == trunc(value)) {
    return(as.double(value))
  }
  expected <- sprintf("a whole number >= %d", as.integer(low))
  found <- describe_value(value)
  stop_argument(
    paste0("`", name, "` must be ", expected, ", not ", found),
    expected = expected, found = found
  )
}

# A whole number from `low` to `high`.
check_whole <- function(name, value, low, high) {
  if (is_number(value) && value == trunc(value) && low <= value && value <= high) {
    return(as.double(value))
  }
  expected <- sprintf("a whole number from %.0f to %.0f", low, high)
  found <- describe_value(value)
  stop_argument(
    paste0("`", name, "` must be ", expected, ", not ", found), expected = expected, found = found
  )
}

# A share above 0, a number in (0, 1].
check_fraction <- function(name, value) {
  if (is_number(value) && value == 1) {
    return(1)
  }
  check_number(name, value, "a number > 0 and <= 1", 0, 1)
}

# The most numbers that may be held at once: 16 GiB of doubles.
most_numbers <- 2^31

# Refuses a count if holding `each` numbers for each would exceed the memory.
check_room <- function(name, value, each = 1) {
  most <- max(1, floor(most_numbers / each))
  if (value > most) {
    stop_argument(
      sprintf("`%s` must be at most %.0f for this input, not %.0f", name, most, value),
      expected = sprintf("at most %.0f", most), found = sprintf("%.0f", value),
      hint = "pybench holds at most 2^31 numbers (16 GiB) in memory at once."
    )
  }
}

# A percentage above 0: a number above 0 and at most 100.
check_percent <- function(name, value) {
  if (is_number(value) && value == 100) {
    return(100)
  }
  check_number(name, value, "a number above 0 and at most 100", 0, 100)
}

# Whether values are numbers or logical values, which count as 0 and 1 as in Python.
holds_numbers <- function(value) {
  is.numeric(value) || is.logical(value)
}

# A matrix of finite numbers, without names.
check_matrix <- function(name, value) {
  if (is.data.frame(value)) {
    value <- as.matrix(value)
  }
  if (is.matrix(value) && holds_numbers(value) && all(is.finite(value))) {
    return(matrix(as.double(value), nrow(value), ncol(value)))
  }
  expected <- "a matrix of finite numbers"
  numeric <- is.matrix(value) && holds_numbers(value)
  found <- if (numeric) "missing or infinite ones" else class(value)[[1L]]
  stop_argument(
    sprintf("`%s` must be %s, not %s", name, expected, found), expected = expected, found = found
  )
}

# `length` whole numbers from 1 to `most`.
check_places <- function(name, value, most, length = NULL) {
  whole <- (is.null(length) || base::length(value) == length) && are_whole(value)
  if (whole && min(value) >= 1 && max(value) <= most) {
    return(as.double(value))
  }
  many <- if (is.null(length)) "" else sprintf("%.0f ", length)
  expected <- sprintf("%swhole numbers from 1 to %.0f", many, most)
  found <- if (whole) {
    sprintf("%.0f to %.0f", min(value), max(value))
  } else {
    sprintf("%d of %s", base::length(value), class(value)[[1L]])
  }
  stop_argument(
    sprintf("`%s` must be %s, not %s", name, expected, found), expected = expected, found = found
  )
}

are_whole <- function(value) {
  is.numeric(value) && length(value) > 0L && all(is.finite(value)) && all(value == floor(value))
}

# At least one text.
check_names <- function(name, value, expected) {
  if (is.factor(value)) {
    value <- as.character(value)
  }
  if (is.character(value) && length(value) > 0L && !anyNA(value)) {
    return(utf8_text(value))
  }
  found <- class(value)[[1L]]
  stop_argument(
    sprintf("`%s` must be %s, not %s", name, expected, found), expected = expected, found = found
  )
}

# A tie tolerance: "decimal", "auto", or a finite number that is not negative. With the conventions
# of other packages "decimal" is 0: these packages subtract doubles.
check_tie_tolerance <- function(value, convention = "standard") {
  if (identical(value, "decimal")) {
    return(if (convention == "standard") value else 0)
  }
  if (identical(value, "auto")) {
    return(value)
  }
  if (is_number(value) && value == 0) {
    return(0)
  }
  check_number("tie_tol", value, "\"decimal\", \"auto\" or a number >= 0", 0, Inf)
}

# Returns `value` if it is TRUE or FALSE.
check_flag <- function(name, value) {
  if (isTRUE(value) || isFALSE(value)) {
    return(value)
  }
  found <- describe_value(value)
  stop_argument(
    paste0("`", name, "` must be TRUE or FALSE, not ", found),
    expected = "TRUE or FALSE", found = found
  )
}

# Refuses a value that is not a function.
check_function <- function(name, value) {
  if (!is.function(value)) {
    found <- describe_value(value)
    stop_argument(
      paste0("`", name, "` must be a function, not ", found),
      expected = "a function", found = found
    )
  }
}

# Returns `value` if it is one string, or NULL if that is allowed.
check_string <- function(name, value, null_ok = FALSE) {
  if (is_string(value) || (null_ok && is.null(value))) {
    return(value)
  }
  expected <- if (null_ok) "a string or NULL" else "a string"
  found <- describe_value(value)
  stop_argument(
    paste0("`", name, "` must be ", expected, ", not ", found),
    expected = expected, found = found
  )
}

# Refuses what a method gets through `...`, which only its generic has: a misspelt argument, or one
# argument too many. data.frame() gives `stringsAsFactors` to every as.data.frame().
check_dots <- function(...) {
  given <- if (is.null(...names())) character(...length()) else ...names()
  method <- names(formals(sys.function(sys.parent())))
  known <- setdiff(method[-1L], "...")
  given <- setdiff(given, if ("row.names" %in% known) "stringsAsFactors")
  if (length(given) == 0L) {
    return(invisible())
  }
  extra <- if (nzchar(given[[1L]])) shown(given[[1L]]) else "one without a name"
  expected <- if (length(known) > 0L) paste(shown(known), collapse = ", ") else "none"
  stop_argument(
    paste0("unexpected argument: ", extra, "; the further arguments are: ", expected),
    expected = expected, found = extra, hint = nearest_hint(given[[1L]], known)
  )
}

# "Did you mean ...?" if one of the names is near.
nearest_hint <- function(given, known) {
  near <- nearest_name(given, known)
  if (!is.null(near)) paste0("Did you mean ", shown(near), "?")
}

# The first of the nearest names; NULL if all differ in more than a third of the letters or 2, or in
# more than half of them.
nearest_name <- function(given, known) {
  away <- as.vector(utils::adist(given, known, ignore.case = TRUE))
  most <- min(max(2L, nchar(given) %/% 3L), nchar(given) %/% 2L)
  if (nzchar(given) && any(away <= most)) known[[which.min(away)]]
}

# The items of a vector or list; anything else is one item.
items_of <- function(value) {
  if (is.vector(value)) as.list(value) else list(value)
}

is_string <- function(value) {
  is.character(value) && length(value) == 1L && !is.na(value)
}

is_number <- function(value) {
  is.numeric(value) && length(value) == 1L && !is.na(value)
}

# How a message shows a refused value.
describe_value <- function(value) {
  if (is.null(value)) {
    "NULL"
  } else if (is_string(value)) {
    paste0("'", value, "'")
  } else if (is.atomic(value) && length(value) == 1L && !is.object(value)) {
    format(value, digits = 15L, decimal.mark = ".")
  } else {
    kind <- class(value)[[1L]]
    article <- if (grepl("^[AEIOUaeiou]", kind)) "an " else "a "
    paste0(article, kind, " of length ", length(value))
  }
}
