# Candidates -> a new suite in preparation: data hashed, splits made and stored.

#' Create a suite
#'
#' Creates a suite, in preparation, of classification tasks on tables. The suite is in memory: the
#' data stay where they are, and the splits are made. [pb_suite_save()] collects everything in one
#' folder. Python makes the same suite from the same files and arguments, with the same hash, except
#' for the rules `"one attribute"` and `"decision tree"`.
#'
#' A dataset does not become a task if some rows have no class, if there is only one class, if the
#' target is that of a regression, or if there are fewer rows than folds. A verdict of the rule "can
#' be run" says so, see [pb_suite_verdicts()].
#'
#' @param name Name of the suite.
#' @param source A folder of tables `X.csv`, `X.arff`, `X.parquet` or `X.arrow`, which may also be
#'   in a folder `X`; or files with the names of their datasets, such as `c(iris = "iris.csv")`.
#'   Parquet and Arrow files need the package arrow. Suites of series are made in Python.
#' @param target The column to predict; `about` can name another for a dataset. Numbers count as
#'   classes if they are whole and have at most max(20, n/10) different values in n rows; the
#'   verdict "type" says so. Other numbers, as in a regression, are refused unless `nominal` names
#'   the column.
#' @param nominal Columns of the tables whose numbers are categories; `about` can name other columns
#'   for a dataset. ARFF files declare their nominal columns.
#' @param procedure How rows are split: `"crossvalidation"`, which `"auto"` means, or `"holdout"`.
#'   Both are stratified.
#' @param folds,repeats Numbers of folds and of repeats; a holdout has no folds.
#' @param share Share of the rows that a holdout tests.
#' @param seed Seed of the splits, which are stored with the suite.
#' @param measure Measure of the tasks, see [pb_run()].
#' @param about A list: dataset -> list of its properties, of `target`, `version`, `nominal`,
#'   `ignore` (columns that are not features), `licence`, `citation`, `url`, `tags`, `openml_id`.
#' @param keep The datasets of the source to use: names, a selection of [pb_select()], or
#'   [pb_representatives()]; `NULL` for all.
#' @param constraints Required ranges of qualities (measured properties): a list: quality ->
#'   `c(low, high)`, both included, `NA` for an open end. `"cc18"` stands for the criteria (a) to
#'   (d) of OpenML-CC18.
#' @param exclude Properties that exclude a dataset. R computes `"one-hot"` and `"sparse"`. People
#'   declare `"artificial"`, `"grouped"`, `"subset"`, `"no source"` and `"binarised"`. The verdicts
#'   of `"one attribute"` and `"decision tree"`, which need the trees of scikit-learn, are unknown
#'   in R. `"cc18"` stands for all nine.
#' @param flags Flags that people declare: a data frame, or a list of lists, with `dataset`, `flag`,
#'   `reason`, `source`, and `holds` (`FALSE` if the flag does not apply; `TRUE` by default). The
#'   dataset `"*"` stands for all datasets that no other flag of this kind names.
#' @param classes Whether to count only classes that occur (`"occurring"`), or also classes that a
#'   file declares but no row has (`"declared"`).
#' @param alias Short name that can be part of a web address, or `NULL`.
#' @param description Text.
#' @param created Time in UTC, `"2026-01-31T12:00:00Z"`; `NULL` for now.
#'
#' @return A suite, see [pb_suite_load()].
#'
#' @section Errors:
#' `pybench_error_argument`: an argument is not among its choices, there is no target, or a dataset
#' does not exist. `pybench_error_dataset`: no dataset can be run; the message names the first
#' problem. `pybench_error_suite`, `pybench_error_input`: the source has no tables, has a dataset
#' twice, or has series. `pybench_error_r_package_missing`: a Parquet or Arrow file, and the package
#' arrow is not installed.
#' @seealso [pb_suite_save()], [pb_suite_freeze()], [pb_suite_verdicts()], [pb_run()]
#' @examples
#' file <- tempfile(fileext = ".csv")
#' write.csv(iris, file, row.names = FALSE)
#' suite <- pb_suite_create("flowers", c(iris = file), "Species", folds = 5)
#' suite
#' pb_suite_tasks(suite)$procedure
#' @export
pb_suite_create <- function(name, source, target = NULL, nominal = character(), procedure = "auto",
                            folds = 10, repeats = 1, share = 0.33, seed = 0, measure = "accuracy",
                            about = list(), keep = NULL, constraints = NULL, exclude = NULL,
                            flags = list(), classes = "occurring", alias = NULL, description = "",
                            created = NULL) {
  asked <- list(
    procedure = split_procedure(procedure), folds = check_count("folds", folds, 2),
    repeats = check_count("repeats", repeats), share = check_level("share", share),
    seed = check_seed(seed), measure = utf8_text(check_string("measure", measure)),
    classes = check_choice("classes", classes, c("occurring", "declared"))
  )
  rules <- list(constraints = check_constraints(constraints), exclude = check_exclude(exclude))
  nominal <- if (length(nominal) > 0L) check_names("nominal", nominal, "names of columns")
  target <- if (!is.null(target)) utf8_text(check_string("target", target))
  head <- suite_head(name, alias, description, created)
  found <- suite_candidates(source, check_about(about), target, nominal)
  names <- vapply(found, function(one) one$name, "")
  refuse_alike(names)
  flags <- check_flags(flags, names)
  chosen <- chosen_candidates(found, asked, rules, flags, kept_verdicts(keep, names))
  suite_object(c(head, list(
    tasks = chosen$tasks, constraints = rules$constraints, candidates = chosen$verdicts,
    exclusions = unname(flags), qualities = chosen$qualities, provenance = provenance(source, keep),
    openml_id = NULL,
    screening = list(
      exclude = as.list(rules$exclude), classes = asked$classes, seed = whole_number(asked$seed)
    )
  )), NULL, chosen$contents)
}

# ---- arguments -----------------------------------------------------------------------------------

split_procedure <- function(procedure) {
  procedure <- check_choice("procedure", procedure, c("auto", "crossvalidation", "holdout"))
  if (procedure == "auto") "crossvalidation" else procedure
}

# The first fields of a manifest.
suite_head <- function(name, alias, description, created) {
  name <- utf8_text(check_string("name", name))
  check_dataset_name(name)
  list(
    schema = suite_schema, name = name,
    alias = if (!is.null(alias)) formed("alias", alias, "^[A-Za-z0-9][A-Za-z0-9._~-]*$"),
    description = utf8_text(check_string("description", description)), version = 1L,
    status = "in_preparation",
    created = if (is.null(created)) {
      now_utc()
    } else {
      formed("created", created, "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$")
    }
  )
}

formed <- function(what, value, pattern) {
  value <- utf8_text(check_string(what, value))
  if (!grepl(pattern, value)) {
    expected <- paste("text of the form", pattern)
    stop_argument(
      sprintf("`%s` must be %s, not '%s'", what, expected, value),
      expected = expected, found = value
    )
  }
  value
}

# Refuses datasets whose names make the same file name on some systems.
refuse_alike <- function(names) {
  forms <- decomposed(lower_case(names))
  twice <- anyDuplicated(forms)
  if (twice > 0L) {
    pair <- c(names[[match(forms[[twice]], forms)]], names[[twice]])
    stop_argument(
      paste(
        "two datasets of the suite have names that make the same file name:",
        paste(shown(pair), collapse = " and ")
      ),
      expected = "names that differ in more than case", found = toString(pair),
      hint = "Rename one of them."
    )
  }
}

# The names chosen by a selection, and how they were chosen, in words.
chosen_names <- function(keep) {
  if (!is.null(names(keep)) && is.list(keep)) {
    if (all(c("members", "threshold") %in% names(keep))) {
      words <- sprintf("representative of a region at %g%%", keep$threshold)
      return(list(names = unique(as.character(unlist(keep$members))), words = words))
    }
    if (all(c("names", "strategy", "datasets") %in% names(keep))) {
      of <- counted(length(keep$datasets), "dataset")
      words <- sprintf("chosen by %s, %d of %s", keep$strategy, length(keep$names), of)
      return(list(names = as.character(keep$names), words = words))
    }
  }
  expected <- "a selection, representatives, or names of datasets"
  list(names = check_names("keep", keep, expected), words = "named")
}

# Candidate -> the verdict whether it was chosen.
kept_verdicts <- function(keep, names) {
  if (is.null(keep)) {
    return(list())
  }
  chosen <- chosen_names(keep)
  strange <- setdiff(chosen$names, names)
  if (length(strange) > 0L) {
    stop_argument(
      paste("`keep` names datasets that the source does not have:", shown_names(strange)),
      expected = shown_names(names, 20L), found = shown_names(strange)
    )
  }
  stats::setNames(lapply(names, function(name) {
    mine <- name %in% chosen$names
    suite_verdict(
      name, "chosen", if (mine) "yes" else "no", chosen$words, if (mine) "pass" else "fail"
    )
  }), names)
}

# What a suite was made from, how datasets were selected, and pybench's version.
provenance <- function(source, keep) {
  c(
    list(
      pybench = as.character(utils::packageVersion("pybench")),
      source = if (is.null(names(source))) "folder" else "files"
    ),
    if (!is.null(keep)) list(selection = chosen_names(keep)$words)
  )
}

# ---- tasks ---------------------------------------------------------------------------------------

# Judges candidates one after the other, and makes tasks of those that no rule excludes.
chosen_candidates <- function(found, asked, rules, flags, kept) {
  chosen <- list(tasks = list(), verdicts = list(), qualities = no_qualities(), contents = list())
  problems <- list()
  for (candidate in found) {
    name <- candidate$name
    opened <- opened_candidate(candidate, asked)
    runnable <- is.null(opened$problem)
    mine <- c(
      rule_verdicts(name, opened$qualities, rules$constraints, rules$exclude, flags, runnable),
      kept[name[name %in% names(kept)]],
      list(if (runnable) opened$type else opened$problem$verdict)
    )
    problems <- c(problems, if (!runnable) list(opened$problem))
    mine <- Filter(Negate(is.null), mine)
    chosen$verdicts <- c(chosen$verdicts, unname(mine))
    chosen$qualities[[name]] <- opened$qualities
    if (!any(vapply(mine, function(verdict) verdict$verdict == "fail", NA))) {
      made <- suite_task_of(candidate, opened$data$y, asked)
      chosen$tasks <- c(chosen$tasks, list(made$task))
      chosen$contents[[candidate$path]] <- candidate$place
      chosen$contents[[made$task$splits]] <- made$splits
    }
  }
  if (length(problems) == length(found)) {
    stop(problems[[1L]]$error)
  }
  chosen
}

# list(task, splits): the task of a candidate, and the bytes of its splits.
suite_task_of <- function(candidate, labels, asked) {
  name <- candidate$name
  cross <- asked$procedure == "crossvalidation"
  folds <- if (cross) {
    cross_validation(labels, asked$folds, asked$repeats, asked$seed, name)
  } else {
    holdout(labels, asked$share, asked$repeats, asked$seed, name)
  }
  stored <- charToRaw(splits_text(folds))
  task <- list(
    name = name, dataset = candidate$dataset, target = candidate$target,
    procedure = list(
      type = asked$procedure, repeats = whole_number(asked$repeats),
      folds = if (cross) whole_number(asked$folds) else 1L, stratified = TRUE,
      seed = whole_number(asked$seed)
    ),
    splits = sprintf("splits/%s.csv", file_stem(name)), splits_sha256 = sha256_of(stored)
  )
  if (asked$measure != "accuracy") {
    task$measure <- asked$measure
  }
  list(task = task, splits = stored)
}
