# The tables of a run: evaluations.csv, failures.csv, results.csv and folds.csv, as in Python.

job_columns <- c("estimator", "task", "repeat", "fold")

# Updates evaluations and failures to the content of the folder; `failed`: the jobs that failed in
# this run, with their reasons.
write_tables <- function(out, failed) {
  jobs <- run_jobs(out, run_plan(out))
  found <- found_evaluations(out, jobs)
  write_run_table(
    file.path(out, "evaluations.csv"),
    c(job_columns, "status", "n_train", "n_test", names(suite_measures)),
    do.call(rbind, lapply(found, evaluation_fields))
  )
  keys <- vapply(jobs, function(job) job$key, "")
  left <- keys[vapply(found, function(one) is.null(one) || one$status != "ok", NA)]
  held <- read_run_table(file.path(out, "failures.csv"), c(job_columns, "reason"))
  reasons <- stats::setNames(c(failed$reason, held$reason), c(job_keys(failed), job_keys(held)))
  listed <- jobs[keys %in% left & keys %in% names(reasons)]
  write_run_table(
    file.path(out, "failures.csv"), c(job_columns, "reason"),
    do.call(rbind, lapply(listed, function(job) {
      place <- sprintf("%d", c(job$fold[["repeat"]], job$fold$fold))
      c(csv_fields(c(job$name, job$task)), place, csv_fields(reasons[[job$key]]))
    }))
  )
}

# The evaluation of every job, or its substitute, or NULL.
found_evaluations <- function(out, jobs) {
  stand_ins <- read_stand_ins(out)
  lapply(jobs, function(job) {
    found <- fold_done(out, job$name, job$task, job$fold)
    if (is.null(found)) stand_ins[[job$key]] else found
  })
}

# Writes the table as pb_read_results() reads it.
write_results_table <- function(out, table) {
  scores <- table$scores
  cells <- matrix(ifelse(is.na(scores), "", number_text(scores)), nrow(scores))
  write_run_table(
    file.path(out, "results.csv"), c("dataset", table$classifiers),
    cbind(csv_fields(table$datasets), cells)
  )
  if (!is.null(table$by_repeat)) {
    write_folds(out, table)
  }
}

# Writes one row per fold of each dataset, without folds that it does not have.
write_folds <- function(out, table) {
  size <- dim(table$by_repeat)
  scores <- matrix(aperm(table$by_repeat, c(3L, 1L, 2L)), ncol = size[[2L]])
  cells <- matrix(ifelse(is.na(scores), "", number_text(scores)), nrow(scores))
  places <- sprintf("%d", rep(seq_len(size[[3L]]) - 1L, size[[1L]]))
  rows <- cbind(rep(csv_fields(table$datasets), each = size[[3L]]), places, cells)
  there <- rowSums(!is.na(scores)) > 0
  write_run_table(
    file.path(out, "folds.csv"), c("dataset", "resample", table$classifiers),
    rows[there, , drop = FALSE]
  )
}

# Every job of a folder in the order of its tables: list(name, task, fold, key).
run_jobs <- function(out, plan) {
  tasks <- suite_order(out, names(plan$folds))
  names <- sort(utf8_text(names(plan$estimators)), method = "radix")
  unlist(unlist(lapply(names, function(name) {
    lapply(tasks, function(task) {
      lapply(plan$folds[[task]], function(place) {
        fold <- list(`repeat` = place[[1L]], fold = place[[2L]])
        list(name = name, task = task, fold = fold, key = job_key(name, task, fold))
      })
    })
  }), recursive = FALSE), recursive = FALSE)
}

# Tasks in the order of the suite file beside the run.
suite_order <- function(out, tasks) {
  path <- file.path(out, "suite.json")
  if (!file.exists(native_path(path))) {
    return(tasks)
  }
  order <- lapply(json_field(read_json(path), "tasks"), json_field, "name")
  order <- unlist(Filter(is_string, order))
  c(intersect(order, tasks), setdiff(tasks, order))
}

job_key <- function(name, task, fold) {
  json_text(list(name, task, as.integer(fold[["repeat"]]), as.integer(fold$fold)))
}

job_keys <- function(table) {
  vapply(seq_along(table$fold), function(i) {
    fold <- list(`repeat` = table[["repeat"]][[i]], fold = table$fold[[i]])
    job_key(table$estimator[[i]], table$task[[i]], fold)
  }, "")
}

# Evaluations that have no file of their own, by their jobs.
read_stand_ins <- function(out) {
  sizes <- c("n_train", "n_test")
  path <- file.path(out, "evaluations.csv")
  held <- read_run_table(path, c(job_columns, "status", sizes), names(suite_measures))
  held <- held[held$status != "ok", , drop = FALSE]
  held[sizes] <- lapply(held[sizes], run_numbers, path, whole = TRUE)
  measures <- lapply(held[intersect(names(suite_measures), names(held))], run_numbers, path)
  found <- lapply(seq_len(nrow(held)), function(i) {
    c(
      as.list(held[i, c(job_columns, "status", sizes)]),
      list(measures = Filter(Negate(is.na), lapply(measures, `[[`, i)))
    )
  })
  stats::setNames(found, job_keys(held))
}

# The fields of an evaluation, in the order of the table; NULL gives empty fields.
evaluation_fields <- function(found) {
  if (is.null(found)) {
    return(NULL)
  }
  measures <- vapply(names(suite_measures), function(name) {
    value <- found$measures[[name]]
    if (is.null(value)) "" else number_text(as.double(value))
  }, "")
  whole <- as.double(unlist(found[c("repeat", "fold", "n_train", "n_test")]))
  whole <- ifelse(is.na(whole), "", sprintf("%.0f", whole))
  c(
    csv_fields(c(found$estimator, found$task)), whole[1:2], found$status, whole[3:4],
    unname(measures)
  )
}

# A table of a run, without rows if the file does not exist: all text except the places of jobs.
# `columns` are required, those of `more` are optional.
read_run_table <- function(path, columns, more = NULL) {
  none <- stats::setNames(rep(list(character()), length(columns)), columns)
  if (!file.exists(native_path(path)) || file.size(native_path(path)) == 0) {
    return(as_frame(none))
  }
  # The C reader needs text whose line ends were checked.
  found <- tryCatch(
    .Call(C_pb_read_delimited, read_text(path), charToRaw(",")),
    pybench_error_results_table = function(refused) list(problem = refused$found)
  )
  fields <- found$fields
  if (!is.null(found$problem) || !all(columns %in% fields[1L, ])) {
    refuse_run_table(path, "another")
  }
  columns <- intersect(c(columns, more), fields[1L, ])
  body <- fields[-1L, match(columns, fields[1L, ]), drop = FALSE]
  table <- as_frame(stats::setNames(lapply(seq_along(columns), function(j) {
    utf8_text(body[, j])
  }), columns))
  table[c("repeat", "fold")] <- lapply(
    table[c("repeat", "fold")], run_numbers, path,
    whole = TRUE, empty = FALSE
  )
  table
}

refuse_run_table <- function(path, found) {
  refuse_suite(
    paste("the table", basename(path), "of a folder of results"), found,
    "Remove it and run again: what is done is kept.",
    file = path
  )
}

# The numbers of a column of text, NA if a field is empty.
run_numbers <- function(text, path, whole = FALSE, empty = TRUE) {
  numbers <- parse_scores(text)
  good <- if (whole) {
    grepl("^[0-9]{1,9}$", text)
  } else {
    numbers$status == score_status[["finite"]]
  }
  bad <- which(!good & !(empty & text == ""))
  if (length(bad) > 0L) {
    refuse_run_table(path, shown(text[[bad[[1L]]]]))
  }
  if (whole) as.integer(numbers$value) else numbers$value
}

# Writes a table of fields; `rows`: a matrix, or NULL.
write_run_table <- function(path, head, rows) {
  lines <- if (!is.null(rows)) do.call(paste, c(as.data.frame(rows), sep = ","))
  write_whole(path, paste0(c(paste(csv_fields(head), collapse = ","), lines, ""), collapse = "\n"))
}
