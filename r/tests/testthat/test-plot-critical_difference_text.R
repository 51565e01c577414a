test_that("groups are numbered in the order in which they are named; strangers are refused", {
  shown <- random_diagram(4)
  groups <- c("classifier 2" = "new", "classifier 1" = "old", "classifier 3" = "new")
  labels <- drawn(shown, groups = groups)$labels
  expect_identical(labels$group[match(names(groups), labels$classifier)], c(1L, 2L, 1L))
  expect_true(is.na(labels$group[labels$classifier == "classifier 4"]))
  refused <- function(groups) {
    expect_error(drawn(shown, groups = groups), "`groups`", class = "pybench_error_argument")
  }
  refused(c(nobody = "new"))
  refused("new")
  refused(1)
})

test_that("a caption names test, level, correction and convention where they tell something", {
  caption <- function(...) pybench:::test_caption(list(...))
  expect_identical(
    caption(test = "nemenyi", alpha = 0.05, adjust = "single-step", convention = "scmamp"),
    "Nemenyi test, alpha = 0.05, convention scmamp"
  )
  expect_identical(
    caption(test = "wilcoxon", alpha = 0.1, adjust = "holm", convention = "standard"),
    "Wilcoxon signed-rank test, alpha = 0.1, adjustment holm"
  )
  expect_match(
    caption(test = "p-values", alpha = 0.1, adjust = "none", convention = "standard"), "^Given"
  )
})
