# Call everything that reaches C on small input, twice, and compare. Nightly:
#   Rscript --vanilla tools/torture.R gctorture     every allocation collects garbage in between
#   R -d valgrind -f tools/torture.R                every access to memory is checked
library(pybench)

csv <- tempfile(fileext = ".csv")
writeLines(c(
  "dataset,classifier,resample,score",
  "iris,\"a \"\"tree\"\"\",1,0.1", "iris,\"a \"\"tree\"\"\",2,0.30000000000000004",
  "iris,\u00e9,1,1e-3", "iris,\u00e9,2,.5", "wine,\"a \"\"tree\"\"\",1,1", "wine,\"a \"\"tree\"\"\",2,2",
  "wine,\u00e9,1,3", "wine,\u00e9,2,4"
), csv, useBytes = TRUE)
broken <- tempfile(fileext = ".csv")
writeLines(c("dataset,a", "iris,0.5", "wine,\"0.5"), broken)
typed <- data.frame(
  number = c(1.5, NA, NaN, Inf), whole = c(1L, NA, 3L, 4L), truth = c(TRUE, NA, FALSE, TRUE),
  text = c("a", NA, "", "\u00e9"), level = factor(c("x", NA, "y", "x"))
)

rows <- outer(1:140, 1:50, function(i, j) (i * j) %% 17)

calls <- list(
  read = function() pb_read_results(csv, higher_is_better = TRUE, repeats = "keep"),
  mean = function() pb_read_results(csv, higher_is_better = TRUE, repeats = "mean"),
  refuse = function() {
    tryCatch(pb_read_results(broken, higher_is_better = TRUE), pybench_error = conditionMessage)
  },
  frame = function() pb_from_arrow(pb_to_arrow(typed)),
  matrix = function() pb_from_arrow(pb_to_arrow(data.frame(a = c(1, 2), b = 3:4)), to = "matrix"),
  unread = function() class(pb_to_arrow(typed)),
  map = function() {
    map <- pb_som(rows, 5, 4, rlen = 2, seed = 1)
    list(map, predict(map, map$codes))
  },
  batch = function() pb_som(rows, 5, 4, rlen = 2, mode = "batch", seed = 1),
  hash = function() {
    text <- '{"b": [1, {"\\u00e9": 2, "a\\n": null}], "a": "\\ud83d\\ude00"}'
    broken <- substring(text, 1, seq(1, nchar(text) - 1, by = 6))
    vapply(c(text, broken), function(x) pybench:::manifest_hash(charToRaw(x)), "")
  },
  lock = function() {
    handle <- pybench:::lock_open(tempfile())
    on.exit(pybench:::lock_close(handle))
    c(pybench:::lock_take(handle, alone = TRUE), pybench:::lock_take(handle, alone = FALSE))
  },
  told = function() {
    done <- 0
    old <- options(pybench.progress = function(...) done <<- done + 1)
    on.exit(options(old))
    for (mode in c("online", "batch")) pb_som(rows, 3, 2, rlen = 2, mode = mode, seed = 1)
    done
  },
  left = function() {
    old <- options(pybench.progress = function(...) stop("enough"))
    on.exit(options(old))
    tryCatch(pb_som(rows, 3, 2, rlen = 2, seed = 1), error = conditionMessage)
  },
  quality = function() pb_map_quality(rows, rows[1:20, ], 5, 4)
)

expected <- lapply(calls, function(call) call())
torture <- identical(commandArgs(trailingOnly = TRUE), "gctorture")
failed <- 0L
for (name in names(calls)) {
  if (torture) gctorture(TRUE)
  found <- calls[[name]]()
  if (torture) gctorture(FALSE)
  same <- identical(found, expected[[name]])
  failed <- failed + !same
  cat(name, if (same) "ok" else "DIFFERS", "\n")
}
rm(found)
invisible(gc())
quit(status = as.integer(failed > 0L))
