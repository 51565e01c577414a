/* The unit whose code is nearest to a row: that of kohonen, with its draws where units tie.
 *
 * kohonen goes through the units in their order and keeps the best so far; a unit within the
 * tolerance of this best draws. Scores show in which interval a distance is (see som-map.c). If the
 * intervals of a unit and of the best do not meet, it is known what kohonen does; if they meet,
 * both distances are computed from codes. So the winner is known from few codes, unless two units
 * tie: then all units that may matter are computed from codes, and ties draw as there. */
#include <R.h>
#include <R_ext/Random.h>
#include <float.h>
#include <math.h>

#include "som-map.h"

static const double tie = 1e-8;
/* Of a distance: more than half of `tie`, and than the rounding of a sum of squares. */
static const double margin = 1e-7;

/* Between which a distance is, in units of `scale`. */
typedef struct {
  double from, to;
} Range;

static Range range_of(const Map *map, float apart, float error) {
  const double distance = sqrt((double)apart), wrong = 1.2 * FLOAT_UNIT + (double)error;
  const double rounding = (double)(map->axes + 16) * FLOAT_UNIT;
  return (Range){(distance * (1 - rounding) - wrong) / map->sigma * (1 - margin),
                 (distance * (1 + rounding) + wrong) / map->least * (1 + margin)};
}

/* The distance of scores up to which the distance can be at most this one. */
static float reach_of(const Map *map, double distance) {
  return (float)(distance * map->sigma + 1.2 * FLOAT_UNIT);
}

/* A squared distance, added up in the order of the variables. */
static double code_distance(const Map *map, const double *row, size_t unit) {
  const double *code = map->codes + unit * map->variables;
  double sum = 0;
  for (size_t j = 0; j < map->variables; j++) {
    const double apart = row[j] - code[j];
    sum += apart * apart;
  }
  return sum;
}

static double exact_distance(Map *map, const Lanes *lanes, const double *row, size_t unit) {
  lanes->flush(map, unit / BLOCK);
  return code_distance(map, row, unit);
}

static Range exact_range(Map *map, const Lanes *lanes, const double *row, size_t unit) {
  const double distance = sqrt(exact_distance(map, lanes, row, unit)) / map->scale;
  return (Range){distance * (1 - margin), distance * (1 + margin)};
}

/* The winner, if no unit ties with the best before it; else `units`. */
static size_t certain_winner(Map *map, const Lanes *lanes, const double *row, const float *scores) {
  float apart[BLOCK], reach = INFINITY;
  size_t winner = map->units;
  Range best = {INFINITY, INFINITY};
  size_t block = lanes->next(map, 0, scores, reach, apart);
  while (block < map->blocks) {
    if (map->worst[block] > MOST_ERROR) {
      return map->units;
    }
    const size_t end = block * BLOCK + BLOCK < map->units ? block * BLOCK + BLOCK : map->units;
    float limit = som_limit(map, block, reach);
    for (size_t unit = block * BLOCK; unit < end; unit++) {
      if (apart[unit % BLOCK] > limit) {
        continue;
      }
      Range own = range_of(map, apart[unit % BLOCK], map->errors[unit]);
      if (own.from <= best.to && own.to >= best.from) {
        best = exact_range(map, lanes, row, winner);
        own = exact_range(map, lanes, row, unit);
      }
      if (own.to < best.from) {
        best = own;
        winner = unit;
        reach = reach_of(map, best.to);
        limit = som_limit(map, block, reach);
      } else if (own.from <= best.to) {
        return map->units;
      }
    }
    block = lanes->next(map, block + 1, scores, reach, apart);
  }
  return winner;
}

static void consider(Winner *w, size_t unit, double distance) {
  if (distance > w->best * (1.0 + tie)) {
    return;
  }
  if (distance < w->best * (1.0 - tie)) {
    w->tied = 1;
    w->unit = unit;
    w->distance = distance;
  } else if ((double)++w->tied * unif_rand() < 1.0) {
    w->unit = unit;
    w->distance = distance;
  }
  w->best = distance;
}

/* A search for units by their codes: the squared distance that still matters, and its reach. */
typedef struct {
  double limit, distance;
  float reach;
} Search;

static void set_limit(Search *search, const Map *map, double limit) {
  if (limit != search->limit) {
    search->limit = limit;
    search->distance = sqrt(limit) * (1 + margin) / map->scale;
    search->reach = reach_of(map, search->distance);
  }
}

static int may_matter(const Search *search, const Map *map, float apart, size_t unit) {
  return range_of(map, apart, map->errors[unit]).from <= search->distance;
}

static Winner drawn_winner(Map *map, const Lanes *lanes, const double *row, const float *scores) {
  Winner w = {0, 1, DBL_MAX, DBL_MAX};
  Search search = {DBL_MAX, INFINITY, INFINITY};
  float apart[BLOCK];
  for (size_t block = 0;; block++) {
    block = lanes->next(map, block, scores, search.reach, apart);
    for (size_t unit = block * BLOCK; unit < map->units && unit / BLOCK == block; unit++) {
      if (may_matter(&search, map, apart[unit % BLOCK], unit)) {
        consider(&w, unit, exact_distance(map, lanes, row, unit));
        set_limit(&search, map, w.best);
      }
    }
    if (block >= map->blocks) {
      return w;
    }
  }
}

Winner som_nearest(Map *map, const Lanes *lanes, const double *row, const float *scores) {
  const size_t unit = map->least > 0 ? certain_winner(map, lanes, row, scores) : map->units;
  if (unit == map->units) {
    return drawn_winner(map, lanes, row, scores);
  }
  const double distance = exact_distance(map, lanes, row, unit);
  return (Winner){unit, 1, distance, distance};
}

/* The nearest unit so far; `exact`: its squared distance, below 0 while it is not known. */
typedef struct {
  size_t unit;
  Range range;
  double exact;
} Nearest;

/* Takes a unit instead if its code is nearer, or as near and before it. */
static void challenge(Nearest *best, Map *map, const Lanes *lanes, const double *row, size_t unit,
                      Range range) {
  double exact = -1;
  if (range.to >= best->range.from) {
    if (best->exact < 0) {
      best->exact = exact_distance(map, lanes, row, best->unit);
    }
    exact = exact_distance(map, lanes, row, unit);
    if (exact > best->exact || (exact == best->exact && unit > best->unit)) {
      return;
    }
  }
  *best = (Nearest){unit, range, exact};
}

/* Lets the units of a block challenge; `apart`: the squared distances of their scores. */
static void challenge_all(Nearest *best, Map *map, const Lanes *lanes, const double *row,
                          size_t block, const float *apart) {
  const size_t end = block * BLOCK + BLOCK < map->units ? block * BLOCK + BLOCK : map->units;
  for (size_t unit = block * BLOCK; unit < end; unit++) {
    const Range range = range_of(map, apart[unit % BLOCK], map->errors[unit]);
    if (range.from <= best->range.to) {
      challenge(best, map, lanes, row, unit, range);
    }
  }
}

Winner som_nearest_first(Map *map, const Lanes *lanes, const double *row, const float *scores,
                         size_t likely) {
  float apart[BLOCK];
  const size_t start = likely / BLOCK;
  lanes->next(map, start, scores, INFINITY, apart);
  Nearest best = {likely, range_of(map, apart[likely % BLOCK], map->errors[likely]), -1};
  challenge_all(&best, map, lanes, row, start, apart);
  size_t block = 0;
  while ((block = lanes->next(map, block, scores, reach_of(map, best.range.to), apart)) <
         map->blocks) {
    if (block != start) {
      challenge_all(&best, map, lanes, row, block, apart);
    }
    block++;
  }
  const double distance = exact_distance(map, lanes, row, best.unit);
  return (Winner){best.unit, 1, distance, distance};
}

void som_nearest_two(Map *map, const Lanes *lanes, const double *row, const float *scores,
                     int *first, int *next) {
  double best = INFINITY, second = INFINITY;
  size_t first_unit = 0, second_unit = 0;
  Search search = {INFINITY, INFINITY, INFINITY};
  float apart[BLOCK];
  for (size_t block = 0;; block++) {
    block = lanes->next(map, block, scores, search.reach, apart);
    for (size_t unit = block * BLOCK; unit < map->units && unit / BLOCK == block; unit++) {
      if (!may_matter(&search, map, apart[unit % BLOCK], unit)) {
        continue;
      }
      const double distance = exact_distance(map, lanes, row, unit);
      if (distance < best) {
        second = best;
        second_unit = first_unit;
        best = distance;
        first_unit = unit + 1;
      } else if (distance < second) {
        second = distance;
        second_unit = unit + 1;
      }
      set_limit(&search, map, second);
    }
    if (block >= map->blocks) {
      break;
    }
  }
  *first = (int)first_unit;
  *next = (int)second_unit;
}
