#ifndef KKMIX_METER_H
#define KKMIX_METER_H

#include "lanes.h"

/// What some samples of a channel are like. Samples that are not finite count as zero, but for their number.
///
/// Lane l of the sums holds the samples whose place is l modulo 8, summed in rising order: start them at zero.
typedef struct {
    double sum[8];
    double square[8];
    /// The largest magnitude.
    float peak;
    /// Samples whose magnitude is the limit or more.
    uint32_t full;
    /// Samples that are NaN or infinite.
    uint32_t wild;
} lanes_levels_state;

/// Adds `count` samples (at most 2^24), of which the first has the place `place`. No cut and no instruction set changes a bit.
void lanes_levels(lanes_isa isa, const float *x, size_t count, size_t place, float limit, lanes_levels_state *state);

/// Between what some samples of a channel lie. Samples that are not finite are left out.
typedef struct {
    /// As in lanes_levels_state.
    double square[8];
    /// The lowest and the highest sample: start them at +infinity and −infinity.
    float lowest;
    float highest;
    /// Samples that are NaN or infinite.
    uint32_t wild;
} lanes_range_state;

/// Adds `count` samples (at most 2^24), of which the first has the place `place`. No cut and no instruction set changes a bit.
void lanes_range(lanes_isa isa, const float *x, size_t count, size_t place, lanes_range_state *state);

/// Adds the squares of `count` samples to eight sums, in the same way.
void lanes_squares(lanes_isa isa, const float *x, size_t count, size_t place, double sums[8]);

/// Whether one of `count` samples is NaN or infinite.
int lanes_has_wild(lanes_isa isa, const float *x, size_t count);

#endif
