/* Self-organising map with the bits of kohonen: the shared parts of the three vector widths.
 *
 * The scores of 16 units, a block, are compared with those of a row at once, one unit per lane; an
 * update of codes waits in the list of its block until a code of the block is used. Whatever the
 * width of a vector, each code goes through the same operations in the same order. */
#ifndef PYBENCH_SOM_KERNEL_H
#define PYBENCH_SOM_KERNEL_H
#include <stddef.h>
#include <stdint.h>

enum { BLOCK = 16, PENDING = 96, AXES_STEP = 16, SCORES = AXES_STEP * BLOCK, ROWS = 4 };

/* The bounds of errors hold only up to this error. */
#define MOST_ERROR 0.01F

/* An update that is not applied yet: code += alpha * (row - code) for the units of `mask`. */
typedef struct {
  const double *row;
  double alpha;
  unsigned mask;
} Update;

typedef struct {
  size_t variables, units, blocks, axes;
  double *codes;       /* units x variables */
  float *scores;       /* axes / AXES_STEP x blocks x SCORES: codes on the axes, over `scale` */
  float *errors;       /* blocks x BLOCK, bounds of the error of `scores` */
  float *worst;        /* blocks, the largest of these */
  Update *pending;     /* blocks x PENDING */
  size_t *waiting;     /* blocks */
  const double *axis;  /* variables x axes */
  const int *order;    /* or NULL: instead of `axis`, the variable of each axis, from 1 */
  double scale;        /* a bound of the norm of rows and codes */
  double sigma, least; /* of vectors on `axis`: the norm is at most sigma, at least `least` times */
} Map;

/* The functions that are compiled once for each width. */
typedef struct {
  /* The first block from `block` on that may hold a unit within `reach` of `row_scores`; `apart`:
   * the squared distances of the scores of its units, 0 if their error is too large. */
  size_t (*next)(const Map *map, size_t block, const float *row_scores, float reach, float *apart);
  void (*flush)(Map *map, size_t block);
  void (*move_scores)(Map *map, size_t block, const float *row_scores, float alpha, unsigned mask);
  /* ROWS rows on the axes: `sums`, ROWS x axes. */
  void (*project)(const Map *map, const double *const *rows, double *sums);
  /* Adds rows, in their order, to a sum. */
  void (*add)(double *sum, const double *const *rows, size_t count, size_t variables);
} Lanes;

extern const Lanes som_lanes_2;
#if defined(__x86_64__) && defined(__GNUC__)
#define SOM_WIDE 1
extern const Lanes som_lanes_4, som_lanes_8;
#endif

#endif
