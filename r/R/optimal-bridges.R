# The log likelihood ratio of observed points by random bridges: paths of a chain without drift
# between two observed points, the same ones for both classes, in pairs that mirror each other at
# the straight line between the points. The random numbers are those of Python.

bridge_tolerance <- 0.1 # of a log ratio: its standard error
bridge_left <- 0.1 # largest share of paths with a larger error
bridge_counts <- c(64, 1024) # bridges per interval: doubled from the first number to the last
bridge_batch <- 32 # pairs of bridges that are drawn at once, from one stream per path
bridge_singular <- 1e-7 # smallest diagonal of a root of the noise, relative to the largest

# Noise that is numbers: functions that move by normal numbers (rows x sources), and that whiten
# rows of coordinates. NULL for other noise, and if there is none in some direction.
bridge_noise <- function(noise) {
  numbers <- noise$numbers
  if (!is.null(numbers)) {
    scaled <- function(rows, by) rows * rep(by, each = nrow(rows))
    if (any(numbers == 0)) {
      return(NULL)
    }
    return(list(
      move = function(z) scaled(z, numbers), white = function(rows) scaled(rows, 1 / numbers)
    ))
  }
  root <- if (!is.null(noise$matrix)) {
    tryCatch(t(chol(tcrossprod(noise$matrix))), error = function(e) NULL)
  }
  if (is.null(root) || min(diag(root)) <= bridge_singular * max(diag(root))) {
    return(NULL)
  }
  inverse <- forwardsolve(root, diag(nrow(root)))
  list(
    move = function(z) tcrossprod(z, noise$matrix),
    white = function(rows) tcrossprod(rows, inverse)
  )
}

is_bridged <- function(pair) !is.null(bridge_noise(pair$noise))

# Log ratios of paths (paths x coordinates x times) and their standard errors, by `bridges` bridges
# per interval; NULL: doubled until at most a share of the errors is above the tolerance.
bridge_ratios <- function(pair, grid, values, seed, bridges = NULL) {
  wanted <- if (is.null(bridges)) bridge_counts[[1L]] else bridges
  drawn <- 0
  batch <- 0
  sums <- -Inf
  repeat {
    while (2 * drawn < wanted) {
      pairs <- min(bridge_batch, ceiling(wanted / 2) - drawn)
      name <- sprintf("%s, bridges %.0f", pair$name, batch)
      sums <- log_added(sums, bridge_sums(pair, grid, values, seed, name, pairs))
      drawn <- drawn + pairs
      batch <- batch + 1
    }
    found <- bridge_estimates(sums, drawn)
    few <- mean(found$errors > bridge_tolerance) <= bridge_left
    if (!is.null(bridges) || wanted >= bridge_counts[[2L]] || few) {
      return(found)
    }
    wanted <- 2 * wanted
  }
}

# log(exp(a) + exp(b)).
log_added <- function(a, b) {
  ifelse(a == b, a + log(2), pmax(a, b) + log1p(exp(-abs(a - b))))
}

# Log ratios and standard errors from logs of sums over pairs (paths x intervals x 5): of the
# weights of both classes, of their squares and of their products. The logarithm of a mean is too
# low by about half its relative variance, which is added.
bridge_estimates <- function(sums, pairs) {
  logs <- lapply(1:5, function(k) matrix(sums[, , k], dim(sums)[[1L]]) - log(pairs))
  zero <- logs[[1L]]
  one <- logs[[2L]]
  a <- exp(logs[[3L]] - 2 * zero)
  b <- exp(logs[[4L]] - 2 * one)
  both <- exp(logs[[5L]] - zero - one)
  few <- max(pairs - 1, 1)
  list(
    ratios = rowSums(one - zero + (b - a) / (2 * few)),
    errors = sqrt(rowSums(pmax(a + b - 2 * both, 0) / few))
  )
}

# Logs of sums over new pairs of bridges: paths x intervals x 5.
bridge_sums <- function(pair, grid, values, seed, name, pairs) {
  count <- pairs * pair$noise$sources * sum(grid$substeps - 1)
  width <- max(1, floor(path_numbers / max(count, 1)))
  starts <- seq(0, dim(values)[[1L]] - 1, by = width)
  parts <- suppressWarnings(parallel::mclapply(starts, function(first) {
    rows <- seq(first + 1, min(first + width, dim(values)[[1L]]))
    z <- path_normals(seed, name, first, length(rows), count)
    bridge_block(pair, grid, values[rows, , , drop = FALSE], z, pairs)
  }, mc.cores = min(search_workers(NULL), length(starts))))
  require_parts(parts)
  bound_paths(parts)
}

# The same for a block of paths, from normal numbers z (numbers x paths).
bridge_block <- function(pair, grid, values, z, pairs) {
  count <- dim(values)[[1L]]
  found <- array(0, c(count, length(grid$substeps), 5L))
  place <- 0
  for (interval in seq_along(grid$substeps)) {
    steps <- grid$substeps[[interval]]
    taken <- pairs * pair$noise$sources * (steps - 1)
    now <- grid$times[[interval]]
    about <- list(
      now = now, fine = (grid$times[[interval + 1L]] - now) / steps, steps = steps, late = grid$late
    )
    logs <- bridge_weights(
      pair, about, path_points(values, interval), path_points(values, interval + 1L),
      array(z[place + seq_len(taken), ], c(pairs, pair$noise$sources, steps - 1, count)), pairs
    )
    place <- place + taken
    terms <- list(logs[[1L]], logs[[2L]], 2 * logs[[1L]], 2 * logs[[2L]], logs[[1L]] + logs[[2L]])
    found[, interval, ] <- vapply(terms, function(term) {
      most <- as.vector(do.call(pmax, asplit(term, 2L)))
      most + log(rowSums(exp(term - most)))
    }, numeric(count))
  }
  found
}

# Log weights of both classes (paths x pairs) of bridges from `before` to `after` (paths x
# coordinates): the mean over both bridges of a pair of the density by the chain of a class over
# that by the chain without drift. z: pairs x sources x steps x paths.
bridge_weights <- function(pair, about, before, after, z, pairs) {
  noise <- bridge_noise(pair$noise)
  count <- nrow(before)
  spread <- function(rows, times) rows[rep(seq_len(count), times), , drop = FALSE]
  start <- spread(before, pairs)
  onward <- spread(after, pairs) - start
  away <- 0 * start
  total <- list(0, 0)
  x <- spread(before, 2 * pairs)
  for (step in seq_len(about$steps)) {
    left <- about$steps - step + 1
    drifts <- pair$drifts(about$now + (step - 1 + isTRUE(about$late)) * about$fine, x)
    then <- if (left == 1) {
      spread(after, 2 * pairs)
    } else {
      drawn <- matrix(aperm(z[, , step, , drop = FALSE], c(4L, 1L, 3L, 2L)), count * pairs)
      away <- away * ((left - 1) / left) + noise$move(drawn) * sqrt(about$fine * (left - 1) / left)
      line <- start + onward * (step / about$steps)
      rbind(line + away, line - away)
    }
    move <- noise$white(then - x)
    total <- Map(function(sum, drift) {
      drift <- noise$white(drift)
      sum + rowSums((move - drift * (about$fine / 2)) * drift)
    }, total, drifts)
    x <- then
  }
  lapply(total, function(weights) {
    weights <- array(weights, c(count, pairs, 2L))
    log_added(matrix(weights[, , 1L], count), matrix(weights[, , 2L], count)) - log(2)
  })
}
