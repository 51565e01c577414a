# The matrix of flips: what stands in which cell.

drawn <- function(result, ...) {
  grDevices::pdf(NULL, 5, 5)
  on.exit(grDevices::dev.off())
  expect_silent(plot(result, ...))
}

planted <- function() {
  # b does not differ from a among three at 0.02, alone it does.
  scores <- cbind(b = rep(0.4, 8), far = rep(c(0.1, 0.9), 4), a = 0.5 + 0:7 / 100)
  pb_stability(table_of(scores), 0.02, resamples = 50)
}

test_that("shares are where the legend says", {
  result <- planted()
  found <- drawn(result, main = "Two\nlines")
  by_rank <- names(sort(result$mean_ranks))
  expect_identical(drawn(result, main = "")$shares, found$shares)
  expect_identical(rownames(found$shares), by_rank)
  expect_true(all(is.na(diag(found$shares))))
  for (row in seq_along(result$pairs)) {
    places <- sort(match(result$pairs[[row]], by_rank))
    below <- found$shares[[places[[2]], places[[1]]]]
    above <- found$shares[[places[[1]], places[[2]]]]
    expect_identical(below, pybench:::flip_shares(result, "sets")[[row, "wilcoxon-holm"]])
    expect_identical(above, pybench:::flip_shares(result, "resamples")[[row, "wilcoxon-holm"]])
  }
  expect_true("50" %in% found$text)
})

test_that("the pairs of one method are those of the square", {
  result <- planted()
  square <- drawn(result)
  order <- rownames(square$shares)
  for (name in order) {
    found <- drawn(result, against = name)
    others <- setdiff(order, name)
    expect_identical(dimnames(found$text), list(others, c("Sets", "Resamples")))
    for (other in others) {
      places <- sort(match(c(name, other), order))
      for (part in c("shares", "differs", "text")) {
        expect_identical(found[[part]][[other, "Sets"]], square[[part]][[places[[2]], places[[1]]]])
        expect_identical(
          found[[part]][[other, "Resamples"]], square[[part]][[places[[1]], places[[2]]]]
        )
      }
    }
  }
})

test_that("a device that is too small for a square has room for the pairs of one method", {
  set.seed(1)
  many <- pb_stability(table_of(random_scores(6, 30)), limit = 20, resamples = 2)
  path <- tempfile(fileext = ".pdf")
  on.exit(unlink(path))
  expect_error(
    pb_save_figure(many, path, width = 3.3, font_size = 8), "or one method against all: against ="
  )
  name <- names(many$mean_ranks)[[1]]
  pb_save_figure(many, path, width = 3.3, font_size = 8, against = name)
  expect_true(file.exists(path))
})

test_that("dots mark what differs in the full table, and not an order", {
  result <- pb_stability(table_of(matrix(3:1, 30, 3, byrow = TRUE)), resamples = 0)
  expect_identical(sum(drawn(result)$differs), 6L)
  expect_identical(sum(drawn(result, question = "nemenyi")$differs), 6L)
  expect_false(any(drawn(result, question = "order")$differs))
})

test_that("percentages never say all or nothing wrongly", {
  shares <- c(NA, 0, 1e-9, 0.0049, 0.005, 0.5, 0.994, 0.995, 1 - 1e-9, 1)
  shown <- c("", "", "<1", "<1", "1", "50", "99", ">99", ">99", "100")
  expect_identical(pybench:::flip_text(shares), shown)
})

test_that("two methods and many are drawn", {
  two <- pb_stability(table_of(matrix(2:1, 5, 2, TRUE)), resamples = 2)
  expect_identical(dim(drawn(two)$text), c(2L, 2L))
  set.seed(1)
  many <- pb_stability(table_of(random_scores(6, 30)), limit = 20, resamples = 2)
  expect_identical(dim(drawn(many)$text), c(30L, 30L))
})

test_that("bad arguments are refused by name", {
  result <- planted()
  expect_error(drawn(result, question = "time"), "`question` must be one of")
  expect_error(drawn(result, against = "z"), "`against` must be a method of the table, not 'z'")
  expect_error(drawn(result, main = 3), "`main` must be a string or NULL")
})
