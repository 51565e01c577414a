# Corrections that use the logic of pairs: A = B and B = C imply A = C. The hypotheses that can be
# true together belong to a partition of the methods into groups of equals.

# Bergmann and Hommel's search goes through every partition: 21,147 of 9 methods, 115,975 of 10.
most_for_bergmann <- 9L

# Shaffer (1986), static: p-values of all pairs, in any order. The i-th smallest is multiplied by
# the largest possible number of true hypotheses among those not rejected before it.
adjust_shaffer <- function(p) {
  m <- length(p)
  possible <- numbers_of_true((1 + sqrt(1 + 8 * m)) / 2)
  left <- m - seq_len(m) + 1
  factors <- pmax(1, possible[findInterval(left, possible)])
  ascending <- order(p)
  p[ascending] <- cummax(p[ascending] * factors)
  p
}

# How many hypotheses on pairs of k methods can be true at once, ascending. The first group has
# j members and choose(j, 2) true pairs; the others are a partition of the k - j left.
numbers_of_true <- function(k) {
  possible <- list(0)
  for (size in seq_len(k)) {
    by_group <- lapply(seq_len(size), function(j) choose(j, 2) + possible[[size - j + 1L]])
    possible[[size + 1L]] <- sort(unique(unlist(by_group)))
  }
  possible[[k + 1L]]
}

# Bergmann and Hommel (1988): p is a symmetric k x k matrix of all pairs. A pair gets the largest
# |I| * min(p of I) over the exhaustive sets I (all true pairs of a partition) that hold it.
adjust_bergmann <- function(p) {
  check_bergmann(ncol(p))
  groups <- partitions(ncol(p))
  pairs <- which(upper.tri(p), arr.ind = TRUE)
  smallest <- rep(Inf, nrow(groups))
  size <- rep(0, nrow(groups))
  together <- vector("list", nrow(pairs))
  for (i in seq_len(nrow(pairs))) {
    both <- which(groups[, pairs[i, 1L]] == groups[, pairs[i, 2L]])
    smallest[both] <- pmin(smallest[both], p[pairs[i, , drop = FALSE]])
    size[both] <- size[both] + 1
    together[[i]] <- both
  }
  bound <- smallest * size
  p[pairs] <- vapply(together, function(sets) max(bound[sets]), 0)
  p[lower.tri(p)] <- t(p)[lower.tri(p)]
  p
}

check_bergmann <- function(k) {
  if (k > most_for_bergmann) {
    stop_argument(
      sprintf(
        paste0(
          "`adjust` = \"bergmann\" is for at most %d methods, not %d: it examines every ",
          "partition of the methods"
        ),
        most_for_bergmann, k
      ),
      expected = sprintf("at most %d methods", most_for_bergmann), found = as.character(k),
      hint = "Use \"shaffer\", which uses the same logic and takes any number of methods."
    )
  }
}

# Every partition of k things, one per row: the group of each thing. A thing joins one of the groups
# of those before it or opens the next.
partitions <- function(k) {
  groups <- matrix(1L, 1L, 1L)
  for (thing in seq_len(k)[-1L]) {
    choices <- apply(groups, 1L, max) + 1L
    groups <- cbind(groups[rep(seq_len(nrow(groups)), choices), , drop = FALSE], sequence(choices))
  }
  unname(groups)
}
