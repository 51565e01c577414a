/* The inner loops of the map for one width; LANES doubles per vector, TARGET the instructions.
 *
 * No multiplication may be fused with an addition: the bits would differ from kohonen's. */
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif
#include <string.h>

#include "som-map.h"
#if defined(SOM_WIDE) && LANES == 8
#include <immintrin.h>
#endif

enum { VECTORS = BLOCK / LANES, FLOATS = VECTORS / 2 };

typedef double Doubles __attribute__((vector_size(8 * LANES), aligned(8), may_alias));
typedef int64_t Wholes __attribute__((vector_size(8 * LANES), aligned(8), may_alias));
typedef float Singles __attribute__((vector_size(8 * LANES), aligned(4), may_alias));
typedef int32_t Halves __attribute__((vector_size(8 * LANES), aligned(4), may_alias));

TARGET static int any_within(const Singles *sums, float limit) {
#if defined(SOM_WIDE) && LANES == 8
  return _mm512_cmp_ps_mask((__m512)sums[0], _mm512_set1_ps(limit), _CMP_LE_OQ) != 0;
#else
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
#endif
}

/* Adds the squares of one step of axes: in four sums a lane, so that no addition waits. */
TARGET static void add_squares(const Singles *own, const float *row, Singles *sums) {
  for (size_t v = 0; v < FLOATS; v++) {
    Singles first = {0}, second = {0}, third = {0}, fourth = {0};
    for (size_t k = 0; k < AXES_STEP; k += 4) {
      const Singles *next = own + k * FLOATS + v;
      const Singles a = row[k] - next[0], b = row[k + 1] - next[FLOATS];
      const Singles c = row[k + 2] - next[2 * FLOATS], d = row[k + 3] - next[3 * FLOATS];
      first += a * a;
      second += b * b;
      third += c * c;
      fourth += d * d;
    }
    sums[v] += (first + second) + (third + fourth);
  }
}

/* Whether a unit of the block can be within the limit, a squared distance of scores. */
TARGET static int may_be_within(const Map *map, size_t block, const float *row, float limit,
                                float *apart) {
  const float *scores = map->scores + block * SCORES;
  Singles sums[FLOATS];
  memset(sums, 0, sizeof sums);
  for (size_t first = 0; first < map->axes; first += AXES_STEP) {
    add_squares((const Singles *)scores, row + first, sums);
    if (!any_within(sums, limit)) {
      return 0;
    }
    scores += map->blocks * SCORES;
  }
  memcpy(apart, sums, sizeof sums);
  return 1;
}

TARGET static size_t next_block(const Map *map, size_t block, const float *row, float reach,
                                float *apart) {
  for (; block < map->blocks; block++) {
    if (map->worst[block] > MOST_ERROR) {
      memset(apart, 0, BLOCK * sizeof *apart);
      return block;
    }
    if (may_be_within(map, block, row, som_limit(map, block, reach), apart)) {
      return block;
    }
  }
  return block;
}

/* The updates of a block that move one of its units. */
typedef struct {
  size_t count;
  const double *rows[PENDING];
  double alphas[PENDING];
} Moves;

/* A code goes through its updates in order, four vectors of it at a time. */
TARGET static void move_code(double *code, const Moves *moves, size_t variables) {
  size_t j = 0;
  for (; j + 4 * LANES <= variables; j += 4 * LANES) {
    Doubles *held = (Doubles *)(code + j);
    Doubles a = held[0], b = held[1], c = held[2], d = held[3];
    for (size_t i = 0; i < moves->count; i++) {
      const Doubles *row = (const Doubles *)(moves->rows[i] + j);
      const double alpha = moves->alphas[i];
      a += alpha * (row[0] - a);
      b += alpha * (row[1] - b);
      c += alpha * (row[2] - c);
      d += alpha * (row[3] - d);
    }
    held[0] = a;
    held[1] = b;
    held[2] = c;
    held[3] = d;
  }
  for (; j < variables; j++) {
    for (size_t i = 0; i < moves->count; i++) {
      code[j] += moves->alphas[i] * (moves->rows[i][j] - code[j]);
    }
  }
}

TARGET static void flush_block(Map *map, size_t block) {
  const Update *updates = map->pending + block * PENDING;
  const size_t count = map->waiting[block];
  unsigned moved = 0;
  for (size_t i = 0; i < count; i++) {
    moved |= updates[i].mask;
  }
  for (size_t l = 0; l < BLOCK; l++) {
    if ((moved >> l & 1) == 0) {
      continue;
    }
    Moves moves = {.count = 0};
    for (size_t i = 0; i < count; i++) {
      moves.rows[moves.count] = updates[i].row;
      moves.alphas[moves.count] = updates[i].alpha;
      moves.count += updates[i].mask >> l & 1;
    }
    move_code(map->codes + (block * BLOCK + l) * map->variables, &moves, map->variables);
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
  for (size_t first = 0; first < map->axes; first += AXES_STEP) {
    Singles *own = (Singles *)(map->scores + (first / AXES_STEP * map->blocks + block) * SCORES);
    for (size_t k = 0; k < AXES_STEP; k++) {
      for (size_t v = 0; v < FLOATS; v++) {
        own[k * FLOATS + v] += step[v] * (row[first + k] - own[k * FLOATS + v]);
      }
    }
  }
  float *errors = map->errors + block * BLOCK, worst = 0;
  const float added = FLOAT_UNIT * (1.2F + 9.0F * alpha);
  for (size_t l = 0; l < BLOCK; l++) {
    errors[l] = (mask >> l & 1) != 0 ? (1.0F - alpha) * errors[l] + added : errors[l];
    worst = errors[l] > worst ? errors[l] : worst;
  }
  map->worst[block] = worst;
}

TARGET static void project_rows(const Map *map, const double *const *rows, double *sums) {
  const size_t axes = map->axes;
  for (size_t first = 0; first < axes; first += LANES) {
    Doubles a = {0}, b = {0}, c = {0}, d = {0};
    for (size_t j = 0; j < map->variables; j++) {
      const Doubles axis = *(const Doubles *)(map->axis + j * axes + first);
      a += rows[0][j] * axis;
      b += rows[1][j] * axis;
      c += rows[2][j] * axis;
      d += rows[3][j] * axis;
    }
    *(Doubles *)(sums + first) = a;
    *(Doubles *)(sums + axes + first) = b;
    *(Doubles *)(sums + 2 * axes + first) = c;
    *(Doubles *)(sums + 3 * axes + first) = d;
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

const Lanes SELF = {next_block, flush_block, move_scores, project_rows, add_rows};
