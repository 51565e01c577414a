# How much a verdict about two methods depends on the other methods and on single datasets.

#' Stability of verdicts under other methods and other datasets
#'
#' Measures how much each verdict depends on the methods and datasets in the table. For each pair,
#' three verdicts are recomputed: which method has the better mean rank, the verdict of the Nemenyi
#' test, and the verdict of the Wilcoxon signed-rank test with Holm's correction. They are
#' recomputed (1) for sets of methods that contain the pair, (2) without one dataset at a time, and
#' (3) for resampled datasets. A verdict flips if it changes; a change from better to worse, or from
#' worse to better, is called a reversal. The order of two mean ranks flips only if it is reversed;
#' a change to or from equal mean ranks does not count.
#'
#' Twice the rank sum of method i among a set S is
#' \eqn{N + \sum_{c \in S} \sum_d (1 + \mathrm{sign}(r_{di} - r_{dc}))}{N + sum over c in S
#' and d of 1 + sign(r_di - r_dc)}, a sum over the members c of S and the datasets d, where
#' \eqn{r_{di}}{r_di} is the rank of i on dataset d. The sum is a whole number, so ties of mean
#' ranks and borderline verdicts are decided exactly.
#'
#' The raw p-value of the signed-rank test of a pair does not depend on the set S. But the family of
#' hypotheses depends on S, and so does the adjusted p-value. Ties and p-values are those of
#' [pb_wilcoxon()] with method `"auto"`, except that resamples with more than 25 nonzero differences
#' use the normal distribution. Nemenyi's verdicts use the limiting distribution, even in sets of
#' two methods, where [pb_nemenyi()] uses permutations.
#'
#' @param t A results table of k >= 2 methods on N >= 2 datasets, from [pb_read_results()].
#' @param alpha Family-wise level, a number in (0, 1).
#' @param sizes Possible sizes of a set of methods, whole numbers from 2 to k; `NULL`: any size.
#' @param limit If the number of sets is at most `limit` (with the defaults, if k <= 16), all sets
#'   are examined. Otherwise, `limit` sets are drawn at random, each set equally likely.
#' @param resamples Number of resamples of N datasets, drawn with replacement; a whole number.
#' @param zero_method As for [pb_wilcoxon()].
#' @param seed Seed of the drawn sets and of the resamples, a whole number.
#' @return An object of class `pb_stability`, a list of
#'   \item{pairs}{list of the m = k(k - 1)/2 pairs of names, in table order}
#'   \item{full}{m x 7 matrix of verdicts in the full table, one row per pair. The column `tables`
#'     is 1. `ahead` is 1 if the first method has the better mean rank, and `behind` is 1 if it has
#'     the worse one. `nemenyi` and `wilcoxon-holm` are 1 if the pair differs significantly by the
#'     test of this name. `nemenyi reversed` and `wilcoxon-holm reversed` are 1 if the verdict is
#'     the opposite of the verdict in the full table, so in `full` they are always 0}
#'   \item{over_sets, over_datasets, over_resamples}{m x 7 matrices with the same rows and columns
#'     as `full`, for tables with other sets of methods, without one dataset, and of resampled
#'     datasets. `tables` is the number of these tables that contain the pair. Each other column is
#'     the share, in \[0, 1\], of these tables for which this column, as defined for `full`, is 1
#'     (the share is 0 if there are no tables)}
#'   \item{smallest, nearest}{two lists with three entries for each pair, one per verdict (order,
#'     Nemenyi, Wilcoxon-Holm). An entry consists of the names of a set of methods that flips the
#'     verdict of the full table. Among all sets that do so, the set in `smallest` has the fewest
#'     methods, and the set in `nearest` leaves out the fewest methods. An entry is empty if no set
#'     flips the verdict}
#'   \item{carriers}{list in the order of `smallest`: for each verdict, the datasets each of which
#'     flips the verdict if it alone is removed}
#'   \item{alpha, zero_method}{as given}
#'   \item{n_sets, n_resamples}{numbers of sets and of resamples that were examined}
#'   \item{exhaustive}{whether all sets of the requested sizes were examined}
#'   \item{mean_ranks}{named vector, k entries in \[1, k\]}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per pair. The columns are `classifier_1`, `classifier_2`,
#'   `rank_difference`, and the verdicts `nemenyi` and `wilcoxon_holm`. Columns such as
#'   `wilcoxon_holm_over_sets` are the share of tables in which a verdict changes, that is, in which
#'   a significant difference is lost, gained or reversed. Columns such as
#'   `wilcoxon_holm_reversed_over_sets` are the share of tables in which a verdict is reversed. The
#'   order of two mean ranks counts as changed only if it is reversed, not if the mean ranks become
#'   equal.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods;
#' `pybench_error_argument` for an argument out of its range.
#' @references
#' Ismail-Fawaz, A. et al. (2023). An approach to multiple comparison benchmark evaluations that is
#' stable under manipulation of the comparate set. arXiv:2305.11921.
#'
#' Benavoli, A., Corani, G. and Mangili, F. (2016). Should we really use post-hoc tests based on
#' mean-ranks? *Journal of Machine Learning Research* 17, 1-10.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = 1:8, A = c(3, 3, 3, 3, 3, 2, 2, 2), B = c(2, 2, 2, 2, 2, 3, 3, 3), C = 1),
#'   higher_is_better = TRUE
#' )
#' result <- pb_stability(t, resamples = 100)
#' result
#' as.data.frame(result)[1:5]
#' @family stability of verdicts
#' @export
pb_stability <- function(t, alpha = 0.05, sizes = NULL, limit = 65536, resamples = 1000,
                         zero_method = "wilcox", seed = 0) {
  alpha <- check_level("alpha", alpha)
  zero_method <- check_choice("zero_method", zero_method, zero_methods)
  limit <- check_count("limit", limit, 1)
  resamples <- check_count("resamples", resamples, 0)
  require_comparable(t, one_metric = TRUE)
  sizes <- check_set_sizes(sizes, ncol(t$scores))
  check_room("resamples", resamples, nrow(t$scores))
  seed <- check_seed(seed)
  study <- stability_study(t, alpha, zero_method)
  k <- ncol(t$scores)
  exhaustive <- sum(choose(k, sizes)) <= limit
  sets <- if (exhaustive) {
    sets_of_sizes(k, sizes)
  } else {
    drawn_sets(k, sizes, limit, seed, "stability-sets")
  }
  over_sets <- answers_over_sets(study, sets)
  n <- nrow(t$scores)
  without <- answers_over_datasets(study, leave_one_out(n), exact_auto)
  u <- uniforms(seed, "stability-resamples", 0, resamples * n)
  draws <- resampled_counts(matrix(u, ncol = n, byrow = TRUE))
  drawn <- answers_over_datasets(study, draws, exact_always)
  once <- rep(1, nrow(study$pairs))
  tests <- study$wilcoxon
  new_result("pb_stability", list(
    pairs = unname(apply(study$pairs, 1L, function(pair) t$classifiers[pair], simplify = FALSE)),
    full = answer_table(study, once, lapply(study$full, as.vector)),
    over_sets = answer_table(study, over_sets$tables, over_sets$said),
    over_datasets = answer_table(study, once * n, lapply(without, colSums)),
    over_resamples = answer_table(study, once * resamples, lapply(drawn, colSums)),
    smallest = named_sets(t, sets, over_sets$smallest),
    nearest = named_sets(t, sets, over_sets$nearest),
    carriers = dataset_carriers(t, study, without),
    alpha = alpha,
    n_sets = nrow(sets),
    exhaustive = exhaustive,
    n_resamples = resamples,
    zero_method = zero_method,
    mean_ranks = mean_ranks(study$doubled),
    n_datasets = n,
    n_classifiers = k,
    notes = correction_noted(
      c(table_notes(t, study$doubled, "standard"), tests$notes), "holm", ncol(t$scores) > 2L
    ),
    engine = "r"
  ))
}

check_set_sizes <- function(sizes, k) {
  if (is.null(sizes)) {
    return(seq(2, k))
  }
  if (is.numeric(sizes) && length(sizes) > 0L && all(sizes %in% seq(2, k))) {
    return(sort(unique(as.double(sizes))))
  }
  found <- describe_value(sizes)
  stop_argument(
    sprintf(
      "`sizes` must be whole numbers from 2 to %d, the number of methods, not %s", k, found
    ),
    expected = sprintf("whole numbers from 2 to %d", k), found = found
  )
}

# Counts as shares of the tables that hold a pair, one row per pair.
answer_table <- function(study, tables, said) {
  shares <- lapply(said, function(count) count / pmax(tables, 1))
  values <- do.call(cbind, c(list(tables = tables), shares))
  names <- study$t$classifiers
  rownames(values) <- paste(names[study$pairs[, 1L]], "vs", names[study$pairs[, 2L]])
  values
}

named_sets <- function(t, sets, rows) {
  lapply(rows, function(i) if (is.na(i)) character() else t$classifiers[sets[i, ] > 0])
}

dataset_carriers <- function(t, study, without) {
  flips <- flips_of(study, without)
  carried <- lapply(seq_len(nrow(study$pairs)), function(pair) {
    lapply(unname(flips), function(flip) t$datasets[flip[, pair]])
  })
  unlist(carried, recursive = FALSE)
}

# Shares of tables in which each verdict differs from the full table: pairs x questions.
flip_shares <- function(x, over) {
  shares <- x[[paste0("over_", over)]]
  full <- x$full
  order <- full[, "ahead"] * shares[, "behind"] + full[, "behind"] * shares[, "ahead"]
  tests <- abs(full[, stability_tests, drop = FALSE] - shares[, stability_tests, drop = FALSE])
  cbind(order = order, tests * (shares[, "tables"] > 0) + reversal_shares(x, over))
}

# Shares of tables in which each test finds the method better that it found worse: pairs x tests.
reversal_shares <- function(x, over) {
  shares <- x[[paste0("over_", over)]][, paste(stability_tests, "reversed"), drop = FALSE]
  colnames(shares) <- stability_tests
  shares
}

#' @rdname pb_result
#' @export
format.pb_stability <- function(x, ...) {
  check_dots(...)
  kinds <- c("sets", "datasets", "resamples")
  flips <- lapply(stats::setNames(nm = kinds), function(kind) flip_shares(x, kind))
  titles <- c("Order of mean ranks", "Nemenyi", "Wilcoxon-Holm")
  counts <- vapply(flips, function(shares) colSums(shares > 0), numeric(3L))
  turned <- vapply(kinds, function(kind) {
    c(0, colSums(reversal_shares(x, kind) > 0))
  }, numeric(3L))
  c(
    sprintf(
      said("Stability of verdicts at alpha = %g: %d methods on %d datasets"),
      x$alpha, x$n_classifiers, x$n_datasets
    ),
    sprintf(
      paste0(
        said("  against %s of methods (%s), "), "%d tables without one dataset, %s; ",
        "engine %s"
      ),
      counted(x$n_sets, "set"), if (x$exhaustive) "all" else "drawn", x$n_datasets,
      counted(x$n_resamples, "resample"), x$engine
    ),
    sprintf(
      paste0(
        "  %s: of %s, %.0f %s in at least one set, %.0f without one dataset, %.0f in at least ",
        "one resample%s"
      ),
      titles, counted(length(x$pairs), "pair"), counts[, 1L],
      ifelse(counts[, 1L] == 1, "flips", "flip"), counts[, 2L], counts[, 3L],
      ifelse(rowSums(turned) > 0, paste0("; reversed: ", apply(turned, 1L, toString)), "")
    ),
    least_stable(x, flips$sets[, "wilcoxon-holm"]),
    format_notes(x$notes)
  )
}

# The verdicts of Wilcoxon-Holm that depend most on the other methods.
least_stable <- function(x, shares, count = 3L) {
  worst <- utils::head(order(-shares), count)
  lines <- vapply(worst[shares[worst] > 0], function(i) {
    said <- c("are not shown to differ", "differ significantly")
    if (x$full[i, "wilcoxon-holm"] > 0) {
      said <- rev(said)
    }
    gone <- setdiff(names(x$mean_ranks), x$nearest[[3L * i]])
    sprintf(
      "%s and %s %s; in %s%% of sets they %s%s", x$pairs[[i]][[1L]], x$pairs[[i]][[2L]],
      said[[1L]], percentage(shares[[i]], 1L), said[[2L]],
      if (length(gone) > 0L) paste0(", for example without ", toString(gone)) else ""
    )
  }, "")
  if (length(lines) > 0L) {
    by <- "  By the signed-rank tests with Holm's correction at alpha = %g:"
    c(sprintf(by, x$alpha), paste0("    ", without_controls(lines)))
  }
}

#' @rdname pb_result
#' @export
as.data.frame.pb_stability <- function(x, row.names = NULL, # nolint: object_name_linter.
                                       optional = FALSE, ...) {
  check_dots(...)
  first <- vapply(x$pairs, `[[`, "", 1L)
  second <- vapply(x$pairs, `[[`, "", 2L)
  verdicts <- x$full[, stability_tests, drop = FALSE] > 0
  over <- lapply(c("sets", "datasets", "resamples"), function(kind) {
    shares <- flip_shares(x, kind)
    colnames(shares) <- paste(colnames(shares), "over", kind)
    turned <- reversal_shares(x, kind)
    colnames(turned) <- paste(colnames(turned), "reversed over", kind)
    cbind(shares, turned)
  })
  shown <- cbind(as.data.frame(verdicts), do.call(cbind, over))
  names(shown) <- gsub("[ -]", "_", names(shown))
  data.frame(
    classifier_1 = first, classifier_2 = second,
    rank_difference = unname(x$mean_ranks[first] - x$mean_ranks[second]),
    shown, row.names = NULL
  )
}
