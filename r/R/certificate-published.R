# Compares R's numbers with those that Python computed and that papers printed, using R alone.

#' Check R's numbers against Python's and against published figures
#'
#' Computes the tests on the table of Demsar (2006), which ships with the package, and compares the
#' results with two sources. The first source is the Python package: the numbers that it computed
#' when this version was built must agree with R's numbers within the tolerances that hold between
#' the two languages. The second source is papers: the numbers printed in them must agree with R's
#' numbers to the printed digits. Python is not needed. If Python is installed, the command
#' `pybench validate --all` recomputes everything in both languages, also for your own table.
#'
#' @return An object of class `pb_validation`, a list of
#'   \item{rows}{data frame with one row per compared number. The columns `table`, `statistic` and
#'     `options` are the results table, the function and its arguments. `field` and `place` say
#'     where the number is in the result: the field, and in it the method, or the row and the
#'     column. `expected` is the number of the source, and `found` is the number on this computer.
#'     `difference` is their difference (relative if the tolerance is relative), `tolerance` is the
#'     largest difference allowed, and `agrees` says whether the difference is within the tolerance.
#'     `source` says where the expected number comes from}
#'   \item{agrees}{whether all rows agree}
#'   `as.data.frame()` returns the rows.
#' @section Errors:
#' None: differences are reported, not raised.
#' @references
#' Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. *Journal of
#' Machine Learning Research* 7, 1-30.
#' @examples
#' pb_validate()
#' @seealso [pb_friedman()], [pb_wilcoxon()]
#' @family comparisons
#' @export
pb_validate <- function() {
  validated(read_shared("reference.csv"), read_shared("published.csv"))
}

validated <- function(reference, published) {
  rows <- rbind(of_python(reference), of_papers(published))
  new_result("pb_validation", list(rows = rows, agrees = all(rows$agrees)))
}

of_python <- function(listed) {
  allowed <- read_shared("tolerances.csv")
  quantity <- match(paste(listed$statistic, listed$field, sep = "."), allowed$quantity)
  # A statistic without a tolerance of its own has that of its kind.
  kinds <- read_shared("calls.csv")
  kind <- kinds$kind[match(listed$statistic, kinds$`function`)]
  of_kind <- match(paste(kind, listed$field, sep = "."), allowed$quantity)
  quantity <- ifelse(is.na(quantity), of_kind, quantity)
  relative <- as.numeric(allowed$relative[quantity])
  absolute <- as.numeric(allowed$absolute[quantity])
  tolerance <- ifelse(relative > 0, relative, absolute)
  expected <- as.numeric(listed$value)
  found <- found_values(listed)
  # If both tolerances are near 0, the absolute one decides.
  least <- ifelse(relative > 0, pmax(absolute / relative, 1e-290), 1)
  least <- pmax(least, interval_lengths(listed, expected))
  scale <- ifelse(relative > 0, pmax(abs(found), abs(expected), least), 1)
  gap <- ifelse(found == expected, 0, abs(found - expected) / scale) # infinities are equal too
  validation_rows(listed, expected, found, gap, tolerance, "Python")
}

# For a limit, the length of its interval, whose rounding error it shares; for other values 0.
interval_lengths <- function(listed, values) {
  side <- sub("^.*_", "", listed$field)
  stem <- sub("_(low|high)$", "", listed$field)
  whose <- paste(listed$table, listed$statistic, listed$options, stem, listed$place, sep = "\r")
  of <- function(end) values[match(paste(whose, end), paste(whose, side))]
  lengths <- of("high") - of("low")
  ifelse(side %in% c("low", "high") & is.finite(lengths), lengths, 0)
}

# At printed digits: half a unit in the last one.
of_papers <- function(listed) {
  digits <- nchar(sub("^[^.]*[.]?", "", listed$printed))
  expected <- as.numeric(listed$printed)
  found <- found_values(listed)
  half <- 0.5 * 10^-digits * (1 + 1e-9)
  validation_rows(listed, expected, found, abs(found - expected), half, listed$source)
}

validation_rows <- function(listed, expected, found, difference, tolerance, source) {
  data.frame(
    listed[c("table", "statistic", "options", "field", "place")],
    expected = expected, found = found, difference = difference, tolerance = tolerance,
    agrees = !is.na(difference) & difference <= tolerance,
    source = rep_len(source, length(expected))
  )
}

# R's number for each row; each statistic is computed once per table and choice of options.
found_values <- function(listed) {
  asked <- paste(listed$table, listed$statistic, listed$options, sep = "|")
  found <- numeric(nrow(listed))
  for (rows in split(seq_along(asked), factor(asked, unique(asked)))) {
    one <- listed[rows[[1L]], ]
    t <- validation_table(one$table)
    answer <- do.call(paste0("pb_", one$statistic), c(list(t), validation_options(one$options)))
    found[rows] <- vapply(rows, function(row) {
      value_at(answer[[listed$field[[row]]]], listed$place[[row]])
    }, 0)
  }
  found
}

validation_table <- function(name) {
  file <- system.file("extdata", "demsar2006.csv", package = "pybench", mustWork = TRUE)
  scores <- utils::read.csv(file, check.names = FALSE)
  if (name != "demsar2006") {
    # Two printed scores tie that the paper, which had more digits, ranked differently.
    cell <- list(scores$dataset == "voting", "C4.5+cf")
    scores[cell[[1L]], cell[[2L]]] <- scores[cell[[1L]], cell[[2L]]] + 1e-4
  }
  pb_read_results(scores, higher_is_better = TRUE, metric = "AUC")
}

# "test=bonferroni-dunn; alpha=0.1" as a list.
validation_options <- function(text) {
  parts <- strsplit(strsplit(text, "; ", fixed = TRUE)[[1L]], "=", fixed = TRUE)
  values <- lapply(parts, function(part) utils::type.convert(part[[2L]], as.is = TRUE))
  stats::setNames(values, vapply(parts, function(part) part[[1L]], ""))
}

# The number in a field: the only one, that of a method, or that of a row and column.
value_at <- function(field, place) {
  names <- strsplit(place, " / ", fixed = TRUE)[[1L]]
  value <- switch(length(names) + 1L,
    field,
    field[[names]],
    as.matrix(field)[names[[1L]], names[[2L]]]
  )
  as.double(value)
}

#' @rdname pb_validate
#' @param x A result of `pb_validate()`.
#' @param ... Nothing: other arguments are refused.
#' @export
format.pb_validation <- function(x, ...) {
  check_dots(...)
  rows <- x$rows
  python <- rows$source == "Python"
  lines <- vapply(unique(rows$statistic[python]), function(name) {
    own <- rows[python & rows$statistic == name, ]
    strain <- ifelse(own$tolerance > 0, own$difference / own$tolerance, own$difference)
    worst <- own[which.max(replace(strain, is.na(strain), Inf)), ]
    sprintf(
      "  %-21s %4d values, largest difference %.1e of %.0e (%s) %s", name, nrow(own),
      worst$difference, worst$tolerance, worst$field, if (all(own$agrees)) "agrees" else "DIFFERS"
    )
  }, "", USE.NAMES = FALSE)
  paper <- rows[!python, ]
  c(
    sprintf(
      "R %s %s: %s as in Python, %d of %s met", getRversion(),
      if (x$agrees) "agrees" else "DISAGREES", counted(sum(python), "value"),
      sum(paper$agrees), counted(nrow(paper), "published figure")
    ),
    lines,
    sprintf(
      "  %s%s: printed %g, found %.6g (%s) %s", paper$statistic,
      ifelse(nzchar(paper$place), paste0(", ", paper$place), ""), paper$expected, paper$found,
      paper$source, ifelse(paper$agrees, "agrees", "DIFFERS")
    )
  )
}

#' @rdname pb_validate
#' @param row.names,optional Ignored; part of the generic.
#' @export
as.data.frame.pb_validation <- function(x, row.names = NULL, # nolint: object_name_linter.
                                        optional = FALSE, ...) {
  check_dots(...)
  x$rows
}
