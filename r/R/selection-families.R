# Leave one family out: whether a selection represents kinds of datasets that it could not choose.

#' Leave one family of datasets out
#'
#' Leaves out one family (a group of related datasets) at a time, chooses datasets from the other
#' families, and compares the ranking of the models on the chosen datasets with their ranking on all
#' datasets.
#'
#' @param t,embeddings,strategies,sizes,metrics As in [pb_rank_preservation()].
#' @param families The family of every dataset of the table: a character vector or list, named by
#'   dataset.
#' @param trials Number of selections by each strategy that chooses at random; their metrics are
#'   averaged.
#' @param seed Seed of the draws, a whole number.
#' @param start,ridge,n_init,missing As in [pb_select()].
#' @return An object of class `pb_families_out`, a list of
#'   \item{table}{data frame: `family`, `strategy`, `representation`, `metric`, `size`; `without`,
#'     the value of the metric if datasets of the family cannot be chosen; `whole`, its value if all
#'     datasets can be chosen; `loss`, how much worse `without` is than `whole` (negative if
#'     `without` is better)}
#'   \item{families}{the families that were left out, sorted}
#'   \item{counts}{number of datasets of each family}
#'   \item{trials, seed}{as given}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives the table.
#' @section Errors:
#' The errors of [pb_rank_preservation()], and in addition `pybench_error_argument` for a dataset
#' without a family, fewer than two families, or a size above the number of datasets that remain
#' when a family is left out.
#' @examples
#' names <- sprintf("d%02d", 1:12)
#' scores <- matrix(sin(1:48), 12, dimnames = list(names, letters[1:4]))
#' place <- matrix(cos(1:24), 12, dimnames = list(names, c("x", "y")))
#' t <- pb_read_results(scores, higher_is_better = TRUE)
#' kinds <- stats::setNames(rep(c("odd", "even"), 6), names)
#' pb_leave_one_family_out(t, list(example = place), kinds, sizes = c(3, 5), trials = 5)
#' @family selection
#' @export
pb_leave_one_family_out <- function(t, embeddings, families,
                                    strategies = c("random", "k-means", "farthest-first/cosine",
                                                   "farthest-first/euclidean", "a-optimal",
                                                   "d-optimal"),
                                    sizes = c(5, 10, 20), trials = 100, seed = 0,
                                    metrics = c("mae", "spearman"), start = "mean", ridge = 0.001,
                                    n_init = 10, missing = "error") {
  rules <- check_selection_rules(start, ridge, n_init, seed)
  trials <- check_count("trials", trials, 1)
  missing <- check_choice("missing", missing, c("error", "drop"))
  sizes <- check_selection_sizes(sizes, 1L)
  metrics <- check_ranking_metrics(metrics)
  require_comparable(t)
  results <- ranked_results(t)
  methods <- selection_methods(embeddings, strategies, "all", missing, results$datasets)
  home <- check_families(families, results$datasets)
  room_for_trials(trials, length(home), methods, metrics, sizes)
  kinds <- sort(unique(home), method = "radix")
  scored <- function(rows) {
    check_pool_sizes(length(rows), sizes)
    study <- list(
      results = results, sizes = sizes, metrics = metrics, rules = rules, vary = "datasets",
      kept = matrix(rows, trials, length(rows), byrow = TRUE)
    )
    unlist(lapply(methods$list, function(one) lapply(method_scores(study, one), colMeans)))
  }
  labels <- methods$labels
  cells <- expand.grid(
    size = as.integer(sizes), metric = metrics, method = seq_len(nrow(labels)),
    stringsAsFactors = FALSE
  )
  whole <- unname(scored(seq_along(home)))
  sign <- ifelse(cells$metric %in% less_is_better, 1, -1)
  parts <- lapply(kinds, function(kind) {
    without <- unname(scored(which(home != kind)))
    data.frame(
      family = kind, labels[cells$method, ], cells[c("metric", "size")], without = without,
      whole = whole, loss = sign * (without - whole), row.names = NULL
    )
  })
  new_result("pb_families_out", list(
    table = do.call(rbind, parts), families = kinds,
    counts = tabulate(match(home, kinds)), trials = trials, seed = rules$seed,
    notes = notes_ordered(c(study_notes(t), method_notes(methods))), engine = "r"
  ))
}

refuse_twice <- function(names) {
  twice <- anyDuplicated(names)
  if (twice > 0L) {
    stop_argument(
      "`families` contains a dataset twice", expected = "each dataset once",
      found = paste(shown(names[[twice]]), "twice"),
      hint = "Give one family for each dataset."
    )
  }
}

# The family of each dataset.
check_families <- function(families, datasets) {
  named <- is.vector(families) || is.factor(families)
  if (named) {
    names(families) <- utf8_text(names(families))
    refuse_twice(names(families))
  }
  said <- function(name) {
    one <- families[[name]]
    is.atomic(one) && length(one) == 1L && !is.na(one)
  }
  known <- intersect(datasets, if (named) names(families))
  absent <- setdiff(datasets, Filter(said, known))
  if (length(absent) > 0L) {
    stop_argument(
      sprintf(
        "`families` gives no family for %s; the first is %s", counted(length(absent), "dataset"),
        shown(absent[[1L]])
      ),
      expected = "a family for every dataset of the table",
      found = paste(length(absent), "without")
    )
  }
  home <- vapply(datasets, function(name) as.character(families[[name]]), "", USE.NAMES = FALSE)
  if (length(unique(home)) < 2L) {
    stop_argument(
      "`families` has one family only", expected = "two families or more", found = home[[1L]]
    )
  }
  home
}

#' @rdname pb_result
#' @export
format.pb_families_out <- function(x, ...) {
  check_dots(...)
  groups <- unique(x$table[c("strategy", "representation", "metric")])
  worst <- lapply(seq_len(nrow(groups)), function(i) {
    mine <- Reduce(`&`, Map(`==`, x$table[names(groups)], groups[i, ]))
    rows <- x$table[mine, ]
    rows[which.max(rows$loss), ]
  })
  worst <- do.call(rbind, worst)
  lines <- c(
    sprintf("Selection without one of %d families at a time:", length(x$families)),
    sprintf(
      "  %s, %s: worst without %s at %d datasets: %.3f for %.3f", method_labels(worst),
      worst$metric, worst$family, worst$size, worst$without, worst$whole
    )
  )
  c(without_controls(lines), format_notes(x$notes))
}

# A strategy and, if it has one, its representation.
method_labels <- function(rows) {
  paste0(
    rows$strategy, ifelse(nzchar(rows$representation), paste(" on", rows$representation), "")
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_families_out <- function(x, row.names = NULL, # nolint: object_name_linter.
                                          optional = FALSE, ...) {
  check_dots(...)
  x$table
}
