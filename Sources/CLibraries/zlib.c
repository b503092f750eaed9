#include "libraries.h"

#ifdef __linux__
#include "load.h"
#include <zlib.h>

#define FUNCTIONS(F) \
    F(uLong, compressBound, (uLong count), (count)) \
    F(int, compress2, (Bytef *output, uLongf *room, const Bytef *input, uLong count, int level), (output, room, input, count, level)) \
    F(int, uncompress, (Bytef *output, uLongf *room, const Bytef *input, uLong count), (output, room, input, count)) \
    F(uLong, crc32, (uLong sum, const Bytef *bytes, uInt count), (sum, bytes, count))

LIBRARY("libz.so.1")

STATE(zlib, "zlibVersion")
#else
struct library_state zlib_library(void) { return (struct library_state){0}; }  // The linker has seen to it.
#endif
