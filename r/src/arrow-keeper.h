/* Keepers: how foreign code keeps R objects alive, from any thread.
 *
 * An exported table is one R object, preserved once by one keeper, which every exported structure
 * shares. The last structure to be released frees the keeper: at once on R's thread, else through
 * a queue that is emptied at the next call on R's thread. */
#ifndef PYBENCH_ARROW_KEEPER_H
#define PYBENCH_ARROW_KEEPER_H
#include <Rinternals.h>
#include <stdbool.h>

typedef struct Keeper Keeper;

/* Kinds of live objects; all counts are zero once everything has been released. */
typedef enum {
  LIVE_STREAMS,   /* exported and not released */
  LIVE_ARRAYS,    /* exported and not released, columns and dictionaries too */
  LIVE_SCHEMAS,   /* likewise */
  LIVE_PRESERVED, /* keepers, those in the queue too */
  LIVE_IMPORTS,   /* tables being imported */
  LIVE_POINTERS,  /* structures owned by an external pointer */
  LIVE_KINDS
} LiveKind;

void arrow_count(LiveKind kind, int change);

/* Remembers the calling thread as R's. */
void arrow_adopt_thread(void);

/* A keeper with one user that keeps nothing yet; NULL when memory runs out. */
Keeper *arrow_keeper_new(void);

/* Lets the keeper preserve the object. R may jump out of this: the keeper needs an owner. */
void arrow_keeper_hold(Keeper *keeper, SEXP object);

/* Any thread: one more user; one user less. */
Keeper *arrow_keeper_share(Keeper *keeper);
void arrow_keeper_drop(Keeper *keeper);

/* R's thread: frees what other threads have released. */
void arrow_empty_queue(void);

#endif
