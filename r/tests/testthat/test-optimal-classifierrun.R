# A run: its seed, its paths, the scores of a classifier, and what is refused.

tiny <- pb_optimal_own_setting("tiny", "constant", 0:3, train = 12, test = 8)

test_that("seeds are those of Python", {
  # from pybench.base.stream import integer
  expect_identical(stream_integer(0, "fit", "random forest", "iris", 1L), 1096629425)
  expect_identical(stream_integer(1, "fit"), 91809668) # the bit before it is 1
  expect_identical(stream_integer(7, "a\u00e9\U1F600\""), 209958740)
})

test_that("training and test paths are different ones, of both classes", {
  data <- drawn_run(tiny, 0, 3)
  expect_identical(dim(data$train), c(12L, 4L))
  expect_identical(dim(data$test), c(8L, 4L))
  expect_identical(sum(data$train_label), 6L)
  expect_identical(data$test_label, rep(0:1, each = 4L))
  expect_identical(anyDuplicated(rbind(data$train, data$test)), 0L)
  expect_false(identical(data$train, drawn_run(tiny, 1, 3)$train))
  expect_identical(data, drawn_run(tiny, 0, 3))
  seed <- stream_integer(3, "optimality", "tiny", 0L)
  seen <- pb_simulate(tiny, 10, seed = seed)
  expect_identical(data$test, path_rows(seen$paths)[c(7:10, 17:20), ])
  expect_identical(data$lines$lrt_hidden, seen$hidden[c(7:10, 17:20)])
  expect_named(data$lines, c("lrt_hidden", "lrt_numerical", "lrt_exact_chain"))
})

test_that("rows have the times of one coordinate after the other", {
  paths <- array(1:24, c(2, 3, 4))
  expect_identical(path_rows(paths)[2, ], c(paths[2, 1, ], paths[2, 2, ], paths[2, 3, ]))
  made <- pb_optimal_own_setting("x", pb_optimal_process("constant", dimension = 3), 0:3)
  seen <- pb_simulate(made, 4)
  for (method in c("numerical", "exact_chain")) {
    expect_identical(
      ratio_classifier(made, method)$score(NULL, path_rows(seen$paths)),
      pb_likelihood_ratio(made, seen, method = method)
    )
  }
})

test_that("a fit is seeded, and leaves the session's generator as it is", {
  random <- list(fit = function(x, y) stats::runif(1), score = function(model, x) x[, 2] + model)
  data <- drawn_run(tiny, 0, 1)
  set.seed(5)
  before <- .Random.seed
  found <- classifier_run(tiny, 0, "random", function(setting) random, data)
  expect_identical(.Random.seed, before)
  again <- classifier_run(tiny, 0, "random", function(setting) random, data)
  expect_identical(found$values, again$values)
  other <- classifier_run(tiny, 0, "other", function(setting) random, data)
  expect_false(identical(found$values, other$values))
  expect_equal( # a shift moves no rank
    found$test[1:2, 1:2], score_rows(data$test[1:4, 2], data$test[5:8, 2])[1:2, 1:2]
  )
})

test_that("a classifier that fails is named", {
  failing <- list(fit = function(x, y) stop("no luck"), score = function(model, x) x[, 1])
  data <- drawn_run(tiny, 0, 1)
  error <- pybench_error_of(classifier_run(tiny, 2, "mine", function(setting) failing, data))
  expect_s3_class(error, "pybench_error_tasks_failed")
  expect_match(error$message, "mine, in run 2 of tiny failed with no luck")
  scores <- list(function(model, x) NULL, function(model, x) 1, function(model, x) x[, 1] / 0)
  for (score in scores) {
    wrong <- list(fit = function(x, y) NULL, score = score)
    error <- pybench_error_of(classifier_run(tiny, 0, "mine", function(setting) wrong, data))
    expect_s3_class(error, "pybench_error_argument")
    expect_match(error$message, "mine, in run 0 of tiny: `score` must return 8 finite numbers")
  }
})

test_that("classifiers have names and two functions", {
  one <- list(fit = function(x, y) NULL, score = function(model, x) x[, 1])
  expect_named(check_classifiers(list(a = one, "LRT" = "LRT exact")), c("a", "LRT"))
  expect_named(check_classifiers(c("LRT numerical", "LRT exact")), c("LRT numerical", "LRT exact"))
  for (wrong in list(
    one, list(one), list(), NULL, list(a = one, a = one), list(a = mean), "ROCKET",
    list(a = list(fit = mean)), mean, 3
  )) {
    expect_error(check_classifiers(wrong), "`classifiers`", class = "pybench_error_argument")
  }
})
