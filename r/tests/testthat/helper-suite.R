# The suite that ships with the package, and copies of it to damage.

cars_suite <- function() pb_suite_load(system.file("extdata", "suite", package = "pybench"))

suite_copy <- function() {
  folder <- tempfile("suite")
  dir.create(folder)
  file.copy(
    list.files(system.file("extdata", "suite", package = "pybench"), full.names = TRUE), folder,
    recursive = TRUE
  )
  folder
}

rewrite <- function(path, from, to) {
  text <- readLines(path)
  writeLines(sub(from, to, text, fixed = TRUE), path)
}

majority <- function(train, test) rep(names(which.max(table(train$class))), nrow(test))
