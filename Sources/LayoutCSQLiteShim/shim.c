#include "LayoutCSQLiteShim.h"
int x_shim(void){return 1;}
