# The Skillings-Mack test: Friedman's test if some methods lack a score on some datasets.

# Statistics with a smaller relative difference count as equal: they are sums of roots.
same_statistic <- 1e-9
uniforms_at_once <- 1e6

#' Skillings-Mack test: do all methods perform alike, if scores are missing?
#'
#' Extends the Friedman test to tables with missing scores: on each dataset, the methods that have a
#' score are ranked among themselves.
#'
#' If \eqn{k_i} methods have a score on dataset i and \eqn{r_{ij}} is the rank of method j among
#' these methods,
#' \deqn{A_j = \sum_i \sqrt{\frac{12}{k_i + 1}} \Bigl(r_{ij} - \frac{k_i + 1}{2}\Bigr), \qquad
#'   T = A' \Sigma^- A}{
#'   A_j = sum_i sqrt(12 / (k_i + 1)) (r_ij - (k_i + 1) / 2),  T = A' S^- A}
#' where \eqn{\Sigma^-}{S^-} is a generalised inverse of the covariance matrix \eqn{\Sigma}{S}
#' of A. Outside the diagonal, the element (j, l) of \eqn{\Sigma}{S} is minus the number of datasets
#' on which both j and l have scores. Each row of \eqn{\Sigma}{S} sums to 0 (Skillings and Mack
#' 1981). T is compared with the chi-square distribution with k - 1 degrees of freedom. Without
#' missing scores and without ties, T is Friedman's statistic. The variance is not corrected for
#' ties, so with many ties the chi-square test is conservative.
#'
#' With `method = "simulation"`, `samples` random tables are made by shuffling the ranks within
#' datasets. Then p is (1 + the number of these tables in which T is at least as large as observed)
#' / (1 + `samples`).
#'
#' @inheritParams pb_ranks
#' @param t A results table of k >= 2 methods on N >= 2 datasets, read with `missing = "keep"`.
#' @param method `"chi-square"`: the limiting distribution. `"simulation"`: the permutation
#'   distribution, estimated by shuffling the ranks within datasets; use it for few datasets or many
#'   ties.
#' @param samples,seed For `"simulation"`: number of shuffled tables, and seed of the shuffling.
#'   Python and R draw the same tables.
#' @return An object of class `pb_omnibus` as [pb_aligned_ranks()] returns it. `n_datasets` counts
#'   the datasets with at least two scores, since other datasets do not affect the test. Each of the
#'   `mean_ranks`, in \[1, k\], is a mean over the counted datasets on which the method has a score.
#' @section Errors:
#' `pybench_error_results_table` if fewer than two datasets have at least two scores, if there are
#' fewer than two methods, or if the methods fall into groups such that no dataset has scores of
#' methods from two groups; `pybench_error_argument` for an argument with an invalid value.
#' @references
#' Skillings, J. H. and Mack, G. A. (1981). On the use of a Friedman-type statistic in balanced and
#' unbalanced block designs. *Technometrics* 23, 171-177.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("d1", "d2", "d3"), a = c(9, 8, 6), b = c(8, 7, 7), c = c(4, NA, 5)),
#'   higher_is_better = TRUE, missing = "keep"
#' )
#' pb_skillings_mack(t)
#' @family omnibus tests
#' @export
pb_skillings_mack <- function(t, method = "chi-square", samples = 10000, seed = 0,
                              tie_tol = "decimal") {
  check_choice("method", method, c("chi-square", "simulation"))
  samples <- check_count("samples", samples)
  check_room("samples", samples)
  seed <- check_seed(seed)
  tie_tol <- check_tie_tolerance(tie_tol)
  require_comparable(t, complete = FALSE)
  design <- incomplete_design(t)
  df <- ncol(design$present) - 1
  statistic_at <- function(tolerance) {
    drop(skillings_statistic(design, t(colSums(block_scores(t, design, tolerance)$weighted))))
  }
  pvalue_at <- function(tolerance) omnibus_tail(statistic_at(tolerance), df, "standard")
  blocks <- block_scores(t, design, tie_tol)
  statistic <- statistic_at(tie_tol)
  limiting <- pvalue_at(tie_tol)
  pvalue <- if (method == "simulation") {
    shuffled_pvalue(design, blocks$weighted, statistic, samples, seed)
  } else {
    limiting
  }
  new_omnibus(
    "skillings_mack", statistic, pvalue, df, nrow(design$present),
    mean_ranks(ifelse(is.na(blocks$ranks), 0, 2 * blocks$ranks)), method, "standard",
    skillings_notes(t, blocks, method, noise_decides(tie_tol, limiting, pvalue_at)),
    reference = if (method == "simulation") "simulation" else "limit",
    least = if (method == "simulation") 1 / (1 + samples) else 0
  )
}

skillings_notes <- function(t, blocks, method, near_ties) {
  tied <- apply(blocks$ranks, 1L, function(row) anyDuplicated(row[!is.na(row)]) > 0L)
  holds <- c(
    "degenerate" = all(blocks$weighted == 0),
    "few-datasets" = nrow(blocks$ranks) < 10L && method == "chi-square",
    "two-classifiers" = ncol(blocks$ranks) == 2L,
    "ties" = any(tied),
    "near-ties" = near_ties,
    "missing-scores" = anyNA(t$scores),
    "single-scores" = nrow(blocks$ranks) < length(t$datasets),
    "mean-of-repeats" = t$n_repeats > 1L
  )
  c(names(holds)[holds], notes_but(about_table(t), "pairwise-complete"))
}

# The parts that do not depend on the scores: the datasets that compare two methods or more, which
# scores are present (N x k), and the inverse of the covariance without its last row and column,
# which is a generalised inverse of all of it.
incomplete_design <- function(t) {
  used <- rowSums(!is.na(t$scores)) >= 2
  present <- !is.na(t$scores[used, , drop = FALSE])
  if (sum(used) < 2) {
    stop_results_table(
      paste("expected at least 2 datasets with two scores or more, found", sum(used)),
      expected = "at least 2 datasets with two scores or more", found = as.character(sum(used))
    )
  }
  together <- crossprod(present)
  diag(together) <- 0
  require_connected(t$classifiers, together > 0)
  k <- ncol(present)
  covariance <- diag(rowSums(together), k) - together
  list(
    used = used, present = present, inverse = solve(covariance[-k, -k, drop = FALSE])
  )
}

# Refuses a design in which no chain of comparisons connects some methods with the first.
require_connected <- function(classifiers, compared) {
  reached <- seq_along(classifiers) == 1L
  repeat {
    wider <- reached | colSums(compared[reached, , drop = FALSE]) > 0
    if (all(wider == reached)) break
    reached <- wider
  }
  if (!all(reached)) {
    found <- paste("none with", shown_names(classifiers[!reached]))
    stop_results_table(
      paste0(
        "expected datasets that compare ", shown(classifiers[[1L]]),
        " with all other methods, directly or through further methods, found ", found
      ),
      expected = "datasets that compare all methods, directly or through further methods",
      found = found, hint = "Compare each group of methods separately."
    )
  }
}

# Ranks of the scores present, NA elsewhere, and centred and weighted, 0 elsewhere; N x k.
block_scores <- function(t, design, tie_tol) {
  scores <- t$scores[design$used, , drop = FALSE]
  ranks <- scores
  for (i in seq_len(nrow(scores))) {
    here <- design$present[i, ]
    row <- scores[i, here, drop = FALSE]
    ranks[i, here] <- doubled_ranks(row, t$higher_is_better, tie_tol) / 2
  }
  middle <- (rowSums(design$present) + 1) / 2
  weighted <- sqrt(6 / middle) * (ranks - middle)
  weighted[!design$present] <- 0
  list(ranks = ranks, weighted = weighted)
}

# T of column sums, tables x k.
skillings_statistic <- function(design, sums) {
  sums <- sums[, -ncol(sums), drop = FALSE]
  rowSums((sums %*% design$inverse) * sums)
}

# The share of permuted tables whose T is at least the observed one, itself included.
shuffled_pvalue <- function(design, weighted, statistic, samples, seed) {
  n <- nrow(weighted)
  present <- t(design$present) # k x n: cells as they are drawn
  # For each dataset the values that are present, in order, one after the other.
  ordered <- unlist(lapply(seq_len(n), function(i) sort(weighted[i, design$present[i, ]])))
  reached <- shuffled_sums(ordered, present, samples, seed, "skillings-mack", function(sums) {
    sum(skillings_statistic(design, t(sums)) >= statistic * (1 - same_statistic))
  })
  (1 + sum(unlist(reached))) / (1 + samples)
}
