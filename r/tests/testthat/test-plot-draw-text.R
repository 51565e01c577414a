# Names as figures print them.

test_that("labels replace names, and long names lose their middle", {
  names <- c("a", "b", "a long name of a method")
  expect_identical(printed_names(names), names)
  expect_identical(printed_names(names, c(b = "Ours\n(b)")), c("a", "Ours (b)", names[[3L]]))
  expect_identical(printed_names(names, max_label = 9), c("a", "b", "a l...hod"))
  expect_identical(printed_names(names, c(b = names[[3L]], `a long name of a method` = "c")),
                   c("a", names[[3L]], "c"))
})

test_that("strangers, twins and lengths out of range are refused by name", {
  names <- c("a", "b")
  expect_error(printed_names(names, c(d = "x")), "`labels` names .* 'd'",
               class = "pybench_error_argument")
  expect_error(printed_names(names, c(a = "b")), "prints two methods as 'b'",
               class = "pybench_error_argument")
  expect_error(printed_names(names, "x"), "`labels` must be", class = "pybench_error_argument")
  for (wrong in list(4, 10001, 7.5, "9", NA)) {
    expect_error(printed_names(names, max_label = wrong), "`max_label` must be",
                 class = "pybench_error_argument")
  }
  expect_error(bold_names(names, highlight = 1), "`highlight` must be",
               class = "pybench_error_argument")
  expect_error(bold_names(names, highlight = "d"), "`highlight` names .* 'd'",
               class = "pybench_error_argument")
  expect_identical(bold_names(names, "a", "b"), c(TRUE, TRUE))
  expect_identical(bold_names(names), c(FALSE, FALSE))
})

test_that("text is broken at blanks and line ends", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  lines <- wrap_text("some words that take more than an inch", 1, 1)
  expect_gt(length(lines), 2L)
  expect_lte(max(label_width(lines, 1)), 1)
  expect_identical(title_rows("one\ntwo", 9, 1), c("one", "two"))
  expect_identical(title_rows(NULL, 9, 1), character())
  # pdf() rounds to whole points.
  expect_equal(label_width("wide text", within_room("wide text", 5, 1)), 1, tolerance = 0.04)
})
