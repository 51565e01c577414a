# One run: simulate new paths, split, fit the classifiers, score them and the likelihood ratios.

run_lines <- c("lrt_hidden", "lrt_numerical", "lrt_exact_chain")
score_names <- c("auc", "acc_star", "acc_at_zero")

# Classifiers by name, each a function of a setting that returns list(fit, score).
check_classifiers <- function(classifiers) {
  given <- classifiers
  if (is.character(given)) {
    given <- stats::setNames(as.list(given), given)
  }
  names <- names(given)
  sound <- is.list(given) && length(names) > 0L && !anyNA(names) && all(nzchar(names)) &&
    anyDuplicated(names) == 0L
  if (!sound || !all(vapply(given, is_classifier, NA))) {
    stop_argument(
      paste(
        "`classifiers` must be a named list of classifiers, each list(fit = , score = ) of two",
        "functions, or names of built-in ones"
      ),
      expected = "list(name = list(fit = function(x, y) ..., score = function(model, x) ...))",
      found = describe_value(classifiers)
    )
  }
  names(given) <- utf8_text(names(given))
  lapply(given, function(one) {
    if (!is_string(one)) {
      return(function(setting) one)
    }
    methods <- c("LRT numerical" = "numerical", "LRT exact" = "exact_chain")
    method <- methods[[check_choice("classifiers", one, names(methods))]]
    function(setting) ratio_classifier(setting, method)
  })
}

is_classifier <- function(one) {
  is_string(one) ||
    (is.list(one) && is.function(one[["fit"]]) && is.function(one[["score"]]))
}

# The likelihood ratio as a classifier, for a process that is known.
ratio_classifier <- function(setting, method) {
  size <- c(setting$process$dimension, length(setting$grid$times))
  list(
    fit = function(x, y) NULL,
    score = function(model, x) {
      paths <- aperm(array(x, c(nrow(x), rev(size))), c(1L, 3L, 2L))
      pb_likelihood_ratio(setting, paths, method = method)
    }
  )
}

# Paths (paths x coordinates x times) as rows of numbers: all times of the first coordinate, then
# those of the second, and so on.
path_rows <- function(paths) {
  matrix(aperm(paths, c(1L, 3L, 2L)), dim(paths)[[1L]])
}

# A whole number in [0, 2^31) for what takes a seed, the same as in Python: the end of the SHA-256
# of the JSON text of a seed and names.
stream_integer <- function(seed, ...) {
  text <- json_text(list(json_whole(seed), ...))
  codes <- utf8ToInt(text)
  high <- codes > 0xFFFF
  units <- as.list(codes)
  units[high] <- lapply(codes[high] - 0x10000, function(code) {
    c(0xD800, 0xDC00) + c(code %/% 0x400, code %% 0x400)
  })
  units <- as.integer(unlist(units))
  plain <- units <= 126L
  letters <- sprintf("\\u%04x", units)
  letters[plain] <- intToUtf8(units[plain], multiple = TRUE)
  hash <- sha256_of(charToRaw(paste(letters, collapse = "")))
  last <- strtoi(substring(hash, c(57L, 61L), c(60L, 64L)), 16L)
  (last[[1L]] %% 2^15) * 2^16 + last[[2L]]
}

# What a run draws: training and test paths, and the ratios of the test paths. The paths are those
# of Python's optimality(); the order of the training paths is R's.
drawn_run <- function(one, run, start, observed = "quick") {
  seed <- stream_integer(start, "optimality", one$name, as.integer(run))
  each <- (one$train + one$test) %/% 2
  half <- one$train %/% 2
  made <- simulated_paths(one$process, one$grid, each, seed, 1, keep = TRUE)
  label <- rep(0:1, each = each)
  here <- rep(seq_len(each) <= half, 2L)
  train <- which(here)
  train <- train[order(uniforms(seed, "order", 0, length(train)))]
  test <- which(!here)
  paths <- made$paths[test, , , drop = FALSE]
  lines <- list(
    lrt_hidden = made$ratios$lrt_hidden[test], lrt_numerical = made$ratios$lrt_numerical[test]
  )
  found <- observed_line(one$process, one$grid, paths, observed, seed)
  lines$lrt_exact_chain <- found$ratios
  list(
    train = path_rows(made$paths[train, , , drop = FALSE]), train_label = label[train],
    test = path_rows(paths), test_label = label[test], lines = lines, seed = seed,
    error = c(found$error, NaN)[[1L]]
  )
}

# The scores of a classifier on test paths and on as many training paths, and the times it takes.
classifier_run <- function(one, run, name, maker, data) {
  where <- sprintf("%s, in run %d of %s", name, run, one$name)
  naming_run(where, keeping_generator({
    seed_generator(stream_integer(data$seed, "fit", name))
    classifier <- maker(one)
    begun <- proc.time()[["elapsed"]]
    model <- classifier$fit(data$train, data$train_label)
    fitted <- proc.time()[["elapsed"]]
    values <- classifier_scores(classifier, model, data$test)
    predicted <- proc.time()[["elapsed"]]
    most <- length(data$test_label) %/% 2
    few <- unlist(lapply(0:1, function(label) {
      utils::head(which(data$train_label == label), most)
    }))
    seen <- classifier_scores(classifier, model, data$train[few, , drop = FALSE])
    list(
      values = values, test = scored_labels(data$test_label, values),
      train = scored_labels(data$train_label[few], seen),
      fit_seconds = fitted - begun, predict_seconds = predicted - fitted
    )
  }))
}

scored_labels <- function(label, values) score_rows(values[label == 0], values[label == 1])

classifier_scores <- function(classifier, model, x) {
  values <- classifier$score(model, x)
  if (!is.numeric(values) || length(values) != nrow(x) || !all(is.finite(values))) {
    stop_argument(
      sprintf("`score` must return %d finite numbers, one per path", nrow(x)),
      expected = "one finite score per path, higher for class 1",
      found = if (is.numeric(values) && length(values) == nrow(x)) {
        "NaN or infinity"
      } else {
        describe_value(values)
      }
    )
  }
  as.vector(values)
}

# Names in errors the classifier that failed, and where.
naming_run <- function(where, code) {
  tryCatch(code, error = function(error) {
    if (inherits(error, "pybench_error_argument")) {
      error$message <- paste0(where, ": ", error$message)
    }
    if (inherits(error, "pybench_error")) {
      stop(error)
    }
    reason <- one_line(conditionMessage(error))
    stop_tasks_failed(
      sprintf("%s failed with %s", where, reason),
      expected = "a classifier that learns every setting", found = reason,
      hint = "Fix the classifier and repeat the call."
    )
  })
}
