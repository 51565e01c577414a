#' pybench: which classifiers really differ?
#'
#' Start with [pb_read_results()], which takes a table of scores, datasets in rows and classifiers
#' in columns. [pb_compare()] runs everything on it; [pb_friedman()], [pb_nemenyi()] and
#' [pb_critical_difference()] are its parts. `vignette("compare", package = "pybench")` tells the
#' story. The Python package of the same name gives the same numbers under the same names, without
#' the prefix.
#'
#' @keywords internal
#' @useDynLib pybench, .registration = TRUE, .fixes = "C_"
"_PACKAGE"

.onUnload <- function(libpath) {
  library.dynam.unload("pybench", libpath)
}
