#include "libraries.h"

#ifdef __linux__
#include "../load.h"
#include <vorbis/codec.h>

#define FUNCTIONS(F) \
    F(void, vorbis_info_init, (vorbis_info *info), (info)) \
    F(void, vorbis_info_clear, (vorbis_info *info), (info)) \
    F(int, vorbis_info_blocksize, (vorbis_info *info, int which), (info, which)) \
    F(long, vorbis_packet_blocksize, (vorbis_info *info, ogg_packet *packet), (info, packet)) \
    F(void, vorbis_comment_init, (vorbis_comment *comment), (comment)) \
    F(void, vorbis_comment_clear, (vorbis_comment *comment), (comment)) \
    F(int, vorbis_synthesis_headerin, (vorbis_info *info, vorbis_comment *comment, ogg_packet *packet), (info, comment, packet)) \
    F(int, vorbis_synthesis_init, (vorbis_dsp_state *state, vorbis_info *info), (state, info)) \
    F(int, vorbis_synthesis_restart, (vorbis_dsp_state *state), (state)) \
    F(void, vorbis_dsp_clear, (vorbis_dsp_state *state), (state)) \
    F(int, vorbis_block_init, (vorbis_dsp_state *state, vorbis_block *block), (state, block)) \
    F(int, vorbis_block_clear, (vorbis_block *block), (block)) \
    F(int, vorbis_synthesis, (vorbis_block *block, ogg_packet *packet), (block, packet)) \
    F(int, vorbis_synthesis_blockin, (vorbis_dsp_state *state, vorbis_block *block), (state, block)) \
    F(int, vorbis_synthesis_pcmout, (vorbis_dsp_state *state, float ***samples), (state, samples)) \
    F(int, vorbis_synthesis_read, (vorbis_dsp_state *state, int count), (state, count)) \
    F(int, vorbis_analysis_init, (vorbis_dsp_state *state, vorbis_info *info), (state, info)) \
    F(int, vorbis_analysis_headerout, \
      (vorbis_dsp_state *state, vorbis_comment *comment, ogg_packet *head, ogg_packet *words, ogg_packet *setup), \
      (state, comment, head, words, setup)) \
    F(float **, vorbis_analysis_buffer, (vorbis_dsp_state *state, int count), (state, count)) \
    F(int, vorbis_analysis_wrote, (vorbis_dsp_state *state, int count), (state, count)) \
    F(int, vorbis_analysis_blockout, (vorbis_dsp_state *state, vorbis_block *block), (state, block)) \
    F(int, vorbis_analysis, (vorbis_block *block, ogg_packet *packet), (block, packet)) \
    F(int, vorbis_bitrate_addblock, (vorbis_block *block), (block)) \
    F(int, vorbis_bitrate_flushpacket, (vorbis_dsp_state *state, ogg_packet *packet), (state, packet))

LIBRARY("libvorbis.so.0")

STATE(vorbis, "vorbis_version_string")
#else
struct library_state vorbis_library(void) { return (struct library_state){0}; }  // The linker has seen to it.
#endif
