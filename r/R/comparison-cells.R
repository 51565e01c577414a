# The numbers in the cells of a matrix: exact, and each computed from its own two methods alone.

# An r x c matrix of `value`.
matrix_of <- function(sides, value) {
  matrix(value, length(sides$rows), length(sides$columns), dimnames = unname(sides))
}

own_cells <- function(sides) {
  outer(sides$rows, sides$columns, "==")
}

# Each pair of different methods once, as a two-column matrix of names.
different_pairs <- function(sides) {
  every <- cbind(
    rep(sides$rows, times = length(sides$columns)),
    rep(sides$columns, each = length(sides$rows))
  )
  every <- every[every[, 1L] != every[, 2L], , drop = FALSE]
  swap <- match(every[, 1L], unlist(sides)) > match(every[, 2L], unlist(sides))
  every[swap, ] <- every[swap, 2:1]
  unique(every)
}

# Mean of row - column: the sum of all 2N signed scores of a pair is rounded once.
matrix_differences <- function(t, sides) {
  pairs <- different_pairs(sides)
  first <- t$scores[, pairs[, 1L], drop = FALSE]
  second <- t$scores[, pairs[, 2L], drop = FALSE]
  absent <- is.na(first) | is.na(second)
  first[absent] <- second[absent] <- NA
  # Both halves have the same gaps.
  means <- by_size(rbind(first, -second), function(signed, at) {
    list(mean = exact_means(t(signed), nrow(signed) / 2))
  })$mean
  found <- matrix(0, ncol(t$scores), ncol(t$scores), dimnames = rep(list(t$classifiers), 2L))
  found[pairs] <- means
  found[pairs[, 2:1, drop = FALSE]] <- 0 - means
  found[sides$rows, sides$columns, drop = FALSE]
}

# On how many datasets the row is better, and the column is, by more than the tolerance.
matrix_counts <- function(t, sides, tolerance = 0) {
  better <- if (t$higher_is_better) t$scores else -t$scores
  wins <- losses <- matrix_of(sides, 0L)
  others <- better[, sides$columns, drop = FALSE]
  for (i in seq_along(sides$rows)) {
    mine <- better[, sides$rows[[i]]]
    wins[i, ] <- as.integer(colSums(mine - others > tolerance, na.rm = TRUE))
    losses[i, ] <- as.integer(colSums(others - mine > tolerance, na.rm = TRUE))
  }
  list(wins = wins, losses = losses)
}
