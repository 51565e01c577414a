# LaTeX; the same cases as in tests/base/test_latex.py. Whole tables are in tests/golden/tables.

test_that("special characters and numbers", {
  expect_identical(latex_text("50% & $x_1^2$ #1"), "50\\% \\& \\$x\\_1\\textasciicircum{}2\\$ \\#1")
  expect_identical(latex_text("\\input{/etc}"), "\\textbackslash{}input\\{/etc\\}")
  expect_identical(latex_text("a--b---c,,d"), "a-{}-b-{}-{}-c,{},d")
  expect_identical(
    latex_text("<b|'`\">"), "\\textless{}b\\textbar{}'{}{}`{}\\char34{}\\textgreater{}"
  )
  expect_identical(latex_text("two\nlines"), "two\\textbackslash{}nlines")
  expect_identical(latex_text("a   b"), "a \\ \\ b")
  numbers <- c("0.12", "-0.5", "1.2e-4", "1e-4", "<1e-12", "1-2", "")
  expect_identical(vapply(numbers, latex_number, "", USE.NAMES = FALSE), c(
    "0.12", "$-$0.5", "$1.2 \\times 10^{-4}$", "$10^{-4}$", "$<10^{-12}$", "1-2", ""
  ))
})

test_that("widths of letters grow with text, size and weight", {
  expect_equal(latex_width("ab", 10), latex_width("a", 10) + latex_width("b", 10))
  expect_gt(latex_width("a", 10, bold = TRUE), latex_width("a", 10))
  expect_identical(latex_width(c("e\u0301", "\u00e9"), 10), rep(latex_width("e", 10), 2L))
  expect_equal(latex_width("\u6f22", 10), 10.1)
})

test_that("a table without rows has its head", {
  columns <- list(list(head = "a_1", cells = character(), bold = logical(), numeric = FALSE))
  layout <- list(booktabs = FALSE, siunitx = TRUE, width = 3, font_size = NULL, rotate = FALSE)
  lines <- latex_tabular(columns, layout, 0L, character(), character())
  expect_identical(lines[3:6], c("  \\hline", "  {}a\\_1 \\\\", "  \\hline", "  \\hline"))
})
