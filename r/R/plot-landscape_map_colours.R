# The colours of the units of a map: rows, codes, distances or regions.

map_shows <- c("counts", "codes", "distances", "regions")

# Colours and values of the units; colour and text of the key, its name; the text below.
unit_shades <- function(x, show, regions, feature, standard) {
  if (!is.null(feature) && show != "codes") {
    stop_argument(
      sprintf("`feature` must be NULL where %s are shown, not %s", show, describe_value(feature)),
      expected = "NULL, or show = \"codes\"", found = describe_value(feature)
    )
  }
  switch(show,
    counts = count_shades(tabulate(x$units, nrow(x$codes))),
    codes = code_shades(x, feature, standard),
    distances = distance_shades(x),
    regions = region_shades(x, regions)
  )
}

# The colour that is this share of `colour` on white.
mixed_colour <- function(colour, depth) {
  grDevices::rgb(grDevices::colorRamp(c("#FFFFFF", colour))(depth), maxColorValue = 255)
}

# Black or white, whichever is easier to read on a colour (WCAG 2).
ink_on <- function(colour) {
  parts <- grDevices::col2rgb(colour) / 255
  linear <- ifelse(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055)^2.4)
  light <- colSums(c(0.2126, 0.7152, 0.0722) * linear) + 0.05
  ifelse(light / 0.0603 >= 1.05 / light, "#1A1A1A", "#FFFFFF")
}

shade_number <- function(value) {
  vapply(value, function(one) sprintf("%.3g", one), "")
}

count_shades <- function(counts) {
  most <- max(counts)
  colour <- function(count) {
    depth <- if (most > 1) log(pmax(count, 1)) / log(most) else rep(1, length(count))
    ifelse(count == 0, "#FFFFFF", mixed_colour("#0072B2", 0.14 + 0.86 * depth))
  }
  ticks <- as.vector(rbind(10^(0:6), 3 * 10^(0:6)))
  ticks <- ticks[ticks < 0.75 * most]
  if (length(ticks) > 6L) {
    ticks <- ticks[c(TRUE, FALSE)]
  }
  ticks <- c(ticks, most)
  list(
    values = as.double(counts), colours = colour(counts), key = colour(ticks),
    texts = sprintf("%.0f", ticks), name = "Rows of a unit",
    said = if (most > 3) "Colours go by the logarithm."
  )
}

code_shades <- function(x, feature, standard) {
  known <- colnames(x$codes)
  if (is.null(known)) {
    known <- as.character(seq_len(ncol(x$codes)))
  }
  if (!is_string(feature) || !feature %in% known) {
    found <- if (is_string(feature)) feature else describe_value(feature)
    stop_argument(
      sprintf(
        "`feature` must be one of the map's %s, not %s", counted(length(known), "feature"),
        if (is_string(feature)) shown(feature) else found
      ),
      expected = "the name of a column of the codes", found = found
    )
  }
  values <- unname(x$codes[, match(feature, known)])
  name <- paste("Codes of", one_line(feature))
  if (standard) {
    reach <- max(abs(values))
    reach <- if (reach > 0) reach else 1
    steps <- seq(-reach, reach, length.out = 7L)
    return(list(
      values = values, colours = share_colour(values / reach), key = share_colour(steps / reach),
      texts = shade_number(steps), name = name,
      said = "Codes in standard deviations from the mean of all rows."
    ))
  }
  ramp_shades(
    values, min(values), max(values), "#0072B2", name,
    "Codes in the scale that the map was trained on."
  )
}

ramp_shades <- function(values, low, high, colour, name, said) {
  depth <- function(value) {
    if (high > low) pmin(1, (value - low) / (high - low)) else rep(0, length(value))
  }
  steps <- if (high > low) seq(low, high, length.out = 6L) else low
  list(
    values = values, colours = mixed_colour(colour, depth(values)),
    key = mixed_colour(colour, depth(steps)), texts = shade_number(steps), name = name, said = said
  )
}

# One unit far from all others must not leave the rest white: the 98 % quantile is the darkest.
distance_shades <- function(x) {
  values <- code_differences(x$codes, x$grid)
  values[is.nan(values)] <- 0
  high <- unname(stats::quantile(values, 0.98))
  shades <- ramp_shades(
    values, 0, high, "#6F2B03", "Mean distance to the neighbours' codes", character()
  )
  if (max(values) > high) {
    last <- length(shades$texts)
    shades$texts[[last]] <- paste(">=", shades$texts[[last]])
  }
  shades
}

region_shades <- function(x, regions) {
  if (is.null(regions)) {
    stop_argument(
      "`regions` must be given with show = \"regions\", not NULL",
      expected = "regions of this map", found = "NULL",
      hint = "Compute them: pb_regions(som$codes)."
    )
  }
  tint <- label_tints(x$grid, regions$labels, 6L)
  k <- max(regions$labels)
  list(
    values = regions$labels, colours = region_tint(tint[regions$labels]), key = character(),
    texts = character(), name = "",
    said = c(
      paste0(counted(k, "region"), "."),
      if (k > 6L) "Colours repeat: names and lines separate the regions."
    )
  )
}

region_tint <- function(number) {
  mixed_colours(region_colours[number], 0.42)
}

mixed_colours <- function(colours, depth) {
  parts <- 255 - depth * (255 - grDevices::col2rgb(colours))
  grDevices::rgb(t(round(parts)), maxColorValue = 255)
}
