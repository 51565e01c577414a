# The folder of a run: what it is a run of, kept as others have written it.

test_that("what other learners and Python have written of themselves is kept", {
  out <- tempfile()
  pb_run(cars_suite(), list(a = majority), out)
  path <- file.path(out, "run.json")
  text <- readLines(path)
  text <- gsub(sprintf("{\"R\": \"%s\", ", getRversion()), "{", text, fixed = TRUE)
  python <- paste0(
    "\"p\": {\"folder\": \"p\", \"pipeline\": {\"tabular\": {\"e\": [], \"f\": 3.0, ",
    "\"n\": 3, \"o\": {}, \"x\": null}}, \"sha256\": \"00\", \"versions\": {}}"
  )
  start <- "\"estimators\": {"
  writeLines(sub(start, paste0(start, python, ", "), text, fixed = TRUE), path)
  pb_run(cars_suite(), list(b = majority), out)
  expect_match(readLines(path), python, fixed = TRUE)
  told <- jsonlite::fromJSON(path, simplifyVector = FALSE)
  expect_identical(sort(names(told$estimators)), c("a", "b", "p"))
  expect_identical(told$versions$R, as.character(getRversion()))
})
