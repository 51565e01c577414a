# JSON of evaluations of language models and embeddings: one file a run, many scores a file.

# The scorers of inspect and lm-eval report these beside each metric.
spread_metric <- "(_stderr|stderr|stdev|std|var|_std)$"

# A format of JSON files. `needs`: the keys of a file; of a list, the keys of its objects. `scores`:
# a function that returns all scores of a file. `main`: the metric of which every file has one per
# dataset, whatever it measures. `companions`: names of files of the tool beside its results.
document_format <- function(name, files, needs, scores, is_list = FALSE, main = "",
                            companions = NULL) {
  list(
    name = name, files = files, needs = needs, companions = companions,
    lacks = function(file) {
      value <- if (file$ending %in% c("json", "eval")) file_document(file)
      is_array <- is.list(value) && !is_object(value)
      first <- if (is_array && length(value) > 0L) value[[1L]] else value
      if (is_array == is_list && is_object(first)) setdiff(needs, names(first)) else needs
    },
    board = function(files, metric, source) {
      board_of(flattened(lapply(files, scores)), metric, source, main)
    }
  )
}

# The items of lists, as one list.
flattened <- function(lists) unlist(unname(lists), recursive = FALSE)

# ---- lm-eval -------------------------------------------------------------------------------------

# The scores of tasks; those of groups are means of tasks, and are left out.
lm_eval_scores <- function(file) {
  document <- file_document(file)
  method <- lm_eval_model(file)
  groups <- key_value(document, "group_subtasks")
  directions <- key_value(document, "higher_is_better")
  results <- file_get(file, document, "results", "an object")
  scores <- lapply(names(results), function(task) {
    if (length(key_value(groups, task)) > 0L) {
      return(NULL)
    }
    own <- file_get(file, results, task, "an object", "results")
    metric <- sub(",.*$", "", names(own))
    kept <- grepl(",.", names(own)) & !grepl(spread_metric, metric)
    Map(function(key, metric) {
      value <- score_of(file, key_value(own, key), paste0("results.", task, ".", key))
      stated <- key_value(key_value(directions, task), metric)
      higher <- if (is.logical(stated) && length(stated) == 1L) stated else NA
      one_score(task, method, key, value, file$where, metric, higher)
    }, names(own)[kept], metric[kept], USE.NAMES = FALSE)
  })
  flattened(scores)
}

lm_eval_model <- function(file) {
  document <- file_document(file)
  named <- key_value(document, "model_name")
  if (is_text(named)) {
    return(named)
  }
  config <- file_get(file, document, "config", "an object")
  arguments <- key_value(config, "model_args")
  if (is_string(arguments)) {
    pairs <- rev(strsplit(arguments, ",", fixed = TRUE)[[1L]])
    arguments <- as.list(stats::setNames(sub("^[^=]*=?", "", pairs), sub("=.*$", "", pairs)))
  }
  for (key in c("pretrained", "model")) {
    if (is_string(key_value(arguments, key))) {
      return(key_value(arguments, key))
    }
  }
  file_get(file, config, "model", "a text", "config")
}

# ---- inspect_ai ----------------------------------------------------------------------------------

# The metrics of the scorers of a log; a log of a run that failed is refused.
inspect_scores <- function(file) {
  document <- file_document(file)
  status <- file_get(file, document, "status", "a text")
  if (status != "success") {
    hint <- "Run the evaluation to its end, or leave the log out."
    file_refuse(file, "the status \"success\"", shown(status), hint, "status")
  }
  run <- file_get(file, document, "eval", "an object")
  task <- file_get(file, run, "task", "a text", "eval")
  model <- file_get(file, run, "model", "a text", "eval")
  results <- file_get(file, document, "results", "an object")
  scorers <- file_get(file, results, "scores", "a list", "results")
  scores <- Map(function(scorer, number) {
    at <- sprintf("results.scores[%d]", number)
    name <- file_get(file, scorer, "name", "a text", at)
    if (is_string(key_value(scorer, "reducer"))) {
      name <- paste0(name, "[", key_value(scorer, "reducer"), "]")
    }
    metrics <- file_get(file, scorer, "metrics", "an object", at)
    lapply(grep(spread_metric, names(metrics), value = TRUE, invert = TRUE), function(short) {
      place <- paste0(at, ".metrics.", short)
      own <- key_value(metrics, short)
      if (!"value" %in% names(own)) {
        file_get(file, own, "value", "a number", place)
      }
      value <- score_of(file, key_value(own, "value"), paste0(place, ".value"))
      one_score(task, model, paste0(name, "/", short), value, file$where, short)
    })
  }, scorers, seq_along(scorers) - 1L)
  flattened(scores)
}

# ---- Every Eval Ever -----------------------------------------------------------------------------

# The results of one model; the file states the direction of each.
every_eval_ever_scores <- function(file) {
  document <- file_document(file)
  model <- file_get(file, document, "model_info", "an object")
  key <- if ("id" %in% names(model)) "id" else "name"
  method <- file_get(file, model, key, "a text", "model_info")
  results <- file_get(file, document, "evaluation_results", "a list")
  Map(function(result, number) {
    at <- sprintf("evaluation_results[%d]", number)
    dataset <- file_get(file, result, "evaluation_name", "a text", at)
    config <- file_get(file, result, "metric_config", "an object", at)
    within <- paste0(at, ".metric_config")
    lower <- file_get(file, config, "lower_is_better", "true or false", within)
    names <- lapply(c("metric_name", "metric_id", "evaluation_description"), function(key) {
      key_value(config, key)
    })
    metric <- c(Filter(is_text, names), list("score"))[[1L]]
    details <- file_get(file, result, "score_details", "an object", at)
    value <- file_number(file, details, "score", paste0(at, ".score_details"))
    one_score(dataset, method, metric, value, file$where, higher_is_better = !lower)
  }, results, seq_along(results) - 1L)
}

# ---- MTEB ----------------------------------------------------------------------------------------

# The scores of one task; the folders above the file name the model and its revision.
mteb_scores <- function(file) {
  task <- file_get(file, file_document(file), "task_name", "a text")
  method <- mteb_model(file)
  splits <- file_get(file, file_document(file), "scores", "an object")
  scores <- lapply(names(splits), function(split) {
    subsets <- file_get(file, splits, split, "a list", "scores")
    Map(function(subset, number) {
      at <- sprintf("scores.%s[%d]", split, number)
      name <- file_get(file, subset, "hf_subset", "a text", at)
      parts <- c(if (length(splits) > 1L) split, if (length(subsets) > 1L) name)
      dataset <- if (is.null(parts)) task else paste0(task, " (", toString(parts), ")")
      file_number(file, subset, "main_score", at)
      lapply(names(subset)[vapply(subset, is.numeric, NA)], function(metric) {
        value <- score_of(file, key_value(subset, metric), paste0(at, ".", metric))
        one_score(dataset, method, metric, value, file$where)
      })
    }, subsets, seq_along(subsets) - 1L)
  })
  flattened(flattened(scores))
}

mteb_model <- function(file) {
  about <- file_beside(file, "model_meta.json")
  name <- native_path(about$path)
  if (file.exists(name) && !dir.exists(name)) {
    return(file_get(about, file_document(about), "name", "a text"))
  }
  folders <- strsplit(absolute_path(file$path), "/", fixed = TRUE)[[1L]]
  folders <- folders[!folders %in% c("", ".")]
  gsub("__", "/", rev(c("", "", folders))[[3L]], fixed = TRUE)
}

# ---- HELM ----------------------------------------------------------------------------------------

# The means of a run's stats.json; run_spec.json beside it names the run.
helm_scores <- function(file) {
  beside <- file_beside(file, "run_spec.json")
  adapter <- file_get(beside, file_document(beside), "adapter_spec", "an object")
  model <- key_value(adapter, "model")
  stated <- !is.null(model) && !identical(model, "")
  key <- if (stated) "model" else "model_deployment"
  method <- file_get(beside, adapter, key, "a text", "adapter_spec")
  name <- file_get(beside, file_document(beside), "name", "a text")
  dataset <- if (grepl(":", name, fixed = TRUE)) {
    sub(",", ":", gsub("[:,]model(_deployment)?=[^,]*", "", name), fixed = TRUE)
  } else {
    name
  }
  stats <- file_document(file)
  scores <- Map(function(stat, number) {
    at <- sprintf("[%d]", number)
    about <- file_get(file, stat, "name", "an object", at)
    if (!is.null(key_value(about, "perturbation"))) {
      return(NULL)
    }
    short <- file_get(file, about, "name", "a text", paste0(at, ".name"))
    variants <- Filter(
      function(part) !is.null(key_value(about, part)), c("split", "sub_split")
    )
    parts <- lapply(variants, function(part) {
      file_get(file, about, part, "a text", paste0(at, ".name"))
    })
    metric <- paste(c(short, unlist(parts)), collapse = "/")
    count <- key_value(stat, "count")
    if (!is.numeric(count) || !count %in% 0) {
      value <- score_of(file, key_value(stat, "mean"), paste0(at, ".mean"))
      list(one_score(dataset, method, metric, value, file$where, short))
    }
  }, stats, seq_along(stats) - 1L)
  flattened(scores)
}

formats_of_documents <- list(
  document_format("lm-eval", "results*.json", c("results", "versions", "n-shot"), lm_eval_scores),
  document_format(
    "inspect", c("*.eval", "*.json"), c("version", "status", "eval"), inspect_scores
  ),
  document_format(
    "every-eval-ever", "*.json", c("schema_version", "model_info", "evaluation_results"),
    every_eval_ever_scores
  ),
  document_format(
    "mteb", "*.json", c("task_name", "scores"), mteb_scores,
    main = "main_score", companions = "model_meta.json"
  ),
  document_format("helm", "stats.json", c("name", "count", "sum"), helm_scores, is_list = TRUE)
)
