# On which datasets does one method beat another? A test within each dataset, over its repeats.

#' Corrected t-tests within each dataset: who wins where?
#'
#' Tests over datasets, such as [pb_wilcoxon()], ask whether a method is better in general.
#' `pb_within_datasets()` asks on which datasets of the table it is better: it tests each pair of
#' methods within each dataset, over its repeats.
#'
#' The test of a pair on a dataset is that of [pb_corrected_t()] (Nadeau and Bengio 2003),
#' two-sided. With the mean \eqn{\bar d}{d} and the variance \eqn{s^2} (divisor J - 1) of the
#' differences on the J repeats,
#' \deqn{t = \frac{\bar d}{\sqrt{\left(\frac1J + \frac{\rho}{1 - \rho}\right) s^2}}}{
#'   t = d / sqrt((1/J + rho/(1 - rho)) s^2)}
#' with J - 1 degrees of freedom.
#'
#' For each pair by itself, the p-values on the datasets are adjusted by Holm's method: the chance
#' of calling any dataset wrongly is then at most `alpha`, if the differences are normal and `rho`
#' is their correlation or more. The p-values are not corrected for the number of pairs.
#' `bench/within.csv` of the sources has the measured chance, also for a `rho` that is too small.
#'
#' If a pair's differences are the same in all repeats of a dataset, no t-test is possible. Then p
#' is 1 by definition, and t is 0 or infinite; the note `constant-repeats` says so if the
#' differences are not zero.
#'
#' The score of each repeat must come from one resample. The means over the folds of repeated
#' cross-validations have a higher correlation: rho is then f r / (1 + (f - 1) r) for f folds whose
#' own correlation is r (5/9 for five folds and r = 1/5). If the repeats are runs with other random
#' seeds on one split of the data, the test is about this split only, and the correlation is not
#' known.
#'
#' @param t A results table of k >= 2 methods on N >= 1 datasets, read with `repeats = "keep"`. The
#'   repeats of a dataset are resamples, such as the folds of a cross-validation, and all methods
#'   were run on the same resamples. Scores can be missing: a pair is tested on the repeats in which
#'   both methods have a score.
#' @param rho Correlation of the differences on two repeats of a dataset, in \[0, 1). Use the share
#'   of the data in each test set, n_test / (n_train + n_test), such as 0.1 for (ten times) ten-fold
#'   cross-validation. If this share differs between datasets, use the largest: a larger `rho` gives
#'   larger p-values. There is no default, since a table does not show how its repeats were made.
#' @param alpha Family-wise level of each pair over its datasets, in (0, 1).
#' @return An object of class `pb_within_datasets`, a list of
#'   \item{pairs}{list of m pairs of methods}
#'   \item{datasets}{N names, in the order of the table}
#'   \item{differences}{m x N matrix: mean difference over the repeats, positive if the first method
#'     is better}
#'   \item{statistics}{m x N matrix: t, positive if the first method is better}
#'   \item{pvalues_raw, pvalues}{m x N matrices, in \[0, 1\]: before and after Holm's adjustment
#'     over the datasets of each pair; `NaN` if the pair has fewer than 2 repeats in common}
#'   \item{verdicts}{m x N matrix of integers: 1 if the first method is better, -1 if the second is,
#'     0 if neither is shown to be better}
#'   \item{repeats}{m x N matrix of integers: repeats in which both methods have a score}
#'   \item{better, worse, not_shown}{number of datasets of each pair on which the first method is
#'     significantly better, significantly worse, or neither is shown to be better}
#'   \item{rho, alpha}{as given}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per pair and dataset.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two methods, or a table without repeats;
#' `pybench_error_argument` for an invalid `rho` or `alpha`.
#' @references
#' Holm, S. (1979). A simple sequentially rejective multiple test procedure. *Scandinavian Journal
#' of Statistics* 6, 65-70.
#'
#' Nadeau, C. and Bengio, Y. (2003). Inference for the generalization error. *Machine Learning* 52,
#' 239-281.
#' @examples
#' path <- system.file("extdata", "accuracy15.csv", package = "pybench")
#' t <- pb_read_results(path, higher_is_better = TRUE, metric = "accuracy", repeats = "keep")
#' pb_within_datasets(t[, c("random forest", "naive Bayes")], rho = 5 / 9)
#' @family tests of pairs
#' @export
pb_within_datasets <- function(t, rho, alpha = 0.05) {
  rho <- check_share("rho", if (missing(rho)) NULL else rho)
  alpha <- check_level("alpha", alpha)
  require_comparable(t, datasets = 1L, pairwise = TRUE)
  require_repeats(t)
  pairs <- pairs_of(t)
  sizes <- dim(t$by_repeat)
  # Near the largest double a difference overflows: such scores are measured in units of 16.
  large <- if (max(abs(t$by_repeat), na.rm = TRUE) > 2^1019) 16 else 1
  turned <- (if (t$higher_is_better) 1 else -1) * t$by_repeat / large
  tested <- lapply(seq_len(sizes[[1L]]), function(i) {
    scores <- matrix(turned[i, , ], sizes[[3L]], sizes[[2L]], byrow = TRUE)
    tested_within(scores, pairs, rho)
  })
  column <- function(name) {
    matrix(vapply(tested, function(one) as.double(one[[name]]), numeric(nrow(pairs))), nrow(pairs))
  }
  raw <- column("p")
  final <- raw
  for (row in seq_len(nrow(raw))) {
    there <- !is.nan(raw[row, ])
    if (any(there)) final[row, there] <- stats::p.adjust(raw[row, there], "holm")
  }
  statistics <- column("statistic")
  verdicts <- ifelse(is.nan(final) | final > alpha, 0, sign(statistics))
  storage.mode(verdicts) <- "integer"
  repeats <- column("repeats")
  storage.mode(repeats) <- "integer"
  better <- as.integer(rowSums(verdicts > 0L))
  worse <- as.integer(rowSums(verdicts < 0L))
  constant <- sum(is.infinite(statistics))
  new_result("pb_within_datasets", list(
    pairs = lapply(seq_len(nrow(pairs)), function(row) t$classifiers[pairs[row, ]]),
    datasets = t$datasets,
    differences = large * column("difference"),
    statistics = statistics,
    pvalues_raw = raw,
    pvalues = final,
    verdicts = verdicts,
    repeats = repeats,
    better = better,
    worse = worse,
    not_shown = as.integer(rowSums(!is.nan(raw))) - better - worse,
    rho = rho,
    alpha = alpha,
    notes = notes_ordered(c(
      notes_but(about_table(t), c("mixed-scales", "several-metrics")),
      if (constant > 0L) {
        stats::setNames("constant-repeats", sprintf("%d of %d", constant, sum(repeats > 1L)))
      }
    )),
    engine = "r"
  ))
}

# The tests of all pairs on one dataset: `scores`, repeats x methods, larger is better.
tested_within <- function(scores, pairs, rho) {
  exact <- subtracted(scores, pairs, TRUE)
  largest <- suppressWarnings(apply(abs(scores), 2L, max, na.rm = TRUE)) # -Inf: no score
  # Differences that are equal up to rounding spread by up to 3 ulp of the scores.
  slack <- 4 * .Machine$double.eps * pmax(largest[pairs[, 1L]], largest[pairs[, 2L]]) * exact$unit
  by_size(exact$gaps, function(gaps, at) {
    n <- nrow(gaps)
    if (n < 2L) {
      none <- rep(NaN, length(at))
      return(list(difference = none, statistic = none, p = none, repeats = rep(n, length(at))))
    }
    range <- apply(gaps, 2L, max) - apply(gaps, 2L, min)
    constant <- range <= slack[at]
    value <- t_statistics(gaps, rho)
    value[constant] <- ifelse(abs(gaps[1L, ]) <= slack[at], 0, sign(gaps[1L, ]) * Inf)[constant]
    list(
      difference = .Call(C_pb_exact_row_sums, t(gaps), n) / n / exact$unit[at],
      statistic = value,
      p = ifelse(constant, 1, pmin(1, 2 * stats::pt(-abs(value), n - 1))),
      repeats = rep(n, length(at))
    )
  })
}

not_equal <- "Not shown to be better does not mean equal."

# Numbers of datasets, one row per pair, those that differ on most datasets first. The method that
# is better on more datasets is the first.
within_counts <- function(x) {
  swapped <- x$worse > x$better
  first <- vapply(x$pairs, `[[`, "", 1L)
  second <- vapply(x$pairs, `[[`, "", 2L)
  found <- data.frame(
    first = ifelse(swapped, second, first), second = ifelse(swapped, first, second),
    better = pmax(x$better, x$worse), worse = pmin(x$better, x$worse), not_shown = x$not_shown
  )
  found[order(-(x$better + x$worse)), ]
}

within_sentences <- function(x) {
  counts <- within_counts(x)
  sprintf(
    paste(
      "%s significantly better than %s on %d of %s, significantly worse on %d; neither shown to be",
      "better on %d"
    ),
    counts$first, counts$second, counts$better,
    counted(counts$better + counts$worse + counts$not_shown, "dataset"), counts$worse,
    counts$not_shown
  )
}

#' @rdname pb_result
#' @export
format.pb_within_datasets <- function(x, ...) {
  check_dots(...)
  repeats <- range(x$repeats)
  m <- length(x$pairs)
  told <- within_sentences(x)
  shown <- utils::head(told, 10L)
  c(
    sprintf(
      paste(
        "Tests within datasets: corrected t-test over repeats (rho = %g, two-sided),",
        "alpha = %g"
      ),
      x$rho, x$alpha
    ),
    sprintf(
      "  %d %s on %s, %s; Holm's correction over the datasets of each pair; engine %s",
      length(unique(unlist(x$pairs))), nouns(), counted(length(x$datasets), "dataset"),
      if (repeats[[1L]] == repeats[[2L]]) {
        counted(repeats[[1L]], "repeat")
      } else {
        paste(repeats[[1L]], "to", repeats[[2L]], "repeats")
      },
      x$engine
    ),
    paste0("    ", without_controls(shown)),
    if (m > length(shown)) {
      sprintf("    and %s more, see as.data.frame()", counted(m - length(shown), "pair"))
    },
    paste0(
      "  With the right rho, the correction keeps the chance of any false verdict over the ",
      "datasets of a pair at or below alpha",
      if (m > 1L) sprintf("; over all %d pairs, it can be higher", m), ". ", not_equal
    ),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_within_datasets <- function(x, row.names = NULL, # nolint: object_name_linter.
                                             optional = FALSE, ...) {
  check_dots(...)
  n <- length(x$datasets)
  cells <- function(field) as.vector(t(x[[field]]))
  data.frame(
    classifier_1 = rep(vapply(x$pairs, `[[`, "", 1L), each = n),
    classifier_2 = rep(vapply(x$pairs, `[[`, "", 2L), each = n),
    dataset = rep(x$datasets, length(x$pairs)),
    repeats = cells("repeats"),
    difference = cells("differences"),
    statistic = cells("statistics"),
    pvalue_raw = cells("pvalues_raw"),
    pvalue = cells("pvalues"),
    verdict = cells("verdicts")
  )
}

# What the table adds to the frame, see base-printable.R.
within_sheet <- function(x, letters) {
  frame <- data.frame(
    classifier_1 = vapply(x$pairs, `[[`, "", 1L), classifier_2 = vapply(x$pairs, `[[`, "", 2L),
    better = x$better, worse = x$worse
  )
  frame[["not shown"]] <- x$not_shown
  new_sheet(frame, notes = c(
    better = sprintf(
      paste(
        "Number of datasets on which the first is significantly better or worse by the corrected",
        "t-test over repeats (rho = %g, alpha = %g, Holm's correction over the datasets of each",
        "pair)."
      ),
      x$rho, x$alpha
    ),
    "not shown" = not_equal
  ))
}
