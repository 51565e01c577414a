# Names in a ggplot: at its axes, in its legend, and beside its dots, where plot() would place them.

# A layer of names: no name covers a dot or another name; one that finds no room is left out.
# `frame`: `label` ("": a dot without a name), `x` and `y` or what `mapping` names for them, and
# perhaps `ink`, the colour of the text; `face`; `mark`, the width of the dot in inches; `joined`,
# whether a line joins such dots, from left to right. `size`: of the text, in millimetres.
gg_names <- function(frame, mapping = NULL, size = 3) {
  own <- intersect(c("label", "ink", "face", "mark", "joined"), names(frame))
  names <- ggplot2::ggproto(
    "GeomPybenchNames", ggplot2::Geom, required_aes = c("x", "y", "label"),
    default_aes = ggplot2::aes(
      ink = "black", face = "plain", size = 3, mark = 0.09, joined = FALSE
    ),
    draw_panel = function(data, panel_params, coord) {
      grid::gTree(names = coord$transform(data, panel_params), cl = "pb_names")
    }
  )
  ggplot2::layer(
    names, "identity", frame, gg_aes(mapping, stats::setNames(own, own)), "identity",
    params = list(size = size), show.legend = FALSE
  )
}

# Sentences about the names of a ggplot.
without_place <- "A name without room is left out: save a larger figure."

#' @exportS3Method grid::makeContent
makeContent.pb_names <- function(x) { # nolint: object_name_linter.
  at <- x$names
  size <- c(
    grid::convertWidth(grid::unit(1, "npc"), "inches", TRUE),
    grid::convertHeight(grid::unit(1, "npc"), "inches", TRUE)
  )
  look <- function(of) {
    grid::gpar(fontsize = of$size * ggplot2::.pt, fontface = of$face, col = of$ink)
  }
  dots <- cbind(at$x * size[[1L]], at$y * size[[2L]])
  joined <- which(at$joined)
  path <- front_path(dots[joined[order(dots[joined, 1L])], , drop = FALSE])
  own <- which(nzchar(at$label))
  if (length(own) == 0L) {
    return(x)
  }
  bare <- setdiff(seq_len(nrow(at)), own)
  taken <- dots[bare, , drop = FALSE]
  wide <- vapply(own, function(i) {
    text <- grid::textGrob(at$label[[i]], gp = look(at[i, ]))
    grid::convertWidth(grid::grobWidth(text), "inches", TRUE)
  }, 0)
  boxes <- place_names(
    dots[own, , drop = FALSE], cbind(wide, at$size[own] * ggplot2::.pt / 72), size,
    max(0, at$mark[own]), rbind(path, cbind(taken - at$mark[bare] / 2, taken + at$mark[bare] / 2))
  )
  kept <- which(!is.na(boxes[, 1L]))
  boxes <- boxes[kept, , drop = FALSE]
  of <- at[own[kept], ]
  from <- dots[own[kept], , drop = FALSE]
  near <- nearest_corner(boxes, from)
  far <- which(sqrt(rowSums((near - from)^2)) > of$mark / 2 + 0.075)
  lines <- if (length(far) > 0L) {
    grid::segmentsGrob(
      from[far, 1L], from[far, 2L], near[far, 1L], near[far, 2L], "inches",
      gp = grid::gpar(col = "#8F8F8F", lwd = 0.6)
    )
  }
  texts <- if (length(kept) > 0L) {
    grid::textGrob(
      of$label, boxes[, 1L], (boxes[, 2L] + boxes[, 4L]) / 2, hjust = 0, vjust = 0.5,
      default.units = "inches", gp = look(of)
    )
  }
  grid::setChildren(x, grid::gList(lines, texts))
}

# Names of columns are written upwards.
gg_upright <- function(bold = FALSE) {
  upright <- gg_face(bold, angle = 90, hjust = 0, vjust = 0.5)
  ggplot2::theme(axis.text.x.top = upright, axis.text.x = upright)
}

# Names at an axis, some of them bold or coloured, in the order of its ticks. ggplot2 warns that it
# may drop several looks in one element some day, since numbers of an axis need one look.
gg_face <- function(bold, colour = NULL, ...) {
  face <- if (any(bold)) ifelse(bold, "bold", "plain")
  suppressWarnings(ggplot2::element_text(face = face, colour = colour, ...))
}

# Expressions in a legend, which ggplot2 would write at its right edge.
gg_left <- function() {
  if (utils::packageVersion("ggplot2") < "3.5.0") {
    return(ggplot2::theme(legend.text.align = 0))
  }
  ggplot2::theme(legend.text = ggplot2::element_text(hjust = 0))
}
