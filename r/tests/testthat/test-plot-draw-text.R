# Names as figures print them.

test_that("labels replace names, and long names lose their middle", {
  names <- c("a", "b", "a long name of a method")
  expect_identical(printed_names(names), names)
  expect_identical(printed_names(names, c(b = "Ours\n(b)")), c("a", "Ours (b)", names[[3L]]))
  expect_identical(printed_names(names, max_label = 9), c("a", "b", "a l...hod"))
  expect_identical(printed_names(names, c(b = names[[3L]], `a long name of a method` = "c")),
                   c("a", names[[3L]], "c"))
})

test_that("strangers, twins and lengths out of range are refused by name", {
  names <- c("a", "b")
  expect_error(printed_names(names, c(d = "x")), "`labels` names .* 'd'",
               class = "pybench_error_argument")
  expect_error(printed_names(names, c(a = "b")), "not 'b' for both 'a' and 'b'$",
               class = "pybench_error_argument")
  expect_error(printed_names(names, "x"), "`labels` must be", class = "pybench_error_argument")
  for (wrong in list(4, 10001, 7.5, "9", NA)) {
    expect_error(printed_names(names, max_label = wrong), "`max_label` must be",
                 class = "pybench_error_argument")
  }
  expect_error(bold_names(names, highlight = 1), "`highlight` must be",
               class = "pybench_error_argument")
  expect_error(bold_names(names, highlight = "d"), "`highlight` names .* 'd'",
               class = "pybench_error_argument")
  expect_identical(bold_names(names, "a", "b"), c(TRUE, TRUE))
  expect_identical(bold_names(names), c(FALSE, FALSE))
})

test_that("text is broken at blanks and line ends", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  lines <- wrap_text("some words that take more than an inch", 1, 1)
  expect_gt(length(lines), 2L)
  expect_lte(max(label_width(lines, 1)), 1)
  expect_identical(title_rows("one\ntwo", 9, 1), c("one", "two"))
  expect_identical(title_rows(NULL, 9, 1), character())
  # pdf() rounds to whole points.
  expect_equal(label_width("wide text", within_room("wide text", 5, 1)), 1, tolerance = 0.04)
})

looked_at <- function() {
  scores <- cbind(
    a = c(3, 6, 9, 5, 7, 8), b = c(2, 5, 7, 4, 8, 6), c = c(1, 4, 8, 3, 2, 5),
    x = c(4, 8, 3, 1, 2, 6), y = c(5, 7, 2, 2, 9, 5)
  )
  t <- table_of(scores)
  swaps <- pb_swaps(t, "x", "y")
  swaps$counts[] <- 1
  tested <- pb_wilcoxon(t)
  curves <- pb_optimal_roc(rep(0:1, 3), as.list(as.data.frame(scores[, 1:3])))
  costs <- c(a = 1, b = 30, c = 900, x = 4, y = 70)
  all <- c("labels", "highlight", "groups")
  of <- function(result, takes) {
    list(
      draw = function(...) plot(result, ...), takes, function(...) ggplot2::autoplot(result, ...)
    )
  }
  from <- function(figure, ...) {
    given <- list(t, figure = figure, ...)
    list(
      draw = function(...) do.call(plot, c(given, list(...))), all,
      function(...) do.call(ggplot2::autoplot, c(given, list(...)))
    )
  }
  list(
    critical_difference = of(pb_critical_difference(t), all),
    critical_differences = of(pb_critical_differences(list(u = t, v = t)), all),
    multi_comparison = of(pb_multi_comparison(t), all),
    rank_intervals = of(pb_rank_intervals(t, resamples = 50), all),
    stability = of(pb_stability(t, resamples = 20), all),
    pairwise_test = list(
      draw = function(...) plot(tested, letters = FALSE, ...), all,
      function(...) ggplot2::autoplot(tested, ...)
    ),
    letters = list(
      draw = function(...) plot(tested, cells = FALSE, ...), all,
      function(...) ggplot2::autoplot(tested, cells = FALSE, ...)
    ),
    nemenyi = of(pb_nemenyi(t), all),
    comparison = of(pb_compare(t), all),
    pareto_front = of(pb_pareto(t, costs, resamples = 50), all),
    swaps = of(swaps, all),
    effects = of(pb_effects(t), all),
    patterns = of(pb_core_patterns(t, c("a", "b"), extra = 1), all),
    favourable_sets = of(pb_favourable_sets(t, "a", "b", size = 1), all),
    simplex = of(pb_posterior(t, "a", "b", samples = 50), all),
    power = of(pb_datasets_needed(table_of(scores[, 1:3]), repeats = 20), all),
    roc = of(curves, all),
    scores = from("scores"),
    ranks = from("scores", of = "ranks"),
    score_cost = from("score_cost", costs = costs),
    bayesian_t = from("bayesian_t", first = "a", second = "b")
  )
}

drawn_by <- function(draw) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  draw()
}

# The colours in which a PDF has names of methods, alone or with their numbers.
colours_of <- function(draw, names = c("Alpha", "b", "c")) {
  file <- tempfile(fileext = ".pdf")
  on.exit(unlink(file))
  grDevices::pdf(file, 7, 6, compress = FALSE, useKerning = FALSE)
  tryCatch(draw(), finally = grDevices::dev.off())
  lines <- readLines(file, warn = FALSE)
  colour <- ""
  found <- character()
  for (line in lines) {
    if (grepl(" rg$| sc[n]?$", line, useBytes = TRUE)) colour <- line
    if (grepl(" Tf .* Tm ", line, useBytes = TRUE)) {
      words <- strsplit(gsub(".*Tm \\(|\\) Tj.*", "", line, useBytes = TRUE), " +")[[1L]]
      own <- intersect(words, names)
      if (length(own) == 1L && length(words) < 4L) found[[own]] <- colour
    }
  }
  found
}

# Figures of some methods of a table accept groups of the others.
refusing <- function(name, takes) {
  setdiff(takes, if (name %in% c("patterns", "simplex")) "groups")
}

test_that("every figure of methods takes the same looks", {
  looks <- list(
    labels = c(a = "Alpha"), highlight = "b", groups = c(a = "trees", c = "nets", b = "trees")
  )
  figures <- looked_at()
  diagram <- colours_of(function() do.call(figures$critical_difference$draw, looks))
  expect_length(diagram, 3L)
  expect_length(unique(diagram), 2L)
  for (name in names(figures)) {
    draw <- figures[[name]]$draw
    takes <- figures[[name]][[2L]]
    page <- printed(function() do.call(draw, looks[takes]), 7, 6)
    expect_true(any(grepl("Alpha", page$texts)), label = name)
    if (name != "letters") { # of which one is "a"
      expect_false(any(grepl("(^|, )a( |,|$)", page$texts)), label = name)
    }
    if ("highlight" %in% takes) {
      expect_true(any(page$bold & grepl("^b\\b|, b$| b$", page$texts)), label = name)
      one <- !name %in% c("effects", "power") # where both names of a pair are bold
      expect_false(one && any(page$bold & grepl("^c( \\(.*)?$", page$texts)), label = name)
    }
    if ("groups" %in% takes) {
      expect_true(all(c("trees", "nets") %in% page$texts), label = name)
      colours <- colours_of(function() do.call(draw, looks))
      expect_gt(length(colours), 0L, label = name)
      expect_identical(colours, diagram[names(colours)], label = name)
    }
    for (look in refusing(name, takes)) {
      strange <- list(if (look == "highlight") "z" else c(z = "z"))
      expect_error(
        drawn_by(function() do.call(draw, stats::setNames(strange, look))),
        sprintf("`%s` names a method that the result does not have: 'z'", look),
        class = "pybench_error_argument", label = name
      )
    }
  }
})

test_that("ggplots take the same looks", {
  skip_if_not_installed("ggplot2")
  looks <- list(
    labels = c(a = "Alpha"), highlight = "b", groups = c(a = "trees", c = "nets", b = "trees")
  )
  figures <- looked_at()
  for (name in names(figures)) {
    takes <- figures[[name]][[2L]]
    plot <- expect_silent(do.call(figures[[name]][[3L]], looks[takes]))
    page <- printed(function() print(plot), 7, 6)
    expect_true(any(grepl("Alpha", page$texts)), label = name)
    expect_false(name != "letters" && any(grepl("^a( |,|$)", page$texts)), label = name)
    if ("highlight" %in% takes && name != "critical_differences") { # whose legend has one look
      if (name == "favourable_sets") { # whose legend is that of groups, if there are any
        alone <- figures[[name]][[3L]](highlight = "b")
        page$texts <- c(page$texts, printed(function() print(alone), 7, 6)$texts)
        page$bold <- c(page$bold, printed(function() print(alone), 7, 6)$bold)
      }
      expect_true(any(page$bold & grepl("\\bb\\b", page$texts)), label = name)
    }
    if ("groups" %in% takes) {
      shown <- if (name %in% c("patterns", "simplex")) "trees" else c("trees", "nets") # of a pair
      for (kind in shown) expect_true(any(grepl(kind, page$texts, fixed = TRUE)), label = name)
    }
    for (look in refusing(name, takes)) {
      strange <- stats::setNames(list(if (look == "highlight") "z" else c(z = "z")), look)
      expect_error(
        do.call(figures[[name]][[3L]], strange), "does not have: 'z'",
        class = "pybench_error_argument", label = name
      )
    }
  }
})

test_that("every figure of methods is among those whose looks are tested", {
  own <- asNamespace("pybench")
  taking <- function(pattern) {
    names <- setdiff(grep(pattern, ls(own), value = TRUE), "plot.pb_result")
    Filter(function(name) "highlight" %in% names(formals(get(name, own))), names)
  }
  figures <- looked_at()
  classes <- unique(unlist(lapply(figures, function(figure) {
    class(environment(figure$draw)$result)
  })))
  methods <- sub("plot.", "", taking("^plot[.]pb_"), fixed = TRUE)
  expect_setequal(setdiff(methods, c(classes, "pb_pairs")), character())
  expect_setequal(setdiff(taking("^pb_plot_"), paste0("pb_plot_", names(figures))), character())
})
