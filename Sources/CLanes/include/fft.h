#ifndef KKMIX_FFT_H
#define KKMIX_FFT_H

#include "lanes.h"

/// What a Fourier transform of 2 · count real samples works with.
///
/// The samples are taken for `count` complex numbers, in pairs. Steps of four, and a last one of two where count is no power of four, read one
/// half of the memory and write the other one (Stockham's algorithm). A step of runs of `stride` numbers (1, 4, 16 …) has the roots
/// e^(−2πi·p·stride/count) for p below count / (4 · stride).
typedef struct {
    /// A power of two, 2 or more.
    size_t count;
    /// Step after step the powers w, w² and w³ of its roots, in groups of as many roots as share eight lanes: 8 in the first step, 2 in the
    /// second one, 1 in the others; fewer where there are not so many. A group has six runs: the real parts of w, the imaginary ones, those of w², those of w³.
    const float *roots;
    /// e^(−πi·k/count) for k up to count / 2: the real parts, then the imaginary ones.
    const float *halves;
    /// lanes_fft_scratch(count) numbers, for one call at a time.
    float *scratch;
} lanes_fft;

/// Numbers between the real and the imaginary parts, so that what is read at once does not share the few places that a cache has for
/// addresses a power of two apart.
#define LANES_FFT_GAP 64

static inline size_t lanes_fft_scratch(size_t count) { return 4 * (count + LANES_FFT_GAP); }

/// The spectrum of 2 · count samples: count + 1 bins, unscaled; the first and the last imaginary part are 0.
///
/// Each number is made by one formula, whatever the lanes: every instruction set gives the same bits.
void lanes_fft_forward(lanes_isa isa, const lanes_fft *transform, const float *x, float *real, float *imaginary);

/// The samples of a spectrum, whose first and last imaginary part are taken for 0.
void lanes_fft_inverse(lanes_isa isa, const lanes_fft *transform, const float *real, const float *imaginary, float *x);

/// Raises each of the count + 1 `peaks` to the power that its bin has in the product of the samples and the window, where that is larger.
/// Samples that are infinite or no number count as 0.
void lanes_fft_peaks(lanes_isa isa, const lanes_fft *transform, const float *x, const float *window, float *peaks);

#endif
