# All strategies by name.

# What each needs, whether it has a metric, whether it draws.
strategy_kinds <- data.frame(
  needs = c("nothing", rep("embedding", 8L), "results", "landscape"),
  measured = c(FALSE, TRUE, FALSE, FALSE, FALSE, FALSE, FALSE, TRUE, TRUE, FALSE, FALSE),
  draws = c(TRUE, FALSE, TRUE, FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, TRUE),
  row.names = c(
    "random", "farthest-first", "k-means", "a-optimal", "d-optimal", "a-optimal-greedy",
    "d-optimal-greedy", "k-medoids", "facility-location", "oracle", "landscape"
  )
)
strategy_names <- rownames(strategy_kinds)

# A strategy by its name, as "farthest-first" or "farthest-first/euclidean".
strategy_plan <- function(strategy, metric) {
  slash <- if (is_string(strategy)) regexpr("/", strategy, fixed = TRUE) else -1L
  own <- slash > 0L
  name <- check_choice(
    "strategy", if (own) substr(strategy, 1L, slash - 1L) else strategy, strategy_names
  )
  kind <- strategy_kinds[name, ]
  if (own && !kind$measured) {
    stop_argument(
      sprintf(
        "`strategy` must be '%s', not '%s': this strategy uses no metric", name, strategy
      ),
      expected = name, found = strategy
    )
  }
  wanted <- if (own) substring(strategy, slash + 1L) else metric
  chosen <- check_choice("metric", wanted, selection_metrics)
  list(
    name = name, label = if (kind$measured) paste(name, chosen, sep = "/") else name,
    metric = if (kind$measured) chosen else "", needs = kind$needs, draws = kind$draws
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

# The choice of a strategy from one pool: a list, the places for each size. `pool` has those of
# `rows` (of all datasets), `gram` (inner products), `past` and `goal` (mean ranks) and `regions`
# that it needs; `trial` is its number, from 0.
chosen_places <- function(plan, pool, sizes, rules, trial) {
  if (startsWith(plan$name, "a-optimal")) pool$rank <- design_rank(pool$gram)
  order <- strategy_order(plan, pool, max(sizes), rules, trial)
  m <- length(pool$rows)
  if (plan$name == "k-means") {
    check_room("n_init", rules$n_init, m * max(sizes))
  }
  lapply(sizes, function(size) {
    first <- order[seq_len(size)]
    switch(plan$name,
      "random" = random_selection(m, size, trial + 1, rules$seed)[trial + 1, ],
      "k-means" = kmeans_selection(
        pool$gram, size, kmeans_draws(trial, size, rules$n_init, rules$seed)
      ),
      "a-optimal" = swapped_design(pool$gram, first, rules$ridge, "a", pool$rank),
      "d-optimal" = swapped_design(pool$gram, first, rules$ridge, "d"),
      "k-medoids" = swapped_medoids(
        selection_distances(pool$gram, plan$metric), first, least_scale(plan$metric)
      ),
      first
    )
  })
}

# The order that a strategy begins with; NULL if it chooses each size separately.
strategy_order <- function(plan, pool, size, rules, trial) {
  m <- length(pool$rows)
  switch(plan$name,
    "farthest-first" = {
      apart <- selection_distances(pool$gram, plan$metric)
      first <- farthest_start(pool$gram, apart, plan$metric, rules$start)$first
      farthest_order(apart, first, size, least_scale(plan$metric))
    },
    "a-optimal" = ,
    "a-optimal-greedy" = greedy_design(pool$gram, size, rules$ridge, "a", pool$rank),
    "d-optimal" = ,
    "d-optimal-greedy" = greedy_design(pool$gram, size, rules$ridge, "d"),
    "k-medoids" = ,
    "facility-location" = facility_order(
      selection_distances(pool$gram, plan$metric), size, least_scale(plan$metric)
    ),
    "oracle" = oracle_order(pool$past, pool$goal, size),
    "landscape" = {
      keys <- uniforms(rules$seed, "landscape selection", trial * m, m)
      regional_order(pool$rows, keys, pool$regions)
    }
  )
}
