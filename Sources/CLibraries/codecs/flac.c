#include "libraries.h"

#ifdef __linux__
#include "../load.h"
#include <FLAC/stream_decoder.h>
#include <FLAC/stream_encoder.h>

#define FUNCTIONS(F) \
    F(FLAC__StreamDecoder *, FLAC__stream_decoder_new, (void), ()) \
    F(void, FLAC__stream_decoder_delete, (FLAC__StreamDecoder *decoder), (decoder)) \
    F(FLAC__StreamDecoderInitStatus, FLAC__stream_decoder_init_stream, \
      (FLAC__StreamDecoder *decoder, FLAC__StreamDecoderReadCallback read, FLAC__StreamDecoderSeekCallback seek, \
       FLAC__StreamDecoderTellCallback tell, FLAC__StreamDecoderLengthCallback length, FLAC__StreamDecoderEofCallback eof, \
       FLAC__StreamDecoderWriteCallback write, FLAC__StreamDecoderMetadataCallback metadata, FLAC__StreamDecoderErrorCallback error, void *context), \
      (decoder, read, seek, tell, length, eof, write, metadata, error, context)) \
    F(FLAC__bool, FLAC__stream_decoder_process_until_end_of_metadata, (FLAC__StreamDecoder *decoder), (decoder)) \
    F(FLAC__bool, FLAC__stream_decoder_process_single, (FLAC__StreamDecoder *decoder), (decoder)) \
    F(FLAC__bool, FLAC__stream_decoder_flush, (FLAC__StreamDecoder *decoder), (decoder)) \
    F(const char *, FLAC__stream_decoder_get_resolved_state_string, (const FLAC__StreamDecoder *decoder), (decoder)) \
    F(FLAC__StreamEncoder *, FLAC__stream_encoder_new, (void), ()) \
    F(void, FLAC__stream_encoder_delete, (FLAC__StreamEncoder *encoder), (encoder)) \
    F(FLAC__bool, FLAC__stream_encoder_set_channels, (FLAC__StreamEncoder *encoder, uint32_t value), (encoder, value)) \
    F(FLAC__bool, FLAC__stream_encoder_set_bits_per_sample, (FLAC__StreamEncoder *encoder, uint32_t value), (encoder, value)) \
    F(FLAC__bool, FLAC__stream_encoder_set_sample_rate, (FLAC__StreamEncoder *encoder, uint32_t value), (encoder, value)) \
    F(FLAC__bool, FLAC__stream_encoder_set_streamable_subset, (FLAC__StreamEncoder *encoder, FLAC__bool value), (encoder, value)) \
    F(FLAC__bool, FLAC__stream_encoder_set_compression_level, (FLAC__StreamEncoder *encoder, uint32_t value), (encoder, value)) \
    F(FLAC__bool, FLAC__stream_encoder_set_blocksize, (FLAC__StreamEncoder *encoder, uint32_t value), (encoder, value)) \
    F(FLAC__StreamEncoderInitStatus, FLAC__stream_encoder_init_stream, \
      (FLAC__StreamEncoder *encoder, FLAC__StreamEncoderWriteCallback write, FLAC__StreamEncoderSeekCallback seek, \
       FLAC__StreamEncoderTellCallback tell, FLAC__StreamEncoderMetadataCallback metadata, void *context), \
      (encoder, write, seek, tell, metadata, context)) \
    F(FLAC__bool, FLAC__stream_encoder_process_interleaved, \
      (FLAC__StreamEncoder *encoder, const FLAC__int32 samples[], uint32_t count), (encoder, samples, count)) \
    F(FLAC__bool, FLAC__stream_encoder_finish, (FLAC__StreamEncoder *encoder), (encoder)) \
    F(const char *, FLAC__stream_encoder_get_resolved_state_string, (const FLAC__StreamEncoder *encoder), (encoder))

// The number goes up with every change of the interface. Between these two (1.4 and 1.5) none touched what is called here, and the structures are the same.
LIBRARY("libFLAC.so.12", "libFLAC.so.14")

static const char *version(void) {
    const char *const *text = find_symbol(&loaded, "FLAC__VERSION_STRING");
    return text ? *text : NULL;
}

STATE_BY(flac, version)
#else
struct library_state flac_library(void) { return (struct library_state){0}; }  // The linker has seen to it.
#endif
