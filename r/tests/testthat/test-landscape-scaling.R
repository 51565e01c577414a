# Scaling: scale() to the bit, what is left out and why, tables of all kinds.

rough <- function(n = 40L) {
  set.seed(3)
  data.frame(
    normal = stats::rnorm(n), cauchy = stats::rcauchy(n), huge = stats::rnorm(n) * 1e17,
    offset = 1e9 + stats::rnorm(n), flag = rep(0:1, length.out = n)
  )
}

test_that("z is scale() to the bit", {
  skip_if_not(identical(.Machine$longdouble.digits, 64L), "R's own sums have other bits here")
  expected <- scale(as.matrix(rough()))
  found <- pb_scale_features(rough())
  expect_true(identical(as.vector(found$values), as.vector(expected), num.eq = FALSE))
  expect_identical(found$scaling$center, unname(attr(expected, "scaled:center")))
  expect_identical(found$scaling$spread, unname(attr(expected, "scaled:scale")))
})

test_that("squares that are no doubles do no harm", {
  for (factor in 2^c(-900, 600)) {
    expect_identical(
      pb_scale_features(rough() * factor)$values, pb_scale_features(rough())$values
    )
  }
  expect_identical(as.vector(pb_scale_features(cbind(c(9e299, -9e299, 0)))$values), c(1, -1, 0))
})

test_that("robust is by median and quartiles, held within 5", {
  x <- rough()
  found <- pb_scale_features(x, "robust")
  expect_identical(max(abs(found$values)), 5)
  expected <- (x$normal - stats::median(x$normal)) / (stats::IQR(x$normal) / 1.3489795003921634)
  expect_equal(found$values[, "normal"], pmin(pmax(expected, -5), 5), tolerance = 1e-12)
  half <- pb_scale_features(data.frame(a = c(9, rep(0, 20))), "robust")
  expect_equal(half$scaling$spread, stats::sd(c(9, rep(0, 20))))
})

test_that("what cannot be placed is left out by name, or refused", {
  x <- data.frame(
    good = c(1, 2, 3), gap = c(1, NA, 3), infinite = c(Inf, -Inf, 3), constant = 7,
    rounding = 1 + c(0, 4e-16, -2e-16)
  )
  found <- pb_scale_features(x)
  expect_identical(found$scaling$left_out, c(
    gap = "no finite value up to 1e300 on 1 row",
    infinite = "no finite value up to 1e300 on 2 rows",
    constant = "never varies", rounding = "varies by rounding alone"
  ))
  expect_identical(found$scaling$features, "good")
  expect_match(format(found), "never varies: `constant`", all = FALSE)
  expect_identical(colnames(pb_scale_features(x, FALSE)$values), c("good", "constant", "rounding"))
  expect_error(
    pb_scale_features(x, unusable = "refuse"), "4 columns that no map can use; the first is 'gap'",
    class = "pybench_error_argument"
  )
  expect_error(pb_scale_features(x["constant"]), "never varies", class = "pybench_error_argument")
})

test_that("tables of all kinds give the same", {
  x <- rough(6L)
  names <- c("a", "a", "b", "b", "b", "c")
  expected <- pb_scale_features(x)
  keyed <- data.frame(dataset = names, split = "train", label = NA, id = 0:5, x)
  found <- pb_scale_features(keyed)
  expect_identical(found$values, expected$values)
  expect_identical(found$dataset, names)
  plain <- pb_scale_features(unname(as.matrix(x)), dataset = factor(names))
  expect_identical(plain$dataset, names)
  expect_identical(plain$scaling$features, as.character(1:5))
  expect_identical(pb_scale_features(found), found)
  expect_identical(names(as.data.frame(found))[1:2], c("dataset", "normal"))
  expect_identical(rownames(as.data.frame(found$scaling)), names(x))
  for (bad in list(matrix("a", 2, 2), 1:3, matrix(1, 1, 2), cbind(a = 1:2, a = 3:4))) {
    expect_error(pb_scale_features(bad), class = "pybench_error_argument")
  }
  expect_error(pb_scale_features(x, dataset = "a"), "for each of 6 rows")
  expect_error(pb_scale_features(x, "log"), "`scale` must be one of")
})

test_that("other rows are scaled alike", {
  x <- rough()
  found <- pb_scale_features(x)
  expect_identical(predict(found$scaling, cbind(more = 1, rev(x))), found$values)
  plain <- pb_scale_features(unname(as.matrix(x)))
  expect_identical(predict(plain$scaling, unname(as.matrix(x))), plain$values)
  expect_error(predict(found$scaling, x[-2]), "found no `cauchy`", class = "pybench_error_argument")
  expect_error(predict(plain$scaling, matrix(1, 1, 4)), "no `5`", class = "pybench_error_argument")
  expect_error(predict(plain$scaling, matrix(1, 1, 6)), "must have 5 columns, found 6 columns")
  x$flag[[2L]] <- NA
  expect_error(predict(found$scaling, x), "row 2, column 'flag' is NA")
})

test_that("names of datasets that are given count, whatever a table says", {
  ready <- pb_scale_features(iris[1:4], dataset = iris$Species)
  other <- rep(c("a", "b", "c"), 50)
  expect_identical(pb_scale_features(ready, dataset = other)$dataset, other)
  expect_error(
    pb_scale_features(ready, dataset = "a"), "for each of 150 rows",
    class = "pybench_error_argument"
  )
})
