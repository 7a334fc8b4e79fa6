#include "LayoutCMigrations.h"

// The SQL is compiled in by the compiler itself, with C23's #embed, because Xcode's build system does not implement
// SwiftPM's resources in code. To both build systems an embedded file is a dependency like a header: after a change of
// one, this is compiled again.
//
// The list is embedded beside the texts, so that a file's name stands in one place.

static const char texts[] = {
#include "migration_files.h"
};

static const char list[] = {
#embed "migration_files.h"
};

const LayoutEmbeddedText layout_migration_texts = {texts, sizeof texts};
const LayoutEmbeddedText layout_migration_list = {list, sizeof list};
