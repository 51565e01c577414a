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

test_that("Nemenyi's bars are its cliques, from end to end, without hops", {
  set.seed(16)
  for (k in c(3, 14, 40)) {
    shown <- random_diagram(k)
    layout <- drawn(shown)
    ranks <- stats::setNames(shown$mean_ranks, shown$classifiers)
    expect_identical(layout$bars$clique, seq_along(shown$cliques))
    expect_equal(layout$bars$from, vapply(shown$cliques, function(m) min(ranks[m]), 0))
    expect_equal(layout$bars$to, vapply(shown$cliques, function(m) max(ranks[m]), 0))
    expect_identical(nrow(layout$hops), 0L)
  }
})

test_that("bars on one level do not touch", {
  set.seed(17)
  bars <- drawn(random_diagram(50))$bars
  for (level in unique(bars$level)) {
    here <- bars[bars$level == level, ]
    here <- here[order(here$from), ]
    expect_true(all(here$from[-1] > here$to[-nrow(here)]))
  }
})

test_that("a bar hops over methods that are no members", {
  # A is joined to C and D, not to B: one bar over C and D, an arc from A to C, a dot each.
  layout <- drawn(invented(c(1, 2, 3, 4), list(c("A", "C", "D"), c("B", "C"))))
  first <- layout$bars[layout$bars$clique == 1, ]
  expect_identical(first$from, c(1, 3))
  expect_identical(first$to, c(1, 4))
  expect_identical(c(layout$hops$clique, layout$hops$from, layout$hops$to), c(1, 1, 3))
  expect_identical(layout$members$mean_rank[layout$members$clique == 1], c(1, 3, 4))
  second <- layout$bars[layout$bars$clique == 2, ]
  expect_identical(c(second$from, second$to), c(2, 3))
  expect_false(first$level[[1]] == second$level)
})

test_that("no bar ever covers a method outside its clique: random graphs", {
  set.seed(18)
  for (i in 1:200) {
    k <- sample(3:8, 1)
    joined <- matrix(runif(k * k) < 0.6, k)
    joined <- joined & t(joined)
    diag(joined) <- FALSE
    ranks <- sort(runif(k, 1, k))
    sets <- lapply(pybench:::maximal_cliques(joined), function(set) LETTERS[set])
    layout <- drawn(invented(ranks, sets))
    for (row in seq_len(nrow(layout$bars))) {
      bar <- layout$bars[row, ]
      covered <- LETTERS[seq_len(k)][ranks >= bar$from & ranks <= bar$to]
      expect_true(all(covered %in% sets[[bar$clique]]))
    }
    # Nothing is lost: the pieces of a clique cover all its members.
    pieces <- split(layout$bars, factor(layout$bars$clique, seq_along(sets)))
    for (clique in seq_along(sets)) {
      inside <- vapply(ranks[match(sets[[clique]], LETTERS)], function(rank) {
        any(rank >= pieces[[clique]]$from & rank <= pieces[[clique]]$to)
      }, NA)
      expect_true(all(inside))
    }
  }
})

test_that("lines of equal mean ranks part below their bar, which is a dot", {
  layout <- drawn(pb_critical_difference(table_of(matrix(0.5, 3, 3))))
  expect_identical(c(layout$bars$from, layout$bars$to), c(2, 2))
  expect_true(all(diff(layout$labels$place) > 0))
  expect_equal(mean(layout$labels$place), 2)
})

test_that("no bar at all is drawn where every pair differs", {
  layout <- drawn(pb_critical_difference(table_of(matrix(1:3, 50, 3, byrow = TRUE))))
  expect_identical(nrow(layout$bars), 0L)
})

test_that("many bars of parted lines still fit into the height", {
  set.seed(25)
  names <- c(LETTERS, letters)[1:30]
  for (size in list(c(8, 9), c(4, 3), c(10, 4))) {
    joined <- matrix(runif(900) < 0.7, 30)
    joined <- joined & t(joined)
    diag(joined) <- FALSE
    sets <- lapply(pybench:::maximal_cliques(joined)[1:40], function(set) names[set])
    shown <- invented(sort(runif(30, 10, 12)), sets)
    layout <- drawn(shown, size[[1]], size[[2]])
    expect_true(all(layout$labels$y > 0 & layout$labels$y < size[[2]]))
    expect_lt(layout$axis$y, size[[2]])
  }
})

test_that("mean ranks, letters and names of a letters display stand in columns", {
  set.seed(31)
  scores <- matrix(rnorm(40 * 24), 40) + rep(seq(0, 4, length.out = 24), each = 40)
  x <- pb_critical_difference(table_of(scores), "wilcoxon")
  grDevices::pdf(NULL, 7, 6)
  on.exit(grDevices::dev.off())
  layout <- critical_layout(critical_content(
    x, NULL, "left", "auto", NULL, NULL, NULL, NULL, "letters"
  ), "auto", c(7, 6))
  pieces <- label_pieces(layout)
  kind <- rep(c("name", "rank", "letters"), each = 24L)
  places <- tapply(round(pieces$x, 9), list(kind, rep(layout$labels$side, 3L)), unique)
  expect_identical(lengths(places), rep(1L, 6L), ignore_attr = TRUE)
  expect_true(all(grepl("^[0-9]+\\.[0-9]{2}$", pieces$text[kind == "rank"])))
  # Nothing meets, and everything is on the page.
  wide <- label_width(pieces$text, layout$cex)
  from <- pieces$x - pieces$adj * wide
  to <- from + wide
  expect_true(all(from > 0 & to < 7))
  for (row in seq_len(24L)) {
    here <- row + c(0L, 24L, 48L)
    order <- here[order(from[here])]
    expect_true(all(from[order[-1L]] > to[order[-3L]]))
  }
})
