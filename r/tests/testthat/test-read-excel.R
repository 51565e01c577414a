# Sheets, written as Office Open XML by hand.
sheet_cell <- function(value) {
  if (is.null(value) || is.na(value)) {
    "<c/>"
  } else if (is.logical(value)) {
    sprintf("<c t=\"b\"><v>%d</v></c>", value)
  } else if (is.character(value)) {
    sprintf("<c t=\"inlineStr\"><is><t xml:space=\"preserve\">%s</t></is></c>", value)
  } else {
    sprintf("<c><v>%s</v></c>", number_text(value, whole = TRUE))
  }
}

sheet_file <- function(...) {
  skip_if_not_installed("readxl")
  skip_if(!nzchar(Sys.which("zip")), "no program zip")
  rows <- vapply(list(...), function(row) {
    paste0("<row>", paste(vapply(row, sheet_cell, ""), collapse = ""), "</row>")
  }, "")
  main <- "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  relations <- "http://schemas.openxmlformats.org/package/2006/relationships"
  office <- "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  types <- "application/vnd.openxmlformats-officedocument.spreadsheetml."
  folder <- tempfile()
  part <- function(name, ...) {
    text_file(paste0("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", ...), folder, name)
  }
  part(
    "[Content_Types].xml",
    "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">",
    "<Default Extension=\"rels\" ",
    "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>",
    "<Override PartName=\"/xl/workbook.xml\" ContentType=\"", types, "sheet.main+xml\"/>",
    "<Override PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"", types, "worksheet+xml\"/>",
    "</Types>"
  )
  part(
    "_rels/.rels", "<Relationships xmlns=\"", relations, "\"><Relationship Id=\"rId1\" Type=\"",
    office, "/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
  )
  part(
    "xl/workbook.xml", "<workbook xmlns=\"", main, "\" xmlns:r=\"", office,
    "\"><sheets><sheet name=\"s\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
  )
  part(
    "xl/_rels/workbook.xml.rels", "<Relationships xmlns=\"", relations,
    "\"><Relationship Id=\"rId1\" Type=\"", office,
    "/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>"
  )
  part(
    "xl/worksheets/sheet1.xml", "<worksheet xmlns=\"", main, "\"><sheetData>",
    paste(rows, collapse = ""), "</sheetData></worksheet>"
  )
  path <- file.path(folder, "t.xlsx")
  old <- setwd(folder)
  on.exit(setwd(old))
  utils::zip(path, list.files(all.files = TRUE, no.. = TRUE), flags = "-q -r -X")
  path
}

test_that("a sheet is read as its CSV", {
  path <- sheet_file(
    list("dataset", "A", "B"), list("d", 0.1, 1), list("e", 0.30000000000000004, "NA"),
    list(7, "0.5", -2), list(NULL)
  )
  t <- pb_read_results(path, TRUE, missing = "keep")
  expect_identical(t$datasets, c("d", "e", "7"))
  expect_identical(unname(t$scores), cbind(c(0.1, 0.30000000000000004, 0.5), c(1, NA, -2)))
  expect_identical(t$source, path)
})

test_that("a spoilt sheet is refused, with its line", {
  refused <- function(...) {
    error <- pybench_error_of(pb_read_results(sheet_file(...), TRUE))
    c(error$found, error$line)
  }
  expect_identical(refused(list(NULL)), "an empty sheet")
  expect_identical(
    refused(list("dataset", "A"), list("d", 1), list("e", 1, 2)),
    c("a value to the right of the header", "3")
  )
  expect_identical(refused(list("dataset", "A"), list("d", "x")), c("`x`", "2"))
  expect_identical(refused(list("dataset", "A"), list("d", TRUE)), c("`TRUE`", "2"))
  expect_identical(
    refused(list("dataset", NULL, "A"), list("d", 1, 2)), c("column 2 without one", "1")
  )
  expect_identical(refused(list("dataset", "A"), list(NULL, 1)), c("a missing value", "2"))
  expect_match(refused(list("dataset", "A"), list("d", NULL))[[1L]], "1 missing")
  expect_identical(refused(list("dataset", "A")), "none")
})

test_that("what is no Excel file is refused", {
  skip_if_not_installed("readxl")
  for (bad in list("PK\003\004 and no more", "", "dataset,a\nd,1\n")) {
    error <- pybench_error_of(pb_read_results(text_file(bad, name = "t.xlsx"), TRUE))
    expect_identical(error$expected, "an Excel file (.xlsx)")
  }
  error <- pybench_error_of(pb_read_results(file.path(tempdir(), "absent.xlsx"), TRUE))
  expect_identical(error$found, "none of that name")
})

test_that("a package that is missing is named, with the command that installs it", {
  expect_null(require_package("stats", "a file", "another", "x"))
  error <- pybench_error_of(require_package("no.such", "an Excel file", "the table as CSV", "x"))
  expect_s3_class(error, "pybench_error_r_package_missing")
  expect_match(conditionMessage(error), "Run install.packages(\"no.such\")", fixed = TRUE)
})
