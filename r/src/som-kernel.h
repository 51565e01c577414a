/* Online self-organising map with the bits of kohonen: the shared parts of the three vector widths.
 *
 * Units are in blocks of 16, one unit per lane, so each lane adds up its own distance in the order
 * of the variables: the width of a vector changes no bit. A block is skipped if a bound in float
 * shows that none of its units can matter; an update of codes waits in the list of its block until
 * the block is used. */
#ifndef PYBENCH_SOM_KERNEL_H
#define PYBENCH_SOM_KERNEL_H
#include <stddef.h>
#include <stdint.h>

enum { BLOCK = 16, PENDING = 96, AXES_STEP = 16 };

/* An update that is not applied yet: code += alpha * (row - code) in the lanes of `mask`. */
typedef struct {
  const double *row;
  double alpha;
  unsigned mask;
} Update;

typedef struct {
  size_t variables, units, blocks, axes;
  double *codes;       /* blocks x variables x BLOCK */
  float *scores;       /* blocks x axes x BLOCK, codes on the axes, in units of `scale` */
  float *errors;       /* blocks x BLOCK, bounds of the error of `scores` */
  float *worst;        /* blocks, the largest of these */
  Update *pending;     /* blocks x PENDING */
  size_t *waiting;     /* blocks */
  const double *axis;  /* variables x axes */
  double scale, sigma; /* a bound of the norm of rows and codes; one of the norm of `axis` */
} Map;

/* The functions that are compiled once for each width. */
typedef struct {
  /* The first block from `block` on that may hold a unit within `reach` of `row_scores`. */
  size_t (*next)(const Map *map, size_t block, const float *row_scores, float reach);
  void (*distances)(const Map *map, size_t block, const double *row, double *found);
  void (*flush)(Map *map, size_t block);
  void (*move_scores)(Map *map, size_t block, const float *row_scores, float alpha, unsigned mask);
  void (*project)(const Map *map, const double *row, double *sums);
  /* Adds rows, in their order, to a sum. */
  void (*add)(double *sum, const double *const *rows, size_t count, size_t variables);
} Lanes;

extern const Lanes som_lanes_2;
#if defined(__x86_64__) && defined(__GNUC__)
#define SOM_WIDE 1
extern const Lanes som_lanes_4, som_lanes_8;
#endif

#endif
