# Number of items needed to find a difference, from the variance of paired differences.

#' How many items find a difference?
#'
#' Plans how many items find a given difference of two methods, from a table of items.
#'
#' Let SE be the standard error `"CR2"` of [pb_compare_items()] for the n items of the table, and df
#' its degrees of freedom. With n' items, the statistic of a true difference \eqn{\delta} has a
#' noncentral t distribution with noncentrality \eqn{\delta / SE \sqrt{n' / n}} and
#' \eqn{(df + 1) n' / n - 1} degrees of freedom, since there are n'/n times as many clusters. The
#' number of items is the smallest n' for which the two-sided test rejects with the wanted power,
#' and with at least 1 degree of freedom. For large n' it is
#' \eqn{n SE^2 (z_{1 - \alpha / 2} + z_{power})^2 / \delta^2} with quantiles z of the normal
#' distribution (Miller 2024, section 5). It includes the *design effect*, the ratio of \eqn{SE^2}
#' to its value if each item were a cluster. For another number of runs, the part of \eqn{SE^2}
#' that is due to runs is estimated by their variance within items, and scaled by the ratio of the
#' numbers of runs. Runs count as independent for each item: the effect of a run on all items, such
#' as that of the seed of a training, is in neither part. If clusters have very unequal weights,
#' [pb_compare_items()] takes `"CR3"` unless told otherwise: its power then is smaller.
#'
#' @param items Scores of k >= 2 methods, from [pb_read_items()]: the pilot study. Its clusters and
#'   their sizes are taken as those of the planned items.
#' @param difference Mean difference to be found, above 0, in the unit of the scores, such as 0.01
#'   for one percentage point of a share of right answers.
#' @param power Wanted probability that the test finds such a difference, in (0, 1).
#' @param alpha Level of the two-sided test, in (0, 1). For m pairs and Holm's correction, alpha / m
#'   is on the safe side.
#' @param runs Planned runs per item. `NULL`: as many as the table has; for another number the table
#'   must have at least 2.
#' @param dataset Plan from the items of this dataset only. `NULL`: from all items.
#' @return An object of class `pb_items_needed`, a list of
#'   \item{pairs}{list of the m pairs, in table order}
#'   \item{needed}{number of items for each pair, at least 2; this and the next two are `NaN` if the
#'     difference does not vary on the items: the pilot study does not show how much it varies}
#'   \item{detectable}{difference that is found with the wanted power with the items of the table}
#'   \item{present}{power to find `difference` with the items of the table}
#'   \item{variances}{n SE^2: variance of the difference of one item}
#'   \item{design_effects}{SE^2 with clusters divided by SE^2 without}
#'   \item{run_shares}{share of SE^2 that is due to runs; `NULL` with one run}
#'   \item{difference, power, alpha, dataset}{as given}
#'   \item{runs}{planned runs per item}
#'   \item{n_items, n_clusters, n_runs}{of the table; without clusters, `n_clusters` is the number
#'     of items}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per pair.
#' @section Errors:
#' `pybench_error_results_table` for fewer than 2 methods or 2 clusters; `pybench_error_argument`
#' for a difference, power, level or number of runs out of its range, an unknown dataset, or another
#' number of runs for a table with one run.
#' @references
#' Miller, E. (2024). Adding error bars to evals: a statistical approach to language model
#' evaluations. arXiv 2411.00640.
#' @examples
#' rows <- data.frame(
#'   item = letters[1:6], A = c(1, 1, 1, 0, 1, 1), B = c(0, 1, 0, 0, 0, 1)
#' )
#' items <- pb_read_items(rows, higher_is_better = TRUE)
#' pb_items_needed(items, difference = 0.1)
#' @family single items
#' @export
pb_items_needed <- function(items, difference, power = 0.8, alpha = 0.05, runs = NULL,
                            dataset = NULL) {
  check_items(items)
  difference <- check_number("difference", difference, "a number > 0", 0, Inf)
  power <- check_level("power", power)
  alpha <- check_level("alpha", alpha)
  items <- items_in(items, dataset)
  require_item_pairs(items)
  has <- item_runs(items)
  runs <- if (is.null(runs)) has else check_count("runs", runs)
  if (has == 1L && runs != 1) {
    stop_argument(
      "`runs` can be another number than 1 only if the table has at least 2 runs",
      expected = "1", found = sprintf("%.0f", runs),
      hint = "The variance between runs is not known."
    )
  }
  plan <- item_design(items, "CR2")
  errors <- item_estimates(items, plan)$errors
  alone <- item_estimates(items, item_design(items, "CR2", clustered = FALSE))$errors
  squares <- errors^2
  shares <- NULL
  if (has > 1L) {
    between <- between_runs(items) / has
    shares <- ifelse(squares > 0, pmin(1, between / squares), 0)
    if (runs != has) {
      squares <- pmax(0, squares - between) + between * has / runs
    }
  }
  n <- length(items$items)
  varies <- squares > 0
  of_varying <- function(values) replace(rep(NaN, length(varies)), varies, values)
  known <- sqrt(squares[varies])
  needed <- vapply(squares[varies], function(square) {
    items_for(difference, n * square, n, plan$df, alpha, power)
  }, 0)
  new_result("pb_items_needed", list(
    pairs = utils::combn(items$classifiers, 2L, simplify = FALSE),
    needed = of_varying(needed),
    detectable = of_varying(detectable_t(plan$df, alpha, power) * known),
    present = of_varying(power_of_t(difference / known, plan$df, alpha)),
    variances = n * squares,
    design_effects = ifelse(alone > 0, (errors / alone)^2, 1),
    run_shares = shares,
    difference = difference,
    power = power,
    alpha = alpha,
    runs = as.integer(runs),
    dataset = dataset,
    n_items = n,
    n_clusters = plan$count,
    n_runs = has,
    notes = notes_ordered(c(
      character(), if (plan$count < few_clusters) "few-in-pilot",
      if (!all(varies)) "constant-in-pilot",
      if (length(unique(items$datasets)) > 1L) "several-datasets",
      if (has > 1L) "several-runs"
    )),
    engine = "r"
  ))
}

# The variance of the mean difference of each pair that one run causes.
between_runs <- function(items) {
  weights <- item_weights(items)
  centred <- items$by_run - as.vector(rowMeans(items$by_run, dims = 2L))
  spread <- rowSums(centred^2, dims = 2L) / (item_runs(items) - 1)
  own <- colSums(weights^2 * spread) / sum(weights)^2
  pairs <- all_pairs(length(own))
  own[pairs[, 1L]] + own[pairs[, 2L]]
}

# What each of some pairs needs, in a few words.
told_needs <- function(x, pairs) {
  needed <- x$needed[pairs]
  clusters <- ceiling(needed * x$n_clusters / x$n_items * (1 - 1e-9))
  groups <- if (x$n_clusters < x$n_items) sprintf(" in %.0f clusters", clusters) else ""
  told <- sprintf(
    "%.0f%s; %.4g; %.3g", needed, groups, x$detectable[pairs], x$design_effects[pairs]
  )
  ifelse(is.nan(needed), "unknown, the difference does not vary", told)
}

#' @rdname pb_result
#' @export
format.pb_items_needed <- function(x, ...) {
  check_dots(...)
  most <- 10L
  order <- utils::head(order(-x$needed), most)
  names <- one_line(unlist(x$pairs[order]))
  names <- matrix(names, nrow = 2L)
  groups <- if (x$n_clusters < x$n_items) paste(" in", counted(x$n_clusters, "cluster")) else ""
  c(
    sprintf(
      paste(
        "Items needed to find a difference of %g with power %g, two-sided t-test of each pair",
        "alone at alpha = %g"
      ),
      x$difference, x$power, x$alpha
    ),
    sprintf(
      "  planned from %s%s, %s per item; engine %s", counted(x$n_items, "item"), groups,
      counted(x$runs, "run"), x$engine
    ),
    "  items needed; difference found with the present items; design effect:",
    sprintf("    %s against %s: %s", names[1L, ], names[2L, ], told_needs(x, order)),
    if (length(x$pairs) > most) {
      paste("    and", counted(length(x$pairs) - most, "pair"), "more, see as.data.frame()")
    },
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_items_needed <- function(x, row.names = NULL, # nolint: object_name_linter.
                                          optional = FALSE, ...) {
  check_dots(...)
  data.frame(
    classifier_1 = vapply(x$pairs, `[[`, "", 1L),
    classifier_2 = vapply(x$pairs, `[[`, "", 2L),
    needed = x$needed,
    detectable = x$detectable,
    present = x$present,
    variance = x$variances,
    design_effect = x$design_effects
  )
}
