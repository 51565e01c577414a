# Sources of datasets: tables of a folder or by name; everything else is refused.

put <- function(folder, ..., text = "x,class\n1,a\n2,b\n") {
  for (name in c(...)) {
    dir.create(dirname(file.path(folder, name)), FALSE, TRUE)
    cat(text, file = file.path(folder, name))
  }
  folder
}

test_that("a folder gives its tables by name, and those of folders with their name", {
  folder <- put(tempfile(), "b.csv", "a/a.csv", "a/b.csv", "c.d.CSV", ".hidden.csv", "notes.md")
  found <- folder_files(folder)
  expect_named(found, c("a", "b", "c.d"))
  one <- suite_candidates(folder, list(), "class", NULL)
  expect_identical(
    vapply(one, function(candidate) candidate$path, ""),
    c("data/a.csv", "data/b.csv", "data/c.d.csv")
  )
})

test_that("copies, series and empty folders are refused", {
  message_of <- function(...) conditionMessage(pybench_error_of(folder_files(put(tempfile(), ...))))
  expect_match(message_of("a.csv", "a.arff"), "the dataset `a` once")
  expect_match(message_of("a.ts"), "found a file of series")
  expect_match(message_of("a_TRAIN.csv"), "found a file of series")
  expect_match(message_of("notes.md"), "a folder of datasets")
  expect_s3_class(pybench_error_of(dataset_files(c(a = "none.csv"))), "pybench_error_input")
  path <- file_of("", ".xlsx")
  expect_match(conditionMessage(pybench_error_of(dataset_files(c(a = path)))), "a table")
})

test_that("what is said of a dataset is checked", {
  expect_identical(check_about(list()), stats::setNames(list(), character()))
  said <- check_about(list(a = list(version = "", tags = c("x", "y"), openml_id = 3)))
  expect_identical(said, list(a = list(tags = c("x", "y"), openml_id = 3L)))
  for (wrong in list(1, list(1), list(a = 1), list(a = list(1)), list(a = list(url = 1)))) {
    expect_s3_class(pybench_error_of(check_about(wrong)), "pybench_error_argument")
  }
})
