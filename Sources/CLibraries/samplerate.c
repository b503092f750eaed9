#include "libraries.h"

#ifdef __linux__
#include "load.h"
#include <samplerate.h>

#define FUNCTIONS(F) \
    F(SRC_STATE *, src_new, (int kind, int channels, int *error), (kind, channels, error)) \
    F(SRC_STATE *, src_delete, (SRC_STATE *state), (state)) \
    F(int, src_process, (SRC_STATE *state, SRC_DATA *data), (state, data)) \
    F(int, src_set_ratio, (SRC_STATE *state, double ratio), (state, ratio)) \
    F(int, src_reset, (SRC_STATE *state), (state)) \
    F(const char *, src_strerror, (int number), (number))

LIBRARY("libsamplerate.so.0")

STATE(samplerate, "src_get_version")
#else
struct library_state samplerate_library(void) { return (struct library_state){0}; }  // The linker has seen to it.
#endif
