# Ranks within datasets, as integers: twice an average rank is whole, so equal ranks stay equal.

auto_tolerance <- 1e-12
# The level at which the note `near-ties` checks whether rounding noise changes a verdict.
verdict_level <- 0.05

# Ties by equality of doubles or of decimals: rounding noise may then decide a verdict.
by_equality <- function(tie_tol) {
  identical(tie_tol, 0) || identical(tie_tol, "decimal")
}

# A tie tolerance in units of the score, for comparing scores across datasets: "auto" is relative to
# the table's largest score.
table_tolerance <- function(scores, tie_tol) {
  switch(as.character(tie_tol),
    "auto" = auto_tolerance * max(abs(scores), na.rm = TRUE),
    "decimal" = 0,
    tie_tol
  )
}

#' Ranks of the methods within each dataset
#'
#' Returns the ranks of the methods on each dataset. Rank 1 is the best in the direction of the
#' metric. Tied scores get the average of their ranks.
#'
#' @param t A results table of k methods on N datasets, from [pb_read_results()].
#' @param tie_tol `"decimal"`, a number >= 0 in units of the score, or `"auto"`. Scores of one
#'   dataset that differ by at most this value count as tied. Ties are chained: if a ties with
#'   b, and b with c, then a ties with c. `"auto"` is 1e-12 times the largest absolute score of
#'   the dataset. With `"decimal"` or with 0, only equal scores tie; `"decimal"` differs from 0 only
#'   in tests that compare differences of scores between datasets, such as [pb_wilcoxon()].
#' @return A numeric N x k matrix, whose rows are named by the datasets and whose columns are named
#'   by the methods. The ranks are in \[1, k\], and each row sums to k(k + 1)/2. If scores are
#'   missing, their ranks are `NA`, and the other scores of the dataset are ranked among themselves.
#'   [`augment(t)`][tidy.pb_result()] gives scores and ranks as a data frame.
#' @section Errors:
#' `pybench_error_argument` if `t` is not a results table, or for an invalid `tie_tol`.
#' @references
#' Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. *Journal of
#' Machine Learning Research* 7, 1-30; section 3.2.2, page 11.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = "iris", A = 0.9, B = 0.8, C = 0.8),
#'   higher_is_better = TRUE
#' )
#' pb_ranks(t)
#' @family first steps
#' @export
pb_ranks <- function(t, tie_tol = "decimal") {
  require_table(t, complete = FALSE)
  doubled <- doubled_ranks(t$scores, t$higher_is_better, check_tie_tolerance(tie_tol))
  doubled[doubled == 0] <- NA
  doubled / 2
}

# Twice the average ranks of the rows of `scores` (N x k): whole numbers in [2, 2k]. A missing score
# has 0, and the others are ranked among themselves.
doubled_ranks <- function(scores, higher_is_better, tie_tol = 0) {
  loss <- if (higher_is_better) -t(scores) else t(scores)
  k <- nrow(loss)
  by_loss <- order(col(loss), loss)
  sorted <- matrix(loss[by_loss], nrow = k)
  gaps <- sorted[-1L, , drop = FALSE] - sorted[-k, , drop = FALSE]
  tolerance <- rep(row_tolerance(scores, tie_tol), each = k - 1L)
  # Missing scores come last.
  opens <- rbind(TRUE, is.na(gaps) | gaps > tolerance)
  closes <- rbind(opens[-1L, , drop = FALSE], TRUE)
  # A tied group that fills places a to b has the average rank (a + b) / 2.
  place <- row(loss)
  group_rank <- place[opens] + place[closes]
  doubled <- loss
  doubled[by_loss] <- group_rank[cumsum(opens)]
  doubled[is.na(loss)] <- 0
  t(doubled)
}

row_tolerance <- function(scores, tie_tol) {
  if (identical(tie_tol, "auto")) {
    auto_tolerance * apply(abs(scores), 1L, max, na.rm = TRUE)
  } else {
    rep(table_tolerance(scores, tie_tol), nrow(scores))
  }
}

# Sizes of the groups of two or more methods that share a rank, over all datasets.
tie_sizes <- function(doubled) {
  k <- ncol(doubled)
  cell <- doubled + 2 * k * (row(doubled) - 1)
  sizes <- rle(sort(cell[doubled > 0]))$lengths
  sizes[sizes > 1L]
}

# Whether all methods tie on every dataset.
is_degenerate <- function(doubled) {
  all(doubled == 0 | doubled == rowSums(doubled > 0) + 1)
}

# The smallest number of datasets on which both methods of a pair have a rank.
fewest_common <- function(doubled) {
  if (all(doubled > 0)) nrow(doubled) else min(crossprod(doubled > 0))
}

# Whether `verdict(doubled ranks)` changes when gaps of the size of rounding count as ties. A caller
# who has set the tie tolerance needs no warning.
near_ties_decide <- function(t, tie_tol, verdict) {
  if (!by_equality(tie_tol)) {
    return(FALSE)
  }
  exact <- doubled_ranks(t$scores, t$higher_is_better, 0)
  merged <- doubled_ranks(t$scores, t$higher_is_better, "auto")
  !identical(exact, merged) && !identical(verdict(exact), verdict(merged))
}

# Positions sorted by (rank sum, name): best first, equal ranks by name in code point order.
rank_order <- function(rank_sums, classifiers) {
  order(rank_sums, enc2utf8(classifiers), method = "radix")
}

# The caveats that every statistic of a table shares.
table_notes <- function(t, doubled, convention) {
  holds <- c(
    "degenerate" = is_degenerate(doubled),
    "few-datasets" = fewest_common(doubled) < 10L,
    "two-classifiers" = ncol(doubled) == 2L,
    "ties" = length(tie_sizes(doubled)) > 0L,
    "mean-of-repeats" = t$n_repeats > 1L,
    "convention" = convention != "standard"
  )
  c(names(holds)[holds], about_table(t))
}

# Refuses anything but a results table, and one with missing scores if `complete`.
require_table <- function(t, complete = TRUE) {
  if (missing(t)) {
    stop_argument(
      "`t` must be given: a results table",
      expected = "a results table", found = "nothing", hint = "Make one with pb_read_results()."
    )
  }
  if (!inherits(t, "pb_results_table")) {
    found <- describe_value(t)
    stop_argument(
      paste0("`t` must be a results table, not ", found),
      expected = "a results table", found = found,
      hint = if (is_bare(t)) make_table else "Make one with pb_read_results()."
    )
  }
  check_table(t)
  if (complete && anyNA(t$scores)) {
    refuse_incomplete(t)
  }
}

make_table <- "Make one: t <- pb_read_results(x, higher_is_better = TRUE); FALSE for error rates."

# Whether a value holds scores that pb_read_results() could make a table of.
is_bare <- function(t) {
  is.matrix(t) || is.data.frame(t)
}

# The table to compare: `t` itself, or made of a matrix or data frame, with its direction.
table_given <- function(t, higher_is_better) {
  if (missing(t) || !is_bare(t)) {
    require_table(t, complete = FALSE)
    if (!is.null(higher_is_better) && !identical(higher_is_better, t$higher_is_better)) {
      found <- describe_value(higher_is_better)
      stop_argument(
        sprintf(
          "`higher_is_better` must be %s, as in the table, not %s", t$higher_is_better, found
        ),
        expected = as.character(t$higher_is_better), found = found,
        hint = "Leave `higher_is_better` out: only a matrix or a data frame needs it."
      )
    }
    return(t)
  }
  if (is.null(higher_is_better)) {
    found <- describe_value(t)
    stop_argument(
      paste0("`t` must be a results table, not ", found),
      expected = "a results table", found = found,
      hint = "Also give higher_is_better = TRUE, or FALSE for an error rate."
    )
  }
  pb_read_results(t, higher_is_better, dataset = dataset_column(t))
}

# The column of dataset names of a bare data frame: `dataset`, or else a first column of texts.
dataset_column <- function(frame) {
  named <- is.matrix(frame) || length(frame) == 0L || "dataset" %in% names(frame) ||
    !is.null(own_row_names(frame))
  texts <- !named && (is.character(frame[[1L]]) || is.factor(frame[[1L]]))
  if (texts) names(frame)[[1L]] else "dataset"
}

refuse_incomplete <- function(t) {
  absent <- which(t(is.na(t$scores))) - 1L # row by row
  k <- length(t$classifiers)
  refuse(
    "every score",
    paste0(
      length(absent), " missing, the first for dataset ",
      shown(t$datasets[[absent[[1L]] %/% k + 1L]]),
      " and method ", shown(t$classifiers[[absent[[1L]] %% k + 1L]])
    ),
    sprintf(
      paste(
        "Use %s to test all methods, and wilcoxon for pairs; or read the table with",
        "missing=\"drop\" to leave out these datasets."
      ),
      if (is_balanced(t$scores)) "durbin" else "skillings_mack"
    )
  )
}

# Refuses anything but a results table, and one with fewer than `datasets` datasets or `methods`.
# With `pairwise`, scores may be missing if every pair has that many datasets in common. All must
# have `one_metric` if scores, or differences of scores, of several datasets are averaged or
# compared by size.
require_comparable <- function(t, complete = TRUE, datasets = 2L, methods = 2L, pairwise = FALSE,
                               one_metric = FALSE) {
  require_table(t, complete && !pairwise)
  found <- c(datasets = nrow(t$scores), methods = ncol(t$scores))
  least <- c(datasets = datasets, methods = methods)
  for (what in names(found)[found < least]) {
    expected <- paste("at least", least[[what]], what)
    stop_results_table(
      paste0("expected ", expected, ", found ", found[[what]]),
      expected = expected, found = as.character(found[[what]])
    )
  }
  if (one_metric) {
    require_one_metric(t)
  }
  if (pairwise && anyNA(t$scores)) {
    require_common(t, datasets)
  }
}

require_one_metric <- function(t) {
  names <- unique(t$metrics)
  if (length(names) > 0L) {
    found <- paste0(length(names), ": ", shown_names(names))
    stop_results_table(
      paste(
        "expected one metric, since sizes of scores of different metrics cannot be compared,",
        "found", found
      ),
      expected = "one metric", found = found,
      hint = sprintf(
        paste(
          "Use ranks or signs, as in friedman, nemenyi and sign_test, or the datasets of one",
          "metric: t[t$metrics == \"%s\", ]."
        ),
        names[[1L]]
      )
    )
  }
}

require_common <- function(t, datasets) {
  counts <- common_counts(t$scores)
  few <- which(t(counts < datasets & upper.tri(counts)), arr.ind = TRUE) # row by row
  if (nrow(few) > 0L) {
    pair <- t$classifiers[few[1L, 2:1]]
    refuse(
      paste("at least", counted(datasets, "dataset"), "with scores of both methods of every pair"),
      sprintf(
        "%d for methods %s and %s", counts[pair[[1L]], pair[[2L]]], shown(pair[[1L]]),
        shown(pair[[2L]])
      ),
      "Leave out one of these methods."
    )
  }
}
