#ifndef KKMIX_QUANTIZE_H
#define KKMIX_QUANTIZE_H

#include "lanes.h"

/// Codes of an integer format: a sample times `scale`, limited to lowest … highest, rounded to the nearest (ties to even), and shifted to
/// the left.
typedef struct {
    double scale, lowest, highest;
    int32_t shift;
} lanes_codes;

/// Triangular noise of one step to either side: of each frame a hash of its number (KKMath, `CounterHash`).
typedef struct {
    /// The two halves of the hash's key, and the lower half of the first frame's number.
    uint32_t first, second, counter;
    /// All ones for a frame that holds sound, 0 for a silent one, whose code is 0.
    const int32_t *active;
} lanes_noise;

/// The codes of `count` samples, by arithmetic in Float32 (magnitudes of codes below 2²²) or in Float64 (up to 2³¹). `noise` may be NULL.
///
/// Returns whether a sample lies outside the codes, or is NaN, before the noise. Each number is made by one formula, whatever the lanes.
int lanes_quantize_float(lanes_isa isa, const lanes_codes *codes, const lanes_noise *noise, const float *x, size_t count, int32_t *y);
int lanes_quantize_mixed(lanes_isa isa, const lanes_codes *codes, const lanes_noise *noise, const float *x, size_t count, int32_t *y);
int lanes_quantize_double(lanes_isa isa, const lanes_codes *codes, const lanes_noise *noise, const double *x, size_t count, int32_t *y);

#endif
