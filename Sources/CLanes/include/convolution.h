#ifndef KKMIX_CONVOLUTION_H
#define KKMIX_CONVOLUTION_H

#include "lanes.h"

/// Two rows of `count` spectra, each of `stride` real parts and as many imaginary ones behind them; `stride` is a multiple of 8.
typedef struct {
    size_t count, stride;
    /// Those of a filter's parts, the first one first, and of a sound's blocks, in a ring.
    const float *parts, *blocks;
    /// Not 0 for spectra that are nothing but zeros, and need not be looked at.
    const uint8_t *emptyParts, *emptyBlocks;
    /// Where the ring has the block for the first part; the one before it is for the second.
    size_t newest;
} lanes_partitions;

/// Adds to a spectrum the products of each part and its block, in the order of the parts. Returns whether there was any.
///
/// Each number is made by one formula, whatever the lanes.
int lanes_convolve(lanes_isa isa, const lanes_partitions *partitions, float *sum);

/// Takes samples in, and puts in their place through · late + wet · heard. What is not finite, and what is below 10⁻³⁰, is taken in as zero.
void lanes_exchange(lanes_isa isa, float *samples, float *taken, const float *late, const float *heard, float through, float wet, size_t count);

#endif
