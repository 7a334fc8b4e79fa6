#include "LayoutCPage.h"

// As the SQL of LayoutCMigrations: compiled in by the compiler itself, and compiled again where a file changed.
//
// A later script may use what an earlier one declares while it is loaded. A page that is one file has all of them in
// this order; the server sends each by itself. scripts/check-page compares the list with the folder.

const LayoutPageFile layout_page_files[] = {
    {"page.html", (const char[]){
#embed "../../Page/page.html" suffix(, 0)
    }},
    {"page.css", (const char[]){
#embed "../../Page/page.css" suffix(, 0)
    }},
    {"Parts/numbers.js", (const char[]){
#embed "../../Page/Parts/numbers.js" suffix(, 0)
    }},
    {"Parts/elements.js", (const char[]){
#embed "../../Page/Parts/elements.js" suffix(, 0)
    }},
    {"Parts/view.js", (const char[]){
#embed "../../Page/Parts/view.js" suffix(, 0)
    }},
    {"Parts/grid.js", (const char[]){
#embed "../../Page/Parts/grid.js" suffix(, 0)
    }},
    {"Parts/motion.js", (const char[]){
#embed "../../Page/Parts/motion.js" suffix(, 0)
    }},
    {"Parts/fold.js", (const char[]){
#embed "../../Page/Parts/fold.js" suffix(, 0)
    }},
    {"Parts/places.js", (const char[]){
#embed "../../Page/Parts/places.js" suffix(, 0)
    }},
    {"Parts/texts.js", (const char[]){
#embed "../../Page/Parts/texts.js" suffix(, 0)
    }},
    {"Parts/colours.js", (const char[]){
#embed "../../Page/Parts/colours.js" suffix(, 0)
    }},
    {"Parts/loads.js", (const char[]){
#embed "../../Page/Parts/loads.js" suffix(, 0)
    }},
    {"Parts/pictures.js", (const char[]){
#embed "../../Page/Parts/pictures.js" suffix(, 0)
    }},
    {"Parts/rungs.js", (const char[]){
#embed "../../Page/Parts/rungs.js" suffix(, 0)
    }},
    {"Parts/anchors.js", (const char[]){
#embed "../../Page/Parts/anchors.js" suffix(, 0)
    }},
    {"state.js", (const char[]){
#embed "../../Page/state.js" suffix(, 0)
    }},
    {"stage.js", (const char[]){
#embed "../../Page/stage.js" suffix(, 0)
    }},
    {"source.js", (const char[]){
#embed "../../Page/source.js" suffix(, 0)
    }},
    {"tiles.js", (const char[]){
#embed "../../Page/tiles.js" suffix(, 0)
    }},
    {"folding.js", (const char[]){
#embed "../../Page/folding.js" suffix(, 0)
    }},
    {"images.js", (const char[]){
#embed "../../Page/images.js" suffix(, 0)
    }},
    {"cells.js", (const char[]){
#embed "../../Page/cells.js" suffix(, 0)
    }},
    {"sheet.js", (const char[]){
#embed "../../Page/sheet.js" suffix(, 0)
    }},
    {"scene.js", (const char[]){
#embed "../../Page/scene.js" suffix(, 0)
    }},
    {"moving.js", (const char[]){
#embed "../../Page/moving.js" suffix(, 0)
    }},
    {"ladder.js", (const char[]){
#embed "../../Page/ladder.js" suffix(, 0)
    }},
    {"list.js", (const char[]){
#embed "../../Page/list.js" suffix(, 0)
    }},
    {"viewer.js", (const char[]){
#embed "../../Page/viewer.js" suffix(, 0)
    }},
    {"wrapped.js", (const char[]){
#embed "../../Page/wrapped.js" suffix(, 0)
    }},
    {"panel.js", (const char[]){
#embed "../../Page/panel.js" suffix(, 0)
    }},
    {"rail.js", (const char[]){
#embed "../../Page/rail.js" suffix(, 0)
    }},
    {"search.js", (const char[]){
#embed "../../Page/search.js" suffix(, 0)
    }},
    {"input.js", (const char[]){
#embed "../../Page/input.js" suffix(, 0)
    }},
    {"history.js", (const char[]){
#embed "../../Page/history.js" suffix(, 0)
    }},
    {"main.js", (const char[]){
#embed "../../Page/main.js" suffix(, 0)
    }},
};

const size_t layout_page_file_count = sizeof layout_page_files / sizeof *layout_page_files;

const LayoutPageFile *layout_page_file(size_t index) { return &layout_page_files[index]; }
