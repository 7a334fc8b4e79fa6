#ifndef LAYOUT_C_EXTENSION_H
#define LAYOUT_C_EXTENSION_H

#include <sqlite3.h>

/// A copy of a text that SQLite frees, for messages.
char *_Nullable layout_extension_message(const char *_Nonnull text);

#endif
