# Texts that name methods: before each name is the mark of its group, if it has one.

# One text per row: `text`, a matrix of pieces in order; `group`, the number of the group of each
# piece, NA without a mark; `bold`. Arguments called `method` are names of methods, others words.
naming <- function(looks, ..., printed = looks$names) {
  parts <- list(...)
  own <- names(parts) == "method"
  rows <- max(lengths(parts[own]))
  pieces <- function(of, none) {
    columns <- Map(function(part, named) {
      if (named) unname(of[part]) else rep_len(none(part), rows)
    }, parts, own)
    matrix(unlist(columns), rows)
  }
  list(
    text = pieces(printed, identity), group = pieces(looks$group, function(part) NA_integer_),
    bold = Reduce(`|`, lapply(parts[own], function(part) unname(looks$bold[part])))
  )
}

# The whole texts, without marks.
naming_text <- function(named) {
  apply(named$text, 1L, paste, collapse = "")
}

# Inches from the start of each text to the start of each piece.
naming_places <- function(named, cex) {
  text <- named$text
  marks <- 0
  before <- rep("", nrow(text))
  for (j in seq_len(ncol(text))) {
    marks <- marks + !is.na(named$group[, j])
    whole <- label_width(paste0(before, text[, j]), cex, named$bold)
    before <- paste0(before, text[, j])
    text[, j] <- whole - label_width(text[, j], cex, named$bold) + marks * text_line() * cex
  }
  matrix(as.numeric(text), nrow(text))
}

naming_width <- function(named, cex) {
  marks <- rowSums(!is.na(named$group))
  label_width(naming_text(named), cex, named$bold) + marks * text_line() * cex
}

# Writes the texts at points; `share` of each is left of its point, or below it if it is upright.
write_naming <- function(named, x, y, cex, share = 0, upright = FALSE) {
  turn <- if (upright) 90 else 0
  font <- 1L + named$bold
  if (all(is.na(named$group))) {
    write_text(
      x, y, naming_text(named), adj = c(share, 0.5), srt = turn, cex = cex, font = font
    )
    return(invisible())
  }
  inch <- if (upright) c(0, graphics::yinch(1)) else c(graphics::xinch(1), 0)
  start <- naming_places(named, cex) - share * naming_width(named, cex)
  for (j in seq_len(ncol(named$text))) {
    group <- named$group[, j]
    own <- which(!is.na(group))
    across <- rep_len(x, length(group)) + start[, j] * inch[[1L]]
    up <- rep_len(y, length(group)) + start[, j] * inch[[2L]]
    away <- 0.6 * text_line() * cex * inch
    if (length(own) > 0L) {
      draw_marks(across[own] - away[[1L]], up[own] - away[[2L]], group[own], 0.85 * cex)
    }
    write_text(
      across, up, named$text[, j], adj = c(0, 0.5), srt = turn, cex = cex, font = font,
      col = ink_of(mark_colour(group))
    )
  }
}

# Colour and line type of the curves of methods: those of a group differ in their lines.
curve_looks <- function(looks, plain = seq_along(looks$names)) {
  group <- unname(looks$group)
  if (length(looks$group_names) == 0L) {
    return(data.frame(colour = mark_colour(plain), type = mark_type(plain)))
  }
  kind <- ifelse(is.na(group), 0L, group)
  place <- stats::ave(kind, kind, FUN = seq_along)
  data.frame(colour = mark_colour(group), type = (place - 1L) %% 5L + 1L)
}

# Names with those of their groups, for texts of ggplot2, which have one look each.
gg_direct <- function(looks, printed = looks$names) {
  kind <- looks$group_names[looks$group]
  stats::setNames(ifelse(is.na(kind), printed, sprintf("%s (%s)", printed, kind)), names(printed))
}
