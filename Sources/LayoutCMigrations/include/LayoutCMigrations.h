#ifndef LAYOUT_C_MIGRATIONS_H
#define LAYOUT_C_MIGRATIONS_H

#include <stddef.h>

/// Bytes that are part of the program.
typedef struct LayoutEmbeddedText {
    const char *_Nonnull bytes;
    size_t count;
} LayoutEmbeddedText;

/// The files of `Migrations/`, in the order of `migration_files.h`, a NUL after each; and `migration_files.h` itself: a
/// line for each file, with its path in quotes.
extern const LayoutEmbeddedText layout_migration_texts;
extern const LayoutEmbeddedText layout_migration_list;

#endif
