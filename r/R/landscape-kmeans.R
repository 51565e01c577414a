# Codes by k-means, as many as a map has units: no grid, but any number of rows.

# As many codes as the largest of the maps has units; what was found, and how.
kmeans_landscape <- function(rows, sizes, seeds, rlen, weights, components) {
  tasks <- search_tasks(sizes, seeds, nrow(rows))
  units <- tasks$xdim * tasks$ydim
  require_codes(tasks[which.max(units), ])
  found <- kmeans_codes(rows, max(units), unique(tasks$seed), check_count("rlen", rlen), weights)
  about <- list(
    n_codes = max(units), seed = found$seed, iterations = found$iterations,
    converged = found$converged, quantization_error = found$quantization_error,
    explained_variance = components$explained * found$explained_variance
  )
  list(codes = found$codes, units = found$units, about = about)
}

# For each seed one start; the result with the smallest mean squared distance, the first if tied.
# `rows`: centred; codes move at most `most` times.
kmeans_codes <- function(rows, count, seeds, most, weights = NULL) {
  axes <- som_axes(rows)
  found <- lapply(seeds, function(seed) {
    start <- kmeans_start(rows, count, seed, weights)
    kmeans_moved(rows, start, axes, most, weights)
  })
  errors <- vapply(found, `[[`, 0, "quantization_error")
  best <- which.min(errors)
  total <- mean_of(rowSums(rows^2), weights)
  c(
    found[[best]],
    list(seed = as.double(seeds[[best]]), explained_variance = 100 * (1 - errors[[best]] / total))
  )
}

# k-means++ (Arthur and Vassilvitskii 2007): the first row by weight, each further one by weight
# times the squared distance from the nearest row before. A distance that is rounding counts as 0.
kmeans_start <- function(rows, count, seed, weights = NULL) {
  drawn <- uniforms(seed, "k-means of a landscape", 0, count)
  squares <- rowSums(rows^2)
  rounding <- 1e-12 * max(squares)
  times <- if (is.null(weights)) rep(1, nrow(rows)) else weights
  apart <- Inf
  chances <- times
  chosen <- integer(count)
  for (i in seq_len(count)) {
    sums <- cumsum(chances)
    total <- sums[[length(sums)]]
    if (total == 0) stop_few_codes(count, i - 1L)
    place <- findInterval(drawn[[i]] * total, sums) + 1L
    own <- squares - 2 * drop(rows %*% rows[place, ]) + squares[[place]]
    own[own <= rounding] <- 0
    apart <- pmin(apart, own)
    chances <- apart * times
    chosen[[i]] <- place
  }
  rows[chosen, , drop = FALSE]
}

stop_few_codes <- function(count, rows) {
  stop_argument(
    sprintf(
      "`sizes` must give at most %d units, the number of different rows, not %.0f", rows, count
    ),
    expected = paste("at most", counted(rows, "unit")), found = sprintf("%.0f", count)
  )
}

# Lloyd's algorithm: each code becomes the mean of the rows nearest to it, until no row changes its
# code; a code without rows stays where it is.
kmeans_moved <- function(rows, codes, axes, most, weights = NULL) {
  data <- t(rows)
  tell <- epochs_told(most, "iterations of k-means")
  nearest <- function(likely) .Call(C_pb_som_partial, data, t(codes), axes, 0L, likely)[[3L]]
  times <- if (is.null(weights)) rep(1, nrow(rows)) else weights
  units <- nearest(NULL)
  iterations <- 0
  repeat {
    sums <- unname(rowsum(cbind(rows * times, times), units)) # in the order of the units
    last <- ncol(sums)
    codes[sort(unique(units)), ] <- sums[, -last] / sums[, last]
    before <- units
    units <- nearest(before)
    iterations <- iterations + 1
    if (!is.null(tell)) tell(iterations)
    if (identical(units, before) || iterations == most) break
  }
  list(
    codes = codes, units = as.double(units), iterations = iterations,
    converged = identical(units, before),
    quantization_error = mean_of(code_distances(rows, codes, units), weights)
  )
}
