#ifndef LAYOUT_C_PAGE_H
#define LAYOUT_C_PAGE_H

#include <stddef.h>

/// A file of `Page/` that is part of the program.
typedef struct LayoutPageFile {
    /// Its path in that folder.
    const char *_Nonnull name;
    /// Its text, which holds no null character.
    const char *_Nonnull text;
} LayoutPageFile;

extern const size_t layout_page_file_count;

/// A file by its place from 0 to `layout_page_file_count` - 1: the page, its style, and the scripts in the order in
/// which they can be loaded.
const LayoutPageFile *_Nonnull layout_page_file(size_t index);

#endif
