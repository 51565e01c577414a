# The matrix as LaTeX.

latex_of <- function(names, ...) {
  set.seed(7)
  scores <- matrix(runif(12 * length(names)), 12, dimnames = list(NULL, names))
  scores[, 1L] <- scores[, 1L] + 1
  toLatex(pb_multi_comparison(table_of(scores)), ...)
}

count <- function(text, what) lengths(regmatches(text, gregexpr(what, text, fixed = TRUE)))

test_that("structure", {
  lines <- latex_of(c("a_1", "b", "c"))
  expect_s3_class(lines, "Latex")
  source <- paste(lines, collapse = "\n")
  expect_identical(count(source, "\\begin{"), count(source, "\\end{"))
  expect_identical(count(source, "{"), count(source, "}"))
  rows <- lines[(grep("midrule", lines) + 1L):(grep("bottomrule", lines) - 1L)]
  expect_length(rows, 3L)
  expect_identical(count(rows, " & "), rep(3L, 3L))
  expect_match(rows[[1L]], "a\\_1", fixed = TRUE)
  expect_match(rows[[1L]], "\\cellcolor[HTML]{E8796B}", fixed = TRUE)
  expect_match(rows[[1L]], "\\textbf", fixed = TRUE)
  expect_match(source, "$-$0.", fixed = TRUE)
  expect_match(source, "p is descriptive", fixed = TRUE)
})

test_that("labels replace names, highlighted names are bold, others are refused", {
  names <- c("a_1", "b", "c")
  source <- paste(
    latex_of(names, labels = c(a_1 = "Ours & more"), highlight = "a_1"), collapse = "\n"
  )
  expect_identical(count(source, "\\textbf{Ours \\& more}"), 2L)
  expect_identical(count(source, "a\\_1"), 0L)
  expect_identical(count(source, "\\textbf{b}"), 0L)
  for (look in c("labels", "highlight", "groups")) {
    strange <- stats::setNames(list(c(z = "z")), look)
    expect_error(
      do.call(latex_of, c(list(names), strange)),
      sprintf("`%s` names a method that the result does not have: 'z'$", look),
      class = "pybench_error_argument"
    )
  }
  expect_error(latex_of(names, bold = "b"), "bold", class = "pybench_error_argument")
})

test_that("groups colour names, with a mark before each, and are named below the table", {
  source <- paste(
    latex_of(c("a_1", "b", "c"), groups = c(a_1 = "new & old", c = "x")), collapse = "\n"
  )
  mark <- "\\textcolor[HTML]{056BB5}{$\\bullet$}\\ "
  expect_identical(count(source, paste0(mark, "\\textcolor[HTML]{056BB5}{a\\_1}")), 2L)
  expect_match(
    source, paste0("\\par\\smallskip ", mark, "\\textcolor[HTML]{056BB5}{new \\& old}\\quad "),
    fixed = TRUE
  )
  expect_match(source, "{\\rule{0.5em}{0.5em}}\\ \\textcolor[HTML]{AB6226}{x}\\par}", fixed = TRUE)
  expect_false(any(grepl("smallskip", latex_of(c("a", "b")))))
})

test_that("many columns stand; without colours there are none", {
  expect_identical(sum(count(latex_of(paste0("c", 1:7)), "\\rotatebox{90}")), 7L)
  expect_false(any(grepl("cellcolor", latex_of(c("a", "b"), colours = "none"))))
})

test_that("nothing is shrunk; a width is kept or refused", {
  names <- paste0("c", 1:7)
  lines <- latex_of(names)
  expect_false(any(grepl("resizebox|begin[{]table[}]", lines)))
  expect_identical(lines[[3L]], "{\\fontsize{8}{9.6}\\selectfont%")
  expect_match(latex_of(names, width = 5.6)[[3L]], "tabcolsep", fixed = TRUE)
  expect_error(
    latex_of(names, width = "ieee-column"), "needs about .* but `width` is 3.49 in",
    class = "pybench_error_argument"
  )
})

test_that("it compiles whatever the names", {
  skip_if(Sys.which("pdflatex") == "", "no TeX here")
  skip_on_cran()
  names <- c(
    "$x_1^2$ \\frac{a}{b}", "#$&_^~%{}", "\\input{secret}", "`` '' -- --- ?` !`", "\"quoted\"",
    "<b>&amp;", "[x]", "*", "50% of"
  )
  folder <- tempfile()
  dir.create(folder)
  file <- file.path(folder, "matrix.tex")
  cat(latex_of(names, document = TRUE), file = file, sep = "\n")
  options <- c("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape")
  status <- system2(
    "pdflatex", c(options, "-output-directory", folder, file), stdout = FALSE, stderr = FALSE
  )
  expect_identical(status, 0L)
  expect_true(file.exists(file.path(folder, "matrix.pdf")))
})
