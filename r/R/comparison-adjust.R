# Corrections for testing many pairs: p-values to adjusted p-values. A correction is a name and a
# function; pb_register_adjustment() adds to the built-in ones.

logical_adjustments <- c("shaffer", "bergmann")
adjustments <- c(
  "none", "bonferroni", "holm", "hochberg", "hommel", "holland", "finner", "rom", "li", "BH", "BY",
  logical_adjustments
)

own_adjustments <- new.env(parent = emptyenv())

adjustment_names <- function() {
  c(adjustments, sort(names(own_adjustments), method = "radix"))
}

# What a correction controls, a row of corrections.csv as a list. A test that is in the table, such
# as Nemenyi's, has its own adjustment, whatever `adjust` says.
correction_controls <- function(adjust, test = "") {
  rows <- read_shared("corrections.csv")
  found <- match(c(test, adjust, "*"), rows$key)
  as.list(rows[found[!is.na(found)][[1L]], ])
}

# Keeps, of the notes on what a correction leaves open, only that of `adjust`; keeps all other
# notes.
correction_noted <- function(keys, adjust, several, test = "") {
  of_mean_ranks <- test %in% catalogue_functions("mean-ranks")
  own <- c(correction_controls(adjust, test)$note, if (of_mean_ranks) "mean-ranks")
  others <- notes_but(keys, read_shared("corrections.csv")$note)
  notes_ordered(c(others, if (several) own[nzchar(own)]))
}

#' Add a correction for many tests
#'
#' Registers a correction under a name, which every `adjust` argument then accepts in this session.
#'
#' @param name A name that no built-in correction has. If the name is already registered, the new
#'   correction replaces the old one.
#' @param correction A function that takes the p-values of one family, a vector of m >= 1
#'   numbers in \[0, 1\], and returns the m adjusted p-values in the same order. Adjusted p-values
#'   must be in \[0, 1\], and none may be below its raw p-value.
#' @return `NULL`, invisibly.
#' @section Errors:
#' `pybench_error_argument` if `name` is the name of a built-in correction or `correction` is
#' not a function. The same error is raised when the correction is used, if the adjusted p-values
#' break the rules above.
#' @examples
#' pb_register_adjustment("sidak", function(p) 1 - (1 - p)^length(p))
#' pb_adjust(c(0.5, 0.5), "sidak")
#' @family corrections for many tests
#' @export
pb_register_adjustment <- function(name, correction) {
  if (!is_string(name) || !nzchar(name) || name %in% read_shared("corrections.csv")$key) {
    found <- describe_value(name)
    stop_argument(
      paste0("`name` must be a new name for a correction, not ", found),
      expected = "a string that no built-in correction has", found = found
    )
  }
  if (!is.function(correction)) {
    found <- describe_value(correction)
    stop_argument(
      paste0("`correction` must be a function of p-values, not ", found),
      expected = "a function of p-values", found = found
    )
  }
  assign(name, correction, envir = own_adjustments)
  invisible()
}

# Returns the name of a correction if a test of these pairs can use it. `also`: further names that
# this test accepts, such as "single-step".
check_adjust <- function(adjust, control = NULL, alternative = "two-sided", also = character()) {
  adjust <- check_choice("adjust", adjust, c(adjustment_names(), also))
  if (adjust %in% logical_adjustments && (!is.null(control) || alternative != "two-sided")) {
    found <- if (is.null(control)) paste0("alternative \"", alternative, "\"") else "a control"
    stop_argument(
      paste0(
        "`adjust` = \"", adjust, "\" applies only to two-sided tests of all pairs, not to ", found
      ),
      expected = "all pairs, two-sided", found = found, hint = "Use \"holm\"."
    )
  }
  adjust
}

# Adjusts a family, a vector of p-values; with `alpha` the answer of "rom" holds for that level
# alone. The logical corrections need the pairs: see adjusted_pairs().
adjusted <- function(pvalues, method, alpha = NULL) {
  if (length(pvalues) == 0L) {
    return(pvalues)
  }
  if (method %in% stats::p.adjust.methods) {
    # bonferroni, holm, hochberg, hommel, BH, BY and none.
    result <- stats::p.adjust(pvalues, method)
  } else if (method %in% names(ascending_corrections)) {
    result <- pvalues
    ascending <- order(pvalues)
    result[ascending] <- ascending_corrections[[method]](pvalues[ascending], alpha)
  } else {
    result <- adjusted_by_own(pvalues, method)
  }
  # Rounding must not put an adjusted p-value below its raw one.
  result[] <- pmin(1, pmax(result, pvalues))
  result
}

adjusted_by_own <- function(pvalues, method) {
  result <- get(method, envir = own_adjustments)(as.vector(pvalues))
  fits <- is.numeric(result) && length(result) == length(pvalues)
  if (fits && isTRUE(all(result >= pvalues & result <= 1))) {
    pvalues[] <- result
    return(pvalues)
  }
  stop_argument(
    sprintf(
      paste(
        "the correction \"%s\" must return %d numbers, each at least the p-value that it adjusts",
        "and at most 1"
      ),
      method, length(pvalues)
    ),
    expected = sprintf("%d adjusted p-values", length(pvalues)), found = describe_value(result)
  )
}

# Adjusts the p-values of all pairs, a k x k matrix whose diagonal is ignored. `directed`: (i, j)
# and (j, i) are two hypotheses, as in one-sided tests.
adjusted_pairs <- function(pvalues, method, directed = FALSE, alpha = NULL) {
  diag(pvalues) <- 1
  cells <- if (directed) row(pvalues) != col(pvalues) else upper.tri(pvalues)
  if (method == "bergmann") {
    pvalues[] <- pmin(1, adjust_bergmann(pvalues))
  } else if (method == "shaffer") {
    pvalues[cells] <- pmin(1, adjust_shaffer(pvalues[cells]))
  } else {
    pvalues[cells] <- adjusted(pvalues[cells], method, alpha)
  }
  if (!directed) {
    pvalues[lower.tri(pvalues)] <- t(pvalues)[lower.tri(pvalues)]
  }
  pvalues
}

#' Adjust p-values for testing many hypotheses
#'
#' Adjusts one family of p-values, or a matrix of the p-values of all pairs of methods.
#'
#' The corrections control the following error rates, if each single test holds its level, that is,
#' if it rejects a true hypothesis with a probability of at most the level:
#' \itemize{
#'   \item `"none"`: Corrects nothing: each single test holds its level, but the chance of any false
#'     rejection grows with the number of tests.
#'   \item `"bonferroni"`, `"holm"`: Controls the chance of any false rejection, whichever methods
#'     differ and however the tests depend on each other.
#'   \item `"hochberg"`, `"hommel"`, `"holland"`: Controls the chance of any false rejection,
#'     whichever methods differ, if the tests are independent or positively dependent.
#'   \item `"finner"`: Controls the chance of any false rejection only if no method differs
#'     from any other, and if the tests are independent or positively dependent.
#'   \item `"rom"`: Controls the chance of any false rejection, whichever methods differ, if the
#'     tests are independent; its p-values are close to Hochberg's.
#'   \item `"li"`: Controls the chance of any false rejection, whichever methods differ, but
#'     only if the tests are independent. Tests of pairs are not independent.
#'   \item `"BH"`: Controls the expected share of false rejections among all rejections, if the
#'     tests are independent or positively dependent. Does not control the chance of any false
#'     rejection.
#'   \item `"BY"`: Controls the expected share of false rejections among all rejections,
#'     however the tests depend on each other. Does not control the chance of any false
#'     rejection.
#'   \item `"shaffer"`, `"bergmann"`: Controls the chance of any false rejection among all pairs,
#'     whichever methods differ and however the tests depend on each other.
#' }
#' `docs/measured.md` of the sources reports how often the corrections led to a false rejection in
#' simulated tables in which some methods differ.
#'
#' Let \eqn{p_1 \le \dots \le p_m}{p_1 <= ... <= p_m} be the p-values in ascending order. The
#' adjusted p-value of hypothesis j, which has the p-value \eqn{p_j}, is the following number,
#' capped at 1:
#'
#' * Holm: \eqn{\max_{i \le j} (m - i + 1) p_i}{max over i <= j of (m - i + 1) p_i}.
#' * Hochberg: \eqn{\min_{i \ge j} (m - i + 1) p_i}{min over i >= j of (m - i + 1) p_i}.
#' * Holland: the largest \eqn{1 - (1 - p_i)^{m-i+1}}{1 - (1 - p_i)^(m-i+1)} over \eqn{i \le j}{i <=
#'   j}.
#' * Finner: the largest \eqn{1 - (1 - p_i)^{m/i}}{1 - (1 - p_i)^(m/i)} over \eqn{i \le j}{i <= j}.
#' * Rom: the smallest \eqn{\alpha} at which Rom's step-up test rejects the hypothesis. The test
#'   compares \eqn{p_j} with a critical value \eqn{c_{m-j+1}(\alpha)}, which is not proportional to
#'   \eqn{\alpha}.
#' * Li: \eqn{p_j / (p_j + 1 - p_m)}.
#' * Shaffer: the largest \eqn{t_i p_i} over \eqn{i \le j}{i <= j}, where \eqn{t_i} is the largest
#'   number of hypotheses, at most m - i + 1, that can be true at once, given that equality is
#'   transitive.
#' * Bergmann and Hommel: the largest \eqn{|I| \min_{i \in I} p_i}{|I| min(p_i in I)} over the
#'   exhaustive sets I that contain the hypothesis. A set of hypotheses is exhaustive if all of them
#'   can be true while all others are false.
#'
#' The other corrections are those of [stats::p.adjust()].
#'
#' @param pvalues The p-values, in \[0, 1\], of one family (a numeric vector) or of all pairs
#'   of k methods (a symmetric k x k matrix or data frame, whose diagonal is ignored).
#' @param method Name of the correction. For the family-wise error rate, there are
#'   `"bonferroni"`, the step-down corrections `"holm"`, `"holland"` and `"finner"`, the
#'   step-up corrections `"hochberg"` and `"rom"`, the closed testing procedure `"hommel"`, and
#'   the two-step correction `"li"`. For a matrix of all pairs, there are also `"shaffer"` and,
#'   for up to 9 methods, `"bergmann"`. For the false discovery rate, there are `"BH"` and
#'   `"BY"`. `"none"` returns the p-values unchanged. A name that was registered by
#'   [pb_register_adjustment()] is accepted too. Details list what each correction controls.
#' @param alpha `NULL`, or, for `"rom"` only, a level in (0, 1). With a level, the adjusted p-values
#'   are \eqn{p_j \alpha / c_{m-j+1}(\alpha)}, as in papers and other software, with the critical
#'   values \eqn{c} of Details. They are then valid for decisions at this level only. With `NULL`,
#'   they are valid at every level.
#' @return Adjusted p-values in \[0, 1\], with the type and the names of `pvalues`; a hypothesis is
#'   rejected if its adjusted p-value is at most the level. The diagonal of a matrix is 1.
#' @section Errors:
#' `pybench_error_argument` for a p-value that is missing or not in \[0, 1\], a matrix that is not
#' symmetric, an unknown `method`, or `"shaffer"` or `"bergmann"` for a vector.
#' @references
#' Garcia, S. and Herrera, F. (2008). An extension on "Statistical comparisons of classifiers over
#' multiple data sets" for all pairwise comparisons. *Journal of Machine Learning Research* 9,
#' 2677-2694.
#'
#' Shaffer, J. P. (1986). Modified sequentially rejective multiple test procedures. *Journal of the
#' American Statistical Association* 81, 826-831.
#' @examples
#' pb_adjust(c(0.01, 0.03, 0.04))
#' p <- matrix(c(1, 0.01, 0.04, 0.01, 1, 0.02, 0.04, 0.02, 1), 3)
#' pb_adjust(p, "shaffer")
#' @family corrections for many tests
#' @export
pb_adjust <- function(pvalues, method = "holm", alpha = NULL) {
  method <- check_choice("method", method, adjustment_names())
  if (!is.null(alpha)) {
    alpha <- check_level("alpha", alpha)
  }
  if (is.data.frame(pvalues)) {
    result <- pb_adjust(as.matrix(pvalues), method, alpha)
    pvalues[] <- lapply(seq_len(ncol(result)), function(column) result[, column])
    return(pvalues)
  }
  check_probabilities(pvalues)
  storage.mode(pvalues) <- "double"
  if (is.matrix(pvalues)) {
    return(adjusted_pairs(pvalues, method, alpha = alpha))
  }
  if (method %in% logical_adjustments) {
    stop_argument(
      paste0(
        "`method` \"", method, "\" needs a k x k matrix of all pairs, not a vector, which does ",
        "not show the pair of each p-value"
      ),
      expected = "a k x k matrix", found = paste("a vector of length", length(pvalues))
    )
  }
  adjusted(pvalues, method, alpha)
}

# Whether all are numbers; a vector of NA alone is logical.
is_numbers <- function(p) {
  is.numeric(p) || (is.atomic(p) && !is.null(p) && all(is.na(p)))
}

# Refuses all but a vector or a symmetric square of numbers in [0, 1]; the diagonal is not checked.
check_probabilities <- function(p) {
  if (!is_numbers(p)) {
    stop_argument("`pvalues` must be numbers from 0 to 1")
  }
  square <- is.matrix(p) && nrow(p) == ncol(p)
  if (length(dim(p)) > 1L && !square) {
    found <- paste(dim(p), collapse = " x ")
    stop_argument(
      paste0("`pvalues` must be a vector or a k x k matrix, not ", found),
      expected = "a vector or a k x k matrix", found = found
    )
  }
  if (square) {
    diag(p) <- 1
  }
  outside <- is.na(p) | p < 0 | p > 1
  bad <- which(if (square) t(outside) else outside)
  if (length(bad) > 0L) {
    refuse_probability(p, bad[[1L]] - 1L, square)
  }
  if (square && !all(p == t(p))) {
    stop_argument(
      "`pvalues` must be symmetric, like the matrix of two-sided tests of all pairs",
      expected = "a symmetric matrix", found = "one that is not",
      hint = "For one-sided tests of pairs, correct with the argument `adjust` of the test itself."
    )
  }
}

# `offset`: how many numbers precede the bad one, row by row in a square.
refuse_probability <- function(p, offset, square) {
  place <- if (square) c(offset %/% ncol(p), offset %% ncol(p)) + 1L else offset + 1L
  value <- if (square) p[place[[1L]], place[[2L]]] else p[[place]]
  found <- if (is.na(value)) "NaN" else sprintf("%g", value)
  stop_argument(
    paste0("`pvalues` must be numbers from 0 to 1, not ", found, " (at ", toString(place), ")"),
    expected = "numbers from 0 to 1", found = found,
    hint = if (is.na(value)) {
      paste(
        "Leave out a missing test that should not count in the correction; set any other to 1."
      )
    }
  )
}
