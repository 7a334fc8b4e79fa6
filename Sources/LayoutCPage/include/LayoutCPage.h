#ifndef LAYOUT_C_PAGE_H
#define LAYOUT_C_PAGE_H

#include <stddef.h>

/// Bytes that are part of the program.
typedef struct LayoutPageText {
    const char *_Nonnull bytes;
    size_t count;
} LayoutPageText;

/// `Page/page.html`, with the places that the program fills in.
extern const LayoutPageText layout_page_html;
/// `Page/page.css`.
extern const LayoutPageText layout_page_style;
/// The scripts of `Page/`, one after another.
extern const LayoutPageText layout_page_script;

#endif
