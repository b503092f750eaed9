#define _GNU_SOURCE
#include "load.h"

#include <dlfcn.h>
#include <fenv.h>
#include <stdio.h>
#ifdef __linux__
#include <link.h>
#endif

/// Loads one file: NULL when it lacks nothing.
static const char *load_file(const char *file, struct symbol *symbols, size_t count, struct load *load) {
    // A library that was compiled with -ffast-math switches this thread's small numbers off while it is loaded.
    fenv_t arithmetic;
    fegetenv(&arithmetic);
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    fesetenv(&arithmetic);
    int is_whole = handle != NULL;
    for (size_t index = 0; is_whole && index < count; index++) {
        symbols[index].address = dlsym(handle, symbols[index].name);
        is_whole = symbols[index].address != NULL;
    }
    if (!is_whole) {
        const char *said = dlerror();
        return said ? said : file;
    }
    load->handle = handle;
    load->path = file;
#ifdef __linux__
    struct link_map *map;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map->l_name && *map->l_name) load->path = map->l_name;
#endif
    return NULL;
}

void load_library(const char *const *files, struct symbol *symbols, size_t count, struct load *load) {
    for (; *files; files++) {
        const char *said = load_file(*files, symbols, count, load);
        snprintf(load->words, sizeof load->words, "%s", said ? said : "");
        if (!said) return;
    }
}

void *find_symbol(const struct load *load, const char *name) { return dlsym(load->handle, name); }
