#include "vocoder.h"
#include "isa.h"

#pragma STDC FP_CONTRACT OFF

// No lane of any loop but the sums at a peak depends on another one, so the compiler may take as many as it likes.

INLINE void window(const float *restrict x, const float *restrict by, float *restrict y, size_t count) {
    for (size_t i = 0; i < count; i++) y[i] = x[i] * by[i];
}

INLINE void overlap(const float *restrict x, const float *restrict by, float *restrict y, size_t count,
                    float *restrict weights, size_t weighed) {
    for (size_t i = 0; i < count; i++) y[i] += x[i] * by[i];
    for (size_t i = 0; i < weighed; i++) weights[i] += by[i] * by[i];
}

INLINE void add_powers(const float *restrict re, const float *restrict im, float *restrict power, size_t bins) {
    for (size_t k = 0; k < bins; k++) power[k] += re[k] * re[k] + im[k] * im[k];
}

// Flags first, all at once; then their places, without a branch.
INLINE size_t find_peaks(const float *restrict power, int32_t *restrict flags, size_t bins, int32_t *restrict peaks) {
    for (size_t k = 2; k + 2 < bins; k++) {
        flags[k] = (power[k] > power[k - 1]) & (power[k] > power[k - 2]) & (power[k] >= power[k + 1]) & (power[k] >= power[k + 2]);
    }
    size_t count = 0;
    for (size_t k = 2; k + 2 < bins; k++) {
        peaks[count] = (int32_t)k;
        count += (size_t)flags[k];
    }
    return count;
}

// A turn is a number of the size 1; 1 where nothing says which.
INLINE void make_turns(float *restrict re, float *restrict im, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const float size = __builtin_elementwise_sqrt(re[i] * re[i] + im[i] * im[i]);
        const int is_one = size > 1e-20f && size < 1e30f;
        re[i] = is_one ? re[i] / size : 1;
        im[i] = is_one ? im[i] / size : 0;
    }
}

INLINE void turn_bins(const float *restrict re, const float *restrict im, const float *restrict turn_re,
                      const float *restrict turn_im, float *restrict out_re, float *restrict out_im, size_t bins) {
    for (size_t k = 0; k < bins; k++) {
        out_re[k] = re[k] * turn_re[k] - im[k] * turn_im[k];
        out_im[k] = re[k] * turn_im[k] + im[k] * turn_re[k];
    }
}

INLINE void add_products(const float *restrict out_re, const float *restrict out_im, const float *restrict re,
                         const float *restrict im, float *restrict sum_re, float *restrict sum_im, size_t bins) {
    for (size_t k = 0; k < bins; k++) {
        sum_re[k] += out_re[k] * re[k] + out_im[k] * im[k];
        sum_im[k] += out_im[k] * re[k] - out_re[k] * im[k];
    }
}

// The turns of bins that go each by itself.
INLINE void free_turns(const lanes_vocoder *v, float *re, float *im) {
    for (size_t k = 0; k < v->bins; k++) re[k] = im[k] = 0;
    for (size_t c = 0; c < v->channels; c++) {
        const float *before = v->spectra + 6 * v->stride * c + 2 * v->stride, *out = before + 2 * v->stride;
        add_products(out, out + v->stride, before, before + v->stride, re, im, v->bins);
    }
    make_turns(re, im, v->bins);
}

// The turns of bins that go with their peaks.
INLINE void locked_turns(const lanes_vocoder *v, float *bin_re, float *bin_im) {
    const size_t bins = v->bins, stride = v->stride;
    float *power = v->room, *peak_re = power + 4 * stride, *peak_im = peak_re + stride;
    for (size_t k = 0; k < bins; k++) power[k] = 0;
    for (size_t c = 0; c < v->channels; c++) {
        const float *now = v->spectra + 6 * stride * c;
        add_powers(now, now + stride, power, bins);
    }
    const size_t count = find_peaks(power, (int32_t *)(power + stride), bins, v->peaks);
    for (size_t i = 0; i < count; i++) {
        float re = 0, im = 0;
        for (size_t c = 0; c < v->channels; c++) {
            const float *before = v->spectra + 6 * stride * c + 2 * stride, *out = before + 2 * stride;
            for (size_t k = (size_t)v->peaks[i] - 1; k < (size_t)v->peaks[i] + 2; k++) {
                re += out[k] * before[k] + out[stride + k] * before[stride + k];
                im += out[stride + k] * before[k] - out[k] * before[stride + k];
            }
        }
        peak_re[i] = re;
        peak_im[i] = im;
    }
    make_turns(peak_re, peak_im, count);
    size_t start = 0;
    for (size_t i = 0; i < count; i++) {
        size_t end = bins;
        if (i + 1 < count) {
            end = ((size_t)v->peaks[i] + (size_t)v->peaks[i + 1]) / 2 + 1;
        }
        for (size_t k = start; k < end; k++) {
            bin_re[k] = peak_re[i];
            bin_im[k] = peak_im[i];
        }
        start = end;
    }
    for (size_t k = start; k < bins; k++) {
        bin_re[k] = 1;
        bin_im[k] = 0;
    }
}

INLINE void turn(const lanes_vocoder *v) {
    const size_t bins = v->bins, stride = v->stride;
    float *bin_re = v->room + 2 * stride, *bin_im = bin_re + stride;
    if (v->locks) locked_turns(v, bin_re, bin_im);
    else free_turns(v, bin_re, bin_im);
    for (size_t c = 0; c < v->channels; c++) {
        float *now = v->spectra + 6 * stride * c, *out = now + 4 * stride;
        turn_bins(now, now + stride, bin_re, bin_im, out, out + stride, bins);
    }
}

#define FAMILY(ISA, TARGET) \
    TARGET static void ISA##_window(const float *x, const float *by, float *y, size_t count) { window(x, by, y, count); } \
    TARGET static void ISA##_overlap(const float *x, const float *by, float *y, size_t count, float *weights, size_t weighed) { \
        overlap(x, by, y, count, weights, weighed); \
    } \
    TARGET static void ISA##_turn(const lanes_vocoder *vocoder) { turn(vocoder); }

FAMILIES

void lanes_window(lanes_isa isa, const float *x, const float *by, float *y, size_t count) {
    CHOSEN(isa, window)(x, by, y, count);
}

void lanes_overlap(lanes_isa isa, const float *x, const float *by, float *y, size_t count, float *weights, size_t weighed) {
    CHOSEN(isa, overlap)(x, by, y, count, weights, weighed);
}

void lanes_vocoder_turn(lanes_isa isa, const lanes_vocoder *vocoder) { CHOSEN(isa, turn)(vocoder); }
