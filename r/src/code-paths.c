/* Shortest paths between the codes of a map along neighbouring units (Dijkstra's algorithm). */
#include <R.h>
#include <R_ext/Utils.h>
#include <Rinternals.h>
#include <math.h>

#include "entries.h"

typedef struct {
  double way;
  int unit;
} Reached;

/* Nearest first; units reached by a shorter path since then stay in it and are skipped. */
typedef struct {
  Reached *items;
  int count;
} Heap;

static void push(Heap *heap, Reached item) {
  int at = heap->count++;
  while (at > 0 && heap->items[(at - 1) / 2].way > item.way) {
    heap->items[at] = heap->items[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  heap->items[at] = item;
}

static Reached pop(Heap *heap) {
  const Reached top = heap->items[0], last = heap->items[--heap->count];
  int at = 0;
  for (int child = 1; child < heap->count; child = 2 * at + 1) {
    child += child + 1 < heap->count && heap->items[child + 1].way < heap->items[child].way;
    if (last.way <= heap->items[child].way) {
      break;
    }
    heap->items[at] = heap->items[child];
    at = child;
  }
  heap->items[at] = last;
  return top;
}

/* Paths from one unit to all units up to the farthest one requested; `first`, `to` and `length`
 * list the neighbours of each unit one after the other. */
static void spread(int from, int wanted, const char *asked, const int *first, const int *to,
                   const double *length, double *way, char *done, int units, Heap *heap) {
  for (int u = 0; u < units; u++) {
    way[u] = INFINITY;
    done[u] = 0;
  }
  way[from] = 0;
  heap->count = 0;
  push(heap, (Reached){0, from});
  while (heap->count > 0 && wanted > 0) {
    const int unit = pop(heap).unit;
    if (done[unit]) {
      continue;
    }
    done[unit] = 1;
    wanted -= asked[unit];
    for (int e = first[unit]; e < first[unit + 1]; e++) {
      const double longer = way[unit] + length[e];
      if (longer < way[to[e]]) {
        way[to[e]] = longer;
        push(heap, (Reached){longer, to[e]});
      }
    }
  }
}

/* Lengths of the paths of pairs, Inf if there is none. `from` and `to`: units of each edge, from
 * 0, sorted by `from`; `length` of each; `start` and `end` of each pair, from 0, sorted by `start`;
 * `units`: the number of units. */
SEXP pb_code_paths(SEXP from, SEXP to, SEXP length, SEXP start, SEXP end, SEXP units) {
  const int n = Rf_asInteger(units), edges = Rf_length(from);
  const R_xlen_t pairs = Rf_xlength(start);
  int *first = (int *)R_alloc((size_t)n + 1, sizeof(int));
  for (int u = 0, e = 0; u <= n; u++) {
    while (e < edges && INTEGER(from)[e] < u) {
      e++;
    }
    first[u] = e;
  }
  double *way = (double *)R_alloc((size_t)n, sizeof(double));
  char *done = R_alloc((size_t)n, 1), *asked = R_alloc((size_t)n, 1);
  Heap heap = {(Reached *)R_alloc((size_t)edges + 1, sizeof(Reached)), 0};
  SEXP found = PROTECT(Rf_allocVector(REALSXP, pairs));
  for (R_xlen_t i = 0, next; i < pairs; i = next) {
    R_CheckUserInterrupt();
    int wanted = 0;
    for (int u = 0; u < n; u++) {
      asked[u] = 0;
    }
    for (next = i; next < pairs && INTEGER(start)[next] == INTEGER(start)[i]; next++) {
      wanted += !asked[INTEGER(end)[next]];
      asked[INTEGER(end)[next]] = 1;
    }
    spread(INTEGER(start)[i], wanted, asked, first, INTEGER(to), REAL(length), way, done, n, &heap);
    for (R_xlen_t p = i; p < next; p++) {
      REAL(found)[p] = way[INTEGER(end)[p]];
    }
  }
  UNPROTECT(1);
  return found;
}
