test_that("a choice is one of the strings allowed", {
  expect_identical(check_choice("mode", "b", c("a", "b")), "b")
  expect_identical(check_choice("mode", c(named = "b"), c("a", "b")), "b")
  error <- pybench_error_of(check_choice("mode", "c", c("a", "b")))
  expect_identical(conditionMessage(error), "`mode` must be one of \"a\", \"b\", not \"c\"")
  expect_identical(error$expected, "\"a\", \"b\"")
  expect_identical(error$found, "\"c\"")
  for (bad in list(NULL, NA_character_, 1, c("a", "b"), list("a"), factor("a"))) {
    expect_error(check_choice("mode", bad, c("a", "b")), class = "pybench_error_argument")
  }
})

test_that("a level is a number strictly between 0 and 1", {
  expect_identical(check_level("alpha", 0.05), 0.05)
  error <- pybench_error_of(check_level("alpha", 5L))
  expect_identical(conditionMessage(error), "`alpha` must be a number between 0 and 1, not 5")
  for (bad in list(0, 1, -1, NA, NaN, Inf, "0.5", TRUE, NULL, c(0.1, 0.2))) {
    expect_error(check_level("alpha", bad), class = "pybench_error_argument")
  }
})

test_that("a tie tolerance is \"auto\" or a finite number that is not negative", {
  expect_identical(check_tie_tolerance("auto"), "auto")
  expect_identical(check_tie_tolerance(0L), 0)
  expect_identical(check_tie_tolerance(1e-9), 1e-9)
  error <- pybench_error_of(check_tie_tolerance(-1))
  expect_identical(
    conditionMessage(error), "`tie_tol` must be \"decimal\", \"auto\" or a number >= 0, not -1"
  )
  for (bad in list(Inf, NaN, NA, "exact", NULL, FALSE, c(0, 0))) {
    expect_error(check_tie_tolerance(bad), class = "pybench_error_argument")
  }
})

test_that("flags and strings are of length one and not missing", {
  expect_false(check_flag("f", FALSE))
  expect_identical(check_string("s", "x"), "x")
  expect_null(check_string("s", NULL, null_ok = TRUE))
  for (bad in list(NULL, NA, "TRUE", 1, c(TRUE, FALSE))) {
    expect_error(check_flag("f", bad), class = "pybench_error_argument")
  }
  for (bad in list(NULL, NA_character_, 1, c("a", "b"))) {
    expect_error(check_string("s", bad), class = "pybench_error_argument")
  }
})

test_that("a value that was refused is shown shortly", {
  expect_identical(describe_value(NULL), "NULL")
  expect_identical(describe_value("x"), "'x'")
  expect_identical(describe_value(0.1), "0.1")
  expect_identical(describe_value(TRUE), "TRUE")
  expect_identical(describe_value(1:3), "an integer of length 3")
  expect_identical(describe_value(factor("x")), "a factor of length 1")
  # A connection is a number underneath.
  expect_identical(describe_value(stdin()), "a terminal of length 1")
})

test_that("numbers in messages have a decimal point whatever the session prints", {
  old <- options(OutDec = ",")
  on.exit(options(old))
  expect_identical(describe_value(1.5), "1.5")
})

test_that("counts that no memory holds are refused before it is asked for", {
  names <- sprintf("d%02d", 1:12)
  t <- pb_read_results(matrix(sin(1:36), 12, dimnames = list(names, c("a", "b", "c"))), TRUE)
  place <- matrix(cos(1:24), 12, dimnames = list(names, c("x", "y")))
  kinds <- stats::setNames(rep(c("a", "b"), 6), names)
  repeated <- pb_synthetic_benchmark(0, 4, 3, 3)$table
  huge <- 1e12
  protocol <- function(...) pb_rank_preservation(t, list(x = place), sizes = 2:3, ...)
  asked <- list(
    samples = function() pb_bayesian_signed_rank(t, samples = huge),
    samples = function() pb_bayesian_sign(t, samples = huge),
    samples = function() pb_bayesian_hierarchical(repeated, samples = huge),
    warmup = function() pb_bayesian_hierarchical(repeated, warmup = huge),
    samples = function() pb_posterior(t, "a", "b", samples = huge),
    resamples = function() pb_kendall_w(t, resamples = huge),
    resamples = function() pb_rank_intervals(t, resamples = huge),
    repeats = function() pb_datasets_needed(t, repeats = huge),
    samples = function() pb_skillings_mack(t, "simulation", huge),
    resamples = function() pb_stability(t, resamples = huge),
    repeats = function() pb_bootstrap(t, list(r = names[1:5], s = names[6:12]), 2, huge),
    k = function() pb_coverage("a", 1, huge),
    n_init = function() pb_select(place, 3, "k-means", n_init = huge),
    trials = function() protocol(trials = huge),
    n_init = function() protocol(trials = 2, n_init = huge),
    trials = function() {
      pb_leave_one_family_out(t, list(x = place), kinds, sizes = 2, trials = huge)
    },
    benchmarks = function() {
      pb_scale_analysis(
        t, list(x = place), "k-means", 2:3, 3, benchmarks = huge, datasets = 8, models = 2
      )
    },
    permutations = function() pb_mantel(t, list(x = place), huge),
    trials = function() pb_subset_quality(t, "d01", huge),
    datasets = function() pb_synthetic_benchmark(0, huge),
    repeats = function() pb_synthetic_benchmark(0, repeats = huge),
    latent = function() pb_synthetic_benchmark(0, latent = huge),
    dimensions = function() pb_synthetic_benchmark(0, dimensions = huge),
    paths = function() pb_simulate("a-T1", huge),
    paths = function() pb_optimal_lrt("a-T1", huge)
  )
  for (i in seq_along(asked)) {
    error <- pybench_error_of(asked[[i]]())
    expect_s3_class(error, "pybench_error_argument")
    said <- sprintf("`%s` must be at most [0-9]+.*, not 1000000000000", names(asked)[[i]])
    expect_match(error$message, said)
  }
})

test_that("methods refuse arguments that they do not have, and name the nearest one", {
  t <- pb_read_results(
    matrix(c(3, 2, 1, 6, 5, 4), 3, dimnames = list(letters[1:3], c("A", "B"))), TRUE
  )
  cd <- pb_critical_difference(t)
  refused <- expect_error(plot(cd, bets = "right"), class = "pybench_error_argument")
  expect_match(refused$message, "unexpected argument: `bets`", fixed = TRUE)
  expect_match(refused$expected, "`main`, `best`, `layout`", fixed = TRUE)
  expect_identical(refused$hint, "Did you mean `best`?")
  whole <- pb_compare(t)
  for (draw in list(plot, if (requireNamespace("ggplot2", quietly = TRUE)) ggplot2::autoplot)) {
    if (!is.null(draw)) {
      expect_error(draw(whole, mein = "a"), "mean `main`", class = "pybench_error_argument")
    }
  }
  expect_error(plot(pb_nemenyi(t), bets = 1), "mean `best`", class = "pybench_error_argument")
  refused <- expect_error(print(cd, digits = 3), class = "pybench_error_argument")
  expect_identical(refused$expected, "none")
  expect_null(refused$hint)
  expect_error(format(cd, 3), "one without a name", class = "pybench_error_argument")
  expect_error(as.data.frame(cd, xyz = 1), "`row.names`", class = "pybench_error_argument")
  expect_error(summary(t, digits = 3), class = "pybench_error_argument")
  expect_error(as.matrix(t, 3), class = "pybench_error_argument")
  expect_identical(data.frame(cd), as.data.frame(cd)) # gives stringsAsFactors
})

test_that("every method passes `...` on or refuses what is in it", {
  methods <- getNamespaceInfo("pybench", "S3methods")
  # `[` counts its arguments; knitr gives its methods arguments of its own.
  there <- methods[!grepl("^\\[|toLatex|knit_print", methods[, 1L]), 3L]
  for (name in there) {
    method <- get(name, asNamespace("pybench"))
    if ("..." %in% names(formals(method))) {
      expect_true("..." %in% all.names(body(method)), label = paste(name, "uses its dots"))
    }
  }
})
