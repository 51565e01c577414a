# Small files of the formats, written by hand in the layout that each tool documents: two methods on
# two datasets, with these scores.
format_scores <- matrix(
  c(0.25, 0.75, 0.5, 0.625), 2L,
  dimnames = list(c("first", "second"), c("a/small", "b/large"))
)

text_file <- function(text, folder = tempfile(), name = "x.json") {
  path <- file.path(folder, name)
  dir.create(dirname(path), recursive = TRUE, showWarnings = FALSE)
  writeBin(if (is.raw(text)) text else charToRaw(enc2utf8(text)), path)
  path
}

# `template`: lines for each pair, with {d}, {m} and {s} for dataset, method and score.
filled <- function(template, i, j) {
  parts <- c(
    "{d}" = rownames(format_scores)[[i]], "{m}" = colnames(format_scores)[[j]],
    "{s}" = format(format_scores[i, j])
  )
  for (part in names(parts)) template <- gsub(part, parts[[part]], template, fixed = TRUE)
  template
}

table_templates <- list(
  amlb = c(
    "id,task,framework,constraint,fold,result,metric,mode,version,auc",
    "t/1,{d},{m},1h8c,0,{s},auc,local,1.0,{s}"
  ),
  tabarena = c(
    "dataset,fold,method,metric_error,metric,imputed", "{d},0,{m},{s},rmse,False"
  ),
  fev = c(
    "model_name,dataset_path,dataset_config,horizon,eval_metric,test_error",
    "{m},{d},hourly,24,MASE,{s}"
  ),
  sktime = c("validation_id,model_id,folds.0.scores.MSE,folds.1.scores.MSE", "{d},{m},{s},{s}"),
  mlflow = c(
    "run_id,status,metrics.acc,params.dataset,params.model", "r,FINISHED,{s},{d},{m}"
  ),
  wandb = c("Name,State,Created,Runtime,dataset,model,acc", "calm,finished,2025,12,{d},{m},{s}")
)

document_templates <- list(
  "lm-eval" = paste0(
    "{'results': {'{d}': {'acc,none': {s}, 'acc_stderr,none': 0.1}}, 'versions': {}, ",
    "'n-shot': {}, 'higher_is_better': {'{d}': {'acc': true}}, ",
    "'config': {'model': 'hf', 'model_args': 'dtype=x,pretrained={m}'}}"
  ),
  inspect = paste0(
    "{'version': 2, 'status': 'success', 'eval': {'task': '{d}', 'model': '{m}'}, 'results': ",
    "{'scores': [{'name': 'match', 'metrics': {'accuracy': {'value': {s}}, ",
    "'stderr': {'value': 0.1}}}]}}"
  ),
  "every-eval-ever" = paste0(
    "{'schema_version': '0.3.0', 'model_info': {'id': '{m}'}, 'evaluation_results': ",
    "[{'evaluation_name': '{d}', 'metric_config': {'lower_is_better': true}, ",
    "'score_details': {'score': {s}}}]}"
  ),
  mteb = paste0(
    "{'task_name': '{d}', 'scores': {'test': [{'hf_subset': 'en', 'main_score': {s}, 'map': 0.1}]}}"
  ),
  helm = paste0(
    "[{'name': {'name': 'exact_match', 'split': 'test'}, 'count': 1, 'sum': 1, 'mean': {s}}, ",
    "{'name': {'name': 'exact_match', 'split': 'test', 'perturbation': {}}, 'count': 1}]"
  )
)

format_template <- function(name) c(table_templates, document_templates)[[name]]

made_table <- function(name, template = format_template(name)) {
  rows <- vapply(1:4, function(n) filled(template[[2L]], (n - 1L) %/% 2L + 1L, 2L - n %% 2L), "")
  text_file(paste0(c(template[[1L]], rows, ""), collapse = "\n"), name = "t.csv")
}

# A folder with a document per pair. `first`: another document for the first pair, as it is.
made_documents <- function(name, template = format_template(name), first = NULL) {
  folder <- tempfile()
  file <- switch(name, "lm-eval" = "results_1.json", helm = "stats.json", "d.json")
  for (n in 1:4) {
    i <- (n - 1L) %/% 2L + 1L
    j <- 2L - n %% 2L
    text <- gsub("'", "\"", filled(template, i, j), fixed = TRUE)
    own <- file.path(folder, c("a__small", "b__large")[[j]], i)
    text_file(c(if (n == 1L) first, text)[[1L]], own, file)
    if (name == "helm") {
      spec <- "{\"name\": \"{d}:model=x\", \"adapter_spec\": {\"model\": \"{m}\"}}"
      text_file(filled(spec, i, j), own, "run_spec.json")
    }
  }
  folder
}

read_format <- function(name, source, ...) {
  arguments <- list(source, ..., metric = if (name == "wandb") "acc")
  stated <- name %in% c("amlb", "tabarena", "fev", "lm-eval", "every-eval-ever")
  arguments <- c(arguments, list(higher_is_better = if (!stated) TRUE))
  do.call(pb_read_results, arguments[!duplicated(names(arguments)) | names(arguments) == ""])
}
