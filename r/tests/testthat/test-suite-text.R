# What runs write: CSV, JSON, names of folders; Python's bytes are compared in test_languages.py.

test_that("numbers read back, in the shortest form", {
  x <- c(0, 1, 0.1, 1 / 3, 2 / 3, 1e-5, 0.1 + 0.2, 1e-300, 123456.789, -2.5)
  expect_identical(number_text(x)[1:4], c("0.0", "1.0", "0.1", "0.3333333333333333"))
  expect_identical(parse_scores(number_text(x))$value, x)
  expect_identical(number_text(c(3, 2.5), whole = TRUE), c("3", "2.5"))
})

test_that("every double has the text that Python has of it, and comes back bit for bit", {
  # Python 3.11: repr().
  texts <- c(
    "0.0", "-0.0", "5e-324", "-5e-324", "1.73833895195875e-310", "1.265e-321",
    "2.2250738585072014e-308", "1.7976931348623157e+308", "0.0001", "1e-05", "1.5e-05",
    "1000000000000000.0", "1e+16",
    "1.2345678901234568e+16", "9007199254740992.0", "123456789012345.0", "1e+22", "1e+23",
    "5.684341886080802e-14", "-5.684341886080802e-14", "0.30000000000000004",
    "9999999999999998.0", "999999999999999.9", "9.5367431640625e-07", "12.5", "-100.0"
  )
  x <- parse_scores(texts)$value
  expect_identical(number_text(x), texts)
  set.seed(1)
  wild <- c(2^(-1074:1023), stats::runif(500) * 10^(-249:250), stats::rexp(500) * 5e-310)
  back <- parse_scores(number_text(c(x, wild, -wild)))$value
  expect_true(identical(back, c(x, wild, -wild), num.eq = FALSE))
  expect_identical(
    number_text(c(-0, 1e15, 2^53 - 1, 2^53, 2.5, 1e22), whole = TRUE),
    c("0", "1000000000000000", "9007199254740991", "9007199254740992.0", "2.5", "1e+22")
  )
  expect_identical(number_text(c(NA, NaN, Inf)), c("NA", "NaN", "Inf"))
  expect_identical(number_text(numeric()), character())
})

test_that("fields are quoted where they must be", {
  expect_identical(
    csv_fields(c("a", "", "a,b", "say \"no\"", "a\nb", "\u00e9")),
    c("a", "\"\"", "\"a,b\"", "\"say \"\"no\"\"\"", "\"a\nb\"", "\u00e9")
  )
  expect_identical(csv_text(c("x", "y"), list(1:2, c("a", "b"))), "x,y\n1,a\n2,b\n")
})

test_that("JSON is sorted and escaped", {
  expect_identical(
    json_text(list(b = 1L, a = list("x\"\\\n\u0001\u00e9", NULL, TRUE, 0.5))),
    "{\"a\": [\"x\\\"\\\\\\n\\u0001\u00e9\", null, true, 0.5], \"b\": 1}"
  )
  skip_if_not_installed("jsonlite")
  value <- list(a = "tab\t", b = list(1L, 2.5), c = FALSE)
  expect_identical(jsonlite::fromJSON(json_text(value), simplifyVector = FALSE), value)
})

test_that("folders have names that every system can hold", {
  expect_identical(file_stem("GunPoint"), "GunPoint")
  expect_identical(file_stem("../etc"), "_f7f9121fdb53d8de")
  for (name in c("CON", "con.csv", "a b", "x.", "", "\u00e9")) expect_match(file_stem(name), "^_")
})

test_that("a folder that cannot be written to is named", {
  blocked <- file_of("x")
  error <- pybench_error_of(write_whole(file.path(blocked, "a", "b.csv"), "x"))
  expect_s3_class(error, "pybench_error_environment")
})
