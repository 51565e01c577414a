# Farthest-first: each dataset is as far as possible from those already chosen (Gonzalez 1985).

# The dataset to start with: farthest from the mean, or with the largest mean distance to all. With
# the cosine, a mean that is the zero vector has no direction: the second rule is used.
farthest_start <- function(gram, apart, metric, start) {
  middle <- rowMeans(apart)
  least <- least_scale(metric)
  if (start == "distance") {
    return(list(first = first_best(middle, max(middle, least)), replaced = FALSE))
  }
  squares <- diag(gram)
  products <- rowMeans(gram)
  length <- mean(products)
  if (metric == "euclidean") {
    far <- squares - 2 * products + length
    return(list(first = first_best(far, max(squares)), replaced = FALSE))
  }
  if (length <= selection_noise * mean(squares)) {
    return(list(first = first_best(middle, max(abs(middle), least)), replaced = TRUE))
  }
  lengths <- sqrt(squares * length)
  far <- ifelse(lengths > 0, 1 - products / ifelse(lengths > 0, lengths, 1), 1)
  list(first = first_best(far, max(abs(far), least)), replaced = FALSE)
}

# The first `size` of the order; ties go to the first. `least` is that of least_scale().
farthest_order <- function(apart, first, size, least = 0) {
  chosen <- first
  scale <- max(apart, least)
  while (length(chosen) < size) {
    near <- apply(apart[chosen, , drop = FALSE], 2L, min)
    near[chosen] <- -Inf
    chosen <- c(chosen, first_best(near, scale))
  }
  chosen
}

# The distance of the farthest dataset from those chosen so far.
covering_radii <- function(apart, chosen) {
  near <- rep(Inf, nrow(apart))
  vapply(chosen, function(place) {
    near <<- pmin(near, apart[place, ])
    max(near)
  }, 0)
}
