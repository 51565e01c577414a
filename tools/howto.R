# Runs the blocks in R of how-to pages (tools/howto.py): Rscript --vanilla tools/howto.R FOLDER
# PAGES writes what each block prints into FOLDER as text, and its figures as SVG. A warning ends
# it, as an error does.

options(warn = 2, width = 80)
arguments <- commandArgs(TRUE)
folder <- arguments[[1]]
start <- getwd()

# Devices on which a new plot was begun.
drawn_on <- integer()
note_device <- function(...) drawn_on <<- union(drawn_on, grDevices::dev.cur())
setHook("plot.new", note_device)
setHook("grid.newpage", note_device)

run_block <- function(code, space, stem) {
  image <- paste0(stem, "-r.svg")
  grDevices::svg(image, width = 7, height = 4)
  device <- grDevices::dev.cur()
  drawn_on <<- integer()
  on.exit({
    grDevices::dev.off(device)
    if (!device %in% drawn_on) unlink(image)
  })
  said <- utils::capture.output(
    for (part in parse(text = code)) {
      shown <- withVisible(eval(part, space))
      if (shown$visible) print(shown$value)
    }
  )
  writeLines(said, paste0(stem, ".txt"))
}

for (page in arguments[-1]) {
  lines <- readLines(page, encoding = "UTF-8")
  first <- grep("^```(python|sh|r)$", lines)
  space <- new.env(parent = globalenv())
  work <- tempfile("page")
  dir.create(work)
  setwd(work)
  for (i in seq_along(first)) {
    if (lines[[first[[i]]]] != "```r") next
    last <- first[[i]] + which(lines[-seq_len(first[[i]])] == "```")[[1]]
    code <- lines[seq_len(last - first[[i]] - 1L) + first[[i]]]
    stem <- file.path(folder, paste0(sub("[.]md$", "", basename(page)), "-", i - 1L))
    tryCatch(
      run_block(code, space, stem),
      error = function(e) stop(page, ", block ", i, ": ", conditionMessage(e), call. = FALSE)
    )
  }
  setwd(start)
}
