# Scores against costs: which methods are on the Pareto front, and how certain that is.

#' The Pareto front of scores and costs
#'
#' Finds which methods are on the Pareto front of scores and costs, and how much this depends on the
#' datasets. A method is on the front if no other method dominates it, that is, is at least as good
#' in both score and cost, and better in one.
#'
#' With losses \eqn{l_i} (mean ranks, or mean scores with the sign that makes lower better) and
#' costs \eqn{c_i}, method i dominates j if \eqn{l_i \le l_j}, \eqn{c_i \le c_j} and one of both is
#' strict. Each of `resamples` resamples has N datasets drawn with replacement (Efron 1979); means
#' are recomputed and the front is determined again, of all methods jointly. Means that differ by at
#' most 1e-12 of the largest absolute score (or cost) count as equal.
#'
#' The shares are shares of resamples: they show how much the front depends on the choice of
#' datasets, and are not probabilities that a method is on the front. If the dearer of two methods
#' is in truth exactly as good as the cheaper one, with normal differences, it gets the verdict
#' "front" by chance in 25 % of tables of 2 datasets, 19 % of 3, 11 % of 5, 8 % of 10, 6 % of 20
#' or more (measured; `confidence` 0.95), and "dominated" as often. A note says so below 10
#' datasets.
#'
#' @inheritParams pb_kendall_w
#' @param cost Cost of each method, such as its run time, size or price: above 0, lower is better.
#'   Either a numeric vector, named by method or in the order of the table, which is taken as
#'   known, or a results table of costs per dataset. With such a table, only the datasets of both
#'   tables are used, and scores and costs of a dataset are drawn together.
#' @param of Compare mean `"scores"`, or mean `"ranks"` (1 is best). Use ranks if the datasets have
#'   scores on different scales.
#' @param confidence Share of resamples in which a method must be on the front for the verdict
#'   `"front"`, above 0.5 and below 1; it is `"dominated"` if it is on the front in at most
#'   1 - `confidence` of them, otherwise `"ambiguous"`.
#' @param resamples Number of resamples of the datasets.
#' @param seed Random seed: the same seed gives the same result, in Python and R.
#' @return An object of class `pb_pareto_front`, a list of
#'   \item{values}{named vector, k entries, in table order: mean scores or mean ranks}
#'   \item{costs}{named vector like `values`: costs, or mean costs over the datasets}
#'   \item{front}{named logical vector: whether a method is on the front of the whole table}
#'   \item{shares}{named vector: share of resamples in which a method is on the front}
#'   \item{verdicts}{named character vector: `"front"`, `"dominated"` or `"ambiguous"`}
#'   \item{dominates}{k x k matrix: share of resamples in which the row dominates the column}
#'   \item{of, confidence, resamples, seed}{as given}
#'   \item{costs_vary}{whether costs are per dataset, and resampled with the scores}
#'   \item{higher_is_better, metric}{direction and metric of the scores}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per method, the cheapest first: `classifier`, `cost`, `value`,
#'   `front`, `share`, `verdict`, and `dominated_by`, the method that dominates it in most resamples
#'   (`""` if none does in any).
#' @section Errors:
#' `pybench_error_results_table` for fewer than 2 datasets or methods, for missing scores, and if no
#' dataset is in both tables; `pybench_error_argument` for a cost that is not above 0 (in a table
#' also of a single dataset), for a table of costs in which higher is better, and for an argument
#' out of its range.
#' @references
#' Efron, B. (1979). Bootstrap methods: another look at the jackknife. *Annals of Statistics* 7,
#' 1-26.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 9), B = c(8, 7, 6), C = c(7, 6, 7)),
#'   higher_is_better = TRUE
#' )
#' pb_pareto(t, c(A = 60, B = 2, C = 5))
#' @family effects and planning
#' @export
pb_pareto <- function(t, cost, of = "scores", confidence = 0.95, resamples = 10000, seed = 0,
                      tie_tol = "decimal") {
  check_choice("of", of, c("scores", "ranks"))
  confidence <- check_number(
    "confidence", confidence, "a number above 0.5 and below 1", 0.5, 1
  )
  resamples <- check_count("resamples", resamples)
  seed <- check_seed(seed)
  tie_tol <- check_tie_tolerance(tie_tol)
  require_comparable(t, one_metric = of == "scores")
  varying <- inherits(cost, "pb_results_table")
  if (varying && cost$higher_is_better) {
    expected <- "a table in which lower costs are better"
    stop_argument(
      sprintf("`cost` must be %s, but its `higher_is_better` is true", expected),
      expected = expected, found = "one in which higher is better",
      hint = "Read the costs with higher_is_better = FALSE."
    )
  }
  common <- costs_of(t, cost, "cost")
  t <- common$t
  require_comparable(t)
  check_room("resamples", resamples, ncol(t$scores))
  doubled <- doubled_ranks(t$scores, t$higher_is_better, tie_tol)
  numbers <- unname(if (of == "ranks") doubled / 2 else t$scores)
  sign <- if (of == "scores" && t$higher_is_better) -1 else 1
  if (varying) {
    check_each_cost(common$costs)
  }
  costs <- unname(common$costs)
  n <- nrow(numbers)
  slack <- 1e-12 * c(max(abs(numbers)), max(costs))
  values <- exact_means(t(numbers))
  spent <- exact_means(t(costs))
  k <- ncol(numbers)
  drawn <- resampled(seed, "pareto", resamples, n, function(counts) {
    crossprod(counts, if (varying) cbind(numbers, costs) else numbers) / n
  })
  losses <- sign * drawn[, seq_len(k), drop = FALSE]
  each <- if (varying) drawn[, k + seq_len(k), drop = FALSE] else costs
  found <- pareto_standing(losses, each, slack)
  named <- function(values) stats::setNames(values, t$classifiers)
  new_result("pb_pareto_front", list(
    values = named(values),
    costs = named(spent),
    front = named(pareto_standing(rbind(sign * values), rbind(spent), slack)$front == 1),
    shares = named(found$front),
    verdicts = named(pareto_verdicts(found$front, confidence)),
    dominates = matrix(found$dominates, k, dimnames = list(t$classifiers, t$classifiers)),
    of = of,
    costs_vary = varying,
    confidence = confidence,
    resamples = resamples,
    seed = seed,
    higher_is_better = t$higher_is_better,
    metric = t$metric,
    n_datasets = n,
    n_classifiers = k,
    notes = pareto_notes(t, doubled),
    engine = "r"
  ))
}

check_each_cost <- function(costs) {
  for (cell in which(t(!(costs > 0)))) { # row by row, as in Python
    at <- c((cell - 1L) %/% ncol(costs) + 1L, (cell - 1L) %% ncol(costs) + 1L)
    name <- sprintf("cost['%s', '%s']", rownames(costs)[[at[[1L]]]], colnames(costs)[[at[[2L]]]])
    check_number(name, costs[[at[[1L]], at[[2L]]]], "a number above 0", 0, Inf)
  }
}

pareto_notes <- function(t, doubled) {
  held <- interval_notes(t, doubled)
  notes_ordered(c(
    notes_but(held, "degenerate"),
    if ("degenerate" %in% held) "cost-alone",
    if (nrow(doubled) < 10L) "few-for-front"
  ))
}

# How often each method is on the front, and how often the row dominates the column. `losses` and
# `costs`: resamples x k, lower is better; costs may have one row, for all resamples. Numbers that
# differ by at most `slack` (of losses, of costs) are equal.
pareto_standing <- function(losses, costs, slack) {
  replicates <- nrow(losses)
  costs <- costs[rep_len(seq_len(nrow(costs)), replicates), , drop = FALSE]
  one <- function(j) {
    loss <- losses - losses[, j]
    cost <- costs - costs[, j]
    loss <= slack[[1L]] & cost <= slack[[2L]] & (loss < -slack[[1L]] | cost < -slack[[2L]])
  }
  found <- lapply(seq_len(ncol(losses)), function(j) {
    beaten <- one(j)
    list(front = 1 - mean(rowSums(beaten) > 0), dominates = colSums(beaten) / replicates)
  })
  list(
    front = vapply(found, `[[`, 0, "front"),
    dominates = vapply(found, `[[`, numeric(ncol(losses)), "dominates")
  )
}

pareto_verdicts <- function(shares, confidence) {
  rounding <- 1e-9 # 1 - 0.95 is not 0.05
  ifelse(
    shares >= confidence - rounding, "front",
    ifelse(shares <= 1 - confidence + rounding, "dominated", "ambiguous")
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_pareto_front <- function(x, row.names = NULL, # nolint: object_name_linter.
                                          optional = FALSE, ...) {
  check_dots(...)
  names <- names(x$values)
  most <- apply(x$dominates, 2L, which.max)
  ever <- x$dominates[cbind(most, seq_along(most))] > 0
  frame <- data.frame(
    classifier = names, cost = unname(x$costs), value = unname(x$values), front = unname(x$front),
    share = unname(x$shares), verdict = unname(x$verdicts),
    dominated_by = ifelse(ever, names[most], "")
  )[rank_order(x$costs, names), ]
  rownames(frame) <- NULL
  frame
}

# What the three verdicts mean.
pareto_rule <- function(x) {
  c(
    sprintf(
      "on the front in at least %g %% of %s resamples of the datasets",
      100 * x$confidence, format_whole(x$resamples)
    ),
    sprintf(
      "dominated: on the front in at most %.10g %% of the resamples", 100 * (1 - x$confidence)
    ),
    "ambiguous: neither"
  )
}

#' @rdname pb_result
#' @export
format.pb_pareto_front <- function(x, ...) {
  check_dots(...)
  frame <- as.data.frame(x)
  value <- if (x$of == "ranks") "mean rank" else "mean score"
  lost <- percentage(1 - frame$share, 1L)
  by <- ifelse(
    nzchar(frame$dominated_by),
    sprintf(" (dominated in %s %%, most often by %s)", lost, without_controls(frame$dominated_by)),
    ""
  )
  c(
    paste0(
      sprintf(said("Pareto front of %s and cost: %d methods on "), value, x$n_classifiers),
      sprintf(
        "%s, %s (seed %s; engine %s)", counted(x$n_datasets, "dataset"),
        if (x$costs_vary) "costs resampled with the scores" else "costs taken as known",
        format_whole(x$seed), x$engine
      )
    ),
    paste0("  front: ", paste(pareto_rule(x), collapse = "; ")),
    said("  A share of resamples is not the probability that a method is on the front."),
    sprintf("  %10s  %10s  on front  verdict", "cost", value),
    sprintf(
      "  %10.4g  %10.4g  %6s %%  %-9s  %s%s", frame$cost, frame$value,
      percentage(frame$share, 1L), frame$verdict, without_controls(frame$classifier), by
    ),
    format_notes(x$notes)
  )
}

# What the table adds to the frame, see base-printable.R.
pareto_sheet <- function(x, letters) {
  frame <- as.data.frame(x)
  rule <- pareto_rule(x)
  frame$front <- NULL
  new_sheet(
    frame, bold = list(classifier = frame$verdict == "front"),
    bold_note = sprintf("Bold: %s.", rule[[1L]]),
    notes = c(verdict = sprintf("%s; %s.", rule[[2L]], rule[[3L]])),
    heads = c(
      value = if (x$of == "ranks") "mean rank" else "mean score", share = "on the front"
    )
  )
}
