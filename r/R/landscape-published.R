# Landscapes that are published: files that place new data without the archive. Python
# writes them: pybench/landscape/published.py, which describes the format.

published_format <- "pybench-landscape/2"
published_names <- "ucr" # those in the package
most_published <- 2^26 # bytes when unpacked: a hostile file must not fill the memory
published_about <- c(
  "name", "version", "pybench", "representation", "citation", "credit", "metric", "scale",
  "topology", "neighbourhood", "toroidal", "mode", "start", "preset", "kernel"
)
published_numbers <- c(
  "n_rows", "xdim", "ydim", "rlen", "alpha_start", "alpha_end", "radius_start", "radius_end",
  "seed", "quantization_error", "root_quantization_error", "topographic_error",
  "topographic_error_torus", "explained_variance", "k", "chosen"
)
published_figures <- c("k", "silhouette", "purity", "fragmentation", "split", "gap")

#' Published landscape of an archive
#'
#' Returns a published landscape, which places new data without the series of the archive. A
#' landscape divides the space of the features of time series into regions. The result contains no
#' series and no features of them: for each series only the number of its unit of the map, and its
#' distance from the unit. No further package is needed.
#'
#' The codes of the map are rounded, in the landscape `"ucr"` to 11 significant bits. Units, regions
#' and coverage were computed from the rounded codes, so they follow from them exactly. Python's
#' pybench made the file (`python -m bench.publish_landscape`, in a checkout of pybench).
#'
#' @param source `"ucr"`, the landscape of the UCR archive, which is part of the package; or the
#'   path of a file.
#' @return An object of class `pb_published_landscape`, which is a `pb_landscape` as from
#'   [pb_map_landscape()], so that [pb_newcomer()], [pb_representatives()], [pb_best_by_region()],
#'   [pb_bootstrap()], `predict()` and the figures accept it. Its further fields are
#'   \item{name}{name of the archive}
#'   \item{version}{version of the landscape; a new one has other numbers}
#'   \item{pybench}{version of pybench that made it}
#'   \item{representation}{representation of the features, such as `"tsfresh"`}
#'   \item{versions}{character, by name of a library on which the features depend: its version}
#'   \item{training_only}{datasets of which it has the training series alone}
#'   \item{scores}{results table of published scores on its datasets; `NULL` if there are none}
#'   \item{citation}{of the archive}
#'   \item{credit}{source and licence of the scores}
#'   \item{sha256}{SHA-256 of the contents of the file}
#' @section Errors:
#' `pybench_error_input`: there is no such file, or it is no landscape, is cut off, or was changed.
#' @references
#' Dau, H. A. et al. (2019). The UCR time series archive. IEEE/CAA Journal of Automatica Sinica,
#' 6(6), 1293-1305.
#' @examples
#' ucr <- pb_published_landscape("ucr")
#' ucr$representation
#' pb_representatives(ucr)
#' @family landscape
#' @export
pb_published_landscape <- function(source = "ucr") {
  path <- utf8_text(check_string("source", source))
  if (path %in% published_names) {
    file <- paste0("landscape-", path, ".gz")
    path <- system.file("extdata", file, package = "pybench", mustWork = TRUE)
  }
  contents <- published_contents(read_bytes(path), path)
  parts <- published_parts(contents$body, path)
  tryCatch(
    published_built(parts, contents$digest),
    error = function(cause) {
      refuse_published("a complete landscape", one_line(conditionMessage(cause)), path)
    }
  )
}

refuse_published <- function(expected, found, path) {
  hint <- "Fetch the file again; pybench.published_landscape() without arguments needs none."
  refuse_file(path, expected, found, hint)
}

# The contents, whose hash is that of the first line, and the hash.
published_contents <- function(bytes, path) {
  content <- tryCatch(
    {
      stream <- gzcon(rawConnection(bytes), allowNonCompressed = FALSE)
      on.exit(close(stream))
      readBin(stream, "raw", most_published + 1)
    },
    condition = function(cause) {
      found <- "a file that is not, or is cut off"
      refuse_published("a landscape, compressed by gzip", found, path)
    }
  )
  if (length(content) > most_published) {
    refuse_published(sprintf("at most %.0f bytes", most_published), "more", path)
  }
  end <- line_end(content, 1)
  words <- ascii_words(content, 1, end)
  if (!identical(words[1L], published_format)) {
    found <- shown(if (is.na(words[1L])) "" else words[[1L]])
    refuse_published(paste("the format", published_format), found, path)
  }
  body <- content[-seq_len(end)]
  if (!identical(words[2L], sha256_of(body))) {
    refuse_published(paste("contents with the SHA-256", shown(words[2L])), "others", path)
  }
  list(body = body, digest = words[[2L]])
}

# The place of the line feed of a short line, 0 if there is none.
line_end <- function(bytes, at) {
  last <- min(length(bytes), at + 199)
  found <- if (at <= last) which(bytes[at:last] == as.raw(0x0A))
  if (length(found) == 0L) 0 else at - 1 + found[[1L]]
}

ascii_words <- function(bytes, at, end) {
  line <- if (end > at) bytes[at:(end - 1)]
  if (length(line) == 0L || any(line < as.raw(0x20) | line > as.raw(0x7E))) {
    return(character())
  }
  strsplit(rawToChar(line), " ", fixed = TRUE)[[1L]]
}

published_parts <- function(body, path) {
  parts <- list()
  at <- 1
  while (at <= length(body)) {
    end <- line_end(body, at)
    words <- ascii_words(body, at, end)
    if (length(words) != 4L || !all(grepl("^[0-9]{1,9}$", words[3:4]))) {
      refuse_published("a line with name, kind, number and bytes", "another", path)
    }
    size <- as.double(words[[4L]])
    inside <- end + size <= length(body) && !words[[1L]] %in% names(parts)
    values <- if (inside) published_values(words[[2L]], body[end + seq_len(size)])
    if (is.null(values) || length(values) != as.double(words[[3L]])) {
      expected <- sprintf("%s values of the part %s", words[[3L]], shown(words[[1L]]))
      refuse_published(expected, "others", path)
    }
    parts[[words[[1L]]]] <- values
    at <- end + size + 1
  }
  parts
}

published_values <- function(kind, data) {
  if (kind == "text") {
    return(published_lines(data))
  }
  width <- unname(c(f4 = 4L, f8 = 8L, u2 = 2L, u4 = 4L)[kind])
  if (is.na(width) || length(data) %% width != 0) {
    return(NULL)
  }
  n <- length(data) / width
  data <- as.vector(t(matrix(data, ncol = width))) # all first bytes came first
  switch(kind,
    u2 = as.double(readBin(data, "integer", n, 2L, signed = FALSE, endian = "little")),
    u4 = as.double(readBin(data, "integer", n, 4L, endian = "little")),
    readBin(data, "double", n, width, endian = "little")
  )
}

published_lines <- function(data) {
  if (length(data) == 0L) {
    return(character())
  }
  text <- if (any(data == as.raw(0))) NA else rawToChar(data)
  if (is.na(text) || !validUTF8(text) || data[[length(data)]] != as.raw(0x0A)) {
    return(NULL)
  }
  # strsplit() drops one empty text at the end, and the text ends with a line feed.
  utf8_text(strsplit(text, "\n", fixed = TRUE)[[1L]])
}

published_built <- function(parts, digest) {
  about <- named_values(parts$about, published_about)
  number <- as.list(named_values(parts$numbers, published_numbers))
  scaling <- published_scaling(parts, about$scale, number$n_rows)
  som <- published_som(parts, about, number, scaling$features)
  regions <- published_regions(parts, nrow(som$codes), number)
  fits <- length(parts$rows) == length(parts$datasets) && sum(parts$rows) == length(som$units)
  require_published(fits, "a dataset for each row")
  dataset <- rep(parts$datasets, parts$rows)
  codes <- unname(som$codes)
  region <- regions$labels[som$units]
  coverage <- pb_coverage(dataset, region, regions$k)
  redundancy <- pb_redundancy(coverage)
  new_result(c("pb_published_landscape", "pb_landscape"), list(
    reduction = "som", weights = "instance", scaling = scaling, search = NULL, som = som,
    components = NULL,
    codes = codes, units = as.double(som$units), regions = regions, dataset = dataset,
    region = region, coverage = coverage, redundancy = redundancy,
    notes = notes_ordered(unique(c(regions$notes, redundancy$notes))), engine = "r",
    name = about$name, version = about$version, pybench = about$pybench,
    representation = about$representation, versions = published_pairs(parts$versions),
    training_only = parts$training_only,
    scores = published_scores(parts, about$metric), citation = about$citation,
    credit = about$credit, sha256 = digest
  ))
}

require_published <- function(holds, what) {
  if (!isTRUE(holds)) {
    stop("no ", what, call. = FALSE)
  }
}

named_values <- function(values, names) {
  require_published(length(values) == length(names), paste(length(names), "values"))
  stats::setNames(as.list(values), names)
}

published_pairs <- function(texts) {
  require_published(length(texts) %% 2L == 0L, "pairs of texts")
  odd <- seq_along(texts) %% 2L == 1L
  stats::setNames(texts[!odd], texts[odd])
}

finite_part <- function(parts, name, length) {
  values <- parts[[name]]
  holds <- is.numeric(values) && length(values) == length && all(is.finite(values))
  require_published(holds, paste(length, name))
  values
}

published_scaling <- function(parts, scale, n_rows) {
  p <- length(parts$features)
  spread <- finite_part(parts, "spread", p)
  require_published(scale %in% feature_scales && all(spread > 0), "a scale of each feature")
  new_result("pb_scaling", list(
    features = parts$features, center = finite_part(parts, "center", p), spread = spread,
    left_out = published_pairs(parts$left_out), scale = scale, n_rows = n_rows, named = TRUE,
    weights = "instance"
  ))
}

published_som <- function(parts, about, number, features) {
  units <- number$xdim * number$ydim
  n <- length(parts$units)
  require_published(number$xdim > 0 && number$ydim > 0 && all(parts$units < units), "units")
  codes <- matrix(finite_part(parts, "codes", units * length(features)), units, byrow = TRUE)
  colnames(codes) <- features
  places <- matrix(finite_part(parts, "coordinates", 2 * units), units, byrow = TRUE)
  colnames(places) <- c("x", "y")
  new_result("pb_som", c(
    list(
      codes = codes, units = parts$units + 1, distances = finite_part(parts, "distances", n),
      changes = finite_part(parts, "changes", length(parts$changes))
    ),
    number[published_numbers[10:14]],
    list(
      grid = list(
        xdim = number$xdim, ydim = number$ydim, topology = about$topology,
        neighbourhood = about$neighbourhood, toroidal = about$toroidal == "True",
        coordinates = places
      ),
      rlen = number$rlen, alpha = c(number$alpha_start, number$alpha_end),
      radius = c(number$radius_start, number$radius_end), mode = about$mode,
      start = about$start, preset = if (nzchar(about$preset)) about$preset,
      kernel = about$kernel, seed = as.integer(number$seed), center = NULL, scale = NULL,
      constant = character(), features = features
    )
  ))
}

published_regions <- function(parts, units, number) {
  labels <- parts$labels + 1
  k <- number$k
  fits <- length(labels) == units && k > 0 && k <= units && setequal(labels, seq_len(k))
  require_published(fits, "regions of the units")
  figures <- matrix(parts$candidates, ncol = length(published_figures), byrow = TRUE)
  colnames(figures) <- published_figures
  new_result("pb_regions", list(
    labels = labels, k = k, sizes = as.double(tabulate(labels, k)),
    candidates = as.data.frame(figures), heights = finite_part(parts, "heights", units - 1),
    chosen_by = if (number$chosen == 1) "silhouette" else "user", n_units = units,
    n_left_out = 0, notes = notes_ordered(parts$notes), engine = "r"
  ))
}

published_scores <- function(parts, metric) {
  if (length(parts$methods) == 0L) {
    return(NULL)
  }
  require_published(all(parts$scored %in% parts$datasets), "scores on its own datasets")
  values <- finite_part(parts, "scores", length(parts$methods) * length(parts$scored))
  scores <- matrix(values, length(parts$scored), byrow = TRUE)
  dimnames(scores) <- list(parts$scored, parts$methods)
  results_table(scores, parts$scored, parts$methods, TRUE, metric)
}

#' @rdname pb_result
#' @export
format.pb_published_landscape <- function(x, ...) {
  check_dots(...)
  made <- paste(names(x$versions), x$versions, collapse = ", ")
  t <- x$scores
  without_controls(c(
    sprintf(
      "Published landscape `%s`, version %s: made by pybench %s from %s features (%s)",
      x$name, x$version, x$pybench, x$representation, made
    ),
    paste0("  archive: ", x$citation),
    if (!is.null(t)) {
      sprintf(
        "  scores: %s of %d methods on %d of its datasets; %s", t$metric,
        length(t$classifiers), length(t$datasets), x$credit
      )
    },
    if (length(x$training_only) > 0L) {
      sprintf(
        "  training series alone, of %d of %s: %s", length(x$training_only),
        counted(x$coverage$n_datasets, "dataset"), shown_names(x$training_only)
      )
    },
    paste0("  SHA-256 of the contents: ", x$sha256),
    NextMethod()
  ))
}
