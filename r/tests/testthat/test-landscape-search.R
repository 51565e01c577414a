# The search: the maps of pb_som(), the same on two workers, nothing lost, the front by brute force.

search_rows <- function() as.matrix(datasets::iris[1:4])

searched <- function(...) {
  pb_som_search(search_rows(), sizes = list(3, c(4, 5), 4), seeds = 1:2, rlen = 8, ...)
}

# The texts of the events of progress.
told_by <- function(code) {
  told <- character()
  old <- options(pybench.progress = function(done, total, text) told <<- c(told, text))
  on.exit(options(old))
  force(code)
  told
}

test_that("the front is what no other beats, ties and all", {
  set.seed(1)
  for (case in 1:30) {
    first <- sample(6, 12, TRUE)
    second <- sample(6, 12, TRUE)
    beaten <- vapply(1:12, function(i) {
      any(first <= first[[i]] & second <= second[[i]] &
            (first < first[[i]] | second < second[[i]]))
    }, NA)
    expect_identical(pybench:::pareto_front(first, second), !beaten)
  }
  front <- c(TRUE, TRUE, FALSE, TRUE, TRUE)
  chosen <- pybench:::best_explained(front, c(80, 90, 99, 90, 90), c(9, 25, 9, 16, 16))
  expect_identical(chosen, 4L)
})

test_that("a map of the search is the map of pb_som()", {
  found <- searched()
  at <- found$table[found$chosen, ]
  single <- pb_som(search_rows(), at$xdim, at$ydim, rlen = 8, preset = "paper", seed = at$seed)
  fields <- setdiff(names(single), "features")
  expect_identical(found$som[fields], single[fields])
  expect_identical(at$quantization_error, single$quantization_error)
  expect_identical(found$table$xdim, rep(c(3, 4, 4), each = 2))
  expect_identical(found$table$ydim, rep(c(3, 5, 4), each = 2))
  expect_identical(found$chosen, which.min(found$table$quantization_error))
  expect_identical(found$pareto, which(found$table$pareto))
  expect_identical(as.data.frame(found), found$table)
  expect_match(format(found), "chosen: 4 x 5", all = FALSE)
  plain <- pb_som_search(search_rows(), 4, 3, preset = NULL, rlen = 5, scale = FALSE)$som
  expect_identical(plain$codes, pb_som(search_rows(), 4, 4, rlen = 5, seed = 3)$codes)
})

test_that("two workers give the same, and finished maps are not trained again", {
  folder <- temporary_folder()
  alone <- searched()
  told <- told_by(found <- searched(workers = 2, out = folder))
  expect_identical(found, alone)
  expect_identical(substr(told, 1L, 4L), c("0 of", "2 of", "4 of", "6 of"))
  expect_match(told[[4L]], "6 of 6 maps, 0 s left \\(3 x 3, seed 2\\)")
  expect_length(list.files(folder, all.files = TRUE, no.. = TRUE), 6L)
  expect_identical(told_by(found <- searched(out = folder)), "6 of 6 maps")
  expect_identical(found, alone)
})

test_that("a damaged, cut or renamed map is trained again; other rows are other maps", {
  folder <- temporary_folder()
  alone <- searched(out = folder)
  files <- list.files(folder, full.names = TRUE)
  data <- readBin(files[[1L]], "raw", 1e6)
  data[[length(data) %/% 2L]] <- xor(data[[length(data) %/% 2L]], as.raw(1L))
  writeBin(data, files[[1L]])
  writeBin(utils::head(readBin(files[[2L]], "raw", 1e6), -9L), files[[2L]])
  unlink(files[[3L]])
  file.copy(files[[4L]], files[[3L]])
  told <- told_by(again <- searched(out = folder))
  expect_identical(again, alone)
  expect_identical(told[[1L]], "3 of 6 maps")
  for (more in list(list(alpha = c(0.05, 0.02)), list(toroidal = TRUE), list(scale = FALSE))) {
    told <- told_by(do.call(searched, c(list(out = folder), more)))
    expect_identical(told[[1L]], "0 of 6 maps")
  }
})

test_that("a worker that dies is told, and what was finished stays", {
  skip_on_os("windows")
  folder <- temporary_folder()
  train <- function(i) if (i == 2L) tools::pskill(Sys.getpid(), 9L) else searched()$som
  expect_error(
    pybench:::forked_maps(1:2, train, 2), "1 map ended the worker process",
    class = "pybench_error_environment"
  )
  refuse <- function(i) stop("no such map")
  expect_error(pybench:::forked_maps(1:2, refuse, 2), "no such map")
})

test_that("what cannot be asked is refused", {
  refused <- function(text, ...) {
    expect_error(
      pb_som_search(search_rows(), ..., rlen = 5), text, class = "pybench_error_argument"
    )
  }
  refused("at most 150 units, the number of rows, not 169.*gives 8 x 8", c(3, 13))
  refused("of 2 units or more", 1)
  refused("pairs of width and height", list(1:3))
  refused("pairs of width and height", "3")
  refused("`sizes` must be a number or several numbers", numeric())
  refused("`seeds` must be a number or several numbers", 3, numeric())
  refused("`seed` must be a whole number", 3, 0.5)
  refused("`preset` must be one of", 3, preset = "best")
  refused("`radius` must be two finite numbers", 3, radius = 1:3)
  refused("`workers`", 3, workers = 0)
  file <- tempfile()
  file.create(file)
  on.exit(unlink(file))
  expect_error(
    pb_som_search(search_rows(), 3, rlen = 2, out = file), "cannot write a map into",
    class = "pybench_error_environment"
  )
})

test_that("more workers than there is work are no error, and a seed is one seed", {
  found <- pb_som_search(iris[1:20, 1:4], 2:3, rlen = 2, workers = 1e12)
  expect_identical(found$table, pb_som_search(iris[1:20, 1:4], 2:3, rlen = 2)$table)
  expect_identical(nrow(pb_som_search(iris[1:20, 1:4], 2, list(1L, 1), rlen = 2)$table), 1L)
})

test_that("a radius is one or two numbers, as in pb_som()", {
  for (radius in list(factor("z"), TRUE, as.raw(1), as.Date("2020-01-01"), "1", NaN, 1:3)) {
    expect_error(searched(radius = radius), class = "pybench_error_argument")
  }
  before <- options(scipen = -9)
  found <- format(searched(radius = 2))
  options(before)
  expect_identical(found, format(searched(radius = c(2, 0))))
})
