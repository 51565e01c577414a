# Portfolios: the same number of datasets from every region, drawn as in Python.

# Draws `size` of `count` things without replacement, many times: repeats x size places from 1.
# These are the first steps of the shuffle of Fisher and Yates, all repeats at once.
draw_portfolios <- function(count, size, repeats, seed, name) {
  u <- matrix(uniforms(seed, name, 0, repeats * size), nrow = repeats, byrow = TRUE)
  places <- matrix(seq_len(count), repeats, count, byrow = TRUE)
  row <- seq_len(repeats)
  for (step in seq_len(size)) {
    left <- count - step + 1
    chosen <- cbind(row, step + pmin(left - 1, floor(u[, step] * left)))
    taken <- places[chosen]
    places[chosen] <- places[, step]
    places[, step] <- taken
  }
  places[, seq_len(size), drop = FALSE]
}

# `size` datasets of each region: one row per repeat, columns named by the regions.
region_portfolios <- function(regions, size, repeats, seed) {
  parts <- lapply(names(regions), function(region) {
    name <- sprintf("portfolio of %d from %s", as.integer(size), region)
    places <- draw_portfolios(length(regions[[region]]), size, repeats, seed, name)
    matrix(regions[[region]][places], nrow = repeats)
  })
  drawn <- do.call(cbind, parts)
  colnames(drawn) <- rep(names(regions), each = size)
  drawn
}

region_mapping <- "a named list with, for each region, the names of its datasets"

# Region -> sorted names, each dataset in at most one region.
region_representatives <- function(landscape, threshold) {
  listed <- region_members(landscape, threshold)
  require_one_region_each(listed)
  listed
}

# Region -> sorted names, from a list or an object with a function `representatives(threshold)`.
region_members <- function(landscape, threshold) {
  found <- named_members(landscape, threshold)
  regions <- names(found)
  if (!is.list(found) || length(found) == 0L || is.null(regions)) {
    stop_argument(
      paste0("`landscape` must be ", region_mapping, ", not ", describe_value(landscape)),
      expected = region_mapping, found = class(landscape)[[1L]],
      hint = "You can also give an object whose function representatives(threshold) returns one."
    )
  }
  check_region_names(regions)
  listed <- Map(region_names, regions, found)
  for (region in regions) {
    require_one_region_each(listed[region])
  }
  listed
}

named_members <- function(landscape, threshold) {
  found <- if (inherits(landscape, c("pb_coverage", "pb_landscape"))) {
    pb_representatives(landscape, threshold)
  } else if (is.list(landscape) && is.function(landscape[["representatives"]])) {
    landscape$representatives(threshold)
  } else {
    landscape
  }
  if (inherits(found, "pb_representatives")) {
    return(stats::setNames(found$members, found$region_names))
  }
  found
}

check_region_names <- function(regions) {
  if (anyDuplicated(regions) > 0L) {
    stop_argument(
      "`landscape` has two regions with the same name",
      expected = "names that differ as strings"
    )
  }
  if (!all(nzchar(regions)) || anyNA(regions)) {
    stop_argument("`landscape` has a region without a name", expected = "names")
  }
}

region_names <- function(region, names) {
  listed <- unlist(if (is.factor(names)) as.character(names) else names)
  if (!(is.character(listed) || is.null(listed)) || anyNA(listed)) {
    stop_argument(
      sprintf(
        "`landscape` must hold names of datasets, not %s for region %s",
        describe_value(names), shown(region)
      ),
      expected = region_mapping, found = class(names)[[1L]]
    )
  }
  sort(utf8_text(listed), method = "radix")
}

require_one_region_each <- function(regions) {
  home <- rep(names(regions), lengths(regions))
  name <- unlist(regions, use.names = FALSE)
  again <- anyDuplicated(name)
  if (again > 0L) {
    stop_argument(
      sprintf(
        "`landscape` has dataset %s twice, in region %s and in region %s",
        shown(name[[again]]), shown(home[[match(name[[again]], name)]]), shown(home[[again]])
      ),
      expected = "each dataset once", found = paste(name[[again]], "twice"),
      hint = paste(
        "A portfolio would count this dataset twice: raise the threshold above 50, or list the",
        "dataset in one region only."
      )
    )
  }
}

# Keeps the representatives that have scores, and the regions with enough of them.
usable_regions <- function(regions, datasets, needed, small) {
  scored <- lapply(regions, function(names) names[names %in% datasets])
  everything <- as.character(unlist(regions, use.names = FALSE))
  short <- lengths(scored) < needed
  if (all(short) || (any(short) && small == "refuse")) {
    stop_argument(
      sprintf(
        paste0(
          "`per_region` needs %.0f datasets per region, but these regions have fewer datasets ",
          "with scores: %s"
        ),
        needed, shown_names(names(scored)[short])
      ),
      expected = sprintf("regions of at least %.0f representatives", needed),
      found = toString(sprintf("%s: %d", one_line(names(scored)), lengths(scored))[short]),
      hint = too_many_asked(sample_bounds(lengths(scored))[[2L]])
    )
  }
  list(
    scored = scored,
    drawn = scored[!short],
    skipped = names(scored)[short],
    unscored = sort(everything[!everything %in% datasets], method = "radix")
  )
}

too_many_asked <- function(most) {
  if (most == 0) {
    return(paste(
      "No region has datasets with scores: lower the threshold, or use the names of the table."
    ))
  }
  sprintf(
    paste0(
      "Ask for at most %.0f, which every region that has datasets can give; or lower the ",
      "threshold, or leave such regions out with small=\"skip\"."
    ),
    most
  )
}

# The numbers of datasets per region, ascending and each once.
check_per_region <- function(value) {
  if (!is.numeric(value) || length(value) == 0L) {
    found <- describe_value(value)
    stop_argument(
      paste0("`per_region` must be whole numbers >= 1, not ", found),
      expected = "whole numbers >= 1", found = found
    )
  }
  sort(unique(vapply(value, function(size) check_count("per_region", size, 1), 0)))
}
