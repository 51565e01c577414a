/* Fills foreign structures from a node; any thread. */
#ifndef PYBENCH_ARROW_EXPORT_H
#define PYBENCH_ARROW_EXPORT_H
#include <stdbool.h>

#include "arrow-abi.h"
#include "arrow-keeper.h"
#include "arrow-node.h"

/* Both return false when memory runs out, and then leave `out` released. */
bool arrow_export_schema(const Node *node, struct ArrowSchema *out);
bool arrow_export_array(const Node *node, Keeper *keeper, struct ArrowArray *out);

#endif
