# What figures of a results table show of it: who wins, and how scores and ranks spread.

# The datasets with scores of both methods, and which is better on each: 1 the first method,
# 2 the second, 0 neither.
duel <- function(t, first, second, tie_tol) {
  require_table(t, complete = FALSE)
  check_pair(t, first, second)
  scores <- t$scores[, c(first, second), drop = FALSE]
  scores <- scores[stats::complete.cases(scores), , drop = FALSE]
  if (nrow(scores) == 0L) {
    stop_results_table(
      "expected a dataset with scores of both methods, found none",
      expected = "a dataset with scores of both methods", found = "none"
    )
  }
  ranks <- doubled_ranks(scores, t$higher_is_better, tie_tol)
  data.frame(
    dataset = rownames(scores), first = unname(scores[, 1L]), second = unname(scores[, 2L]),
    better = unname(ifelse(
      ranks[, 1L] == ranks[, 2L], 0L, ifelse(ranks[, 1L] < ranks[, 2L], 1L, 2L)
    ))
  )
}

# What each method has on the datasets, best mean rank first, ties by name: `values`, the scores or
# the ranks within each dataset.
spread_of <- function(t, of, tie_tol) {
  require_comparable(t, datasets = 1L, one_metric = of == "scores")
  doubled <- doubled_ranks(t$scores, t$higher_is_better, tie_tol)
  means <- colMeans(doubled) / 2
  best <- rank_order(means, t$classifiers)
  values <- if (of == "scores") t$scores else doubled / 2
  list(
    classifiers = t$classifiers[best], mean_ranks = unname(means[best]),
    values = unname(values[, best, drop = FALSE])
  )
}

# The box plot of numbers with their Gaussian kernel density, of the bandwidth of Silverman (1986,
# eq. 3.31), cut at the smallest and the largest number; without density if all are equal.
box_of <- function(values) {
  quartiles <- unname(stats::quantile(values, c(0.25, 0.5, 0.75)))
  reach <- 1.5 * (quartiles[[3L]] - quartiles[[1L]])
  inside <- values[values >= quartiles[[1L]] - reach & values <= quartiles[[3L]] + reach]
  spread <- if (length(values) > 1L) stats::sd(values) else 0
  wide <- min(spread, (quartiles[[3L]] - quartiles[[1L]]) / 1.34)
  bandwidth <- 0.9 * (if (wide > 0) wide else spread) * length(values)^-0.2
  at <- heights <- numeric()
  if (bandwidth > 0) {
    at <- seq(min(values), max(values), length.out = 64L)
    heights <- colSums(exp(-0.5 * (outer(values, at, `-`) / bandwidth)^2))
    heights <- heights / max(heights)
  }
  list(quartiles = quartiles, whiskers = range(inside), x = at, height = heights)
}

# The posterior of a mean difference by pb_bayesian_t(): Student's t distribution, of scale 0 if all
# differences are equal. `regions`: the probabilities that the first method is better, equal, worse.
t_posterior <- function(t, first, second, rope, rho, dataset) {
  rope <- check_rope(rope)
  rho <- check_correlation(rho)
  whole <- is.null(dataset)
  require_comparable(t, datasets = if (whole) 2L else 1L, one_metric = whole)
  check_pair(t, first, second)
  pair <- t[, c(first, second)]
  found <- pb_bayesian_t(pair, rope, rho, dataset)
  scores <- if (is.null(dataset)) pair$scores else scores_of_repeats(pair, dataset)
  gaps <- (scores[, 1L] - scores[, 2L]) * (if (t$higher_is_better) 1 else -1)
  n <- length(gaps)
  equal <- constant_difference(gaps, max(abs(scores)))
  list(
    location = if (is.na(equal)) mean(gaps) else equal,
    scale = if (is.na(equal)) stats::sd(gaps) * sqrt(1 / n + rho / (1 - rho)) else 0,
    df = n - 1L,
    regions = c(found$better[1L, 2L], found$equal[1L, 2L], found$worse[1L, 2L])
  )
}

# The central interval that has this share of a posterior.
t_interval <- function(posterior, share) {
  posterior$location + c(-1, 1) * posterior$scale * stats::qt((1 + share) / 2, posterior$df)
}

# Costs named by method; without names, in the order of the table.
costs_by_name <- function(costs, methods, argument) {
  if (is.numeric(costs) && is.null(names(costs)) && length(costs) == length(methods)) {
    return(stats::setNames(costs, methods))
  }
  if (!is.numeric(costs) || is.null(names(costs))) {
    expected <- "a results table, or a cost for each method"
    found <- describe_value(costs)
    stop_argument(
      sprintf("`%s` must be %s, not %s", argument, expected, found),
      expected = expected, found = found,
      hint = sprintf(
        "Name the methods, or give %d numbers in the order of the table.", length(methods)
      )
    )
  }
  if (anyDuplicated(names(costs)) > 0L || !all(names(costs) %in% methods)) {
    stop_argument(
      sprintf("`%s` must name methods of the table, each once", argument),
      expected = toString(methods), found = toString(names(costs)),
      hint = strangers(names(costs), methods)
    )
  }
  costs
}

# Mean score, or mean rank, of each method against its cost, over the datasets that the table and a
# table of costs have; `front`: whether no method is better in one and as good in the other.
tradeoff_of <- function(t, costs, of, tie_tol) {
  require_table(t)
  if (of == "scores") {
    require_one_metric(t)
  }
  common <- costs_of(t, costs, "costs")
  t <- common$t
  value <- if (of == "ranks") {
    colMeans(doubled_ranks(t$scores, t$higher_is_better, tie_tol)) / 2
  } else {
    apply(t$scores, 2L, exact_mean)
  }
  frame <- data.frame(
    classifier = t$classifiers, cost = unname(apply(common$costs, 2L, exact_mean)),
    value = unname(value)
  )
  loss <- if (of == "scores" && t$higher_is_better) -frame$value else frame$value
  cheaper <- outer(frame$cost, frame$cost, `<=`)
  better <- outer(loss, loss, `<=`)
  strictly <- outer(frame$cost, frame$cost, `<`) | outer(loss, loss, `<`)
  frame$front <- colSums(cheaper & better & strictly) == 0
  list(frame = frame, n_datasets = length(t$datasets))
}

# The datasets that have scores and costs, `t`, and the `costs` of the methods above 0: N x k, or
# 1 x k if they are the same for all datasets.
costs_of <- function(t, costs, argument) {
  varying <- inherits(costs, "pb_results_table")
  if (varying) {
    require_table(costs)
    require_one_metric(costs)
    shared <- intersect(t$datasets, costs$datasets)
    if (length(shared) == 0L) {
      stop_results_table(
        "expected datasets that have scores and costs, found none",
        expected = "datasets that have scores and costs", found = "none"
      )
    }
    means <- apply(costs$scores[shared, , drop = FALSE], 2L, exact_mean)
  } else {
    numbers <- is.list(costs) && all(vapply(costs, is.numeric, NA)) && all(lengths(costs) == 1L)
    means <- costs_by_name(if (numbers) unlist(costs) else costs, t$classifiers, argument)
  }
  for (name in t$classifiers) {
    own <- if (name %in% names(means)) means[[name]]
    check_number(sprintf("%s['%s']", argument, name), own, "a number above 0", 0, Inf)
  }
  if (!varying) {
    return(list(t = t, costs = rbind(means[t$classifiers])))
  }
  list(t = t[shared, ], costs = costs$scores[shared, t$classifiers, drop = FALSE])
}
