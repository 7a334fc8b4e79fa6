#include "LayoutCPage.h"

// As the SQL of LayoutCMigrations: a text changes with its file, and the list is embedded beside the texts.
//
// A later script may use what an earlier one declares while it is loaded. A page that is one file has all of them in
// the order of the list; the server sends each by itself. scripts/check-page compares the list with the folder.

static const char page_texts[] = {
#include "page_files.h"
};

static const char page_list[] = {
#embed "page_files.h"
};

// The script of bash runs in version 3.2, which macOS has, as well. The one of zsh is a function that works for a file
// in `$fpath` and when sourced.

static const char help_texts[] = {
#include "help_files.h"
};

static const char help_list[] = {
#embed "help_files.h"
};

const LayoutEmbeddedText layout_page_texts = {page_texts, sizeof page_texts};
const LayoutEmbeddedText layout_page_list = {page_list, sizeof page_list};
const LayoutEmbeddedText layout_help_texts = {help_texts, sizeof help_texts};
const LayoutEmbeddedText layout_help_list = {help_list, sizeof help_list};
