#ifndef LAYOUT_ROUTINES_H
#define LAYOUT_ROUTINES_H

#include <sqlite3ext.h>

/// The functions of the SQLite library that has loaded the extension.
extern const sqlite3_api_routines *layout_routines __attribute__((visibility("hidden")));

#endif
