# The user's word for what is compared: "method", unless options(pybench.noun = ) says otherwise.
# Texts are written with the word "method"; said() replaces it before names are put into a text.

# The words for one and for several.
noun_words <- function() {
  given <- getOption("pybench.noun", "method")
  fits <- is.character(given) && length(given) == 1L && !is.na(given)
  words <- if (fits) strsplit(given, "/", fixed = TRUE)[[1L]]
  if (length(words) == 1L) {
    words <- c(words, paste0(words, "s"))
  }
  if (length(words) == 2L && all(grepl("^[[:alpha:]][[:alnum:] -]{0,39}$", words))) {
    return(words)
  }
  expected <- "a word such as \"model\", or two such as \"class/classes\""
  found <- paste(deparse(given, nlines = 1L), collapse = "")
  stop_argument(
    paste0(
      "`noun` must be ", expected, ", of letters, digits, blanks and hyphens, not ", found
    ),
    expected = expected, found = found,
    hint = "The second word is the plural; without it, the plural is the word and an s."
  )
}

noun <- function() noun_words()[[1L]]

nouns <- function() noun_words()[[2L]]

# Texts of pybench, which contain no names of users, with the user's word. `method = "exact"` in a
# text is an argument.
said <- function(texts) {
  words <- noun_words()
  if (words[[1L]] == "method") {
    return(texts)
  }
  capital <- paste0(toupper(substr(words, 1L, 1L)), substring(words, 2L))
  replaced <- function(texts, pattern, word) {
    gsub(paste0("\\b", pattern, "\\b(?! =)"), word, texts, perl = TRUE)
  }
  if (grepl("^[aeio]", words[[1L]], ignore.case = TRUE)) {
    texts <- replaced(texts, "([Aa]) ([Mm]ethod)", "\\1n \\2")
  }
  for (place in list(c("method", words[[1L]]), c("methods", words[[2L]]),
                     c("Method", capital[[1L]]), c("Methods", capital[[2L]]))) {
    texts <- replaced(texts, place[[1L]], place[[2L]])
  }
  texts
}

# Evaluates an expression with the word "method".
as_methods <- function(code) {
  before <- options(pybench.noun = NULL)
  on.exit(options(before))
  code
}
