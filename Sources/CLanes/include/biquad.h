#ifndef KKMIX_BIQUAD_H
#define KKMIX_BIQUAD_H

#include "lanes.h"

/// Channels that one call takes at most: 1, 2 or 4.
#define LANES_BIQUAD_CHANNELS 4
/// Frames that one call takes at most.
#define LANES_BIQUAD_FRAMES 256

/// Second-order sections, one after the other, over 1, 2 or 4 channels.
///
/// A section turns its input x into y[n] = (((b1 x[n−1] + b2 x[n−2]) − a2 y[n−2]) + b0 x[n]) − a1 y[n−1], in Float64, and rounds nothing in between;
/// samples become Float32 behind the last section. Every instruction set, every order of the work and every cut gives the same bits.
///
/// coefficients: b0 b1 b2 a1 a2 of each section that `order` may name.
/// order: the `count` sections to run, by index.
/// state: for each section x[n−1], x[n−2], y[n−1], y[n−2], each of them for all `channels`.
/// x, y: for each channel `frames` samples; y may be x.
void lanes_biquad(lanes_isa isa, const double *coefficients, const uint32_t *order, size_t count, double *state, size_t channels,
                  const float *const *x, float *const *y, size_t frames);

#endif
