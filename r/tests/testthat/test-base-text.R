test_that("strangers are named, and who is there", {
  expect_null(strangers(c("a", "b"), c("a", "b", "c")))
  expect_identical(
    strangers(list("A", 3, "a", "A"), c("a", "b")), "The table has no `A`, only `a`, `b`."
  )
  expect_match(strangers("x", paste0("c", 0:24)), "`c19` and 5 more.", fixed = TRUE)
})

test_that("things are counted in words", {
  expect_identical(counted(c(0, 1, 2e6), "pair"), c("0 pairs", "1 pair", "2000000 pairs"))
})

test_that("text is marked as UTF-8 whatever its mark and the locale", {
  e_acute <- "\u00e9"
  latin <- iconv(e_acute, "UTF-8", "latin1")
  bare <- e_acute
  Encoding(bare) <- "unknown"
  for (locale in c("C", "C.UTF-8")) {
    in_locale(locale, {
      for (text in list(e_acute, latin, bare)) {
        marked <- utf8_text(text)
        expect_identical(charToRaw(marked), as.raw(c(0xC3, 0xA9)))
        expect_identical(Encoding(marked), "UTF-8")
      }
    })
  }
})

test_that("bytes that are no UTF-8 are refused as names, not replaced", {
  bad <- rawToChar(as.raw(c(0x63, 0xFF)))
  for (locale in c("C", "C.UTF-8")) {
    error <- in_locale(locale, pybench_error_of(utf8_names(bad)))
    expect_identical(error$found, "`c<ff>`")
  }
})

test_that("what moves a cursor or begins a line is shown as a space", {
  for (hidden in c(0x1BL, 0x7FL, 0x80L, 0x9BL, 0x2028L, 0x202EL, 0x2069L)) {
    expect_identical(without_controls(intToUtf8(c(97L, hidden, 98L))), "a b")
  }
  for (seen in c(0xA0L, 0x200DL, 0x2027L, 0x202FL, 0x206AL)) {
    expect_identical(without_controls(intToUtf8(seen)), intToUtf8(seen))
  }
})

test_that("a name is one line that no spreadsheet runs", {
  for (name in c("+attention", "-x", "\u00e9", "(a|b)", "two words")) {
    expect_true(is_name(name))
  }
  for (name in c("", "a\nb", "\u001b[31m", "=cmd|' /C calc'!A0", "\uff1dHYPERLINK(1)", "@SUM(1)")) {
    expect_false(is_name(name))
  }
})

test_that("text is shown on one line and cut by characters", {
  expect_identical(shown("two\nlines\x7f"), "`two lines `")
  expect_identical(shown(strrep("\u00e9", 41L)), paste0("`", strrep("\u00e9", 40L), "...`"))
  expect_identical(shown(strrep("x", 40L)), paste0("`", strrep("x", 40L), "`"))
  expect_identical(shown(""), "``")
  expect_identical(without_controls(c(strrep("a\t", 41L), "")), c(strrep("a ", 41L), ""))
  expect_identical(shown_names(letters[1:5]), "`a`, `b`, `c`, `d`, `e`")
  expect_identical(shown_names(letters[1:7]), "`a`, `b`, `c`, `d`, `e` and 2 more")
})

test_that("canonical decomposition is that of Unicode", {
  # Unicode Standard 14.0, figure 3-3 and section 3.12; the rest from the character database.
  forms <- list(
    c("\u1e9b\u0323", "\u017f\u0323\u0307"), c("\u00c5", "A\u030a"), c("\u212b", "A\u030a"),
    c("\ud55c", "\u1112\u1161\u11ab"), c("\uac00", "\u1100\u1161"),
    c("q\u0307\u0323", "q\u0323\u0307"), c("\u0323\u0307", "\u0323\u0307"),
    c("\u0344", "\u0308\u0301"), c("\u0958", "\u0915\u093c"),
    c("\U0001d15e", "\U0001d157\U0001d165"), c("\U0002f800", "\u4e3d"), c("", ""),
    c("a\u0315\u0300\u05ae\u0300b", "a\u05ae\u0300\u0300\u0315b"), c("\ufb01", "\ufb01")
  )
  for (form in forms) {
    expect_identical(decomposed(form[[1L]]), form[[2L]])
    expect_identical(decomposed(form[[2L]]), form[[2L]])
  }
})

test_that("look-alikes are the first pair with one normal form", {
  expect_null(look_alikes(c("a", "A", "\ufb01", "fi", "")))
  expect_identical(look_alikes(c("x", "\u00e9", "y", "e\u0301", "")), c(2L, 4L))
  expect_identical(look_alikes(c("\u212b", "\u00c5", "A\u030a")), c(1L, 2L))
})

test_that("prose is folded at the width of the console, columns are kept", {
  lines <- c(
    "A first line of words", "  note a: some more words here\n", "", "  1.5    a b c d e f g h"
  )
  expect_identical(pybench:::folded(lines, 20L), c(
    "A first line of", "    words", "  note a: some more", "      words here", "", "",
    "  1.5    a b c d e f g h"
  ))
  expect_identical(pybench:::folded(lines[-2L], 80L), lines[-2L])
  t <- pb_read_results(
    matrix(1:12 / 7, 2, dimnames = list(c("one", "two"), strrep(letters[1:6], 12))), TRUE
  )
  old <- options(width = 40)
  on.exit(options(old))
  shown <- utils::capture.output(print(t))
  expect_true(all(nchar(shown) <= 40))
  expect_match(shown[[3]], "a{12}  b{12}$")
  expect_identical(shown[[length(shown)]], "... and 4 methods more")
  cd <- utils::capture.output(print(pb_critical_difference(t)))
  expect_true(all(nchar(cd) <= 40))
  options(width = 10)
  expect_match(format(t)[[2]], "a{12}$") # at least one method
})
