skip_if_not_installed("jsonlite")

test_that("documents of every tool are recognised", {
  for (name in setdiff(names(document_templates), "mteb")) {
    folder <- made_documents(name)
    t <- read_format(name, folder)
    expect_identical(t$scores, format_scores, info = name)
    expect_identical(t$source, paste0(folder, " (", name, ")"))
    expect_identical(t$higher_is_better, name != "every-eval-ever")
  }
})

test_that("MTEB names its model in model_meta.json, else by folder", {
  folder <- made_documents("mteb")
  t <- pb_read_results(folder, TRUE)
  expect_identical(t$metric, "main_score")
  expect_identical(unname(t$scores), unname(format_scores))
  expect_identical(t$classifiers, colnames(format_scores))
  for (own in list.dirs(folder)[-1L]) text_file("{\"name\": \"x\"}", own, "model_meta.json")
  error <- pybench_error_of(pb_read_results(folder, TRUE))
  expect_match(error$found, "several for `first` and `x`", fixed = TRUE)
  two <- paste0(
    "{\"task_name\": \"T\", \"scores\": {\"dev\": [{\"hf_subset\": \"en\", \"main_score\": 1}], ",
    "\"test\": [{\"hf_subset\": \"en\", \"main_score\": 2}, ",
    "{\"hf_subset\": \"de\", \"main_score\": null}]}}"
  )
  t <- pb_read_results(text_file(two, tempfile(), "m/r/T.json"), TRUE)
  expect_identical(t$datasets, c("T (dev)", "T (test, en)"))
})

test_that("every value of a document in turn is read or refused", {
  changes <- list(
    NULL, "", "text", TRUE, 7, -1, list(), list(NULL), jsonlite::unbox(NA), "\u00e9"
  )
  places <- function(value, at = list()) {
    inner <- if (is.list(value)) seq_along(value)
    do.call(c, c(list(list()), lapply(inner, function(i) {
      c(list(c(at, i)), places(value[[i]], c(at, i)))
    })))
  }
  for (name in names(document_templates)) {
    text <- gsub("'", "\"", filled(format_template(name), 1L, 1L), fixed = TRUE)
    document <- jsonlite::parse_json(text)
    refused <- 0L
    for (at in places(document)) {
      for (change in changes) {
        changed <- document
        changed[[unlist(at)]] <- if (is.null(change)) NULL else change
        json <- jsonlite::toJSON(changed, auto_unbox = TRUE, null = "null", digits = NA)
        folder <- made_documents(name, first = as.character(json))
        result <- suppressMessages(tryCatch(
          read_format(name, folder, format = name), pybench_error = function(error) error
        ))
        refused <- refused + inherits(result, "pybench_error")
        expect_true(inherits(result, c("pybench_error", "pb_results_table")))
      }
    }
    expect_gt(refused, 20L)
  }
})

test_that("a log of a run that did not end is refused", {
  for (status in c("error", "cancelled", "started")) {
    template <- sub("success", status, document_templates$inspect)
    error <- pybench_error_of(pb_read_results(made_documents("inspect", template), TRUE))
    expect_identical(error$found, paste0("`", status, "`"))
    expect_identical(error$column, "status")
  }
})

test_that("lm-eval: groups are left out, the model has several places", {
  text <- paste0(
    "{\"results\": {\"g\": {\"acc,none\": 9}, \"t\": {\"acc,none\": 0.5, \"acc,strict\": 0.25, ",
    "\"f1,none\": NaN, \"alias\": \"t\", \"acc_stderr,none\": \"N/A\"}}, \"versions\": {}, ",
    "\"group_subtasks\": {\"g\": [\"t\"], \"t\": []}, \"n-shot\": {}, %s}"
  )
  read <- function(model, metric) {
    pb_read_results(text_file(sprintf(text, model), name = "results.json"), TRUE, metric = metric)
  }
  models <- c(
    "\"model_name\": \"m\"", "\"config\": {\"model\": \"m\"}",
    "\"config\": {\"model_args\": \"pretrained=x,model=y,pretrained=m\"}",
    "\"config\": {\"model_args\": {\"model\": \"m\"}}"
  )
  for (model in models) {
    t <- read(model, "acc,strict")
    expect_identical(t$scores, matrix(0.25, 1L, 1L, dimnames = list("t", "m")))
  }
  expect_identical(pybench_error_of(read(models[[1L]], "acc"))$found, "`acc,none`, `acc,strict`")
  expect_identical(pybench_error_of(read(models[[1L]], "f1"))$expected, "every score")
  expect_identical(pybench_error_of(read("\"config\": {}", "f1"))$column, "config.model")
})
