# Facility location and k-medoids: datasets that are close to all others.

# Each step takes the dataset that most reduces the sum of distances to the nearest chosen.
facility_order <- function(apart, size, least = 0) {
  sums <- rowSums(apart)
  scale <- max(sums, least * nrow(apart))
  chosen <- first_best(-sums, scale)
  while (length(chosen) < size) {
    gains <- colSums(pmax(nearest_apart(apart, chosen) - apart, 0))
    gains[chosen] <- -Inf
    chosen <- c(chosen, first_best(gains, scale))
  }
  chosen
}

# Makes the best swap of all repeatedly until none reduces the sum of distances.
swapped_medoids <- function(apart, chosen, least = 0) {
  for (swap in seq_len(most_swaps * length(chosen))) {
    whole <- sum(nearest_apart(apart, chosen))
    scale <- max(whole, least * nrow(apart))
    gains <- vapply(seq_along(chosen), function(i) {
      whole - colSums(pmin(apart, nearest_apart(apart, chosen[-i])))
    }, numeric(ncol(apart)))
    gains <- matrix(gains, ncol(apart)) # also where there is one dataset alone
    gains[chosen, ] <- -Inf
    # By the place of the outgoing dataset, then by that of the incoming one.
    best <- first_best(as.vector(gains), scale)
    if (gains[[best]] <= selection_noise * scale) break
    chosen[[(best - 1L) %/% ncol(apart) + 1L]] <- (best - 1L) %% ncol(apart) + 1L
  }
  chosen
}

# Distance of each dataset from the nearest chosen; infinite if none is chosen.
nearest_apart <- function(apart, chosen) {
  do.call(pmin, c(list(rep(Inf, nrow(apart))), lapply(chosen, function(place) apart[, place])))
}
