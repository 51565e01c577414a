# Reads every file of a folder by one of R's own text readers, and says of each, before: its name,
# and after: "taken", "refused <class>" or "amiss <why>". Only pybench's own errors refuse.
# Usage: Rscript --vanilla tools/fuzz/in_r.R FORMAT FOLDER [BASE]
# BASE: a folder with a run, for the formats that are a file of one.

internal <- asNamespace("pybench")
base <- NULL

# A folder of a run or a suite in which one file is the mutant.
placed <- function(path, name) {
  place <- file.path(tempdir(), "placed")
  unlink(place, recursive = TRUE)
  dir.create(place)
  if (!is.null(base)) {
    file.copy(list.files(base, full.names = TRUE), place, recursive = TRUE)
  }
  file.copy(path, file.path(place, name), overwrite = TRUE)
  place
}

named <- function(path, ending) {
  copy <- file.path(tempdir(), paste0("mutant.", ending))
  file.copy(path, copy, overwrite = TRUE)
  copy
}

table_of <- function(path, ending) {
  found <- pybench::pb_read_results(
    named(path, ending), TRUE,
    repeats = "mean", missing = "drop"
  )
  pybench::pb_ranks(found)
}

bytes_of <- function(path) internal$read_bytes(path)

readers <- list(
  "csv-results" = function(path) table_of(path, "csv"),
  "tsv-results" = function(path) table_of(path, "tsv"),
  "csv-features" = function(path) as.data.frame(pybench::pb_read_features(named(path, "csv"))),
  "csv-dataset" = function(path) {
    internal$as_dataset_error(internal$as_frame(internal$csv_columns(path, character())))
  },
  "arff-dataset" = function(path) internal$as_frame(internal$arff_columns(path)),
  "landscape" = function(path) { # the contents, below a right hash, which a mutant never has
    body <- bytes_of(path)
    head <- paste0(internal$published_format, " ", internal$sha256_of(body), "\n")
    whole <- gzfile(named(path, "gz"), "wb")
    writeBin(c(charToRaw(head), body), whole)
    close(whole)
    format(pybench::pb_published_landscape(file.path(tempdir(), "mutant.gz")))
  },
  "splits-csv" = function(path) {
    internal$splits_folds(internal$splits_of(bytes_of(path), path))
  },
  "suite-json" = function(path) {
    # What a mutant says is looked at before its hash, which it nearly never has, is compared.
    plain <- internal$read_json(path)
    internal$check_manifest(plain, path)
    internal$manifest_hash(bytes_of(path))
    lapply(plain$tasks, internal$suite_task)
    pybench::pb_suite_load(placed(path, "suite.json"))
  },
  "run-json" = function(path) pybench::pb_suite_results(placed(path, "run.json")),
  "evaluations-csv" = function(path) pybench::pb_suite_results(placed(path, "evaluations.csv"))
)

outcome <- function(read, path) {
  tryCatch(
    {
      found <- read(path)
      utils::capture.output(utils::str(found))
      "taken"
    },
    pybench_error_argument = function(e) paste("amiss an argument is to blame:", first_line(e)),
    pybench_error = function(e) paste("refused", class(e)[[1L]]),
    warning = function(w) paste("amiss a warning:", first_line(w)),
    error = function(e) paste("amiss", class(e)[[1L]], first_line(e))
  )
}

first_line <- function(condition) {
  said <- iconv(conditionMessage(condition), "UTF-8", "UTF-8", sub = "byte")
  substr(gsub("[\r\n]+", " ", said, useBytes = TRUE), 1L, 200L)
}

main <- function(format, folder, of_run = NULL) {
  base <<- of_run
  read <- readers[[format]]
  for (path in sort(list.files(folder, full.names = TRUE), method = "radix")) {
    cat(basename(path), "")
    start <- proc.time()[["user.self"]]
    said <- outcome(read, path)
    spent <- proc.time()[["user.self"]] - start
    cat(if (spent > 2) sprintf("amiss %.1f s of work", spent) else said, "\n", sep = "")
  }
}

do.call(main, as.list(commandArgs(trailingOnly = TRUE)))
