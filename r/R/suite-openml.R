# A suite from a folder of OpenML's files, in the layout of its server and its clients' caches.

# OpenML's procedure -> ours, and its measure -> ours.
openml_procedures <- c(
  crossvalidation = "crossvalidation", holdout = "holdout", customholdout = "holdout"
)
openml_measures <- c(
  predictive_accuracy = "accuracy", balanced_accuracy = "balanced_accuracy",
  f_measure = "f1_weighted", kappa = "kappa", area_under_roc_curve = "auroc"
)

#' Read a suite from OpenML's files
#'
#' Makes a suite from a folder of OpenML's files, as Python's `Suite.write_openml()` writes them and
#' as clients keep them: `study.xml` in `studies/<id>`; `task.xml` and `datasplits.arff` in
#' `tasks/<id>`; `description.xml` and `dataset.arff` in `datasets/<id>`. Python makes the same
#' suite of the same files. R does not use the network; the Python package fetches from OpenML.
#'
#' @param folder A folder with one suite of classification tasks.
#'
#' @return A suite in memory, see [pb_suite_load()]; [pb_suite_save()] collects its files.
#'
#' @section Errors:
#' `pybench_error_input`: a file is missing. `pybench_error_suite`, `pybench_error_dataset`: a file
#' is malformed or does not match another, or there is no suite or more than one.
#' @seealso [pb_suite_create()], [pb_suite_save()]
#' @examples
#' suite <- pb_suite_read_openml(system.file("extdata", "openml", package = "pybench"))
#' suite
#' @export
pb_suite_read_openml <- function(folder) {
  folder <- native_path(check_string("folder", folder))
  study <- only_study(folder)
  listed <- xml_one(study, "tasks", optional = TRUE)
  numbers <- if (!is.null(listed)) {
    lapply(xml_all(listed, "task_id"), function(id) {
      xml_number(list(children = list(id), name = "tasks", file = study$file), "task_id")
    })
  }
  tasks <- lapply(numbers, openml_task, folder)
  ids <- vapply(tasks, function(task) as.double(task$data_id), 0)
  different <- unique(ids)
  described <- lapply(different, openml_data, folder)
  names(described) <- sprintf("%.0f", different)
  names <- lower_case(vapply(described, function(data) data$name, ""))
  contents <- measured <- known <- list()
  made <- lapply(tasks, function(task) {
    key <- sprintf("%.0f", task$data_id)
    data <- described[[key]]
    if (sum(names == lower_case(data$name)) > 1L) {
      data$name <- paste(data$name, key)
    }
    one <- openml_suite_task(task, data, sum(ids == task$data_id) > 1L, folder)
    contents[[one$task$dataset$files[[1L]]$path]] <<- data$place
    contents[[one$task$splits]] <<- one$splits
    if (is.null(measured[[data$name]])) {
      measured[[data$name]] <<- one$qualities
      known[[data$name]] <<- data$stated
    }
    one$task
  })
  suite_object(c(openml_head(study), list(
    tasks = made, constraints = list(), candidates = list(), exclusions = list(),
    qualities = if (length(measured) > 0L) measured else no_qualities(),
    provenance = list(
      source = "OpenML",
      "made by" = paste("pybench", as.character(utils::packageVersion("pybench")))
    ),
    openml_id = NULL
  ), if (length(known) > 0L) list(openml_qualities = known)), NULL, contents)
}

# The first fields of a manifest.
openml_head <- function(study) {
  status <- xml_field(study, "status", optional = TRUE)
  status <- if (is.null(status)) "in_preparation" else status
  if (!status %in% c("in_preparation", "active", "deactivated")) {
    refuse_xml("a status of a suite", shown(status), study$file)
  }
  told <- xml_field(study, "creation_date", optional = TRUE)
  told <- if (is.null(told)) "1970-01-01T00:00:00" else told
  form <- "^([0-9]{4}-[0-9]{2}-[0-9]{2})([T ]([0-9]{2}:[0-9]{2}:[0-9]{2}).*)?$"
  if (!grepl(form, told)) {
    refuse_xml("a date such as 2019-02-21T18:47:13", shown(told), study$file)
  }
  time <- sub(form, "\\3", told)
  name <- xml_one(study, "name")$text
  check_dataset_name(name)
  list(
    schema = suite_schema, name = name, alias = xml_field(study, "alias", optional = TRUE),
    description = xml_one(study, "description")$text, version = 1L, status = status,
    created = sprintf("%sT%sZ", sub(form, "\\1", told), if (nzchar(time)) time else "00:00:00")
  )
}

# The only suite of a folder.
only_study <- function(folder) {
  paths <- list.files(file.path(folder, "studies"), "^study\\.xml$", recursive = TRUE)
  studies <- lapply(file.path(folder, "studies", paths), openml_document, "study")
  suites <- Filter(function(one) xml_field(one, "main_entity_type") == "task", studies)
  if (length(suites) != 1L) {
    refuse_xml("one suite", as.character(length(suites)), folder)
  }
  suites[[1L]]
}

# What a task's document says: id, data_id, target, procedure, stratified, measure, tags, splits.
openml_task <- function(number, folder) {
  place <- file.path(folder, "tasks", sprintf("%.0f", number))
  node <- openml_document(file.path(place, "task.xml"), "task")
  if (xml_number(node, "task_id") != number || xml_number(node, "task_type_id") != 1L) {
    refuse_xml(
      sprintf("task %.0f, of supervised classification", number), "another task", node$file
    )
  }
  inputs <- xml_all(node, "input")
  names(inputs) <- vapply(inputs, function(one) or_na(one$attributes[["name"]], ""), "")
  if (!all(c("source_data", "estimation_procedure") %in% names(inputs))) {
    refuse_xml("the inputs `source_data` and `estimation_procedure`", "others", node$file)
  }
  source <- xml_one(inputs[["source_data"]], "data_set")
  how <- xml_one(inputs[["estimation_procedure"]], "estimation_procedure")
  procedure <- xml_field(how, "type")
  if (!procedure %in% names(openml_procedures)) {
    refuse_xml(
      paste("one of", toString(names(openml_procedures))), shown(procedure), node$file
    )
  }
  stratified <- Filter(function(one) {
    identical(one$attributes[["name"]], "stratified_sampling")
  }, xml_all(how, "parameter"))
  measures <- inputs[["evaluation_measures"]]
  measures <- if (!is.null(measures)) xml_one(measures, "evaluation_measures", optional = TRUE)
  list(
    id = number, data_id = xml_number(source, "data_set_id"),
    target = xml_field(source, "target_feature"), procedure = openml_procedures[[procedure]],
    stratified = length(stratified) > 0L && xml_stripped(stratified[[1L]]) == "true",
    measure = if (!is.null(measures)) xml_field(measures, "evaluation_measure", optional = TRUE),
    tags = xml_fields(node, "tag"), splits = file.path(place, "datasplits.arff")
  )
}

# What the description of a dataset says, and the place and hash of its data.
openml_data <- function(number, folder) {
  folder <- file.path(folder, "datasets", sprintf("%.0f", number))
  node <- openml_document(file.path(folder, "description.xml"), "data_set_description")
  format <- lower_case(xml_field(node, "format"))
  if (xml_number(node, "id") != number || !format %in% c("arff", "sparse_arff")) {
    refuse_xml(sprintf("dataset %.0f in ARFF", number), "another", node$file)
  }
  place <- file.path(folder, "dataset.arff")
  bytes <- read_bytes(place)
  md5 <- xml_field(node, "md5_checksum", optional = TRUE)
  if (!is.null(md5) && !identical(unname(tools::md5sum(place)), md5)) {
    refuse_xml(paste("MD5", md5), "another", place)
  }
  ignored <- unlist(strsplit(xml_fields(node, "ignore_attribute"), ",", fixed = TRUE))
  ignored <- trimws(c(xml_field(node, "row_id_attribute", optional = TRUE), ignored))
  name <- xml_field(node, "name")
  check_dataset_name(name)
  list(
    id = whole_number(number), name = name, version = xml_field(node, "version"), place = place,
    sha256 = sha256_of(bytes), ignored = unique(ignored[nzchar(ignored)]),
    licence = xml_field(node, "licence", optional = TRUE),
    citation = xml_field(node, "citation", optional = TRUE), url = xml_field(node, "url"),
    tags = xml_fields(node, "tag"), stated = stated_qualities(folder)
  )
}

# The qualities that OpenML states about a dataset, NULL for one without a finite value; NULL if
# there is no such file.
stated_qualities <- function(folder) {
  path <- file.path(folder, "qualities.xml")
  if (!file.exists(path)) {
    return(NULL)
  }
  found <- xml_all(openml_document(path, "data_qualities"), "quality")
  values <- lapply(found, function(one) {
    text <- or_na(xml_field(one, "value", optional = TRUE), "")
    if (tolower(text) %in% c("", "null")) {
      return(NULL)
    }
    value <- suppressWarnings(as.double(text))
    if (is.na(value) && !tolower(text) %in% c("nan", "-nan", "+nan")) {
      refuse_xml("a number as the value of a quality", shown(text), path)
    }
    if (is.finite(value)) value
  })
  stats::setNames(values, vapply(found, function(one) xml_stripped(xml_one(one, "name")), ""))
}

# list(task, splits, qualities): a task of the manifest, the bytes of its splits, and what was
# measured of the table. `several`: whether the dataset has other tasks.
openml_suite_task <- function(task, data, several, folder) {
  name <- if (several) sprintf("%s %.0f", data$name, task$id) else data$name
  columns <- read_columns(data$place, "arff", NULL)
  require_column(columns, task$target, data$place)
  splits <- openml_splits(task$splits)
  check_splits(splits, length(columns[[1L]]), task$procedure, task$splits)
  stored <- charToRaw(splits_text(splits_folds(splits)))
  path <- sprintf("data/%s.arff", file_stem(data$name))
  dataset <- list(
    name = data$name, source = "openml", format = "arff",
    files = list(list(path = path, sha256 = data$sha256)),
    version = if (nzchar(data$version)) data$version, sha256 = data$sha256,
    ignore = as.list(setdiff(data$ignored, task$target)), licence = data$licence,
    citation = data$citation, url = data$url, tags = as.list(data$tags), openml_id = data$id
  )
  measure <- or_na(task$measure, "accuracy")
  known <- measure %in% names(openml_measures)
  measure <- if (known) openml_measures[[measure]] else measure
  made <- list(
    name = name, dataset = Filter(function(value) length(value) > 0L, dataset),
    target = task$target,
    procedure = list(
      type = task$procedure, repeats = max(splits[["repeat"]]) + 1L, folds = max(splits$fold) + 1L,
      stratified = task$stratified, seed = NULL
    ),
    splits = sprintf("splits/%s.csv", file_stem(name)), splits_sha256 = sha256_of(stored)
  )
  if (measure != "accuracy") {
    made$measure <- measure
  }
  list(
    task = with_field(made, "tags", as.list(task$tags)), splits = stored,
    qualities = table_qualities(columns, task$target, unlist(dataset$ignore))
  )
}

# OpenML's splits as a data frame like that of pb_suite_splits().
openml_splits <- function(path) {
  columns <- read_columns(path, "arff", NULL)
  names <- c("type", "rowid", "repeat", "fold")
  if (!identical(utils::head(names(columns), 4L), names)) {
    refuse_xml(paste("the columns", toString(names)), shown_names(names(columns)), path)
  }
  whole <- vapply(columns[names[-1L]], function(x) {
    is.numeric(x) && !anyNA(x) && all(x >= 0 & x == trunc(x) & x < 1e9)
  }, NA)
  type <- as.character(columns$type)
  if (!all(whole) || !all(type %in% c("TRAIN", "TEST"))) {
    refuse_xml("TRAIN or TEST and three whole numbers from 0", "others", path)
  }
  splits <- data.frame(
    type = type, rowid = as.integer(columns$rowid), `repeat` = as.integer(columns[["repeat"]]),
    fold = as.integer(columns$fold), check.names = FALSE
  )
  if (anyDuplicated(splits[names[-1L]]) > 0L) {
    refuse_xml("every row once in a fold", "a row twice", path)
  }
  splits
}
