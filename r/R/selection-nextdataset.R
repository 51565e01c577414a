# Which dataset to run next: the one that makes the ranking over all datasets most certain per cost.

# Length scales of the kernels, in median distances; variances of what near datasets share.
kernel_lengths <- c(0.25, 0.5, 1, 2)
kernel_ratios <- c(0.1, 0.3, 1, 3)

#' Choose the dataset to run next
#'
#' Chooses the dataset to run next, so that the ranking of the models over all datasets becomes
#' certain, and says when to stop.
#'
#' The rank of model i on dataset d is \eqn{\mu_i + f_i(d) + e_{id}}, with independent
#' \eqn{e_{id}} of variance \eqn{\sigma^2}, and Gaussian processes \eqn{f_i} of covariance
#' \eqn{r \sigma^2 \exp(-|x_d - x_{d'}| / \ell)}, the same for all models. With n results, and S the
#' posterior covariance of the ranks of a model on the candidates (the mean \eqn{\mu_i} is integrated
#' out), the variance of its mean rank over all N datasets is \eqn{V = 1^\top S 1 / N^2}. A result on
#' candidate d reduces it by \eqn{(S 1)_d^2 / (S_{dd} N^2)}, whatever the result is. For two models
#' with predicted mean ranks that differ by \eqn{\Delta}, the order is wrong with probability
#' \eqn{\Phi(-|\Delta| / \sqrt{2 V})}; `wrong` is the mean over pairs, which is the expected Kendall
#' distance.
#'
#' All quantities are means over 16 kernels: \eqn{\ell} is 1/4 to 2 median distances, and r is 0.1 to
#' 3. The weight of a kernel is its restricted likelihood, with \eqn{\sigma^2} profiled, to the power
#' of \eqn{m / (M - 1)}: models resemble each other, so that their M - 1 contrasts count as
#' \eqn{m = (\sum \lambda)^2 / \sum \lambda^2} independent ones, with the eigenvalues \eqn{\lambda} of
#' the covariance of their ranks. \eqn{\sigma^2} is estimated over all models alike.
#'
#' The choice looks one dataset ahead.
#'
#' @param t A results table of M >= 2 models on the n >= 2 datasets that have been run, from
#'   [pb_read_results()].
#' @param embedding As in [pb_select()]: one row per dataset for all N datasets, those that have been
#'   run and the candidates. The ranking over these N is predicted.
#' @param cost Cost of running each candidate, such as hours: a numeric vector or list named by
#'   dataset, with numbers above 0. Default: 1 each.
#' @param target The stopping rule, a number in (0, 1): `enough` is true if the expected share of
#'   pairs of models in the wrong order is at most this.
#' @param standardize,missing As in [pb_select()].
#' @return An object of class `pb_next_dataset`, a list of
#'   \item{name}{the candidate with the largest gain}
#'   \item{enough}{whether `wrong` is at most `target`}
#'   \item{wrong}{expected share of pairs of models that are predicted in the wrong order}
#'   \item{target}{as given}
#'   \item{deviation}{posterior standard deviation of a model's mean rank over all datasets}
#'   \item{shared}{posterior mean share of the variance that near datasets have in common}
#'   \item{table}{data frame, one row per candidate, the best first: `dataset`; `reduction`, the
#'     share by which it would reduce the variance of a mean rank; `cost`; `gain`, the reduction per
#'     cost. Ties are decided by name}
#'   \item{models}{data frame, one row per model: `classifier`; `mean_rank`, over the datasets that
#'     have been run; `predicted`, over all datasets}
#'   \item{n_datasets, n_run}{N and n}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives the table.
#' @section Errors:
#' `pybench_error_results_table` for fewer than 2 datasets or models, or missing scores;
#' `pybench_error_argument` for a dataset of the table that the embedding lacks, for no candidate,
#' for a candidate without a cost or a cost that is not above 0, for an argument out of its range,
#' and for an embedding that is not a table of finite numbers with unique names.
#' @examples
#' made <- pb_synthetic_benchmark(0, datasets = 20, models = 6, repeats = 1)
#' pb_next_dataset(made$table[1:5, ], made$oracle)
#' @family selection
#' @export
pb_next_dataset <- function(t, embedding, cost = NULL, target = 0.05, standardize = TRUE,
                            missing = "error") {
  target <- check_level("target", target)
  missing <- check_choice("missing", missing, c("error", "drop"))
  scaled <- if (check_flag("standardize", standardize)) "all" else "none"
  require_comparable(t)
  space <- selection_space(embedding, scaled, missing)
  candidates <- check_candidates(space$datasets, t$datasets)
  cost <- check_dataset_costs(cost, candidates, space$datasets)
  results <- ranked_results(t)
  ranks <- unname(results$sums) / (2 * results$repeats)
  apart <- selection_distances(tcrossprod(space_coordinates(space)), "euclidean")
  found <- ranking_posterior(
    unname(apart), match(results$datasets, space$datasets), match(candidates, space$datasets), ranks
  )
  gain <- found$reduction / cost
  order <- order(-round(gain / max(gain), 9L), seq_along(gain))
  table <- data.frame(
    dataset = candidates, reduction = found$reduction, cost = cost, gain = gain
  )[order, ]
  rownames(table) <- NULL
  new_result("pb_next_dataset", list(
    name = table$dataset[[1L]], enough = found$wrong <= target, wrong = found$wrong,
    target = target, deviation = sqrt(found$variance), shared = found$shared, table = table,
    models = data.frame(
      classifier = t$classifiers, mean_rank = colMeans(ranks), predicted = found$predicted
    ),
    n_datasets = length(space$datasets), n_run = nrow(ranks),
    notes = notes_ordered(c(space_notes(space), about_table(t))), engine = "r"
  ))
}

# The datasets of the embedding that have not been run.
check_candidates <- function(described, run) {
  absent <- setdiff(run, described)
  if (length(absent) > 0L) {
    stop_argument(
      sprintf(
        "`embedding` must describe every dataset of the table, but %s is missing",
        shown(absent[[1L]])
      ),
      expected = "a row for every dataset of the table", found = paste(length(absent), "without")
    )
  }
  left <- setdiff(described, run)
  if (length(left) == 0L) {
    stop_argument(
      "`embedding` must describe datasets that have not been run",
      expected = "a row for at least one further dataset", found = "those of the table only"
    )
  }
  left
}

check_dataset_costs <- function(cost, candidates, known) {
  if (is.null(cost)) {
    return(rep(1, length(candidates)))
  }
  names <- if (is.vector(cost) && !is.null(names(cost))) utf8_text(names(cost)) else character()
  strange <- setdiff(names, known)
  if (length(names) == 0L || anyDuplicated(names) > 0L || length(strange) > 0L) {
    expected <- "a cost for each dataset of the embedding that has not been run"
    stop_argument(
      paste("`cost` must be", expected), expected = expected,
      found = sprintf(
        "%s, of %s", counted(length(names), "cost"), counted(length(unique(names)), "dataset")
      ),
      hint = if (length(strange) > 0L) paste0("The table has no ", shown_names(strange), ".")
    )
  }
  vapply(candidates, function(name) {
    own <- if (name %in% names) cost[[match(name, names)]]
    check_number(sprintf("cost['%s']", name), own, "a number above 0", 0, Inf)
  }, 0, USE.NAMES = FALSE)
}

# Averages over the kernels. apart: distances of all datasets; run, rest: places of those that have
# been run and of the candidates; ranks: datasets x models.
ranking_posterior <- function(apart, run, rest, ranks) {
  total <- nrow(apart)
  median <- stats::median(apart[upper.tri(apart)])
  products <- crossprod(sweep(ranks, 2L, colMeans(ranks)))
  alike <- if (sum(diag(products)) > selection_noise) {
    sum(diag(products))^2 / sum(products^2)
  } else {
    1
  }
  pairs <- utils::combn(ncol(ranks), 2L)
  grid <- expand.grid(ratio = kernel_ratios, length = kernel_lengths)
  parts <- lapply(seq_len(nrow(grid)), function(i) {
    near <- exp(-apart / (grid$length[[i]] * if (median > 0) median else 1))
    one <- kernel_posterior(grid$ratio[[i]] * near + diag(total), run, rest, ranks)
    lead <- rowSums(one$covariance)
    variance <- one$noise * sum(lead) / total^2
    predicted <- (colSums(ranks) + colSums(one$mean)) / total
    gaps <- abs(predicted[pairs[1L, ]] - predicted[pairs[2L, ]])
    list(
      weight = -alike * one$likelihood / 2, predicted = predicted, variance = variance,
      taken = one$noise * lead^2 / diag(one$covariance) / total^2,
      wrong = mean(stats::pnorm(-gaps / sqrt(2 * variance))),
      shared = grid$ratio[[i]] / (1 + grid$ratio[[i]])
    )
  })
  weights <- vapply(parts, function(part) part$weight, 0)
  weights <- exp(weights - max(weights))
  weights <- weights / sum(weights)
  average <- function(what) {
    Reduce(`+`, Map(function(part, weight) weight * part[[what]], parts, weights))
  }
  variance <- average("variance")
  list(
    predicted = average("predicted"), variance = variance, reduction = average("taken") / variance,
    wrong = average("wrong"), shared = average("shared")
  )
}

# Of one kernel: -2 log of the restricted likelihood per contrast, sigma^2, predicted ranks on the
# candidates and their covariance in units of sigma^2. By Cholesky's factor of the kernel.
kernel_posterior <- function(kernel, run, rest, ranks) {
  n <- nrow(ranks)
  root <- chol(kernel[run, run, drop = FALSE])
  one <- backsolve(root, rep(1, n), transpose = TRUE)
  own <- backsolve(root, ranks, transpose = TRUE)
  beside <- backsolve(root, kernel[run, rest, drop = FALSE], transpose = TRUE)
  weight <- sum(one^2)
  level <- drop(crossprod(own, one)) / weight
  left <- own - outer(one, level)
  noise <- max(sum(left^2), selection_noise^2) / ((n - 1) * (ncol(ranks) - 1))
  lacking <- 1 - drop(crossprod(beside, one))
  list(
    likelihood = 2 * sum(log(diag(root))) + log(weight) + (n - 1) * log(noise), noise = noise,
    mean = outer(rep(1, length(rest)), level) + crossprod(beside, left),
    covariance = kernel[rest, rest, drop = FALSE] - crossprod(beside) + tcrossprod(lacking) / weight
  )
}

#' @rdname pb_result
#' @export
format.pb_next_dataset <- function(x, ...) {
  check_dots(...)
  name <- one_line(x$name)
  advice <- if (x$enough) {
    "the stopping rule is met: no further dataset is needed"
  } else {
    sprintf("the stopping rule is not met: run %s next", name)
  }
  c(
    sprintf(
      "%.0f of %s run: %s; engine %s", x$n_run, counted(x$n_datasets, "dataset"), advice, x$engine
    ),
    sprintf(
      paste(
        "  of all pairs of %s, %s %% are expected in the wrong order over all datasets (stop at",
        "%s %%)"
      ),
      counted(nrow(x$models), "model"), percentage(x$wrong, 1), percentage(x$target, 1)
    ),
    sprintf(
      paste(
        "  a model's mean rank over all datasets is predicted with a standard deviation of %.2f;",
        "%s reduces its variance by %s %%"
      ),
      x$deviation, name, percentage(x$table$reduction[[1L]], 1)
    ),
    sprintf(
      paste(
        "  near datasets share %s %% of the variance of ranks; this and the other numbers presume",
        "that ranks are a Gaussian process over the embedding"
      ),
      percentage(x$shared, 1)
    ),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_next_dataset <- function(x, row.names = NULL, # nolint: object_name_linter.
                                          optional = FALSE, ...) {
  check_dots(...)
  x$table
}
