#include "load.h"

#include <dlfcn.h>
#include <fenv.h>
#include <stdio.h>

void load_library(const char *library, struct symbol *symbols, size_t count, char *words, size_t capacity) {
    // A library that was compiled with -ffast-math switches this thread's small numbers off while it is loaded.
    fenv_t arithmetic;
    fegetenv(&arithmetic);
    void *loaded = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    fesetenv(&arithmetic);
    for (size_t index = 0; loaded && index < count; index++) {
        symbols[index].address = dlsym(loaded, symbols[index].name);
        if (!symbols[index].address) loaded = NULL;
    }
    if (loaded) return;
    const char *said = dlerror();
    snprintf(words, capacity, "%s", said ? said : library);
}
