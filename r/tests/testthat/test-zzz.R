# The script that ships: from a CSV file to both figures in five lines.

test_that("the script draws two pages", {
  script <- system.file("examples", "figures.R", package = "pybench")
  lines <- readLines(script)
  expect_identical(sum(!startsWith(lines, "#")), 5L)
  path <- tempfile(fileext = "-%d.svg")
  grDevices::svg(path, onefile = FALSE)
  number <- grDevices::dev.cur()
  source(script, local = new.env())
  grDevices::dev.off(number)
  expect_true(all(file.size(sprintf(sub("%d", "%d", path, fixed = TRUE), 1:2)) > 3000))
})

test_that("?pybench leads to every public function", {
  page <- tools::Rd_db("pybench")[["pybench-package.Rd"]]
  text <- paste(as.character(page), collapse = "")
  exported <- grep("^pb_", getNamespaceExports("pybench"), value = TRUE)
  expect_gt(length(exported), 80L)
  named <- vapply(exported, function(name) grepl(name, text, fixed = TRUE), NA)
  expect_identical(names(named)[!named], character())
})
