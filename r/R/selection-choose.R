# Choose k datasets: the public interface of the strategies.

#' Choose datasets that represent all datasets
#'
#' Chooses k datasets by a strategy. First, the rows of `embedding` are sorted by name. Values that
#' differ only by rounding (1e-9; for the criteria of A- and D-optimality 1e-6) count as equal, and
#' ties are decided by name. So neither the order of rows nor the machine affects the choice.
#'
#' The strategies are:
#' \itemize{
#'   \item `"random"`: every subset is equally likely.
#'   \item `"farthest-first"`: each step chooses the dataset with the largest distance to the
#'     nearest dataset chosen before.
#'   \item `"k-means"`: the dataset nearest to the centre of each cluster, the largest cluster
#'     first.
#'   \item `"a-optimal"` and `"d-optimal"`: X_S is the matrix of the chosen rows, and I is X_S'X_S
#'     plus `ridge` on the diagonal. `"a-optimal"` minimises the trace of the inverse of I;
#'     `"d-optimal"` maximises the determinant of I. Datasets are first chosen greedily. Then the
#'     best swap of a chosen dataset for another dataset is made repeatedly, until no swap improves
#'     the criterion (at most 10 times k swaps). `"a-optimal-greedy"` and `"d-optimal-greedy"` are
#'     the same without swaps.
#'   \item `"facility-location"` and `"k-medoids"`: each step chooses the dataset that makes the sum
#'     of the distances of all datasets to their nearest chosen dataset smallest; `"k-medoids"` then
#'     improves the choice by swaps.
#'   \item `"oracle"`: each step chooses the dataset that brings the mean ranks of the models on the
#'     chosen datasets nearest to their mean ranks on all datasets.
#'   \item `"landscape"`: the regions take turns, the region with the most datasets first; at its
#'     turn, a region contributes one of its datasets, chosen at random.
#' }
#' A dataset whose vector is 0 has cosine distance 1 from every other dataset. Among datasets with
#' equal vectors, the first by name is chosen first.
#'
#' @param embedding A data frame or matrix of finite numbers, such as the result of
#'   [pb_dataset_embedding()], with one row per dataset. The row names or a column `dataset` give
#'   the names of the datasets. A results table is also accepted: the mean ranks of the models on
#'   each dataset are then used. The strategy `"oracle"` requires a results table. The strategy
#'   `"landscape"` requires a landscape, as for [pb_bootstrap()], in which each dataset represents
#'   at most one region. If the landscape is not a list that names the representatives, they are
#'   determined at the threshold 90.
#' @param k Number of datasets to choose, from 1 to the number of datasets.
#' @param strategy `"random"`, `"farthest-first"`, `"k-means"`, `"a-optimal"`, `"d-optimal"`,
#'   `"a-optimal-greedy"`, `"d-optimal-greedy"`, `"k-medoids"`, `"facility-location"`, `"oracle"`
#'   or `"landscape"`. A metric can be given after a slash, as in `"farthest-first/euclidean"`.
#' @param metric `"cosine"` or `"euclidean"`: the metric that farthest-first, k-medoids and facility
#'   location use, and the metric of the distances in the result. A metric in the name of the
#'   strategy takes precedence.
#' @param seed Seed of the random draws of `"random"`, `"k-means"` and `"landscape"`, a whole
#'   number.
#' @param start First dataset of farthest-first. `"mean"`: the dataset farthest from the mean
#'   (Algorithm 2 of the paper below). `"distance"`: the dataset with the largest mean distance to
#'   all datasets (section 4.1 of the paper). If the mean is the zero vector, as with
#'   `standardize = TRUE`, it has no direction; with the metric `"cosine"`, `"distance"` is then
#'   used.
#' @param standardize Whether to scale columns to mean 0 and variance 1 (with the number of datasets
#'   as divisor) before the choice; a constant column becomes 0.
#' @param ridge Number > 0 added to the diagonal of the information matrix of A- and D-optimality.
#'   It must be at least 1e-9 times the largest squared length of a vector; otherwise rounding would
#'   decide the choice.
#' @param n_init Number of starts of k-means (k-means++); the start with the smallest sum of squares
#'   is used.
#' @param missing How to treat columns with missing values: `"error"` raises an error, `"drop"`
#'   leaves them out.
#' @return An object of class `pb_selection`, a list of
#'   \item{names}{the chosen datasets, in the order of choice}
#'   \item{distances}{distance of each chosen dataset from the nearest dataset chosen before;
#'     infinite for the first}
#'   \item{radius}{for each chosen dataset: the covering radius after this choice, that is, the
#'     largest distance of any dataset from the nearest dataset chosen so far}
#'   \item{datasets}{all datasets that could be chosen, sorted}
#'   \item{nearest}{for each dataset, the chosen dataset that is nearest to it; if tied, the first
#'     chosen}
#'   \item{strategy, metric, start}{as used; `start` is empty except for farthest-first}
#'   \item{n_features}{number of columns that were used}
#'   \item{seed}{seed of the draws}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per dataset chosen.
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range, k above the number of datasets, and an
#' embedding that is not a table of finite numbers with different names.
#' @references
#' Gusev, R. and Zaytsev, A. (2026). Benchmarking on tasks that matter: dataset selection for
#' preserving model rankings. arXiv 2606.27997.
#' @examples
#' place <- cbind(x = c(0, 0.1, 5, 5.2, 9), y = c(1, 0.9, 3, 3.1, 0))
#' rownames(place) <- letters[1:5]
#' pb_select(place, 3, metric = "euclidean")
#' @family selection
#' @export
pb_select <- function(embedding, k, strategy = "farthest-first", metric = "cosine", seed = 0,
                      start = "mean", standardize = TRUE, ridge = 0.001, n_init = 10,
                      missing = "error") {
  rules <- check_selection_rules(start, ridge, n_init, seed)
  missing <- check_choice("missing", missing, c("error", "drop"))
  scaled <- if (check_flag("standardize", standardize)) "all" else "none"
  metric <- check_choice("metric", metric, selection_metrics)
  plan <- strategy_plan(strategy, metric)
  if (is_regional(embedding) || plan$needs == "landscape") {
    return(regional_selection(plan, embedding, k, rules))
  }
  pool <- selection_pool(plan, embedding, scaled, missing)
  space <- pool$space
  k <- check_chosen_count(k, length(space$datasets))
  measured <- if (nzchar(plan$metric)) plan$metric else metric
  apart <- selection_distances(pool$gram, measured)
  chosen <- chosen_places(plan, pool, k, rules, 0)[[1L]]
  begun <- ""
  if (plan$name == "farthest-first") {
    replaced <- farthest_start(pool$gram, apart, measured, rules$start)$replaced
    begun <- if (replaced) "distance" else rules$start
  }
  noisy <- max(apart, least_scale(measured))
  # Among equally near ones, the first chosen.
  home <- chosen[apply(-apart[, chosen, drop = FALSE], 1L, first_best, noisy)]
  home[chosen] <- chosen # a dataset represents itself, whatever equals it
  before <- vapply(seq_along(chosen), function(place) {
    min(Inf, apart[chosen[[place]], chosen[seq_len(place - 1L)]])
  }, 0)
  new_result("pb_selection", list(
    names = space$datasets[chosen],
    distances = before,
    radius = covering_radii(apart, chosen),
    datasets = space$datasets,
    nearest = space$datasets[home],
    strategy = plan$label,
    metric = measured,
    start = begun,
    n_features = length(space$columns),
    seed = rules$seed,
    notes = notes_ordered(space_notes(space)),
    engine = "r"
  ))
}

# All datasets as the one pool of a strategy; for a results table the mean ranks are the embedding.
selection_pool <- function(plan, embedding, standardize, missing) {
  if (plan$needs == "results" && !inherits(embedding, "pb_results_table")) {
    found <- describe_value(embedding)
    stop_argument(
      sprintf("`embedding` must be a results table for the strategy %s, not %s", plan$name, found),
      expected = "a results table", found = found,
      hint = "Make one: pb_read_results(source, higher_is_better = ...)."
    )
  }
  space <- selection_space(embedding, standardize, missing)
  pool <- list(
    space = space, rows = seq_along(space$datasets), gram = tcrossprod(space_coordinates(space))
  )
  if (!space$past) {
    return(pool)
  }
  ranks <- unname(mean_rank_rows(embedding))
  c(pool, list(past = ranks, goal = colMeans(ranks)))
}

check_chosen_count <- function(k, n) {
  k <- check_count("k", k, 1)
  if (k > n) {
    stop_argument(
      sprintf("`k` must be at most %d, the number of datasets to choose from, not %.0f", n, k),
      expected = sprintf("a whole number from 1 to %d", n), found = sprintf("%.0f", k)
    )
  }
  k
}

# Datasets of a landscape: their distances are not known.
regional_selection <- function(plan, landscape, k, rules) {
  if (plan$needs != "landscape" || !is_regional(landscape)) {
    stop_argument(
      "the strategy \"landscape\" requires a landscape; all others require a table of numbers",
      expected = "a named list, region -> names, with the strategy landscape",
      found = paste(class(landscape)[[1L]], "and", plan$label)
    )
  }
  datasets <- regional_names(landscape)
  regions <- regional_rows(landscape, datasets)
  k <- check_chosen_count(k, length(datasets))
  pool <- list(rows = seq_along(datasets), regions = regions)
  chosen <- chosen_places(plan, pool, k, rules, 0)[[1L]]
  home <- character(length(datasets))
  for (region in regions) {
    home[region] <- c(datasets[chosen[chosen %in% region]], "")[[1L]]
  }
  home[chosen] <- datasets[chosen]
  new_result("pb_selection", list(
    names = datasets[chosen], distances = rep(NaN, k), radius = rep(NaN, k), datasets = datasets,
    nearest = home, strategy = plan$label, metric = "", start = "", n_features = 0L,
    seed = rules$seed, notes = character(), engine = "r"
  ))
}

#' @rdname pb_result
#' @export
format.pb_selection <- function(x, ...) {
  check_dots(...)
  table <- as.data.frame(x)
  far <- ifelse(
    is.finite(table$distance), sprintf("  %.4g from those before", table$distance), ""
  )
  lines <- c(
    sprintf(
      "%d of %s by %s%s%s; engine %s", length(x$names),
      counted(length(x$datasets), "dataset"), x$strategy,
      if (nzchar(x$start)) paste0(", start by ", x$start) else "",
      if (x$n_features > 0L) paste0(", on ", counted(x$n_features, "feature")) else "", x$engine
    ),
    sprintf(
      "  %3d  %s  represents %4d%s", seq_along(x$names), padded(one_line(x$names)),
      table$stands_for, far
    ),
    if (!anyNA(x$radius)) {
      sprintf("  no dataset is farther than %.4g (%s)", x$radius[[length(x$radius)]], x$metric)
    }
  )
  c(without_controls(lines), format_notes(x$notes))
}

#' @rdname pb_result
#' @export
as.data.frame.pb_selection <- function(x, row.names = NULL, # nolint: object_name_linter.
                                       optional = FALSE, ...) {
  check_dots(...)
  data.frame(
    dataset = x$names, order = seq_along(x$names), distance = x$distances, radius = x$radius,
    stands_for = vapply(x$names, function(name) sum(x$nearest == name), 0L), row.names = NULL
  )
}
