#ifndef KKMIX_DIFFERENCE_H
#define KKMIX_DIFFERENCE_H

#include "lanes.h"

/// How a run of samples differs from another one.
typedef struct {
    /// The bits of the largest magnitudes of x, y and scale · y − x. From 0x7f800000 on there is a sample that is infinite or no number.
    uint32_t peaks[3];
    /// The sums of the squares of x, y and scale · y − x; without meaning where a peak is not finite.
    double powers[3];
} lanes_likeness;

/// Compares `count` samples.
///
/// Powers are summed in eight lanes of Float32 over 256 samples, and these sums in Float64, lane 0 first; every instruction set gives the same bits.
void lanes_difference(lanes_isa isa, const float *x, const float *y, size_t count, float scale, lanes_likeness *likeness);

/// The sum of x[i] · y[i], summed in the same way.
double lanes_product(lanes_isa isa, const float *x, const float *y, size_t count);

#endif
