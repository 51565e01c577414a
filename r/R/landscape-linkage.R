# Cosine distances of codes, and how well a cut of their tree separates.

# 1 - cos of each pair, in [0, 2], symmetric with a diagonal of 0.
cosine_distances <- function(codes) {
  codes <- codes / apply(abs(codes), 1L, max) # squares neither over- nor underflow
  codes <- codes / sqrt(rowSums(codes^2))
  distances <- pmin(pmax(1 - tcrossprod(codes), 0), 2)
  distances <- (distances + t(distances)) / 2
  diag(distances) <- 0
  distances
}

# A unit of weight w is w equal units.
mean_silhouette <- function(distances, labels, weights) {
  member <- outer(labels, seq_len(max(labels)), "==") * weights
  totals <- colSums(member)
  sums <- distances %*% member
  own <- cbind(seq_along(labels), labels)
  others <- totals[labels] - 1
  a <- sums[own] / pmax(others, 1)
  means <- sums / rep(totals, each = nrow(sums))
  means[own] <- Inf
  b <- apply(means, 1L, min)
  value <- ifelse(others > 0 & pmax(a, b) > 0, (b - a) / pmax(a, b), 0)
  sum(value * weights) / sum(weights)
}

# How much higher the next merge is than the last one made, for a cut into k.
cut_gap <- function(heights, k) {
  done <- length(heights) + 1L - k
  heights[[done + 1L]] - (if (done > 0L) heights[[done]] else 0)
}

# Whether the order of rows decided a cut into k: a cluster was as near to one that was joined. A
# cluster that was as near to both does not count: it is as near to their union.
contested_merges <- function(distances, weights, merges, k) {
  slack <- 1e-12 * max(distances) # less is rounding
  diag(distances) <- Inf
  slot <- integer(nrow(merges)) # where the result of a merge is kept
  place <- function(entry) if (entry < 0L) -entry else slot[[entry]]
  for (step in seq_len(nrow(distances) - k)) {
    kept <- place(merges[[step, 1L]])
    gone <- place(merges[[step, 2L]])
    bound <- distances[[kept, gone]] + slack
    rivals <- (distances[kept, ] <= bound) != (distances[gone, ] <= bound)
    if (any(rivals[-c(kept, gone)])) {
      return(TRUE)
    }
    sums <- weights[[kept]] * distances[kept, ] + weights[[gone]] * distances[gone, ]
    weights[[kept]] <- weights[[kept]] + weights[[gone]]
    distances[kept, ] <- distances[, kept] <- sums / weights[[kept]]
    distances[kept, kept] <- Inf
    distances[gone, ] <- distances[, gone] <- Inf
    slot[[step]] <- kept
  }
  FALSE
}
