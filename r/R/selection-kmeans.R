# k-means: the member nearest to the centre of each cluster. From inner products G alone: for a
# cluster c of n_c points, the squared distance of point i from its centre is |x_i|^2 - 2 (G 1_c)_i
# / n_c + (1_c' G 1_c) / n_c^2.

# Number of steps after which a start that still moves is stopped.
most_steps <- 100L

# Draws for starts x size: each start has its own stream, indexed by trial from 0.
kmeans_draws <- function(trial, size, n_init, seed) {
  t(vapply(seq_len(n_init), function(i) {
    name <- sprintf("k-means %d start %d", as.integer(size), i - 1L)
    uniforms(seed, name, trial * size, size)
  }, numeric(size)))
}

# Members nearest to their centres, by size of cluster, then by place; best of several starts.
kmeans_selection <- function(gram, size, u) {
  u <- matrix(u, ncol = size)
  runs <- lapply(seq_len(nrow(u)), function(i) {
    settled_clusters(gram, seeded_clusters(gram, u[i, ]), size)
  })
  costs <- vapply(runs, function(run) sum(run$own), 0)
  best <- runs[[which(costs <= min(costs) + selection_noise * sum(diag(gram)))[[1L]]]]
  count <- tabulate(best$labels, size)
  slack <- selection_noise * max(diag(gram))
  near <- vapply(which(count > 0), function(cluster) {
    away <- ifelse(best$labels == cluster, best$own, Inf)
    which(away <= min(away) + slack)[[1L]]
  }, 0L)
  if (length(near) < size) {
    return(completed_selection(gram, sort(near), size))
  }
  near[order(-count, near)]
}

# k-means++ (Arthur and Vassilvitskii 2007), and each point to the nearest centre.
seeded_clusters <- function(gram, u) {
  squares <- diag(gram)
  m <- length(squares)
  near <- rep(Inf, m)
  slack <- selection_noise * max(squares)
  labels <- integer(m)
  taken <- logical(m)
  for (step in seq_along(u)) {
    chosen <- if (step == 1L) {
      min(m, floor(u[[1L]] * m) + 1)
    } else {
      drawn_by_weight(near, taken, u[[step]])
    }
    sums <- squares + squares[[chosen]]
    away <- sums - 2 * gram[chosen, ]
    away[away <= selection_noise * sums] <- 0
    closer <- away < near - slack # as near as before: it stays
    labels[closer] <- step
    near[closer] <- away[closer]
    taken[[chosen]] <- TRUE
  }
  labels
}

# One point drawn by weight; if all weights are 0, the first that is not taken.
drawn_by_weight <- function(weights, taken, u) {
  sums <- cumsum(weights)
  total <- sums[[length(sums)]]
  if (total > 0) min(length(sums), sum(sums <= u * total) + 1) else which(!taken)[[1L]]
}

# Lloyd's steps (1982) until no point moves; the squared distance of each point from its centre.
settled_clusters <- function(gram, labels, size) {
  squares <- diag(gram)
  slack <- selection_noise * max(squares)
  for (step in seq_len(most_steps)) {
    gaps <- cluster_gaps(gram, labels, size)
    near <- gaps[cbind(seq_along(labels), max.col(-gaps, "first"))]
    after <- max.col(gaps <= near + slack, "first")
    after <- refilled_clusters(after, gaps, squares, size)
    still <- any(after != labels)
    labels <- after
    if (!still) break
  }
  list(labels = labels, own = near + squares)
}

# Points x clusters: squared distances minus squared lengths; infinite for an empty cluster.
cluster_gaps <- function(gram, labels, size) {
  member <- outer(labels, seq_len(size), "==") + 0
  held <- colSums(member)
  sums <- gram %*% member
  inner <- colSums(sums * member)
  gaps <- sweep(-2 * sweep(sums, 2L, pmax(held, 1), "/"), 2L, inner / pmax(held, 1)^2, "+")
  gaps[, held == 0] <- Inf
  gaps
}

# A cluster that lost its last point gets the point farthest from its centre.
refilled_clusters <- function(labels, gaps, squares, size) {
  noise <- selection_noise * max(squares)
  for (cluster in which(tabulate(labels, size) == 0L)) {
    count <- tabulate(labels, size)
    own <- gaps[cbind(seq_along(labels), labels)] + squares
    own[count[labels] <= 1L] <- -Inf
    worst <- which(own >= max(own) - noise)[[1L]]
    if (own[[worst]] > noise) {
      labels[[worst]] <- cluster
    }
  }
  labels
}

# Adds points, each the farthest from those chosen, until there are enough.
completed_selection <- function(gram, chosen, size) {
  squares <- diag(gram)
  while (length(chosen) < size) {
    away <- outer(squares, squares[chosen], "+") - 2 * gram[, chosen, drop = FALSE]
    away <- apply(away, 1L, min)
    away[chosen] <- -Inf
    chosen <- c(chosen, which(away >= max(away) - selection_noise * max(squares))[[1L]])
  }
  chosen
}
