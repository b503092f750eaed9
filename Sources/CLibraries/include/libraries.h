#ifndef KKMIX_LIBRARIES_H
#define KKMIX_LIBRARIES_H

#include <stddef.h>
#include <stdint.h>

// libsndfile, libmpg123, libFLAC, libvorbis, libvorbisenc, libopus, libmp3lame, libwavpack, libsamplerate, libmysofa, libavcodec and the libraries behind hashes, manifests and pictures, loaded when the first of their functions is wanted. With
// the codecs behind them they are a dozen libraries, and loading those takes as long as mixing two short WAVs, which need none. This target defines the functions that kkmix calls, under their own names,
// and each goes on to the library; callers include the libraries' headers as ever.
//
// Ask before the first call. Any thread may ask, at any time; the answer stays the same. A function that is called without its library ends the process.
struct library_state {
    const char *file;       // The name by which it is loaded; NULL where the linker has seen to it.
    const char *trouble;    // NULL when the library is there, else the loader's words.
    const char *path;       // The file that was loaded.
    const char *(*version)(void);   // What the library says of itself; NULL where it says nothing.
};
struct library_state sndfile_library(void);
struct library_state mpg123_library(void);
struct library_state flac_library(void);
struct library_state vorbis_library(void);
struct library_state vorbisenc_library(void);
struct library_state lame_library(void);
struct library_state opus_library(void);
struct library_state wavpack_library(void);
struct library_state samplerate_library(void);
struct library_state crypto_library(void);
struct library_state yaml_library(void);
struct library_state zlib_library(void);
struct library_state avcodec_library(void);
struct library_state avformat_library(void);
struct library_state curl_library(void);
struct library_state mysofa_library(void);
struct library_state lilv_library(void);

// What libopus has only in a function whose parameters vary: the output gain, in 256ths of a decibel, the way back to the start, and an encoder's settings. Its codes.
struct OpusMSDecoder;
int opus_set_gain(struct OpusMSDecoder *decoder, int gain);
int opus_forget(struct OpusMSDecoder *decoder);
struct OpusMSEncoder;
int opus_set_bit_rate(struct OpusMSEncoder *encoder, int rate);
int opus_set_variable(struct OpusMSEncoder *encoder, int is_variable, int is_constrained);
int opus_set_complexity(struct OpusMSEncoder *encoder, int complexity);
int opus_get_lookahead(struct OpusMSEncoder *encoder, int *frames);

// A SOFA file as libmysofa reads it: the first members of its `MYSOFA_HRTF`. Measurements are M, of R ears with N samples.
struct sofa_array {
    float *values;
    unsigned int count;
    const void *attributes;
};
struct sofa_file {
    unsigned int I, C, R, E, N, M;
    struct sofa_array listener, receivers, sources, emitters, up, view, responses, sample_rate, delays;
};
// NULL: `code` says why, as errno does below 10000. The check is 0 for head-related responses in a free field.
struct sofa_file *mysofa_load(const char *path, int *code);
int mysofa_check(struct sofa_file *file);
void mysofa_tospherical(struct sofa_file *file);
void mysofa_free(struct sofa_file *file);

// libmp3lame's, under the names of lame.h; a mode of VBR of 0 is a constant bit rate, 3 an average one, and 4 LAME's newer VBR.
struct lame_global_struct;
struct lame_global_struct *lame_init(void);
int lame_close(struct lame_global_struct *lame);
int lame_set_num_channels(struct lame_global_struct *lame, int value);
int lame_set_in_samplerate(struct lame_global_struct *lame, int value);
int lame_set_out_samplerate(struct lame_global_struct *lame, int value);
int lame_set_bWriteVbrTag(struct lame_global_struct *lame, int value);
int lame_set_VBR(struct lame_global_struct *lame, int value);
int lame_set_VBR_q(struct lame_global_struct *lame, int value);
int lame_set_brate(struct lame_global_struct *lame, int value);
int lame_set_VBR_mean_bitrate_kbps(struct lame_global_struct *lame, int value);
int lame_init_params(struct lame_global_struct *lame);
int lame_get_encoder_delay(const struct lame_global_struct *lame);
int lame_encode_buffer_ieee_float(struct lame_global_struct *lame, const float *left, const float *right, int count, unsigned char *bytes, int room);
int lame_encode_flush(struct lame_global_struct *lame, unsigned char *bytes, int room);

// A decoder of libavcodec, by the name that it has there, with the bytes that configure it, or none. NULL: `code` says why, and is 0 where the library was built
// without that decoder. A packet is sent, and what comes of it is received until 0 comes. Codes below 0 are errors.
struct av_decoder;
struct av_decoder *av_decoder_new(const char *name, int is_checked, const uint8_t *configuration, int count, int *code);
// Likewise, of a stream that libavformat describes: its `AVCodecParameters`.
struct av_decoder *av_decoder_of(const char *name, int is_checked, const void *parameters, int *code);
void av_decoder_free(struct av_decoder *decoder);
// NULL is the end: what the decoder has kept comes out.
int av_decoder_send(struct av_decoder *decoder, const uint8_t *bytes, int count);
struct av_sound {
    const uint8_t *const *planes;   // Up to the next call.
    int frame_count;
    int format;                     // AVSampleFormat: 3 is Float32, interleaved, 8 the same in a plane for each channel.
    int64_t sample_rate;
    int channel_count;
    uint64_t channel_mask;          // As in WAVE; 0: the channels have no names.
    int bit_depth;                  // Of whole numbers.
};
int av_decoder_receive(struct av_decoder *decoder, struct av_sound *sound);
void av_decoder_words(int code, char *words, int room);

// The major version of the libavcodec that decodes, which has been told the processor by then; 0: it cannot be loaded.
int av_decoder_version(void);

// A file, taken apart by libavformat's demuxer of that name and no other. Its bytes come from `read`, which gets `object`, a place and the room there, and says how
// many it gave: 0 at the end, less of a failure. NULL: `code` says why; 0: the library has no such demuxer, or none of its structures is known here.
struct av_demuxer;
struct av_input {
    void *object;
    int (*read)(void *object, int64_t place, uint8_t *bytes, int count);
    int64_t size;
};
struct av_demuxer *av_demuxer_new(const char *name, const char *decoders, struct av_input input, int *code);
void av_demuxer_free(struct av_demuxer *demuxer);
// The codec of an audio stream, counted from 0; NULL behind the last one.
const char *av_demuxer_codec(const struct av_demuxer *demuxer, int number);
// A copy of what that stream says of itself (`AVCodecParameters`), for `av_decoder_of`.
void *av_demuxer_parameters(const struct av_demuxer *demuxer, int number);
void av_parameters_free(void *parameters);
// The bytes in them that a decoder is configured by, which may be changed.
uint8_t *av_parameters_configuration(void *parameters, int *count);
// The next packet of that stream: 1; 0 at the end; a code below 0.
struct av_demuxed {
    const uint8_t *bytes;           // Up to the next call.
    int count;
    int64_t place;                  // In the file; less than 0 where nobody knows.
    uint32_t leading, trailing;     // Frames that are no sound.
    int is_discarded;               // All of it is none: what it gives is not heard.
};
int av_demuxer_next(struct av_demuxer *demuxer, int number, struct av_demuxed *packet);
// The file's word for a key, in small letters; NULL: none.
const char *av_demuxer_text(const struct av_demuxer *demuxer, const char *key);
// Where the demuxer is in the file.
int64_t av_demuxer_place(const struct av_demuxer *demuxer);

// An encoder of libavcodec for channels that it has a name for, in the order of WAVE, likewise; `coder` is the name of AAC's way of coding, NULL of others. Samples are sent a block at a time, channel behind channel; NULL is their end.
// Packets are received until 0 comes; the bytes are valid up to the next call. The configuration is what a container has for the decoder: its bytes, 0 for none.
struct av_encoder;
struct av_encoder *av_encoder_new(const char *name, const char *layout, int sample_rate, int64_t bit_rate, const char *coder, int *code);
int av_encoder_set_bit_rate(struct av_encoder *encoder, int64_t bit_rate);
void av_encoder_free(struct av_encoder *encoder);
int av_encoder_send(struct av_encoder *encoder, const float *samples, int channel_count, int frame_count);
int av_encoder_receive(struct av_encoder *encoder, const uint8_t **bytes);
int av_encoder_configuration(struct av_encoder *encoder, uint8_t *bytes, int room);

// An address of HTTP or HTTPS, fetched through libcurl on the calling thread: each line of the answer's headers goes to `header`, the bytes to `body`, which end
// the transfer by taking fewer than they are given. Both get `context` last. A transfer begins at byte `from`, with `condition`, a line of the request or NULL. It ends
// when nothing has come for `seconds`. The code is libcurl's, 0 for success; `words` says what it means.
struct curl_request {
    const char *address, *condition;
    int64_t from;
    int most_redirects, seconds;
    size_t (*header)(char *bytes, size_t size, size_t count, void *context), (*body)(char *bytes, size_t size, size_t count, void *context);
    void *context;
};
int curl_fetch(const struct curl_request *request, char *words, size_t room);

#endif
