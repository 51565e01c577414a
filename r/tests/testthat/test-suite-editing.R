# Tags and the life of a suite; what R does not know of a manifest is kept.

draft <- function() pb_suite_new_version(cars_suite())

test_that("tags are added, sorted, and removed, in their place", {
  one <- pb_suite_tag(draft(), "b", tasks = "cars")
  both <- pb_suite_tag(one, "a", tasks = "cars", datasets = "cars")
  task <- both$manifest$tasks[[1L]]
  expect_identical(task$tags, list("a", "b"))
  expect_identical(names(task)[length(task)], "tags")
  expect_identical(task$dataset$tags, list("a"))
  expect_identical(pb_suite_tasks(both)$tags, "a, a, b")
  back <- pb_suite_tag(both, "a", tasks = "cars", datasets = "cars", remove = TRUE)
  expect_identical(back$hash, one$hash)
  expect_s3_class(pybench_error_of(pb_suite_tag(one, " ")), "pybench_error_argument")
  expect_s3_class(pybench_error_of(pb_suite_tag(one, "x", "z")), "pybench_error_argument")
  wrong <- pybench_error_of(pb_suite_tag(one, "x", datasets = "z"))
  expect_s3_class(wrong, "pybench_error_argument")
  expect_match(conditionMessage(pybench_error_of(pb_suite_tag(cars_suite(), "x"))), "new version")
})

test_that("a tag goes before the number at OpenML and the type", {
  object <- list(name = "t", openml_id = 3L, type = "regression", later = 1)
  found <- with_field(object, "tags", list("x"), c("openml_id", "type"))
  expect_named(found, c("name", "tags", "openml_id", "type", "later"))
})

test_that("a suite is frozen, deactivated, and has a next version", {
  active <- pb_suite_freeze(draft())
  expect_identical(active$status, "active")
  gone <- pb_suite_deactivate(active)
  expect_identical(gone$status, "deactivated")
  expect_identical(gone$hash, active$hash)
  again <- pb_suite_new_version(gone)
  expect_identical(again$version, 3L)
  expect_identical(
    again$manifest$provenance$parent, paste0("cars of 1974, version 2, ", active$hash)
  )
  expect_s3_class(pybench_error_of(pb_suite_freeze(active)), "pybench_error_suite")
  expect_s3_class(pybench_error_of(pb_suite_deactivate(gone)), "pybench_error_suite")
})

test_that("what is not sound is not frozen", {
  judged <- function(verdict) {
    suite <- draft()
    suite$manifest$candidates <- list(suite_verdict("cars", "rule", NULL, "", verdict))
    suite
  }
  expect_match(conditionMessage(pybench_error_of(pb_suite_freeze(judged("fail")))), "cars: rule")
  expect_s3_class(pybench_error_of(pb_suite_freeze(judged("unknown"))), "pybench_error_suite")
  expect_identical(pb_suite_freeze(judged("unknown"), accept_unknown = TRUE)$status, "active")
  empty <- draft()
  empty$tasks <- list()
  expect_match(conditionMessage(pybench_error_of(pb_suite_freeze(empty))), "expected tasks")
  damaged <- pb_suite_save(draft(), tempfile())
  cat("1,1\n", file = file.path(damaged$folder, "data", "cars.csv"), append = TRUE)
  expect_match(conditionMessage(pybench_error_of(pb_suite_freeze(damaged))), "SHA-256")
})

test_that("what R does not know of a manifest is kept, and other types are not run as classes", {
  skip_if_not_installed("jsonlite")
  plain <- draft()$manifest
  plain$preservation <- list(value = 0.5, of = list(), more = no_qualities(), none = NULL)
  plain$tasks[[1L]]$type <- "regression"
  plain$tasks[[1L]]$procedure$seed <- json_whole(2^40)
  suite <- pb_suite_save(suite_object(plain, NULL, draft()$contents), tempfile())
  back <- pb_suite_load(suite$folder)
  expect_identical(back$hash, suite$hash)
  expect_identical(suite_text(back), suite_text(suite))
  expect_match(suite_text(back), "\"preservation\": {\n  \"value\": 0.5,", fixed = TRUE)
  expect_match(suite_text(back), "\"seed\": 1099511627776", fixed = TRUE)
  expect_identical(pb_suite_tasks(back)$type, "regression")
  expect_match(format(back)[[1L]], "1 tabular regression task")
  for (code in list(
    quote(pb_suite_data(back, "cars")), quote(pb_run(back, majority, tempfile())),
    quote(pb_suite_freeze(back))
  )) {
    error <- pybench_error_of(eval(code))
    expect_s3_class(error, "pybench_error_suite")
    expect_match(conditionMessage(error), "R runs classification tasks only")
  }
})
