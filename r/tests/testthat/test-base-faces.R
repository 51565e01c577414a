# Every class of results has the faces that R users expect.

# The kinds that functions of the package make: the first argument of new_result() and structure().
kinds_made <- function() {
  found <- character()
  walk <- function(code) {
    if (is.call(code)) {
      if (identical(code[[1L]], quote(new_result)) && is.character(code[[2L]])) {
        found <<- c(found, code[[2L]])
      }
      lapply(as.list(code)[-1L], function(part) if (!missing(part)) walk(part))
    } else if (is.pairlist(code)) {
      lapply(as.list(code), walk)
    }
  }
  space <- asNamespace("pybench")
  for (name in ls(space, all.names = TRUE)) {
    value <- get(name, space)
    if (is.function(value)) {
      walk(body(value))
    }
  }
  sort(unique(found))
}

has_method <- function(generic, kind) {
  !is.null(utils::getS3method(generic, kind, optional = TRUE, envir = asNamespace("pybench")))
}

test_that("every result prints its own text and turns into a table", {
  kinds <- kinds_made()
  expect_gt(length(kinds), 40L)
  expect_true(all(c("pb_friedman", "pb_som", "pb_suite", "pb_selection") %in% kinds))
  expect_identical(Filter(function(kind) !has_method("format", kind), kinds), character())
  expect_identical(Filter(function(kind) !has_method("as.data.frame", kind), kinds), character())
  shared <- c("print", "summary", "plot", "as.list", "as.data.frame", "format")
  expect_true(all(vapply(shared, has_method, NA, "pb_result")))
})

test_that("a figure with ggplot2 is one that plot() has too", {
  skip_if_not_installed("ggplot2")
  own <- function(generic) {
    lines <- readLines(system.file("NAMESPACE", package = "pybench"))
    form <- sprintf("^S3method\\((ggplot2::)?\"?%s\"?,(pb_[a-z_]+)\\)$", generic)
    sub(form, "\\2", grep(form, lines, value = TRUE))
  }
  expect_identical(setdiff(own("autoplot"), own("plot")), character())
})

test_that("summary() of a result is the result, and its text says what it is", {
  t <- pb_read_results(
    data.frame(dataset = letters[1:6], A = c(3, 3, 3, 2, 3, 3), B = c(2, 2, 1, 3, 2, 2), C = 1),
    higher_is_better = TRUE
  )
  results <- list(
    pb_friedman(t), pb_nemenyi(t), pb_wilcoxon(t), pb_critical_difference(t), pb_effects(t),
    pb_multi_comparison(t), pb_compare(t), pb_kendall_w(t), pb_rank_intervals(t, resamples = 50)
  )
  old <- options(width = 1000) # no line is folded
  on.exit(options(old))
  for (result in results) {
    expect_identical(summary(result), result)
    expect_identical(utils::capture.output(print(result)), unlist(strsplit(format(result), "\n")))
    expect_s3_class(as.data.frame(result), "data.frame")
    expect_type(as.list(result), "list")
  }
  expect_s3_class(pybench_error_of(plot(pb_friedman(t))), "pybench_error_argument")
})

test_that("the title of every figure comes right after what is drawn", {
  space <- asNamespace("pybench")
  methods <- ls(space, pattern = "^(plot|autoplot)[.]pb_")
  expect_gt(length(methods), 30L)
  for (name in methods) {
    arguments <- setdiff(names(formals(get(name, space))), c("x", "object", "map"))
    expect_true(arguments[[1L]] %in% c("main", "..."), info = name)
  }
})
