# Call everything that reaches C on small input, twice, and compare. Nightly:
#   Rscript --vanilla tools/torture.R gctorture     every allocation collects garbage in between
#   R -d valgrind -f tools/torture.R                every access to memory is checked
#   Rscript --vanilla tools/torture.R entries       name the C entries that no call below needs
library(pybench)
inner <- asNamespace("pybench")

# ---- toy input ----

csv <- tempfile(fileext = ".csv")
writeLines(c(
  "dataset,classifier,resample,score",
  "iris,\"a \"\"tree\"\"\",1,0.1", "iris,\"a \"\"tree\"\"\",2,0.30000000000000004",
  "iris,\u00e9,1,1e-3", "iris,\u00e9,2,.5", "wine,\"a \"\"tree\"\"\",1,1", "wine,\"a \"\"tree\"\"\",2,2",
  "wine,\u00e9,1,3", "wine,\u00e9,2,4"
), csv, useBytes = TRUE)
file_of <- function(bytes) {
  path <- tempfile(fileext = ".csv")
  writeBin(bytes, path)
  path
}
broken <- list(
  file_of(charToRaw("dataset,a\niris,0.5\nwine,\"0.5\n")),
  file_of(charToRaw("dataset,a\riris,0.5\r")),
  file_of(c(charToRaw("dataset,a\niris,0.5"), as.raw(0xc3), charToRaw("\n")))
)
features <- file_of(charToRaw(
  "dataset,split,label,id,x,y\nd,train,a,0,1.5,NaN\nd,train,\"b, \"\"c\"\"\",1,2,Inf\n"
))
typed <- data.frame(
  number = c(1.5, NA, NaN, Inf), whole = c(1L, NA, 3L, 4L), truth = c(TRUE, NA, FALSE, TRUE),
  text = c("a", NA, "", "\u00e9"), level = factor(c("x", NA, "y", "x"))
)
scores <- outer(1:6, 1:3, function(i, j) (i * j * j) %% 5) / 5
table_of <- function(scores, ...) {
  names <- data.frame(dataset = letters[seq_len(nrow(scores))])
  pb_read_results(cbind(names, scores), higher_is_better = TRUE, ...)
}
complete <- table_of(scores)
rows <- outer(1:140, 1:50, function(i, j) (i * j) %% 17)

# ---- the calls ----

refusal <- function(expression) tryCatch(expression, pybench_error = conditionMessage)

reading <- list(
  read = function() pb_read_results(csv, higher_is_better = TRUE, repeats = "keep"),
  mean = function() pb_read_results(csv, higher_is_better = TRUE, repeats = "mean"),
  refuse = function() {
    lapply(broken, function(path) refusal(pb_read_results(path, higher_is_better = TRUE)))
  },
  features = function() pb_read_features(features),
  hash = function() {
    text <- '{"b": [1, {"\\u00e9": 2, "a\\n": null}], "a": "\\ud83d\\ude00"}'
    broken <- substring(text, 1, seq(1, nchar(text) - 1, by = 6))
    vapply(c(text, broken), function(x) inner$manifest_hash(charToRaw(x)), "")
  },
  bytes = function() inner$sha256_of(as.raw(0:255)),
  lock = function() {
    handle <- inner$lock_open(tempfile())
    on.exit(inner$lock_close(handle))
    c(inner$lock_take(handle, alone = TRUE), inner$lock_take(handle, alone = FALSE))
  }
)

statistics <- list(
  uniforms = function() inner$uniforms(7, "\u00e9", 3, 9),
  `signed rank` = function() pb_wilcoxon(complete, method = "exact"),
  effects = function() pb_effects(complete),
  eisinga = function() pb_eisinga(complete),
  `shuffled gaps` = function() {
    gaps <- table_of(replace(scores, c(2, 9), NA), missing = "keep")
    pb_skillings_mack(gaps, "simulation", samples = 20)
  },
  stability = function() pb_stability(complete, sizes = 2, limit = 10, resamples = 10),
  bayesian = function() pb_bayesian_signed_rank(complete, samples = 20),
  signs = function() pb_bayesian_sign(complete, samples = 20),
  posterior = function() {
    pb_posterior(complete, complete$classifiers[[1]], complete$classifiers[[2]], samples = 20)
  },
  `signed ranks by rows` = function() {
    inner$resampled_wilcoxon(rbind(c(1, 2, 0, 1), 1:4), cbind(c(1, -2, 0, 3), 4:1 + 0))
  },
  particles = function() pb_simulate(pb_optimal_process("particles", agents = 3), 2, 0:3 / 4),
  ratio = function() {
    process <- pb_optimal_process("particles", agents = 3)
    pb_likelihood_ratio(process, pb_simulate(process, 2, 0:3 / 4))
  }
)

maps <- list(
  map = function() {
    map <- pb_som(rows, 5, 4, rlen = 2, seed = 1)
    list(map, predict(map, map$codes))
  },
  batch = function() pb_som(rows, 5, 4, rlen = 2, mode = "batch", seed = 1),
  fast = function() {
    warm <- pb_som(rows, 5, 4, rlen = 2, kernel = "warm", seed = 1)
    list(warm, pb_som(rows, 5, 4, rlen = 2, mode = "batch", kernel = "batch", seed = 1))
  },
  partial = function() {
    list(
      inner$bridge_partial(rows, rows[1:6, ], NULL),
      inner$bridge_partial(rows, rows[1:6, ], rep(6L, nrow(rows)))
    )
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
  quality = function() pb_map_quality(rows, rows[1:20, ], 5, 4),
  scaled = function() pb_scale_features(rows)
)

arrow <- list(
  frame = function() pb_from_arrow(pb_to_arrow(typed)),
  matrix = function() pb_from_arrow(pb_to_arrow(data.frame(a = c(1, 2), b = 3:4)), to = "matrix"),
  unread = function() class(pb_to_arrow(typed)),
  address = function() nchar(inner$arrow_stream_address(inner$arrow_allocate_stream())) > 0L,
  living = function() names(inner$arrow_live()),
  array = function() pb_from_arrow(.Call(inner$C_pb_arrow_next, pb_to_arrow(typed))),
  hostile = function() {
    lapply(list(c("length", -1), c("offset", 2^62), c("null_count", 9), c("buffers", 0)), function(x) {
      array <- .Call(inner$C_pb_arrow_next, pb_to_arrow(typed))
      .Call(inner$C_pb_arrow_break, array, 1L, x[[1]], as.double(x[[2]]))
      refusal(pb_from_arrow(array))
    })
  },
  `no memory` = function() {
    on.exit(.Call(inner$C_pb_arrow_fail_at, 0L))
    lapply(1:9, function(site) {
      .Call(inner$C_pb_arrow_fail_at, site)
      tryCatch(is.data.frame(pb_from_arrow(pb_to_arrow(typed))), error = conditionMessage)
    })
  }
)

calls <- c(reading, statistics, maps, arrow)
expected <- lapply(calls, function(call) call())

# ---- what they reach ----

# Whether a call gives something else where one entry is put out of order.
needs <- function(name, entry) {
  kept <- get(entry, inner)
  set <- function(value) assign(entry, value, inner)
  unlockBinding(entry, inner)
  on.exit({
    set(kept)
    lockBinding(entry, inner)
  })
  set("out of order")
  !identical(tryCatch(calls[[name]](), error = conditionMessage), expected[[name]])
}

mode <- commandArgs(trailingOnly = TRUE)
if (identical(mode, "entries")) {
  entries <- ls(inner, pattern = "^C_pb_")
  unreached <- Filter(function(entry) {
    for (name in names(calls)) if (needs(name, entry)) return(FALSE)
    TRUE
  }, entries)
  cat(sprintf("%d entries, not reached: %s\n", length(entries), toString(unreached)))
  quit(status = as.integer(length(unreached) > 0L))
}

# ---- the second time ----

failed <- 0L
for (name in names(calls)) {
  if (identical(mode, "gctorture")) gctorture(TRUE)
  found <- calls[[name]]()
  if (identical(mode, "gctorture")) gctorture(FALSE)
  same <- identical(found, expected[[name]])
  failed <- failed + !same
  cat(name, if (same) "ok" else "DIFFERS", "\n")
}
rm(found)
invisible(gc())
quit(status = as.integer(failed > 0L))
