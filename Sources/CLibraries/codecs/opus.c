#include "libraries.h"

#if __has_include(<opus/opus_multistream.h>)
#include <opus/opus_multistream.h>
#else
#include <opus_multistream.h>
#endif

#ifdef __linux__
#include "../load.h"

#define FIXED(F) \
    F(OpusMSDecoder *, opus_multistream_decoder_create, \
      (opus_int32 rate, int channels, int streams, int pairs, const unsigned char *mapping, int *error), \
      (rate, channels, streams, pairs, mapping, error)) \
    F(void, opus_multistream_decoder_destroy, (OpusMSDecoder *decoder), (decoder)) \
    F(int, opus_multistream_decode_float, \
      (OpusMSDecoder *decoder, const unsigned char *bytes, opus_int32 count, float *samples, int frames, int correction), \
      (decoder, bytes, count, samples, frames, correction)) \
    F(OpusMSEncoder *, opus_multistream_surround_encoder_create, \
      (opus_int32 rate, int channels, int family, int *streams, int *pairs, unsigned char *mapping, int application, int *error), \
      (rate, channels, family, streams, pairs, mapping, application, error)) \
    F(void, opus_multistream_encoder_destroy, (OpusMSEncoder *encoder), (encoder)) \
    F(int, opus_multistream_encode_float, \
      (OpusMSEncoder *encoder, const float *samples, int frames, unsigned char *bytes, opus_int32 room), \
      (encoder, samples, frames, bytes, room)) \
    F(const char *, opus_strerror, (int error), (error))

#define FUNCTIONS(F) \
    FIXED(F) \
    F(int, opus_multistream_decoder_ctl, (), ()) \
    F(int, opus_multistream_encoder_ctl, (), ())

LIBRARY_TABLE("libopus.so.0")
FIXED(WRAPPER)

#define CONTROL ((__typeof__(&opus_multistream_decoder_ctl))symbols[number_of_opus_multistream_decoder_ctl].address)
#define ENCODER_CONTROL ((__typeof__(&opus_multistream_encoder_ctl))symbols[number_of_opus_multistream_encoder_ctl].address)

STATE(opus, "opus_get_version_string")
#else
#define CONTROL opus_multistream_decoder_ctl
#define ENCODER_CONTROL opus_multistream_encoder_ctl

static const char *trouble(void) { return 0; }      // The linker has seen to it.
struct library_state opus_library(void) { return (struct library_state){0}; }  // The linker has seen to it.
#endif

int opus_set_gain(struct OpusMSDecoder *decoder, int gain) {
    if (trouble()) return OPUS_INTERNAL_ERROR;
    return CONTROL(decoder, OPUS_SET_GAIN(gain));
}

int opus_forget(struct OpusMSDecoder *decoder) {
    if (trouble()) return OPUS_INTERNAL_ERROR;
    return CONTROL(decoder, OPUS_RESET_STATE);
}

int opus_set_bit_rate(struct OpusMSEncoder *encoder, int rate) {
    if (trouble()) return OPUS_INTERNAL_ERROR;
    return ENCODER_CONTROL(encoder, OPUS_SET_BITRATE(rate));
}

int opus_set_variable(struct OpusMSEncoder *encoder, int is_variable, int is_constrained) {
    if (trouble()) return OPUS_INTERNAL_ERROR;
    int code = ENCODER_CONTROL(encoder, OPUS_SET_VBR(is_variable));
    return code ? code : ENCODER_CONTROL(encoder, OPUS_SET_VBR_CONSTRAINT(is_constrained));
}

int opus_set_complexity(struct OpusMSEncoder *encoder, int complexity) {
    if (trouble()) return OPUS_INTERNAL_ERROR;
    return ENCODER_CONTROL(encoder, OPUS_SET_COMPLEXITY(complexity));
}

int opus_get_lookahead(struct OpusMSEncoder *encoder, int *frames) {
    if (trouble()) return OPUS_INTERNAL_ERROR;
    return ENCODER_CONTROL(encoder, OPUS_GET_LOOKAHEAD(frames));
}
