# How alike two partitions of the same instances are, from the counts that their parts share.

shared_counts <- function(first, second) {
  rows <- max(first)
  matrix(tabulate(first + (second - 1) * rows, rows * max(second)), rows)
}

# Hubert and Arabie (1985). 1 if and only if the partitions are the same.
adjusted_rand <- function(table) {
  pairs <- function(counts) sum(counts * (counts - 1) / 2)
  rows <- pairs(rowSums(table))
  columns <- pairs(colSums(table))
  every <- pairs(sum(table))
  expected <- if (every > 0) rows * columns / every else 0
  most <- (rows + columns) / 2
  if (most == expected) { # one part, or every instance alone, in both
    return(1)
  }
  (pairs(table) - expected) / (most - expected)
}

# Meila (2007), in nats. 0 if and only if the partitions are the same.
variation_of_information <- function(table) {
  logs <- log(table / rowSums(table)) + log(table / rep(colSums(table), each = nrow(table)))
  abs(sum((table * logs)[table > 0]) / sum(table))
}
