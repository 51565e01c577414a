# The place of a new model in the whole benchmark, from its results on a few datasets.

# Known models: fewest, and from how many on there is no note about their number.
fewest_known <- 4L
enough_known <- 10L
# Shrinkage that is tried, strongest first, in units of the mean squared length of the differences.
shrinkage_strengths <- c(Inf, 10^(seq(6, -4) / 2))
small_share <- 1e-9

#' Predict the place of a new model in the whole benchmark
#'
#' Predicts the mean rank and the position of a new model among known models over all datasets, with
#' prediction intervals, from its scores on a few of the datasets.
#'
#' On each dataset, let \eqn{s_i} be the share of the other known models that beat model i (a tie
#' counts one half), and s the share of the M known models that beat the new one, whose rank is
#' \eqn{1 + M s}. With \eqn{y_i} the mean of \eqn{s_i} over the datasets on which the new model did
#' not run, and \eqn{x_{id}} its value on the k others,
#' \deqn{y_i = a + b \bar x_i + \sum_d c_d (x_{id} - \bar x_i) + e_i}
#' is fitted by least squares with the penalty \eqn{\lambda \sum_d c_d^2}. The restricted likelihood
#' of the equivalent mixed model chooses \eqn{\lambda}, from a grid that includes infinity (the mean
#' alone). With this \eqn{\lambda}, \eqn{e_{(i)}} is the error of model i when it is left out. The
#' interval of the new y is its prediction
#' \eqn{\pm t_{M-2} \sqrt{\sum_i e_{(i)}^2 / M}}{+- t_(M-2) sqrt(sum e_(i)^2 / M)}, within 0 and 1.
#' The ranks on the k datasets are known and enter the mean rank without error. A known model of mean
#' rank R equals the new one at the mean rank R + 1/2, where an equal model would stand.
#'
#' The coverage presumes that models are exchangeable: that the new one could as well have been one
#' of the known ones. The k datasets may have been chosen in any way that does not use the scores of
#' the new model.
#'
#' @param t A results table of M >= 4 known models on n datasets, from [pb_read_results()], without
#'   missing scores. Repeats are averaged.
#' @param scores Scores of the new model on k of the datasets, 1 <= k < n, in the metric of the
#'   table: a numeric vector or list, named by dataset; or a results table with this one model.
#' @param name Name of the new model. Default: its name in `scores` if this is a table, otherwise
#'   "new".
#' @param confidence Level of the prediction interval, a number in (0, 1).
#' @return An object of class `pb_model_place`, a list of
#'   \item{name}{the new model}
#'   \item{mean_rank, mean_rank_low, mean_rank_high}{predicted mean rank over all n datasets among
#'     M + 1 models, and the ends of its prediction interval}
#'   \item{position, position_low, position_high}{predicted position, 1 = best of M + 1, and its best
#'     and worst value by the interval}
#'   \item{observed}{mean rank over the k datasets}
#'   \item{error}{root mean squared error of known models that are left out, in mean ranks}
#'   \item{table}{data frame, one row per known model: `classifier`; `mean_rank`, over all datasets
#'     among the M models; `threshold`, the mean rank of the new model at which it would equal this
#'     one; `verdict`, whether the whole interval of the new model is `"better"` or `"worse"` than
#'     this, otherwise `"open"`}
#'   \item{datasets, ranks}{the k datasets, sorted, and the rank of the new model on each, in
#'     \[1, M + 1\]}
#'   \item{n_datasets, n_classifiers}{n and M}
#'   \item{confidence}{as given}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives the table.
#' @section Errors:
#' `pybench_error_results_table` for fewer than 4 models or missing scores;
#' `pybench_error_argument` for scores of datasets that are not in the table, of none or of all of
#' them, or that are not finite numbers, for a name that is in the table, for a table with several
#' models or with the other direction, and for a `confidence` out of its range.
#' @examples
#' scores <- matrix(sin(1:120), 20, dimnames = list(sprintf("d%02d", 1:20), letters[1:6]))
#' t <- pb_read_results(scores, higher_is_better = TRUE)
#' pb_place_model(t, c(d01 = 0.2, d07 = 0.9, d09 = -0.3), "mine")
#' @family selection
#' @export
pb_place_model <- function(t, scores, name = NULL, confidence = 0.95) {
  confidence <- check_level("confidence", confidence)
  require_comparable(t, methods = fewest_known)
  given <- check_new_scores(scores, name, t)
  m <- ncol(t$scores)
  n <- nrow(t$scores)
  rows <- match(names(given$scores), t$datasets)
  k <- length(rows)
  sign <- if (t$higher_is_better) 1 else -1
  ranks <- unname(doubled_ranks(t$scores, t$higher_is_better)) / 2
  shares <- (ranks - 1) / (m - 1)
  gaps <- sign * (unname(t$scores[rows, , drop = FALSE]) - unname(given$scores))
  new <- rowMeans((gaps > 0) + (gaps == 0) / 2)
  found <- predicted_share(
    t(shares[rows, , drop = FALSE]), colMeans(shares[-rows, , drop = FALSE]), new
  )
  spread <- sqrt(mean(found$errors^2))
  half <- stats::qt((1 + confidence) / 2, m - 2) * spread
  ends <- pmin(pmax(found$value + c(0, -half, half), 0), 1)
  mean_ranks <- 1 + m * (sum(new) + (n - k) * ends) / n
  thresholds <- colMeans(ranks) + 0.5
  places <- vapply(mean_ranks, function(at) 1 + sum(thresholds < at - small_share), 0)
  verdicts <- ifelse(
    thresholds > mean_ranks[[3L]] + small_share, "better",
    ifelse(thresholds < mean_ranks[[2L]] - small_share, "worse", "open")
  )
  new_result("pb_model_place", list(
    name = given$name, mean_rank = mean_ranks[[1L]], mean_rank_low = mean_ranks[[2L]],
    mean_rank_high = mean_ranks[[3L]], position = places[[1L]], position_low = places[[2L]],
    position_high = places[[3L]], observed = mean(1 + m * new),
    error = m * (n - k) / n * spread,
    table = data.frame(
      classifier = t$classifiers, mean_rank = thresholds - 0.5, threshold = thresholds,
      verdict = verdicts
    ),
    datasets = names(given$scores), ranks = 1 + m * new, n_datasets = n, n_classifiers = m,
    confidence = confidence,
    notes = notes_ordered(c(if (m < enough_known) "few-models", about_table(t))),
    engine = "r"
  ))
}

# Name and scores of the new model, sorted by dataset.
check_new_scores <- function(scores, name, t) {
  title <- "new"
  if (inherits(scores, "pb_results_table")) {
    require_table(scores)
    if (ncol(scores$scores) > 1L || scores$higher_is_better != t$higher_is_better) {
      expected <- "a table with one method, of the same direction as `t`"
      stop_argument(
        paste("`scores` must be", expected), expected = expected,
        found = sprintf(
          "%s, higher is better: %s", counted(ncol(scores$scores), "method"),
          tolower(scores$higher_is_better)
        ),
        hint = "Take the method from its table: scores[, \"NAME\"]."
      )
    }
    title <- scores$classifiers[[1L]]
    scores <- stats::setNames(scores$scores[, 1L], scores$datasets)
  }
  title <- check_string("name", if (is.null(name)) title else name)
  if (title %in% t$classifiers) {
    stop_argument(
      sprintf("`name` must not be a method of the table, but %s is one", shown(title)),
      expected = "a name that the table does not have", found = title,
      hint = "Leave the method out of the table, or give the new one another name."
    )
  }
  plain <- is.vector(scores) && !is.null(names(scores))
  known <- if (plain) utf8_text(names(scores)) else character()
  expected <- "scores by dataset of the table, for at least one dataset and not for all"
  strange <- setdiff(known, t$datasets)
  few <- length(known) == 0L || length(known) >= length(t$datasets)
  if (few || length(strange) > 0L || anyDuplicated(known) > 0L) {
    stop_argument(
      paste("`scores` must be", expected), expected = expected,
      found = sprintf(
        "%s, of %s", counted(length(known), "score"), counted(length(unique(known)), "dataset")
      ),
      hint = if (length(strange) > 0L) {
        paste0("The table has no ", shown_names(strange), ".")
      } else {
        "With a score on every dataset, add the model to the table and use pb_ranks()."
      }
    )
  }
  values <- vapply(seq_along(known), function(i) {
    what <- sprintf("scores['%s']", known[[i]])
    check_number(what, scores[[i]], "a finite number", -Inf, Inf)
  }, 0)
  order <- order(known, method = "radix")
  list(name = title, scores = stats::setNames(values[order], known[order]))
}

# The mean share of a new model, and the error of each known model that is left out.
# x: models x datasets, shares; y: mean shares elsewhere; new: shares of the new model. Written with
# projections and inverse matrices, where Python decomposes.
predicted_share <- function(x, y, new) {
  m <- length(y)
  means <- rowMeans(x)
  centred <- means - mean(means)
  plain <- cbind(1, if (sum(centred^2) > small_share * m) centred)
  new_plain <- c(1, mean(new) - mean(means))[seq_len(ncol(plain))]
  inverse <- solve(crossprod(plain))
  hat <- plain %*% inverse %*% t(plain)
  rest <- diag(m) - hat
  apart <- x - means
  # Differences, less what the two coefficients explain of them.
  own <- rest %*% apart
  new_own <- new - mean(new) - drop(new_plain %*% inverse %*% crossprod(plain, apart))
  products <- tcrossprod(own)
  total <- sum(diag(products))
  left <- drop(rest %*% y)
  best <- Inf
  found <- NULL
  for (strength in if (total > small_share) shrinkage_strengths else Inf) {
    scaled <- products * (m / max(total, small_share)) / strength
    inner <- solve(diag(m) + scaled)
    length <- max(sum(left * (inner %*% left)), small_share^2)
    likelihood <- (m - 2) * log(length) + as.numeric(determinant(diag(m) + scaled)$modulus)
    if (likelihood < best - small_share) {
      best <- likelihood
      weights <- drop(inner %*% left) * (m / max(total, small_share)) / strength
      value <- sum(new_plain * (inverse %*% crossprod(plain, y))) +
        sum(new_own * crossprod(own, weights))
      room <- 1 - diag(hat) - diag(scaled %*% inner)
      residual <- left - drop(scaled %*% inner %*% left)
      found <- list(value = value, errors = ifelse(room > small_share, residual / room, Inf))
    }
  }
  found
}

#' @rdname pb_result
#' @export
format.pb_model_place <- function(x, ...) {
  check_dots(...)
  name <- one_line(x$name)
  most <- x$n_classifiers + 1
  counts <- vapply(c("better", "worse", "open"), function(one) sum(x$table$verdict == one), 0)
  c(
    sprintf(
      paste(
        "%s: predicted mean rank %.2f over all %s (%.4g %% prediction interval %.2f to %.2f);",
        "engine %s"
      ),
      name, x$mean_rank, counted(x$n_datasets, "dataset"), 100 * x$confidence, x$mean_rank_low,
      x$mean_rank_high, x$engine
    ),
    sprintf(
      "  from %s, on which its mean rank is %.2f; 1 is best of %.0f",
      counted(length(x$datasets), "dataset"), x$observed, most
    ),
    sprintf(
      paste(
        "  position %.0f of %.0f (%.0f to %.0f): better than %.0f known models, worse than %.0f,",
        "open for %.0f"
      ),
      x$position, most, x$position_low, x$position_high, counts[[1L]], counts[[2L]], counts[[3L]]
    ),
    sprintf(
      paste(
        "  the interval is calibrated on the errors of %.0f known models, each left out in turn",
        "(root mean square %.2f mean ranks)"
      ),
      x$n_classifiers, x$error
    ),
    sprintf(
      paste(
        "  it presumes that %s resembles the known models: of a new kind of model it may miss the",
        "true value more often than in %.4g %% of cases"
      ),
      name, 100 * (1 - x$confidence)
    ),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_model_place <- function(x, row.names = NULL, # nolint: object_name_linter.
                                         optional = FALSE, ...) {
  check_dots(...)
  x$table
}
