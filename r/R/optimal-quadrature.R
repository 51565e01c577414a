# The log likelihood ratio of observed points by quadrature, where no formula gives it. The same
# method, step by step, as in Python's quadrature.py, where it is explained.

quad_tolerance <- 1e-8 # of a log ratio, relative to its size if that is above 1
quad_left <- 0.1 # largest share of paths with a larger error
quad_spacings <- c(0.6, 0.45, 0.34, 0.26, 0.2) # of grids, in deviations of a fine step
quad_spacings_varying <- c(0.4, 0.3, 0.22) # where noise depends on the state
quad_more <- 2 # deviations of a fine step, over the spacing, by which a grid reaches further
quad_reach <- 5.5 # a grid reaches this many deviations of an interval beyond the observed points
quad_floor <- 1e-5 # smallest noise that a grid resolves, relative to the largest
quad_points <- 10L # grid points of an interpolation
quad_narrow <- 1.5 # steps narrower than this, in spacings of the grid, are interpolated
quad_wide <- 400 # deviations of a fine step; if more, paths are divided among several grids
quad_most <- 4000 # points of a grid that one interval may need
quad_rows <- 48L # rows of a matrix that are multiplied at once
quad_squared <- 32 # steps beyond which powers of a whole matrix take less time
quad_span <- 12 # deviations of a step beyond which densities are 0
quad_least <- -690 # smallest log density: a smaller density counts as about 1e-300
quad_sample <- 256 # states at which drifts are compared over time
# Nodes and weights of a narrow step, by the rule of Gauss and Hermite.
quad_hermite <- local({
  off <- sqrt(seq_len(13))
  jacobi <- matrix(0, 14L, 14L)
  jacobi[cbind(1:13, 2:14)] <- jacobi[cbind(2:14, 1:13)] <- off
  found <- eigen(jacobi, symmetric = TRUE)
  list(place = found$values, share = found$vectors[1L, ]^2)
})

# Whether quadrature gives the ratio: one dimension or independent coordinates, noise in each, and
# normal steps.
is_quadrature_known <- function(pair, grid) {
  apart <- pair$name %in% c("constant", "potentials", "ornstein-uhlenbeck", "linear-nonlinear")
  noise <- pair$noise
  if (pair$dimension > 1 && !apart) {
    return(FALSE)
  }
  if (noise$varies) {
    return(
      (pair$dimension == 1 || pair$name == "linear-nonlinear") && identical(grid$scheme, "euler")
    )
  }
  if (noise$is_matrix) pair$dimension == 1 else all(noise$numbers != 0)
}

# Log ratios of paths (paths x coordinates x times) and estimates of their errors.
quadrature_ratios <- function(pair, grid, values) {
  spacings <- if (pair$noise$varies) quad_spacings_varying else quad_spacings
  before <- quad_ratios(pair, grid, values, spacings[[1L]])
  error <- rep(Inf, length(before))
  for (spacing in spacings[-1L]) {
    found <- tryCatch(
      quad_ratios(pair, grid, values, spacing), pybench_quad_too_fine = function(e) NULL
    )
    if (is.null(found)) {
      break
    }
    error <- abs(found - before)
    before <- found
    above <- error > quad_tolerance * pmax(1, abs(found))
    if (mean(above %in% TRUE) <= quad_left) {
      break
    }
  }
  list(ratios = before, errors = error)
}

quad_ratios <- function(pair, grid, values, spacing) {
  total <- numeric(dim(values)[[1L]])
  for (i in seq_len(pair$dimension)) {
    states <- matrix(values[, i, ], dim(values)[[1L]])
    for (part in quad_parts(pair, grid, states, i)) {
      total <- total + rowSums(matrix(quad_log_ratios(part, spacing), nrow(states)))
    }
  }
  total
}

# Intervals of the same length and number of fine steps, as one part each.
quad_parts <- function(pair, grid, states, i) {
  dt <- diff(grid$times)
  kind <- sprintf("%.0f %.12g", grid$substeps, dt)
  lapply(unique(kind), function(one) {
    places <- which(kind == one)
    steps <- grid$substeps[[places[[1L]]]]
    fine <- dt[[places[[1L]]]] / steps
    times <- outer(grid$times[places], fine * (seq_len(steps) - 1), `+`)
    part <- list(
      pair = pair, i = i, times = times, fine = fine, late = isTRUE(grid$late),
      place = rep(seq_along(places), each = nrow(states)),
      before = as.vector(states[, places]), after = as.vector(states[, places + 1L])
    )
    part$constant <- c(quad_alike(part, 1L), quad_alike(part, 2L))
    part
  })
}

# Mean and standard deviation of the state after a fine step.
quad_step <- function(part, t, states, label) {
  x <- matrix(states, length(states), part$pair$dimension)
  drift <- part$pair$drifts(t + part$late * part$fine, x)[[label]][, part$i]
  list(mean = states + part$fine * drift, width = sqrt(part$fine) * quad_sigma(part, t, states))
}

# The size of the noise at states.
quad_sigma <- function(part, t, states) {
  x <- matrix(states, length(states), part$pair$dimension)
  part$pair$noise$size(t, x)[, part$i]
}

# Whether drift and noise are the same at all times, at some of the states.
quad_alike <- function(part, label) {
  seen <- sort(unique(part$before))
  some <- seen[floor(seq(1, length(seen), length.out = min(quad_sample, length(seen))))]
  times <- unique(as.vector(part$times))
  first <- quad_step(part, times[[1L]], some, label)
  all(vapply(times[-1L], function(t) identical(quad_step(part, t, some, label), first), NA))
}

quad_log_ratios <- function(part, spacing) {
  if (ncol(part$times) == 1L) {
    return(quad_normal(part, 2L) - quad_normal(part, 1L))
  }
  grid <- quad_interpolation(quad_grid(part, spacing))
  ends <- lapply(part[c("before", "after")], findInterval, grid$states)
  single <- 2 * quad_beyond(part, spacing) + max(abs(ends$before - ends$after))
  if (length(grid$states) > max(quad_wide / spacing, 2 * single)) {
    return(quad_divided(part, spacing))
  }
  if (length(grid$states) > quad_most) {
    stop_too_fine(part$fine)
  }
  zero <- quad_interpolated(part, 1L, grid)
  one <- quad_interpolated(part, 2L, grid)
  ifelse(pmax(zero, one) <= quad_least, NaN, one - zero)
}

# Log density of a single step, less what both classes share.
quad_normal <- function(part, label) {
  found <- numeric(length(part$before))
  for (place in seq_len(nrow(part$times))) {
    mine <- part$place == place
    step <- quad_step(part, part$times[place, 1L], part$before[mine], label)
    found[mine] <- -0.5 * ((part$after[mine] - step$mean) / step$width)^2
  }
  found
}

# The range of the points, and of the flow of drifts that depend on time.
quad_ends <- function(part) {
  seen <- range(part$before, part$after)
  for (label in which(!part$constant)) {
    for (place in seq_len(nrow(part$times))) {
      x <- part$before[part$place == place]
      for (t in part$times[place, -ncol(part$times)]) {
        x <- quad_step(part, t, x, label)$mean
        seen <- range(seen, x, finite = TRUE)
      }
    }
  }
  seen
}

# States and weights of the trapezoid rule, after a change of variable.
quad_grid <- function(part, spacing) {
  ends <- quad_ends(part)
  more <- quad_beyond(part, spacing)
  start <- part$times[[1L]]
  if (!part$pair$noise$varies) {
    h <- spacing * sqrt(part$fine) * quad_sigma(part, start, 0)
    count <- min(2 * more + (ends[[2L]] - ends[[1L]]) / h, 2 * quad_most)
    states <- ends[[1L]] + h * (seq(0, floor(count)) - more)
    return(list(states = states, weights = rep(h, length(states))))
  }
  floor <- quad_floor * max(quad_sigma(part, start, c(part$before, part$after)))
  slope <- function(x) sqrt(part$fine) * sqrt(quad_sigma(part, start, x)^2 + floor^2)
  up <- quad_marched(slope, ends[[1L]], spacing, ends[[2L]], more)
  down <- quad_marched(slope, ends[[1L]], -spacing, ends[[1L]], more)
  states <- c(rev(down)[-length(down)], up)
  states <- states[is.finite(states)] # beyond the others there is no noise
  list(states = states, weights = spacing * slope(states))
}

# The states that solve dx/du = slope(x), by Runge and Kutta, up to an end and some steps more.
quad_marched <- function(slope, x, h, end, more) {
  found <- numeric(2 * quad_most + more + 1)
  count <- 1L
  found[[1L]] <- x
  left <- more
  while (count < length(found) && left > 0) {
    if (h < 0 || !isTRUE(x < end) || count >= 2 * quad_most) {
      left <- left - 1
    }
    first <- slope(x)
    second <- slope(x + h / 2 * first)
    third <- slope(x + h / 2 * second)
    x <- x + h / 6 * (first + 2 * second + 2 * third + slope(x + h * third))
    count <- count + 1L
    found[[count]] <- x
  }
  found[seq_len(count)]
}

# Grid points on each side of the range of the points; more if the grid is fine.
quad_beyond <- function(part, spacing) {
  ceiling((quad_reach * sqrt(ncol(part$times)) + quad_more / spacing) / spacing)
}

# The log ratios by two grids, one for each half of the states before.
quad_divided <- function(part, spacing) {
  found <- numeric(length(part$before))
  order <- order(part$before)
  half <- seq_len(ceiling(length(order) / 2))
  for (rows in list(order[half], order[-half])) {
    one <- part
    for (name in c("place", "before", "after")) {
      one[[name]] <- part[[name]][rows]
    }
    found[rows] <- quad_log_ratios(one, spacing)
  }
  found
}

quad_interpolated <- function(part, label, grid) {
  found <- numeric(length(part$before))
  same <- part$constant[[label]]
  for (place in if (same) 1L else seq_len(nrow(part$times))) {
    table <- quad_table(part, label, part$times[place, ], grid)
    mine <- if (same) seq_along(found) else which(part$place == place)
    found[mine] <- quad_between(grid, table, part$before[mine], part$after[mine])
  }
  found
}

# Log density of state k after state j, as entry (j, k).
quad_table <- function(part, label, times, grid) {
  last <- length(times)
  step <- quad_step(part, times[[last]], grid$states, label)
  density <- quad_density(step, grid$states)
  same <- part$constant[[label]]
  if (same && last - 1L > quad_squared) {
    whole <- matrix(0, length(grid$states), length(grid$states))
    for (one in quad_onward(part, times[[1L]], grid, label)) {
      whole[one$rows, one$columns] <- one$block
    }
    density <- quad_power(whole, last - 1L, density)
    last <- 1L
  }
  blocks <- NULL
  for (t in rev(times[seq_len(last - 1L)])) {
    if (is.null(blocks) || !same) {
      blocks <- quad_onward(part, t, grid, label)
    }
    found <- matrix(0, nrow(density), ncol(density))
    for (one in blocks) {
      found[one$rows, ] <- one$block %*% density[one$columns, , drop = FALSE]
    }
    density <- found
  }
  pmax(log(pmax(density, 0)), quad_least)
}

# A power of a matrix times another matrix.
quad_power <- function(whole, power, density) {
  while (power > 0) {
    if (power %% 2 == 1) {
      density <- whole %*% density
    }
    power <- power %/% 2
    if (power > 0) {
      whole <- whole %*% whole
    }
  }
  density
}

# The matrix whose product with f(states) is the mean of f after a step, in blocks of rows.
quad_onward <- function(part, t, grid, label) {
  states <- grid$states
  step <- quad_step(part, t, states, label)
  sound <- which(is.finite(step$mean) & is.finite(step$width))
  lapply(split(sound, (sound - 1L) %/% quad_rows), function(rows) {
    own <- lapply(step, `[`, rows)
    low <- findInterval(min(own$mean - quad_span * own$width), states, left.open = TRUE)
    high <- findInterval(max(own$mean + quad_span * own$width), states, left.open = TRUE)
    columns <- seq(
      max(1L, low + 1L - quad_points), min(length(states), high + quad_points)
    )
    block <- quad_density(own, states[columns]) *
      rep(grid$weights[columns], each = length(rows))
    if (part$pair$noise$varies) {
      block <- quad_widened(block, own, grid, columns[[1L]])
    }
    list(rows = rows, columns = columns, block = block)
  })
}

# Replaces the rows of steps that the grid cannot resolve by weights of interpolations.
quad_widened <- function(block, step, grid, first) {
  states <- grid$states
  near <- pmin(findInterval(step$mean, states, left.open = TRUE) + 1L, length(states))
  inside <- step$mean >= states[[1L]] & step$mean <= states[[length(states)]]
  narrow <- which(step$width < quad_narrow * grid$weights[near] & inside)
  block[narrow, ] <- 0
  for (k in if (length(narrow)) seq_along(quad_hermite$place)) {
    x <- step$mean[narrow] + quad_hermite$place[[k]] * step$width[narrow]
    found <- quad_stencil(grid, x)
    for (j in seq_len(quad_points)) {
      at <- cbind(narrow, found$first - first + j)
      block[at] <- block[at] + quad_hermite$share[[k]] * found$share[, j]
    }
  }
  block
}

# Normal density of states, one column each, for each mean and width; 0 without them.
quad_density <- function(step, states) {
  away <- (rep(states, each = length(step$mean)) - step$mean) / step$width
  found <- exp(-0.5 * away^2) / (step$width * sqrt(2 * pi))
  found[!is.finite(found)] <- 0
  matrix(found, length(step$mean))
}

# Adds to a grid what interpolation between its states needs.
quad_interpolation <- function(grid) {
  first <- seq_len(length(grid$states) - quad_points + 1L)
  near <- outer(first, seq_len(quad_points) - 1L, function(i, j) grid$states[i + j])
  scale <- near[, quad_points] - near[, 1L]
  grid$shares <- vapply(seq_len(quad_points), function(j) {
    1 / Reduce(`*`, lapply(seq_len(quad_points)[-j], function(k) (near[, j] - near[, k]) / scale))
  }, numeric(length(first)))
  grid
}

# The first state and the weights of an interpolation at x.
quad_stencil <- function(grid, x) {
  first <- findInterval(x, grid$states, left.open = TRUE) + 1L - quad_points %/% 2L
  first <- pmin(pmax(first, 1L), length(grid$states) - quad_points + 1L)
  away <- x - outer(first, seq_len(quad_points) - 1L, function(i, j) grid$states[i + j])
  exact <- away == 0
  away[exact] <- 1
  share <- grid$shares[first, , drop = FALSE] / away
  share[rowSums(exact) > 0, ] <- 0
  share[exact] <- 1
  list(first = first, share = share / rowSums(share))
}

# Entries of a table of pairs of states at pairs (x, y) between them.
quad_between <- function(grid, table, x, y) {
  one <- quad_stencil(grid, x)
  two <- quad_stencil(grid, y)
  total <- numeric(length(x))
  for (j in seq_len(quad_points)) {
    row <- numeric(length(x))
    for (k in seq_len(quad_points)) {
      row <- row + table[cbind(one$first + j - 1L, two$first + k - 1L)] * two$share[, k]
    }
    total <- total + one$share[, j] * row
  }
  total
}

stop_too_fine <- function(fine) {
  kinds <- c("pybench_quad_too_fine", "pybench_error_argument")
  message <- sprintf(
    paste0(
      "the noise of a fine step of length %g is too small for the distance between two ",
      "observed points: a grid would need more than %.0f states"
    ),
    fine, quad_most
  )
  stop(pybench_condition(
    kinds, message,
    expected = "less distance, in standard deviations of a fine step",
    found = sprintf("more than %.0f states", quad_most),
    hint = "Give fewer `substeps`, or more noise."
  ))
}
