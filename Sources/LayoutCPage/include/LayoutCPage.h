#ifndef LAYOUT_C_PAGE_H
#define LAYOUT_C_PAGE_H

#include "LayoutCMigrations.h"

/// The files of `Page/`: the page, its style, and the scripts in the order in which they can be loaded.
extern const LayoutEmbeddedText layout_page_texts;
extern const LayoutEmbeddedText layout_page_list;

/// The files of `Help/`.
extern const LayoutEmbeddedText layout_help_texts;
extern const LayoutEmbeddedText layout_help_list;

#endif
