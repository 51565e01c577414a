# Verdicts, sets of methods and effects with ggplot2 show what plot() draws.

gg_table <- function(n = 20, k = 6) {
  set.seed(8)
  scores <- random_scores(n, k, 40) + rep(seq(0, 12, length.out = k), each = n)
  colnames(scores) <- paste0("c", seq_len(k))
  table_of(scores)
}

test_that("every result that plot() draws has a ggplot, and no other", {
  methods <- function(generic) {
    file <- readLines(system.file("NAMESPACE", package = "pybench"))
    start <- sprintf("S3method(%s,", generic)
    found <- file[startsWith(file, start)]
    sort(sub(")", "", substring(found, nchar(start) + 1L), fixed = TRUE))
  }
  expect_gt(length(methods("plot")), 25L)
  expect_identical(methods("ggplot2::autoplot"), methods("plot"))
})

test_that("p-values, verdicts and letters are those of plot()", {
  skip_if_not_installed("ggplot2")
  t <- gg_table()
  less <- pb_sign_test(t, alternative = "less")
  for (x in list(pb_wilcoxon(t), pb_siegel(t, control = "c3"), less)) {
    own <- drawn(x)
    plot <- ggplot2::autoplot(x, main = "A title")
    layers <- layers_of(plot)
    names <- list(rev(own$rows), own$columns)
    at <- cbind(
      names[[1L]][as.integer(layers[[1L]]$y)], names[[2L]][as.integer(layers[[1L]]$x)]
    )
    expect_identical(layers[[2L]]$label, pvalue_text(own$pvalues[at]))
    expect_identical(layers[[1L]]$fill, pvalue_colour(own$pvalues[at], own$verdicts[at]))
    expect_identical(layers[[2L]]$fontface == "bold", own$verdicts[at] != 0)
    expect_identical(nrow(layers[[3L]]), sum(own$verdicts[at] > 0))
    expect_identical(plot$labels$title, "A title")
  }
  x <- pb_wilcoxon(t)
  lettered <- ggplot2::ggplot_build(ggplot2::autoplot(x))$layout$panel_params[[1L]]$y$get_labels()
  own <- drawn(x)
  expect_identical(
    unname(lettered), rev(sprintf("%s  %s", own$rows, own$letters[own$rows]))
  )
})

test_that("effects, patterns and swaps are those of plot()", {
  skip_if_not_installed("ggplot2")
  t <- gg_table()
  for (x in list(pb_effects(t), pb_effects(t, control = "c2"))) {
    own <- drawn(x, effect = "superiority", most = 4)
    layers <- layers_of(ggplot2::autoplot(x, effect = "superiority", most = 4))
    expect_equal(layers[[3L]]$x, own$effect)
    expect_equal(layers[[2L]]$x, own$low)
    expect_equal(layers[[2L]]$xend, own$high)
    expect_equal(abs(layers[[3L]]$y), own$row)
    expect_identical(layers[[3L]]$fill == "black", own$low > 0.5 | own$high < 0.5)
  }
  x <- pb_core_patterns(t, c("c1", "c3", "c5"), 2, alpha = 0.2)
  own <- drawn(x)
  layers <- layers_of(ggplot2::autoplot(x))
  expect_equal((layers[[1L]]$xend - layers[[1L]]$x) / 4, own$share)
  expect_identical(layers[[2L]]$label, pattern_texts(own))
  expect_identical(sum(layers[[3L]]$fill == "black"), sum(as.matrix(own[-(1:2)])))
  expect_identical(nrow(layers[[3L]]), 3L * nrow(own))
  x <- pb_swaps(t, "c1", "c2", 1)
  expect_match(ggplot2::autoplot(x)$labels$caption, "^No swap of one method")
  x$counts["c3", "c4"] <- 7
  x$counts["c5", "c4"] <- 2
  x$total <- 9
  plot <- ggplot2::autoplot(x)
  expect_identical(layers_of(plot)[[2L]]$label, c("7", "2"))
  expect_identical(plot$labels$x, "replaced by")
  expect_match(gsub("\n", " ", plot$labels$caption), "in all, 9 of")
})

test_that("favourable sets have the ranks, verdicts and sentences of plot()", {
  skip_if_not_installed("ggplot2")
  x <- pb_favourable_sets(gg_table(), "c1", "c6", 2, 0.2, adjust = "none")
  x$verdicts <- c(0, -1, 1)
  own <- drawn(x)
  plot <- ggplot2::autoplot(x)
  layers <- layers_of(plot)
  expect_equal(layers[[3L]]$x, own$mean_rank)
  expect_identical(sign(layers[[3L]]$y), unname(c(first = 1, other = 0, second = -1)[own$role]))
  expect_identical(
    layers[[3L]]$fill,
    unname(c(first = mark_colour(1L), other = "#8F8F8F", second = mark_colour(2L))[own$role])
  )
  expect_identical(nrow(layers[[2L]]), 1L)
  first <- own[own$case == "first", ]
  expect_equal(
    c(layers[[2L]]$x, layers[[2L]]$xend), first$mean_rank[match(c("first", "second"), first$role)]
  )
  expect_match(gsub("\n", " ", plot$labels$caption), "^Of 6 sets of 2 other methods, c1 is")
  heads <- levels(plot$data$head)
  expect_match(heads[[2L]], "^All 6 methods: c6 is significantly better\n")
})

test_that("benchmarks have the ranks, bars and marks of plot()", {
  skip_if_not_installed("ggplot2")
  t <- gg_table()
  tables <- list(one = t, two = t[1:12, ])
  for (best in c("left", "right")) {
    x <- pb_critical_differences(tables)
    own <- drawn(x, best = best)
    layers <- layers_of(ggplot2::autoplot(x, best = best))
    sign <- if (best == "left") 1 else -1
    expect_equal(sign * layers[[2L]]$x, own$bars$from)
    expect_equal(sign * layers[[2L]]$xend, own$bars$to)
    expect_equal(sign * layers[[6L]]$x, own$marks$mean_rank)
    expect_identical(layers[[6L]]$fill, mark_colour(match(own$marks$classifier, x$classifiers)))
  }
  x <- pb_critical_differences(tables, "bonferroni-dunn", control = "c2")
  layers <- layers_of(ggplot2::autoplot(x))
  expect_identical(layers[[7L]]$label, drawn(x)$marks$mark)
  expect_identical(nrow(layers[[5L]]), 2L)
  many <- pb_critical_differences(list(one = gg_table(9, 41)))
  expect_s3_class(pybench_error_of(ggplot2::autoplot(many)), "pybench_error_argument")
})
