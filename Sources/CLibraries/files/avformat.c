#include "libraries.h"

#include "../load.h"
#include <stdio.h>
#include <string.h>

// As with libavcodec none of its headers is here. What is read of its structures are first fields, which are the same in all versions of `files`, and few others,
// whose places stand in `layouts` for each of these versions; another version is not loaded.
typedef struct AVFormatContext AVFormatContext;
typedef struct AVInputFormat AVInputFormat;
typedef struct AVIOContext AVIOContext;
typedef struct AVStream AVStream;
typedef struct AVDictionary AVDictionary;

struct AVFormatContext {
    const void *class, *input, *output;
    void *own;
    AVIOContext *bytes;
    int flags;
    unsigned stream_count;
    AVStream **streams;
};
struct AVIOContext {
    const void *class;
    uint8_t *buffer;
};
struct AVCodecParameters {
    int type, id;
    uint32_t tag;
    uint8_t *configuration;
    int configuration_size;
};
struct AVPacket {
    void *buffer;
    int64_t presented, decoded;
    uint8_t *data;
    int size, stream, flags;
    void *side_data;
    int side_data_count;
    int64_t duration, place;
};
struct AVDictionaryEntry {
    const char *key, *value;
};
typedef struct AVCodecParameters AVCodecParameters;
typedef struct AVPacket AVPacket;
typedef struct AVDictionaryEntry AVDictionaryEntry;

// Where `AVStream.codecpar` and the `metadata` of stream and file are.
struct layout {
    unsigned version, parameters, stream_texts, texts;
};
static const struct layout layouts[] = {
    {59, 208, 64, 176},
    {60, 16, 80, 176},
    {61, 16, 80, 192},
    {62, 16, 80, 192},
};

#define FUNCTIONS(F) \
    F(unsigned, avformat_version, (void), ()) \
    F(AVFormatContext *, avformat_alloc_context, (void), ()) \
    F(const AVInputFormat *, av_find_input_format, (const char *name), (name)) \
    F(int, avformat_open_input, (AVFormatContext **context, const char *name, const AVInputFormat *format, AVDictionary **options), (context, name, format, options)) \
    F(int, avformat_find_stream_info, (AVFormatContext *context, AVDictionary **options), (context, options)) \
    F(void, avformat_close_input, (AVFormatContext **context), (context)) \
    F(void, avformat_free_context, (AVFormatContext *context), (context)) \
    F(int, av_read_frame, (AVFormatContext *context, AVPacket *packet), (context, packet)) \
    F(AVIOContext *, avio_alloc_context, (uint8_t *buffer, int size, int writes, void *object, int (*read)(void *, uint8_t *, int), void *write, int64_t (*seek)(void *, int64_t, int)), \
      (buffer, size, writes, object, read, write, seek)) \
    F(void, avio_context_free, (AVIOContext **context), (context)) \
    F(int64_t, avio_seek, (AVIOContext *context, int64_t place, int whence), (context, place, whence)) \
    F(void *, av_malloc, (size_t count), (count)) \
    F(void, av_free, (void *memory), (memory)) \
    F(int, av_dict_set, (AVDictionary **list, const char *key, const char *value, int flags), (list, key, value, flags)) \
    F(AVDictionaryEntry *, av_dict_get, (const AVDictionary *list, const char *key, const AVDictionaryEntry *before, int flags), (list, key, before, flags)) \
    F(void, av_dict_free, (AVDictionary **list), (list)) \
    F(const char *, avcodec_get_name, (int id), (id)) \
    F(AVCodecParameters *, avcodec_parameters_alloc, (void), ()) \
    F(int, avcodec_parameters_copy, (AVCodecParameters *to, const AVCodecParameters *from), (to, from)) \
    F(void, avcodec_parameters_free, (AVCodecParameters **parameters), (parameters)) \
    F(AVPacket *, av_packet_alloc, (void), ()) \
    F(void, av_packet_free, (AVPacket **packet), (packet)) \
    F(void, av_packet_unref, (AVPacket *packet), (packet)) \
    F(uint8_t *, av_packet_get_side_data, (const AVPacket *packet, int type, size_t *count), (packet, type, count))

#ifdef __linux__
LIBRARY_TABLE("libavformat.so.62", "libavformat.so.61", "libavformat.so.60", "libavformat.so.59")
#else
LIBRARY_TABLE("libavformat.62.dylib", "libavformat.61.dylib", "libavformat.60.dylib", "libavformat.59.dylib")
#endif
FUNCTIONS(POINTER)

STATE(avformat, "av_version_info")

static const struct layout *layout;
static pthread_once_t settled = PTHREAD_ONCE_INIT;

// A libavformat is of one release with the libavcodec of its number, whose structures it hands out; that one is settled by being asked.
static void settle(void) {
    unsigned version = call_avformat_version() >> 16;
    for (size_t index = 0; index < sizeof layouts / sizeof *layouts; index++)
        if (layouts[index].version == version && (int)version == av_decoder_version()) layout = &layouts[index];
}

struct av_demuxer {
    AVFormatContext *context;
    AVIOContext *bytes;
    AVPacket *packet;
    struct av_input input;
    int64_t place;
};

enum { no_memory = -12, invalid = -22, end_of_file = -541478725, try_again = -11, input_failed = -5, tell_size = 0x10000, skip_samples = 11, discarded = 4 };
enum { buffer_size = 1 << 16, most_retries = 1 << 16 };

static int give(void *object, uint8_t *bytes, int count) {
    struct av_demuxer *demuxer = object;
    int given = demuxer->input.read(demuxer->input.object, demuxer->place, bytes, count);
    if (given < 0) return input_failed;
    demuxer->place += given;
    return given ? given : end_of_file;
}

static int64_t seek(void *object, int64_t place, int whence) {
    struct av_demuxer *demuxer = object;
    if (whence & tell_size) return demuxer->input.size;
    whence &= 0xFFFF;
    int64_t start = whence == SEEK_CUR ? demuxer->place : whence == SEEK_END ? demuxer->input.size : 0;
    if (place < -start || place > INT64_MAX - start) return invalid;
    return demuxer->place = start + place;
}

static const AVCodecParameters *parameters_of(const AVStream *stream) {
    return *(const AVCodecParameters *const *)((const char *)stream + layout->parameters);
}

// The audio stream of that number; -1: none.
static int stream_of(const struct av_demuxer *demuxer, int number) {
    for (unsigned index = 0; index < demuxer->context->stream_count; index++)
        if (parameters_of(demuxer->context->streams[index])->type == 1 && number-- == 0) return (int)index;
    return -1;
}

struct av_demuxer *av_demuxer_new(const char *name, const char *decoders, struct av_input input, int *code) {
    *code = 0;
    if (trouble()) return NULL;
    pthread_once(&settled, settle);
    const AVInputFormat *format = layout ? call_av_find_input_format(name) : NULL;
    if (!format) return NULL;
    struct av_demuxer *demuxer = calloc(1, sizeof *demuxer);
    uint8_t *buffer = call_av_malloc(buffer_size);
    AVDictionary *options = NULL;
    *code = no_memory;
    if (!demuxer || !buffer) goto failed;
    demuxer->input = input;
    demuxer->packet = call_av_packet_alloc();
    demuxer->context = call_avformat_alloc_context();
    demuxer->bytes = call_avio_alloc_context(buffer, buffer_size, 0, demuxer, give, NULL, seek);
    if (demuxer->bytes) buffer = NULL;
    if (!demuxer->packet || !demuxer->context || !demuxer->bytes) goto failed;
    demuxer->context->bytes = demuxer->bytes;
    // Nothing but these bytes is opened, by no other demuxer, and of its streams those that are listed alone are decoded for a look.
    call_av_dict_set(&options, "format_whitelist", name, 0);
    call_av_dict_set(&options, "protocol_whitelist", "none", 0);
    call_av_dict_set(&options, "codec_whitelist", decoders, 0);
    call_av_dict_set(&options, "max_streams", "64", 0);
    *code = call_avformat_open_input(&demuxer->context, NULL, format, &options);
    if (*code >= 0) *code = call_avformat_find_stream_info(demuxer->context, NULL);
    if (*code >= 0) {
        call_av_dict_free(&options);
        return demuxer;
    }
failed:
    call_av_dict_free(&options);
    if (buffer) call_av_free(buffer);
    av_demuxer_free(demuxer);
    return NULL;
}

void av_demuxer_free(struct av_demuxer *demuxer) {
    if (!demuxer) return;
    if (demuxer->context) call_avformat_close_input(&demuxer->context);
    if (demuxer->bytes) {
        // The buffer may be another by now.
        call_av_free(demuxer->bytes->buffer);
        call_avio_context_free(&demuxer->bytes);
    }
    if (demuxer->packet) call_av_packet_free(&demuxer->packet);
    free(demuxer);
}

const char *av_demuxer_codec(const struct av_demuxer *demuxer, int number) {
    int stream = stream_of(demuxer, number);
    return stream < 0 ? NULL : call_avcodec_get_name(parameters_of(demuxer->context->streams[stream])->id);
}

void *av_demuxer_parameters(const struct av_demuxer *demuxer, int number) {
    int stream = stream_of(demuxer, number);
    AVCodecParameters *copy = stream < 0 ? NULL : call_avcodec_parameters_alloc();
    if (copy && call_avcodec_parameters_copy(copy, parameters_of(demuxer->context->streams[stream])) < 0) call_avcodec_parameters_free(&copy);
    return copy;
}

uint8_t *av_parameters_configuration(void *parameters, int *count) {
    AVCodecParameters *own = parameters;
    *count = own->configuration ? own->configuration_size : 0;
    return own->configuration;
}

void av_parameters_free(void *parameters) {
    AVCodecParameters *own = parameters;
    if (own) call_avcodec_parameters_free(&own);
}

int av_demuxer_next(struct av_demuxer *demuxer, int number, struct av_demuxed *packet) {
    int stream = stream_of(demuxer, number);
    for (int tries = 0; stream >= 0 && tries < most_retries;) {
        call_av_packet_unref(demuxer->packet);
        int code = call_av_read_frame(demuxer->context, demuxer->packet);
        if (code == end_of_file) return 0;
        if (code == try_again) {
            tries++;
            continue;
        }
        if (code < 0) return code;
        if (demuxer->packet->stream != stream || demuxer->packet->size <= 0) continue;
        *packet = (struct av_demuxed){demuxer->packet->data, demuxer->packet->size, demuxer->packet->place, 0, 0, demuxer->packet->flags & discarded};
        size_t count = 0;
        const uint8_t *side = call_av_packet_get_side_data(demuxer->packet, skip_samples, &count);
        if (side && count >= 8) {
            packet->leading = side[0] | side[1] << 8 | side[2] << 16 | (uint32_t)side[3] << 24;
            packet->trailing = side[4] | side[5] << 8 | side[6] << 16 | (uint32_t)side[7] << 24;
        }
        return 1;
    }
    return 0;
}

const char *av_demuxer_text(const struct av_demuxer *demuxer, const char *key) {
    const AVDictionary *texts = *(const AVDictionary *const *)((const char *)demuxer->context + layout->texts);
    const AVDictionaryEntry *entry = texts ? call_av_dict_get(texts, key, NULL, 0) : NULL;
    for (unsigned index = 0; !entry && index < demuxer->context->stream_count; index++) {
        texts = *(const AVDictionary *const *)((const char *)demuxer->context->streams[index] + layout->stream_texts);
        entry = texts ? call_av_dict_get(texts, key, NULL, 0) : NULL;
    }
    return entry ? entry->value : NULL;
}

int64_t av_demuxer_place(const struct av_demuxer *demuxer) { return call_avio_seek(demuxer->bytes, 0, SEEK_CUR); }
