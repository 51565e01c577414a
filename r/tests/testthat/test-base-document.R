test_that("JSON becomes lists, and what is none is told with its reason", {
  skip_if_not_installed("jsonlite")
  never <- function(reason) stop(reason)
  expect_identical(
    pybench:::json_value("{\"a\": [1, \"x\", null, true], \"b\": {}}", never),
    list(a = list(1L, "x", NULL, TRUE), b = stats::setNames(list(), character()))
  )
  expect_identical(pybench:::json_value("2.5", never), 2.5)
  file <- file_of(charToRaw("{\"a\": 1}"), ".json")
  for (text in c(file, "https://127.0.0.1:1/x.json", "", "[", "{\"a%n%n\": x}", "nan")) {
    refuse <- function(reason) stop("no JSON: ", reason)
    expect_error(pybench:::json_value(text, refuse), "^no JSON: .")
  }
})

test_that("a reason that is cut within a character is text all the same", {
  skip_if_not_installed("jsonlite")
  for (n in 1:4) {
    text <- paste0("{\"", strrep("x", n), strrep("\u00e9", 200), "\" x}")
    reason <- NULL
    try(pybench:::json_value(text, function(said) stop(reason <<- said)), silent = TRUE)
    expect_true(validUTF8(reason))
  }
})
