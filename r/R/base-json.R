# Results as JSON, in the form that Python writes and reads.

# Class -> schema, of the results that both languages have with the same fields.
result_schemas <- c(
  pb_friedman = "friedman/1", pb_omnibus = "omnibus-test/1", pb_nemenyi = "nemenyi/2",
  pb_pairs = "pairwise-test/2", pb_critical_difference = "critical-difference/3",
  pb_kendall_w = "kendall-w/1", pb_rank_intervals = "rank-intervals/1", pb_effects = "effects/1",
  pb_multi_comparison = "multi-comparison/2", pb_stability = "stability/2",
  pb_bayesian_pairs = "bayesian-pairs/1", pb_results_table = "results-table/1",
  pb_comparison = "comparison/2", pb_missing_policies = "missing-policies/1",
  pb_within_datasets = "within-datasets/1", pb_power = "power/1", pb_optimality = "optimality/2",
  pb_sweep = "sweep/2"
)

#' Read and write results as JSON
#'
#' `pb_load_result()` reads a result that Python or R wrote as JSON, such as the file `results.json`
#' of a report. `pb_to_json()` writes a result in the same form, which Python reads by
#' `pybench.load_result()`. Numbers are the same to the last bit.
#'
#' @param source Path of a file.
#' @param x A result of [pb_compare()], [pb_friedman()], [pb_quade()] and other omnibus tests,
#'   [pb_nemenyi()], [pb_wilcoxon()] and other tests of pairs, [pb_bayesian_sign()] and other
#'   Bayesian tests of all pairs, [pb_critical_difference()], [pb_multi_comparison()],
#'   [pb_stability()], [pb_kendall_w()], [pb_rank_intervals()], [pb_effects()],
#'   [pb_within_datasets()], [pb_missing_policies()], [pb_datasets_needed()], [pb_optimality()] or
#'   [pb_optimal_sweep()]; or a results table.
#' @param file Path of the file to write, or `NULL` to return the text.
#' @return `pb_load_result()`: the result, of the class that the R function returns; its field
#'   `engine` says which language computed it. `pb_to_json()`: the text, invisibly if it is written
#'   to a file.
#' @section Errors:
#' `pybench_error_input` if the file cannot be read, is not JSON or does not contain one of these
#' results; `pybench_error_argument` for another kind of result;
#' `pybench_error_r_package_missing` if the package jsonlite is not installed.
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 6)),
#'   higher_is_better = TRUE
#' )
#' file <- tempfile(fileext = ".json")
#' pb_to_json(pb_friedman(t), file)
#' pb_load_result(file)
#' unlink(file)
#' @seealso [pb_result] and [pb_table()].
#' @name pb_load_result
NULL

#' @rdname pb_load_result
#' @export
pb_load_result <- function(source) {
  check_string("source", source)
  need_jsonlite(source)
  text <- rawToChar(read_text(source))
  Encoding(text) <- "UTF-8"
  found <- json_value(text, function(reason) {
    refuse_result("JSON", shown(reason), source)
  })
  claimed <- if (is.list(found) && is_string(found$schema)) found$schema else ""
  if (!claimed %in% paste0("pybench/", result_schemas)) {
    refuse_result(
      paste("a result of one of the kinds", toString(unname(result_schemas))),
      if (nzchar(claimed)) shown(claimed) else "none", source
    )
  }
  restored(found, source)
}

#' @rdname pb_load_result
#' @export
pb_to_json <- function(x, file = NULL) {
  if (!inherits(x, names(result_schemas))) {
    found <- describe_value(x)
    stop_argument(
      paste0("`x` must be a result that Python can read, not ", found),
      expected = "a result such as that of pb_compare()", found = found,
      hint = "saveRDS() writes any result."
    )
  }
  need_jsonlite(file)
  text <- written(x)
  if (is.null(file)) {
    return(text)
  }
  check_string("file", file)
  if (inherits(try(suppressWarnings(writeLines(text, file, useBytes = TRUE)), TRUE), "try-error")) {
    stop_environment(paste("the result cannot be written:", file))
  }
  invisible(text)
}

need_jsonlite <- function(file) {
  if (!requireNamespace("jsonlite", quietly = TRUE)) {
    expected <- "the R package `jsonlite` to read and write JSON"
    stop_r_package_missing(
      expected_found(expected, "none of that name installed"),
      file = file, expected = expected, found = "none of that name installed",
      hint = "Run install.packages(\"jsonlite\"), or use saveRDS() and readRDS()."
    )
  }
}

refuse_result <- function(expected, found, file) {
  stop_input(
    expected_found(expected, found), file = file, expected = expected, found = found,
    hint = "Read a file that pb_to_json() or Python's pybench wrote."
  )
}

# ---- reading ----

# The value of a part of a document: results, matrices, vectors and lists of them.
restored <- function(value, file) {
  if (!is.list(value)) {
    return(value)
  }
  if (is_string(value$schema)) {
    return(restored_result(value, file))
  }
  if (identical(sort(names(value)), c("columns", "rows", "values"))) {
    return(restored_frame(value))
  }
  if (length(value) == 0L) {
    return(if (is.null(names(value))) character() else list())
  }
  joined_values(lapply(value, restored, file), scalars = !any(vapply(value, is.list, NA)))
}

# A list as a vector if its values are scalars, as a matrix if they are rows of numbers.
joined_values <- function(inner, scalars) {
  if (!all(vapply(inner, function(one) is.atomic(one) && !is.null(one), NA))) {
    return(inner)
  }
  if (scalars && all(lengths(inner) == 1L)) {
    return(restored_vector(inner))
  }
  rows <- is.null(names(inner)) && all(vapply(inner, is_numeric_json, NA))
  if (rows && length(unique(lengths(inner))) == 1L) {
    return(do.call(rbind, inner))
  }
  inner
}

is_numeric_json <- function(values) is.numeric(values) || is.logical(values)

not_finite <- c("NaN" = NaN, "Inf" = Inf, "-Inf" = -Inf)

# Scalars as a vector; numbers that are not finite are strings in JSON.
restored_vector <- function(scalars) {
  texts <- vapply(scalars, is.character, NA)
  odd <- texts & vapply(scalars, function(one) one %in% names(not_finite), NA)
  if (all(odd == texts)) {
    scalars[odd] <- unname(not_finite[unlist(scalars[odd])])
  }
  unlist(scalars)
}

restored_frame <- function(value, mixed = FALSE) {
  axes <- list(as.character(unlist(value$rows)), as.character(unlist(value$columns)))
  columns <- lapply(seq_along(axes[[2L]]), function(i) {
    restored_vector(lapply(value$values, `[[`, i))
  })
  if (!mixed && all(vapply(columns, is_numeric_json, NA))) {
    found <- matrix(
      as.vector(do.call(cbind, columns)), length(axes[[1L]]), length(axes[[2L]]), dimnames = axes
    )
    return(found)
  }
  found <- as.data.frame(stats::setNames(columns, axes[[2L]]), optional = TRUE)
  if (!is.numeric(unlist(value$rows))) { # else they are counted
    rownames(found) <- axes[[1L]]
  }
  found
}

restored_result <- function(value, file) {
  kind <- names(result_schemas)[paste0("pybench/", result_schemas) == value$schema]
  if (length(kind) == 0L) {
    expected <- paste("a part of one of the kinds", toString(unname(result_schemas)))
    refuse_result(expected, shown(value$schema), file)
  }
  names <- setdiff(names(value), c("schema", "pybench", "note_details"))
  fields <- lapply(value[names], restored, file)
  if ("df" %in% names && length(fields$df) == 0L) {
    fields$df <- numeric()
  }
  if ("against" %in% names && length(fields$against) == 0L) {
    fields$against <- list()
  }
  if (is_string(fields$statistic) && fields$statistic %in% names(not_finite)) {
    fields$statistic <- not_finite[[fields$statistic]]
  }
  details <- value$note_details
  if (length(details) > 0L) {
    told <- unlist(details)[fields$notes]
    names(fields$notes) <- ifelse(is.na(told), "", told)
  }
  for (name in intersect(c("cliques", "pairs", "smallest", "nearest", "carriers"), names)) {
    fields[[name]] <- lapply(value[[name]], function(one) as.character(unlist(one)))
  }
  if (kind == "pb_comparison") {
    fields$scores <- restored_frame(value$scores, mixed = TRUE)
    fields$versions <- as.list(fields$versions)
  }
  fields <- with_axes(kind, fields)
  structure(fields, class = c(kind, "pb_result"))
}

# What R keeps in another form than Python.
with_axes <- function(kind, fields) {
  if (kind == "pb_critical_difference") {
    for (name in c("significant", "verdicts")) {
      dimnames(fields[[name]]) <- list(fields$classifiers, fields$classifiers)
    }
  } else if (kind == "pb_results_table") {
    dimnames(fields$scores) <- list(fields$datasets, fields$classifiers)
    if (!is.null(fields$by_repeat)) { # its rows are the cells of the table, dataset by dataset
      size <- c(ncol(fields$by_repeat), rev(dim(fields$scores)))
      fields$by_repeat <- aperm(array(t(fields$by_repeat), size), 3:1)
      dimnames(fields$by_repeat) <- c(dimnames(fields$scores), list(NULL))
    }
  } else if (kind == "pb_comparison") {
    if (length(fields$differences) == 0L) {
      fields["differences"] <- list(NULL)
    }
    scores <- fields$scores
    fields$scores <- data.frame(
      classifier = rownames(scores), scores, row.names = NULL, check.names = FALSE
    )
  } else if (kind == "pb_sweep" && nrow(fields$learners) == 0L) {
    fields$learners <- no_learners
  }
  fields
}

# ---- writing ----

written <- function(value, field = "") {
  if (inherits(value, "pb_result")) {
    return(written_result(value))
  }
  if (is.null(value)) {
    return("null")
  }
  if (is.data.frame(value)) {
    counted <- .row_names_info(value) <= 0L # Python counts from 0
    rows <- if (counted) seq_len(nrow(value)) - 1L else rownames(value)
    return(written_frame(rows, names(value), unname(as.list(value))))
  }
  if (is.matrix(value)) {
    return(written_matrix(value))
  }
  if (length(dim(value)) == 3L) {
    size <- dim(value)
    return(json_array(vapply(seq_len(size[[1L]]), function(i) {
      written_matrix(matrix(value[i, , ], size[[2L]], size[[3L]]))
    }, "")))
  }
  if (is.null(names(value))) {
    return(written_values(value, field))
  }
  parts <- if (is.list(value)) vapply(value, written, "") else json_scalars(value)
  json_object(names(value), parts)
}

written_matrix <- function(value) {
  if (is.null(dimnames(value))) {
    return(json_array(apply(matrix(json_scalars(value), nrow(value)), 1L, json_array)))
  }
  cells <- lapply(seq_len(ncol(value)), function(i) unname(value[, i]))
  written_frame(rownames(value), colnames(value), cells)
}

# A list or a vector without names; one value is no array, unless its field is a list in Python.
written_values <- function(value, field) {
  if (is.list(value)) {
    return(json_array(vapply(value, written_list, "")))
  }
  if (field %in% listed_fields || length(value) != 1L) {
    return(json_array(json_scalars(value)))
  }
  json_scalars(value, whole = TRUE)
}

# Fields that are lists in Python, even of one value.
listed_fields <- c(
  "df", "notes", "datasets", "classifiers", "dropped", "mean_ranks", "conclusions", "differences",
  "rows", "columns", "policies", "agreement", "settled", "omnibus_tests", "omnibus_pvalues",
  "sizes", "needed_single", "needed", "better", "worse", "not_shown", "settings"
)

written_list <- function(value) {
  if (is.list(value) || is.null(value)) written(value) else json_array(json_scalars(value))
}

written_frame <- function(rows, columns, cells) {
  texts <- as.character(unlist(lapply(cells, json_scalars)))
  cells <- matrix(texts, length(rows), length(columns))
  json_object(c("rows", "columns", "values"), c(
    json_array(json_scalars(rows)), json_array(json_scalars(columns)),
    json_array(apply(cells, 1L, json_array))
  ))
}

written_result <- function(value) {
  kind <- intersect(class(value), names(result_schemas))
  if (length(kind) == 0L) {
    kind <- class(value)[[1L]]
    stop_argument(
      sprintf("a %s inside the result cannot be written as JSON", kind),
      expected = paste("parts of the kinds", toString(names(result_schemas))), found = kind,
      hint = "saveRDS() writes any result."
    )
  }
  fields <- unclass(value)
  details <- names(fields$notes)
  if (!is.null(fields$notes)) {
    fields$notes <- unname(fields$notes)
  }
  if (kind == "pb_comparison") {
    scores <- fields$scores
    fields$scores <- scores[-1L]
    rownames(fields$scores) <- scores$classifier
    fields["differences"] <- list(as.character(fields$differences))
  } else if (kind == "pb_results_table") {
    dimnames(fields$scores) <- NULL
  } else if (kind == "pb_critical_difference") {
    dimnames(fields$significant) <- dimnames(fields$verdicts) <- NULL
  }
  parts <- vapply(names(fields), function(name) written(fields[[name]], name), "")
  head <- json_scalars(c(
    paste0("pybench/", result_schemas[[kind]]), as.character(utils::packageVersion("pybench"))
  ))
  told <- nzchar(details)
  more <- if (any(told)) json_object(fields$notes[told], json_scalars(details[told]))
  json_object(
    c("schema", "pybench", names(fields), if (!is.null(more)) "note_details"), c(head, parts, more)
  )
}

json_array <- function(parts) {
  paste0("[", paste(parts, collapse = ", "), "]")
}

json_object <- function(names, parts) {
  paste0("{", paste0(json_scalars(names), ": ", parts, collapse = ", "), "}")
}

# Scalars as JSON; `whole`: numbers without a fraction have no decimal point.
json_scalars <- function(values, whole = FALSE) {
  values <- as.vector(values)
  if (is.logical(values) && !all(is.na(values))) {
    return(ifelse(values, "true", "false"))
  }
  if (is.integer(values)) {
    return(sprintf("%d", values))
  }
  if (is.numeric(values)) {
    return(vapply(values, json_number, "", whole, USE.NAMES = FALSE))
  }
  vapply(values, function(one) as.character(jsonlite::toJSON(one, auto_unbox = TRUE)), "",
         USE.NAMES = FALSE)
}

# The shortest text of a number that is read as the same number; as.numeric() may read a neighbour.
json_number <- function(value, whole) {
  if (!is.finite(value)) {
    name <- if (is.na(value)) "NaN" else if (value > 0) "Inf" else "-Inf"
    return(paste0("\"", name, "\""))
  }
  texts <- sprintf(c("%.15g", "%.16g", "%.17g"), value)
  text <- texts[[which(parse_scores(texts)$value == value)[[1L]]]]
  if (whole || grepl("[.e]", text)) text else paste0(text, ".0")
}
