# Scores as the decimals that they were written as: whole numbers, whose differences are exact.

largest_unit <- 1e10
# Up to 15 digits, a decimal and the nearest double determine each other.
most_digits <- 1e15
# This many rows nearly always show how many decimals there are.
few_rows <- 64L

# The smallest power of ten that makes each column of a matrix whole, NA if there is none. It exists
# if every number is the double nearest to a decimal of at most 10 decimals, which is then the
# decimal that R and Python print, and if each takes at most 15 digits.
decimal_units <- function(columns) {
  columns[is.na(columns)] <- 0 # a missing score does not count
  units <- rep(1, ncol(columns))
  for (rows in unique(c(min(few_rows, nrow(columns)), nrow(columns)))) {
    left <- which(units <= largest_unit)
    while (length(left) > 0L) {
      part <- columns[seq_len(rows), left, drop = FALSE]
      unit <- rep(units[left], each = rows)
      left <- left[colSums(round(part * unit) / unit != part) > 0]
      units[left] <- units[left] * 10
      left <- left[units[left] <= largest_unit]
    }
  }
  digits <- apply(abs(columns), 2L, max) * units
  ifelse(units <= largest_unit & digits < most_digits, units, NA_real_)
}

# Scores and a rope times a power of ten, `unit`, that makes all of them whole; unchanged, with unit
# 1, if one is not a decimal.
whole_scores <- function(scores, rope = 0) {
  unit <- decimal_units(matrix(c(scores, rope)))
  if (is.na(unit)) {
    return(list(scores = scores, rope = rope, unit = 1))
  }
  list(scores = round(scores * unit), rope = round(rope * unit), unit = unit)
}

# Differences of columns of scores, pair by pair. With `exact` they are those of decimals if both
# columns are decimals, times `unit`, which is 1 for doubles. A list of the N x p differences and
# the p units.
subtracted <- function(columns, pairs, exact) {
  first <- pairs[, 1L]
  second <- pairs[, 2L]
  gaps <- unname(columns[, first, drop = FALSE] - columns[, second, drop = FALSE])
  units <- if (exact) decimal_units(columns) else rep(NA_real_, ncol(columns))
  largest <- apply(abs(columns), 2L, max, na.rm = TRUE)
  unit <- pmax(units[first], units[second])
  decimal <- which(pmax(largest[first], largest[second]) * unit < most_digits)
  here <- rep(unit[decimal], each = nrow(columns))
  gaps[, decimal] <- round(columns[, first[decimal], drop = FALSE] * here) -
    round(columns[, second[decimal], drop = FALSE] * here)
  unit[-c(decimal, length(unit) + 1L)] <- 1
  list(gaps = gaps, unit = unit)
}
