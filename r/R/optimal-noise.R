# The noise of a diffusion: how normal numbers move a state, and the likelihood of a move. States,
# drifts and moves are matrices with one row per path and one column per coordinate.

noise_clip <- 1e10 # largest 1 / sigma^2 allowed without `clip` where noise depends on the state

# Noise, one for both classes: a list of
#   sources    number of normal numbers that a step takes
#   numbers    sigma as one number per coordinate; NULL for a matrix or a function
#   varies     whether sigma is a function of time and states
#   matrix     sigma as a matrix of numbers; NULL for other noise
#   is_matrix  whether it has a matrix of sources
#   size       function of (t, x): |sigma| in each coordinate; of a matrix only in one dimension
#   at         function of (t, x): list(move(z), log_ratio(b0, b1, move, dt))
new_noise <- function(diffusion, d, clip = NULL, sources = NULL) {
  if (is.list(diffusion)) {
    diffusion <- same_for_both(diffusion)
  }
  if (!is.null(clip)) {
    clip <- check_number("clip", clip, "a number > 0", 0, Inf)
  }
  if (is.function(diffusion)) {
    if (!is.null(sources)) {
      return(matrix_noise(diffusion, d, check_count("sources", sources), clip))
    }
    return(diagonal_noise(diffusion, d, clip))
  }
  if (!are_numbers(diffusion)) {
    refuse_diffusion(d, "it is no finite number", diffusion)
  }
  if (is.matrix(diffusion) && nrow(diffusion) == d) {
    return(matrix_noise(diffusion, d, ncol(diffusion), clip))
  }
  if (is.matrix(diffusion) || !length(diffusion) %in% c(1L, d)) {
    size <- if (is.matrix(diffusion)) dim(diffusion) else length(diffusion)
    refuse_diffusion(d, sprintf("its size is %s", paste(size, collapse = " x ")), diffusion)
  }
  if (length(diffusion) == 1L) {
    check_number("diffusion", diffusion, "a number > 0", 0, Inf)
  }
  diagonal_noise(rep_len(as.double(diffusion), d), d, clip)
}

# The noise of a pair of classes, if it is the same in both.
same_for_both <- function(pair) {
  if (length(pair) == 2L && identical(pair[[1L]], pair[[2L]])) {
    return(pair[[1L]])
  }
  stop_argument(
    paste(
      "the two classes have different diffusion coefficients: a path observed continuously would",
      "show its class without error, so Girsanov's likelihood ratio does not exist"
    ),
    expected = "one diffusion coefficient for both classes", found = "two",
    hint = paste(
      "Give the same diffusion for both classes: one number per coordinate in a vector. A list",
      "means one diffusion per class."
    )
  )
}

refuse_diffusion <- function(d, why, value) {
  stop_argument(
    sprintf("`diffusion` does not describe noise of %.0f coordinates: %s", d, why),
    expected = paste(
      "a number, a vector of one number per coordinate, a matrix of coordinates x sources, or a",
      "function of (t, x)"
    ),
    found = describe_value(value)
  )
}

# Noise sigma_i dB_i in coordinate i. A coordinate with sigma_i = 0 moves without noise; its drift
# must be the same in both classes.
diagonal_noise <- function(sigma, d, clip) {
  varies <- is.function(sigma)
  sigma_at <- if (varies) {
    function(t, x) as_state("diffusion", sigma(t, x), x)
  } else {
    function(t, x) matrix(sigma, nrow(x), d, byrow = TRUE)
  }
  silent <- if (!varies && is.null(clip)) which(sigma == 0)
  list(
    sources = d, numbers = if (!varies) sigma, varies = varies, is_matrix = FALSE,
    sigma = sigma_at, size = function(t, x) abs(sigma_at(t, x)),
    at = function(t, x) diagonal_local(sigma_at(t, x), clip, varies, silent)
  )
}

diagonal_local <- function(sigma, clip, varies, silent) {
  weight <- 1 / sigma^2
  if (!is.null(clip)) {
    weight <- pmin(weight, clip)
  } else if (!varies) {
    weight[sigma == 0] <- 0
  } else if (any(weight > noise_clip, na.rm = TRUE)) { # lost paths are reported at the end
    refuse_singular("sigma is below 1e-5 at a state that a path reaches")
  }
  list(
    move = function(z) z * sigma,
    log_ratio = function(b0, b1, move, dt) {
      if (length(silent)) {
        require_one_drift(b1[, silent] - b0[, silent])
      }
      summed_ratio(b0, b1, move, dt, weight)
    }
  )
}

# Refuses drifts that differ where there is no noise: one step would show the class.
require_one_drift <- function(difference) {
  if (any(abs(difference) > 0, na.rm = TRUE)) {
    stop_argument(
      paste(
        "the drifts of the classes differ in a coordinate without noise: no likelihood ratio exists"
      ),
      expected = "the same drift in both classes wherever the noise is 0", found = "two drifts",
      hint = "Add noise to that coordinate, or give both classes the same drift in it."
    )
  }
}

# Noise sigma dB with a matrix, coordinates x sources, the same for all paths or one for each.
matrix_noise <- function(sigma, d, sources, clip) {
  varies <- is.function(sigma)
  sigma_at <- function(t, x) {
    found <- if (varies) sigma(t, x) else sigma
    size <- dim(refuse_no_numbers("diffusion", found))
    if (identical(as.integer(size), as.integer(c(d, sources)))) {
      return(array(found, c(1L, d, sources)))
    }
    if (!identical(as.integer(size), as.integer(c(nrow(x), d, sources)))) {
      expected <- sprintf("paths x %.0f x %.0f, or %.0f x %.0f", d, sources, d, sources)
      refuse_shape("diffusion", found, x, expected)
    }
    found
  }
  fixed <- if (!varies) matrix_local(sigma_at(0, NULL), clip)
  list(
    sources = sources, varies = varies, matrix = if (!varies) sigma, is_matrix = TRUE,
    size = function(t, x) {
      matrix(sqrt(rowSums(matrix(sigma_at(t, x)^2, ncol = sources))), nrow(x), 1L)
    },
    at = function(t, x) if (varies) matrix_local(sigma_at(t, x), clip) else fixed
  )
}

# Here a matrix per path is an array paths x rows x columns; with a single one, it is for all paths.
matrix_local <- function(sigma, clip) {
  square <- array(0, dim(sigma)[c(1L, 2L, 2L)])
  for (i in seq_len(dim(sigma)[[2L]])) {
    square[, i, ] <- path_products(sigma, matrix(sigma[, i, ], dim(sigma)[[1L]]))
  }
  # Paths that are not finite are reported at the end; until then the identity takes their place.
  lost <- rowSums(!is.finite(square)) > 0
  square[lost, , ] <- rep(diag(dim(square)[[2L]]), each = sum(lost))
  root <- if (is.null(clip)) path_cholesky(square) else path_weights(square, clip)
  white <- if (is.null(clip)) path_solve else path_products
  list(
    move = function(z) path_products(sigma, z),
    log_ratio = function(b0, b1, move, dt) {
      summed_ratio(white(root, b0), white(root, b1), white(root, move), dt)
    }
  )
}

# The product of the matrix of each path with its row.
path_products <- function(matrices, rows) {
  size <- dim(matrices)
  found <- matrix(0, nrow(rows), size[[2L]])
  for (i in seq_len(size[[2L]])) {
    for (k in seq_len(size[[3L]])) {
      found[, i] <- found[, i] + matrices[, i, k] * rows[, k]
    }
  }
  found
}

# The lower triangle whose product with its transpose is the matrix of a path.
path_cholesky <- function(square) {
  d <- dim(square)[[2L]]
  root <- array(0, dim(square))
  for (j in seq_len(d)) {
    for (i in j:d) {
      rest <- square[, i, j]
      for (k in seq_len(j - 1L)) {
        rest <- rest - root[, i, k] * root[, j, k]
      }
      if (i == j && !all(rest > 0)) {
        refuse_singular("its matrix has no inverse")
      }
      root[, i, j] <- if (i == j) sqrt(rest) else rest / root[, j, j]
    }
  }
  diagonal <- lapply(seq_len(d), function(i) root[, i, i])
  if (!all(do.call(pmin, diagonal) > 1e-7 * do.call(pmax, diagonal))) {
    refuse_singular("its matrix has no inverse, to rounding")
  }
  root
}

# Solves root y = row for each path, by substitution.
path_solve <- function(root, rows) {
  found <- rows
  for (i in seq_len(ncol(rows))) {
    for (k in seq_len(i - 1L)) {
      found[, i] <- found[, i] - root[, i, k] * found[, k]
    }
    found[, i] <- found[, i] / root[, i, i]
  }
  found
}

# The matrices that whiten moves, with every 1 / sigma^2 limited to `clip`.
path_weights <- function(square, clip) {
  for (path in seq_len(dim(square)[[1L]])) {
    own <- eigen(matrix(square[path, , ], dim(square)[[2L]]), symmetric = TRUE)
    weight <- ifelse(own$values * clip > 1, 1 / own$values, clip)
    square[path, , ] <- sqrt(weight) * t(own$vectors)
  }
  square
}

refuse_singular <- function(why) {
  stop_argument(
    paste("the noise is singular:", why),
    expected = "noise in every direction, at every state", found = why,
    hint = paste(
      "Set an upper limit for 1/sigma^2 with `clip`, such as clip = 1e10, as in the code of arXiv",
      "2301.13112."
    )
  )
}

# (b1 - b0)' move - (b1' b1 - b0' b0) dt / 2 of each path, with one rounding fewer.
summed_ratio <- function(b0, b1, move, dt, weight = 1) {
  middle <- (b0 + b1) * (-0.5 * dt) + move
  rowSums(middle * (b1 - b0) * weight)
}

# The result of a user's function as a matrix like the states x.
as_state <- function(what, value, x) {
  size <- dim(refuse_no_numbers(what, value))
  if (is.null(size) && length(value) %in% c(1L, nrow(x))) { # one number, or one for each path
    return(matrix(as.double(value), nrow(x), ncol(x)))
  }
  if (identical(size, dim(x))) {
    storage.mode(value) <- "double"
    return(value)
  }
  if (identical(size, c(1L, ncol(x)))) {
    return(matrix(as.double(value), nrow(x), ncol(x), byrow = TRUE))
  }
  refuse_shape(what, value, x, "one row per path, one column per coordinate, as in the states")
}

refuse_no_numbers <- function(what, value) {
  if (is.numeric(value) || is.logical(value)) {
    return(value)
  }
  found <- describe_value(value)
  stop_argument(
    sprintf("the %s must return numbers, not %s", what, found),
    expected = "numbers, from your own function", found = found,
    hint = "Check that the function returns its result."
  )
}

refuse_shape <- function(what, value, x, expected) {
  size <- if (is.null(dim(value))) length(value) else dim(value)
  found <- paste(size, collapse = " x ")
  stop_argument(
    sprintf("the %s has size %s for states of %d x %d", what, found, nrow(x), ncol(x)),
    expected = expected, found = found,
    hint = paste(
      "Write the function for all paths at once: x[, 1] is the first coordinate of every path."
    )
  )
}
