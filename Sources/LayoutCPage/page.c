#include "LayoutCPage.h"

// As the SQL of LayoutCMigrations: compiled in by the compiler itself, and compiled again where a file changed.

static const char html[] = {
#embed "../../Page/page.html"
};

static const char style[] = {
#embed "../../Page/page.css"
};

// What a later script uses, an earlier one has declared.
static const char script[] = {
#embed "../../Page/numbers.js" suffix(, )
#embed "../../Page/palette.js" suffix(, )
#embed "../../Page/source.js" suffix(, )
#embed "../../Page/view.js" suffix(, )
#embed "../../Page/tiles.js" suffix(, )
#embed "../../Page/texts.js" suffix(, )
#embed "../../Page/drawing.js" suffix(, )
#embed "../../Page/overlay.js" suffix(, )
#embed "../../Page/rail.js" suffix(, )
#embed "../../Page/panel.js" suffix(, )
#embed "../../Page/search.js" suffix(, )
#embed "../../Page/input.js" suffix(, )
#embed "../../Page/main.js"
};

const LayoutPageText layout_page_html = {html, sizeof html};
const LayoutPageText layout_page_style = {style, sizeof style};
const LayoutPageText layout_page_script = {script, sizeof script};
