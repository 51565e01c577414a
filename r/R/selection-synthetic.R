# Synthetic benchmarks in which the quality of a representation is known (section 6.4 of the paper).

#' A synthetic benchmark and two representations of it
#'
#' Draws positions of datasets and models in a latent space. The error of a model on a dataset
#' is the squared distance between their positions, plus noise. There are two views (tables of
#' features of the datasets): the oracle view shows the positions of the datasets, while the
#' broken view hardly shows them.
#'
#' The position z_i of dataset i and the position u_m of model m in the latent space are standard
#' normal. The error of model m on dataset i is |z_i - u_m|^2 plus noise of the dataset (sd 0.02)
#' and of the repeat (sd 0.03). As printed in the paper, both kinds of noise are the same for all
#' models. The noise therefore never changes a rank, and all repeats have the same ranks. Let A be a
#' matrix with entries from N(0, 1) / sqrt(`latent`), and z the matrix with the rows z_i. The oracle
#' view is zA + N(0, 0.01^2), and the broken view is 0.15 zA + N(0, 1).
#'
#' @param seed Seed of all draws, a whole number.
#' @param datasets,models,repeats,latent,dimensions Numbers of datasets, models and repeats, and
#'   numbers of dimensions of the latent space and of the views; the defaults are those of the paper
#'   below.
#' @return An object of class `pb_synthetic`, a list of
#'   \item{table}{a results table of errors, lower is better, with repeats}
#'   \item{oracle}{matrix, datasets x dimensions: the view that shows the positions of the datasets}
#'   \item{broken}{datasets x dimensions: a view dominated by noise}
#'   \item{latent}{datasets x latent: the positions of the datasets}
#'   \item{seed}{as given}
#' @section Errors:
#' `pybench_error_argument` for a size out of its range.
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
                                   dimensions = 64) {
  n <- check_count("datasets", datasets, 2)
  m <- check_count("models", models, 2)
  folds <- check_count("repeats", repeats, 1)
  inner <- check_count("latent", latent, 1)
  outer <- check_count("dimensions", dimensions, 1)
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
  shift <- 0.02 * normal("noise of datasets", n, 1)[, 1L] +
    0.03 * normal("noise of repeats", n, folds)
  width <- nchar(sprintf("%.0f", n - 1))
  names <- sprintf("dataset %0*d", width, seq_len(n) - 1L)
  seen <- z %*% (normal("view", inner, outer) / sqrt(inner))
  view <- function(values) {
    matrix(values, n, dimnames = list(names, sprintf("%.0f", seq_len(outer) - 1)))
  }
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
    oracle = view(seen + 0.01 * normal("oracle", n, outer)),
    broken = view(0.15 * seen + normal("broken", n, outer)),
    latent = z, seed = seed
  ))
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

#' The value of a good and a bad representation
#'
#' Runs the protocol of [pb_rank_preservation()] on many synthetic benchmarks. This is the
#' computation for table 4 of Gusev and Zaytsev (2026), arXiv 2606.27997.
#'
#' @param seeds Seeds of the benchmarks, whole numbers.
#' @param trials Number of trials of the protocol, for each benchmark.
#' @param standardize As in [pb_rank_preservation()].
#' @param workers Number of processes, forked by [parallel::mclapply()], each for one strategy; see
#'   [pb_rank_preservation()].
#' @param datasets,models,repeats,latent,dimensions As in [pb_synthetic_benchmark()].
#' @return An object of class `pb_synthetic_study`, a list of
#'   \item{auc}{data frame: `view` (the representation, `"oracle"` or `"broken"`), `strategy`,
#'     `metric`, `mean`, `sd` (standard deviation of the trials of all benchmarks together),
#'     `sd_within` (the variance of the trials of each benchmark is averaged over benchmarks; this
#'     is the square root of that average), `low` and `high` (the 5 and 95 percent quantiles of the
#'     benchmarks' means). Random choice does not depend on the view and is listed once, with the
#'     view `"none"`}
#'   \item{seeds, trials}{as given}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives the table.
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range.
#' @examples
#' pb_synthetic_study(0:1, 5, datasets = 30, models = 5, repeats = 1)
#' @family selection
#' @export
pb_synthetic_study <- function(seeds = 0:99, trials = 200, standardize = "all", workers = NULL,
                               datasets = 112, models = 35, repeats = 30, latent = 5,
                               dimensions = 64) {
  seeds <- vapply(seeds, check_seed, 0)
  check_count("seeds", length(seeds), 1)
  trials <- check_count("trials", trials, 2)
  parts <- lapply(seeds, function(seed) {
    made <- pb_synthetic_benchmark(seed, datasets, models, repeats, latent, dimensions)
    pb_rank_preservation(
      made$table, made[c("oracle", "broken")], c("random", "farthest-first/cosine"),
      trials = trials, seed = seed, metrics = c("mae", "spearman"), standardize = standardize,
      workers = workers
    )
  })
  head <- parts[[1L]]$auc
  areas <- unlist(lapply(parts, `[[`, "by_trial"))
  areas <- array(areas, c(nrow(head), trials, length(seeds)))
  means <- matrix(apply(areas, c(1L, 3L), mean), nrow(head))
  within <- matrix(apply(areas, c(1L, 3L), stats::var), nrow(head))
  auc <- data.frame(
    view = ifelse(nzchar(head$representation), head$representation, "none"),
    strategy = head$strategy, metric = head$metric, mean = rowMeans(means),
    sd = apply(areas, 1L, function(values) stats::sd(as.vector(values))),
    sd_within = sqrt(rowMeans(within)),
    low = apply(means, 1L, stats::quantile, 0.05, names = FALSE),
    high = apply(means, 1L, stats::quantile, 0.95, names = FALSE)
  )
  new_result(
    "pb_synthetic_study", list(auc = auc, seeds = seeds, trials = trials, engine = "r")
  )
}

#' @rdname pb_result
#' @export
format.pb_synthetic_study <- function(x, ...) {
  check_dots(...)
  c(
    sprintf("%d synthetic benchmarks, %.0f trials each: areas", length(x$seeds), x$trials),
    sprintf(
      paste0(
        "  %-8s %-22s %-9s %7.3f +- %.3f (within a benchmark %.3f; means of benchmarks %.2f to ",
        "%.2f)"
      ),
      x$auc$view, x$auc$strategy, x$auc$metric, x$auc$mean, x$auc$sd, x$auc$sd_within, x$auc$low,
      x$auc$high
    )
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_synthetic_study <- function(x, row.names = NULL, # nolint: object_name_linter.
                                             optional = FALSE, ...) {
  check_dots(...)
  x$auc
}
