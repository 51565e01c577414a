# Consensus of several partitions of the same instances: the parts of all partitions are joined by
# average linkage on Jaccard distances, and an instance belongs to the cluster that most of its
# parts are in.

# Columns of `partitions` are partitions, with parts 1, 2, ... that all have instances.
consensus_of <- function(partitions) {
  sizes <- apply(partitions, 2L, max)
  ends <- cumsum(sizes)
  starts <- ends - sizes
  cuts <- joined_parts(jaccard_distances(partitions, starts, sum(sizes)), max(sizes))
  every <- lapply(seq_along(cuts), function(k) {
    labels <- cuts[[k]]
    placed <- partitions
    placed[] <- labels[partitions + rep(starts, each = nrow(partitions))]
    won <- voted(placed, k)
    list(
      labels = labels, placed = placed, won = won, valid = length(unique(won)) == k,
      index = mean(rand_with(won, partitions))
    )
  })
  every <- every[vapply(every, `[[`, NA, "valid")]
  index <- vapply(every, `[[`, 0, "index")
  best <- every[[which.max(round(index, 9L))]]
  list(
    labels = best$won, placed = best$placed,
    clusters = lapply(seq_along(sizes), function(j) best$labels[starts[[j]] + seq_len(sizes[[j]])]),
    tried = data.frame(
      k = vapply(every, function(one) as.double(max(one$won)), 0), adjusted_rand = index
    )
  )
}

rand_with <- function(labels, partitions) {
  vapply(
    seq_len(ncol(partitions)), function(j) adjusted_rand(shared_counts(labels, partitions[, j])), 0
  )
}

jaccard_distances <- function(partitions, starts, total) {
  shared <- matrix(0, total, total)
  for (i in seq_len(ncol(partitions))) {
    for (j in i:ncol(partitions)) {
      table <- shared_counts(partitions[, i], partitions[, j])
      rows <- starts[[i]] + seq_len(nrow(table))
      columns <- starts[[j]] + seq_len(ncol(table))
      shared[rows, columns] <- table
      shared[columns, rows] <- t(table)
    }
  }
  own <- diag(shared)
  1 - shared / (outer(own, own, `+`) - shared)
}

# The cuts of the tree of average linkage into 1 to `most` clusters, numbered by their first part.
# Of the nearest pairs, which equal partitions have many of, the first is joined.
joined_parts <- function(distances, most) {
  n <- nrow(distances)
  diag(distances) <- Inf
  size <- rep(1, n)
  labels <- seq_len(n)
  cuts <- if (n <= most) list(labels)
  for (left in rev(seq_len(n - 1L))) {
    first <- which.min(round(distances, 12L)) - 1L
    kept <- first %/% n + 1L # by column: the lower of the two, as in a symmetric matrix
    gone <- first %% n + 1L
    mean <- (size[[kept]] * distances[kept, ] + size[[gone]] * distances[gone, ]) /
      (size[[kept]] + size[[gone]])
    mean[[kept]] <- Inf
    distances[kept, ] <- distances[, kept] <- mean
    distances[gone, ] <- distances[, gone] <- Inf
    size[[kept]] <- size[[kept]] + size[[gone]]
    labels[labels == gone] <- kept
    if (left <= most) {
      cuts <- c(cuts, list(labels))
    }
  }
  lapply(rev(cuts), function(cut) match(cut, unique(cut)))
}

# The most frequent value of each row, the smallest if tied.
voted <- function(placed, k) {
  votes <- vapply(seq_len(k), function(one) rowSums(placed == one), numeric(nrow(placed)))
  max.col(matrix(votes, nrow(placed)), "first")
}
