# Excel files; the parts of whole ones are in tests/golden/tables.

read_back <- function(x, ...) {
  path <- tempfile(fileext = ".xlsx")
  on.exit(unlink(path))
  expect_identical(pb_to_excel(x, path, ...), path)
  as.data.frame(readxl::read_excel(path, col_names = FALSE, .name_repair = "minimal"))
}

test_that("a file that is read back has all digits, the names and the notes", {
  skip_if_not_installed("readxl")
  scores <- matrix(c(1 / 3, 2 / 3, 0.1 + 0.2, NA, 1e-9, 12345), 2L)
  dimnames(scores) <- list(c("=1+1", "<i>&\u00e9</i>"), c("A", "B", "C"))
  t <- pb_read_results(scores, higher_is_better = TRUE, missing = "keep")
  table <- pb_table(t)
  found <- read_back(t)
  expect_identical(unlist(found[1L, ], use.names = FALSE), table$header)
  expect_identical(found[2:3, 1L], rownames(scores))
  for (j in 1:3) {
    expect_identical(suppressWarnings(as.double(found[2:3, j + 1L])), unname(scores[, j]))
  }
  notes <- found[[1L]][-(1:4)]
  expect_identical(utils::tail(notes, length(table$notes)), table$notes)
  expect_identical(dim(read_back(t, columns = c("dataset", "B"), notes = FALSE)), c(3L, 2L))
})

test_that("infinity, truth and p-values have their cells", {
  cell <- function(value, text) expect_identical(excel_cell(value, 2L), text)
  cell(TRUE, "<c s=\"2\" t=\"b\"><v>1</v></c>")
  cell(0.1, "<c s=\"2\"><v>0.1</v></c>")
  cell(3, "<c s=\"2\"><v>3</v></c>")
  expect_match(excel_cell(-Inf, 0L), ">-inf<", fixed = TRUE)
  expect_match(excel_cell(NA_real_, 0L), "preserve\"></t>", fixed = TRUE)
  expect_identical(
    excel_code(c("", ".2f", ".0f", ".1e", "p")),
    c("General", "0.00", "0", "0.0E+0", "[&lt;0.001]0.0E+0;0.000")
  )
})

test_that("what was compressed comes back, however large", {
  texts <- c(a.txt = strrep("a line\n", 50000), "b/c.txt" = "")
  path <- tempfile(fileext = ".zip")
  folder <- tempfile()
  on.exit(unlink(c(path, folder), recursive = TRUE))
  writeBin(zipped(texts), path)
  utils::unzip(path, exdir = folder)
  for (name in names(texts)) {
    file <- file.path(folder, name)
    text <- readChar(file, file.size(file), useBytes = TRUE)
    expect_identical(sub("^<[?]xml[^\n]*\n", "", text), texts[[name]])
  }
})

test_that("bad arguments are refused", {
  t <- table_of(random_scores(5, 3))
  refused <- function(...) expect_error(pb_to_excel(...), class = "pybench_error_argument")
  refused(t, "t.xls")
  refused(t, 3)
  refused(t, tempfile(fileext = ".xlsx"), columns = "z")
  refused(pb_table(t), tempfile(fileext = ".xlsx"), notes = FALSE)
  path <- file.path(tempfile(), "t.xlsx")
  file.create(dirname(path))
  on.exit(unlink(dirname(path)))
  expect_error(pb_to_excel(t, path), class = "pybench_error_environment")
})
