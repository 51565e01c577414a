# Texts that name methods, with the marks of their groups.

looks_of <- function(...) {
  method_looks(c("a", "b", "long"), highlight = "b", groups = c(a = "new", long = "old"), ...)
}

test_that("a text has its pieces, the groups of the methods in it, and is bold if one is", {
  named <- naming(looks_of(), method = c("a", "b"), " against ", method = c("long", "a"))
  expect_identical(naming_text(named), c("a against long", "b against a"))
  expect_identical(named$group, rbind(c(1L, NA, 2L), c(NA, NA, 1L)))
  expect_identical(named$bold, c(FALSE, TRUE))
  other <- naming(looks_of(), method = "a", printed = c(a = "Ours", b = "b", long = "l"))
  expect_identical(naming_text(other), "Ours")
})

test_that("pieces follow one another, with a line's height for each mark", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  named <- naming(looks_of(), method = "a", " against ", method = "long")
  bare <- naming(method_looks(c("a", "long")), method = "a", " against ", method = "long")
  line <- text_line()
  expect_equal(naming_width(named, 1), naming_width(bare, 1) + 2 * line)
  expect_equal(naming_places(named, 1), naming_places(bare, 1) + c(1, 1, 2) * line)
  expect_equal(naming_places(bare, 1)[, 1], 0)
  expect_true(all(diff(naming_places(named, 1)[1, ]) > 0))
})

test_that("curves of a group share its colour and differ in their lines", {
  grouped <- method_looks(letters[1:4], groups = c(a = "x", b = "x", c = "y"))
  found <- curve_looks(grouped)
  expect_identical(found$colour[[1]], found$colour[[2]])
  expect_false(found$type[[1]] == found$type[[2]])
  expect_false(found$colour[[1]] == found$colour[[3]])
  alone <- curve_looks(method_looks(letters[1:4]))
  expect_identical(anyDuplicated(alone$colour), 0L)
})

test_that("where a text has one look, the name of the group stands behind the method's", {
  expect_identical(gg_direct(looks_of()), c(a = "a (new)", b = "b", long = "long (old)"))
})

test_that("groups reach the figures of effects, patterns, power and ROC curves", {
  set.seed(5)
  t <- table_of(matrix(stats::rnorm(60), 15, dimnames = list(paste0("d", 1:15), letters[1:4])))
  groups <- c(a = "new", b = "new", c = "old")
  seen <- pb_simulate("a-T1", 60)
  results <- list(
    pb_effects(t), pb_core_patterns(t, c("a", "b", "c"), extra = 1),
    pb_datasets_needed(t, repeats = 10), pb_stability(t),
    pb_optimal_roc(seen$label, list(a = seen$hidden, b = -seen$hidden, c = 0 * seen$hidden))
  )
  grDevices::pdf(NULL, 7, 7)
  on.exit(grDevices::dev.off())
  for (result in results) {
    graphics::plot.new()
    grDevices::dev.control("enable")
    plot(result)
    plain <- length(grDevices::recordPlot()[[1L]])
    plot(result, groups = groups)
    expect_gt(length(grDevices::recordPlot()[[1L]]), plain)
    expect_error(plot(result, groups = 1), "`groups`", class = "pybench_error_argument")
  }
})
