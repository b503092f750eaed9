#ifndef KKMIX_LIBRARIES_H
#define KKMIX_LIBRARIES_H

// libsndfile, libmpg123, libFLAC, libvorbis, libopus, libwavpack, libsamplerate and the libraries behind hashes, manifests and pictures, loaded when the first of their functions is wanted. With
// the codecs behind them they are a dozen libraries, and loading those takes as long as mixing two short WAVs, which need none. This target defines the functions that kkmix calls, under their own names,
// and each goes on to the library; callers include the libraries' headers as ever.
//
// Ask before the first call: NULL when the library is there, else the loader's words. Any thread may ask, at any time; the answer stays the same.
// A function that is called without its library ends the process.
const char *sndfile_trouble(void);
const char *mpg123_trouble(void);
const char *flac_trouble(void);
const char *vorbis_trouble(void);
const char *opus_trouble(void);
const char *wavpack_trouble(void);
const char *samplerate_trouble(void);
const char *crypto_trouble(void);
const char *yaml_trouble(void);
const char *zlib_trouble(void);

// What libopus has only in a function whose parameters vary: the output gain, in 256ths of a decibel, and the way back to the start. Its codes.
struct OpusMSDecoder;
int opus_set_gain(struct OpusMSDecoder *decoder, int gain);
int opus_forget(struct OpusMSDecoder *decoder);

#endif
