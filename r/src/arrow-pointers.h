/* External pointers that own Arrow structures.
 *
 * They follow nanoarrow's conventions, so that its users and pybench can exchange them: class
 * "nanoarrow_schema", "nanoarrow_array" or "nanoarrow_array_stream"; the address is the structure;
 * an array's tag is the pointer of its schema; a finalizer releases and frees the structure.
 *
 * An owner exists before what it owns: it is made empty, with a structure of zeros (released), and
 * filled afterwards. Code that takes the content moves it out and leaves the structure released. */
#ifndef PYBENCH_ARROW_POINTERS_H
#define PYBENCH_ARROW_POINTERS_H
#include <Rinternals.h>
#include <stdbool.h>

#include "arrow-abi.h"

SEXP arrow_new_stream(void);
SEXP arrow_new_array(void);
SEXP arrow_new_schema(void);

/* An external pointer of that class to `size` bytes of zeros; `class_name` may be NULL. */
SEXP arrow_new_owner(const char *class_name, size_t size, R_CFinalizer_t finalizer);

bool arrow_is_stream(SEXP pointer);
bool arrow_is_array(SEXP pointer);
bool arrow_is_schema(SEXP pointer);

#endif
