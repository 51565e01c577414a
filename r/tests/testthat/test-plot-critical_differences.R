drawn_rows <- function(result, width = 8, height = 5, ...) {
  grDevices::pdf(NULL, width, height)
  on.exit(grDevices::dev.off())
  plot(result, ...)
}

random_rows <- function(k, ..., benchmarks = 3) {
  tables <- lapply(seq_len(benchmarks), function(i) {
    n <- 20 + i
    scores <- matrix(rnorm(n * k), n) + rep(seq(0, 1, length.out = k), each = n)
    colnames(scores) <- paste("classifier", seq_len(k))
    table_of(scores[, sample(k)])
  })
  names(tables) <- paste("benchmark", seq_len(benchmarks))
  pb_critical_differences(tables, ...)
}

test_that("every mark hangs from its mean rank, in its row, apart from the others", {
  set.seed(21)
  for (k in c(2, 5, 14, 30)) {
    for (best in c("left", "right")) {
      result <- random_rows(k)
      layout <- drawn_rows(result, best = best)
      marks <- layout$marks
      expect_identical(nrow(marks), as.integer(3 * k))
      expect_equal(marks$at, layout$axis$first + (marks$mean_rank - 1) * layout$axis$per_rank)
      cell <- cbind(marks$benchmark, marks$classifier)
      expect_equal(marks$mean_rank, result$mean_ranks[cell])
      tops <- tapply(marks$y, marks$benchmark, unique)
      expect_true(all(diff(tops) < 0))
      for (row in split(marks, marks$benchmark)) {
        expect_true(all(diff(sort(row$x)) > 0))
      }
      expect_true(all(marks$x >= 0 & marks$x <= 8 & marks$y >= 0 & marks$y <= 5))
    }
  }
})

test_that("bars of a row cover exactly the sets without significant differences", {
  set.seed(22)
  for (i in 1:20) {
    result <- random_rows(sample(2:12, 1), "wilcoxon", alpha = runif(1, 0.01, 0.5))
    layout <- drawn_rows(result)
    for (row in seq_along(result$benchmarks)) {
      here <- function(part) part[part$benchmark == result$benchmarks[[row]], ]
      marks <- here(layout$marks)
      place <- (marks$at - layout$axis$first) / layout$axis$per_rank + 1
      bars <- here(layout$bars)
      for (piece in seq_len(nrow(bars))) {
        bar <- bars[piece, ]
        inside <- place > bar$from + 1e-9 & place < bar$to - 1e-9
        expect_true(all(marks$classifier[inside] %in% result$diagrams[[row]]$cliques[[bar$clique]]))
      }
      expect_setequal(bars$clique, seq_along(result$diagrams[[row]]$cliques))
    }
  }
})

test_that("a control has its asterisks; titles, small devices and one benchmark work", {
  set.seed(23)
  result <- random_rows(6, "bonferroni-dunn", control = "classifier 2")
  layout <- drawn_rows(result, main = "A title")
  apart <- unlist(lapply(result$diagrams, pybench:::apart_from_control))
  expect_setequal(layout$marks$classifier[layout$marks$mark == "*"], apart)
  expect_identical(nrow(layout$bars), 0L)
  expect_lt(drawn_rows(result, 3, 2)$cex, 1)
  expect_identical(nrow(drawn_rows(random_rows(4, benchmarks = 1))$marks), 4L)
})

test_that("par() is as before, and what cannot be drawn is refused", {
  set.seed(24)
  result <- random_rows(3)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  graphics::plot.new()
  before <- graphics::par(c("mar", "xpd"))
  expect_silent(expect_invisible(plot(result)))
  expect_identical(graphics::par(c("mar", "xpd")), before)
  expect_error(plot(result, best = "top"), "`best`", class = "pybench_error_argument")
  expect_error(plot(result, main = 1), "`main`", class = "pybench_error_argument")
  expect_error(
    plot(random_rows(41, benchmarks = 1)), "41 methods are more than colours",
    class = "pybench_error_argument"
  )
})

test_that("every text has the asked size, and a device that is too small is refused", {
  set.seed(8)
  tables <- lapply(c(first = 8, second = 20), function(n) table_of(random_scores(n, 5)))
  shown <- pb_critical_differences(tables)
  found <- printed(function() plot(shown, main = "Title", font_size = 7), 3.33, 3)
  expect_equal(found$points[found$texts != "Title"], rep(7, length(found$points) - 1),
               tolerance = 0.01)
  expect_true(all(c("first", "8 datasets", "20 datasets") %in% sub(", CD.*", "", found$texts)))
  refused <- pybench_error_of(drawn(shown, 2, 1, font_size = 8))
  least <- as.numeric(strsplit(gsub("[^0-9. ]", "", refused$expected), " +")[[1L]][-1L])
  expect_silent(drawn(shown, least[[1L]], least[[2L]], font_size = 8))
  expect_error(drawn(shown, least[[1L]], least[[2L]] - 0.02, font_size = 8), "needs at least")
})
