#include "libraries.h"

#ifdef __linux__
#include "../load.h"
#include <wavpack/wavpack.h>

#define FUNCTIONS(F) \
    F(WavpackContext *, WavpackOpenRawDecoder, \
      (void *data, int32_t size, void *correction, int32_t correction_size, int16_t version, char *error, int flags, int offset), \
      (data, size, correction, correction_size, version, error, flags, offset)) \
    F(WavpackContext *, WavpackCloseFile, (WavpackContext *context), (context)) \
    F(int, WavpackVerifySingleBlock, (unsigned char *block, int checksum), (block, checksum)) \
    F(uint32_t, WavpackUnpackSamples, (WavpackContext *context, int32_t *samples, uint32_t frames), (context, samples, frames)) \
    F(uint32_t, WavpackGetNumSamplesInFrame, (WavpackContext *context), (context)) \
    F(int, WavpackGetNumErrors, (WavpackContext *context), (context)) \
    F(int, WavpackGetMode, (WavpackContext *context), (context)) \
    F(uint32_t, WavpackGetSampleRate, (WavpackContext *context), (context)) \
    F(int, WavpackGetBitsPerSample, (WavpackContext *context), (context)) \
    F(int, WavpackGetBytesPerSample, (WavpackContext *context), (context)) \
    F(int, WavpackGetNumChannels, (WavpackContext *context), (context)) \
    F(int, WavpackGetChannelMask, (WavpackContext *context), (context)) \
    F(WavpackContext *, WavpackOpenFileOutput, (WavpackBlockOutput output, void *id, void *correction), (output, id, correction)) \
    F(char *, WavpackGetErrorMessage, (WavpackContext *context), (context)) \
    F(int, WavpackSetConfiguration64, \
      (WavpackContext *context, WavpackConfig *configuration, int64_t frames, const unsigned char *channels), \
      (context, configuration, frames, channels)) \
    F(int, WavpackPackInit, (WavpackContext *context), (context)) \
    F(int, WavpackPackSamples, (WavpackContext *context, int32_t *samples, uint32_t frames), (context, samples, frames)) \
    F(int, WavpackFlushSamples, (WavpackContext *context), (context)) \
    F(void, WavpackUpdateNumSamples, (WavpackContext *context, void *block), (context, block)) \
    F(int, WavpackAppendTagItem, (WavpackContext *context, const char *name, const char *value, int count), (context, name, value, count)) \
    F(int, WavpackWriteTag, (WavpackContext *context), (context))

LIBRARY("libwavpack.so.1")

STATE(wavpack, "WavpackGetLibraryVersionString")
#else
struct library_state wavpack_library(void) { return (struct library_state){0}; }  // The linker has seen to it.
#endif
