# Whether datasets that are close to each other rank models alike: why selection works, or fails.

#' Do similar datasets rank models alike?
#'
#' Tests, by Mantel's test, the correlation between the distance of two datasets in a representation
#' and the distance of their rankings of the models. Selection by a representation relies on a
#' positive correlation.
#'
#' The ranking distance of two datasets is computed from the mean ranks of the models on each: it is
#' the mean over models of the absolute difference between the mean ranks of the model on the two
#' datasets. The distances are not independent, since they share datasets. Therefore p is computed
#' by permuting the datasets of one distance matrix: p is the share of permutations, including the
#' identity, whose correlation is at least as large as the observed correlation. The test is
#' one-sided, since only a positive correlation helps selection. Holm's correction covers all rows
#' of `table`.
#'
#' @param t A results table of M >= 2 models on N >= 3 datasets, from [pb_read_results()].
#' @param embeddings A named list of embeddings, as in [pb_rank_preservation()].
#' @param permutations Number of permutations. The smallest possible p is 1 / (permutations + 1).
#' @param seed Seed of the permutations, a whole number.
#' @param method `"spearman"` or `"pearson"`: which correlation of the distances in the
#'   representation with the ranking distances is computed. It is computed over the N(N - 1)/2 pairs
#'   of datasets.
#' @param standardize,missing As in [pb_select()].
#' @return An object of class `pb_mantel`, a list of
#'   \item{table}{data frame: `representation`, `metric`; `correlation` between the distances in the
#'     representation and the ranking distances; `pvalue_raw`, the one-sided p-value; `pvalue`, the
#'     p-value adjusted by Holm's method}
#'   \item{profile}{data frame: the pairs of datasets are sorted by distance in the representation
#'     and divided into tenths, the nearest pairs first. Pairs of equal distance share a tenth, so
#'     some tenths may be missing. Columns: `representation`, `metric`, `part` (the tenth, 1 to
#'     10), `pairs` (their number), `distance` (mean distance in the representation), `ranking`
#'     (mean ranking distance), `low` and `high`, the quartiles of the ranking distance}
#'   \item{method, permutations, seed}{as given}
#'   \item{n_datasets}{N}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives the table.
#' @section Errors:
#' The errors of [pb_rank_preservation()], and in addition `pybench_error_argument` for fewer than 3
#' datasets.
#' @references
#' Mantel, N. (1967). The detection of disease clustering and a generalized regression approach.
#' *Cancer Research* 27, 209-220.
#' @examples
#' place <- matrix(sin(1:40), 20, dimnames = list(sprintf("d%02d", 1:20), c("x", "y")))
#' scores <- place %*% matrix(cos(1:12), 2, dimnames = list(NULL, letters[1:6]))
#' t <- pb_read_results(scores, higher_is_better = TRUE)
#' pb_mantel(t, list(where = place), permutations = 99)
#' @family selection
#' @export
pb_mantel <- function(t, embeddings, permutations = 999, seed = 0, method = "spearman",
                      standardize = TRUE, missing = "error") {
  permutations <- check_count("permutations", permutations, 1)
  method <- check_choice("method", method, c("spearman", "pearson"))
  missing <- check_choice("missing", missing, c("error", "drop"))
  scaled <- if (check_flag("standardize", standardize)) "all" else "none"
  seed <- check_seed(seed)
  require_comparable(t)
  n <- check_count("t.n_datasets", nrow(t$scores), 3)
  check_room("permutations", permutations, n)
  results <- ranked_results(t)
  theirs <- ranking_distances(results$sums / (2 * results$repeats))
  shuffles <- draw_portfolios(n, n, permutations, seed, "mantel")
  embeddings <- check_embeddings(embeddings)
  if (length(embeddings) == 0L) {
    stop_argument("`embeddings` is empty", expected = "one embedding or more", found = "none")
  }
  cells <- expand.grid(
    metric = selection_metrics, representation = names(embeddings), stringsAsFactors = FALSE
  )[2:1]
  spaces <- lapply(embeddings, selection_space, scaled, missing, results$datasets)
  near <- unlist(lapply(spaces, function(space) {
    gram <- tcrossprod(space_coordinates(space))
    lapply(selection_metrics, function(metric) selection_distances(gram, metric))
  }), recursive = FALSE, use.names = FALSE)
  tests <- lapply(near, mantel_test, theirs, shuffles, method)
  table <- data.frame(cells, do.call(rbind, tests))
  table$pvalue <- adjusted(table$pvalue_raw, "holm")
  parts <- lapply(seq_along(near), function(i) {
    data.frame(cells[i, ], mantel_profile(near[[i]], theirs), row.names = NULL)
  })
  new_result("pb_mantel", list(
    table = table, profile = do.call(rbind, parts), method = method, permutations = permutations,
    n_datasets = nrow(t$scores), seed = seed,
    notes = notes_ordered(c(study_notes(t), unlist(lapply(unname(spaces), space_notes)))),
    engine = "r"
  ))
}

# Mean absolute difference of mean ranks (datasets x models) between datasets.
ranking_distances <- function(ranks) {
  unname(as.matrix(stats::dist(ranks, "manhattan"))) / ncol(ranks)
}

# The correlation of two distances over all pairs; 0 if either is constant.
mantel_correlation <- function(ours, theirs, method) {
  none <- matrix(0L, 0L, nrow(ours))
  mantel_test(ours, theirs, none, method)[["correlation"]]
}

# The correlation, and the share of orders of the datasets that reach it.
mantel_test <- function(ours, theirs, shuffles, method) {
  upper <- upper.tri(ours)
  one <- mantel_scores(ours, method)
  other <- mantel_scores(theirs, method)[upper]
  room <- sqrt(sum(one[upper]^2) * sum(other^2))
  if (room == 0) {
    return(c(correlation = 0, pvalue_raw = 1)) # all distances are equal: no information
  }
  found <- sum(one[upper] * other) / room
  shuffled <- apply(shuffles, 1L, function(rows) sum(one[rows, rows][upper] * other) / room)
  reached <- 1 + sum(shuffled >= found - 1e-12)
  c(correlation = found, pvalue_raw = reached / (nrow(shuffles) + 1))
}

# Ranking distance by tenth of representation distance, of pairs of datasets.
mantel_profile <- function(ours, theirs) {
  upper <- upper.tri(ours)
  near <- ours[upper]
  far <- theirs[upper]
  part <- (10 * (2 * distance_ranks(near) - 1)) %/% (2 * length(near)) + 1
  rows <- lapply(sort(unique(part)), function(place) {
    mine <- part == place
    ends <- stats::quantile(far[mine], c(0.25, 0.75), names = FALSE)
    data.frame(
      part = as.integer(place), pairs = sum(mine), distance = mean(near[mine]),
      ranking = mean(far[mine]), low = ends[[1L]], high = ends[[2L]]
    )
  })
  do.call(rbind, rows)
}

# Ranks of distances; distances that differ by rounding are equal.
distance_ranks <- function(values) {
  largest <- max(values)
  rank(round(values / (if (largest > 0) largest else 1), 10L))
}

# Distances, or their ranks, minus their mean.
mantel_scores <- function(apart, method) {
  upper <- upper.tri(apart)
  values <- apart[upper]
  if (method == "spearman") {
    values <- distance_ranks(values)
  }
  whole <- matrix(0, nrow(apart), ncol(apart))
  whole[upper] <- values - mean(values)
  whole + t(whole)
}

# Caveats of a study that judges each dataset by itself.
study_notes <- function(t) {
  notes_ordered(c(
    if (nrow(t$scores) < 10L) "few-datasets",
    about_table(t)
  ))
}

#' @rdname pb_result
#' @export
format.pb_mantel <- function(x, ...) {
  check_dots(...)
  lines <- c(
    sprintf(
      "Do similar datasets rank models similarly? Mantel test (%s) on %s, %s", x$method,
      counted(x$n_datasets, "dataset"), counted(x$permutations, "permutation")
    ),
    sprintf(
      "  %s (%s): correlation %.3f, one-sided p %s (Holm)", x$table$representation, x$table$metric,
      x$table$correlation, format_p(x$table$pvalue)
    )
  )
  c(without_controls(lines), format_notes(x$notes))
}

#' @rdname pb_result
#' @export
as.data.frame.pb_mantel <- function(x, row.names = NULL, # nolint: object_name_linter.
                                    optional = FALSE, ...) {
  check_dots(...)
  x$table
}
