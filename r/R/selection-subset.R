# A subset chosen by hand: its position among random ones.

# Percents of random subsets at which quantiles are kept.
subset_percents <- seq(0L, 100L, 5L)

#' Measure how well a subset of datasets preserves the ranking
#'
#' Measures how well a subset of datasets preserves the ranking on all datasets, compared with
#' random subsets of the same size. The subset may have been chosen in any way.
#'
#' @param t A results table of M >= 2 models on N datasets, from [pb_read_results()].
#' @param names Datasets of the table, each once.
#' @param trials Number of random subsets, of the same size as the given subset, that are drawn from
#'   all datasets.
#' @param seed Seed of the draws, a whole number.
#' @param metrics As in [pb_rank_preservation()].
#' @param confidence Share of the random subsets between `low` and `high`, a number in (0, 1); by
#'   default the middle 95 %.
#' @return An object of class `pb_subset_quality`, a list of
#'   \item{table}{data frame, one row per `metric`: its `value` for the given subset; `better_than`,
#'     the share of random subsets that are worse than the given subset (ties count half); `random`,
#'     the mean over the random subsets; `low` and `high`, the ends of their middle range}
#'   \item{random}{data frame of quantiles of the random subsets: `metric`, `percent` (0, 5, ...
#'     100), `value`, the quantile}
#'   \item{names, trials, seed}{as given}
#'   \item{n_datasets}{N}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   \item{confidence}{as given}
#'   `as.data.frame()` gives the table.
#' @section Errors:
#' The errors of [pb_rank_preservation()], and in addition `pybench_error_argument` for names that
#' are not in the table or are repeated.
#' @examples
#' scores <- matrix(sin(1:80), 20, dimnames = list(sprintf("d%02d", 1:20), letters[1:4]))
#' t <- pb_read_results(scores, higher_is_better = TRUE)
#' pb_subset_quality(t, c("d01", "d07", "d09"), 200)
#' @family selection
#' @export
pb_subset_quality <- function(t, names, trials = 1000, seed = 0,
                              metrics = c("mae", "spearman", "kendall", "ndcg5", "mrr"),
                              confidence = 0.95) {
  trials <- check_count("trials", trials, 1)
  confidence <- check_level("confidence", confidence)
  seed <- check_seed(seed)
  metrics <- check_ranking_metrics(metrics)
  require_comparable(t)
  results <- ranked_results(t)
  names <- check_picked(names, results$datasets)
  size <- length(names)
  n <- length(results$datasets)
  check_room("trials", trials, n)
  drawn <- draw_portfolios(n, size, trials, seed, sprintf("random selection of %d", size))
  rows <- rbind(match(names, results$datasets), drawn)
  sums <- t(apply(rows, 1L, function(places) colSums(results$sums[places, , drop = FALSE])))
  values <- ranking_scores(
    sums, size, matrix(colSums(results$sums), 1L), n, results$repeats, metrics
  )
  random <- values[-1L, , drop = FALSE]
  sign <- ifelse(metrics %in% less_is_better, -1, 1)
  lead <- round(sweep(-random, 2L, values[1L, ], "+"), 12L)
  lead <- sweep(lead, 2L, sign, "*")
  tail <- (1 - confidence) / 2
  ends <- apply(random, 2L, stats::quantile, c(tail, 1 - tail), names = FALSE)
  new_result("pb_subset_quality", list(
    table = data.frame(
      metric = metrics, value = unname(values[1L, ]),
      better_than = unname(colMeans((lead > 0) + (lead == 0) / 2)),
      random = unname(colMeans(random)), low = unname(ends[1L, ]), high = unname(ends[2L, ])
    ),
    random = data.frame(
      metric = rep(metrics, each = length(subset_percents)), percent = subset_percents,
      value = as.vector(apply(random, 2L, stats::quantile, subset_percents / 100, names = FALSE))
    ),
    names = names, trials = trials, n_datasets = n, seed = seed,
    notes = notes_ordered(c(
      study_notes(t), if (t$n_repeats > 1L && is.null(t$by_repeat)) "mean-of-repeats"
    )),
    engine = "r", confidence = confidence
  ))
}

check_picked <- function(names, datasets) {
  plain <- is.factor(names) || is.vector(names)
  picked <- if (plain) utf8_text(unlist(names)) else character()
  strange <- setdiff(picked, datasets)
  if (length(strange) > 0L || anyDuplicated(picked) > 0L || length(picked) == 0L) {
    found <- if (length(strange) > 0L) {
      paste0(shown(strange[[1L]]), ", which is not")
    } else if (length(picked) == 0L) {
      if (plain || is.null(names)) "none" else describe_value(names)
    } else {
      paste(shown(picked[duplicated(picked)][[1L]]), "twice")
    }
    stop_argument(
      paste("`names` must be datasets of the table, each once, not", found),
      expected = "datasets of the table, each once", found = found
    )
  }
  picked
}

#' @rdname pb_result
#' @export
format.pb_subset_quality <- function(x, ...) {
  check_dots(...)
  rows <- x$table
  c(
    sprintf(
      "%d of %s, beside %.0f random subsets of %d:", length(x$names),
      counted(x$n_datasets, "dataset"), x$trials, length(x$names)
    ),
    sprintf(
      "  %-12s %8.4f: better than %.1f%% of random ones (the middle %.4g%% of them: %.4f to %.4f)",
      rows$metric, rows$value,
      100 * rows$better_than, 100 * x$confidence, rows$low, rows$high
    ),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_subset_quality <- function(x, row.names = NULL, # nolint: object_name_linter.
                                            optional = FALSE, ...) {
  check_dots(...)
  x$table
}
