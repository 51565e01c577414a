# The log likelihood ratio of observed points by random bridges, in any number of dimensions. The
# same method, with the same random numbers, as in Python's bridges.py, where it is explained.

bridge_tolerance <- 0.1 # of a log ratio: its standard error
bridge_left <- 0.1 # largest share of paths with a larger error
bridge_first <- 64 # bridges per interval: doubled from this number on ...
bridge_most <- 1024 # ... to this one
bridge_batch <- 32 # pairs of bridges that are drawn at once, from one stream per path
bridge_singular <- 1e-7 # smallest diagonal of a root of the noise, relative to the largest
bridge_block <- 2^14 # numbers in the states of the bridges of a block of paths

# Whether bridges give the ratio: noise is numbers, and no direction is without it.
is_bridged <- function(pair) !is.null(bridge_noise(pair))

# The matrix sigma of noise that is the same everywhere, and the inverse of a root of its square.
bridge_noise <- function(pair) {
  noise <- pair$noise
  if (noise$varies) {
    return(NULL)
  }
  units <- diag(noise$sources)
  sigma <- t(noise$at(0, matrix(0, noise$sources, pair$dimension))$move(units))
  root <- tryCatch(chol(sigma %*% t(sigma)), error = function(e) NULL)
  if (is.null(root) || min(diag(root)) <= bridge_singular * max(diag(root))) {
    return(NULL)
  }
  list(sigma = sigma, inverse = solve(root))
}

# Log ratios of paths (paths x coordinates x times) and their standard errors. `bridges`, if given,
# is the number of bridges per interval.
bridge_ratios <- function(pair, grid, values, seed, bridges = NULL) {
  sums <- array(-Inf, c(dim(values)[[1L]], length(grid$times) - 1L, 5L))
  wanted <- if (is.null(bridges)) bridge_first else bridges
  drawn <- 0
  batch <- 0
  repeat {
    while (2 * drawn < wanted) {
      pairs <- min(bridge_batch, ceiling(wanted / 2) - drawn)
      sums <- log_added(sums, bridge_sums(pair, grid, values, seed, batch, pairs))
      drawn <- drawn + pairs
      batch <- batch + 1
    }
    found <- bridge_estimates(sums, drawn)
    few <- mean(found$errors > bridge_tolerance) <= bridge_left
    if (!is.null(bridges) || wanted >= bridge_most || few %in% TRUE) {
      return(found)
    }
    wanted <- 2 * wanted
  }
}

log_added <- function(a, b) {
  high <- pmax(a, b)
  high + log1p(exp(pmin(a, b) - high))
}

# Log ratios and standard errors, from logs of sums over pairs: paths x intervals x (the weights of
# both classes, their squares, their products).
bridge_estimates <- function(sums, pairs) {
  n <- dim(sums)[[1L]]
  part <- function(k) matrix(sums[, , k], n) - log(pairs)
  zero <- part(1L)
  one <- part(2L)
  a <- exp(part(3L) - 2 * zero)
  b <- exp(part(4L) - 2 * one)
  both <- exp(part(5L) - zero - one)
  few <- max(pairs - 1, 1)
  list(
    ratios = rowSums(one - zero + (b - a) / (2 * few)),
    errors = sqrt(rowSums(pmax(a + b - 2 * both, 0) / few))
  )
}

# Logs of sums over new pairs of bridges.
bridge_sums <- function(pair, grid, values, seed, batch, pairs) {
  n <- dim(values)[[1L]]
  intervals <- length(grid$times) - 1L
  steps <- rep_len(grid$substeps, intervals)
  noise <- bridge_noise(pair)
  count <- ncol(noise$sigma) * pairs * sum(steps - 1)
  name <- sprintf("%s, bridges %.0f", pair$name, batch)
  width <- max(1, bridge_block %/% (2 * pairs * pair$dimension))
  found <- array(0, c(n, intervals, 5L))
  for (first in seq(1, n, by = width)) {
    rows <- seq(first, min(n, first + width - 1))
    z <- if (count > 0) path_normals(seed, name, first - 1, length(rows), count)
    place <- 0
    for (interval in seq_len(intervals)) {
      taken <- ncol(noise$sigma) * pairs * (steps[[interval]] - 1)
      logs <- bridge_weights(
        pair, noise, grid, interval, steps[[interval]], path_points(values, interval)[rows, ],
        path_points(values, interval + 1L)[rows, ], z[place + seq_len(taken), , drop = FALSE], pairs
      )
      place <- place + taken
      found[rows, interval, ] <- vapply(logs, log_sums, numeric(length(rows)))
    }
  }
  found
}

# Log of the sums over the rows of logs (pairs x paths).
log_sums <- function(logs) {
  high <- apply(logs, 2L, max)
  high + log(colSums(exp(logs - rep(high, each = nrow(logs)))))
}

# Log weights (pairs x paths) of both classes, of their squares and products, in an interval.
bridge_weights <- function(pair, noise, grid, interval, steps, before, after, z, pairs) {
  before <- matrix(before, ncol = pair$dimension)
  after <- matrix(after, ncol = pair$dimension)
  n <- nrow(before)
  now <- grid$times[[interval]]
  fine <- (grid$times[[interval + 1L]] - now) / steps
  spread <- function(states) states[rep(rep(seq_len(n), each = pairs), 2L), , drop = FALSE]
  sources <- ncol(noise$sigma)
  away <- matrix(0, pairs * n, pair$dimension)
  total <- matrix(0, 2 * pairs * n, 2L)
  x <- spread(before)
  for (step in seq_len(steps) - 1) {
    left <- steps - step
    drifts <- pair$drifts(now + (step + isTRUE(grid$late)) * fine, x)
    then <- spread(after)
    if (left > 1) {
      rows <- step * sources * pairs + seq_len(sources * pairs)
      drawn <- aperm(array(z[rows, ], c(pairs, sources, n)), c(1L, 3L, 2L))
      move <- matrix(drawn, ncol = sources) %*% t(noise$sigma) * sqrt(fine * (left - 1) / left)
      away <- away * ((left - 1) / left) + move
      then <- spread(before + (after - before) * ((step + 1) / steps)) + rbind(away, -away)
    }
    moved <- (then - x) %*% noise$inverse
    for (label in 1:2) {
      white <- drifts[[label]] %*% noise$inverse
      total[, label] <- total[, label] + rowSums(white * (moved - white * (fine / 2)))
    }
    x <- then
  }
  plus <- seq_len(pairs * n)
  both <- log_added(total[plus, , drop = FALSE], total[-plus, , drop = FALSE]) - log(2)
  zero <- matrix(both[, 1L], pairs)
  one <- matrix(both[, 2L], pairs)
  list(zero, one, 2 * zero, 2 * one, zero + one)
}
