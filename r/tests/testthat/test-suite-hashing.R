# The hash of a manifest is Python's, however the text is written; no byte of a field may change.

canonical <- function(text) {
  found <- .Call(C_pb_canonical_json, charToRaw(enc2utf8(text)), c("hash", "status"))
  if (!is.null(found)) {
    found <- rawToChar(found)
    Encoding(found) <- "UTF-8"
  }
  found
}

test_that("keys are sorted by code points, and blanks go", {
  expect_identical(
    canonical(' { "b" : [ 1 , 2.50, { } , [ ] ] ,\n"a":{"\u00e9":null,"z":true,"Z":-1e-05} } '),
    '{"a":{"Z":-1e-05,"z":true,"\u00e9":null},"b":[1,2.50,{},[]]}'
  )
  # An escape sorts as what it stands for; a key before those that it begins.
  expect_identical(
    canonical('{"a#":1,"a\\"":2,"a":3,"a\\n":4,"a\\u0001":5,"b":6,"a\\\\":7}'),
    '{"a":3,"a\\u0001":5,"a\\n":4,"a\\"":2,"a#":1,"a\\\\":7,"b":6}'
  )
})

test_that("texts are escaped where they must be alone", {
  expect_identical(
    canonical('["\\u00e9\\/\\u0041\\ud83d\\ude00\\u000a\\u0000\\u001F\\u20ac"]'),
    '["\u00e9/A\U0001f600\\n\\u0000\\u001f\u20ac"]'
  )
})

test_that("keys of the outermost object alone are left out", {
  expect_identical(
    canonical('{"status":"x","a":{"hash":1,"status":2},"hash":"y"}'),
    '{"a":{"hash":1,"status":2}}'
  )
})

test_that("what is malformed has no form", {
  wrong <- c(
    "", "{", "[", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"a\":1 \"b\":2}", "[1,", "[1 2]", "\"a",
    "\"\\q\"", "\"\\u12g4\"", "1 2", "{\"a\":1}}", "{\"a\":1,\"a\":2}", "{a:1}", "\"a\nb\"",
    paste0(strrep("[", 200), strrep("]", 200))
  )
  for (text in wrong) expect_null(canonical(text), info = text)
})

test_that("objects of many members are sorted whole", {
  object <- function(numbers, form) {
    keys <- sprintf("k%05d", numbers)
    paste0("{", paste(sprintf(form, keys, keys), collapse = ","), "}")
  }
  set.seed(1)
  expect_identical(
    canonical(object(sample(3000), '"%s": {"b":"%s","a": []}')),
    object(1:3000, '"%s":{"a":[],"b":"%s"}')
  )
})

test_that("a suite whose manifest was changed is refused, in whatever field", {
  path <- system.file("extdata", "suite", "suite.json", package = "pybench")
  bytes <- readBin(path, "raw", file.size(path))
  hash <- cars_suite()$hash
  expect_identical(manifest_hash(bytes), hash)
  digits <- which(bytes %in% charToRaw("0123456789"))
  text <- rawToChar(bytes)
  own <- regexpr("\"hash\"", text)[[1L]]
  for (at in digits[digits < own][seq(1, sum(digits < own), by = 7)]) {
    changed <- bytes
    changed[at] <- if (bytes[at] == charToRaw("7")) charToRaw("6") else charToRaw("7")
    expect_false(identical(manifest_hash(changed), hash))
  }
  folder <- suite_copy()
  rewrite(file.path(folder, "suite.json"), "Public domain", "Public Domain")
  for (verify in c(TRUE, FALSE)) {
    error <- pybench_error_of(pb_suite_load(folder, verify = verify))
    expect_s3_class(error, "pybench_error_suite")
    expect_match(conditionMessage(error), "suite.json: expected SHA-256 da9b")
  }
  folder <- suite_copy()
  rewrite(file.path(folder, "suite.json"), '"status": "active"', '"status": "deactivated"')
  expect_identical(pb_suite_load(folder)$hash, hash)
})
