/* File locks, which are released when the process that holds them ends, for whatever reason.

   They use flock() of the system, as Python's fcntl.flock() does. Windows does not have it; there
   R locks nothing (Python does, with a lock of Windows: base/system.py). */
#define _POSIX_C_SOURCE 200809L /* O_CLOEXEC */
#define _DEFAULT_SOURCE         /* flock() beside it */

#include <R.h>
#include <R_ext/Utils.h>
#include <Rinternals.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifndef _WIN32
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#endif

#include "entries.h"

/* No explicit unlocking anywhere: a forked child of R shares the lock, and would release it for
   its parent. */
static void shut(SEXP handle) {
  int *descriptor = R_ExternalPtrAddr(handle);
  if (descriptor != NULL) {
#ifndef _WIN32
    close(*descriptor);
#endif
    free(descriptor);
    R_ClearExternalPtr(handle);
  }
}

#ifndef _WIN32
/* A descriptor of a file, which is created if needed, or of a folder. */
static int opened(const char *path) {
  int found = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  return found < 0 && errno == EISDIR ? open(path, O_RDONLY | O_CLOEXEC) : found;
}
#endif

/* A handle of a file, which is created if needed, or of a folder; the reason as text if that
   fails. */
SEXP pb_lock_open(SEXP path) {
  SEXP handle = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue));
  R_RegisterCFinalizerEx(handle, shut, TRUE);
  int *descriptor = malloc(sizeof *descriptor);
  if (descriptor == NULL) {
    UNPROTECT(1);
    return Rf_mkString(strerror(ENOMEM));
  }
#ifndef _WIN32
  *descriptor = opened(CHAR(STRING_ELT(path, 0)));
  if (*descriptor < 0) {
    int reason = errno;
    free(descriptor);
    UNPROTECT(1);
    return Rf_mkString(strerror(reason));
  }
#else
  (void)path;
#endif
  R_SetExternalPtrAddr(handle, descriptor);
  UNPROTECT(1);
  return handle;
}

/* Whether this process now holds the lock, alone or shared; the reason as text if unknown. */
SEXP pb_lock_take(SEXP handle, SEXP alone) {
#ifndef _WIN32
  const int *descriptor = R_ExternalPtrAddr(handle);
  int how = Rf_asLogical(alone) ? LOCK_EX : LOCK_SH;
  while (flock(*descriptor, how | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) {
      return Rf_ScalarLogical(FALSE);
    }
    if (errno != EINTR) {
      return Rf_mkString(strerror(errno));
    }
  }
#endif
  return Rf_ScalarLogical(TRUE);
}

SEXP pb_lock_close(SEXP handle) {
  shut(handle);
  return R_NilValue;
}
