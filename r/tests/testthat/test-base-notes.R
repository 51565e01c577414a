test_that("notes come in the order of the list", {
  keys <- names(notes_texts())
  expect_true(all(c("degenerate", "few-datasets", "ties", "floor") %in% keys))
  expect_identical(notes_ordered(rev(keys[c(1, 3, 4)])), keys[c(1, 3, 4)])
  expect_identical(notes_ordered(c(keys[2], keys[2])), keys[2])
  expect_identical(notes_ordered(character()), character())
})

test_that("a note that is not in the list is a mistake of ours", {
  expect_error(notes_ordered(c("ties", "no-such-note")), "not in notes.csv: no-such-note")
})

test_that("every note has a sentence", {
  expect_true(all(grepl("^[A-Z].*[.:]$", notes_texts())))
})

test_that("data files are what they are, whatever options(encoding=) says", {
  names <- c("corrections.csv", "notes.csv", "published.csv", "reference.csv", "tolerances.csv")
  expected <- lapply(names, read_shared)
  for (encoding in c("UTF-8", "latin1", "UTF-16LE")) {
    before <- options(encoding = encoding)
    found <- lapply(names, read_shared)
    options(before)
    expect_identical(found, expected)
  }
})
