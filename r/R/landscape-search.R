# Search for the map: many sizes and seeds, the errors of each, and the choice of one.

#' Search for a self-organising map
#'
#' Trains self-organising maps of several sizes and seeds, and chooses one by its errors. Both
#' quantization error and topographic error (see [pb_map_quality()]) should be small. A map is on
#' the Pareto front if no other map is at least as good in both errors and better in one; maps with
#' equal errors are either all on the front or all off it. Of the maps on the front, the one with
#' the most explained variance is chosen, as in sections 3.2 and 4.2 of the paper that
#' [pb_map_landscape()] follows. If maps tie, the one with the fewest units is chosen, then the
#' first in the table.
#'
#' Explained variance is 100 (1 - quantization error / variance of the rows). So the map with the
#' smallest quantization error has the most explained variance and is always on the front. The rule
#' above therefore chooses this map. Usually, the chosen map is the largest map; then the result has
#' the note `"largest-map"`. The largest maps are trained first. If the option `pybench.progress` is
#' set (see [pb_progress()]), the function reports its progress. The reported `total` is then the
#' number of units of all maps together.
#'
#' @param features Table of [pb_read_features()], result of [pb_scale_features()], data frame or
#'   numeric matrix; rows are instances. Features are scaled by `scale`; unusable columns are left
#'   out and listed.
#' @param sizes Sizes of maps: numbers n for n x n units, or a list of such numbers and of pairs
#'   (width and height). Each map must have at least 2 units, and not more units than `features` has
#'   rows.
#' @param seeds Whole numbers for [set.seed()]; each size is trained with each seed.
#' @param preset Values of `radius` and `start`, where they are not given. `"paper"`: radius from
#'   2.65 to -2.65, as in the paper that [pb_map_landscape()] follows, and the start `"pca.sample"`,
#'   which we infer. `"kohonen"` or `NULL`: the default radius of the R package kohonen, and the
#'   start `"random"`.
#' @param rlen,alpha,radius,topology,toroidal,start As in [pb_som()].
#' @param scale As in [pb_scale_features()]. The paper that [pb_map_landscape()] follows does not
#'   state the scaling; we infer `"z"`, that is, scaling to variance 1.
#' @param kernel As in [pb_som()]; `"batch"` trains with `mode = "batch"`.
#' @param out Folder in which each finished map is stored under the hash of its inputs, so that the
#'   search can be interrupted and resumed.
#' @param workers Number of processes, forked by [parallel::mclapply()]; `NULL`: the option
#'   `mc.cores`, or 1 if it is not set. On Windows, the number is always 1. The results do not
#'   depend on the number of processes.
#' @param weights `"instance"`: each row counts alike. `"dataset"`: each dataset counts alike in the
#'   scaling (see [pb_scale_features()]), in training and in the errors (see [pb_som()]): a row has
#'   the weight 1 / (number of rows of its dataset). `features` must then name the datasets. If all
#'   datasets have equally many rows, the result is that of `"instance"`, to the last bit.
#' @return An object of class `pb_som_search`, a list of
#'   \item{table}{data frame, one row per map: `xdim`, `ydim`, `seed`, `quantization_error`,
#'     `topographic_error`, `explained_variance` (percent), `pareto` (whether the map is on the
#'     Pareto front), `chosen` (whether it is the chosen map)}
#'   \item{pareto}{rows of `table` on the Pareto front}
#'   \item{chosen}{the row that is chosen}
#'   \item{som}{the chosen map, of [pb_som()]}
#'   \item{scaling}{how features were scaled, and which were dropped}
#'   \item{preset}{as given}
#'   \item{n_rows}{number of rows that every map was trained on}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{weights}{as given}
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range or an unusable table;
#' `pybench_error_environment` if the folder cannot be written to, or if the training of some maps
#' crashed its worker process (the other maps are kept if `out` is given).
#' @examples
#' pb_som_search(iris[1:4], sizes = 3:4, seeds = 1:2, rlen = 10)
#' @family landscape
#' @export
pb_som_search <- function(features, sizes = 25:50, seeds = 0, preset = "paper", rlen = 100,
                          alpha = c(0.05, 0.01), radius = NULL, topology = "hexagonal",
                          toroidal = FALSE, start = NULL, scale = TRUE, out = NULL,
                          workers = NULL, weights = "instance", kernel = "auto") {
  weights <- check_choice("weights", weights, map_weights)
  ready <- pb_scale_features(features, scale, weights = weights)
  tasks <- search_tasks(sizes, seeds, nrow(ready$values))
  settings <- search_settings(preset, rlen, alpha, radius, topology, toroidal, start, kernel)
  settings$weights <- row_weights(weights, ready$dataset)
  maps <- trained_maps(ready$values, settings, tasks, out, workers)
  search_result(ready, tasks, maps, preset, weights)
}

search_result <- function(ready, tasks, maps, preset, weights) {
  figure <- function(name) vapply(maps, function(map) map[[name]], 0)
  table <- data.frame(
    tasks,
    quantization_error = figure("quantization_error"),
    topographic_error = figure("topographic_error"),
    explained_variance = figure("explained_variance")
  )
  table$pareto <- pareto_front(table$quantization_error, table$topographic_error)
  units <- table$xdim * table$ydim
  chosen <- best_explained(table$pareto, table$explained_variance, units)
  table$chosen <- seq_len(nrow(table)) == chosen
  largest <- nrow(table) > 1L && units[[chosen]] == max(units)
  new_result("pb_som_search", list(
    table = table,
    pareto = which(table$pareto),
    chosen = chosen,
    som = labelled_map(maps[[chosen]], ready, preset),
    scaling = ready$scaling,
    preset = preset,
    n_rows = nrow(ready$values),
    notes = notes_ordered(if (largest) "largest-map" else character()),
    weights = weights
  ))
}

# Points that no other beats: at least as small in both, smaller in one.
pareto_front <- function(first, second) {
  vapply(seq_along(first), function(i) {
    no_worse <- first <= first[[i]] & second <= second[[i]]
    !any(no_worse & (first < first[[i]] | second < second[[i]]))
  }, NA)
}

# From the front the most explained variance, then fewest units, then the first.
best_explained <- function(front, explained, units) {
  places <- which(front)
  places[[order(-explained[places], units[places])[[1L]]]]
}

# A data frame: xdim, ydim, seed; sizes in their order, then seeds; each once.
search_tasks <- function(sizes, seeds, rows) {
  listed <- lapply(as.list(sizes), map_size)
  seeds <- unique(vapply(as.list(seeds), check_som_seed, 0L))
  if (length(listed) == 0L || length(seeds) == 0L) {
    name <- if (length(listed) == 0L) "sizes" else "seeds"
    stop_argument(
      sprintf("`%s` must be a number or several numbers, not none", name),
      expected = "a number or several numbers", found = "none"
    )
  }
  listed <- unique(listed)
  most <- max(vapply(listed, prod, 0))
  if (most > rows) {
    side <- max(2, round(sqrt(5 * sqrt(rows))))
    stop_argument(
      sprintf(
        "`sizes` must give maps of at most %d units, the number of rows, not %.0f", rows, most
      ),
      expected = paste("at most", counted(rows, "unit")), found = sprintf("%.0f", most),
      hint = sprintf("A rule of thumb (5 sqrt(rows) units) gives %.0f x %.0f.", side, side)
    )
  }
  each <- length(seeds)
  data.frame(
    xdim = rep(vapply(listed, `[[`, 0, 1L), each = each),
    ydim = rep(vapply(listed, `[[`, 0, 2L), each = each),
    seed = rep(seeds, length(listed))
  )
}

map_size <- function(size) {
  if (is.numeric(size) && length(size) == 1L) {
    size <- c(size, size)
  }
  if (is.numeric(size) && length(size) == 2L) {
    size <- vapply(size, function(side) check_count("sizes", side), 0)
    if (prod(size) > 1) {
      return(size)
    }
  }
  expected <- "numbers n (n x n units) or pairs of width and height, of 2 units or more"
  found <- describe_value(size)
  stop_argument(
    sprintf("`sizes` must be %s, not %s", expected, found), expected = expected, found = found
  )
}

search_settings <- function(preset, rlen, alpha, radius, topology, toroidal, start = NULL,
                            kernel = "auto") {
  if (!is.null(preset)) {
    preset <- check_choice("preset", preset, c("paper", "kohonen"))
  }
  paper <- identical(preset, "paper")
  if (is.null(radius) && paper) {
    radius <- c(2.65, -2.65)
  }
  list(
    rlen = check_count("rlen", rlen),
    alpha = check_two("alpha", alpha, -Inf, Inf),
    radius = if (!is.null(radius)) {
      check_two("radius", if (is_number(radius)) c(radius, 0) else radius, -Inf, Inf)
    },
    topology = check_choice("topology", topology, som_topologies),
    toroidal = check_flag("toroidal", toroidal),
    start = som_start(start, preset),
    kernel = check_choice("kernel", kernel, som_kernels)
  )
}

# Maps in the order of the tasks; the largest are started first, so that no worker waits at the end.
trained_maps <- function(values, settings, tasks, out, workers) {
  if (!is.null(out)) {
    out <- native_path(check_string("out", out))
  }
  workers <- search_workers(workers)
  values <- unname(values)
  keys <- if (is.null(out)) rep("", nrow(tasks)) else kept_keys(values, settings, tasks)
  maps <- lapply(keys, function(key) kept_map(out, key))
  units <- tasks$xdim * tasks$ydim
  missing <- which(vapply(maps, is.null, NA))
  missing <- missing[order(-units[missing])]
  tell <- search_told(tasks, missing)
  quiet <- options(pybench.progress = NULL) # the epochs of single maps
  on.exit(options(quiet))
  if (settings$start == "pca.sample" && length(missing) > 1L && workers > 1L) {
    principal_scores(values, settings$weights) # once, before processes are forked
  }
  train <- function(i) {
    map <- pb_som(
      values, tasks$xdim[[i]], tasks$ydim[[i]],
      topology = settings$topology, toroidal = settings$toroidal, rlen = settings$rlen,
      alpha = settings$alpha, radius = settings$radius, start = settings$start,
      mode = if (settings$kernel == "batch") "batch" else "online", kernel = settings$kernel,
      seed = tasks$seed[[i]], weights = settings$weights
    )
    keep_map(out, keys[[i]], map)
    map
  }
  for (round in split(missing, (seq_along(missing) - 1L) %/% workers)) {
    maps[round] <- if (workers == 1L) lapply(round, train) else forked_maps(round, train, workers)
    tell(round)
  }
  maps
}

search_workers <- function(workers) {
  asked <- check_count("workers", if (is.null(workers)) getOption("mc.cores", 1L) else workers)
  if (.Platform$OS.type == "windows") 1 else asked # Windows has no fork()
}

forked_maps <- function(round, train, workers) {
  answers <- suppressWarnings(parallel::mclapply(round, function(i) {
    tryCatch(train(i), error = identity)
  }, mc.cores = min(workers, length(round)), mc.preschedule = FALSE))
  for (answer in answers) {
    if (inherits(answer, "condition")) {
      stop(answer)
    }
  }
  lost <- sum(!vapply(answers, inherits, NA, "pb_som"))
  if (lost > 0L) {
    stop_environment(
      sprintf("%s ended the worker process", counted(lost, "map")),
      expected = "workers that live", found = counted(lost, "map"),
      hint = paste(
        "Mostly this means too little memory: use fewer workers. With `out` the other maps are",
        "kept."
      )
    )
  }
  answers
}

# A function of the finished tasks that reports progress by pb_progress(), in units, as the time for
# a map depends on these.
search_told <- function(tasks, missing) {
  emit <- getOption("pybench.progress")
  cost <- tasks$xdim * tasks$ydim
  left <- missing
  begin <- proc.time()[["elapsed"]]
  tell <- function(text) {
    if (is.function(emit)) {
      ready <- sprintf("%d of %s", nrow(tasks) - length(left), counted(nrow(tasks), "map"))
      emit(sum(cost) - sum(cost[left]), sum(cost), paste0(ready, text))
    }
  }
  tell("")
  function(round) {
    left <<- setdiff(left, round)
    gone <- proc.time()[["elapsed"]] - begin
    seconds <- gone * sum(cost[left]) / sum(cost[setdiff(missing, left)])
    one <- tasks[round[[length(round)]], ]
    tell(sprintf(
      ", %.0f s left (%.0f x %.0f, seed %d)", seconds, one$xdim, one$ydim, one$seed
    ))
  }
}

# A map with its features and, if known, how rows are scaled.
labelled_map <- function(map, ready, preset) {
  scaling <- ready$scaling
  z <- scaling$scale == "z"
  map["preset"] <- list(preset)
  names <- if (scaling$named) scaling$features
  map["center"] <- list(if (z) stats::setNames(scaling$center, names))
  map["scale"] <- list(if (z) stats::setNames(scaling$spread, names))
  map$features <- scaling$features
  colnames(map$codes) <- names
  map
}

#' @rdname pb_result
#' @export
format.pb_som_search <- function(x, ...) {
  check_dots(...)
  t <- x$table
  size <- sprintf("%.0f x %.0f", t$xdim, t$ydim)
  shown <- if (nrow(t) <= 12L) seq_len(nrow(t)) else which(t$pareto | t$chosen)
  hidden <- nrow(t) - length(shown)
  c(
    sprintf(
      "%s of %s and %s; chosen: %s, seed %d%s", counted(nrow(t), "map"), counted(x$n_rows, "row"),
      counted(length(x$scaling$features), "feature"), size[[x$chosen]], t$seed[[x$chosen]],
      said_alike[[x$weights]]
    ),
    "        size  seed  quantization error  topographic error  explained variance",
    sprintf(
      "%s %10s  %4d  %18s  %17.4f  %17.2f%%",
      ifelse(t$chosen, "*", ifelse(t$pareto, "+", " ")), size, t$seed,
      sprintf("%.6g", t$quantization_error), t$topographic_error, t$explained_variance
    )[shown],
    if (hidden > 0L) sprintf("  %s not on the Pareto front: not shown", counted(hidden, "map")),
    "  + on the Pareto front of both errors, * chosen: most explained variance",
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_som_search <- function(x, row.names = NULL, # nolint: object_name_linter.
                                        optional = FALSE, ...) {
  check_dots(...)
  x$table
}
