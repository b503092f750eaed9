#include "libraries.h"

#include "../load.h"

// libmysofa keeps its structures under one name of its file, so its headers are not needed: what kkmix reads of them is in libraries.h.
#define FUNCTIONS(F) \
    F(struct sofa_file *, mysofa_load, (const char *path, int *code), (path, code)) \
    F(int, mysofa_check, (struct sofa_file *file), (file)) \
    F(void, mysofa_tospherical, (struct sofa_file *file), (file)) \
    F(void, mysofa_free, (struct sofa_file *file), (file))

LIBRARY("libmysofa.so.1")

static const char *version(void) { return NULL; }

STATE_BY(mysofa, version)
