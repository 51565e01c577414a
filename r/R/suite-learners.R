# Learners of three kinds: functions, learners of mlr3, and model specifications of parsnip.
#
# mlr3: Learner$train(task), Learner$predict_newdata(newdata), as_task_classif(x, target, id).
# parsnip: fit(object, formula, data), predict(object, new_data, type).

is_mlr3 <- function(learner) inherits(learner, "Learner")

is_parsnip <- function(learner) inherits(learner, "model_spec")

is_learner <- function(learner) {
  is.function(learner) || is_mlr3(learner) || is_parsnip(learner)
}

check_learners <- function(learner) {
  learners <- if (is_learner(learner)) list(learner = learner) else learner
  named <- is.list(learners) && length(learners) > 0L && !is.null(names(learners)) &&
    all(nzchar(names(learners))) && anyDuplicated(names(learners)) == 0L
  if (!named || !all(vapply(learners, is_learner, NA))) {
    found <- describe_value(learner)
    expected <- "a function, a learner of mlr3 or parsnip, or a named list of these"
    stop_argument(
      sprintf("`learner` must be %s, not %s", expected, found),
      expected = expected, found = found
    )
  }
  names(learners) <- utf8_text(names(learners))
  check_estimator_names(names(learners))
  check_no_clash(names(learners))
  Map(check_classifier, names(learners), learners)
  learners
}

# Refuses learners that predict something else than classes, and those whose package is absent.
check_classifier <- function(name, learner) {
  if (is.function(learner)) {
    return(invisible())
  }
  need_framework(if (is_mlr3(learner)) "mlr3" else "parsnip")
  kind <- if (is_mlr3(learner)) learner$task_type else learner$mode
  if (!identical(kind, if (is_mlr3(learner)) "classif" else "classification")) {
    stop_argument(
      sprintf(
        "the learner %s must be a classifier, not one of the type `%s`: R runs %s",
        shown(name), kind, "classification tasks only"
      ),
      expected = "a classifier", found = kind,
      hint = if (is_parsnip(learner)) "Use parsnip::set_mode(\"classification\")."
    )
  }
}

need_framework <- function(package) {
  if (!requireNamespace(package, quietly = TRUE)) {
    expected <- sprintf("the R package `%s` to run its learners", package)
    stop_r_package_missing(
      expected_found(expected, "none installed"),
      expected = expected, found = "none installed",
      hint = sprintf("Run install.packages(\"%s\"), or give a function.", package)
    )
  }
}

# What a learner says of the test rows: classes, or shares of each class. `target`: the column of
# the classes in `train`.
learner_answer <- function(learner, train, test, target) {
  if (is.function(learner)) {
    learner(train, test)
  } else if (is_mlr3(learner)) {
    mlr3_answer(learner, train, test, target)
  } else {
    parsnip_answer(learner, train, test, target)
  }
}

mlr3_answer <- function(learner, train, test, target) {
  as_task <- getExportedValue("mlr3", "as_task_classif")
  learner <- learner$clone(deep = TRUE) # training changes a learner
  learner$train(as_task(train, target = target, id = "train"))
  found <- learner$predict_newdata(test)
  if (identical(learner$predict_type, "prob")) {
    with_all_classes(found$prob, levels(train[[target]]))
  } else {
    found$response
  }
}

# Shares if the model has them, else classes.
parsnip_answer <- function(learner, train, test, target) {
  formula <- stats::reformulate(".", response = as.name(target))
  fitted <- getExportedValue("parsnip", "fit")(learner, formula, data = train)
  shares <- tryCatch(
    stats::predict(fitted, new_data = test, type = "prob"),
    error = function(no_shares) NULL
  )
  if (is.null(shares)) {
    return(stats::predict(fitted, new_data = test, type = "class")[[".pred_class"]])
  }
  shares <- as.matrix(shares)
  colnames(shares) <- sub("^\\.pred_", "", colnames(shares))
  with_all_classes(shares, levels(train[[target]]))
}

# Shares with a column for every class: 0 for those that the training rows lack.
with_all_classes <- function(shares, classes) {
  absent <- setdiff(classes, colnames(shares))
  cbind(shares, matrix(0, nrow(shares), length(absent), dimnames = list(NULL, absent)))
}

# ---- identity ------------------------------------------------------------------------------------

# list(code, values, packages): what tells a learner of a framework from another: its settings,
# whose values are examined like those of functions, and the packages whose versions count.
learner_settings <- function(learner) {
  if (is_mlr3(learner)) {
    return(list(
      code = paste0("mlr3 ", learner$id, ", ", learner$predict_type),
      values = list(class = class(learner), parameters = learner$param_set$values),
      packages = union("mlr3", learner$packages)
    ))
  }
  known <- getNamespaceExports("parsnip")
  engine <- if ("required_pkgs" %in% known) {
    getExportedValue("parsnip", "required_pkgs")(learner)
  }
  list(
    code = paste("parsnip", class(learner)[[1L]], learner$engine),
    values = list(
      class = class(learner), mode = learner$mode, engine = learner$engine,
      parameters = lapply(learner$args, settled),
      engine_parameters = lapply(learner$eng_args, settled)
    ),
    packages = union("parsnip", engine)
  )
}

# The value of a setting, which parsnip keeps as code with the environment of its names; the code
# itself without rlang, which parsnip needs.
settled <- function(setting) {
  if (inherits(setting, "quosure") && requireNamespace("rlang", quietly = TRUE)) {
    getExportedValue("rlang", "eval_tidy")(setting)
  } else {
    setting
  }
}
