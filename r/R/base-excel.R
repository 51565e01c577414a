# A table as an Excel file (Office Open XML, ECMA-376), without another package. The parts of the
# file are those of Python: pybench/base/excel.py.

excel_schema <- "http://schemas.openxmlformats.org/"
excel_main <- paste0(excel_schema, "spreadsheetml/2006/main")
excel_office <- paste0(excel_schema, "officeDocument/2006/relationships")
excel_package <- paste0(excel_schema, "package/2006")
excel_sheet <- "xl/worksheets/sheet1.xml"
excel_styles <- "xl/styles.xml"

#' Write a result as an Excel file
#'
#' Writes the table of [pb_table()] as an Excel file with one sheet. Numbers keep all their digits
#' and are shown as printed. Texts are stored as texts, never as formulas. The notes are below the
#' table. The file has the same cells as that of Python's `result.to_table().to_excel()`. No other
#' package is needed.
#'
#' @param x A result, or a table from [pb_table()].
#' @param file Path of the file, which ends with `.xlsx`. An existing file is replaced.
#' @param ... Arguments of [pb_table()], such as `columns` and `notes`, if `x` is a result.
#' @return Invisibly, `file`.
#' @section Errors:
#' `pybench_error_argument` if the result has no single table, `file` does not end with `.xlsx`, or
#' an argument of [pb_table()] is invalid; `pybench_error_environment` if the file cannot be
#' written.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b"), A = c(0.9, 0.8), B = c(0.7, 0.85)), higher_is_better = TRUE
#' )
#' file <- tempfile(fileext = ".xlsx")
#' pb_to_excel(t, file)
#' unlink(file)
#' @family first steps
#' @export
pb_to_excel <- function(x, file, ...) {
  if (inherits(x, "pb_table")) {
    check_dots(...)
  }
  check_string("file", file)
  if (!endsWith(tolower(file), ".xlsx")) {
    stop_argument(
      paste0("`file` must end with .xlsx, not ", describe_value(file)),
      expected = "a name such as scores.xlsx", found = file
    )
  }
  content <- zipped(excel_parts(pb_table(x, ...)))
  write_whole(file, content)
  invisible(file)
}

# The files inside, by name, as texts.
excel_parts <- function(table) {
  n <- length(table$rows[[1L]])
  formats <- matrix(rep(table$formats, each = n), n)
  for (row in table$foot) formats <- rbind(formats, row$format)
  columns <- lapply(seq_along(table$header), function(j) {
    c(as.list(table$rows[[j]]), lapply(table$foot, function(row) row$cells[[j]]))
  })
  codes <- formats
  for (j in seq_along(columns)) {
    is_number <- vapply(columns[[j]], function(cell) is.numeric(cell) || is.na(cell), NA)
    codes[, j] <- ifelse(is_number, excel_code(formats[, j]), "General")
  }
  styles <- paste(codes, table$bold)
  known <- unique(c("General FALSE", "General TRUE", as.vector(t(matrix(styles, nrow(codes))))))
  style <- matrix(match(styles, known) - 1L, nrow(codes))
  cells <- codes
  for (j in seq_along(columns)) {
    cells[, j] <- as.character(unlist(Map(excel_cell, columns[[j]], style[, j])))
  }
  lines <- c(
    paste(excel_text(table$header, 1L), collapse = ""), apply(cells, 1L, paste, collapse = ""),
    if (length(table$notes) > 0L) c("", excel_text(table$notes, 0L))
  )
  sheet <- paste0(
    "<worksheet xmlns=\"", excel_main, "\"><sheetData>",
    paste0("<row>", lines, "</row>", collapse = ""), "</sheetData></worksheet>"
  )
  own <- stats::setNames(c(excel_looks(known), sheet), c(excel_styles, excel_sheet))
  c(excel_frame(), own)
}

excel_cell <- function(value, style) {
  if (is.logical(value) && !is.na(value)) {
    return(sprintf("<c s=\"%d\" t=\"b\"><v>%d</v></c>", style, as.integer(value)))
  }
  if (is.numeric(value) && is.finite(value)) {
    return(sprintf("<c s=\"%d\"><v>%s</v></c>", style, json_number(value, whole = TRUE)))
  }
  if (is.numeric(value) && !is.na(value)) {
    value <- if (value > 0) "inf" else "-inf"
  }
  excel_text(if (is.na(value)) "" else value, style)
}

excel_text <- function(text, style) {
  sprintf(
    "<c s=\"%d\" t=\"inlineStr\"><is><t xml:space=\"preserve\">%s</t></is></c>", style,
    xml_text(text)
  )
}

xml_text <- function(x) {
  text <- gsub("&", "&amp;", spelled(x), fixed = TRUE)
  gsub(">", "&gt;", gsub("<", "&lt;", text, fixed = TRUE), fixed = TRUE)
}

# Number formats of Excel.
excel_code <- function(forms) {
  vapply(forms, function(form) {
    if (form == "p") {
      return("[&lt;0.001]0.0E+0;0.000")
    }
    if (!grepl("[ef]$", form)) {
      return("General")
    }
    digits <- strtoi(gsub("[^0-9]", "", form), 10L)
    tail <- if (endsWith(form, "e")) "E+0" else ""
    paste0("0", if (digits > 0L) paste0(".", strrep("0", digits)), tail)
  }, "", USE.NAMES = FALSE)
}

# `known`: number format and whether bold, of each style.
excel_looks <- function(known) {
  code <- sub(" (TRUE|FALSE)$", "", known)
  formats <- unique(code)
  font <- "<sz val=\"11\"/><name val=\"Calibri\"/>"
  paste0(
    "<styleSheet xmlns=\"", excel_main, "\"><numFmts count=\"", length(formats), "\">",
    paste0(
      "<numFmt numFmtId=\"", 163L + seq_along(formats), "\" formatCode=\"", formats, "\"/>",
      collapse = ""
    ),
    "</numFmts><fonts count=\"2\"><font>", font, "</font><font><b/>", font, "</font></fonts>",
    "<fills count=\"1\"><fill><patternFill patternType=\"none\"/></fill></fills>",
    "<borders count=\"1\"><border/></borders>",
    "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/>",
    "</cellStyleXfs><cellXfs count=\"", length(known), "\">",
    paste0(
      "<xf numFmtId=\"", 163L + match(code, formats), "\" fontId=\"",
      as.integer(endsWith(known, "TRUE")), "\" fillId=\"0\" ",
      "borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\" applyFont=\"1\"/>", collapse = ""
    ),
    "</cellXfs></styleSheet>"
  )
}

# The parts that are the same in all files.
excel_frame <- function() {
  type <- "application/vnd.openxmlformats-officedocument.spreadsheetml"
  override <- function(part, kind) {
    sprintf("<Override PartName=\"/%s\" ContentType=\"%s.%s+xml\"/>", part, type, kind)
  }
  relation <- function(id, kind, target) {
    sprintf(
      "<Relationship Id=\"%s\" Type=\"%s/%s\" Target=\"%s\"/>", id, excel_office, kind, target
    )
  }
  relations <- function(...) {
    paste0("<Relationships xmlns=\"", excel_package, "/relationships\">", ..., "</Relationships>")
  }
  c(
    "[Content_Types].xml" = paste0(
      "<Types xmlns=\"", excel_package, "/content-types\"><Default Extension=\"rels\" ",
      "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>",
      override("xl/workbook.xml", "sheet.main"), override(excel_styles, "styles"),
      override(excel_sheet, "worksheet"), "</Types>"
    ),
    "_rels/.rels" = relations(relation("r1", "officeDocument", "xl/workbook.xml")),
    "xl/_rels/workbook.xml.rels" = relations(
      relation("r1", "worksheet", "worksheets/sheet1.xml"), relation("r2", "styles", "styles.xml")
    ),
    "xl/workbook.xml" = paste0(
      "<workbook xmlns=\"", excel_main, "\" xmlns:r=\"", excel_office, "\"><sheets>",
      "<sheet name=\"table\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
    )
  )
}

# ---- zip -----------------------------------------------------------------------------------------

# The bytes of a zip file of texts, which are named by their paths.
zipped <- function(parts) {
  xml <- "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  files <- raw()
  directory <- raw()
  for (name in names(parts)) {
    part <- deflated(charToRaw(enc2utf8(paste0(xml, parts[[name]]))))
    # Version 2.0, no flags, deflate, 1980-01-01 00:00; then sizes and the lengths of the name.
    about <- c(
      little(c(20, 0, 8, 0, 33), 2L), part$check, little(c(length(part$data), part$size), 4L),
      little(c(nchar(name), 0), 2L)
    )
    entry <- c(little(c(0, 0, 0), 2L), little(c(0, length(files)), 4L), charToRaw(name))
    directory <- c(directory, charToRaw("PK\001\002"), little(20, 2L), about, entry)
    files <- c(files, charToRaw("PK\003\004"), about, charToRaw(name), part$data)
  }
  n <- length(parts)
  end <- c(
    charToRaw("PK\005\006"), little(c(0, 0, n, n), 2L),
    little(c(length(directory), length(files)), 4L), little(0, 2L)
  )
  c(files, directory, end)
}

little <- function(numbers, size) {
  writeBin(as.integer(numbers), raw(), size = size, endian = "little")
}

# Bytes as R compresses them in a gzip file: between its header of 10 bytes and its end, which is
# the check sum (CRC-32) and the size.
deflated <- function(bytes) {
  path <- tempfile()
  on.exit(unlink(path))
  to_file(path, function(file) writeBin(bytes, file), gzfile)
  whole <- readBin(path, "raw", file.size(path))
  n <- length(whole)
  list(data = whole[11:(n - 8L)], check = whole[n - 7:4], size = length(bytes))
}
