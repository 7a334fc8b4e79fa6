// SQLite's own header is all that this module exports; what Swift cannot import
// from it (variadic functions, function-pointer macros) is wrapped in LayoutCSQLiteShim.
#include <sqlite3.h>
