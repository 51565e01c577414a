# Self-organising maps with the same numbers as kohonen.

#' Train a self-organising map
#'
#' A map is a grid of units. Each unit has a code, a point in the space of the rows of `X`; units
#' that are close on the grid get similar codes. By default, training draws one row at a time and
#' moves the nearest code, and the codes of its neighbours, towards this row. The codes are the
#' same, to the last bit, as those of the R package kohonen. `kernel = "exact"`, pybench's own
#' implementation, is faster than kohonen and computes the same codes, even if several codes are
#' equally near to a row. Only `kernel = "warm"` and `kernel = "batch"` compute other codes.
#'
#' With `weights`, each draw takes one number u in (0, 1) of R's generator, as without weights, and
#' the first row i for which \eqn{w_1 + \ldots + w_i > u (w_1 + \ldots + w_n)}{w_1 + ... + w_i >
#' u (w_1 + ... + w_n)}; the sums are computed in doubles, from the first row on. So a row is drawn
#' with probability \eqn{w_i / (w_1 + \ldots + w_n)}{w_i / (w_1 + ... + w_n)}; an epoch still
#' consists of n draws. The start `"random"` draws rows without replacement with these probabilities
#' (`prob` of [sample()]). For the start `"pca.sample"`, the principal axes are those of the rows
#' times \eqn{\sqrt{w_i}}{sqrt(w_i)}, and the grid lies between the weighted 2.5 % and 97.5 %
#' quantiles of the scores: the smallest scores such that the rows up to them have this share of all
#' weight. All error measures are weighted.
#'
#' @param X Numeric matrix, data frame of numbers or table of [pb_read_features()]: rows are time
#'   series, and columns are their features. No value may be missing or infinite. Only
#'   `preset = "paper"` scales columns.
#' @param xdim,ydim Width and height of the map, whole numbers. The map must not have more units
#'   than `X` has rows.
#' @param topology `"hexagonal"` or `"rectangular"`.
#' @param neighbourhood `"bubble"`: all units within the radius move by the same fraction.
#'   `"gaussian"`: units that are farther away move less.
#' @param toroidal Whether opposite edges of the map are joined.
#' @param rlen Number of epochs. With `mode = "online"`, each epoch draws n rows with replacement,
#'   where n is the number of rows of `X`.
#' @param alpha Fraction of its distance to a row by which a code moves towards the row: two numbers
#'   in \[0, 1\], for the start and for the end of training. Not used with `mode = "batch"`.
#' @param radius Radius of the neighbourhood at the start and at the end of training, in steps of
#'   the grid; a single number decreases to 0. `NULL`: as in kohonen, it decreases to 0 from the 2/3
#'   quantile of all distances between units. With `neighbourhood = "bubble"`, only the nearest code
#'   moves while the radius is below 1.
#' @param mode `"online"`: codes move after each row that is drawn. `"batch"`: codes move once per
#'   epoch, each to a mean of the rows of nearby units.
#' @param start Initial codes. `"random"`: random rows. `"pca.sample"`: the rows nearest to a
#'   regular grid on the plane of the first two principal components. `NULL`: `"random"`, unless the
#'   preset says otherwise.
#' @param preset `NULL` or `"kohonen"`: all arguments are used as given. `"paper"`: settings of the
#'   paper that [pb_map_landscape()] follows: radius from 2.65 to -2.65, features scaled to mean 0
#'   and variance 1 (inferred), and the start `"pca.sample"` (inferred). A `radius` or `start` that
#'   is given takes precedence.
#' @param kernel Training code. `"kohonen"`: the code of the R package kohonen. The others are
#'   pybench's, for the neighbourhood `"bubble"` only. `"exact"`: kohonen's codes, to the last bit.
#'   `"warm"`, for `mode = "online"`, and `"batch"`, for `mode = "batch"`, are faster: they look for
#'   the nearest unit of a row first where it was the last time. If several units are equally near,
#'   they take the first one and draw nothing, so that all later draws differ from kohonen's;
#'   `"batch"` also adds the rows of each unit up before those of its neighbours, and so differs
#'   from kohonen in the last bits. `"auto"`: `"exact"` if possible, otherwise `"kohonen"`.
#' @param seed Seed for [set.seed()], a whole number; R's default generators are used. The random
#'   state of the session is left unchanged.
#' @param weights How much each row counts: numbers, at least 0. Needs `mode = "online"` and the
#'   kernel `"exact"` or `"warm"`. See Details. `NULL`: all rows count alike, as in kohonen.
#' @return An object of class `pb_som`, a list of
#'   \item{codes}{matrix, units x variables, in the scale used for training}
#'   \item{units}{unit with the nearest code for each row, from 1; unit (x, y) has the number
#'     x + (y - 1) xdim}
#'   \item{distances}{squared distance of each row from its code}
#'   \item{changes}{one number per epoch: the sum of the squared distances of the drawn rows to
#'     their nearest codes is divided by the number of features; the square root of this quotient is
#'     divided by the number of rows}
#'   \item{quantization_error}{mean squared distance of a row from the code of its unit}
#'   \item{root_quantization_error}{mean distance of a row from the code of its unit}
#'   \item{topographic_error}{share of rows whose two nearest units are not neighbours, in \[0,
#'     1\]. As in the R package aweSOM, opposite edges of the map are not joined}
#'   \item{topographic_error_torus}{the same share, but with the opposite edges of a toroidal map
#'     joined}
#'   \item{explained_variance}{100 (1 - quantization error / variance), in percent}
#'   \item{grid}{list: `xdim`, `ydim`, `topology`, `neighbourhood`, `toroidal`, `coordinates`}
#'   \item{rlen, alpha, radius, mode, start, preset, seed}{as used}
#'   \item{kernel}{the kernel that was used}
#'   \item{center, scale}{what was subtracted from each feature, and what each feature was then
#'     divided by; `NULL` without scaling}
#'   \item{constant}{names of constant columns; these columns cost time but carry no information}
#'   \item{features}{names of the columns, `"1"`, `"2"`, ... if they have none}
#'
#'   `as.data.frame()` gives one row per unit; `predict()` maps new rows.
#' @section Errors:
#' `pybench_error_argument` if an argument is out of its range or `X` contains values that are not
#' finite numbers; `pybench_error_r_package_missing` if the package kohonen is needed but not
#' installed.
#' @references
#' Wehrens, R. and Kruisselbrink, J. (2018). Flexible self-organizing maps in kohonen 3.0. *Journal
#' of Statistical Software* 87(7), 1-18.
#'
#' Kohonen, T. (2001). *Self-Organizing Maps*, third edition. Springer.
#' @examples
#' map <- pb_som(scale(iris[1:4]), 4, 3, rlen = 20, seed = 1)
#' map
#' table(map$units, iris$Species)
#' @family landscape
#' @export
pb_som <- function(X, xdim, ydim, topology = "hexagonal", # nolint: object_name_linter.
                   neighbourhood = "bubble", toroidal = FALSE, rlen = 100, alpha = c(0.05, 0.01),
                   radius = NULL, mode = "online", start = NULL, preset = NULL,
                   kernel = "auto", seed, weights = NULL) {
  seed <- check_som_seed(if (missing(seed)) NULL else seed)
  values <- som_values(X, "X")
  plan <- som_plan(
    values, xdim, ydim, topology, neighbourhood, toroidal, rlen, alpha, radius, mode
  )
  plan["weights"] <- list(check_row_weights(weights, nrow(values)))
  start <- som_start(start, preset)
  kernel <- check_choice("kernel", kernel, som_kernels)
  constant <- constant_columns(values)
  center <- NULL
  spread <- NULL
  if (!is.null(preset)) {
    preset <- check_choice("preset", preset, c("kohonen", "paper"))
  }
  if (identical(preset, "paper")) {
    refuse_constant(constant)
    values <- scale(values)
    center <- attr(values, "scaled:center")
    spread <- attr(values, "scaled:scale")
    values <- structure(as.vector(values), dim = dim(values), dimnames = dimnames(values))
    if (is.null(radius)) plan$radius <- c(2.65, -2.65)
  }
  plan$start <- start
  kernel <- choose_kernel(kernel, plan)
  map <- keeping_generator(trained_map(values, plan, kernel, seed))
  fit <- map_fit(values, map$codes, plan, map$units, map$second, plan$weights)
  colnames(map$codes) <- colnames(values)
  new_result("pb_som", c(
    map[c("codes", "units", "distances", "changes")],
    list(
      quantization_error = fit$quantization_error, root_quantization_error = fit$mean_distance
    ),
    fit[c("topographic_error", "topographic_error_torus", "explained_variance")],
    list(
      grid = c(
        plan[c("xdim", "ydim", "topology", "neighbourhood", "toroidal")],
        list(coordinates = grid_coordinates(plan$xdim, plan$ydim, plan$topology))
      )
    ),
    plan[c("rlen", "alpha", "radius", "mode", "start")],
    list(
      preset = preset, kernel = kernel, seed = seed, center = center, scale = spread,
      constant = constant, features = column_labels(values)
    )
  ))
}

som_start <- function(start, preset) {
  if (is.null(start)) {
    return(if (identical(preset, "paper")) "pca.sample" else "random")
  }
  check_choice("start", start, som_starts)
}

# Leaves the generator as set.seed() and kohonen::som() leave it.
trained_map <- function(values, plan, kernel, seed) {
  apart <- grid_distances(plan$xdim, plan$ydim, plan$topology, plan$toroidal)
  if (is.null(plan$radius)) {
    plan$radius <- default_radius(apart)
  }
  seed_generator(seed)
  first <- start_rows(values, plan$xdim, plan$ydim, plan$start, plan$weights)
  codes <- values[first, , drop = FALSE]
  axes <- som_axes(values)
  map <- if (kernel == "kohonen") {
    train_kohonen(values, codes, plan)
  } else {
    train_ours(values, codes, apart, plan, axes = axes, kernel = kernel)
  }
  map$second <- nearest_two(values, map$codes, axes)[, 2L]
  map
}

som_plan <- function(values, xdim, ydim, topology, neighbourhood, toroidal, rlen, alpha, radius,
                     mode) {
  plan <- list(
    xdim = check_count("xdim", xdim), ydim = check_count("ydim", ydim),
    topology = check_choice("topology", topology, som_topologies),
    neighbourhood = check_choice("neighbourhood", neighbourhood, c("bubble", "gaussian")),
    toroidal = check_flag("toroidal", toroidal), rlen = check_count("rlen", rlen),
    alpha = check_two("alpha", alpha, 0, 1), mode = check_choice("mode", mode, c("online", "batch"))
  )
  units <- plan$xdim * plan$ydim
  if (units > nrow(values)) {
    stop_argument(
      sprintf(
        "expected at most as many units as rows, found %.0f units (`xdim` x `ydim`) on %s",
        units, counted(nrow(values), "row")
      ),
      expected = paste("at most", counted(nrow(values), "unit")), found = sprintf("%.0f", units),
      hint = "Take a smaller map."
    )
  }
  if (plan$mode == "online" && plan$rlen * nrow(values) >= 2^31) {
    stop_argument(
      sprintf(
        "with mode = \"online\", `rlen` x rows must be less than 2^31, not %.0f",
        plan$rlen * nrow(values)
      ),
      expected = "less than 2^31", found = sprintf("%.0f", plan$rlen * nrow(values)),
      hint = "Take mode = \"batch\", which needs fewer epochs, or fewer epochs or rows."
    )
  }
  plan$radius <- if (is.null(radius)) {
    default_radius(grid_distances(plan$xdim, plan$ydim, plan$topology, plan$toroidal))
  } else {
    check_two("radius", if (is_number(radius)) c(radius, 0) else radius, -Inf, Inf)
  }
  plan
}

check_two <- function(name, value, low, high) {
  two <- is.numeric(value) && length(value) == 2L && all(is.finite(value))
  if (two && all(value >= low & value <= high)) {
    return(as.double(value))
  }
  range <- if (is.finite(low)) sprintf(" in [%g, %g]", low, high) else ""
  expected <- paste0("two finite numbers", range)
  found <- describe_value(value)
  stop_argument(
    paste0("`", name, "` must be ", expected, ", not ", found),
    expected = expected, found = found
  )
}

check_som_seed <- function(seed) {
  if (is_number(seed) && seed == trunc(seed) && abs(seed) < 2^31) {
    return(as.integer(seed))
  }
  found <- describe_value(seed)
  stop_argument(
    paste0("`seed` must be a whole number below 2^31, for set.seed(), not ", found),
    expected = "a whole number below 2^31", found = found
  )
}
