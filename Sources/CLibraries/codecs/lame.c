#include "libraries.h"
#include "../load.h"

// Its header is not asked for, as few have it: these are the functions of lame.h that are called, and its structure is never looked into.
#define FUNCTIONS(F) \
    F(struct lame_global_struct *, lame_init, (void), ()) \
    F(int, lame_close, (struct lame_global_struct *lame), (lame)) \
    F(int, lame_set_num_channels, (struct lame_global_struct *lame, int value), (lame, value)) \
    F(int, lame_set_in_samplerate, (struct lame_global_struct *lame, int value), (lame, value)) \
    F(int, lame_set_out_samplerate, (struct lame_global_struct *lame, int value), (lame, value)) \
    F(int, lame_set_bWriteVbrTag, (struct lame_global_struct *lame, int value), (lame, value)) \
    F(int, lame_set_VBR, (struct lame_global_struct *lame, int value), (lame, value)) \
    F(int, lame_set_VBR_q, (struct lame_global_struct *lame, int value), (lame, value)) \
    F(int, lame_set_brate, (struct lame_global_struct *lame, int value), (lame, value)) \
    F(int, lame_set_VBR_mean_bitrate_kbps, (struct lame_global_struct *lame, int value), (lame, value)) \
    F(int, lame_init_params, (struct lame_global_struct *lame), (lame)) \
    F(int, lame_get_encoder_delay, (const struct lame_global_struct *lame), (lame)) \
    F(int, lame_encode_buffer_ieee_float, \
      (struct lame_global_struct *lame, const float *left, const float *right, int count, unsigned char *bytes, int room), \
      (lame, left, right, count, bytes, room)) \
    F(int, lame_encode_flush, (struct lame_global_struct *lame, unsigned char *bytes, int room), (lame, bytes, room))

#ifdef __linux__
LIBRARY("libmp3lame.so.0")
#else
LIBRARY("libmp3lame.0.dylib")
#endif

STATE(lame, "get_lame_version")
