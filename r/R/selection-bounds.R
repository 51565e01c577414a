# Theorems 4.1 and 4.2 of the paper beside measured values: bounds on errors of the ranking.

# Predictions of ranks, whose standard deviation is 1, count as equal if they differ by less:
# solving for t datasets has an error of up to eps t / sigma^2, 2e-10 for 10,000 of them with
# sigma = 0.1.
equal_predictions <- 1e-9

#' Theoretical bounds on the ranking error, and the measured errors
#'
#' Two theorems of Gusev and Zaytsev (2026) give bounds on the errors of predicted ranks; this
#' function compares the bounds with the actual errors. A Gaussian process predicts the ranks of
#' each model on all datasets from its ranks on the first t datasets of the farthest-first order.
#' The kernel of the process says how similar the ranks on two datasets are expected to be, from the
#' vectors of the datasets; the order is by the distance on which the kernel depends.
#'
#' Ranks are centred and divided by their overall standard deviation, so that the prior variance
#' equals one. The theorems use these quantities:
#' \itemize{
#'   \item n is the number of datasets, and t the number of datasets whose ranks are known;
#'   \item C is the largest ratio of 2(1 - k) to distance, where k is the kernel;
#'   \item D is the diameter of the datasets, and p their dimension; if the kernel is the cosine,
#'     both are those of their directions;
#'   \item b = 2 log(pi^2 n (t + 1)^2 / (6 delta));
#'   \item s^2 is the posterior variance, and g the difference of two models' posterior means.
#' }
#' Theorem 4.1 bounds the mean squared error by b (C 2 D / (t^(1/p) - 1) + sigma^2), with the
#' arguments `sigma` and `delta`. Theorem 4.2 bounds the share of wrong orders of two models by the
#' mean of exp(-g^2 / (4 s^2)). Both theorems assume that the scores follow a Gaussian process over
#' the representation with this kernel, and that models are independent. Real scores need not meet
#' these assumptions. The theorems therefore motivate the method, but guarantee nothing for real
#' scores.
#'
#' @param t A results table of M >= 2 models on n datasets, from [pb_read_results()].
#' @param embedding As in [pb_select()], with one row for every dataset of the table.
#' @param sizes Values of t, whole numbers >= 1.
#' @param sigma Standard deviation of the noise divided by the standard deviation of the ranks, a
#'   number between 1e-6 and 1e6.
#' @param delta A number in (0, 1). If its assumptions hold, the bound of theorem 4.1 holds with
#'   probability at least 1 - delta.
#' @param kernel Kernel k of the process, with k(x, x) = 1 as the theorems assume. `"cosine"` is the
#'   cosine of the datasets' vectors. The others depend on the Euclidean distance d of the vectors
#'   divided by the length scale: `"rbf"` is exp(-d^2 / 2), and `"matern12"`, `"matern32"` and
#'   `"matern52"` are Matern kernels of smoothness 1/2, 3/2 and 5/2.
#' @param length_scale Length scale of the kernels other than `"cosine"`, a number > 0; `NULL`: the
#'   median distance of two datasets.
#' @param start,standardize,missing As in [pb_select()].
#' @return An object of class `pb_ranking_bounds`, a list of
#'   \item{table}{data frame, one row per size. `variance` is the mean posterior variance;
#'     `measured` and `stated` are bounds on `variance`: `measured` is that of lemma A.1, computed
#'     from the actual distances, and `stated` is that of theorem 4.1 (values of 1 or more are
#'     uninformative). `mse` is the mean squared error, and `mse_bound` is the bound of theorem 4.1
#'     on `mse`. `wrong` is the share of wrong predictions of the order of two models, over all
#'     datasets and pairs of models; ties are not counted as wrong. `wrong_bound` is the bound of
#'     theorem 4.2 on `wrong`, computed from the actual posterior variance. `wrong_stated` is
#'     computed like `wrong_bound`, but from `stated` in place of the posterior variance, and from
#'     the smallest predicted difference of each pair over all datasets}
#'   \item{start}{how the order begins, as used: `"mean"` or `"distance"`}
#'   \item{diameter, dimension}{diameter of the datasets, and dimension of the smallest flat (affine
#'     subspace) that contains them; of their directions if the kernel is the cosine}
#'   \item{constant}{C of the theorems}
#'   \item{sigma, delta}{as given}
#'   \item{n_datasets, n_classifiers}{n and M}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   \item{kernel}{as given}
#'   \item{length_scale}{of the kernel; not a number for the cosine}
#'   `as.data.frame()` gives the table.
#' @section Errors:
#' The errors of [pb_rank_preservation()], and in addition `pybench_error_argument` for sizes above
#' the number of datasets, for a table in which all models tie, for a length scale of the kernel
#' `"cosine"`, and for no length scale if more than half of the distances are 0.
#' @references
#' Gusev, R. and Zaytsev, A. (2026). Benchmarking on tasks that matter: dataset selection for
#' preserving model rankings. arXiv 2606.27997.
#' @examples
#' made <- pb_synthetic_benchmark(0, datasets = 40, models = 6, repeats = 1)
#' pb_ranking_bounds(made$table, made$oracle)
#' @family selection
#' @export
pb_ranking_bounds <- function(t, embedding, sizes = c(2, 5, 10, 20), sigma = 0.1, delta = 0.05,
                              kernel = "cosine", length_scale = NULL, start = "mean",
                              standardize = TRUE, missing = "error") {
  # A smaller sigma would not separate the system of equal datasets from a singular one.
  sigma <- check_number("sigma", sigma, "a number between 1e-6 and 1e6", 1e-6, 1e6)
  delta <- check_level("delta", delta)
  start <- check_choice("start", start, c("mean", "distance"))
  missing <- check_choice("missing", missing, c("error", "drop"))
  kernel <- check_choice("kernel", kernel, c("cosine", names(stationary_kernels)))
  length_scale <- check_length_scale(kernel, length_scale)
  scaled <- if (check_flag("standardize", standardize)) "all" else "none"
  sizes <- check_selection_sizes(sizes, 1L)
  require_comparable(t)
  results <- ranked_results(t)
  n <- nrow(t$scores)
  check_pool_sizes(n, sizes)
  space <- selection_space(embedding, scaled, missing, results$datasets)
  round <- kernel == "cosine" # on the sphere of directions
  found <- farthest_ordered(space, if (round) "cosine" else "euclidean", start)
  chords <- if (round) sqrt(2 * found$apart) else found$apart
  if (!round && is.null(length_scale)) length_scale <- median_distance(chords)
  unlike <- if (round) found$apart else stationary_kernels[[kernel]](chords / length_scale)
  constant <- max(2 * unlike / ifelse(chords > 0, chords, 1))
  diameter <- max(chords)
  dimension <- flat_dimension(chords)
  ranks <- results$sums - rowMeans(results$sums)
  spread <- sqrt(mean(ranks^2))
  if (spread == 0) {
    stop_argument(
      "`t` ranks no model above another", expected = "ranks that differ", found = "ties only"
    )
  }
  stated <- constant * volume_bound(diameter, dimension, sizes) + sigma^2
  rows <- vapply(seq_along(sizes), function(i) {
    chosen <- found$order[seq_len(sizes[[i]])]
    bounds_at(1 - unlike, chosen, ranks / spread, sigma, stated[[i]])
  }, numeric(6L))
  table <- data.frame(
    size = as.integer(sizes), variance = rows[1L, ], measured = rows[2L, ], stated = stated,
    mse = rows[3L, ],
    mse_bound = 2 * log(pi^2 * n * (sizes + 1)^2 / (6 * delta)) * stated,
    wrong = rows[4L, ], wrong_bound = rows[5L, ], wrong_stated = rows[6L, ]
  )
  new_result("pb_ranking_bounds", list(
    table = table, start = found$start, diameter = diameter, dimension = dimension,
    constant = constant, sigma = sigma, delta = delta, n_datasets = n,
    n_classifiers = ncol(t$scores),
    notes = notes_ordered(c(space_notes(space), if (n < 10L) "few-datasets")), engine = "r",
    kernel = kernel, length_scale = if (round) NaN else length_scale
  ))
}

# 1 - k by distance / length.
stationary_kernels <- list(
  rbf = function(d) -expm1(-d^2 / 2),
  matern12 = function(d) -expm1(-d),
  matern32 = function(d) one_minus_matern(sqrt(3) * d, 0),
  matern52 = function(d) one_minus_matern(sqrt(5) * d, 1 / 3)
)

one_minus_matern <- function(d, square) {
  -expm1(-d) - (d + square * d^2) * exp(-d)
}

check_length_scale <- function(kernel, given) {
  if (is.null(given)) {
    return(NULL)
  }
  if (kernel == "cosine") {
    stop_argument(
      "`length_scale` must be NULL for the kernel cosine, which has no length scale",
      expected = "NULL", found = describe_value(given),
      hint = "Give another kernel, such as kernel = \"rbf\"."
    )
  }
  check_number("length_scale", given, "a number > 0", 0, Inf)
}

median_distance <- function(apart) {
  found <- stats::median(apart[upper.tri(apart)])
  if (found == 0) {
    stop_argument(
      paste(
        "`length_scale` is needed: most datasets have equal vectors, so that the median distance",
        "is 0"
      ),
      expected = "a number > 0", found = "NULL"
    )
  }
  found
}

# Predicts all from the chosen: variance and its bound, squared error, wrong signs and two bounds.
bounds_at <- function(kernel, chosen, ranks, sigma, stated) {
  inner <- kernel[chosen, chosen, drop = FALSE] + diag(sigma^2, length(chosen))
  beside <- kernel[chosen, , drop = FALSE]
  weights <- solve(inner, beside)
  mean <- crossprod(weights, ranks[chosen, , drop = FALSE])
  variance <- pmax(1 - colSums(beside * weights), 0)
  pairs <- utils::combn(ncol(ranks), 2L)
  gaps <- mean[, pairs[1L, ], drop = FALSE] - mean[, pairs[2L, ], drop = FALSE]
  gaps[abs(gaps) < equal_predictions] <- 0
  truth <- ranks[, pairs[1L, ], drop = FALSE] - ranks[, pairs[2L, ], drop = FALSE]
  share <- ifelse(gaps == 0, 0, gaps^2 / (4 * variance))
  least <- apply(abs(gaps), 2L, min)
  c(
    mean(variance), mean(2 * (1 - apply(beside, 2L, max)) + sigma^2), mean((ranks - mean)^2),
    mean(gaps * truth < 0), mean(exp(-share)), mean(exp(-least^2 / (4 * stated)))
  )
}

#' @rdname pb_result
#' @export
format.pb_ranking_bounds <- function(x, ...) {
  check_dots(...)
  rows <- x$table
  broken <- rows$size[rows$wrong > rows$wrong_bound]
  c(
    sprintf(
      "Theorems 4.1 and 4.2 on %s in %s, %s; kernel %s%s", counted(x$n_datasets, "dataset"),
      counted(x$dimension, "dimension"), counted(x$n_classifiers, "model"), x$kernel,
      if (is.nan(x$length_scale)) "" else sprintf(" with length scale %.4g", x$length_scale)
    ),
    sprintf(
      paste0(
        "  theorem 4.1 gives no information for %d of %d sizes: its bound on the variance is not ",
        "below 1, the variance with no dataset"
      ),
      sum(rows$stated >= 1), nrow(rows)
    ),
    sprintf(
      paste0(
        "  %4d: variance %.3f (bound %.3f, theorem %s); wrong signs %.1f%% (bound %.1f%%, ",
        "theorem %.1f%%)"
      ),
      rows$size, rows$variance, rows$measured, lower_case(sprintf("%.3g", rows$stated)),
      100 * rows$wrong, 100 * rows$wrong_bound, 100 * rows$wrong_stated
    ),
    if (length(broken) > 0L) {
      sprintf(
        paste0(
          "  the bound of theorem 4.2 is broken with %s datasets: by chance, or because the ",
          "scores do not come from the process that it assumes"
        ),
        toString(broken)
      )
    },
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_ranking_bounds <- function(x, row.names = NULL, # nolint: object_name_linter.
                                            optional = FALSE, ...) {
  check_dots(...)
  x$table
}
