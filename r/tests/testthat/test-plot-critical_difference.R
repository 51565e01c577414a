test_that("the better half is on the same side for scores and for errors", {
  scores <- matrix(c(4, 3, 2, 1), 5, 4, byrow = TRUE)
  for (higher in c(TRUE, FALSE)) {
    shown <- pb_critical_difference(table_of(scores, higher))
    layout <- drawn(shown)
    expect_identical(layout$labels$mean_rank, c(1, 2, 3, 4))
    expect_identical(layout$labels$side, c("left", "left", "right", "right"))
    expect_lt(layout$axis$first, layout$axis$last)
    mirrored <- drawn(shown, best = "right")
    expect_identical(mirrored$labels$side, c("right", "right", "left", "left"))
    expect_gt(mirrored$axis$first, mirrored$axis$last)
    expect_identical(mirrored$bars, layout$bars)
  }
})

test_that("Nemenyi and comparison results are drawn alike, silently, leaving par() as it was", {
  t <- table_of(random_scores(12, 6))
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  graphics::plot.new()
  before <- graphics::par(c("mar", "xpd"))
  expected <- plot(pb_critical_difference(t))
  expect_identical(expect_invisible(plot(pb_nemenyi(t))), expected)
  expect_identical(expect_silent(plot(pb_compare(t))), expected)
  expect_identical(graphics::par(c("mar", "xpd")), before)
})

test_that("a title that is no string and an unknown side are refused by name", {
  shown <- random_diagram(3)
  expect_error(drawn(shown, best = "top"), "`best`", class = "pybench_error_argument")
  expect_error(drawn(shown, main = 1), "`main`", class = "pybench_error_argument")
})

test_that("a name of two lines is drawn on one", {
  scores <- matrix(1:6, 3, dimnames = list(NULL, c("two\nlines", "one")))
  labels <- drawn(pb_critical_difference(table_of(scores)))$labels
  expect_identical(labels$text, c("one  1.00", "2.00  two lines"))
  expect_identical(labels$classifier, c("one", "two\nlines"))
})

test_that("with a control there are asterisks, an interval and no bars", {
  shown <- invented(c(1, 2, 3.5, 4), list(), control = "C", apart = "A", width = 1.2)
  dimnames(shown$significant) <- list(LETTERS[1:4], LETTERS[1:4])
  layout <- drawn(shown)
  expect_identical(layout$labels$mark, c("*", "", "", ""))
  expect_identical(grepl("*", layout$labels$text, fixed = TRUE), layout$labels$mark == "*")
  expect_identical(nrow(layout$bars), 0L)
  # The ruler belongs to the control: it does not set the scale of the axis.
  expect_equal(abs(layout$axis$per_rank) * 3, layout$axis$right - layout$axis$left)
  inner <- list(control = 3.5, ruler = 1.2, axis = layout$axis)
  expect_equal(pybench:::control_reach(inner), list(ends = c(2.3, 4), capped = c(TRUE, FALSE)))
  expect_match(pybench:::critical_caption(shown, "left", FALSE), "differs from C$")
})

test_that("a control without critical difference is drawn too, on a small device as well", {
  shown <- invented(c(1, 2, 3), list(), control = "B")
  dimnames(shown$significant) <- list(LETTERS[1:3], LETTERS[1:3])
  expect_null(drawn(shown, 3, 2)$ruler)
  expect_match(pybench:::critical_caption(shown, "left", FALSE), "none differs from B$")
})

test_that("one-sided layouts have all labels on the side of the best, in order", {
  set.seed(19)
  shown <- random_diagram(9)
  for (best in c("left", "right")) {
    labels <- drawn(shown, height = 6, best = best, layout = "one-sided")$labels
    expect_identical(labels$side, rep(best, 9L))
    expect_true(all(diff(labels$y) < 0))
    expect_no_overlap(labels)
  }
})

test_that("200 methods neither overlap nor leave the page", {
  set.seed(5)
  shown <- random_diagram(200)
  for (size in list(c(16, 24), c(7, 4))) {
    layout <- drawn(shown, size[[1L]], size[[2L]])
    expect_no_overlap(layout$labels)
    expect_inside(layout, size[[1L]], size[[2L]])
    expect_gt(nrow(layout$bars), 0L)
  }
})

test_that("more than 250 bars are told, not drawn", {
  pairs <- utils::combn(LETTERS[1:26], 2L, simplify = FALSE)
  for (count in c(250L, 251L)) {
    shown <- invented(as.numeric(1:26), pairs[seq_len(count)])
    expect_identical(nrow(drawn(shown)$bars) > 0L, count == 250L)
    told <- grepl("251 sets of methods do not differ significantly, too many for bars",
      pybench:::critical_caption(shown, "left", FALSE), fixed = TRUE
    )
    expect_identical(told, count == 251L)
  }
  rows <- list(benchmarks = c("x", "y"), diagrams = list(invented(1:2, list()), shown))
  rows <- c(rows, unclass(shown)[c("test", "adjust", "alpha", "convention", "metric")])
  caption <- pybench:::benchmarks_caption(rows, NULL, "left", FALSE)
  expect_match(caption, "; too many to draw: y$")
})

# R12: the 300 names, in figures of both kinds (an empty one cannot name a column).
test_that("hostile names are drawn as they are, but for line ends and controls", {
  names <- setdiff(as.character(unlist(golden_json("names.json"))), "")
  set.seed(12)
  scores <- matrix(rnorm(5 * length(names)), 5, dimnames = list(NULL, names))
  skip_if_not(capabilities("cairo"))
  file <- tempfile(fileext = ".svg")
  grDevices::svg(file, 90, 60)
  on.exit({
    grDevices::dev.off()
    unlink(file)
  })
  labels <- plot(pb_critical_difference(table_of(scores)))$labels
  expect_setequal(labels$classifier, names)
  shown <- pybench:::without_controls(labels$classifier)
  short <- nchar(shown) < 100L # longer ones are cut in the middle
  expect_gt(sum(short), 270L)
  expect_true(all(mapply(grepl, shown[short], labels$text[short], fixed = TRUE)))
  for (block in split(seq_along(names), seq_along(names) %/% 30L)) {
    found <- plot(pb_multi_comparison(table_of(scores[, block])))
    expect_setequal(found$cells$row, names[block])
  }
})

test_that("pairs that the test turns round are marked; bars lie at the mean ranks", {
  turned <- pb_critical_difference(
    table_of(cbind(c0 = 0.7 + c(1:90, -(91:150)) * 1e-4, c1 = 0.7, c2 = 0.1)), "wilcoxon"
  )
  at <- tempfile(fileext = ".pdf")
  grDevices::pdf(at)
  on.exit(grDevices::dev.off())
  expect_identical(plot(turned)$labels$mark, c("!", "!", ""))
  said <- critical_caption(turned, "left", FALSE)
  expect_match(said, "; ! against the mean ranks c1 over c0$")
  many <- pb_critical_difference(table_of(matrix((1:1200 * 37) %% 101, 12, 100)))
  pieces <- plot(many)$bars
  ends <- vapply(many$cliques, function(of) {
    range(many$mean_ranks[match(of, many$classifiers)])
  }, c(0, 0))
  drawn <- rbind(tapply(pieces$from, pieces$clique, min), tapply(pieces$to, pieces$clique, max))
  expect_equal(unname(drawn), ends, ignore_attr = TRUE)
})

test_that("labels are printed and highlighted names are bold, also in the caption", {
  shown <- invented(c(1, 2, 3.5, 4), list(), control = "C", apart = "A", width = 1.2)
  dimnames(shown$significant) <- list(LETTERS[1:4], LETTERS[1:4])
  found <- printed(function() {
    plot(shown, font_size = 9, labels = c(C = "Ours"), highlight = "B")
  }, 4, 3)
  expect_true(all(c("B  2.00 ", "3.50   Ours") %in% found$texts))
  expect_match(paste(found$texts, collapse = " "), "differs from Ours")
  layout <- drawn(shown, highlight = "B")
  expect_identical(layout$labels$classifier, LETTERS[1:4])
})

test_that("at a given font size, names move to one side where the width is too small for both", {
  set.seed(6)
  shown <- random_diagram(6, name = "a rather long method")
  sides <- function(width, ...) drawn(shown, width, 4, font_size = 8, ...)$labels$side
  expect_identical(unique(sides(7)), c("left", "right"))
  expect_identical(unique(sides(3.3)), "left")
  expect_identical(unique(sides(7, layout = "one-sided")), "left")
  expect_error(sides(3.3, layout = "both"), "at least", class = "pybench_error_argument")
})
