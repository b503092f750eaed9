#include "libraries.h"

#ifdef __linux__
#include "../load.h"
#include <mpg123.h>

#define FUNCTIONS(F) \
    F(mpg123_handle *, mpg123_new, (const char *decoder, int *error), (decoder, error)) \
    F(void, mpg123_delete, (mpg123_handle *handle), (handle)) \
    F(int, mpg123_param2, (mpg123_handle *handle, int type, long value, double fraction), (handle, type, value, fraction)) \
    F(int, mpg123_format_none, (mpg123_handle *handle), (handle)) \
    F(int, mpg123_format, (mpg123_handle *handle, long rate, int channels, int encodings), (handle, rate, channels, encodings)) \
    F(int, mpg123_replace_reader_handle, \
      (mpg123_handle *handle, mpg123_ssize_t (*reader)(void *, void *, size_t), off_t (*seeker)(void *, off_t, int), void (*cleaner)(void *)), \
      (handle, reader, seeker, cleaner)) \
    F(int, mpg123_open_handle, (mpg123_handle *handle, void *context), (handle, context)) \
    F(int, mpg123_open_feed, (mpg123_handle *handle), (handle)) \
    F(int, mpg123_feed, (mpg123_handle *handle, const unsigned char *bytes, size_t count), (handle, bytes, count)) \
    F(int, mpg123_decode_frame, (mpg123_handle *handle, off_t *number, unsigned char **audio, size_t *size), (handle, number, audio, size)) \
    F(const char *, mpg123_plain_strerror, (int number), (number)) \
    F(const char *, mpg123_strerror, (mpg123_handle *handle), (handle))

LIBRARY("libmpg123.so.0")

// Version 1.32 has a function for it.
static const char *version(void) {
    const char *(*function)(unsigned *, unsigned *, unsigned *) = (__typeof__(function))find_symbol(&loaded, "mpg123_distversion");
    return function ? function(NULL, NULL, NULL) : NULL;
}

STATE_BY(mpg123, version)
#else
struct library_state mpg123_library(void) { return (struct library_state){0}; }  // The linker has seen to it.
#endif
