# The catalogue of statistics of a results table, calls.csv: one row per call; the first row of a
# function has its kind and, for a test of pairs, its name in figures.

# The functions that have a call with a given use, in the order of the catalogue.
catalogue_functions <- function(use) {
  calls <- read_shared("calls.csv")
  has <- vapply(strsplit(calls$uses, " ", fixed = TRUE), function(uses) use %in% uses, NA)
  unique(calls$`function`[has])
}

# The name of each test of pairs in figures.
catalogue_test_names <- function() {
  calls <- read_shared("calls.csv")
  named <- nzchar(calls$name)
  stats::setNames(calls$name[named], calls$`function`[named])
}
