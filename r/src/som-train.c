/* Training of a self-organising map online, one layer, sum of squares, bubble: kohonen's bits. */
#include <R.h>
#include <R_ext/Random.h>
#include <math.h>
#include <string.h>

#include "entries.h"
#include "som-map.h"

static void update_block(Map *map, const Lanes *lanes, size_t block, Update update,
                         const float *scores) {
  if (map->waiting[block] == PENDING) {
    lanes->flush(map, block);
  }
  map->pending[block * PENDING + map->waiting[block]++] = update;
  lanes->move_scores(map, block, scores, (float)update.alpha, update.mask);
}

/* Moves the units within the radius of the winner; `apart` is its column of unit distances. */
static void update_map(Map *map, const Lanes *lanes, const double *apart, double radius,
                       Update update, const float *scores) {
  for (size_t block = 0; block < map->blocks; block++) {
    const size_t first = block * BLOCK;
    const size_t count = map->units - first < BLOCK ? map->units - first : BLOCK;
    update.mask = 0;
    for (size_t l = 0; l < count; l++) {
      update.mask |= (unsigned)(apart[first + l] <= radius) << l;
    }
    if (update.mask != 0) {
      update_block(map, lanes, block, update, scores);
    }
  }
}

static SEXP codes_of(Map *map, const Lanes *lanes) {
  SEXP codes = PROTECT(Rf_allocMatrix(REALSXP, (int)map->units, (int)map->variables));
  for (size_t u = 0; u < map->units; u++) {
    const size_t block = u / BLOCK;
    lanes->flush(map, block);
    for (size_t j = 0; j < map->variables; j++) {
      const double *of_variable = map->codes + (block * map->variables + j) * BLOCK;
      REAL(codes)[u + j * map->units] = of_variable[u % BLOCK];
    }
  }
  UNPROTECT(1);
  return codes;
}

/* Codes (units x variables) and the change of each epoch. `data`: variables x rows; `codes`:
 * variables x units; `apart`: units x units; `schedule`: epochs, alpha from and to, radius from and
 * to; `axes`: axes x variables, a multiple of 16 of them; `width`: doubles per vector, 0 the
 * widest; `tell`: NULL, or a function of the number of finished epochs. Draws from R's
 * generator. */
SEXP pb_som_train(SEXP data, SEXP codes, SEXP apart, SEXP schedule, SEXP axes, SEXP width,
                  SEXP tell) {
  const double *plan = REAL(schedule);
  const size_t epochs = (size_t)plan[0], rows = (size_t)Rf_ncols(data);
  const Lanes *lanes = som_lanes(Rf_asInteger(width));
  Map map = som_new_map(lanes, data, codes, axes);
  const float *scores = som_score_rows(&map, lanes, data);
  SEXP changes = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)epochs));
  const double steps = (double)epochs * (double)rows;
  GetRNGstate();
  for (size_t epoch = 0, k = 0; epoch < epochs; epoch++) {
    double change = 0;
    for (size_t drawn = 0; drawn < rows; drawn++, k++) {
      som_check_interrupt(k);
      const double done = (double)k / steps;
      double radius = plan[3] - (plan[3] - plan[4]) * done;
      radius = radius < 1.0 ? 0.5 : radius;
      const size_t i = (size_t)((double)rows * unif_rand());
      const double *row = REAL(data) + i * map.variables;
      const Winner w = som_nearest(&map, lanes, row, scores + i * map.axes);
      change += w.distance;
      const Update update = {row, plan[1] - (plan[1] - plan[2]) * done, 0};
      update_map(&map, lanes, REAL(apart) + w.unit * map.units, radius, update,
                 scores + i * map.axes);
    }
    REAL(changes)[epoch] = sqrt(change / (double)map.variables) / (double)rows;
    som_tell(tell, epoch + 1);
  }
  PutRNGstate();
  SEXP trained = PROTECT(Rf_allocVector(VECSXP, 2));
  SET_VECTOR_ELT(trained, 0, codes_of(&map, lanes));
  SET_VECTOR_ELT(trained, 1, changes);
  UNPROTECT(2);
  return trained;
}
