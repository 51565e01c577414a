# The folder of a run: what it is a run of, kept as others have written it.

test_that("what other learners and Python have written of themselves is kept", {
  out <- tempfile()
  pb_run(cars_suite(), list(a = majority), out)
  path <- file.path(out, "run.json")
  text <- readLines(path)
  text <- gsub(sprintf("{\"R\": \"%s\", \"pybench\"", getRversion()), "{\"pybench\"", text, fixed = TRUE)
  python <- paste0(
    "\"estimators\": {\"p\": {\"folder\": \"p\", \"pipeline\": {\"tabular\": {\"x\": null, ",
    "\"n\": 3, \"f\": 3.0, \"e\": [], \"o\": {}}}, \"sha256\": \"00\", \"versions\": {}}, "
  )
  writeLines(sub("\"estimators\": {", python, text, fixed = TRUE), path)
  pb_run(cars_suite(), list(b = majority), out)
  expect_match(readLines(path), substring(python, 16L), fixed = TRUE)
  told <- jsonlite::fromJSON(path, simplifyVector = FALSE)
  expect_identical(sort(names(told$estimators)), c("a", "b", "p"))
  expect_identical(told$versions$R, as.character(getRversion()))
})
