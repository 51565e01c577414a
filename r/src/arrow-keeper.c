/* Keepers and the counts of live objects. Only the functions marked "any thread" in the header may
 * run outside R's thread; they use atomics and the C allocator, never R. */
#include "arrow-keeper.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "arrow-faults.h"
#include "entries.h"

struct Keeper {
  atomic_int users;
  SEXP object; /* NULL: nothing yet */
  struct Keeper *next;
};

static atomic_int live[LIVE_KINDS];
static _Atomic(Keeper *) queue;

/* Each thread has its own marker, so its address identifies the thread. */
static _Thread_local char marker;
static const char *r_thread;

void arrow_count(LiveKind kind, int change) { atomic_fetch_add(&live[kind], change); }

void arrow_adopt_thread(void) { r_thread = &marker; }

Keeper *arrow_keeper_new(void) {
  Keeper *keeper = arrow_calloc(1, sizeof *keeper);
  if (keeper != NULL) {
    atomic_init(&keeper->users, 1);
    arrow_count(LIVE_PRESERVED, 1);
  }
  return keeper;
}

void arrow_keeper_hold(Keeper *keeper, SEXP object) {
  arrow_r_site();
  R_PreserveObject(object);
  keeper->object = object;
}

Keeper *arrow_keeper_share(Keeper *keeper) {
  atomic_fetch_add(&keeper->users, 1);
  return keeper;
}

static void free_keeper(Keeper *keeper) {
  if (keeper->object != NULL) {
    R_ReleaseObject(keeper->object);
  }
  free(keeper);
  arrow_count(LIVE_PRESERVED, -1);
}

static void enqueue(Keeper *keeper) {
  keeper->next = atomic_load(&queue);
  while (!atomic_compare_exchange_weak(&queue, &keeper->next, keeper)) {
  }
}

void arrow_keeper_drop(Keeper *keeper) {
  if (atomic_fetch_sub(&keeper->users, 1) > 1) {
    return;
  }
  if (r_thread == &marker) {
    free_keeper(keeper);
  } else {
    enqueue(keeper);
  }
}

void arrow_empty_queue(void) {
  Keeper *keeper = atomic_exchange(&queue, NULL);
  while (keeper != NULL) {
    Keeper *next = keeper->next;
    free_keeper(keeper);
    keeper = next;
  }
}

/* The number of live objects of each kind, by name. */
SEXP pb_arrow_live(void) {
  arrow_empty_queue();
  const char *names[] = {"streams", "arrays", "schemas", "preserved", "imports", "pointers", ""};
  SEXP out = PROTECT(R_SITE(Rf_mkNamed(INTSXP, names)));
  for (int kind = 0; kind < LIVE_KINDS; kind++) {
    INTEGER(out)[kind] = atomic_load(&live[kind]);
  }
  UNPROTECT(1);
  return out;
}
