#include "libraries.h"

#include "../load.h"
#include <stdio.h>
#include <string.h>

// libavcodec's structures differ between its versions, and a program that is compiled with the headers of one cannot use another. So none of its headers is
// here: what is set and read goes through its options by name, and of its structures through the first fields, which are the same in all versions of `files`.
struct AVCodec {
    const char *name, *long_name;
    int type, id;
};
struct AVCodecParameters {
    int type, id;
    uint32_t tag;
    uint8_t *extradata;
    int extradata_size;
};
struct AVPacket {
    void *buffer;
    int64_t presented, decoded;
    uint8_t *data;
    int size;
};
struct AVFrame {
    uint8_t *data[8];
    int line_sizes[8];
    uint8_t **extended_data;
    int width, height, sample_count, format;
};
struct AVChannelLayout {
    int order, channel_count;
    uint64_t mask;
    void *opaque;
};

typedef struct AVCodec AVCodec;
typedef struct AVCodecParameters AVCodecParameters;
typedef struct AVCodecContext AVCodecContext;
typedef struct AVPacket AVPacket;
typedef struct AVFrame AVFrame;
typedef struct AVChannelLayout AVChannelLayout;
typedef void AVDictionary;

#define FUNCTIONS(F) \
    F(const AVCodec *, avcodec_find_decoder_by_name, (const char *name), (name)) \
    F(const AVCodec *, avcodec_find_encoder_by_name, (const char *name), (name)) \
    F(AVCodecContext *, avcodec_alloc_context3, (const AVCodec *codec), (codec)) \
    F(int, avcodec_open2, (AVCodecContext *context, const AVCodec *codec, AVDictionary **options), (context, codec, options)) \
    F(void, avcodec_free_context, (AVCodecContext **context), (context)) \
    F(unsigned, avcodec_version, (void), ()) \
    F(AVCodecParameters *, avcodec_parameters_alloc, (void), ()) \
    F(int, avcodec_parameters_to_context, (AVCodecContext *context, const AVCodecParameters *parameters), (context, parameters)) \
    F(int, avcodec_parameters_from_context, (AVCodecParameters *parameters, const AVCodecContext *context), (parameters, context)) \
    F(void, avcodec_parameters_free, (AVCodecParameters **parameters), (parameters)) \
    F(int, avcodec_send_packet, (AVCodecContext *context, const AVPacket *packet), (context, packet)) \
    F(int, avcodec_receive_frame, (AVCodecContext *context, AVFrame *frame), (context, frame)) \
    F(int, avcodec_send_frame, (AVCodecContext *context, const AVFrame *frame), (context, frame)) \
    F(int, avcodec_receive_packet, (AVCodecContext *context, AVPacket *packet), (context, packet)) \
    F(AVPacket *, av_packet_alloc, (void), ()) \
    F(void, av_packet_free, (AVPacket **packet), (packet)) \
    F(AVFrame *, av_frame_alloc, (void), ()) \
    F(void, av_frame_free, (AVFrame **frame), (frame)) \
    F(void *, av_mallocz, (size_t count), (count)) \
    F(int, av_opt_set_int, (void *object, const char *name, int64_t value, int flags), (object, name, value, flags)) \
    F(int, av_opt_set, (void *object, const char *name, const char *value, int flags), (object, name, value, flags)) \
    F(int, av_opt_get_int, (void *object, const char *name, int flags, int64_t *value), (object, name, flags, value)) \
    F(int, av_opt_get_chlayout, (void *object, const char *name, int flags, AVChannelLayout *layout), (object, name, flags, layout)) \
    F(void, av_channel_layout_uninit, (AVChannelLayout *layout), (layout)) \
    F(int, av_strerror, (int code, char *words, size_t room), (code, words, room)) \
    F(void, av_log_set_level, (int level), (level)) \
    F(void, av_force_cpu_flags, (int flags), (flags))

#ifdef __linux__
LIBRARY_TABLE("libavcodec.so.62", "libavcodec.so.61", "libavcodec.so.60", "libavcodec.so.59")
#else
LIBRARY_TABLE("libavcodec.62.dylib", "libavcodec.61.dylib", "libavcodec.60.dylib", "libavcodec.59.dylib")
#endif
FUNCTIONS(POINTER)

STATE(avcodec, "av_version_info")

static pthread_once_t settled = PTHREAD_ONCE_INIT;

// Before the first decoder is made, and before libavformat looks at a file. libavcodec chooses its loops by the processor, and sums in another order in each. The instructions that every x86-64
// processor has (MMX, MMXEXT, SSE, SSE2) give one sum on all; an ARM processor has one set anyway. What it writes about damage, kkmix says itself.
static void settle(void) {
#ifdef __x86_64__
    call_av_force_cpu_flags(0x1 | 0x2 | 0x8 | 0x10);
#endif
    call_av_log_set_level(-8);
}

struct av_decoder {
    AVCodecContext *context;
    AVPacket *packet;
    AVFrame *frame;
};

enum { try_again = -11, no_memory = -12, end_of_stream = -541478725, search_children = 1 };

static struct av_decoder *fail(struct av_decoder *decoder, int code, int *result) {
    *result = code;
    av_decoder_free(decoder);
    return NULL;
}

static struct av_decoder *opened(const AVCodec *codec, int is_checked, const AVCodecParameters *parameters, int *code) {
    struct av_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return fail(NULL, no_memory, code);
    decoder->context = call_avcodec_alloc_context3(codec);
    decoder->packet = call_av_packet_alloc();
    decoder->frame = call_av_frame_alloc();
    if (!decoder->context || !decoder->packet || !decoder->frame) return fail(decoder, no_memory, code);
    int result = call_avcodec_parameters_to_context(decoder->context, parameters);
    if (result >= 0) result = call_av_opt_set_int(decoder->context, "threads", 1, 0);
    // The same bits on every processor, and nothing made up where bits are missing.
    if (result >= 0) result = call_av_opt_set(decoder->context, "flags", "+bitexact", 0);
    // Where packets have checksums, a wrong one is an error, and not a sound.
    if (result >= 0 && is_checked) result = call_av_opt_set(decoder->context, "err_detect", "+crccheck+explode", 0);
    if (result >= 0) result = call_avcodec_open2(decoder->context, codec, NULL);
    return result < 0 ? fail(decoder, result, code) : decoder;
}

struct av_decoder *av_decoder_new(const char *name, int is_checked, const uint8_t *configuration, int count, int *code) {
    *code = 0;
    if (trouble()) return NULL;
    pthread_once(&settled, settle);
    const AVCodec *codec = call_avcodec_find_decoder_by_name(name);
    if (!codec) return NULL;
    AVCodecParameters *parameters = call_avcodec_parameters_alloc();
    if (!parameters) return fail(NULL, no_memory, code);
    parameters->type = codec->type;
    parameters->id = codec->id;
    if (count > 0) {
        // It reads a little beyond the end.
        parameters->extradata = call_av_mallocz((size_t)count + 64);
        if (parameters->extradata) {
            memcpy(parameters->extradata, configuration, (size_t)count);
            parameters->extradata_size = count;
        }
    }
    struct av_decoder *decoder = NULL;
    if (count > 0 && !parameters->extradata) *code = no_memory;
    else decoder = opened(codec, is_checked, parameters, code);
    call_avcodec_parameters_free(&parameters);
    return decoder;
}

struct av_decoder *av_decoder_of(const char *name, int is_checked, const void *parameters, int *code) {
    *code = 0;
    if (trouble()) return NULL;
    pthread_once(&settled, settle);
    const AVCodec *codec = call_avcodec_find_decoder_by_name(name);
    if (!codec || codec->id != ((const AVCodecParameters *)parameters)->id) return NULL;
    return opened(codec, is_checked, parameters, code);
}

int av_decoder_version(void) {
    if (trouble()) return 0;
    pthread_once(&settled, settle);
    return (int)(call_avcodec_version() >> 16);
}

void av_decoder_free(struct av_decoder *decoder) {
    if (!decoder) return;
    if (decoder->frame) call_av_frame_free(&decoder->frame);
    if (decoder->packet) call_av_packet_free(&decoder->packet);
    if (decoder->context) call_avcodec_free_context(&decoder->context);
    free(decoder);
}

int av_decoder_send(struct av_decoder *decoder, const uint8_t *bytes, int count) {
    if (!bytes) return call_avcodec_send_packet(decoder->context, NULL);
    decoder->packet->data = (uint8_t *)bytes;
    decoder->packet->size = count;
    // It makes a copy, for the bytes are nobody's.
    int code = call_avcodec_send_packet(decoder->context, decoder->packet);
    decoder->packet->data = NULL;
    decoder->packet->size = 0;
    return code;
}

int av_decoder_receive(struct av_decoder *decoder, struct av_sound *sound) {
    int code = call_avcodec_receive_frame(decoder->context, decoder->frame);
    if (code == try_again || code == end_of_stream) return 0;
    if (code < 0) return code;
    int64_t rate = 0;
    call_av_opt_get_int(decoder->context, "ar", 0, &rate);
    AVChannelLayout layout = {0};
    code = call_av_opt_get_chlayout(decoder->context, "ch_layout", 0, &layout);
    if (code < 0) return code;
    sound->planes = (const uint8_t *const *)decoder->frame->extended_data;
    sound->frame_count = decoder->frame->sample_count;
    sound->format = decoder->frame->format;
    sound->sample_rate = rate;
    sound->channel_count = layout.channel_count;
    // Where a decoder does not say, its numbers are as wide as they are kept.
    int64_t bits = 0;
    static const uint8_t widths[] = {8, 16, 32, 0, 0};
    if (call_av_opt_get_int(decoder->context, "bits_per_raw_sample", 0, &bits) < 0) bits = 0;
    int width = sound->format >= 0 && sound->format < 10 ? widths[sound->format % 5] : 0;
    sound->bit_depth = bits > 0 && bits <= width ? (int)bits : width;
    // The mask of a layout in the order of WAVE; others have pointers there.
    sound->channel_mask = layout.order == 1 ? layout.mask : 0;
    call_av_channel_layout_uninit(&layout);
    return 1;
}

void av_decoder_words(int code, char *words, int room) {
    if (trouble() || call_av_strerror(code, words, (size_t)room) < 0) snprintf(words, (size_t)room, "error %d", code);
}

struct av_encoder {
    AVCodecContext *context;
    AVPacket *packet;
    AVFrame *frame;
    // Where a frame says what its channels are, which no frame of a caller does without.
    AVChannelLayout *layout;
};

// A decoder's context with rate and channels set, opened. NULL: `code` says why.
static AVCodecContext *opened_decoder(const char *name, const char *layout, int sample_rate, int *code) {
    const AVCodec *codec = call_avcodec_find_decoder_by_name(name);
    AVCodecContext *context = codec ? call_avcodec_alloc_context3(codec) : NULL;
    *code = context ? call_av_opt_set_int(context, "ar", sample_rate, 0) : no_memory;
    if (*code >= 0) *code = call_av_opt_set(context, "ch_layout", layout, 0);
    if (*code >= 0) *code = call_avcodec_open2(context, codec, NULL);
    if (*code < 0 && context) call_avcodec_free_context(&context);
    return context;
}

// Where the layout stands in a frame differs between the library's versions. So it is looked for in a frame that the library has filled itself, of three channels,
// whose number and mask no other field has. 0: it was not found.
static size_t place_of_layout;
static pthread_once_t found = PTHREAD_ONCE_INIT;

static void find_layout(void) {
    enum { first = 128, last = 448 };
    int code;
    float silence[3] = {0};
    struct { int order, channel_count; uint64_t mask; } wanted = {1, 3, 7};
    AVCodecContext *context = opened_decoder("pcm_f32le", "3.0", 48000, &code);
    AVPacket *packet = call_av_packet_alloc();
    AVFrame *frame = call_av_frame_alloc();
    if (context && packet && frame) {
        packet->data = (uint8_t *)silence;
        packet->size = sizeof silence;
        if (call_avcodec_send_packet(context, packet) >= 0 && call_avcodec_receive_frame(context, frame) >= 0)
            for (size_t place = first; place <= last && !place_of_layout; place += 8)
                if (!memcmp((char *)frame + place, &wanted, sizeof wanted)) place_of_layout = place;
        packet->data = NULL;
        packet->size = 0;
    }
    if (frame) call_av_frame_free(&frame);
    if (packet) call_av_packet_free(&packet);
    if (context) call_avcodec_free_context(&context);
}

struct av_encoder *av_encoder_new(const char *name, const char *layout, int sample_rate, int64_t bit_rate, const char *coder, int *code) {
    *code = 0;
    if (trouble()) return NULL;
    pthread_once(&settled, settle);
    pthread_once(&found, find_layout);
    const AVCodec *codec = call_avcodec_find_encoder_by_name(name);
    if (!codec || !place_of_layout) return NULL;
    // The form of samples has no option; it is the decoder's own, from which it is taken.
    AVCodecContext *decoder = opened_decoder(name, layout, sample_rate, code);
    if (!decoder) return NULL;
    struct av_encoder *encoder = calloc(1, sizeof *encoder);
    AVCodecParameters *parameters = call_avcodec_parameters_alloc();
    int result = encoder && parameters ? call_avcodec_parameters_from_context(parameters, decoder) : no_memory;
    call_avcodec_free_context(&decoder);
    if (result >= 0) {
        encoder->context = call_avcodec_alloc_context3(codec);
        encoder->packet = call_av_packet_alloc();
        encoder->frame = call_av_frame_alloc();
        if (!encoder->context || !encoder->packet || !encoder->frame) result = no_memory;
    }
    if (result >= 0) result = call_avcodec_parameters_to_context(encoder->context, parameters);
    if (parameters) call_avcodec_parameters_free(&parameters);
    if (result >= 0) result = call_av_opt_set_int(encoder->context, "ar", sample_rate, 0);
    if (result >= 0) result = call_av_opt_set(encoder->context, "ch_layout", layout, 0);
    if (result >= 0) result = call_av_opt_set_int(encoder->context, "b", bit_rate, 0);
    if (result >= 0) result = call_av_opt_set_int(encoder->context, "threads", 1, 0);
    // AAC's intensity stereo takes level from a pair whose sides are not in phase, up to 5 dB of a tone, at any bit rate. A library that has no such options does without.
    if (result >= 0 && coder) {
        call_av_opt_set(encoder->context, "aac_is", "0", search_children);
        call_av_opt_set(encoder->context, "aac_coder", coder, search_children);
    }
    // The library's version is not put into the sound.
    if (result >= 0) result = call_av_opt_set(encoder->context, "flags", "+bitexact", 0);
    if (result >= 0) result = call_avcodec_open2(encoder->context, codec, NULL);
    if (result >= 0) {
        encoder->layout = (AVChannelLayout *)((char *)encoder->frame + place_of_layout);
        result = call_av_opt_get_chlayout(encoder->context, "ch_layout", 0, encoder->layout);
    }
    if (result >= 0) return encoder;
    *code = result;
    av_encoder_free(encoder);
    return NULL;
}

int av_encoder_set_bit_rate(struct av_encoder *encoder, int64_t bit_rate) {
    return call_av_opt_set_int(encoder->context, "b", bit_rate, 0);
}

void av_encoder_free(struct av_encoder *encoder) {
    if (!encoder) return;
    if (encoder->frame) {
        encoder->frame->extended_data = encoder->frame->data;
        call_av_frame_free(&encoder->frame);
    }
    if (encoder->packet) call_av_packet_free(&encoder->packet);
    if (encoder->context) call_avcodec_free_context(&encoder->context);
    free(encoder);
}

int av_encoder_send(struct av_encoder *encoder, const float *samples, int channel_count, int frame_count) {
    if (!samples) return call_avcodec_send_frame(encoder->context, NULL);
    AVFrame *frame = encoder->frame;
    if (channel_count > 8) return -22;
    for (int channel = 0; channel < channel_count; channel++)
        frame->data[channel] = (uint8_t *)(samples + (size_t)channel * frame_count);
    frame->extended_data = frame->data;
    frame->line_sizes[0] = frame_count * (int)sizeof *samples;
    frame->sample_count = frame_count;
    frame->format = 8;
    // It makes a copy, for the samples are nobody's.
    int code = call_avcodec_send_frame(encoder->context, frame);
    memset(frame->data, 0, sizeof frame->data);
    return code;
}

int av_encoder_receive(struct av_encoder *encoder, const uint8_t **bytes) {
    int code = call_avcodec_receive_packet(encoder->context, encoder->packet);
    if (code == try_again || code == end_of_stream) return 0;
    if (code < 0) return code;
    *bytes = encoder->packet->data;
    return encoder->packet->size;
}

int av_encoder_configuration(struct av_encoder *encoder, uint8_t *bytes, int room) {
    AVCodecParameters *parameters = call_avcodec_parameters_alloc();
    if (!parameters) return no_memory;
    int code = call_avcodec_parameters_from_context(parameters, encoder->context);
    int count = code < 0 ? code : parameters->extradata_size;
    if (count > room) count = 0;
    if (count > 0) memcpy(bytes, parameters->extradata, (size_t)count);
    call_avcodec_parameters_free(&parameters);
    return count;
}
