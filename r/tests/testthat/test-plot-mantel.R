# Panels of the Mantel test.

test_that("a panel each, with its numbers", {
  t <- some_results("t")
  x <- pb_mantel(t, list(a = some_places("a"), b = some_places("b", grid = TRUE)), 19)
  found <- drawn(x, main = "A title")
  expect_identical(nrow(found), 4L)
  expect_match(found$text, "^(cosine|euclidean): correlation -?[0-9.]+, p = ")
  expect_silent(drawn(x, 3, 2))
})

test_that("equal distances, which are one tenth, are drawn", {
  x <- pb_mantel(some_results("t"), list(a = some_places("a") * 0 + 1), 9)
  expect_identical(nrow(expect_silent(drawn(x))), 2L)
  expect_error(drawn(x, main = 1), class = "pybench_error_argument")
})

test_that("a correlation of zero has no sign", {
  x <- structure(
    list(table = data.frame(
      representation = "a", metric = c("cosine", "euclidean"), correlation = c(-0.001, -0.5),
      pvalue = 0.5
    )),
    class = "pb_mantel"
  )
  expect_match(alike_rows(x)$text, "correlation (0.00|-0.50), p")
})
