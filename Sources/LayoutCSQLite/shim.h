// SQLite's own header is this module's only export; parts that Swift cannot import from it (variadic functions,
// function-pointer macros) are wrapped in LayoutCSQLiteShim.
#include <sqlite3.h>
