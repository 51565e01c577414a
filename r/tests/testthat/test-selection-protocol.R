# The protocol: tables, text, and what is refused.

test_that("tables have a row for each method and metric", {
  t <- some_results("t")
  found <- pb_rank_preservation(t, list(x = some_places("a"), y = some_places("b", grid = TRUE)),
                                trials = 4, sizes = 2:4)
  expect_identical(nrow(found$auc), 66L)
  expect_identical(nrow(found$curves), 198L)
  expect_equal(found$auc$mean, rowMeans(found$by_trial))
  expect_identical(unique(found$significance$metric), ranking_metrics)
  expect_true("few-trials" %in% found$notes)
  expect_match(format(found)[[1]], "4 trials with 9 datasets; engine r")
  expect_identical(as.data.frame(found), found$auc)
  by_models <- pb_rank_preservation(t, NULL, strategies = "random", trials = 3, sizes = 2:3,
                                    vary = "models")
  expect_equal(by_models$n_pool, 4)
})

test_that("what cannot be asked is refused", {
  t <- some_results("t")
  wrong <- list(
    list(sizes = 3), list(sizes = 2:10), list(trials = 1), list(pool = 1.1), list(vary = "folds"),
    list(metrics = "mse"), list(targets = list(mse = 1)), list(targets = list(1)),
    list(targets = list(mae = 1, mae = 2)), list(strategies = c("random", "landscape")),
    list(metrics = "mae", targets = list(kendall = 0.9)), list(strategies = character()),
    list(strategies = c("random", "random")), list(standardize = "yes"), list(missing = "ignore"),
    list(confidence = 95)
  )
  for (arguments in wrong) {
    all <- utils::modifyList(list(t = t, embeddings = list(x = some_places("a")), trials = 3,
                                  sizes = 2:3), arguments)
    expect_error(do.call(pb_rank_preservation, all), class = "pybench_error_argument")
  }
  expect_error(
    pb_rank_preservation(t, list(x = some_places("a")[-1, ]), sizes = 2:3, trials = 3), "lacks"
  )
})

test_that("several strategies are a vector, a list or a factor", {
  t <- some_results("t")
  asked <- c("random", "oracle")
  ask <- function(strategies) pb_rank_preservation(t, NULL, strategies, 2:3, 2, metrics = "mae")
  for (same in list(as.list(asked), factor(asked, asked))) {
    expect_identical(ask(same)$auc, ask(asked)$auc)
  }
})

test_that("more workers than there is work are as many as there is work", {
  t <- some_results("t")
  asked <- function(workers) {
    pb_rank_preservation(t, NULL, strategies = "random", trials = 3, sizes = 2:3, workers = workers)
  }
  expect_identical(asked(1e12)$auc, asked(1)$auc)
  paths <- function(workers) pb_simulate("a-T1", paths = 20, workers = workers)$paths
  expect_identical(paths(1e12), paths(1))
})

test_that("each embedding is standardised in its own way", {
  t <- some_results("ways")
  given <- list(a = some_places("one") * 5 + 1, b = some_places("two") * 5 + 1)
  few <- function(embeddings, ...) {
    pb_rank_preservation(t, embeddings, c("k-means", "a-optimal"), sizes = 2:3, trials = 4, ...)$auc
  }
  found <- few(given, standardize = c(b = "none"))
  for (name in c("a", "b")) {
    own <- few(given[name], standardize = c(a = "all", b = "none")[[name]])
    mine <- found[found$representation == name, ]
    rownames(mine) <- NULL
    expect_identical(mine, own)
  }
  expect_error(few(given, standardize = c(d = "none")), class = "pybench_error_argument")
})
