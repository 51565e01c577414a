test_that("labels never overlap and are never cut, up to 60 classifiers", {
  set.seed(15)
  for (k in c(2, 3, 14, 35, 60)) {
    for (size in list(c(7, 4), c(4, 3), c(10, 8))) {
      for (name in c("C", paste(rep("a long name", 8), collapse = " "))) {
        layout <- drawn(random_diagram(k, name = name), size[[1]], size[[2]], main = "Title")
        expect_no_overlap(layout$labels)
        expect_inside(layout, size[[1]], size[[2]])
        expect_identical(nrow(layout$labels), as.integer(k))
      }
    }
  }
})

test_that("the ruler is as long as the critical difference, on the scale of the axis", {
  shown <- random_diagram(5)
  layout <- drawn(shown)
  expect_identical(layout$ruler, shown$critical_difference)
  expect_equal((layout$axis$last - layout$axis$first) / layout$axis$per_rank, 4)
  # Two datasets: the critical difference 2.34 is longer than the axis, which must shrink.
  few <- pb_critical_difference(table_of(cbind(c(3, 3), 2, 1)))
  axis <- drawn(few)$axis
  expect_gt(few$critical_difference, 2)
  expect_equal(axis$per_rank * few$critical_difference, axis$right - axis$left)
})

test_that("names too long for the figure are shortened in the middle, in the drawing only", {
  long <- paste(rep("x", 300), collapse = "")
  layout <- drawn(random_diagram(3, name = long))
  expect_match(layout$labels$text[[1]], "^x+\\.\\.\\.x* [123]  [0-9.]+$")
  expect_identical(nchar(layout$labels$classifier), rep(302L, 3))
})

test_that("a rank lies where the axis says", {
  for (best in c("left", "right")) {
    axis <- drawn(random_diagram(5), best = best)$axis
    expect_equal(pybench:::rank_position(axis, c(1, 5)), c(axis$first, axis$last))
  }
})

test_that("different names stay different", {
  names <- paste0("PPV+LSPV+MPV+MIPV_base+", c("", "1st+"), "2nd+periodogram_10k")
  expect_identical(
    pybench:::shorten_middle(c(names, "x", names[[1]]), c(40L, 40L, 1L, 40L)),
    c(
      "PPV+LSPV+MPV+MIPV_base+2...+periodogram_10k", "PPV+LSPV+MPV+MIPV_base+1...+periodogram_10k",
      "x", "PPV+LSPV+MPV+MIPV_base+2...+periodogram_10k"
    )
  )
  expect_identical(
    pybench:::shorten_middle(c("ab-12-cd", "ab-34-cd", "ab...d"), c(3, 3, 6)),
    c("a...cd", "a...cd (2)", "ab...d")
  )
})

test_that("a shortened name keeps as many characters as it may, of both ends", {
  names <- rep("abcdefghij", 4)
  expect_identical(
    pybench:::shorten_middle(names, c(3, 4, 9, 10)),
    c("ab...j", "ab...ij", "abcde...ghij", "abcdefghij")
  )
})
