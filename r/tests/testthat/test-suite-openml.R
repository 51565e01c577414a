# OpenML's files: a folder as Python writes it. A test of Python's, test_r_suites.py, reads the same
# folder in both languages.

openml <- function(change = identity) {
  folder <- tempfile("openml")
  write <- function(path, text) {
    dir.create(dirname(file.path(folder, path)), FALSE, TRUE)
    cat(text, file = file.path(folder, path))
  }
  oml <- function(root, ...) {
    head <- sprintf("<oml:%s xmlns:oml=\"http://openml.org/openml\">\n", root)
    change(paste0(head, paste0(..., collapse = "\n"), "\n</oml:", root, ">\n"))
  }
  tag <- function(name, text, attribute = "") {
    sprintf("<oml:%s%s>%s</oml:%s>", name, attribute, text, name)
  }
  input <- function(name, inner, text) tag("input", tag(inner, text), sprintf(" name=\"%s\"", name))
  write("studies/9/study.xml", oml(
    "study", tag("id", 9), tag("main_entity_type", "task"), tag("name", "two"),
    tag("description", ""), tag("status", "active"), tag("creation_date", "2019-02-21"),
    tag("tasks", tag("task_id", 5))
  ))
  write("tasks/5/task.xml", oml(
    "task", tag("task_id", 5), tag("task_type_id", 1),
    input("source_data", "data_set", paste0(
      tag("data_set_id", 61), tag("target_feature", "class")
    )),
    input("estimation_procedure", "estimation_procedure", paste0(
      tag("type", "crossvalidation"), tag("parameter", "true", " name=\"stratified_sampling\"")
    )),
    input("evaluation_measures", "evaluation_measures", tag("evaluation_measure", "f_measure")),
    tag("tag", "easy")
  ))
  rows <- paste0(c("TRAIN,1,0,0", "TEST,0,0,0", "TRAIN,0,0,1", "TEST,1,0,1"), "\n", collapse = "")
  write("tasks/5/datasplits.arff", paste0(
    "@relation s\n@attribute type {TRAIN,TEST}\n@attribute rowid numeric\n",
    "@attribute repeat numeric\n@attribute fold numeric\n@data\n", rows
  ))
  write("datasets/61/description.xml", oml(
    "data_set_description", tag("id", 61), tag("name", "t"), tag("version", "1"),
    tag("format", "ARFF"), tag("url", "https://x"), tag("row_id_attribute", "id")
  ))
  write("datasets/61/dataset.arff", paste0(
    "@relation t\n@attribute id numeric\n@attribute x numeric\n@attribute class {p,q}\n",
    "@data\n1,2,p\n2,3,q\n"
  ))
  folder
}

test_that("a folder of OpenML's files is a suite", {
  suite <- pb_suite_read_openml(openml())
  expect_identical(suite$created, "2019-02-21T00:00:00Z")
  expect_identical(suite$status, "active")
  tasks <- pb_suite_tasks(suite)
  expect_identical(tasks$measure, "f1_weighted")
  expect_identical(tasks$tags, "easy")
  expect_identical(c(tasks$repeats, tasks$folds), c(1, 2))
  expect_named(pb_suite_data(suite, "t")$x, "x")
  expect_identical(pb_suite_splits(suite, "t")$rowid, c(1L, 0L, 0L, 1L))
  skip_if_not_installed("jsonlite")
  expect_identical(pb_suite_load(pb_suite_save(suite, tempfile())$folder)$hash, suite$hash)
})

test_that("documents that do not match are refused", {
  wrong <- c(
    "<oml:task_id>5</oml:task_id>" = "<oml:task_id>6</oml:task_id>",
    "<oml:task_type_id>1" = "<oml:task_type_id>2", "crossvalidation<" = "leaveoneout<",
    "source_data" = "other", "<oml:id>61" = "<oml:id>62", "ARFF" = "CSV", "active" = "gone",
    "2019-02-21" = "yesterday", "entity_type>task" = "entity_type>run",
    "<oml:url>" = "<oml:md5_checksum>0</oml:md5_checksum><oml:url>",
    "target_feature>class" = "target_feature>z"
  )
  for (from in names(wrong)) {
    folder <- openml(function(text) sub(from, wrong[[from]], text, fixed = TRUE))
    expect_s3_class(pybench_error_of(pb_suite_read_openml(folder)), "pybench_error_input")
  }
  expect_s3_class(pybench_error_of(pb_suite_read_openml(tempfile())), "pybench_error_suite")
})

test_that("the files that ship are the suite that ships", {
  suite <- pb_suite_read_openml(system.file("extdata", "openml", package = "pybench"))
  expect_identical(suite$name, cars_suite()$name)
  expect_identical(pb_suite_splits(suite, "cars"), pb_suite_splits(cars_suite(), "cars"))
  expect_identical(pb_suite_data(suite, "cars"), pb_suite_data(cars_suite(), "cars"))
})

test_that("qualities that OpenML states are kept beside those that are measured", {
  folder <- tempfile("openml")
  dir.create(folder)
  file.copy(
    list.files(system.file("extdata", "openml", package = "pybench"), full.names = TRUE), folder,
    recursive = TRUE
  )
  quality <- function(name, value) {
    named <- sprintf("<oml:name>%s</oml:name><oml:value>%s</oml:value>", name, value)
    sprintf("<oml:quality>%s</oml:quality>", named)
  }
  write <- function(value) {
    writeLines(c(
      "<oml:data_qualities xmlns:oml=\"http://openml.org/openml\">",
      quality("AutoCorrelation", value), quality("NumberOfInstances", "33"), quality("Kurt", ""),
      "</oml:data_qualities>"
    ), file.path(folder, "datasets", "1", "qualities.xml"))
  }
  write("0.5")
  suite <- pb_suite_read_openml(folder)
  expect_identical(
    suite$manifest$openml_qualities,
    list(cars = list(AutoCorrelation = 0.5, NumberOfInstances = 33, Kurt = NULL))
  )
  expect_identical(suite$qualities$cars$NumberOfInstances, 32)
  write("many")
  expect_s3_class(pybench_error_of(pb_suite_read_openml(folder)), "pybench_error_suite")
})
