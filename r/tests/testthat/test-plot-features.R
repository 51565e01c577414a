# The figure of what falls out: which cell is how deep, and what is not shown.

report <- function(values, dataset, names, groups = character()) {
  table <- pybench:::feature_table(
    dataset, rep("train", nrow(values)), rep("1", nrow(values)), seq_len(nrow(values)) - 1, values,
    names
  )
  table$groups <- groups
  pb_feature_report(table)
}

small <- function() {
  names <- c("value__a__q_1", "value__a__q_2", "value__b", "value__c", "value__length")
  values <- rbind(
    c(NaN, 1, 5, 1, 30), c(2, 1, 6, 2, 30), c(4, NaN, NaN, 3, 9), c(5, NaN, NaN, 4, 8),
    c(1, 2, 3, 5, 99), c(2, 4, 5, 6, 99)
  )
  groups <- c("symbolic", "symbolic", "fractal", "fractal", "statistical")
  names(groups) <- names
  report(values, rep(c("mid", "short", "long"), each = 2), names, groups)
}

test_that("the chart counts as in Python", {
  found <- expect_silent(drawn(small(), main = "A title"))
  expect_identical(
    found$shares,
    matrix(c(1, 0.5, 0, 0.25), 2, dimnames = list(c("b", "a"), c("short", "mid")))
  )
  expect_identical(unname(found$some), matrix(c(FALSE, FALSE, FALSE, TRUE), 2))
  expect_identical(found$group, c("fractal", "symbolic"))
  expect_identical(found$fallen, c("1 of 1", "2 of 2"))
  expect_identical(unname(found$bars), c(2, 1))
  expect_identical(unname(found$alone), c(2, 1))
  found <- expect_silent(drawn(small(), show = "constant"))
  expect_identical(rownames(found$shares), c("length", "a"))
  expect_identical(colnames(found$shares), c("mid", "long"))
  expect_identical(unname(found$shares), rbind(c(1, 1), c(0.5, 0)))
})

test_that("white is none and nothing else", {
  shares <- c(0, 1e-6, 0.5, 1)
  colours <- pybench:::fallout_colour(shares, "missing")
  expect_identical(colours == "#FFFFFF", shares == 0)
  expect_identical(colours[[4]], "#C04A00")
})

test_that("nothing, much and strange names are drawn", {
  clean <- report(matrix(as.double(1:2), 2), c("d", "d"), "f")
  expect_identical(length(expect_silent(drawn(clean))$shares), 0L)
  set.seed(4)
  values <- matrix(ifelse(stats::runif(128 * 240) < 0.3, NaN, 1), 128)
  many <- report(values, paste("dataset", 1:128), paste0("value__calc", 1:240))
  found <- expect_silent(drawn(many, 11, 6))
  expect_identical(dim(found$shares), c(100L, 128L))
  expect_silent(drawn(report(matrix(NaN, 1, 1), "a\nb", "x,\ty")))
})

test_that("bad arguments are refused by name", {
  expect_error(drawn(small(), show = "all"), "`show` must be one of")
  expect_error(drawn(small(), main = 3), "`main` must be a string or NULL")
})
