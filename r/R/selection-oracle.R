# The oracle: the result of a choice that knows all results.

# Each step takes the dataset after which the mean ranks are nearest to the goal. `past` are the
# mean ranks of the models (columns) on each dataset of the pool, `goal` those on all datasets.
oracle_order <- function(past, goal, size) {
  chosen <- integer()
  sums <- numeric(ncol(past))
  while (length(chosen) < size) {
    means <- sweep(past, 2L, sums, "+") / (length(chosen) + 1)
    errors <- rowSums(abs(sweep(means, 2L, goal)))
    errors[chosen] <- Inf
    chosen <- c(chosen, first_best(-errors, max(goal)))
    sums <- sums + past[chosen[[length(chosen)]], ]
  }
  chosen
}
