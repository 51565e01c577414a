/* Fault injection: every allocation of the bridge passes a numbered site, and the n-th can be made
 * to fail, so that a test can go through all places where memory can run out. */
#ifndef PYBENCH_ARROW_FAULTS_H
#define PYBENCH_ARROW_FAULTS_H
#include <stdbool.h>
#include <stddef.h>

/* Passes a site; true if this is the one to fail. */
bool arrow_site_fails(void);

/* Passes a site of R's allocator: raises an R error, as R does when memory runs out. */
void arrow_r_site(void);

/* An allocation by R, which jumps out when it fails. */
#define R_SITE(allocation) (arrow_r_site(), (allocation))

/* calloc() that passes a site; NULL when it fails. */
void *arrow_calloc(size_t count, size_t size);

#endif
