#include "LayoutCFaults.h"

// In C23 it is no extension any more.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char text[] = {
#embed "oracle/imports.py"
};

const char *const layout_import_oracle = text;
const size_t layout_import_oracle_size = sizeof text;
