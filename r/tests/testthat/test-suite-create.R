# Making a suite: the same bytes as Python's; wrong arguments are refused.

created <- "2026-01-31T12:00:00Z"

golden_about <- list(
  small = list(openml_id = 61, version = "2", citation = "A \"quoted\" one"),
  colours = list(
    licence = "CC BY 4.0", tags = c("b", "a"), ignore = "id", nominal = "class"
  )
)

tables <- function(...) golden_path("suite", "tables", ...)

made <- function(name, source = tables(), about = golden_about, ...) {
  pb_suite_create(name, source, "class", about = about, created = created, ...)
}

# The same suite as if the version of pybench that wrote the golden file had made it.
of_golden_version <- function(suite, golden) {
  plain <- suite$manifest
  plain$provenance$pybench <- golden$manifest$provenance$pybench
  with_manifest(suite, plain)
}

expect_golden <- function(suite, name) {
  skip_if_not_installed("jsonlite")
  golden <- pb_suite_load(golden_path("suite", name), verify = FALSE)
  suite <- of_golden_version(suite, golden)
  there <- rawToChar(read_bytes(golden_path("suite", name, "suite.json")))
  Encoding(there) <- "UTF-8"
  expect_identical(
    strsplit(suite_text(suite), "\n", fixed = TRUE)[[1L]],
    strsplit(there, "\n", fixed = TRUE)[[1L]]
  )
  expect_identical(suite$hash, golden$hash)
  for (task in suite$tasks) {
    expect_identical(
      suite_read(suite, task$splits, task$splits_sha256),
      read_bytes(golden_path("suite", name, task$splits))
    )
  }
}

test_that("a suite of a folder is Python's, byte for byte", {
  expect_golden(
    made("folds", folds = 3, repeats = 2, seed = 5, description = "two\nlines"), "folds"
  )
  flag <- list(
    dataset = "small", flag = "grouped", reason = "drawn alone", source = "here", holds = FALSE
  )
  every <- list(
    list(dataset = "*", flag = "grouped", reason = "no notes", source = "us", holds = FALSE),
    list(dataset = "*", flag = "subset", reason = "no others", source = "us", holds = FALSE)
  )
  held <- made(
    "held",
    procedure = "holdout", repeats = 3, measure = "kappa",
    constraints = list(NumberOfInstances = c(12, NA), NumberOfClasses = c(NA, 4)),
    exclude = c("sparse", "one-hot", "grouped", "subset"), flags = c(list(flag), every)
  )
  expect_golden(held, "held")
  expect_identical(
    made("screened", constraints = "cc18", exclude = "one-hot", classes = "declared")$tasks, list()
  )
})

test_that("all kinds of constraints, and names that were chosen, are Python's", {
  expect_golden(
    made("screened", constraints = "cc18", exclude = "one-hot", classes = "declared"), "screened"
  )
  expect_golden(
    made("kept", keep = "small", folds = 4, constraints = list(NumberOfInstances = c(10, NA))),
    "kept"
  )
})

test_that("a suite of named files is Python's, whatever the name", {
  files <- c("K\u00f6ln, 2" = "colours.csv", small = "small.tsv", weka = "weka.arff")
  source <- vapply(files, tables, "")
  expect_golden(made("named", source, list(), folds = 3), "named")
  in_locale("C", expect_golden(made("named", source, list(), folds = 3), "named"))
})

test_that("what was made runs before and after it was saved", {
  skip_if_not_installed("jsonlite")
  file <- file_of(paste(c("x,class", rep(c("1,a", "2,b"), 6)), collapse = "\n"))
  suite <- pb_suite_create("s", c(t = file), "class", folds = 3)
  expect_null(suite$folder)
  table <- pb_run(suite, majority, tempfile())
  saved <- pb_suite_save(suite, tempfile())
  expect_identical(pb_suite_load(saved$folder)$hash, suite$hash)
  expect_identical(pb_run(saved, majority, tempfile())$scores, table$scores)
  expect_identical(pb_suite_tasks(saved)$folds, 3)
})

test_that("wrong arguments are refused", {
  file <- file_of("x,class\n1,a\n2,b\n1,a\n2,b\n")
  refused <- function(class, pattern, ..., source = c(t = file), target = "class") {
    error <- pybench_error_of(pb_suite_create("s", source, target, ...))
    expect_s3_class(error, paste0("pybench_error_", class))
    expect_match(conditionMessage(error), pattern)
  }
  refused("argument", "must name the column to predict", target = NULL)
  refused("dataset", "expected a column `z`", target = "z", folds = 2)
  refused("argument", "folds", folds = 1)
  refused("argument", "procedure", procedure = "resamples")
  refused("argument", "does not have: `z`", about = list(z = list()))
  refused("argument", "colour", about = list(t = list(colour = "red")))
  refused("argument", "does not have: `z`", keep = "z")
  refused("argument", "alias", alias = "a b")
  refused("argument", "created", created = "now")
  refused("argument", "name columns of the file", nominal = "z")
  refused("dataset", "a row for every fold", folds = 5)
  refused("argument", "must be a folder", source = list(file))
  refused("input", "none of that name", source = tempfile())
  refused("argument", "differ in more than case|same file name", source = c(t = file, T = file))
  refused("argument", "one line", source = stats::setNames(file, "=cmd|x"))
})

test_that("a selection says how it chose", {
  place <- matrix(c(1, 4, 9, 2, 8, 3), 3, dimnames = list(c("small", "weka", "colours"), NULL))
  colnames(place) <- c("x", "y")
  chosen <- pb_select(place, 2, seed = 1)
  suite <- made("d", keep = chosen, folds = 3)
  expect_setequal(vapply(suite$tasks, function(task) task$name, ""), chosen$names)
  expect_match(suite$manifest$provenance$selection, "^chosen by .*, 2 of 3 datasets$")
  words <- chosen_names(list(members = list(c("a", "b"), "b"), threshold = 90))
  expect_identical(words, list(names = c("a", "b"), words = "representative of a region at 90%"))
})
