/* The parts of the GNU Scientific Library that GSLNumerics uses.
 *
 * GSL keeps its algorithms in global variables (`gsl_root_fsolver_brent`). Swift 6 takes every
 * imported C global for shared mutable state and refuses it, so the ones in use are handed out by functions.
 */
#ifndef ATT_LAB_CGSL_SHIM_H
#define ATT_LAB_CGSL_SHIM_H

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_statistics_double.h>
#include <gsl/gsl_vector.h>
#include <gsl/gsl_version.h>

static inline const gsl_root_fsolver_type *cgsl_brent(void) {
  return gsl_root_fsolver_brent;
}

static inline const gsl_integration_fixed_type *cgsl_jacobi(void) {
  return gsl_integration_fixed_jacobi;
}

static inline const char *cgsl_version(void) {
  return gsl_version;
}

#endif
