/* The inner loops of the map for one width; LANES doubles per vector, TARGET the instructions.
 *
 * No multiplication may be fused with an addition: the bits would differ from kohonen's. */
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif
#include <string.h>

#include "som-kernel.h"

enum { VECTORS = BLOCK / LANES, FLOATS = VECTORS / 2 };

typedef double Doubles __attribute__((vector_size(8 * LANES), aligned(8), may_alias));
typedef int64_t Wholes __attribute__((vector_size(8 * LANES), aligned(8), may_alias));
typedef float Singles __attribute__((vector_size(8 * LANES), aligned(4), may_alias));
typedef int32_t Halves __attribute__((vector_size(8 * LANES), aligned(4), may_alias));

/* Rounding unit of float. */
#define UNIT 5.9604645e-8F

TARGET static int any_within(const Singles *sums, float limit) {
  Halves within = sums[0] <= limit;
  for (size_t v = 1; v < FLOATS; v++) {
    within |= sums[v] <= limit;
  }
  Wholes folded = (Wholes)within;
  int64_t any = 0;
  for (size_t l = 0; l < LANES; l++) {
    any |= folded[l];
  }
  return any != 0;
}

/* Whether a unit of the block can be within the limit, a squared distance of scores. */
TARGET static int may_matter(const float *scores, size_t axes, const float *row, float limit) {
  Singles sums[FLOATS];
  memset(sums, 0, sizeof sums);
  for (size_t first = 0; first < axes; first += AXES_STEP) {
    for (size_t k = first; k < first + AXES_STEP; k++) {
      const Singles *own = (const Singles *)(scores + k * BLOCK);
      for (size_t v = 0; v < FLOATS; v++) {
        const Singles apart = row[k] - own[v];
        sums[v] += apart * apart;
      }
    }
    if (!any_within(sums, limit)) {
      return 0;
    }
  }
  return 1;
}

TARGET static size_t next_block(const Map *map, size_t block, const float *row, float reach) {
  const size_t size = map->axes * BLOCK;
  const float rounding = 1.0F + (float)(map->axes + 16) * UNIT;
  for (; block < map->blocks; block++) {
    const float radius = reach + map->worst[block];
    const float limit = radius * radius * rounding;
    /* The bound of the error holds only below 0.01. */
    if (map->worst[block] > 0.01F ||
        may_matter(map->scores + block * size, map->axes, row, limit)) {
      return block;
    }
  }
  return block;
}

TARGET static void exact_distances(const Map *map, size_t block, const double *row, double *found) {
  const double *codes = map->codes + block * map->variables * BLOCK;
  Doubles sums[VECTORS];
  memset(sums, 0, sizeof sums);
  for (size_t j = 0; j < map->variables; j++) {
    const Doubles *own = (const Doubles *)(codes + j * BLOCK);
    for (size_t v = 0; v < VECTORS; v++) {
      const Doubles apart = row[j] - own[v];
      sums[v] += apart * apart;
    }
  }
  memcpy(found, sums, sizeof sums);
}

/* All bits set in the lanes of a mask. */
TARGET static void spread_mask(unsigned mask, Wholes *lanes) {
  for (size_t l = 0; l < BLOCK; l++) {
    lanes[l / LANES][l % LANES] = -(int64_t)(mask >> l & 1);
  }
}

/* Lanes outside the masks keep their bits, the sign of a zero too. */
TARGET static void flush_block(Map *map, size_t block) {
  const size_t count = map->waiting[block];
  const Update *updates = map->pending + block * PENDING;
  double *codes = map->codes + block * map->variables * BLOCK;
  Wholes masks[PENDING][VECTORS];
  for (size_t i = 0; i < count; i++) {
    spread_mask(updates[i].mask, masks[i]);
  }
  for (size_t j = 0; count > 0 && j < map->variables; j++) {
    Doubles *stored = (Doubles *)(codes + j * BLOCK), code[VECTORS];
    memcpy(code, stored, sizeof code);
    for (size_t i = 0; i < count; i++) {
      const double value = updates[i].row[j], alpha = updates[i].alpha;
      for (size_t v = 0; v < VECTORS; v++) {
        const Doubles moved = code[v] + alpha * (value - code[v]);
        code[v] = (Doubles)((masks[i][v] & (Wholes)moved) | (~masks[i][v] & (Wholes)code[v]));
      }
    }
    memcpy(stored, code, sizeof code);
  }
  map->waiting[block] = 0;
}

/* The scores are updated at once, in float; `errors` bounds their error (see som-map.c). */
TARGET static void move_scores(Map *map, size_t block, const float *row, float alpha,
                               unsigned mask) {
  Singles step[FLOATS];
  for (size_t l = 0; l < BLOCK; l++) {
    ((float *)step)[l] = (mask >> l & 1) != 0 ? alpha : 0.0F;
  }
  float *scores = map->scores + block * map->axes * BLOCK;
  for (size_t k = 0; k < map->axes; k++) {
    Singles *own = (Singles *)(scores + k * BLOCK);
    for (size_t v = 0; v < FLOATS; v++) {
      own[v] += step[v] * (row[k] - own[v]);
    }
  }
  float *errors = map->errors + block * BLOCK, worst = 0;
  const float added = UNIT * (1.2F + 9.0F * alpha);
  for (size_t l = 0; l < BLOCK; l++) {
    errors[l] = (mask >> l & 1) != 0 ? (1.0F - alpha) * errors[l] + added : errors[l];
    worst = errors[l] > worst ? errors[l] : worst;
  }
  map->worst[block] = worst;
}

TARGET static void project_row(const Map *map, const double *row, double *sums) {
  for (size_t first = 0; first < map->axes; first += BLOCK) {
    Doubles sum[VECTORS];
    memset(sum, 0, sizeof sum);
    for (size_t j = 0; j < map->variables; j++) {
      const Doubles *axis = (const Doubles *)(map->axis + j * map->axes + first);
      for (size_t v = 0; v < VECTORS; v++) {
        sum[v] += row[j] * axis[v];
      }
    }
    memcpy(sums + first, sum, sizeof sum);
  }
}

/* Each variable's sum goes through the rows in order, which determines its bits. */
TARGET static void add_rows(double *sum, const double *const *rows, size_t count,
                            size_t variables) {
  enum { TOGETHER = 8, STEP = TOGETHER * LANES };
  size_t j = 0;
  for (; j + STEP <= variables; j += STEP) {
    Doubles sums[TOGETHER];
    memcpy(sums, sum + j, sizeof sums);
    for (size_t i = 0; i < count; i++) {
      const Doubles *row = (const Doubles *)(rows[i] + j);
      for (size_t v = 0; v < TOGETHER; v++) {
        sums[v] += row[v];
      }
    }
    memcpy(sum + j, sums, sizeof sums);
  }
  for (; j + LANES <= variables; j += LANES) {
    Doubles one = *(const Doubles *)(sum + j);
    for (size_t i = 0; i < count; i++) {
      one += *(const Doubles *)(rows[i] + j);
    }
    *(Doubles *)(sum + j) = one;
  }
  for (; j < variables; j++) {
    for (size_t i = 0; i < count; i++) {
      sum[j] += rows[i][j];
    }
  }
}

const Lanes SELF = {next_block, exact_distances, flush_block, move_scores, project_row, add_rows};
