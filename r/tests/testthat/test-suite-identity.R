# A learner is its code and what the code uses, wherever that is.

sha <- function(learner) described_learner("learner", learner)$sha256

test_that("closures of one code and other values are other learners", {
  make <- function(k) function(train, test) rep(levels(train$class)[[k]], nrow(test))
  nested <- function(k) {
    inner <- make(k)
    function(train, test) inner(train, test)
  }
  expect_identical(sha(make(1)), sha(make(1)))
  expect_identical(sha(nested(1)), sha(nested(1)))
  expect_false(sha(make(1)) == sha(make(2)))
  expect_false(sha(make(1)) == sha(make(1L)))
  expect_false(sha(nested(1)) == sha(nested(2)))
  out <- tempfile()
  pb_run(cars_suite(), list(a = make(1)), out)
  pb_run(cars_suite(), list(a = make(1)), out)
  error <- pybench_error_of(pb_run(cars_suite(), list(a = make(2)), out))
  expect_match(conditionMessage(error), "other code, or other values that it uses")
})

test_that("values of every kind count, and what is not used does not", {
  of <- function(held, unused = 0) function(train, test) held
  held <- list(
    1, 2, "a", NULL, NA, c(a = 1), c(b = 1), factor("a"), factor("b"), list(1), list(2),
    list(a = 2), quote(x + 1), y ~ x, data.frame(x = 1), data.frame(x = 2), mean, max
  )
  found <- vapply(held, function(one) sha(of(one)), "")
  expect_identical(anyDuplicated(found), 0L)
  expect_identical(sha(of(1, 2)), sha(of(1, 3)))
  expect_identical(sha(of(1:3)), sha(of(c(1L, 2L, 3L))))
  recursive <- function(train, test) if (FALSE) recursive(train, test) else 1
  expect_identical(sha(recursive), sha(recursive))
})

test_that("what cannot be told from another is refused", {
  state <- new.env()
  error <- pybench_error_of(sha(function(train, test) state$k))
  expect_s3_class(error, "pybench_error_argument")
  expect_match(conditionMessage(error), "cannot be told from another")
})

test_that("versions of R and of packages are compared", {
  learner <- function(train, test) utils::head(as.character(train$class), nrow(test))
  versions <- described_learner("learner", learner)$versions
  expect_identical(versions$R, as.character(getRversion()))
  expect_identical(versions$utils, as.character(utils::packageVersion("utils")))
  out <- tempfile()
  pb_run(cars_suite(), list(a = majority), out)
  told <- paste0("\"versions\": {\"R\": \"", c(versions$R, "3.0"))
  rewrite(file.path(out, "run.json"), told[[1L]], told[[2L]])
  error <- pybench_error_of(pb_run(cars_suite(), list(a = majority), out))
  expect_match(conditionMessage(error), "other versions of R")
})

test_that("free names are those that code does not make", {
  f <- function(a, b = d) {
    made <- a[, 1]
    for (i in made) a$column <- utils::head(i)
    function(inner) g(inner, a@slot, h)
  }
  found <- free_names(f)
  expect_true(all(c("d", "g", "h") %in% found))
  expect_false(any(c("a", "b", "column", "head", "inner", "slot") %in% found))
})

test_that("a name that is a local somewhere is one from outside elsewhere", {
  of <- function(k, how) {
    switch(how,
      argument = function(train, test) {
        sapply(1:3, function(k) k)
        fit(train, test, k)
      },
      assigned = function(train, test) {
        k <- k * 2
        k
      },
      default = function(train, test) (function(k, l = k) l)(1) + k,
      shadowed = function(train, test) (function(k) k)(1)
    )
  }
  for (how in c("argument", "assigned", "default")) {
    expect_identical(sha(of(5, how)), sha(of(5, how)))
    expect_false(sha(of(5, how)) == sha(of(7, how)))
  }
  expect_identical(sha(of(5, "shadowed")), sha(of(7, "shadowed")))
})
