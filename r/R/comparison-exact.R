# The exact null distribution of the Friedman statistic, given the ties of the table.
#
# Permuting the ranks of every dataset makes the methods exchangeable, so a vector of rank sums and
# its rearrangements are equally likely: a *state* is the sorted vector, with the total probability
# of its rearrangements. The distribution is built dataset by dataset. The last dataset is only
# combined, in every order, with the states before it, to check whether the statistic is reached.

# Largest number of datasets for which the exact distribution is offered, by number of methods; the
# same in Python.
exact_largest <- c("2" = 1000, "3" = 100, "4" = 20, "5" = 8, "6" = 5)

# P(S >= s) given the ties, S the sum of squared deviations of the rank sums; `doubled` is N x k.
exact_pvalue <- function(doubled) {
  require_exact_size(nrow(doubled), ncol(doubled))
  centred <- doubled - (ncol(doubled) + 1)
  rearranged_tail(centred, sum(colSums(centred)^2))
}

# The chance that the squares of the column sums add up to at least `observed` when rows, which sum
# to 0, are in random order.
rearranged_tail <- function(centred, observed) {
  # Datasets with fewer ties first: half-integer ranks give more states and fewer orders.
  centred <- centred[order(-rowSums(centred^2)), ]
  last <- centred[nrow(centred), ]
  states <- rank_sum_states(centred[-nrow(centred), , drop = FALSE])
  # |sums + last|^2 = |sums|^2 + 2 sums.last + |last|^2, all whole numbers.
  needed <- observed - rowSums(states$sums^2) - sum(last^2)
  reaches <- 2 * tcrossprod(states$sums, arrangements(last)) >= needed
  min(1, sum(states$chance * rowMeans(reaches)))
}

require_exact_size <- function(n, k) {
  if (k <= 6L && n <= exact_largest[[as.character(k)]]) {
    return(invisible())
  }
  limits <- toString(sprintf("%.0f for k = %s", exact_largest, names(exact_largest)))
  found <- sprintf("%d datasets and %d methods", n, k)
  stop_argument(
    paste0("`method` \"exact\" takes at most this many datasets: ", limits, "; the table has ",
           found),
    expected = limits, found = found, hint = "Use method = \"iman-davenport\"."
  )
}

# The distribution of the rank sums of `centred` (N x k): sums (states x k, rows sorted), chance.
rank_sum_states <- function(centred) {
  states <- list(sums = t(sort(centred[1L, ])), chance = 1)
  for (ranks in asplit(centred[-1L, , drop = FALSE], 1L)) {
    states <- add_dataset(states, arrangements(ranks))
  }
  states
}

# Combines every state with every order of one more dataset; equal outcomes become one state.
add_dataset <- function(states, orders) {
  columns <- lapply(seq_len(ncol(orders)), function(j) {
    as.vector(outer(orders[, j], states$sums[, j], "+"))
  })
  columns <- sort_across(columns)
  key <- state_key(columns)
  first <- which(!duplicated(key))
  chance <- rep(states$chance / nrow(orders), each = nrow(orders))
  list(
    sums = do.call(cbind, lapply(columns, `[`, first)),
    chance = as.vector(rowsum(chance, match(key, key[first])))
  )
}

# Every distinct order of `values`, one per row.
arrangements <- function(values) {
  if (length(values) < 2L) {
    return(matrix(values, nrow = 1L))
  }
  rest <- lapply(unique(values), function(first) {
    unname(cbind(first, arrangements(values[-match(first, values)])))
  })
  do.call(rbind, rest)
}

# Sorts the i-th entries of a few vectors among themselves, for all i at once: a bubble sort whose
# exchanges are vectorised.
sort_across <- function(columns) {
  for (last in rev(seq_along(columns)[-1L])) {
    for (j in seq_len(last - 1L)) {
      low <- pmin.int(columns[[j]], columns[[j + 1L]])
      columns[[j + 1L]] <- pmax.int(columns[[j]], columns[[j + 1L]])
      columns[[j]] <- low
    }
  }
  columns
}

# One whole number per state, different for different states: digits in a base that holds every
# entry. The entries of a state sum to zero, so the last one is redundant.
state_key <- function(columns) {
  low <- min(columns[[1L]])
  base <- max(columns[[length(columns)]]) - low + 1
  Reduce(function(key, column) key * base + (column - low), columns[-length(columns)], 0)
}
