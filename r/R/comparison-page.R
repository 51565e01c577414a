# Page's test: do the methods come in the predicted order?

# Largest numbers of methods and datasets for which the exact distribution is offered; the same in
# Python.
page_largest <- c(k = 8, n = 100)

#' Page's test: do the methods come in a predicted order?
#'
#' Tests whether the methods follow a predicted order. The test is one-sided: the alternative
#' hypothesis is that the expected ranks never decrease along the predicted order and increase at
#' least once. The order must be predicted before the results are known: an order that is taken from
#' the same table makes p meaningless.
#'
#' With ranks \eqn{r_{ij}} and rank sums \eqn{R_j}, where methods are numbered in the predicted
#' order,
#' \deqn{L = \sum_j j R_j, \quad E(L) = N k (k+1)^2 / 4, \quad
#'   V(L) = \frac{k(k+1)}{12} \sum_{ij} \Bigl(r_{ij} - \frac{k+1}{2}\Bigr)^2}{
#'   L = sum_j j R_j,  E(L) = N k (k+1)^2 / 4,  V(L) = k (k+1) / 12 sum_ij (r_ij - (k+1)/2)^2}
#' (Page 1963; Hollander and Wolfe 1999, section 7.2). E(L) and V(L) are the mean and the variance
#' of L, given the ties, if the ranks of each dataset are in random order. The exact p-value is the
#' probability, given the ties, that L is at least as large as observed if the ranks of each dataset
#' are in random order.
#'
#' @inheritParams pb_ranks
#' @param t A results table of k >= 2 methods on N >= 2 datasets, from [pb_read_results()].
#' @param order All methods of the table in the predicted order, best first.
#' @param method `"exact"`: the exact permutation distribution given the ties, for up to 8 methods
#'   and 100 datasets. `"normal"`: the normal approximation with the variance given the ties.
#'   `"auto"`: exact if possible, otherwise normal.
#' @return An object of class `pb_trend`, a list of
#'   \item{test}{`"page"`}
#'   \item{statistic}{L}
#'   \item{z}{L minus its mean, divided by its standard deviation; positive in the predicted
#'   direction}
#'   \item{pvalue}{one-sided, in \[0, 1\]; 1 if all methods tie on every dataset}
#'   \item{order}{as given}
#'   \item{method}{`"exact"` or `"normal"`}
#'   \item{mean_ranks}{named vector, k entries in \[1, k\], table order}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per method, in the predicted order.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods, or missing scores;
#' `pybench_error_argument` for an order that does not name every method once, an unknown
#' method, or a table too large for `"exact"`.
#' @references
#' Page, E. B. (1963). Ordered hypotheses for multiple treatments: a significance test for linear
#' ranks. *Journal of the American Statistical Association* 58, 216-230.
#'
#' Hollander, M. and Wolfe, D. A. (1999). *Nonparametric statistical methods*, 2nd edition. Wiley,
#' New York.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("d1", "d2", "d3"), a = c(9, 8, 6), b = c(8, 7, 7), c = c(4, 3, 5)),
#'   higher_is_better = TRUE
#' )
#' pb_page(t, c("a", "b", "c"))
#' @family omnibus tests
#' @export
pb_page <- function(t, order, method = "auto", tie_tol = "decimal") {
  check_choice("method", method, c("auto", "exact", "normal"))
  tie_tol <- check_tie_tolerance(tie_tol)
  require_comparable(t)
  order <- check_predicted_order(t, if (!missing(order)) order)
  method <- page_method(t, method)
  ranked <- function(tolerance) doubled_ranks(t$scores, t$higher_is_better, tolerance)[, order]
  pvalue_at <- function(tolerance) page_pvalue(ranked(tolerance), method)
  doubled <- ranked(tie_tol)
  pvalue <- pvalue_at(tie_tol)
  doubts <- c(
    table_notes(t, doubled, "standard"), if (pvalue < p_floor) "floor",
    if (noise_decides(tie_tol, pvalue, pvalue_at)) "near-ties"
  )
  if (method == "exact") {
    doubts <- notes_but(doubts, "few-datasets") # no limiting distribution
  }
  new_result("pb_trend", list(
    test = "page",
    statistic = sum(seq_along(order) * colSums(doubled)) / 2,
    z = page_z(doubled),
    pvalue = pvalue,
    order = order,
    method = method,
    mean_ranks = mean_ranks(doubled)[t$classifiers],
    n_datasets = nrow(doubled),
    n_classifiers = ncol(doubled),
    notes = notes_ordered(doubts),
    engine = "r"
  ))
}

check_predicted_order <- function(t, order) {
  names <- if (is.list(order)) unlist(order) else if (is.atomic(order)) order
  if (is.character(names)) {
    names <- unname(utf8_text(names))
    if (length(names) == length(t$classifiers) && setequal(names, t$classifiers)) {
      return(names)
    }
  }
  absent <- setdiff(t$classifiers, names)
  lacks <- if (length(absent) > 0L) sprintf("It lacks %s.", shown_names(absent))
  unknown <- strangers(names, t$classifiers)
  stop_argument(
    "`order` must name every method of the table once, the best first",
    expected = paste("every one of:", shown_names(t$classifiers)),
    found = sprintf("%d names for %d methods", length(names), length(t$classifiers)),
    hint = if (is.null(unknown)) lacks else unknown
  )
}

page_method <- function(t, method) {
  found <- c(k = length(t$classifiers), n = length(t$datasets))
  small <- all(found <= page_largest)
  if (method == "auto") {
    return(if (small) "exact" else "normal")
  }
  if (method == "exact" && !small) {
    expected <- sprintf(
      "at most %.0f methods and %.0f datasets", page_largest[["k"]], page_largest[["n"]]
    )
    found <- sprintf("%d and %d", found[["k"]], found[["n"]])
    stop_argument(
      paste0("`method` \"exact\" takes ", expected, ", not ", found),
      expected = expected, found = found, hint = "Use method = \"normal\"."
    )
  }
  method
}

# L in standard deviations from its mean; the columns of `doubled` are in the predicted order.
page_z <- function(doubled) {
  k <- ncol(doubled)
  centred <- doubled - (k + 1)
  excess <- sum(seq_len(k) * colSums(centred)) / 2
  if (excess == 0) 0 else excess / sqrt(k * (k + 1) / 12 * sum(centred^2) / 4)
}

page_pvalue <- function(doubled, method) {
  if (is_degenerate(doubled)) {
    1
  } else if (method == "exact") {
    page_exact(doubled)
  } else {
    stats::pnorm(page_z(doubled), lower.tail = FALSE)
  }
}

# P(L >= observed) given the ties: the distribution of 2 L, built dataset by dataset. Datasets with
# the same ties share one distribution.
page_exact <- function(doubled) {
  observed <- sum(seq_len(ncol(doubled)) * colSums(doubled))
  sorted <- t(apply(doubled, 1L, sort))
  kinds <- unique(sorted)
  kind <- match(asplit(sorted, 1L), asplit(kinds, 1L))
  single <- lapply(asplit(kinds, 1L), one_dataset)
  total <- list(least = 0, chance = 1)
  for (one in single[kind]) {
    total <- list(
      least = total$least + one$least, chance = add_independent(total$chance, one$chance)
    )
  }
  beyond <- total$least + seq_along(total$chance) - 1 >= observed
  min(1, sum(rev(total$chance[beyond]))) # smallest first
}

# The distribution of 2 L of one dataset: the least value, and the chances from there on. Places are
# filled from the first on; a state is the number of each distinct rank that is left.
one_dataset <- function(ranks) {
  places <- seq_along(ranks)
  least <- sum(places * sort(ranks, decreasing = TRUE))
  most <- sum(places * sort(ranks))
  known <- new.env(parent = emptyenv())
  rest <- function(values, counts) {
    key <- toString(counts)
    if (is.null(known[[key]])) {
      known[[key]] <- fill_next(values, counts, length(ranks) - sum(counts) + 1, most, rest)
    }
    known[[key]]
  }
  counts <- table(ranks)
  chance <- rest(as.double(names(counts)), as.vector(counts))
  list(least = least, chance = chance[(least:most) + 1])
}

# Chances of 0 to `most` for the places from `place` on, the first taken by each rank in turn.
fill_next <- function(values, counts, place, most, rest) {
  total <- c(as.double(sum(counts) == 0), numeric(most))
  for (i in which(counts > 0)) {
    after <- rest(values, replace(counts, i, counts[[i]] - 1L))
    shift <- place * values[[i]]
    moved <- c(numeric(shift), after[seq_len(most + 1 - shift)])
    total <- total + moved * counts[[i]] / sum(counts)
  }
  total
}

# The distribution of a sum: directly, since a Fourier transform would lose small chances.
add_independent <- function(first, second) {
  margin <- numeric(length(second) - 1L)
  sum <- stats::filter(c(margin, first, margin), second, sides = 1L)
  as.vector(sum)[length(margin) + seq_len(length(first) + length(margin))]
}

#' @rdname pb_result
#' @export
format.pb_trend <- function(x, ...) {
  check_dots(...)
  c(
    sprintf(
      "Test of a predicted order: %s (%s): L = %.6g, z = %.4g, p %s",
      x$test, x$method, x$statistic, x$z, format_p(x$pvalue)
    ),
    sprintf(
      "  %d methods on %d datasets; engine %s", x$n_classifiers, x$n_datasets, x$engine
    ),
    paste("  predicted ranks:", paste(without_controls(x$order), collapse = " < ")),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_trend <- function(x, row.names = NULL, # nolint: object_name_linter.
                                   optional = FALSE, ...) {
  check_dots(...)
  data.frame(
    classifier = x$order, predicted_rank = as.double(seq_along(x$order)),
    mean_rank = unname(x$mean_ranks[x$order])
  )
}
