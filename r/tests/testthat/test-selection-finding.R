# Which representation fits: chosen on some models, judged on others.

wide_results <- function(m = 6) {
  names <- list(sprintf("d%02d", 1:12), letters[1:m])
  scores <- matrix(sin(seq_len(12 * m)^2), 12, dimnames = names)
  pb_read_results(scores, higher_is_better = TRUE)
}
looks <- matrix(cos(seq_len(24)), 12, dimnames = list(sprintf("d%02d", 1:12), c("x", "y")))
ask <- function(t = wide_results(), embeddings = list(x = looks), strategies = "k-medoids", ...) {
  pb_find_representation(
    t, embeddings, strategies, sizes = c(2, 4), trials = 4, permutations = 19, ...
  )
}

test_that("areas are those of the protocol on the models of a fold", {
  t <- wide_results()
  found <- ask(t, strategies = c("k-medoids", "farthest-first"), folds = 3)
  expect_identical(as.integer(table(found$models$fold)), c(2L, 2L, 2L))
  outer <- vapply(1:3, function(fold) {
    part <- t[, found$models$model[found$models$fold == fold]]
    unlist(lapply(c("all", "none"), function(way) {
      made <- pb_rank_preservation(
        part, list(x = looks), c("k-medoids", "farthest-first"), c(2, 4), 4,
        metrics = "mae", standardize = way
      )
      made$auc$mean
    }))
  }, numeric(4))
  expect_equal(found$table$area, rowMeans(outer), tolerance = 1e-12)
  for (fold in 1:3) {
    inner <- rowMeans(outer[, -fold])
    best <- which.min(inner)
    expect_equal(found$folds$inner[[fold]], inner[[best]], tolerance = 1e-12)
    expect_equal(found$folds$area[[fold]], outer[best, fold], tolerance = 1e-12)
    expect_identical(found$folds$strategy[[fold]], found$table$strategy[[best]])
  }
  expect_equal(found$folds$gain, found$folds$random - found$folds$area)
  expect_equal(found$gain, mean(found$folds$gain))
  expect_identical(found$pvalue, (1 + sum(found$shuffled >= found$gain - 1e-9)) / 20)
  expect_identical(as.data.frame(found), found$table)
})

test_that("the models that judge are not in past results", {
  t <- wide_results()
  found <- ask(t, list(ranks = t), c("k-medoids", "oracle"), folds = 3, standardize = "none")
  expect_identical(found$table$representation, c("ranks", ""))
  fold <- found$models$fold[match(t$classifiers, found$models$model)]
  part <- t[, t$classifiers[fold != 2]]
  goal <- t[, t$classifiers[fold == 2]]
  study <- pb_rank_preservation(
    goal, list(ranks = part), "k-medoids", c(2, 4), 4, metrics = "mae", standardize = "none"
  )
  jobs <- nested_jobs(t, list(ranks = t), list(
    labels = data.frame(representation = "ranks"),
    list = list(list(plan = strategy_plan("k-medoids", "cosine"),
                     space = selection_space(t, "none", "error")))
  ), dealt_models(t$classifiers, 3, 0), "error")
  expect_length(jobs, 6)
  expect_identical(jobs[[2]]$unseen, 2L)
  expect_equal(jobs[[2]]$method$space$values, selection_space(part, "none", "error")$values)
  results <- ranked_results(t)
  kept <- drawn_pools(12, 0.8, 4, 0, "datasets")
  study_of <- list(
    results = results, sizes = c(2, 4), rules = check_selection_rules("mean", 1e-3, 10, 0),
    vary = "datasets", kept = kept
  )
  choices <- nested_choices(study_of, jobs[[2]]$method, results$sums)
  area <- nested_areas(list(choices), ranked_results(goal)$sums, study_of, "mae")
  expect_equal(area, study$auc$mean, tolerance = 1e-12)
})

test_that("the text says whether a gain is shown, and never that there is none", {
  found <- ask(folds = 3)
  found$gain <- 1
  found$pvalue <- 0.05
  expect_match(format(found)[[2]], "A representation is shown to beat random")
  found$pvalue <- 0.06
  expect_match(format(found)[[2]], "No representation is shown to beat random at level 0.05")
  expect_match(format(found)[[2]], "does not show that none does")
  found$gain <- -1
  found$pvalue <- 0.01
  expect_match(format(found)[[2]], "No representation is shown")
})

test_that("workers change nothing, and progress is told", {
  told <- character()
  old <- options(pybench.progress = function(done, total, text) {
    told <<- c(told, sprintf("%d of %d", as.integer(done), as.integer(total)))
  })
  one <- ask(folds = 3)
  options(old)
  expect_identical(told[[length(told)]], "21 of 21")
  skip_on_os("windows")
  expect_identical(ask(folds = 3, workers = 2), one)
})

test_that("bad arguments are refused", {
  refused <- function(message, ...) {
    expect_error(ask(...), message, class = "pybench_error_argument", fixed = TRUE)
  }
  refused("`folds` must be at most 3", folds = 4)
  refused("must not contain", strategies = "random", folds = 3)
  refused("`standardize` must name", standardize = character(), folds = 3)
  refused("`embeddings` is empty", embeddings = NULL, folds = 3)
  own <- list(own = wide_results()$scores)
  refused("which is a model of the table", embeddings = own, folds = 3)
  refused("`folds` must be at least 3", embeddings = list(own = wide_results()), folds = 2)
  expect_error(
    pb_find_representation(wide_results(), list(x = looks), folds = 3, permutations = 18),
    "at least 19", class = "pybench_error_argument"
  )
})
