# Tables in their forms; whole ones are in tests/golden/tables.

test_that("a cell is printed in the format of its column", {
  printed <- function(cell, form, text) expect_identical(printed_cells(cell, form), text)
  printed(c(0.12345, -0.0001), ".2f", c("0.12", "0.00"))
  printed(c(0.04567, 0.000123, 1e-13, 0, 1), "p", c("0.046", "1.2e-4", "<1e-12", "<1e-12", "1.000"))
  printed(c(NA, Inf, -Inf, 7), ".0f", c("\u2013", "\u221e", "\u2212\u221e", "7"))
  printed(c(TRUE, FALSE, NA), "", c("yes", "no", "\u2013"))
  printed(c("a", NA), "", c("a", "\u2013"))
})

hostile <- "<script>|*_`[a](b)`\n& $x$"

test_that("no markup of names is left in Markdown and HTML", {
  t <- table_of(matrix(1:2 / 4, 1L, dimnames = list(hostile, c("a", "b"))))
  text <- format(pb_table(t))
  escaped <- "| \\<script\\>\\|\\*\\_\\`\\[a\\](b)\\`\\\\n\\& \\$x\\$ |"
  expect_true(startsWith(text[[3L]], escaped))
  html <- paste(format(pb_table(t), "html"), collapse = "")
  expect_no_match(html, "<script", fixed = TRUE)
  expect_match(html, "&lt;script&gt;", fixed = TRUE)
})

test_that("arguments are checked, and every result has toLatex()", {
  t <- table_of(random_scores(5, 3))
  refused <- function(...) expect_error(toLatex(t, ...), class = "pybench_error_argument")
  refused(width = "a0")
  refused(width = 0)
  refused(font_size = -1)
  refused(siunitx = NA)
  refused(bold = 3)
  expect_error(format(pb_table(t), "pdf"), class = "pybench_error_argument")
  expect_s3_class(toLatex(pb_friedman(t)), "Latex")
  expect_identical(pb_table(pb_table(t)), pb_table(t))
  expect_identical(names(as.data.frame(pb_table(t))), c("dataset", t$classifiers))
})
