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

/// Weights of lanes_true_peaks: half of a symmetrical filter for the place in the middle of two samples, nearest sample first; then, for each
/// of the places 1/8, 2/8 and 3/8 of half a frame, the even and the odd part of its filter, and the even part for 4/8.
#define LANES_PEAK_HALF 48
#define LANES_PEAK_PART 4
#define LANES_PEAK_TABLE 6
#define LANES_PEAK_WEIGHTS (LANES_PEAK_HALF + 7 * LANES_PEAK_PART + 4 * LANES_PEAK_TABLE)
/// Samples before x and behind the last frame, rounded up to a multiple of 8, that lanes_true_peaks reads.
#define LANES_PEAK_REACH 64

/// The largest magnitude of a channel between each sample (with it) and the next one (without it), at 16 places a frame
/// and as the two further filters read it.
///
/// x: samples; those from x - LANES_PEAK_REACH on and LANES_PEAK_REACH behind the last one, `count` rounded up to a multiple of 8, can be read.
/// quiet: where no sample that the filters reach is larger, nothing is done. Not negative.
/// calm: where neither the samples nor the middles around eight frames are larger, only these are read. Not negative.
/// peaks: peaks[i] becomes the larger of itself and what is found; room for `count` rounded up to a multiple of 8. What is no number is passed over.
///
/// Eight frames are worked on side by side, each in its own lane and in one order, so neither the instruction set nor the place in a
/// call changes a bit.
void lanes_true_peaks(lanes_isa isa, const float weights[LANES_PEAK_WEIGHTS], const float *x, size_t count, float quiet, float calm,
                      float *peaks);

#endif
