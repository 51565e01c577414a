# Synthetic benchmarks in which the quality of a representation is known (section 6.4 of the paper).

#' A synthetic benchmark and two representations of it
#'
#' Draws positions of datasets and models in a latent space. The error of a model on a dataset
#' is the squared distance between their positions, plus noise. There are two views (tables of
#' features of the datasets): the oracle view shows the positions of the datasets, while the
#' broken view hardly shows them.
#'
#' The position z_i of dataset i and the position u_m of model m in the latent space are standard
#' normal. The error of model m on dataset i is |z_i - u_m|^2 plus noise of the dataset and of the
#' repeat. As printed in the paper, both kinds of noise are the same for all models. The noise
#' therefore never changes a rank, whatever its size, and all repeats have the same ranks. Let A be
#' a matrix with entries from N(0, 1) / sqrt(`latent`), and z the matrix with the rows z_i. The
#' oracle view is zA plus noise, zA + N(0, 0.01^2) by default, and the broken view is lambda zA +
#' N(0, 1), where lambda is `signal`.
#'
#' @param seed Seed of all draws, a whole number.
#' @param datasets,models,repeats,latent,dimensions Numbers of datasets, models and repeats, and
#'   numbers of dimensions of the latent space and of the views; the defaults, here and below, are
#'   those of the paper below.
#' @param dataset_noise,repeat_noise Standard deviations of the noise of the errors: of each
#'   dataset, and of each repeat of a dataset. Numbers >= 0 and < 1e6, as the next two.
#' @param oracle_noise Standard deviation of the noise of the oracle view.
#' @param signal Weight lambda of the positions in the broken view, whose noise has standard
#'   deviation 1.
#' @return An object of class `pb_synthetic`, a list of
#'   \item{table}{a results table of errors, lower is better, with repeats}
#'   \item{oracle}{matrix, datasets x dimensions: the view that shows the positions of the datasets}
#'   \item{broken}{datasets x dimensions: a view dominated by noise}
#'   \item{latent}{datasets x latent: the positions of the datasets}
#'   \item{seed}{as given}
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range.
#' @references
#' Gusev, R. and Zaytsev, A. (2026). Benchmarking on tasks that matter: dataset selection for
#' preserving model rankings. arXiv 2606.27997.
#' @examples
#' made <- pb_synthetic_benchmark(0, datasets = 20, models = 4, repeats = 2)
#' made
#' dim(made$oracle)
#' @family selection
#' @export
pb_synthetic_benchmark <- function(seed = 0, datasets = 112, models = 35, repeats = 30, latent = 5,
                                   dimensions = 64, dataset_noise = 0.02, repeat_noise = 0.03,
                                   oracle_noise = 0.01, signal = 0.15) {
  n <- check_count("datasets", datasets, 2)
  m <- check_count("models", models, 2)
  folds <- check_count("repeats", repeats, 1)
  inner <- check_count("latent", latent, 1)
  outer <- check_count("dimensions", dimensions, 1)
  dataset_noise <- check_weight("dataset_noise", dataset_noise)
  repeat_noise <- check_weight("repeat_noise", repeat_noise)
  oracle_noise <- check_weight("oracle_noise", oracle_noise)
  signal <- check_weight("signal", signal)
  seed <- check_seed(seed)
  made <- list(
    c(datasets = n, models = m, repeats = folds), c(datasets = n, models = m, latent = inner),
    c(datasets = n, dimensions = outer), c(latent = inner, dimensions = outer)
  )
  for (sizes in made) {
    largest <- which.max(sizes)
    check_room(names(sizes)[[largest]], sizes[[largest]], prod(sizes[-largest]))
  }
  normal <- function(name, rows, columns) synthetic_normals(seed, name, rows, columns)
  z <- normal("datasets", n, inner)
  u <- normal("models", m, inner)
  errors <- outer_errors(z, u)
  shift <- dataset_noise * normal("noise of datasets", n, 1)[, 1L] +
    repeat_noise * normal("noise of repeats", n, folds)
  names <- synthetic_names(n)
  long <- data.frame(
    dataset = rep(names, m * folds),
    classifier = rep(rep(sprintf("model %d", seq_len(m) - 1L), each = n), folds),
    resample = rep(seq_len(folds), each = n * m),
    error = as.vector(errors) + as.vector(shift[, rep(seq_len(folds), each = m)])
  )
  new_result("pb_synthetic", list(
    table = pb_read_results(
      long, higher_is_better = FALSE, metric = "error", repeats = "keep"
    ),
    oracle = synthetic_view(z, seed, outer, "oracle", 1, oracle_noise),
    broken = synthetic_view(z, seed, outer, "broken", signal, 1),
    latent = z, seed = seed
  ))
}

# A standard deviation, or the weight of the positions in a view: products of features must not
# overflow.
check_weight <- function(name, value) {
  if (check_not_negative(name, value) == 0) {
    return(0)
  }
  check_number(name, value, "a number >= 0 and < 1e6", 0, 1e6)
}

# Positions times a weight, plus noise of a standard deviation.
synthetic_view <- function(z, seed, dimensions, name, signal, noise) {
  inner <- ncol(z)
  seen <- z %*% (synthetic_normals(seed, "view", inner, dimensions) / sqrt(inner))
  matrix(
    signal * seen + noise * synthetic_normals(seed, name, nrow(z), dimensions), nrow(z),
    dimnames = list(synthetic_names(nrow(z)), sprintf("%.0f", seq_len(dimensions) - 1))
  )
}

synthetic_names <- function(n) {
  sprintf("dataset %0*d", nchar(sprintf("%.0f", n - 1)), seq_len(n) - 1L)
}

# Normal numbers by rows, the same in both languages.
synthetic_normals <- function(seed, name, rows, columns) {
  u <- uniforms(seed, paste("synthetic", name), 0, rows * columns)
  matrix(stats::qnorm(pmax(u, 2^-54)), rows, byrow = TRUE)
}

# Squared distances of datasets (rows) and models (columns).
outer_errors <- function(z, u) {
  Reduce(`+`, lapply(seq_len(ncol(z)), function(i) outer(z[, i], u[, i], "-")^2))
}

#' @rdname pb_result
#' @export
format.pb_synthetic <- function(x, ...) {
  check_dots(...)
  sprintf(
    "Synthetic benchmark %.0f: %d datasets x %d models x %d repeats, views of %d features", x$seed,
    nrow(x$table$scores), ncol(x$table$scores), as.integer(x$table$n_repeats), ncol(x$oracle)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_synthetic <- function(x, row.names = NULL, # nolint: object_name_linter.
                                       optional = FALSE, ...) {
  check_dots(...)
  as.data.frame(x$table)
}
