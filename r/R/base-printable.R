# Arranges the frame of a result as a table for a paper: which columns, digits, bold, notes.
#
# What the table of a result adds to its frame, such as letters, or mean ranks below scores, is in
# the function that table_sheet() calls; everything else is the same for all results.

#' A result as a table for a paper
#'
#' Makes a table of any result that can be written as one table (see [as.data.frame()][pb_result]),
#' and writes this table as LaTeX, Markdown or HTML. The best scores or the significant p-values are
#' bold, and methods that do not differ significantly share a letter. A table of scores ends with
#' the mean ranks. Notes below the table explain bold and letters. Python writes the same texts.
#'
#' `toLatex()` writes a `tabular` without an environment around it; put the `tabular` into `table`,
#' `table*` or another environment yourself. A comment in the LaTeX code names the LaTeX packages
#' that the table needs. pdfLaTeX cannot set names with letters that are not Latin. In a knitr
#' document, a printed table or result appears as a table of the document. [pb_to_excel()] writes a
#' table as an Excel file.
#'
#' For a multi-comparison matrix, and for a result `x` of [pb_compare()], `toLatex(x)` writes the
#' multi-comparison matrix, see [toLatex.pb_multi_comparison()]. For the table of methods of
#' [pb_compare()], write `toLatex(pb_table(x))`.
#'
#' @param x A result; for `format()` and `as.data.frame()`, a table from `pb_table()`.
#' @param columns Names of columns of `as.data.frame(x)` to show, in this order. In a named vector,
#'   the names are the columns, and the values are their headers. `NULL`: all columns. A table of
#'   scores keeps the names of the datasets, first if they are not chosen. A verdict is
#'   shown as the name of the better method. The letters are in the column `"letters"`.
#' @param decimals Number of decimals, 0 to 12. A single number applies to all columns except those
#'   of p-values and of whole numbers. A named vector applies to the columns that it names. `NULL`:
#'   the largest number of each column has four significant digits. A p-value has three decimals; a
#'   small p-value has two digits and a power of ten.
#' @param bold Whether the best values are bold. In a table of pairs: whether the p-values of pairs
#'   that differ significantly are bold.
#' @param letters Whether methods that do not differ significantly share a letter. This is possible
#'   only for results that have one row per method and a verdict on each pair of methods.
#' @param notes Whether notes below the table explain bold and letters and list all caveats.
#' @param max_label Longest name in characters, at least 3; the middle of longer names is cut.
#'   `NULL`: names are not cut.
#' @return `pb_table()` returns an object of class `pb_table`, a list of
#'   \item{name}{kind of the result}
#'   \item{caption}{text above, or `""`}
#'   \item{header}{one text per column}
#'   \item{formats}{format of the numbers of each column: `".2f"` (here 2 decimals), `".1e"` (power
#'   of ten), `"p"` (p-value), or `""`}
#'   \item{rows}{list of columns; `NA` where a number is missing}
#'   \item{foot}{list of the rows at the foot of the table, such as mean ranks; each is a list of
#'   `cells` and `format`}
#'   \item{bold}{logical matrix: whether a cell is bold; one row per row of the table, then one per
#'   row of the foot}
#'   \item{notes}{sentences below the table}
#'   `toLatex()` returns a character vector of class `Latex`, and `format()` a character vector, one
#'   element per line; `as.data.frame()` returns the texts as they are printed.
#' @section Errors:
#' `pybench_error_argument` if the result has no single table, a column or the name of a `width` is
#' unknown, an argument is out of range, or the table does not fit into `width`. For a table that
#' does not fit, the hint in the message says what would fit.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A_1 = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3)),
#'   higher_is_better = TRUE
#' )
#' pb_table(t)
#' toLatex(t, width = "ieee-column")
#' toLatex(pb_critical_difference(t), siunitx = TRUE)
#' pb_table(pb_compare(t), columns = c(classifier = "Method", mean_rank = "Rank", letters = ""))
#' @family first steps
#' @export
pb_table <- function(x, columns = NULL, decimals = NULL, bold = TRUE, letters = TRUE, notes = TRUE,
                     max_label = NULL) {
  if (inherits(x, "pb_table")) {
    return(x)
  }
  check_flag("bold", bold)
  check_flag("letters", letters)
  check_flag("notes", notes)
  if (!is.null(max_label)) {
    check_whole("max_label", max_label, 3, 10000)
  }
  sheet <- table_sheet(x, letters)
  if (length(sheet$frame) == 0L) {
    stop_argument(paste0("this ", class(x)[[1L]], " has an empty table"))
  }
  table_of_sheet(x, sheet, columns, decimals, bold, notes, max_label)
}

# The first rows and columns of the table of a result, and how many more of each it has.
table_preview <- function(x, rows, columns) {
  sheet <- table_sheet(x, TRUE)
  size <- dim(sheet$frame)
  first <- utils::head(names(sheet$frame), columns)
  sheet$frame <- utils::head(sheet$frame, rows)
  list(
    table = table_of_sheet(x, sheet, first, NULL, TRUE, TRUE, NULL),
    more = pmax(0L, size - c(rows, columns)), rows = size[[1L]]
  )
}

table_of_sheet <- function(x, sheet, columns, decimals, bold, notes, max_label) {
  heads <- table_heads(columns, names(sheet$frame), sheet$key)
  values <- unclass(sheet$frame)[names(heads)]
  scores <- intersect(sheet$scores, names(heads))
  formats <- column_formats(values, scores, decimals)
  labels <- table_labels(values, scores, max_label)
  marks <- table_marks(sheet, names(heads)) & bold
  columns <- lapply(names(heads), function(name) {
    cells <- plain_cells(values[[name]])
    if (!is.character(cells) || !name %in% c(name_columns, "verdict")) {
      return(cells)
    }
    known <- match(cells, names(labels))
    unname(ifelse(is.na(known), cells, labels[known]))
  })
  new_result("pb_table", list(
    name = sub("_", "-", sub("^pb_", "", class(x)[[1L]])), caption = "",
    header = table_header(x, heads, labels[scores], sheet$heads), formats = unname(formats),
    rows = columns,
    foot = if (length(scores) > 0L) table_foot(sheet, names(heads), formats[[scores[[1L]]]]),
    bold = marks, notes = if (notes) sentences_below(x, sheet, names(heads), any(marks))
  ))
}

printed_digits <- 4L # significant digits of the largest number of a column, and most decimals
name_columns <- c("classifier", "classifier_1", "classifier_2", "dataset") # they hold names
usual_heads <- c(
  method = "version", # of the test
  classifier = "method", classifier_1 = "method", classifier_2 = "other method", pvalue = "p",
  pvalue_raw = "raw p", n_datasets = "datasets", n_classifiers = "methods"
)
# Results whose columns are data with names of their own.
data_columns <- c("pb_feature_table", "pb_scaled_features", "pb_embedding_map", "pb_synthetic")

# The frame of a result and what its table adds: `bold`, per column, one per row; `bold_note`, what
# bold means; `notes`, sentences named by the column that they are about, or ""; `caveats`, keys, if
# not those of the result; `heads`, headers that are not as usual; `scores`, columns in one unit;
# `key`, the column of names that stays, first, if `columns` leaves it out; `foot`, last rows of the
# scores: name, format ("" that of the scores), values, bold.
new_sheet <- function(frame, ...) {
  sheet <- list(
    frame = frame, bold = list(), bold_note = "", notes = character(), caveats = NULL,
    heads = character(), scores = character(), key = "", foot = list()
  )
  given <- list(...)
  sheet[names(given)] <- given
  sheet
}

table_sheet <- function(x, letters) {
  makers <- list(
    pb_results_table = results_sheet,
    pb_critical_difference = critical_sheet,
    pb_pairs = pairs_sheet,
    pb_nemenyi = nemenyi_sheet,
    pb_multi_comparison = matrix_sheet,
    pb_rank_intervals = intervals_sheet,
    pb_pareto_front = pareto_sheet,
    pb_metric_comparison = metric_sheet,
    pb_within_datasets = within_sheet,
    pb_missing_policies = policies_sheet,
    pb_comparison = comparison_sheet,
    pb_item_comparison = item_comparison_sheet
  )
  maker <- makers[[class(x)[[1L]]]]
  if (is.null(maker)) new_sheet(as.data.frame(x)) else maker(x, letters)
}

# The chosen columns: headers, "" where none is given, named by column.
table_heads <- function(columns, known, key) {
  if (is.null(columns)) {
    return(stats::setNames(rep("", length(known)), known))
  }
  given <- as.character(unlist(columns))
  if (is.null(names(columns))) {
    given <- stats::setNames(rep("", length(given)), given)
  } else {
    names(given) <- names(columns)
  }
  unknown <- setdiff(names(given), known)
  if (length(unknown) > 0L || length(given) == 0L) {
    found <- if (length(unknown) > 0L) shown_names(unknown) else "none"
    stop_argument(
      paste0("`columns` must name columns of the table, not ", found),
      expected = shown_names(known, 20L), found = found,
      hint = paste0("The table has the columns ", shown_names(known, 20L), ".")
    )
  }
  c(if (!key %in% c("", names(given))) stats::setNames("", key), given)
}

plain_cells <- function(cells) {
  if (is.logical(cells) || is.numeric(cells)) unname(cells) else as.character(cells)
}

# The format of every column: given decimals, else as many as number_format() finds.
column_formats <- function(values, scores, decimals) {
  unknown <- setdiff(names(decimals), names(values))
  if (length(unknown) > 0L) {
    stop_argument(
      paste0("`decimals` must name columns of the table, not ", shown_names(unknown)),
      expected = shown_names(names(values), 20L), found = shown_names(unknown)
    )
  }
  decimals <- vapply(decimals, function(wanted) check_whole("decimals", wanted, 0, 12), 0)
  together <- unlist(lapply(values[scores], finite_numbers))
  vapply(stats::setNames(nm = names(values)), function(name) {
    numbers <- if (name %in% scores) together else finite_numbers(values[[name]])
    if (length(numbers) == 0L) "" else column_format(name, numbers, decimals)
  }, "")
}

column_format <- function(name, numbers, decimals) {
  if (name %in% names(decimals)) {
    sprintf(".%.0ff", decimals[[name]])
  } else if (startsWith(name, "pvalue")) {
    "p"
  } else if (length(decimals) > 0L && is.null(names(decimals)) && any(numbers %% 1 != 0)) {
    sprintf(".%.0ff", decimals[[1L]])
  } else {
    number_format(numbers)
  }
}

finite_numbers <- function(cells) {
  if (is.numeric(cells)) as.double(cells[is.finite(cells)])
}

# A format with four significant digits of the largest number, zeros at the end cut.
number_format <- function(numbers) {
  largest <- max(abs(numbers))
  if (largest > 0 && largest < 1e-3) {
    return(".1e")
  }
  most <- max(0L, printed_digits - if (largest >= 1) nchar(sprintf("%.0f", trunc(largest))) else 0L)
  texts <- sprintf("%.*f", most, numbers)
  spare <- min(nchar(texts) - nchar(sub("0+$", "", texts)))
  sprintf(".%df", max(0L, most - spare))
}

# The shown text of every name, in cells and headers.
table_labels <- function(values, scores, max_label) {
  cells <- unlist(lapply(values[intersect(name_columns, names(values))], plain_cells))
  names <- unique(c(scores, as.character(cells)))
  names <- names[!is.na(names) & !names %in% c("", no_number)]
  stats::setNames(labels_for(names, max_label), names)
}

table_header <- function(x, heads, scores, own) {
  gap <- if (class(x)[[1L]] %in% data_columns) "_" else " "
  known <- said(usual_heads)
  names(known) <- names(usual_heads)
  known[names(scores)] <- scores
  known[names(own)] <- own
  shown <- ifelse(
    names(heads) %in% names(known), known[names(heads)], gsub("_", gap, names(heads), fixed = TRUE)
  )
  unname(ifelse(nzchar(heads), heads, shown))
}

# Which cells are bold, those of the foot included.
table_marks <- function(sheet, heads) {
  n <- nrow(sheet$frame)
  marks <- matrix(FALSE, n + length(sheet$foot), length(heads))
  for (name in intersect(names(sheet$bold), heads)) {
    marks[seq_len(n), match(name, heads)] <- utils::head(sheet$bold[[name]], n)
  }
  for (i in seq_along(sheet$foot)) {
    marks[n + i, ] <- heads %in% sheet$scores[sheet$foot[[i]]$bold]
  }
  marks
}

# The last rows, for scores of a format; means of whole numbers need not be whole.
table_foot <- function(sheet, heads, scores) {
  lapply(sheet$foot, function(row) {
    cells <- lapply(seq_along(heads), function(j) {
      place <- match(heads[[j]], sheet$scores)
      if (!is.na(place)) row$values[[place]] else if (j == 1L) row$name else ""
    })
    format <- if (nzchar(row$format)) row$format else if (scores == ".0f") ".2f" else scores
    list(cells = cells, format = format)
  })
}

# Replaces verdicts on pairs by the name of the better method, and makes their p bold.
sheet_with_better <- function(sheet, decided) {
  frame <- sheet$frame
  verdict <- frame$verdict
  frame$significant <- NULL
  better <- ifelse(verdict > 0, frame$classifier_1, frame$classifier_2)
  frame$verdict <- ifelse(verdict == 0, no_number, better)
  sheet$frame <- frame
  sheet$bold <- list(pvalue = verdict != 0)
  sheet$bold_note <- sprintf(said("Bold p: the two methods differ significantly (%s)."), decided)
  sheet$notes <- c(sheet$notes, verdict = sprintf(said(paste(
    "Better by test: the method that is significantly better (%s); %s where neither is, which",
    "does not mean that the two are equal."
  )), decided, no_number))
  sheet$heads <- c(verdict = "better by test")
  sheet
}

# Adds the letters of a compact letter display, unless they could not show the verdicts.
sheet_with_letters <- function(sheet, letters, decided) {
  if (is.null(letters)) {
    meaning <- sprintf(
      said("Letters cannot show which methods differ significantly (%s)."), decided
    )
    sheet$notes <- c(sheet$notes, meaning)
    return(sheet)
  }
  sheet$frame$letters <- unname(letters)
  sheet$notes <- c(sheet$notes, letters = sprintf(said(paste(
    "Methods that share a letter do not differ significantly (%s), which does not mean that they",
    "are equal; methods without a common letter do."
  )), decided))
  sheet
}

# The sentences below a table: what bold and columns mean, then all caveats.
sentences_below <- function(x, sheet, heads, marked) {
  about <- if (is.null(names(sheet$notes))) rep("", length(sheet$notes)) else names(sheet$notes)
  caveats <- if (is.null(sheet$caveats)) x$notes else sheet$caveats
  shown <- sum(sheet$scores %in% heads)
  all_scores <- length(sheet$scores)
  some <- shown > 0L && shown < all_scores && identical(sheet$scores, x$classifiers)
  c(
    if (marked && nzchar(sheet$bold_note)) sheet$bold_note,
    unname(sheet$notes[about %in% c("", heads)]),
    if (some) sprintf(
      "%d of %d %s are shown; best scores and ranks are among all %d.", shown, all_scores, nouns(),
      all_scores
    ),
    if (length(caveats) > 0L) unname(note_text(caveats))
  )
}
