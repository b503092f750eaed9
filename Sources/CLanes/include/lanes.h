#ifndef KKMIX_LANES_H
#define KKMIX_LANES_H

#include <stddef.h>
#include <stdint.h>

/// The inner loops that have to use what the processor has. Every instruction set gives the same bits: eight lanes, one order of
/// summation, no fused multiplication.
typedef enum {
    /// What every processor of the architecture has: SSE2, NEON.
    LANES_BASELINE = 0,
    /// AVX2, on x86-64 alone.
    LANES_AVX2 = 1,
} lanes_isa;

/// The best set that this processor has.
lanes_isa lanes_best_isa(void);

/// Streams that one call takes at most.
#define LANES_STREAMS 4

/// Weighted sums for the phases `from ..< to` of a period, of 1 to LANES_STREAMS streams at once.
///
/// rows: `taps` weights for each phase of the period, 32-byte aligned; `taps` is a multiple of 8.
/// reaches: for each pair of phases, the first sample that both of its rows weigh, counted from x.
/// x: for each stream, its samples as they lie at the start of the period, 32-bit aligned; all that the rows weigh can be read.
/// y: for each stream, where the sum of phase `from` goes; the others follow.
///
/// y[p − from] is the sum of rows[p][k] · x[reaches[p / 2] + k] over k: lane j sums the k with k mod 8 = j in rising order, then
/// lane j is added to lane j + 4, of the four results the third to the first and the fourth to the second, and these two to one another.
void lanes_fir_float(lanes_isa isa, const float *rows, const int32_t *reaches, size_t taps, size_t from, size_t to,
                     const float *const *x, float *const *y, size_t streams);

/// The same with weights, products and sums in Float64, rounded to Float32 once.
void lanes_fir_double(lanes_isa isa, const double *rows, const int32_t *reaches, size_t taps, size_t from, size_t to,
                      const float *const *x, float *const *y, size_t streams);

/// One row between four others that lie one after the other: row[k] is the sum of share[i] · rows[i][k], summed ((0 + 1) + 2) + 3.
void lanes_blend_float(lanes_isa isa, const float *rows, size_t taps, const float share[4], float *row);
void lanes_blend_double(lanes_isa isa, const double *rows, size_t taps, const double share[4], double *row);

/// Stereo frames of 24-bit little-endian integers to two runs of Float32, a code divided by 2^23.
///
/// Returns how many frames are done, from the first one on: those that there are instructions for, which in the baseline is none. Never
/// reads beyond `6 * frames` bytes.
size_t lanes_unpack_stereo24(lanes_isa isa, const uint8_t *bytes, size_t frames, float *left, float *right);

#endif
