#include <libpq-fe.h>

// Swift does not see macros that are characters.
enum { PG_RESULT_SQLSTATE = PG_DIAG_SQLSTATE };
