# Equal rows within a table and between tables, in any order.

# A text per row: equal if all values except the class are equal. Numbers are compared by value (0
# equals -0, missing equals missing), names by their text; names of columns do not matter.
row_keys <- function(x) {
  columns <- lapply(unname(as.list(x)), function(column) {
    if (is.numeric(column)) {
      paste0("n", ifelse(is.na(column), "", sprintf("%a", column + 0)))
    } else {
      texts <- as.character(column)
      ifelse(is.na(texts), "-", paste0("t", nchar(texts, "bytes"), ":", texts))
    }
  })
  do.call(paste, c(columns, sep = " "))
}
