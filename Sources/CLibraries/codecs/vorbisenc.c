#include "libraries.h"

#ifdef __linux__
#include "../load.h"
#include <vorbis/vorbisenc.h>

#define FUNCTIONS(F) \
    F(int, vorbis_encode_init, \
      (vorbis_info *info, long channels, long rate, long longest, long nominal, long shortest), \
      (info, channels, rate, longest, nominal, shortest)) \
    F(int, vorbis_encode_init_vbr, (vorbis_info *info, long channels, long rate, float quality), (info, channels, rate, quality))

LIBRARY("libvorbisenc.so.2")

STATE_BY(vorbisenc, NULL)
#else
struct library_state vorbisenc_library(void) { return (struct library_state){0}; }  // The linker has seen to it.
#endif
