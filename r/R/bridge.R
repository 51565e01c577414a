# The interface to Python: runs one function at a time, and returns every outcome as a value.

# Functions besides the exported pb_* ones that Python may call.
bridge_internals <- c(
  "bridge_results_table", "bridge_coverage", "bridge_stability", "bridge_eval",
  "bridge_matrix_sum", "bridge_place", "bridge_placed", "bridge_partial", "bridge_surroundings",
  "bridge_made", "bridge_measures", "bridge_suite_hash", "bridge_item_table", "kmeans_codes",
  "arrow_live"
)

# Calls the function `name` with the list `args`. Returns list(value, error, warnings, messages);
# `error` is NULL or list(class, message, call, fields, traceback). Never raises an error itself.
bridge_call <- function(name, args = list()) {
  log <- new_bridge_log()
  answer <- tryCatch(
    list(value = run_logged(name, args, log), error = NULL),
    error = function(condition) list(value = NULL, error = describe_error(condition, log$calls)),
    interrupt = function(condition) list(value = NULL, error = describe_error(condition, NULL))
  )
  c(answer, list(warnings = logged(log$warnings), messages = logged(log$messages)))
}

# The handlers only record: an error may come from the bottom of an endless recursion, where hardly
# any call is left.
run_logged <- function(name, args, log) {
  withCallingHandlers(
    without_note_names(call_by_name(name, args, log)),
    error = function(condition) log$calls <- sys.calls()[-seq_len(log$depth)],
    warning = function(condition) {
      note(log$warnings, condition)
      tryInvokeRestart("muffleWarning")
    },
    message = function(condition) {
      note(log$messages, condition)
      tryInvokeRestart("muffleMessage")
    }
  )
}

# Moves details of notes, which R keeps as names, to a separate list, in every result in the value.
without_note_names <- function(value) {
  if (!is.list(value) || is.data.frame(value) || inherits(value, "pb_results_table")) {
    return(value)
  }
  value[] <- lapply(value, without_note_names)
  details <- names(value[["notes"]])
  if (inherits(value, "pb_result") && !is.null(details)) {
    told <- nzchar(details)
    value$note_details <- as.list(stats::setNames(details[told], value$notes[told]))
    value$notes <- unname(value$notes)
  }
  value
}

# The arguments become variables, so that a call in a traceback shows names, not whole tables.
call_by_name <- function(name, args, log) {
  check_bridge_name(name)
  symbols <- names(args)
  if (is.null(symbols)) {
    symbols <- character(length(args))
  }
  unnamed <- !nzchar(symbols)
  variables <- ifelse(unnamed, paste0("argument", seq_along(args)), symbols)
  frame <- list2env(stats::setNames(args, variables), parent = topenv())
  call <- as.call(c(as.name(name), stats::setNames(lapply(variables, as.name), symbols)))
  log$depth <- sys.nframe() + 2L # eval() appears twice among the calls
  eval(call, frame)
}

check_bridge_name <- function(name) {
  exported <- grep("^pb_", getNamespaceExports(topenv()), value = TRUE)
  if (!is_string(name) || !name %in% c(exported, bridge_internals)) {
    found <- describe_value(name)
    expected <- "an exported function whose name starts with pb_"
    stop_argument(
      paste0("`name` must be ", expected, ", not ", found),
      expected = expected, found = found
    )
  }
}

# ---- records of a call ----

most_notes <- 1000L

new_bridge_log <- function() {
  log <- new.env(parent = emptyenv())
  log$depth <- 0L
  log$warnings <- new_notes()
  log$messages <- new_notes()
  log
}

new_notes <- function() {
  notes <- new.env(parent = emptyenv())
  notes$texts <- character(most_notes)
  notes$count <- 0L
  notes
}

note <- function(notes, condition) {
  notes$count <- notes$count + 1L
  if (notes$count <= most_notes) {
    notes$texts[[notes$count]] <- condition_text(condition)
  }
}

logged <- function(notes) {
  kept <- notes$texts[seq_len(min(notes$count, most_notes))]
  lost <- notes$count - length(kept)
  c(kept, if (lost > 0L) paste("and", lost, "more"))
}

# ---- errors as values ----

condition_text <- function(condition) {
  text <- tryCatch(conditionMessage(condition), error = function(cause) NULL)
  if (is.character(text)) paste(utf8_text(text), collapse = "\n") else ""
}

describe_error <- function(condition, calls) {
  interrupted <- inherits(condition, "interrupt")
  list(
    class = utf8_text(class(condition)),
    message = if (interrupted) "interrupted" else condition_text(condition),
    call = if (!is.null(condition$call)) call_text(condition$call),
    fields = if (inherits(condition, "pybench_error")) error_fields(condition) else list(),
    traceback = traceback_text(calls)
  )
}

# The fields of an error of pybench that are set; `message` is the bare message here.
error_fields <- function(condition) {
  fields <- unclass(condition)
  fields <- fields[setdiff(names(fields), "call")]
  lapply(Filter(is.atomic, Filter(Negate(is.null), fields)), function(field) {
    if (is.character(field)) utf8_text(field) else field
  })
}

# One line per call, outermost first; the middle of a long traceback is omitted.
traceback_text <- function(calls, most = 40L) {
  calls <- without_handler(calls)
  half <- most %/% 2L
  skipped <- length(calls) - 2L * half
  if (skipped <= 0L) {
    return(vapply(calls, call_text, ""))
  }
  c(
    vapply(utils::head(calls, half), call_text, ""),
    paste0("... (", skipped, " calls) ..."),
    vapply(utils::tail(calls, half), call_text, "")
  )
}

# The last calls are those by which R reaches the handler: the handler itself for stop(condition),
# .handleSimpleError() and h() for other errors.
without_handler <- function(calls) {
  last <- if (length(calls)) calls[[length(calls)]][[1L]]
  utils::head(calls, if (is.function(last)) -1L else if (identical(last, quote(h))) -2L else Inf)
}

# The first line of a call; a value in it, which may be a whole table, is shown as its class.
call_text <- function(call) {
  call <- as.call(call)
  for (i in seq_along(call)) {
    if (!is.language(call[[i]]) && (length(call[[i]]) > 4L || is.function(call[[i]]))) {
      call[[i]] <- as.name(paste0("<", class(call[[i]])[[1L]], ">"))
    }
  }
  utf8_text(deparse(call, width.cutoff = 120L, nlines = 1L)[[1L]])
}

# ---- functions for Python alone ----

# A results table from the fields that Python sends.
bridge_results_table <- function(fields) {
  do.call(results_table, c(fields, missing = anyNA(fields$scores)))
}

# A table of items from its fields.
bridge_item_table <- function(fields) {
  new_item_table(fields)
}

# A coverage from counts and their names.
bridge_coverage <- function(fields) {
  coverage_of(matrix(
    fields$counts, length(fields$datasets), dimnames = list(fields$datasets, fields$regions)
  ))
}

bridge_stability <- function(fields) {
  shares <- matrix(
    fields$represents, length(fields$datasets), dimnames = list(fields$datasets, fields$regions)
  )
  new_result("pb_landscape_stability", list(
    represents = shares, threshold = fields$threshold, n_maps = fields$n_maps,
    members = lapply(fields$members, lapply, as.character)
  ))
}

# The result of a function of the package: an argument of another function that only R can hold.
bridge_made <- function(fields) {
  check_bridge_name(fields$name)
  do.call(fields$name, fields$arguments)
}

# Measures of one fold; classes are counted from 1.
bridge_measures <- function(truth, said, shares, n_classes) {
  measures_of(truth, said, shares, n_classes)
}

# The hash of a manifest, computed from its bytes.
bridge_suite_hash <- function(path) {
  manifest_hash(readBin(path, "raw", file.size(path)))
}

# Evaluates R source text in its own environment, for tests and the doctor.
bridge_eval <- function(source) {
  eval(parse(text = source, keep.source = FALSE, encoding = "UTF-8"), new.env(parent = globalenv()))
}

# A sum that needs all of a large matrix, for benchmarks.
bridge_matrix_sum <- function(x) {
  stopifnot(is.matrix(x))
  sum(x)
}

#' Report the progress of a long computation
#'
#' Reports progress by calling the function in `getOption("pybench.progress")` with `done`, `total`
#' and `text`. Python sets this option. If the option is not set, nothing happens.
#'
#' @param done,total Number of finished steps and number of all steps, 0 <= done <= total.
#' @param text Description of the current step, one line.
#' @return Nothing, invisibly.
#' @examples
#' old <- options(pybench.progress = function(done, total, text) cat(done, "of", total, text, "\n"))
#' pb_progress(1, 10, "maps")
#' options(old)
#' @export
pb_progress <- function(done, total, text = "") {
  emit <- getOption("pybench.progress")
  if (is.function(emit)) {
    emit(done, total, text)
  }
  invisible()
}
