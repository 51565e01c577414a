# What the figure of a multi-comparison matrix says.

said <- function(x, ...) matrix_content(x, ...)

test_that("texts of cells", {
  cells <- said(three_by_three())$cells
  expect_identical(cells$text[[2L]], "+0.0833\n5/1/0\n0.062")
  expect_identical(cells$text[[3L]], "+0.4000\n6/0/0\n0.031 row")
  expect_identical(cells$text[c(1L, 5L, 9L)], c("", "", ""))
  expect_identical(cells$bold, c(FALSE, FALSE, TRUE, FALSE, FALSE, TRUE, TRUE, TRUE, FALSE))
})

test_that("red is where the row is better, in either direction", {
  up <- said(three_by_three())$cells
  down <- said(three_by_three(FALSE))$cells
  expect_identical(up$colour[up$row == "a" & up$column == "c"], "#E8796B")
  expect_identical(down$colour[down$row == "a" & down$column == "c"], "#6AA5D8")
  expect_match(down$text[down$row == "a" & down$column == "c"], "^\\+0.4000")
  expect_identical(up$colour[up$row == up$column], rep(own_colour, 3L))
  plain <- said(three_by_three(), colours = "none")$cells
  expect_identical(unique(plain$colour), c(own_colour, scale_ends[["even"]]))
  faint <- said(three_by_three(), limit = 40)$cells
  expect_false("#E8796B" %in% faint$colour)
})

test_that("the caption says test, conventions and what p is not", {
  caption <- said(three_by_three(FALSE))$caption
  expect_match(caption, "over 6 datasets; score, lower is better")
  expect_match(caption, "two-sided Wilcoxon signed-rank test")
  expect_match(caption, "p is descriptive, not corrected for the 3 comparisons.", fixed = TRUE)
  adjusted <- said(three_by_three(adjust = "holm"))$caption
  expect_match(adjusted, "p is adjusted for the 3 comparisons by holm.", fixed = TRUE)
  expect_match(adjusted, "they change when methods are added or removed")
})

test_that("numbers depend on nothing but themselves", {
  expect_identical(
    plain_number(c(0.12344, 1, 12.5, 1234.5, 123456.7), 4L),
    c("0.1234", "1.0000", "12.500", "1234.5", "123457")
  )
  expect_identical(signed_number(c(0.5, -0.5, 0), 2), c("+0.50", "-0.50", "0.00"))
  expect_identical(
    short_p(c(1, 0.0005, 0.000499, 1e-12, 9.9e-13, 0)),
    c("1.000", "0.001", "5e-4", "1e-12", "<1e-12", "<1e-12")
  )
})

test_that("the upper triangle has each pair once", {
  x <- three_by_three()
  whole <- said(x)$cells
  part <- said(x, triangle = "upper")
  cells <- part$cells[part$shown, ]
  expect_identical(paste(cells$row, cells$column), c("a b", "a c", "b c"))
  both <- match(paste(cells$row, cells$column), paste(whole$row, whole$column))
  expect_identical(unname(as.list(cells)), unname(as.list(whole[both, ])))
  expect_identical(part$rows$names, c("a", "b"))
  expect_identical(part$columns$names, c("b", "c"))
  expect_match(part$caption, "Each pair is shown once.", fixed = TRUE)
  expect_error(
    said(three_by_three(rows = "a"), triangle = "upper"), "the same methods in rows and columns",
    class = "pybench_error_argument"
  )
})

test_that("colours are those of the named scale, and the caption names them", {
  for (name in names(scales)) {
    found <- said(three_by_three(), colours = name)
    expect_true(scales[[name]][["row"]] %in% found$cells$colour)
    expect_match(found$caption, paste0(sub(".*-", "", name), ": the column"), fixed = TRUE)
  }
})
