# How many datasets are needed to detect the differences of a table, by simulation from it.

power_tests <- c("wilcoxon", "sign_test", "paired_t", "nemenyi")

# Corrections that need only the p-values of the family.
power_adjustments <- function() {
  setdiff(adjustments, logical_adjustments)
}

#' How many datasets are needed to detect each difference?
#'
#' Estimates, by simulation from a pilot table, the power of a test of each pair for several numbers
#' of datasets.
#'
#' For each size n, resamples of n datasets are drawn with replacement from the table. On each
#' resample, each pair is tested, once alone and once as a member of the family `pairs`. The power
#' is the share of resamples in which the pair differs significantly. A resample of size n consists
#' of the first n datasets of any larger resample, so the power curves are smooth, and the result
#' for one size does not depend on the other sizes.
#'
#' `"wilcoxon"` leaves out differences of 0 and approximates the p-value. With more than 200
#' differences other than 0, it uses the normal distribution, with the variance given the ties.
#' Otherwise, it uses the exact distribution of the signed-rank statistic without ties, rescaled to
#' the variance given the ties. `"sign_test"` is exact. With `"nemenyi"`, a pair has the same power
#' alone and in the family. Simulations compared the power of `"wilcoxon"` with the power of the
#' test that is exact given the ties (`docs/measured.md` of the sources). For pairs whose
#' differences have only a few distinct absolute values, the approximate power was too high, by up
#' to 0.128 at 10 datasets and 0.028 at 40. For other pairs it was off by at most 0.043, and by at
#' most 0.010 from 20 datasets on.
#'
#' The simulation takes the differences in the table as the true differences, although they are only
#' estimates. If the difference of a pair is large by chance, the estimated number of datasets is
#' too small (Hoenig and Heisey 2001). If all differences of a pair have one sign, so have those of
#' every resample: the power is 1 at every size at which the test can reject, and the number of
#' datasets is a floor set by the test. A note says so, and of every table of fewer than 10
#' datasets.
#'
#' @param t A results table of k >= 2 methods on N >= 2 datasets: the pilot study.
#' @param test `"wilcoxon"`, `"sign_test"`, `"paired_t"` or `"nemenyi"`, two-sided.
#' @param power Wanted probability that the test finds a significant difference of the pair, in
#'   (0, 1).
#' @param alpha Level of the tests, in (0, 1).
#' @param adjust Correction for testing all of `pairs`: any correction of [pb_adjust()] but
#'   `"shaffer"` and `"bergmann"`, which need all pairs of the table. It is ignored for `"nemenyi"`,
#'   whose p-values are already adjusted for all pairs of the table.
#' @param sizes Numbers of datasets to examine, each >= 2. `NULL` means N/4, N/2, 3N/4, N, 3N/2, 2N,
#'   3N and 4N, rounded, with 4 in place of smaller numbers.
#' @param repeats Number of resamples per size; the standard error of an estimated power is at most
#'   0.5 / sqrt(repeats).
#' @param seed Seed, a whole number; the same seed gives the same result in Python and R.
#' @param pairs A list of pairs of methods to examine. Each pair is a character vector of two names;
#'   no pair may be given twice. `adjust` treats these pairs as one family. `NULL` means all pairs.
#' @return An object of class `pb_power`, a list of
#'   \item{pairs}{list of the m pairs}
#'   \item{sizes}{numbers of datasets, ascending}
#'   \item{single, family}{matrices, pairs x sizes, in \[0, 1\]: the power for each pair if it is
#'     tested alone (`single`), and if all of `pairs` are tested and adjusted (`family`)}
#'   \item{needed_single, needed}{for each pair, the smallest size with the wanted power, if the
#'     pair is tested alone (`needed_single`) or in the family (`needed`); `Inf` if no size reaches
#'     this power}
#'   \item{error}{largest Monte-Carlo standard error of a power}
#'   \item{test, power, alpha, adjust, repeats, seed}{as given; `adjust` is `"none"` for
#'     `"nemenyi"`}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per pair and size.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods;
#' `pybench_error_argument` for an unknown test, correction or method, a level or power outside
#' (0, 1), a size below 2, or a pair that is given twice.
#' @references
#' Hoenig, J. M. and Heisey, D. M. (2001). The abuse of power. *The American Statistician* 55,
#' 19-24.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c", "d"), A = c(9, 8, 6, 9), B = c(7, 7, 7, 6)),
#'   higher_is_better = TRUE
#' )
#' pb_datasets_needed(t, sizes = c(10, 20, 40))
#' @family effects and planning
#' @export
pb_datasets_needed <- function(t, test = "wilcoxon", power = 0.8, alpha = 0.05, adjust = "holm",
                               sizes = NULL, repeats = 1000, seed = 0, pairs = NULL) {
  test <- check_choice("test", test, power_tests)
  power <- check_level("power", power)
  alpha <- check_level("alpha", alpha)
  adjust <- check_choice("adjust", adjust, power_adjustments())
  repeats <- check_count("repeats", repeats)
  seed <- check_seed(seed)
  require_comparable(t, one_metric = test %in% c("wilcoxon", "paired_t"))
  sizes <- check_sizes(sizes, nrow(t$scores))
  pairs <- check_chosen_pairs(pairs, t$classifiers)
  check_room("repeats", repeats, max(nrow(t$scores), length(pairs), sizes))
  correction <- if (test == "nemenyi") "none" else adjust
  places <- matrix(match(unlist(pairs), t$classifiers), ncol = 2L, byrow = TRUE)
  curves <- power_curves(t, test, places, sizes, repeats, seed, alpha, correction)
  new_result("pb_power", c(list(
    pairs = pairs,
    sizes = sizes
  ), curves, list(
    needed_single = first_reaching(curves$single, sizes, power),
    needed = first_reaching(curves$family, sizes, power),
    error = 0.5 / sqrt(repeats),
    test = test,
    power = power,
    alpha = alpha,
    adjust = correction,
    repeats = repeats,
    seed = seed,
    n_datasets = nrow(t$scores),
    n_classifiers = ncol(t$scores),
    notes = correction_noted(
      c("observed-power", pilot_notes(t, places), source_notes(t)), correction,
      length(pairs) > 1L, test
    ),
    engine = "r"
  )))
}

# The sizes to examine, ascending and without repetition.
check_sizes <- function(sizes, n) {
  if (is.null(sizes)) {
    quarters <- c(1, 2, 3, 4, 6, 8, 12, 16)
    return(as.integer(unique(pmax(4, (quarters * n + 2) %/% 4))))
  }
  if (length(sizes) == 0L) {
    stop_argument("`sizes` must not be empty", expected = "at least one size")
  }
  as.integer(sort(unique(vapply(sizes, function(size) check_count("sizes", size, 2), 0))))
}

# All pairs, or those given, each of two methods of the table.
check_chosen_pairs <- function(pairs, classifiers) {
  if (is.null(pairs)) {
    return(utils::combn(classifiers, 2L, simplify = FALSE))
  }
  pairs <- lapply(items_of(pairs), pair_names)
  if (length(pairs) == 0L) {
    stop_argument("`pairs` must not be empty", expected = "at least one pair")
  }
  for (pair in pairs) {
    if (length(pair) != 2L || pair[[1L]] == pair[[2L]] || !all(pair %in% classifiers)) {
      found <- toString(pair)
      stop_argument(
        paste0("`pairs` must hold pairs of two different methods of the table, not (", found, ")"),
        expected = paste0("pairs of two of: ", toString(classifiers)), found = found
      )
    }
  }
  refuse_repeated(pairs)
  pairs
}

refuse_repeated <- function(pairs) {
  again <- duplicated(lapply(pairs, sort, method = "radix"))
  if (any(again)) {
    found <- toString(pairs[again][[1L]])
    stop_argument(
      paste0("`pairs` must hold each pair only once, in either order, not (", found, ") again"),
      expected = "every pair once", found = found
    )
  }
}

pair_names <- function(pair) {
  pair <- if (is.list(pair)) unlist(pair) else pair
  if (is.atomic(pair)) as.character(pair) else character()
}

# Power by pair and size: list(single, family). Draw i of resample r is number i repeats + r of the
# stream, so that smaller sizes are the beginning of larger ones.
power_curves <- function(t, test, places, sizes, repeats, seed, alpha, adjust) {
  n <- nrow(t$scores)
  # Divided by 4, so that no sum of two differences overflows.
  quarter <- unname(whole_scores(t$scores)$scores) / 4
  differences <- quarter[, places[, 1L], drop = FALSE] - quarter[, places[, 2L], drop = FALSE]
  doubled <- doubled_ranks(t$scores, t$higher_is_better)
  counts <- matrix(0, n, repeats)
  drawn <- 0
  curves <- list(single = matrix(0, nrow(places), length(sizes)))
  curves$family <- curves$single
  for (column in seq_along(sizes)) {
    more <- sizes[[column]] - drawn
    u <- uniforms(seed, "datasets-needed", drawn * repeats, more * repeats)
    counts <- counts + resample_counts(floor(u * n) + 1, rep(seq_len(repeats), more), n, repeats)
    drawn <- sizes[[column]]
    differ <- if (test == "nemenyi") {
      apart <- resampled_nemenyi(counts, doubled, places, alpha)
      list(single = apart, family = apart)
    } else {
      power_verdicts(test, counts, differences, alpha, adjust)
    }
    curves$single[, column] <- colMeans(differ$single)
    curves$family[, column] <- colMeans(differ$family)
  }
  curves
}

# Notes on the pilot: ties throughout, or too little that disagrees.
pilot_notes <- function(t, places) {
  first <- t$scores[, places[, 1L], drop = FALSE]
  second <- t$scores[, places[, 2L], drop = FALSE]
  more <- colSums(first > second) > 0
  fewer <- colSums(first < second) > 0
  c(
    if (any(!more & !fewer)) "no-difference",
    if (nrow(first) < 10L || any(xor(more, fewer))) "small-pilot"
  )
}

power_verdicts <- function(test, counts, differences, alpha, adjust) {
  pvalues <- switch(test,
    wilcoxon = resampled_wilcoxon(counts, differences),
    sign_test = resampled_sign(counts, differences),
    paired_t = resampled_t(counts, differences)
  )
  family <- pvalues
  if (ncol(pvalues) > 1L && adjust != "none") {
    family <- t(apply(pvalues, 1L, adjusted, adjust, alpha))
  }
  level <- alpha * (1 + 1e-12) # a p-value that meets alpha but for rounding meets it
  list(single = pvalues <= level, family = family <= level)
}

# The smallest size at which each curve has at least the wanted power; Inf if there is none.
first_reaching <- function(curves, sizes, wanted) {
  apply(curves >= wanted, 1L, function(reached) {
    if (any(reached)) as.double(sizes[[which(reached)[[1L]]]]) else Inf
  })
}

#' @rdname pb_result
#' @export
format.pb_power <- function(x, ...) {
  check_dots(...)
  reached <- function(curves) colSums(curves >= x$power)
  c(
    sprintf(
      "Power of %s at alpha = %g, adjustment %s, for datasets like the %d of the table",
      x$test, x$alpha, x$adjust, x$n_datasets
    ),
    sprintf(
      "  %s, standard error <= %.2g, seed %s; engine %s", counted(x$repeats, "resample"),
      x$error, format_whole(x$seed), x$engine
    ),
    sprintf(
      "  number of pairs, of %d, with power >= %g: with p adjusted, with p not adjusted",
      length(x$pairs), x$power
    ),
    sprintf("  %6d datasets: %5d %5d", x$sizes, reached(x$family), reached(x$single)),
    sprintf(
      "  datasets that each pair needs for power %g, the most first%s:", x$power,
      if (all(rowSums(x$family) > 0)) "" else " (never: significant in no resample of any size)"
    ),
    power_needs(x),
    format_notes(x$notes)
  )
}

# How many datasets each pair needs, hardest first.
power_needs <- function(x, most = 15L) {
  size <- function(needed, curves) {
    none <- ifelse(rowSums(curves) > 0, paste(">", x$sizes[[length(x$sizes)]]), "never")
    ifelse(is.finite(needed), sprintf("%.0f", needed), none)
  }
  shown <- utils::head(order(-x$needed), most)
  names <- vapply(x$pairs, function(pair) paste(without_controls(pair), collapse = " and "), "")
  c(
    sprintf(
      "  %6s with p adjusted, %6s not adjusted: %s",
      size(x$needed, x$family)[shown], size(x$needed_single, x$single)[shown], names[shown]
    ),
    if (length(names) > most) {
      sprintf("  and %s more, in the field `needed`", counted(length(names) - most, "pair"))
    }
  )
}

# A whole number in digits, however large.
format_whole <- function(x) {
  sprintf("%.0f", x)
}

#' @rdname pb_result
#' @export
as.data.frame.pb_power <- function(x, row.names = NULL, # nolint: object_name_linter.
                                   optional = FALSE, ...) {
  check_dots(...)
  m <- length(x$pairs)
  sizes <- length(x$sizes)
  error <- function(share) sqrt(share * (1 - share) / x$repeats)
  by_pair <- function(curves) as.vector(t(curves))
  data.frame(
    classifier_1 = rep(vapply(x$pairs, `[[`, "", 1L), each = sizes),
    classifier_2 = rep(vapply(x$pairs, `[[`, "", 2L), each = sizes),
    size = rep(x$sizes, m),
    single = by_pair(x$single),
    single_error = error(by_pair(x$single)),
    family = by_pair(x$family),
    family_error = error(by_pair(x$family))
  )
}
