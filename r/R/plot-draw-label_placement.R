# Positions of labels beside dots, so that no label covers another label, a dot or a line.

# Boxes (x0, y0, x1, y1) for names beside their dots, none over another or a dot, as near as
# possible; those of the densest areas come last. One unit throughout, from the lower left corner.
# `taken`: boxes that are occupied; `reach`: the largest distance of a name from its dot.
place_names <- function(at, sizes, room, mark, taken = matrix(0, 0L, 4L), reach = Inf) {
  half <- mark / 2
  middles <- (taken[, 1:2, drop = FALSE] + taken[, 3:4, drop = FALSE]) / 2
  marks <- cbind(at - half, at + half)
  n <- nrow(at)
  crowd <- rowSums(as.matrix(stats::dist(at)) < 2 * max(sizes[, 1L]))
  boxes <- matrix(NA_real_, n, 4L)
  placed <- integer()
  for (i in order(crowd, at[, 1L], at[, 2L])) {
    tried <- name_places(at[i, ], sizes[i, ], half)
    inside <- tried[, 1L] >= 0 & tried[, 2L] >= 0 & tried[, 3L] <= room[[1L]] &
      tried[, 4L] <= room[[2L]]
    away <- nearest_corner(tried, rows_of(at[i, ], nrow(tried))) - rows_of(at[i, ], nrow(tried))
    inside <- inside & sqrt(rowSums(away^2)) <= reach
    box <- first_free(
      at[i, ], tried[inside, , drop = FALSE], marks,
      rbind(taken, boxes[placed, , drop = FALSE]), rbind(middles, at[placed, , drop = FALSE])
    )
    if (!is.null(box)) {
      boxes[i, ] <- box
      placed <- c(placed, i)
    }
  }
  boxes
}

# Places round a dot, ring by ring; right, above, left and below come first.
name_places <- function(dot, size, half, turns = 24L, rings = 40L) {
  turn <- seq_len(turns) - 1L
  turn <- turn[order(turn %% (turns %/% 4L) != 0L, turn)]
  ring <- seq_len(rings) - 1L
  away <- rep(half * 1.1 + 0.3 * size[[2L]] * ring * (1 + ring / 15), each = turns)
  angle <- rep(2 * pi * turn / turns, rings)
  along <- round(cos(angle), 12L)
  up <- round(sin(angle), 12L)
  x <- dot[[1L]] + along * away + (along - 1) * size[[1L]] / 2
  y <- dot[[2L]] + up * away + (up - 1) * size[[2L]] / 2
  cbind(x, y, x + size[[1L]], y + size[[2L]])
}

# The place where the name covers nothing and its line crosses fewest lines, the first such; NULL if
# none.
first_free <- function(dot, tried, marks, boxes, dots) {
  lines <- cbind(dots, nearest_corner(boxes, dots))
  best <- NULL
  least <- Inf
  for (begin in seq(1L, max(1L, nrow(tried)), by = 48L)) {
    some <- tried[seq_len(nrow(tried)) %in% (begin + 0:47), , drop = FALSE]
    some <- some[!covers(some, boxes) & !covers(some, marks), , drop = FALSE]
    for (j in seq_len(nrow(some))) {
      mine <- c(dot, nearest_corner(some[j, , drop = FALSE], rbind(dot)))
      hits <- sum(crosses(mine, lines)) + sum(passes(mine, boxes)) +
        sum(passes_through(lines, some[j, ]))
      if (hits < least) {
        least <- hits
        best <- some[j, ]
      }
      if (least == 0) {
        return(best)
      }
    }
  }
  best
}

nearest_corner <- function(boxes, dots) {
  cbind(
    pmin(pmax(dots[, 1L], boxes[, 1L]), boxes[, 3L]),
    pmin(pmax(dots[, 2L], boxes[, 2L]), boxes[, 4L])
  )
}

# Whether each box shares more than an edge with any other.
covers <- function(boxes, others) {
  before <- function(low, high) outer(boxes[, low], others[, high], `<`)
  after <- function(high, low) outer(boxes[, high], others[, low], `>`)
  rowSums(before(1L, 3L) & after(3L, 1L) & before(2L, 4L) & after(4L, 2L)) > 0
}

# Whether a line (x0, y0, x1, y1) crosses each of others.
crosses <- function(line, others) {
  side <- function(a, b, c) {
    sign((b[, 1L] - a[, 1L]) * (c[, 2L] - a[, 2L]) - (b[, 2L] - a[, 2L]) * (c[, 1L] - a[, 1L]))
  }
  n <- nrow(others)
  start <- rows_of(line[1:2], n)
  end <- rows_of(line[3:4], n)
  one <- others[, 1:2, drop = FALSE]
  two <- others[, 3:4, drop = FALSE]
  apart <- side(start, end, one) * side(start, end, two) < 0
  apart & side(one, two, start) * side(one, two, end) < 0
}

# A matrix of n equal rows; n may be 0.
rows_of <- function(values, n) {
  matrix(rep(values, each = n), n, length(values))
}

# Whether a line passes through each box; Liang and Barsky (1984).
passes <- function(line, boxes) {
  passes_each(rows_of(line, nrow(boxes)), boxes)
}

# Whether each line passes through a box.
passes_through <- function(lines, box) {
  passes_each(lines, rows_of(box, nrow(lines)))
}

passes_each <- function(lines, boxes) {
  low <- rep_len(0, nrow(lines))
  high <- rep_len(1, nrow(lines))
  for (axis in 1:2) {
    start <- lines[, axis]
    step <- lines[, axis + 2L] - start
    one <- (boxes[, axis] - start) / step
    two <- (boxes[, axis + 2L] - start) / step
    level <- step == 0
    within <- boxes[, axis] < start & start < boxes[, axis + 2L]
    low <- pmax(low, ifelse(level, ifelse(within, 0, 2), pmin(one, two)))
    high <- pmin(high, ifelse(level, 1, pmax(one, two)))
  }
  low < high
}
