# Sources of the datasets of a new suite: a folder of tables, or tables by name.

# Ending of a file name -> format of a table.
table_endings <- c(
  csv = "csv", tsv = "csv", arff = "arff", parquet = "parquet", pq = "parquet", arrow = "arrow",
  feather = "arrow", ipc = "arrow"
)

series_endings <- c("ts", "txt")

# What an author may say of a dataset, in the order of the manifest.
about_fields <- c(
  "target", "version", "nominal", "ignore", "licence", "citation", "url", "tags", "openml_id"
)
about_lists <- c("nominal", "ignore", "tags")

# The candidates of a source, ordered by name or as given: list(name, dataset, target, path, place,
# nominal, ignore) each, where `path` is relative to the suite's folder.
suite_candidates <- function(source, about, target, nominal) {
  files <- dataset_files(source)
  strange <- setdiff(names(about), names(files))
  if (length(strange) > 0L) {
    stop_argument(
      paste("`about` names datasets that the source does not have:", shown_names(strange)),
      expected = shown_names(names(files), 20L), found = shown_names(strange)
    )
  }
  unname(Map(function(name, file) {
    said <- as.list(about[[name]])
    said$target <- if (is.null(said$target)) target else said$target
    said$nominal <- if (length(said$nominal) == 0L) nominal else said$nominal
    suite_candidate(name, file, said)
  }, names(files), files))
}

suite_candidate <- function(name, file, said) {
  check_dataset_name(name)
  ending <- file_ending(file)
  format <- table_endings[[ending]]
  path <- sprintf("data/%s.%s", file_stem(name), ending)
  sha256 <- sha256_of(read_bytes(file))
  if (is.null(said$target)) {
    refuse_no_target(name, file, format, said$nominal)
  }
  dataset <- list(
    name = name, source = "file", format = format,
    files = list(list(path = path, sha256 = sha256)), version = said$version, sha256 = sha256,
    nominal = as.list(said$nominal), ignore = as.list(said$ignore), licence = said$licence,
    citation = said$citation, url = said$url, tags = as.list(said$tags), openml_id = said$openml_id
  )
  list(
    name = name, dataset = Filter(function(value) length(value) > 0L, dataset),
    target = said$target, path = path, place = file, nominal = said$nominal, ignore = said$ignore
  )
}

# Refuses names that no suite can hold: several lines, or what a spreadsheet takes for a formula.
check_dataset_name <- function(name) {
  if (!is_name(name)) {
    stop_argument(
      paste0("no dataset of a suite can be called ", shown(name),
             ": a name must be one line, and must not begin like a spreadsheet formula"),
      expected = "one line, and no formula", found = name, hint = "Rename the dataset."
    )
  }
}

refuse_no_target <- function(name, file, format, nominal) {
  columns <- names(read_columns(file, format, nominal))
  stop_argument(
    paste("`target` must name the column to predict in", shown(name)),
    file = file, expected = shown_names(columns, 20L), found = "none",
    hint = paste0("The columns of this file are ", shown_names(columns, 20L), ".")
  )
}

# ---- files ---------------------------------------------------------------------------------------

# Name of each dataset -> path of its file.
dataset_files <- function(source) {
  if (is_string(source) && is.null(names(source))) {
    return(folder_files(native_path(source)))
  }
  named <- (is.character(source) || is.list(source)) && length(source) > 0L &&
    all(vapply(source, is_string, NA)) && length(names(source)) == length(source) &&
    all(nzchar(names(source))) && anyDuplicated(names(source)) == 0L
  if (!named) {
    found <- describe_value(source)
    stop_argument(
      paste("`source` must be a folder, or files with the names of their datasets, not", found),
      expected = "a folder, or files with the names of their datasets", found = found
    )
  }
  files <- lapply(source, native_path)
  names(files) <- utf8_text(names(source))
  lapply(files, function(file) {
    check_is_file(file, file)
    refuse_no_table(file)
    file
  })
}

# The tables in a folder, and in folders in it that have the name of their dataset.
folder_files <- function(folder) {
  if (!dir.exists(folder)) {
    stop_input(
      expected_found("a folder", "none of that name"),
      file = folder, expected = "a folder", found = "none of that name", hint = "Check the path."
    )
  }
  files <- unlist(lapply(sorted_items(folder), function(item) {
    inner <- if (dir.exists(item)) sorted_items(item, hidden = TRUE) else item
    inner[inner == item | dataset_stem(inner) == utf8_text(basename(item))]
  }))
  files <- files[vapply(files, file_ending, "") %in% c(names(table_endings), series_endings)]
  lapply(files, refuse_no_table)
  names <- dataset_stem(files)
  twice <- anyDuplicated(names)
  if (twice > 0L) {
    refuse_suite(
      paste("the dataset", shown(names[[twice]]), "once"),
      toString(files[names == names[[twice]]]),
      "Remove the copies, or name the file to take: c(name = path)."
    )
  }
  if (length(files) == 0L) {
    refuse_suite(
      "a folder of datasets", "none", "Put files X.csv, X.arff or X.parquet into it.",
      file = folder
    )
  }
  order <- order(names, method = "radix")
  stats::setNames(as.list(files[order]), names[order])
}

sorted_items <- function(folder, hidden = FALSE) {
  names <- list.files(folder, all.files = hidden, no.. = TRUE)
  file.path(folder, names[order(utf8_text(names), method = "radix")])
}

# The name of a dataset by its file; series have one file of each part, X_TRAIN and X_TEST.
dataset_stem <- function(files) {
  sub("(.)_(TRAIN|TEST)$", "\\1", sub("(.)\\.[^.]+$", "\\1", utf8_text(basename(files))))
}

# Refuses files that are no tables: of series, or of another format.
refuse_no_table <- function(file) {
  ending <- file_ending(file)
  series <- grepl("._(TRAIN|TEST)\\.[^.]+$", basename(file)) || ending %in% series_endings
  if (series || !ending %in% names(table_endings)) {
    refuse_suite(
      "a table", if (series) "a file of series" else shown(utf8_text(basename(file))),
      if (series) {
        "Suites of series are made in Python."
      } else {
        "Tables are CSV, ARFF, Parquet or Arrow."
      },
      file = file
    )
  }
}

# ---- what an author says -------------------------------------------------------------------------

# Checks a list: dataset -> what is said of it.
check_about <- function(about) {
  named <- is.list(about) && length(names(about)) == length(about)
  if (!named || !all(vapply(about, is.list, NA))) {
    found <- describe_value(about)
    stop_argument(
      paste("`about` must be a list of datasets and what is said of each, not", found),
      expected = "list(dataset = list(field = value))", found = found
    )
  }
  names(about) <- utf8_text(as.character(names(about)))
  Map(about_one, names(about), about)
}

about_one <- function(name, said) {
  what <- sprintf("about$%s", name)
  if (is.null(names(said)) && length(said) > 0L) {
    stop_argument(
      sprintf("`%s` must be a list of fields with names", what), expected = "named fields",
      found = "none"
    )
  }
  for (field in names(said)) {
    check_choice(what, field, about_fields)
  }
  fields <- Map(function(field, value) {
    if (field %in% about_lists) {
      check_names(paste0(what, "$", field), value, "strings")
    } else if (field == "openml_id") {
      whole_number(check_count(paste0(what, "$", field), value))
    } else {
      utf8_text(check_string(paste0(what, "$", field), value))
    }
  }, names(said), said)
  if (identical(fields$version, "")) fields[names(fields) != "version"] else fields
}
