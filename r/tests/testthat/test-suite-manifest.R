# Suites: fields as Python wrote them, and nothing that was changed since.

test_that("a suite has its fields and its text", {
  suite <- cars_suite()
  expect_identical(suite$name, "cars of 1974")
  expect_identical(suite$version, 1L)
  expect_match(format(suite)[[1L]], "Suite cars of 1974, version 1, active: 1 tabular task")
  tasks <- pb_suite_tasks(suite)
  expect_identical(as.data.frame(suite), tasks)
  expect_identical(tasks$task, "cars")
  expect_identical(c(tasks$repeats, tasks$folds), c(2, 4))
  expect_identical(tasks$measure, "accuracy")
  expect_identical(tasks$licence, "Public domain")
  expect_identical(tasks$openml_id, NA_real_)
})

test_that("the file in the folder is the folder", {
  folder <- suite_copy()
  expect_identical(pb_suite_load(file.path(folder, "suite.json"))$hash, cars_suite()$hash)
})

test_that("changed and absent files are named", {
  folder <- suite_copy()
  cat("1,1,1\n", file = file.path(folder, "data", "cars.csv"), append = TRUE)
  error <- pybench_error_of(pb_suite_load(folder))
  expect_s3_class(error, "pybench_error_suite")
  expect_match(conditionMessage(error), "cars.csv: expected SHA-256")
  expect_s3_class(pb_suite_load(folder, verify = FALSE), "pb_suite")
  unlink(file.path(folder, "data"), recursive = TRUE)
  expect_s3_class(pb_suite_load(folder), "pb_suite")
  unlink(file.path(folder, "splits"), recursive = TRUE)
  expect_s3_class(pybench_error_of(pb_suite_load(folder)), "pybench_error_input")
})

test_that("what is no suite is refused", {
  refused <- function(from, to) {
    folder <- suite_copy()
    rewrite(file.path(folder, "suite.json"), from, to)
    pybench_error_of(pb_suite_load(folder))
  }
  expect_match(conditionMessage(refused("pybench/suite/1", "pybench/suite/2")), "the schema")
  expect_match(conditionMessage(refused("{", "")), "expected JSON")
  expect_match(conditionMessage(refused("data/cars.csv", "data/../cars.csv")), "the fields")
  expect_match(conditionMessage(refused("data/cars.csv", "/etc/passwd")), "the fields")
  expect_match(conditionMessage(refused("splits/cars.csv", "splits\\\\cars.csv")), "the fields")
  expect_s3_class(pybench_error_of(pb_suite_load(tempfile())), "pybench_error_input")
  expect_s3_class(pybench_error_of(pb_suite_tasks(1)), "pybench_error_argument")
})

test_that("the hash is SHA-256", {
  hash <- function(text) sha256_of(charToRaw(text))
  expect_identical(
    hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
  )
  # FIPS 180-4's own examples, and the lengths around a block.
  expect_identical(
    hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  )
  expect_identical(
    hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
  )
  skip_if_not_installed("digest")
  digest <- getExportedValue("digest", "digest") # no `::`: R CMD check would want it declared
  for (n in c(1:130, 4096L)) {
    bytes <- as.raw(seq_len(n) %% 251L)
    expect_identical(sha256_of(bytes), digest(bytes, "sha256", serialize = FALSE))
  }
})

test_that("fields of another form are refused, whatever the hash says", {
  skip_if_not_installed("jsonlite")
  folder <- suite_copy()
  path <- file.path(folder, "suite.json")
  whole <- jsonlite::fromJSON(path, simplifyVector = FALSE)
  refused <- function(change) {
    plain <- whole
    plain$tasks[[1L]] <- change(plain$tasks[[1L]])
    text <- jsonlite::toJSON(plain, auto_unbox = TRUE, null = "null", digits = NA)
    hash <- manifest_hash(charToRaw(text))
    writeLines(sub(whole$hash, hash, text, fixed = TRUE), path)
    tryCatch(pb_suite_load(folder), pybench_error_suite = function(error) error$found)
  }
  expect_s3_class(refused(identity), "pb_suite")
  put <- function(value, ...) {
    function(task) {
      task[[c(...)]] <- value
      task
    }
  }
  wrong <- list(
    put("x", "dataset"), put(list("x"), "dataset", "files"), put(list(), "dataset", "format"),
    put(list("a"), "dataset", "licence"), put("a", "dataset", "tags"),
    put(list(1), "dataset", "nominal"), put(list(), "procedure"),
    put("two\nlines", "name"), put("=cmd|x", "dataset", "name"),
    put("2", "procedure", "repeats"), put(3, "kind"), put(list(), "splits_sha256"),
    put(list("splits/cars.csv"), "splits"), put("x", "openml_id"), function(task) "task"
  )
  for (change in wrong) {
    expect_identical(refused(change), "others")
  }
})

test_that("text that is no JSON is neither an address nor a path, nor ends R", {
  there <- file.path(suite_copy(), "suite.json")
  expect_identical(pb_suite_load(there)$hash, cars_suite()$hash)
  # jsonlite::fromJSON() opens the first and the second; "%n" in the third ended R.
  for (text in c(there, "https://127.0.0.1:1/suite.json", "{\"schema\": \"%n%n\"x}", "", "[")) {
    folder <- tempfile()
    dir.create(folder)
    cat(text, file = file.path(folder, "suite.json"))
    error <- pybench_error_of(pb_suite_load(folder))
    expect_s3_class(error, "pybench_error_input")
    expect_false(grepl("schema|SHA", conditionMessage(error)) && text == there)
  }
  for (text in c("17", "[1]", "null", "{\"schema\": 1}", "\"x\"")) {
    cat(text, file = file.path(folder, "suite.json"))
    expect_s3_class(pybench_error_of(pb_suite_load(folder)), "pybench_error_suite")
    problem <- pybench_error_of(
      pybench:::as_series_error(pybench:::feature_metadata(text, "f.parquet"))
    )
    expect_s3_class(problem, "pybench_error_series")
  }
})
