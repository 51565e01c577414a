# Writes ../som/maps.json.xz: the maps that kohonen trains, one for each row of ../som/cases.csv.
#
#     Rscript tests/golden/make/som.R
#
# A map is set.seed(seed), then som(X, somgrid(...), rlen, alpha, radius, mode = mode, cores = 1).
# Its input is a file of ../som or, of short decimals too, a table of kohonen.

script <- sub("--file=", "", grep("--file=", commandArgs(), value = TRUE), fixed = TRUE)
folder <- file.path(dirname(dirname(normalizePath(script))), "som")
source(file.path(folder, "inputs.R"))

# The rows that a map with a start of its own begins with.
start <- c(
  176, 33, 44, 22, 117, 106, 128, 102, 160, 13, 20, 159, 68, 9, 88, 158, 86, 84, 142, 132, 78, 97,
  7, 94, 87
)

# JSON of numbers, 17 digits: each double is itself again (jsonlite writes 15 of them).
numbers <- function(x) {
  if (is.matrix(x)) x <- apply(x, 1, numbers) else x <- sprintf("%.17g", x)
  paste0("[", paste(x, collapse = ","), "]")
}

train <- function(case) {
  values <- som_input(folder, case$input)
  given <- list(
    values,
    kohonen::somgrid(case$xdim, case$ydim, case$topology, case$neighbourhood, case$toroidal),
    rlen = case$rlen, alpha = c(0.05, 0.01), mode = case$mode, dist.fcts = case$distance, cores = 1
  )
  if (!is.na(case$radius_from)) given$radius <- c(case$radius_from, 0)
  if (case$own_start) given$init <- values[start, ]
  set.seed(case$seed)
  map <- do.call(kohonen::som, given)
  codes <- map$codes[[1]]
  second <- apply(values, 1, function(x) order(colSums((t(codes) - x)^2))[[2]])
  found <- list(
    radius = map$radius, codes = codes, units = map$unit.classif, second = second,
    distances = map$distances, changes = map$changes[, 1],
    start = if (case$own_start) start else numeric()
  )
  sprintf(
    '{"map": "%s", %s}', case$map,
    paste0('"', names(found), '": ', vapply(found, numbers, ""), collapse = ", ")
  )
}

cases <- utils::read.csv(file.path(folder, "cases.csv"))
maps <- vapply(split(cases, seq_len(nrow(cases))), train, "")
file <- xzfile(file.path(folder, "maps.json.xz"), "w", compression = -9)
cat("[\n", paste(maps, collapse = ",\n"), "\n]\n", sep = "", file = file)
close(file)
