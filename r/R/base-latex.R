# LaTeX: any text escaped, numbers in math mode, a bare `tabular`, and how wide it will be.
#
# No file but this one escapes text for LaTeX. The width of a table is estimated from the widths of
# letters in letter-widths.csv, which are those of Computer Modern (thousandths of an em), or of
# Times where they are larger: papers are set in one of these, or in a narrower font.

# Widths of columns and of the text in inches, of acmart, IEEEtran (252 and 516 points of TeX, 72.27
# in an inch), jmlr2e and neurips, and the sizes of their text in points, where they are not 10.
papers <- c(
  "acm-column" = 3.33, "acm-text" = 7, "ieee-column" = 3.487, "ieee-text" = 7.14, jmlr = 6,
  neurips = 5.5
)
paper_sizes <- c("acm-column" = 9, "acm-text" = 9, jmlr = 11)

latex_special <- c(
  "\\" = "\\textbackslash{}", "{" = "\\{", "}" = "\\}", "$" = "\\$", "&" = "\\&", "#" = "\\#",
  "%" = "\\%", "_" = "\\_", "^" = "\\textasciicircum{}", "~" = "\\textasciitilde{}",
  "<" = "\\textless{}", ">" = "\\textgreater{}", "|" = "\\textbar{}", "\"" = "\\char34{}",
  "'" = "'{}", "`" = "{}`{}", "\u00a0" = "~", "\u03b1" = "\\ensuremath{\\alpha}",
  "\u2190" = "\\ensuremath{\\leftarrow}", "\u2192" = "\\ensuremath{\\rightarrow}",
  "\u2212" = "\\ensuremath{-}", "\u00b1" = "\\ensuremath{\\pm}", "\u2264" = "\\ensuremath{\\leq}",
  "\u2265" = "\\ensuremath{\\geq}", "\u00d7" = "\\ensuremath{\\times}",
  "\u00bd" = "\\textonehalf{}",
  "\u221e" = "\\ensuremath{\\infty}", "\u2026" = "\\ldots{}", "\u2013" = "--"
)
number_pattern <- "^(<?)(-?)([0-9][0-9.]*)(e(-?[0-9]+))?$"
column_gap <- 6 # points on each side of a column: LaTeX's
least_gap <- 2 # the smallest used here
bold_factor <- 1.16 # bold letters of Computer Modern are that much wider

# Texts as LaTeX that prints them, whatever they contain.
latex_text <- function(x) {
  # Two hyphens stay two, and two commas.
  guarded <- gsub("([-,])(?=\\1)", "\\1\001", spelled(x), perl = TRUE)
  escaped <- vapply(strsplit(guarded, ""), function(letters) {
    special <- match(letters, names(latex_special), nomatch = 0L)
    letters[special > 0L] <- latex_special[special]
    paste(letters, collapse = "")
  }, "", USE.NAMES = FALSE)
  escaped <- gsub("\001", "{}", escaped, fixed = TRUE)
  for (again in 1:2) {
    escaped <- gsub("  ", " \\ ", escaped, fixed = TRUE)
  }
  escaped
}

# A printed number as LaTeX: signs, powers of ten and infinity in math mode.
latex_number <- function(text) {
  if (!grepl(number_pattern, text)) {
    return(latex_text(text))
  }
  part <- function(place) sub(number_pattern, paste0("\\", place), text)
  digits <- part(3L)
  if (nzchar(part(5L))) {
    power <- paste0("10^{", part(5L), "}")
    digits <- if (digits == "1") power else paste(digits, "\\times", power)
  }
  if (nzchar(part(1L)) || nzchar(part(5L))) {
    return(paste0("$", part(1L), part(2L), digits, "$"))
  }
  paste0(if (nzchar(part(2L))) "$-$", digits) # so that digits have the font of the text
}

# The lines of a `tabular` without an environment around it. `columns`: a list of columns as
# table_columns() returns them; `layout`: booktabs, siunitx, width, font_size, rotate, as given to
# toLatex(); `foot`: the number of last rows below a rule of their own.
latex_tabular <- function(columns, layout, foot, notes, about) {
  setting <- latex_setting(columns, layout)
  rules <- if (layout$booktabs) c("toprule", "midrule", "bottomrule") else rep("hline", 3L)
  rules <- paste0("  \\", rules)
  aligned <- vapply(columns, latex_aligned, NA, layout = layout)
  cells <- Map(latex_cells, columns, aligned)
  n <- length(columns[[1L]]$cells)
  body <- latex_line(cells)
  above <- seq_len(n - foot)
  body <- c(body[above], if (foot > 0L) rules[[2L]], body[setdiff(seq_len(n), above)])
  kinds <- paste(mapply(latex_kind, columns, aligned), collapse = "")
  heads <- Map(latex_head, columns, aligned, layout$rotate)
  lines <- c(
    paste0("\\begin{tabular}{@{}", kinds, "@{}}"),
    rules[[1L]], latex_line(heads), rules[[2L]], body, rules[[3L]], "\\end{tabular}"
  )
  if (length(notes) > 0L) {
    lines <- latex_with_notes(lines, notes, if (is.null(layout$font_size)) "\\footnotesize" else "")
  }
  if (nzchar(setting)) {
    lines <- c(paste0("{", setting, "%"), lines)
    lines[[length(lines)]] <- paste0(lines[[length(lines)]], "}")
  }
  used <- c(booktabs = layout$booktabs, siunitx = layout$siunitx, graphicx = layout$rotate)
  packages <- toString(names(used)[used])
  needs <- if (any(used)) paste0("\\usepackage{", packages, "}") else "no package"
  c(if (length(about) > 0L) paste("%", about), paste("% needs", needs), lines)
}

# The table above its notes, which are as wide as the place where it stands.
latex_with_notes <- function(lines, notes, size) {
  c(
    "\\begin{tabular}{@{}p{\\linewidth}@{}}", "  \\centering", paste0("  ", lines),
    "  \\tabularnewline[2pt]",
    paste0("  ", size, "\\raggedright ", latex_text(notes), " \\tabularnewline"),
    "\\end{tabular}"
  )
}

# Rows of cells, given by columns. The braces keep a star or a bracket from being read as an
# argument of the preceding line end.
latex_line <- function(cells) {
  if (length(cells[[1L]]) == 0L) {
    return(character())
  }
  paste0("  {}", do.call(paste, c(unname(cells), sep = " & ")), " \\\\")
}

latex_head <- function(column, aligned, rotate) {
  head <- latex_text(column$head)
  if (rotate && column$numeric) {
    head <- paste0("\\rotatebox{90}{", head, "}")
  }
  if (aligned) paste0("{", head, "}") else head
}

latex_cells <- function(column, aligned) {
  text <- column$cells
  shown <- if (column$numeric) vapply(text, latex_number, "") else latex_text(text)
  shown <- unname(shown)
  strong <- ifelse(
    grepl("$", shown, fixed = TRUE),
    paste0("\\textbf{\\boldmath ", shown, "}"), paste0("\\textbf{", shown, "}")
  )
  if (!aligned) {
    return(ifelse(column$bold, strong, shown))
  }
  decimal <- is_decimal(text)
  ifelse(
    decimal, paste0(ifelse(column$bold, "\\bfseries ", ""), text),
    ifelse(nzchar(shown), paste0("{", shown, "}"), "")
  )
}

latex_kind <- function(column, aligned) {
  if (!aligned) {
    return(if (column$numeric) "r" else "l")
  }
  cells <- column$cells[is_decimal(column$cells)]
  plain <- sub("^-", "", cells)
  whole <- max(nchar(sub("[.].*", "", plain)))
  after <- max(nchar(sub("^[^.]*[.]?", "", plain)))
  sprintf(
    "S[table-format=%s%d.%d%s]", if (any(startsWith(cells, "-"))) "-" else "", whole, after,
    if (any(column$bold)) ",detect-weight,mode=text" else ""
  )
}

# Whether siunitx aligns a column at its decimal points.
latex_aligned <- function(column, layout) {
  layout$siunitx && column$numeric && any(is_decimal(column$cells))
}

is_decimal <- function(text) {
  grepl("^-?[0-9]+([.][0-9]+)?$", text)
}

# An upper estimate of the width of texts in points, at a font size in points.
latex_width <- function(x, size, bold = FALSE) {
  known <- read_shared("letter-widths.csv")
  widths <- stats::setNames(as.numeric(known$width), known$character)
  ems <- vapply(x, function(text) {
    letters <- strsplit(text, "")[[1L]]
    found <- unname(widths[letters])
    strange <- is.na(found)
    found[strange] <- vapply(letters[strange], unknown_width, 0, widths = widths)
    sum(found) / 1000
  }, 0, USE.NAMES = FALSE)
  # Small sizes of Computer Modern are wider.
  1.01 * ems * size * (1 + 0.05 * max(0, 10 - size)) * ifelse(bold, bold_factor, 1)
}

unknown_width <- function(letter, widths) {
  code <- utf8ToInt(letter)
  if (combining_class(code) != 0L) {
    return(0)
  }
  base <- widths[intToUtf8(decomposed_codes(code)[[1L]])]
  if (!is.na(base)) base else if (code > 0x2E7F) 1000 else 800
}

# The widths of all columns in points, without the gaps between them.
latex_inner <- function(columns, size, rotate) {
  sum(vapply(columns, function(column) {
    cells <- column$cells
    number <- grepl(number_pattern, cells) # with letters as wide as those that it becomes
    cells[number] <- gsub("-", "+", gsub("e", "+10", cells[number]))
    head <- if (rotate && column$numeric) 1.2 * size else latex_width(column$head, size)
    max(head, latex_width(cells, size, column$bold))
  }, 0))
}

latex_size <- function(layout) {
  own <- if (is_string(layout$width)) paper_sizes[layout$width] else NA
  if (!is.null(layout$font_size)) layout$font_size else if (is.na(own)) 10 else unname(own)
}

# The settings of the group around a table: its font size, and the gap of its columns.
latex_setting <- function(columns, layout) {
  font <- layout$font_size
  setting <- if (is.null(font)) {
    ""
  } else {
    sprintf("\\fontsize{%s}{%s}\\selectfont", sprintf("%g", font), sprintf("%g", 1.2 * font))
  }
  if (is.null(layout$width)) {
    return(setting)
  }
  # 72 and not 72.27 points per inch: the widths of papers are rounded.
  room <- 72 * if (is_string(layout$width)) papers[[layout$width]] else layout$width
  inner <- latex_inner(columns, latex_size(layout), layout$rotate)
  gaps <- 2 * (length(columns) - 1)
  gap <- if (gaps > 0) min(column_gap, (room - inner) / gaps) else column_gap
  if (inner > room || gap < least_gap) {
    stop_too_wide(columns, layout, room)
  }
  gap <- trunc(10 * gap) / 10 # never rounded up
  paste0(setting, if (gap < column_gap) sprintf("\\setlength{\\tabcolsep}{%gpt}", gap))
}

# Says how wide the table is, and what would make it fit.
stop_too_wide <- function(columns, layout, room) {
  needed <- function(size, rotate, count = length(columns)) {
    latex_inner(columns[seq_len(count)], size, rotate) + 2 * least_gap * (count - 1)
  }
  size <- latex_size(layout)
  rotate <- layout$rotate
  found <- sprintf("about %.2f in", needed(size, rotate) / 72)
  fitting <- sum(vapply(seq_along(columns), function(n) needed(size, rotate, n) <= room, NA))
  smaller <- Filter(function(less) less < size && needed(less, rotate) <= room, c(9, 8, 7))
  both <- sub("-column", "-text", layout$width, fixed = TRUE)
  spans <- both != layout$width && needed(size, rotate) <= 72 * papers[[both]]
  ways <- c(
    if (fitting > 0L) sprintf("choose fewer `columns` (the first %d fit)", fitting),
    if (!rotate && needed(size, TRUE) <= room) "rotate the heads (`rotate`)",
    if (length(smaller) > 0L) sprintf("set a smaller font (`font_size` %g)", smaller[[1L]]),
    if (spans) sprintf("let it span both columns (`width` \"%s\")", both),
    "shorten names (`max_label`)", "print fewer `decimals`"
  )
  stop_argument(
    sprintf("the table needs %s at %g pt, but `width` is %.2f in", found, size, room / 72),
    expected = sprintf("at most %.2f in", room / 72), found = found,
    hint = paste0("To make it fit, ", paste(ways, collapse = ", or "), ".")
  )
}
