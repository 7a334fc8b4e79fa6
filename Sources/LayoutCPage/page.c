#include "LayoutCPage.h"

// As the SQL of LayoutCMigrations: compiled in by the compiler itself, and compiled again where a file changed.

static const char html[] = {
#embed "../../Page/page.html"
};

static const char style[] = {
#embed "../../Page/page.css"
};

// One module, so that its names are its own. A later script uses what an earlier one declares; scripts/check-page reads
// this order. The scripts of Page/Parts need no document and are tested separately.
static const char script[] = {
#embed "../../Page/Parts/numbers.js" suffix(, )
#embed "../../Page/Parts/elements.js" suffix(, )
#embed "../../Page/Parts/view.js" suffix(, )
#embed "../../Page/Parts/grid.js" suffix(, )
#embed "../../Page/Parts/motion.js" suffix(, )
#embed "../../Page/Parts/sticky.js" suffix(, )
#embed "../../Page/Parts/fold.js" suffix(, )
#embed "../../Page/Parts/places.js" suffix(, )
#embed "../../Page/Parts/hits.js" suffix(, )
#embed "../../Page/Parts/texts.js" suffix(, )
#embed "../../Page/Parts/colours.js" suffix(, )
#embed "../../Page/Parts/values.js" suffix(, )
#embed "../../Page/Parts/pictures.js" suffix(, )
#embed "../../Page/Parts/ladder.js" suffix(, )
#embed "../../Page/Parts/address.js" suffix(, )
#embed "../../Page/Parts/anchors.js" suffix(, )
#embed "../../Page/state.js" suffix(, )
#embed "../../Page/theme.js" suffix(, )
#embed "../../Page/source.js" suffix(, )
#embed "../../Page/tiles.js" suffix(, )
#embed "../../Page/folding.js" suffix(, )
#embed "../../Page/drawing.js" suffix(, )
#embed "../../Page/wrapped.js" suffix(, )
#embed "../../Page/images.js" suffix(, )
#embed "../../Page/sheet.js" suffix(, )
#embed "../../Page/overlay.js" suffix(, )
#embed "../../Page/moving.js" suffix(, )
#embed "../../Page/ladder.js" suffix(, )
#embed "../../Page/list.js" suffix(, )
#embed "../../Page/viewer.js" suffix(, )
#embed "../../Page/panel.js" suffix(, )
#embed "../../Page/rail.js" suffix(, )
#embed "../../Page/search.js" suffix(, )
#embed "../../Page/input.js" suffix(, )
#embed "../../Page/keys.js" suffix(, )
#embed "../../Page/address.js" suffix(, )
#embed "../../Page/main.js"
};

const LayoutPageText layout_page_html = {html, sizeof html};
const LayoutPageText layout_page_style = {style, sizeof style};
const LayoutPageText layout_page_script = {script, sizeof script};
