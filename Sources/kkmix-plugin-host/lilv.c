#include "lilv.h"
#include "plugin.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *world;

void *lilv_function(const char *name) {
    static void *library;
    if (!library) library = dlopen("liblilv-0.so.0", RTLD_NOW);
    if (!library) library = dlopen("liblilv-0.0.dylib", RTLD_NOW);
    void *const found = library ? dlsym(library, name) : 0;
    if (!found) _exit(NO_LILV);
    return found;
}

enum { MOST_ADDRESSES = 65536 };
static char *addresses[MOST_ADDRESSES];

uint32_t map(void *nobody, const char *address) {
    (void)nobody;
    uint32_t k = 0;
    while (k < MOST_ADDRESSES - 1 && addresses[k] && strcmp(addresses[k], address) != 0) k++;
    if (!addresses[k] && !(addresses[k] = strdup(address))) _exit(NO_MEMORY);
    return k + 1;
}
static const char *unmap(void *nobody, uint32_t number) {
    (void)nobody;
    return number > 0 && number <= MOST_ADDRESSES ? addresses[number - 1] : 0;
}
lv2_map mapping = {0, map};
lv2_unmap unmapping = {0, unmap};
