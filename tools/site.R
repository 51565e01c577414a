# Renders what R users read: Rscript --vanilla tools/site.R FOLDER makes an index, a page for each
# help page and each vignette. A warning ends it.

options(warn = 2)
target <- commandArgs(TRUE)[[1]]
dir.create(target, recursive = TRUE, showWarnings = FALSE)

pages <- Sys.glob("r/man/*.Rd")
parsed <- lapply(pages, tools::parse_Rd)
tags <- function(page, tag) {
  found <- Filter(function(part) identical(attr(part, "Rd_tag"), tag), page)
  vapply(found, function(part) trimws(paste(unlist(part), collapse = "")), "")
}
files <- sub("[.]Rd$", ".html", basename(pages))
aliases <- lapply(parsed, tags, tag = "\\alias")
links <- stats::setNames(rep(files, lengths(aliases)), unlist(aliases))
# Pages of other packages are not here; R CMD check tells which links lead nowhere.
muffle <- function(warning) {
  if (grepl("missing link", conditionMessage(warning), fixed = TRUE)) {
    invokeRestart("muffleWarning")
  }
}
for (i in seq_along(pages)) {
  withCallingHandlers(
    tools::Rd2HTML(
      parsed[[i]], file.path(target, files[[i]]), package = "pybench", Links = links,
      Links2 = c(other = NA_character_)
    ),
    warning = muffle
  )
}
invisible(file.copy(file.path(R.home("doc"), "html", "R.css"), target, overwrite = TRUE))

stories <- sort(Sys.glob("vignettes/*.Rmd"))
for (story in stories) {
  rmarkdown::render(
    story, output_dir = target, intermediates_dir = tempfile("story"), quiet = TRUE,
    envir = new.env(parent = globalenv())
  )
}

escaped <- function(text) gsub("<", "&lt;", gsub("&", "&amp;", text, fixed = TRUE), fixed = TRUE)
item <- function(file, text) sprintf('<li><a href="%s">%s</a></li>', file, escaped(text))
story_title <- function(story) {
  gsub('^title: *"?|"?$', "", grep("^title:", readLines(story), value = TRUE)[[1]])
}
titles <- vapply(parsed, function(page) tags(page, "\\title")[[1]], "")
names <- vapply(parsed, function(page) tags(page, "\\name")[[1]], "")
writeLines(c(
  "<!DOCTYPE html>", '<html lang="en"><head><meta charset="utf-8"><title>pybench in R</title>',
  '<link rel="stylesheet" href="R.css"></head><body><h1>pybench in R</h1>',
  '<p><a href="../index.html">pybench</a></p><h2>Stories</h2><ul>',
  item(sub("[.]Rmd$", ".html", basename(stories)), vapply(stories, story_title, "")),
  "</ul><h2>Help pages</h2><ul>", item(files, paste0(names, ": ", titles)),
  "</ul></body></html>"
), file.path(target, "index.html"))
