#include "LayoutCFaults.h"

static const char text[] = {
#embed "oracle/imports.py"
};

const char *const layout_import_oracle = text;
const size_t layout_import_oracle_size = sizeof text;
