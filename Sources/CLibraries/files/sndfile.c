#include "libraries.h"

#ifdef __linux__
#include "../load.h"
#include <sndfile.h>

#define FUNCTIONS(F) \
    F(SNDFILE *, sf_open_virtual, (SF_VIRTUAL_IO *io, int mode, SF_INFO *info, void *context), (io, mode, info, context)) \
    F(int, sf_close, (SNDFILE *file), (file)) \
    F(int, sf_format_check, (const SF_INFO *info), (info)) \
    F(int, sf_command, (SNDFILE *file, int command, void *data, int size), (file, command, data, size)) \
    F(sf_count_t, sf_seek, (SNDFILE *file, sf_count_t frames, int whence), (file, frames, whence)) \
    F(sf_count_t, sf_readf_float, (SNDFILE *file, float *samples, sf_count_t frames), (file, samples, frames)) \
    F(sf_count_t, sf_writef_float, (SNDFILE *file, const float *samples, sf_count_t frames), (file, samples, frames)) \
    F(sf_count_t, sf_writef_int, (SNDFILE *file, const int *samples, sf_count_t frames), (file, samples, frames)) \
    F(const char *, sf_get_string, (SNDFILE *file, int kind), (file, kind)) \
    F(int, sf_set_string, (SNDFILE *file, int kind, const char *text), (file, kind, text)) \
    F(int, sf_error, (SNDFILE *file), (file)) \
    F(const char *, sf_strerror, (SNDFILE *file), (file)) \
    F(const char *, sf_error_number, (int number), (number))

LIBRARY("libsndfile.so.1")

STATE(sndfile, "sf_version_string")
#else
struct library_state sndfile_library(void) { return (struct library_state){0}; }  // The linker has seen to it.
#endif
