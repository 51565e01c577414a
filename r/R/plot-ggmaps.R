# Maps and matrices as ggplot2 objects, with the same content as plot().

# Methods of a generic that lintr does not see, since ggplot2 is not imported.
# nolint start: object_name_linter, object_length_linter.

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_som <- function(object, main = NULL, show = "counts", regions = NULL, feature = NULL,
                            datasets = NULL, width = 7, ...) {
  check_dots(...)
  gg_map(object, main, show, regions, feature, datasets, !is.null(object$scale), width)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_landscape <- function(object, main = NULL, show = "counts", regions = object$regions,
                                  feature = NULL, datasets = NULL, width = 7, ...) {
  check_dots(...)
  check_landscape_map(object)
  standard <- !is.null(object$som$scale) || identical(object$scaling$scale, "z")
  gg_map(object$som, main, show, regions, feature, datasets, standard, width)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_coverage <- function(object, main = NULL, blocks = NULL, width = 7, height = 5, ...) {
  check_dots(...)
  gg_blocks(coverage_cells(object), main, blocks, width, height)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_landscape_stability <- function(object, main = NULL, show = "all", blocks = NULL,
                                            width = 7, height = 5, ...) {
  check_dots(...)
  show <- check_choice("show", show, stability_shows)
  gg_blocks(firm_cells(object, show), main, blocks, width, height)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_bootstrap <- function(object, main = NULL, n = NULL, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  sizes <- vote_sizes(object, n)
  heads <- paste(sizes, "per region")
  frame <- do.call(rbind, lapply(seq_along(sizes), function(at) {
    gg_votes(object, vote_matrix(object, sizes[[at]]), factor(heads[[at]], heads))
  }))
  frame$colour[frame$own] <- own_colour
  gg_cells(frame, "column", "row", "#D0D0D0") +
    ggplot2::geom_point(data = frame[frame$differs, ], size = 0.8, position = gg_corner()) +
    ggplot2::geom_tile(
      data = frame[frame$changing, ], fill = NA, colour = "#C04A00", linewidth = 0.9
    ) +
    ggplot2::facet_wrap(stats::reformulate("size")) +
    gg_words(main, width, caption = vote_sentences(object), x = NULL, y = NULL)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_stability <- function(object, main = NULL, question = "wilcoxon-holm", against = NULL,
                                  font_size = NULL, highlight = NULL, labels = NULL,
                                  max_label = NULL, groups = NULL, width = 7, ...) {
  check_dots(...)
  check_choice("question", question, stability_questions)
  check_string("main", main, null_ok = TRUE)
  drawn <- flip_matrix(object, question, against)
  looks <- method_looks(flip_order(object), highlight, labels, groups, if_null(max_label, 40))
  methods <- rownames(drawn$shares)
  named <- function(names) unname(looks$names[names])
  frame <- gg_matrix(drawn$text, ifelse(is.na(drawn$shares), 0, drawn$shares), drawn$differs)
  frame$colour <- mixed_colour("#C04A00", frame$value)
  frame <- frame[as.character(frame$row) != as.character(frame$column), ]
  said <- flip_footnote(object, question, looks$names[against])
  columns <- if (is.null(against)) named else identity # methods, or sets and resamples
  across <- if (is.null(against)) {
    gg_methods(looks, rev(methods), methods, width = width)
  } else {
    level <- ggplot2::element_text(angle = 0, hjust = 0.5)
    list(
      gg_methods(looks, rev(methods), at = "Sets", width = width),
      ggplot2::theme(axis.text.x.top = level)
    )
  }
  gg_cells(
    frame, "column", "row", "gray82", rows = named, columns = columns,
    size = text_size(font_size, 2.8)
  ) +
    ggplot2::geom_point(data = frame[frame$differs, ], size = 0.8, position = gg_corner()) +
    across +
    gg_words(main, width, caption = said, x = NULL, y = NULL, font_size = font_size)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_selection <- function(object, map, main = NULL, axes = c(1, 2),
                                  labels = FALSE, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  check_flag("labels", labels)
  check_chosen_map(object, if (missing(map)) NULL else map)
  axes <- check_components(axes, length(map$variance))
  at <- match(object$datasets, map$datasets)
  home <- match(object$nearest, object$datasets)
  place <- match(object$datasets, object$names)
  frame <- data.frame(
    x = map$coordinates[at, axes[[1L]]], y = map$coordinates[at, axes[[2L]]],
    label = ifelse(
      is.na(place), if (labels) without_controls(object$datasets) else "",
      paste0(place, "  ", without_controls(object$datasets))
    ),
    ink = ifelse(is.na(place), quiet_colour, "black"), mark = ifelse(is.na(place), 0.07, 0.12)
  )
  frame$xend <- frame$x[home]
  frame$yend <- frame$y[home]
  chosen <- frame[!is.na(place), ]
  share <- sprintf("PC%d: %.1f %% of the variance", as.integer(axes), 100 * map$variance[axes])
  ggplot2::ggplot(frame, gg_aes(x = "x", y = "y")) +
    ggplot2::geom_segment(
      gg_aes(x = "x", y = "y", xend = "xend", yend = "yend"), frame[is.na(place), ],
      colour = "#D3D3D3"
    ) +
    ggplot2::geom_point(data = frame[is.na(place), ], colour = "#8F8F8F", size = 1) +
    ggplot2::geom_point(data = chosen, colour = "#C04A00", size = 2.4) +
    gg_names(frame[order(is.na(place)), ]) +
    gg_around() +
    ggplot2::theme_minimal() +
    gg_words(
      main, width, caption = paste(chosen_sentence(object, map), without_place), x = share[[1L]],
      y = share[[2L]]
    )
}

# nolint end

# ---- shared --------------------------------------------------------------------------------------

# What draw_blocks() draws, in lines of text from the upper left corner.
gg_blocks <- function(cells, main, blocks, width, height) {
  check_string("main", main, null_ok = TRUE)
  plan <- on_device(wide_device, NULL, width, height, function() {
    fitting_blocks(cells, blocks, main, c(width, height))
  })
  rows <- plan$rows
  start <- (plan$wide + 1.4) * (rows$block - 1) + plan$left
  at <- as.vector(row(cells$text))
  frame <- data.frame(
    x = start[at] + 2 * as.vector(col(cells$text)) - 1, y = -rows$line[at] - 0.5,
    label = as.vector(cells$text)
  )
  bars <- lapply(seq_along(cells$bars), function(number) {
    bar <- cells$bars[[number]]
    share <- as.vector(bar$share)
    part <- cbind(frame, x0 = frame$x - 1, x1 = frame$x - 1 + 2 * share)[share > 0, ]
    ggplot2::geom_rect(
      gg_aes(xmin = "x0", xmax = "x1", ymin = "y - 0.5", ymax = "y + 0.5"), part,
      fill = as.vector(bar$colour)[share > 0], colour = if (number == 1L) "#DCDCDC" else NA
    )
  })
  words <- function(share, x, y, label, ...) {
    ggplot2::geom_text(
      gg_aes(label = "label"), data.frame(x = x, y = y, label = label),
      size = share * 12 * plan$cex / ggplot2::.pt, ...
    )
  }
  count <- max(rows$block)
  first <- (plan$wide + 1.4) * (seq_len(count) - 1)
  columns <- seq_along(cells$columns)
  ggplot2::ggplot(frame, gg_aes(x = "x", y = "y")) +
    bars +
    words(0.8, frame$x, frame$y, frame$label) +
    words(1, start - 0.3, -rows$line - 0.5, rows$name, hjust = 1) +
    words(
      1, first[plan$headings$block], -plan$headings$line - 0.95, plan$headings$text, hjust = 0,
      fontface = "bold"
    ) +
    words(
      0.8, rep(first, each = length(columns)) + plan$left + 2 * columns - 1, 0.4,
      rep(cells$columns, count), colour = quiet_colour
    ) +
    ggplot2::coord_cartesian(
      c(0, first[[count]] + plan$wide), c(-plan$lines, 1), expand = FALSE, clip = "off"
    ) +
    ggplot2::theme_void() +
    ggplot2::theme(plot.margin = ggplot2::margin(4, 4, 4, 4)) +
    gg_words(main, width, caption = cells$foot)
}

# A map as polygons, in the colours and with the texts of plot().
gg_map <- function(map, main, show, regions, feature, datasets, standard, width) {
  show <- check_choice("show", show, map_shows)
  check_string("main", main, null_ok = TRUE)
  check_map_regions(regions, nrow(map$codes))
  shades <- unit_shades(map, show, regions, feature, standard)
  empty <- which(tabulate(map$units, nrow(map$codes)) == 0)
  shape <- unit_shape(map$grid)
  centres <- map$grid$coordinates
  units <- data.frame(
    x = as.vector(outer(shape[, 1L], centres[, 1L], "+")),
    y = as.vector(outer(shape[, 2L], centres[, 2L], "+")),
    unit = rep(seq_len(nrow(centres)), each = nrow(shape)),
    colour = rep(shades$colours, each = nrow(shape))
  )
  blank <- data.frame(x = centres[empty, 1L], y = centres[empty, 2L])
  named <- dataset_units(map, datasets)
  middles <- data.frame(
    x = centres[named$unit, 1L], y = centres[named$unit, 2L], label = without_controls(named$name),
    mark = rep(0.07, nrow(named))
  )
  said <- map_sentences(map, shades, regions, show, empty, datasets)
  key <- if (length(shades$key) > 0L) {
    list(ggplot2::scale_fill_identity(
      name = shades$name, guide = "legend", breaks = shades$key, labels = shades$texts
    ))
  } else {
    list(ggplot2::scale_fill_identity())
  }
  ggplot2::ggplot(units, gg_aes(x = "x", y = "y")) +
    ggplot2::geom_polygon(gg_aes(group = "unit", fill = "colour"), colour = "#D4D4D4") +
    ggplot2::geom_point(data = blank, size = 0.6, colour = "#8F8F8F") +
    gg_regions(regions, map$grid, middles) +
    key +
    ggplot2::coord_equal() +
    ggplot2::theme_void() +
    gg_words(main, width, caption = c(said, if (!is.null(datasets)) without_place))
}

# Borders of regions, and their names, each on the unit nearest to the middle of its region; and the
# `middles` of datasets, with their names.
gg_regions <- function(regions, grid, middles) {
  dots <- if (nrow(middles) > 0L) ggplot2::geom_point(data = middles, size = 1)
  if (is.null(regions)) {
    return(if (nrow(middles) > 0L) list(dots, gg_names(middles)))
  }
  sides <- stats::setNames(
    as.data.frame(unit_borders(grid, regions$labels)), c("x", "y", "xend", "yend")
  )
  named <- lapply(split(seq_along(regions$labels), as.integer(regions$labels)), function(own) {
    at <- grid$coordinates[own, , drop = FALSE]
    near <- which.min(round(rowSums(sweep(at, 2L, colMeans(at))^2), 9L))
    data.frame(x = at[near, 1L], y = at[near, 2L])
  })
  frame <- cbind(do.call(rbind, named), label = paste0("R", names(named)))
  # The width of a label's border has another name since ggplot2 4.0.
  own <- "linewidth" %in% names(ggplot2::GeomLabel$default_aes)
  border <- stats::setNames(list(0), if (own) "linewidth" else "label.size")
  look <- c(list(fontface = "bold", size = 3.4, alpha = 0.7), border)
  list(
    ggplot2::geom_segment(gg_aes(x = "x", y = "y", xend = "xend", yend = "yend"), sides),
    do.call(ggplot2::geom_label, c(list(gg_aes(label = "label"), frame), look)),
    dots,
    if (nrow(middles) > 0L) gg_names(rbind(middles, data.frame(frame[1:2], label = "", mark = 0.3)))
  )
}

# A matrix as cells, the first row at the top.
gg_matrix <- function(text, values, differs) {
  names <- dimnames(text)
  data.frame(
    row = factor(names[[1L]][row(text)], rev(names[[1L]])),
    column = factor(names[[2L]][col(text)], names[[2L]]),
    label = as.vector(text), value = as.vector(values), differs = as.vector(differs)
  )
}

# The cells of one size of portfolios.
gg_votes <- function(x, found, size) {
  counts <- found$counts
  share <- ifelse(is.na(counts), 0, counts / x$repeats)
  frame <- gg_matrix(found$text, share, found$different)
  frame$colour <- mixed_colour("#0072B2", ifelse(frame$value == 0, 0, 0.08 + 0.42 * frame$value))
  cbind(frame, own = as.vector(is.na(counts)), changing = as.vector(found$changing), size = size)
}

# Tiles with their text, columns named above. `rows`, `columns`: functions that print the names;
# `drop`: whether rows and columns without a tile are left out.
gg_cells <- function(frame, x, y, border, face = "plain", rows = gg_named, columns = gg_named,
                     drop = TRUE, size = 2.8) {
  if (nrow(frame) == 0L) {
    return(ggplot2::ggplot(frame, gg_aes(x = x, y = y)) + ggplot2::theme_void())
  }
  frame$face <- face
  ggplot2::ggplot(frame, gg_aes(x = x, y = y)) +
    ggplot2::geom_tile(gg_aes(fill = "colour"), colour = border) +
    # By layers: the scale of colours is that of the groups of methods.
    lapply(unname(split(frame, ink_on(frame$colour))), function(cells) {
      ggplot2::geom_text(
        gg_aes(label = "label", fontface = "face"), cells,
        colour = ink_on(cells$colour[[1L]]), size = size
      )
    }) +
    ggplot2::scale_fill_identity() +
    ggplot2::scale_x_discrete(position = "top", labels = columns, expand = c(0, 0), drop = drop) +
    ggplot2::scale_y_discrete(labels = rows, expand = c(0, 0), drop = drop) +
    ggplot2::theme_minimal() +
    ggplot2::theme(panel.grid = ggplot2::element_blank(), strip.placement = "outside") +
    gg_upright()
}

gg_named <- function(names) {
  printed_names(names, max_label = 40)
}

# Names in a legend, of which all have one look: bold ones are expressions.
gg_key <- function(names, bold) {
  if (!any(bold)) {
    return(names)
  }
  as.expression(ifelse(bold, lapply(names, function(name) bquote(bold(.(name)))), names))
}

# The looks of methods that are rows, from the bottom, and columns of cells, with the legend of
# their groups.
gg_methods <- function(looks, rows, columns = NULL, upright = TRUE, at = columns[[1L]], width) {
  look <- function(methods, ...) {
    grouped <- length(looks$group_names) > 0L
    gg_face(
      looks$bold[methods], if (grouped) unname(ink_of(mark_colour(looks$group[methods]))), ...
    )
  }
  above <- if (upright) look(columns, angle = 90, hjust = 0, vjust = 0.5) else look(columns)
  list(
    ggplot2::theme(axis.text.y = look(rows)),
    if (!is.null(columns)) ggplot2::theme(axis.text.x = above, axis.text.x.top = above),
    gg_groups(looks, rows[[1L]], at, width)
  )
}

# The legend of the groups, for cells or rows: points that are not drawn.
gg_groups <- function(looks, row, column, width, per_inch = 60 / 7) {
  place <- seq_along(looks$group_names)
  if (length(place) == 0L) {
    return(NULL)
  }
  kinds <- data.frame(kind = factor(looks$group_names, looks$group_names), x = column, y = row)
  scale <- function(of, values) {
    of(values = values, name = NULL, limits = looks$group_names)
  }
  # A legend does not break its rows: so many letters fit into an inch beside names of rows.
  letters <- 6 + nchar(looks$group_names)
  room <- per_inch * width
  columns <- if (sum(letters) <= room) length(letters) else max(1, room %/% max(letters))
  key <- function(...) ggplot2::guide_legend(..., ncol = columns, byrow = TRUE)
  list(
    ggplot2::geom_point(
      gg_aes(x = "x", y = "y", colour = "kind", shape = "kind"), kinds, size = 2, alpha = 0
    ),
    scale(ggplot2::scale_colour_manual, edge_of(mark_colour(place))),
    scale(ggplot2::scale_shape_manual, mark_shape(place)),
    ggplot2::guides(
      colour = key(override.aes = list(fill = mark_colour(place), alpha = 1)), shape = key()
    ),
    ggplot2::theme(legend.position = "top", legend.key.height = ggplot2::unit(0.8, "lines"))
  )
}

# The groups of datasets as a factor, of one level without a name if there are none.
gg_kind <- function(groups, datasets, kinds) {
  if (length(kinds) > 0L) factor(groups[datasets], kinds) else factor(rep("", length(datasets)))
}

# Dots of datasets whose column `kind` is that of gg_kind(), with a legend if there are groups.
gg_kinds <- function(kinds, width) {
  place <- seq_len(max(1L, length(kinds)))
  columns <- max(1, (10 * width) %/% (6 + max(0, nchar(kinds))))
  guide <- if (length(kinds) > 0L) ggplot2::guide_legend(ncol = columns, byrow = TRUE) else "none"
  scales <- Map(function(scale, values) {
    scale(values = values, labels = without_controls(kinds), name = NULL, guide = guide)
  }, list(
    ggplot2::scale_colour_manual, ggplot2::scale_fill_manual, ggplot2::scale_shape_manual
  ), list(edge_of(mark_colour(place)), mark_colour(place), mark_shape(place)))
  list(
    ggplot2::geom_point(gg_aes(colour = "kind", fill = "kind", shape = "kind"), size = 2),
    scales, ggplot2::theme(legend.position = "top")
  )
}

# Room for names at the edges of a map.
gg_around <- function() {
  room <- ggplot2::expansion(mult = 0.1)
  list(ggplot2::scale_x_continuous(expand = room), ggplot2::scale_y_continuous(expand = room))
}

# The upper right corner of a cell, where dots are drawn.
gg_corner <- function() {
  ggplot2::position_nudge(0.36, 0.36)
}
