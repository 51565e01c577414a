# Verdicts, sets of methods and effects as ggplot2 objects, with the same content as plot().

# Methods of a generic that lintr does not see, since ggplot2 is not imported.
# nolint start: object_name_linter, object_length_linter.

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_pairs <- function(object, main = NULL, letters = TRUE, cells = TRUE, highlight = NULL,
                              labels = NULL, groups = NULL, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  looks <- method_looks(names(object$mean_ranks), highlight, labels, groups, 40L)
  shown <- pvalue_table(object, letters, looks, cells)
  named <- function(names) unname(looks$names[names])
  words <- gg_words(main, width, caption = shown$notes, x = NULL, y = NULL)
  if (!cells) {
    return(gg_letters(shown, object$mean_ranks, named) + gg_methods(
      looks, rev(shown$rows), at = 1, width = width
    ) + words)
  }
  tested <- shown$tested
  p <- shown$pvalues[tested]
  verdicts <- shown$verdicts[tested]
  frame <- data.frame(
    row = factor(shown$rows[row(tested)[tested]], rev(shown$rows)),
    column = factor(shown$columns[col(tested)[tested]], shown$columns[shown$kept]),
    label = pvalue_text(p), colour = pvalue_colour(p, verdicts), differs = verdicts != 0,
    better = verdicts > 0
  )
  signs <- shown$letters
  lettered <- function(names) {
    if (is.null(signs)) named(names) else sprintf("%s  %s", named(names), signs[names])
  }
  face <- ifelse(frame$differs, "bold", "plain")
  gg_cells(frame, "column", "row", "#D0D0D0", face, lettered, named, drop = FALSE) +
    gg_methods(looks, rev(shown$rows), shown$columns[shown$kept], width = width) +
    ggplot2::geom_point(data = frame[frame$better, ], size = 0.8, position = gg_corner()) +
    words
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_effects <- function(object, main = NULL, effect = "hodges_lehmann", most = 40,
                                highlight = NULL, labels = NULL, groups = NULL, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  effect <- check_choice("effect", effect, effect_names)
  equal <- if (effect == "superiority") 0.5 else 0
  frame <- forest_rows(object, effect, equal, check_count("most", most))
  looks <- forest_looks(object, highlight, labels, groups, 24L)
  names <- forest_names(object, frame, looks, gg_direct(looks))
  frame$apart <- frame$low > equal | frame$high < equal
  ggplot2::ggplot(frame, gg_aes(x = "effect", y = "row")) +
    ggplot2::geom_vline(xintercept = equal, colour = "#8F8F8F") +
    ggplot2::geom_segment(gg_aes(x = "low", xend = "high", y = "row", yend = "row")) +
    ggplot2::geom_point(
      fill = ifelse(frame$apart, "black", "white"), shape = 21, size = 2
    ) +
    ggplot2::scale_y_reverse(
      breaks = frame$row, minor_breaks = NULL,
      labels = naming_text(names)
    ) +
    ggplot2::theme_minimal() +
    ggplot2::theme(axis.text.y = gg_face(names$bold)) +
    gg_words(
      main, width, caption = forest_note(object, nrow(frame), equal, looks),
      x = paste(strwrap(forest_axis[[effect]], 25L), collapse = "\n"), y = NULL
    )
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_core_patterns <- function(object, main = NULL, most = 20, highlight = NULL,
                                      labels = NULL, groups = NULL, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  rows <- pattern_rows(object, check_count("most", most))
  rows$y <- -seq_len(nrow(rows))
  looks <- method_looks(object$core, highlight, labels, groups, 20L, of_more = TRUE)
  pairs <- pattern_pairs(looks, gg_direct(looks))
  count <- nrow(pairs$text)
  differs <- as.matrix(rows[seq_len(count) + 2L])
  dots <- data.frame(x = as.vector(col(differs)), y = rows$y[row(differs)])
  look <- function(yes, no) ifelse(as.vector(differs), yes, no)
  rows$from <- count + 1
  rows$to <- rows$from + 4 * rows$share
  rows$label <- pattern_texts(rows)
  ggplot2::ggplot(rows, gg_aes(y = "y")) +
    ggplot2::geom_segment(
      gg_aes(x = "from", xend = "to", yend = "y"), linewidth = 4, colour = "#0072B2"
    ) +
    ggplot2::geom_text(gg_aes(x = "to", label = "label"), hjust = -0.1, size = 3) +
    ggplot2::geom_point(
      gg_aes(x = "x", y = "y"), dots, shape = 21, size = 3, fill = look("black", "white"),
      colour = look("black", "#8F8F8F")
    ) +
    ggplot2::scale_x_continuous(
      breaks = seq_len(count), labels = naming_text(pairs), position = "top", minor_breaks = NULL,
      expand = ggplot2::expansion(mult = c(0.05, 0.3))
    ) +
    ggplot2::scale_y_continuous(breaks = NULL, expand = ggplot2::expansion(add = 0.7)) +
    ggplot2::theme_minimal() +
    gg_upright(pairs$bold) +
    gg_words(main, width, caption = pattern_notes(object, nrow(rows)), x = NULL, y = NULL)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_swaps <- function(object, main = NULL, highlight = NULL, labels = NULL, groups = NULL,
                              width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  counts <- swap_counts(object)
  looks <- method_looks(c(rownames(object$counts), object$pair), highlight, labels, groups, 40L)
  text <- array(ifelse(counts > 0, format_whole(counts), ""), dim(counts), dimnames(counts))
  frame <- data.frame(
    row = factor(rownames(counts)[row(counts)], rev(rownames(counts))),
    column = factor(colnames(counts)[col(counts)], colnames(counts)),
    label = as.vector(text), colour = swap_colour(as.vector(counts))
  )
  replaced <- if (length(counts) > 0L) "replaced by"
  named <- function(names) unname(looks$names[names])
  gg_cells(frame, "column", "row", "#D0D0D0", rows = named, columns = named) +
    (if (length(counts) > 0L) {
      gg_methods(looks, rev(rownames(counts)), colnames(counts), width = width)
    }) +
    gg_words(main, width, caption = swap_notes(object, looks), x = replaced, y = NULL)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_favourable_sets <- function(object, main = NULL, highlight = NULL, labels = NULL,
                                        groups = NULL, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  frame <- favourable_frame(object)
  looks <- method_looks(rownames(object$mean_ranks), highlight, labels, groups, 30L)
  heads <- paste(favourable_heads(object, looks), favourable_ranks(object, looks), sep = "\n")
  heads <- vapply(heads, function(text) {
    paste(unlist(lapply(strsplit(text, "\n")[[1L]], strwrap, 80L)), collapse = "\n")
  }, "", USE.NAMES = FALSE)
  frame$head <- factor(heads[match(frame$case, favourable_cases)], unique(heads))
  frame$height <- c(first = 0.4, other = 0, second = -0.4)[frame$role]
  grouped <- length(looks$group_names) > 0L
  kinds <- c(first = 1L, other = NA, second = 2L)
  if (grouped) {
    # Each group is one look; methods without one are black.
    frame$role <- paste0("g", looks$group[frame$classifier])
    kinds <- stats::setNames(c(seq_along(looks$group_names), NA), paste0("g", c(
      seq_along(looks$group_names), NA
    )))
  }
  colours <- mark_colour(kinds)
  colours[is.na(kinds) & !grouped] <- "#8F8F8F"
  names(colours) <- names(kinds)
  shapes <- stats::setNames(ifelse(is.na(kinds), 19L, mark_shape(kinds)), names(kinds))
  same <- frame[!frame$differs, ]
  first <- same[same$classifier == object$pair[[1L]], ]
  second <- same[same$classifier == object$pair[[2L]], ]
  joined <- cbind(
    first["head"], x = first$mean_rank, xend = second$mean_rank[match(first$case, second$case)]
  )
  printed <- unname(looks$names[object$pair])
  bold <- unname(looks$bold[object$pair])
  key <- if (grouped) looks$group_names else gg_key(printed, bold)
  shown <- names(kinds)[!is.na(kinds)]
  scales <- Map(function(scale, values) {
    scale(values = values, limits = names(kinds), breaks = shown, labels = key, name = NULL)
  }, list(
    ggplot2::scale_colour_manual, ggplot2::scale_fill_manual, ggplot2::scale_shape_manual
  ), list(replace(colours, TRUE, edge_of(colours)), colours, shapes))
  ends <- do.call(rbind, lapply(split(frame, frame$head), function(own) {
    data.frame(head = own$head[[1L]], x = c(1, nrow(own)))
  }))
  ggplot2::ggplot(frame, gg_aes(x = "mean_rank", y = "height")) +
    ggplot2::geom_line(gg_aes(x = "x", y = 0), ends, colour = "#8F8F8F") +
    ggplot2::geom_segment(
      gg_aes(x = "x", xend = "xend", y = 0, yend = 0), joined, linewidth = 1.5
    ) +
    ggplot2::geom_point(gg_aes(colour = "role", fill = "role", shape = "role"), size = 2) +
    scales +
    ggplot2::facet_wrap(stats::reformulate("head"), ncol = 1L, scales = "free_x") +
    ggplot2::scale_y_continuous(breaks = NULL, limits = c(-1, 1)) +
    ggplot2::theme_minimal() +
    ggplot2::theme(legend.position = "top", strip.text = ggplot2::element_text(hjust = 0)) +
    gg_words(
      main, width, caption = paste(c(
        if (grouped) sprintf("Above the axes: %s; below: %s.", printed[[1L]], printed[[2L]]),
        favourable_notes(object, looks, bar = FALSE)
      ), collapse = " "), x = NULL, y = NULL
    )
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_critical_differences <- function(object, main = NULL, best = "left",
                                             font_size = NULL, highlight = NULL, labels = NULL,
                                             max_label = NULL, groups = NULL, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  best <- check_choice("best", best, c("left", "right"))
  k <- length(object$classifiers)
  require_marks(k)
  looks <- method_looks(object$classifiers, highlight, labels, groups, if_null(max_label, 40))
  grouped <- length(looks$group_names) > 0L
  parts <- lapply(object$diagrams, gg_benchmark, last = k)
  bound <- function(part) {
    do.call(rbind, Map(function(of, at) {
      cbind(of[[part]], at = rep(-at, nrow(of[[part]])))
    }, parts, seq_along(parts)))
  }
  below <- function(frame) {
    frame$y <- frame$at - 0.12 - 0.1 * frame$level
    frame
  }
  marks <- bound("marks")
  marks$method <- factor(marks$classifier, object$classifiers)
  if (grouped) marks$mark <- paste0(as.integer(marks$method), marks$mark)
  bars <- below(bound("bars"))
  hops <- below(bound("hops"))
  dots <- below(bound("members"))
  reach <- bound("reach")
  labels <- paste0(
    printed_names(object$benchmarks, max_label = 40), "\n",
    vapply(object$diagrams, benchmark_remark, "")
  )
  shown <- unname(if (grouped) paste(seq_len(k), gg_direct(looks)) else looks$names)
  kinds <- if (grouped) unname(looks$group) else seq_len(k)
  wide <- if (any(looks$bold)) {
    ggplot2::geom_point(
      gg_aes(colour = "method", shape = "method", fill = "method"),
      marks[looks$bold[marks$classifier], ], size = 4
    )
  }
  span <- function(frame, ...) {
    ggplot2::geom_segment(gg_aes(x = "from", xend = "to", y = "y", yend = "y"), frame, ...)
  }
  axis <- if (best == "left") ggplot2::scale_x_continuous else ggplot2::scale_x_reverse
  ggplot2::ggplot(marks, gg_aes(x = "mean_rank", y = "at")) +
    ggplot2::geom_hline(yintercept = -seq_along(parts), colour = "gray60") +
    span(bars, linewidth = 1.5, lineend = "round") +
    span(hops, linetype = "22", linewidth = 0.5) +
    ggplot2::geom_point(gg_aes(x = "mean_rank", y = "y"), dots, size = 1) +
    span(cbind(reach, y = reach$at), linewidth = 1.5) +
    ggplot2::geom_point(gg_aes(colour = "method", shape = "method", fill = "method"), size = 2.4) +
    wide +
    ggplot2::geom_text(gg_aes(label = "mark"), vjust = -0.6, size = text_size(font_size, 3.88)) +
    ggplot2::scale_colour_manual(
      values = edge_of(mark_colour(kinds)), labels = shown, name = NULL
    ) +
    ggplot2::scale_fill_manual(values = mark_colour(kinds), labels = shown, name = NULL) +
    ggplot2::scale_shape_manual(values = mark_shape(kinds), labels = shown, name = NULL) +
    axis(breaks = seq_len(k), limits = if (best == "left") c(1, k) else c(k, 1)) +
    ggplot2::scale_y_continuous(
      breaks = -seq_along(parts), labels = labels, minor_breaks = NULL,
      expand = ggplot2::expansion(add = c(0.6, 0.3))
    ) +
    ggplot2::theme_minimal() +
    gg_words(
      main, width, caption = benchmarks_caption(object, looks, best, nrow(hops) > 0L), x = NULL,
      y = NULL, font_size = font_size
    )
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_pareto_front <- function(object, main = NULL, cost_name = "Cost", log = TRUE,
                                     highlight = NULL, labels = NULL, groups = NULL, width = 7,
                                     ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  check_string("cost_name", cost_name)
  check_flag("log", log)
  frame <- as.data.frame(object)
  looks <- method_looks(frame$classifier, highlight, labels, groups, 30L)
  frame$label <- pareto_labels(frame, looks)
  grouped <- length(looks$group_names) > 0L
  words <- pareto_words(object, cost_name, grouped)
  marks <- cost_marks(looks, pareto_marks[frame$verdict], pareto_colours()[frame$verdict])
  marks$fill[frame$verdict == "ambiguous"] <- "white"
  marks$cex[grouped & frame$verdict == "dominated"] <- 0.5
  gg_against_cost(frame, words, log, object$of == "ranks", looks, marks, main, width)
}

# nolint end

# The parts of the row of a benchmark, in ranks.
gg_benchmark <- function(shown, last) {
  pieces <- bar_pieces(shown)
  interval <- control_interval(shown, last)
  ends <- if (is.null(interval)) matrix(0, 0L, 2L) else matrix(interval$ends, 1L)
  list(
    marks = data.frame(
      classifier = shown$classifiers, mean_rank = unname(shown$mean_ranks),
      mark = critical_marks(shown)
    ),
    bars = pieces$bars, hops = pieces$hops, members = pieces$members,
    reach = data.frame(from = ends[, 1L], to = ends[, 2L])
  )
}

# The methods, best mean rank first, with their mean ranks and letters.
gg_letters <- function(shown, ranks, named) {
  rows <- factor(shown$rows, rev(shown$rows))
  signs <- strsplit(unname(shown$letters), "")
  every <- intersect(c(letters, LETTERS), unlist(signs))
  frame <- data.frame(
    row = rep(rows, lengths(signs)), at = match(unlist(signs), every), label = unlist(signs)
  )
  beside <- data.frame(row = rows, at = -0.5, label = sprintf("%.2f", ranks[shown$rows]))
  ggplot2::ggplot(frame, gg_aes(x = "at", y = "row")) +
    ggplot2::geom_text(gg_aes(label = "label"), beside, hjust = 1, size = 3.2) +
    ggplot2::geom_text(gg_aes(label = "label"), size = 3.2) +
    ggplot2::scale_x_continuous(breaks = NULL, limits = c(-3, max(12, length(every) + 1))) +
    ggplot2::scale_y_discrete(labels = named) +
    ggplot2::theme_minimal() +
    ggplot2::theme(panel.grid = ggplot2::element_blank())
}

# Values against costs, with the front and the names of the methods.
gg_against_cost <- function(frame, words, log, upside_down, looks, marks, main, width) {
  up <- if (upside_down) ggplot2::scale_y_reverse else ggplot2::scale_y_continuous
  across <- if (log) ggplot2::scale_x_log10 else ggplot2::scale_x_continuous
  names <- data.frame(
    frame[c("cost", "value", "label")], ink = unname(ink_of(mark_colour(looks$group))),
    face = ifelse(looks$bold, "bold", "plain"), mark = 0.11, joined = frame$front
  )
  ggplot2::ggplot(frame, gg_aes(x = "cost", y = "value")) +
    (if (sum(frame$front) > 1L) {
      ggplot2::geom_line(data = frame[frame$front, ], colour = accents[[1L]])
    }) +
    ggplot2::geom_point(
      shape = marks$pch, colour = marks$colour, fill = marks$fill, size = 2.5 * marks$cex
    ) +
    gg_names(names) +
    across(expand = ggplot2::expansion(mult = 0.1)) +
    up(expand = ggplot2::expansion(mult = 0.1)) +
    ggplot2::theme_minimal() +
    gg_groups(looks, frame$value[[1L]], frame$cost[[1L]], width, 13) +
    gg_words(
      main, width, caption = paste(words$notes, without_place),
      x = gg_fold(paste0(words$across, if (log) ", logarithmic"), width - 0.8, 11), y = words$up
    )
}
