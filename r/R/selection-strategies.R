# Every strategy by its name.

strategy_names <- c("random", "farthest-first", "k-means", "a-optimal", "d-optimal")

# A strategy by its name, as "farthest-first" or "farthest-first/euclidean".
strategy_plan <- function(strategy, metric) {
  parts <- if (is_string(strategy)) strsplit(strategy, "/", fixed = TRUE)[[1L]] else strategy
  name <- check_choice("strategy", if (length(parts) > 0L) parts[[1L]] else "", strategy_names)
  measured <- name == "farthest-first"
  if (length(parts) > 1L && !measured) {
    stop_argument(
      sprintf("`strategy` %s has no metric, so '%s' says nothing", name, strategy),
      expected = name, found = strategy
    )
  }
  chosen <- check_choice("metric", if (length(parts) > 1L) parts[[2L]] else metric,
                         selection_metrics) # nolint: indentation_linter.
  list(
    name = name, label = if (measured) paste(name, chosen, sep = "/") else name,
    metric = if (measured) chosen else "", needs_embedding = name != "random"
  )
}

check_selection_rules <- function(start, ridge, n_init, seed) {
  list(
    start = check_choice("start", start, c("mean", "distance")),
    ridge = check_number("ridge", ridge, "a number > 0", 0, Inf),
    n_init = check_count("n_init", n_init, 1),
    seed = check_seed(seed)
  )
}

# What a strategy chooses from one pool: a list, the places for each size. `gram` are the pool's
# inner products, `trial` its number, from 0.
chosen_places <- function(plan, gram, m, sizes, rules, trial) {
  order <- switch(plan$name,
    "farthest-first" = {
      apart <- selection_distances(gram, plan$metric)
      first <- farthest_start(gram, apart, plan$metric, rules$start)$first
      farthest_order(apart, first, max(sizes))
    },
    "a-optimal" = greedy_design(gram, max(sizes), rules$ridge, "a"),
    "d-optimal" = greedy_design(gram, max(sizes), rules$ridge, "d")
  )
  lapply(sizes, function(size) {
    switch(plan$name,
      "random" = random_selection(m, size, trial + 1, rules$seed)[trial + 1, ],
      "farthest-first" = order[seq_len(size)],
      "k-means" = kmeans_selection(
        gram, size, kmeans_draws(trial, size, rules$n_init, rules$seed)
      ),
      "a-optimal" = swapped_design(gram, order[seq_len(size)], rules$ridge, "a"),
      "d-optimal" = swapped_design(gram, order[seq_len(size)], rules$ridge, "d")
    )
  })
}
