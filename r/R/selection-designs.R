# A- and D-optimal designs: greedy, then swaps until none improves. Of the chosen rows' inner
# products G only B = (G + ridge I)^-1 is needed; with g those of a further dataset with the chosen,
# h = B g and s = ridge + |x|^2 - g'h, adding it multiplies the determinant of the information by s
# / ridge and increases the trace of its inverse by (1 + |h|^2) / s - 1 / ridge.

# Criteria whose relative difference is smaller are equal: a variance near the ridge is a small
# difference of squared lengths that are a million times as large.
design_noise <- 1e-6
# Relative to the largest squared length: a smaller ridge leaves fewer digits than that to datasets
# in the span of those chosen, and rounding would decide the choice.
least_ridge <- 1e-9
# Number of swaps per chosen dataset after which the search stops.
most_swaps <- 10

# What each dataset would add to those chosen: its remaining variance, and its share of the trace.
design_additions <- function(gram, chosen, ridge) {
  squares <- diag(gram)
  if (length(chosen) == 0L) {
    return(list(s = ridge + squares, trace = 1 / (ridge + squares), whole = 0))
  }
  # By the factor: the inverse itself would lose twice as many digits with a small ridge.
  factor <- chol(gram[chosen, chosen, drop = FALSE] + diag(ridge, length(chosen)))
  half <- backsolve(factor, gram[chosen, , drop = FALSE], transpose = TRUE)
  s <- pmax(ridge + squares - colSums(half^2), ridge)
  h <- backsolve(factor, half)
  list(s = s, trace = (1 + colSums(h^2)) / s, whole = sum(diag(chol2inv(factor))))
}

# Datasets in the order of greatest gain; `rank` is the number of their directions, if it matters.
greedy_design <- function(gram, size, ridge, criterion, rank = size) {
  require_ridge(gram, ridge)
  chosen <- integer()
  while (length(chosen) < min(size, rank)) {
    additions <- design_additions(gram, chosen, ridge)
    gains <- if (criterion == "d") additions$s else -additions$trace
    scale <- max(abs(replace(gains, chosen, 0)))
    gains[chosen] <- -Inf
    chosen <- c(chosen, first_best(gains, scale, design_noise))
  }
  if (size > rank) spanned_order(design_points(gram, rank), chosen, size, ridge) else chosen
}

require_ridge <- function(gram, ridge) {
  least <- least_ridge * max(diag(gram))
  if (ridge < least) {
    stop_argument(
      sprintf("`ridge` must be at least %.3g for vectors of these lengths, not %.3g", least, ridge),
      expected = sprintf("a number >= %.3g", least), found = sprintf("%.3g", ridge),
      hint = "Standardise the columns, or give a larger ridge."
    )
  }
}

# Makes the best swap of all repeatedly until none improves. The gain of a swap is what the incoming
# dataset adds to the others minus what the outgoing one adds to them: to log det, or as a share of
# the trace of B.
swapped_design <- function(gram, chosen, ridge, criterion, rank = length(chosen)) {
  if (length(chosen) > rank) {
    return(spanned_swaps(design_points(gram, rank), chosen, ridge))
  }
  for (swap in seq_len(most_swaps * length(chosen))) {
    gains <- t(vapply(seq_along(chosen), function(i) {
      additions <- design_additions(gram, chosen[-i], ridge)
      if (criterion == "d") {
        return(log(additions$s) - log(additions$s[[chosen[[i]]]]))
      }
      own <- additions$trace[[chosen[[i]]]]
      (own - additions$trace) / (additions$whole + own)
    }, numeric(ncol(gram))))
    gains[, chosen] <- -Inf
    if (max(gains) <= design_noise) break
    # Rows first: by the place of the outgoing dataset, then by that of the incoming one.
    best <- first_best(as.vector(t(gains)), 1, design_noise) - 1L
    chosen[[best %/% ncol(gram) + 1L]] <- best %% ncol(gram) + 1L
  }
  chosen
}

# Uses M itself, for more datasets than there are directions. Once those chosen span all directions,
# a further dataset takes little of the trace of M^-1, and by the k x k form that little is a
# difference of numbers of the size of 1 / ridge, only rounding if the ridge is small. M itself, by
# then no larger, gives it to all digits: with h = M^-1 x, adding x takes |h|^2 / (1 + x'h) away.

# Directions with less than this share of the largest sum of squares are ignored.
no_direction <- 1e-12

# The number of directions of the datasets; datasets that all have length 0 have one.
design_rank <- function(gram) {
  values <- eigen(gram, symmetric = TRUE, only.values = TRUE)$values
  max(1L, sum(values > no_direction * values[[1L]]))
}

# Coordinates with these inner products, one row per dataset.
design_points <- function(gram, rank) {
  found <- eigen(gram, symmetric = TRUE)
  at <- seq_len(rank)
  found$vectors[, at, drop = FALSE] * rep(sqrt(pmax(found$values[at], 0)), each = nrow(gram))
}

design_information <- function(points, chosen, ridge) {
  crossprod(points[chosen, , drop = FALSE]) + diag(ridge, ncol(points))
}

# What each dataset would take from the trace.
spanned_additions <- function(points, chosen, ridge) {
  h <- solve(design_information(points, chosen, ridge), t(points))
  colSums(h^2) / (1 + colSums(t(points) * h))
}

spanned_trace <- function(points, chosen, ridge) {
  sum(diag(solve(design_information(points, chosen, ridge))))
}

# Continues a greedy order.
spanned_order <- function(points, chosen, size, ridge) {
  while (length(chosen) < size) {
    gains <- replace(spanned_additions(points, chosen, ridge), chosen, -Inf)
    chosen <- c(chosen, first_best(gains, spanned_trace(points, chosen, ridge), design_noise))
  }
  chosen
}

# Makes the best swap of all repeatedly until none improves.
spanned_swaps <- function(points, chosen, ridge) {
  for (swap in seq_len(most_swaps * length(chosen))) {
    gains <- t(vapply(seq_along(chosen), function(i) {
      additions <- spanned_additions(points, chosen[-i], ridge)
      additions - additions[[chosen[[i]]]]
    }, numeric(nrow(points)))) / spanned_trace(points, chosen, ridge)
    gains[, chosen] <- -Inf
    if (max(gains) <= design_noise) break
    best <- first_best(as.vector(t(gains)), 1, design_noise) - 1L
    chosen[[best %/% nrow(points) + 1L]] <- best %% nrow(points) + 1L
  }
  chosen
}
