#include "lanes.h"
#include "isa.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

typedef float float8 __attribute__((vector_size(32)));
typedef float float8_anywhere __attribute__((vector_size(32), aligned(4)));
typedef int32_t int8_lanes __attribute__((vector_size(32)));

// Frames that are worked on in one go: the half-frame samples of that many fit the nearest cache.
#define BLOCK 256
// Half-frame samples worked out before and behind a block; the second filter reaches two.
#define MARGIN 8

// Vectors go by address: by value, their place would depend on the instruction set.
INLINE void raise(float8 *largest, const float8 *value) {
    const float8 magnitude = (float8)((int8_lanes)*value & 0x7fffffff);
    const int8_lanes above = magnitude > *largest;
    *largest = (float8)((above & (int8_lanes)magnitude) | (~above & (int8_lanes)*largest));
}

// Raises by e + o and by e − o: the larger of their magnitudes is |e| + |o|, to the bit.
INLINE void raise_both(float8 *largest, const float8 *e, const float8 *o) {
    const float8 sum = (float8)((int8_lanes)*e & 0x7fffffff) + (float8)((int8_lanes)*o & 0x7fffffff);
    raise(largest, &sum);
}

INLINE void load(float8 *lanes, const float *x) { *lanes = *(const float8_anywhere *)x; }

// The samples in the middle between x[i] and x[i + 1], G times eight of them: a sum waits for itself at every step, so several go side by side.
INLINE void middles(const int G, const float *weights, const float *x, float *y) {
    float8 sum[4] = {{0}};
    for (int k = 0; k < LANES_PEAK_HALF; k++) {
        _Pragma("clang loop unroll(full)") for (int g = 0; g < G; g++) {
            float8 before, behind;
            load(&before, x + 8 * g - k);
            load(&behind, x + 8 * g + 1 + k);
            sum[g] = sum[g] + weights[k] * (before + behind);
        }
    }
    for (int g = 0; g < G; g++) *(float8_anywhere *)(y + 8 * g) = sum[g];
}

// Seven places between two neighbours of the doubled rate. A place and its mirror image share the even and the odd part of their filter.
INLINE void places(const float *weights, const float8 *left, const float8 *right, float8 *largest) {
    float8 even[LANES_PEAK_PART], odd[LANES_PEAK_PART];
    for (int k = 0; k < LANES_PEAK_PART; k++) {
        even[k] = left[k] + right[k];
        odd[k] = left[k] - right[k];
    }
    for (int j = 0; j < 3; j++) {
        const float *const w = weights + 2 * LANES_PEAK_PART * j;
        float8 e = w[0] * even[0], o = w[LANES_PEAK_PART] * odd[0];
        for (int k = 1; k < LANES_PEAK_PART; k++) {
            e = e + w[k] * even[k];
            o = o + w[LANES_PEAK_PART + k] * odd[k];
        }
        raise_both(largest, &e, &o);
    }
    const float *const w = weights + 6 * LANES_PEAK_PART;
    float8 e = w[0] * even[0];
    for (int k = 1; k < LANES_PEAK_PART; k++) e = e + w[k] * even[k];
    raise(largest, &e);
}

// The two filters that weigh the samples around the middle of x[i] and x[i + 1] as they are, and their mirror images.
INLINE void table(const float *weights, const float *x, float8 *largest) {
    float8 even[LANES_PEAK_TABLE], odd[LANES_PEAK_TABLE];
    for (int k = 0; k < LANES_PEAK_TABLE; k++) {
        float8 before, behind;
        load(&before, x - k);
        load(&behind, x + 1 + k);
        even[k] = before + behind;
        odd[k] = before - behind;
    }
    for (int j = 0; j < 2; j++) {
        const float *const w = weights + 2 * LANES_PEAK_TABLE * j;
        float8 e = w[0] * even[0], o = w[LANES_PEAK_TABLE] * odd[0];
        for (int k = 1; k < LANES_PEAK_TABLE; k++) {
            e = e + w[k] * even[k];
            o = o + w[LANES_PEAK_TABLE + k] * odd[k];
        }
        raise_both(largest, &e, &o);
    }
}

INLINE int is_quiet(const float *x, size_t count, float quiet) {
    float8 largest = {0};
    for (size_t i = 0; i < count; i += 8) {
        float8 value;
        load(&value, x + i);
        raise(&largest, &value);
    }
    for (int k = 0; k < 8; k++)
        if (largest[k] > quiet) return 0;
    return 1;
}

// The larger of what are magnitudes, or no numbers, which are larger than all of them.
INLINE void larger(int8_lanes *a, const int8_lanes *b) {
    const int8_lanes above = *b > *a;
    *a = (above & *b) | (~above & *a);
}

// Whether eight frames, the eight before them and the eight behind them are no larger.
INLINE int is_calm(const int8_lanes *m, int32_t calm) {
    int8_lanes most = m[-1];
    larger(&most, &m[0]);
    larger(&most, &m[1]);
    return __builtin_reduce_or(most > calm) == 0;
}

INLINE void block(const float *weights, const float *x, size_t count, float quiet, float calm, float *peaks) {
    if (is_quiet(x - LANES_PEAK_REACH, count + 2 * LANES_PEAK_REACH, quiet)) return;
    float memory[BLOCK + 2 * MARGIN];
    int8_lanes around[BLOCK / 8 + 2];
    float *const y = memory + MARGIN;
    int32_t limit;
    memcpy(&limit, &calm, sizeof limit);
    const ptrdiff_t end = (ptrdiff_t)count + MARGIN;
    ptrdiff_t begun = -MARGIN;
    for (; begun + 32 <= end; begun += 32) middles(4, weights, x + begun, y + begun);
    for (; begun < end; begun += 8) middles(1, weights, x + begun, y + begun);
    for (ptrdiff_t i = -MARGIN; i < end; i += 8) {
        float8 sample, middle;
        load(&sample, x + i);
        load(&middle, y + i);
        int8_lanes *const m = around + 1 + i / 8;
        const int8_lanes other = (int8_lanes)middle & 0x7fffffff;
        *m = (int8_lanes)sample & 0x7fffffff;
        larger(m, &other);
    }
    for (size_t i = 0; i < count; i += 8) {
        float8 X[4], Y[5], largest;
        if (is_calm(around + 1 + i / 8, limit)) {
            load(&X[1], x + i);
            load(&Y[2], y + i);
            load(&largest, peaks + i);
            raise(&largest, &X[1]);
            raise(&largest, &Y[2]);
            *(float8_anywhere *)(peaks + i) = largest;
            continue;
        }
        for (int k = 0; k < 4; k++) load(&X[k], x + i + k - 1);
        for (int k = 0; k < 5; k++) load(&Y[k], y + i + k - 2);
        load(&largest, peaks + i);
        raise(&largest, &X[1]);
        raise(&largest, &Y[2]);
        const float8 first[2][4] = {{X[1], Y[1], X[0], Y[0]}, {Y[2], X[2], Y[3], X[3]}};
        places(weights + LANES_PEAK_HALF, first[0], first[1], &largest);
        const float8 second[2][4] = {{Y[2], X[1], Y[1], X[0]}, {X[2], Y[3], X[3], Y[4]}};
        places(weights + LANES_PEAK_HALF, second[0], second[1], &largest);
        table(weights + LANES_PEAK_HALF + 7 * LANES_PEAK_PART, x + i, &largest);
        *(float8_anywhere *)(peaks + i) = largest;
    }
}

#define FAMILY(ISA, TARGET)                                                                                              \
    TARGET static void ISA##_true_peaks(const float *weights, const float *x, size_t count, float quiet, float calm, float *peaks) { \
        for (size_t at = 0; at < count; at += BLOCK) {                                                                   \
            const size_t rest = (count - at + 7) & ~(size_t)7;                                                           \
            block(weights, x + at, rest < BLOCK ? rest : BLOCK, quiet, calm, peaks + at);                                \
        }                                                                                                                \
    }

FAMILIES

void lanes_true_peaks(lanes_isa isa, const float weights[LANES_PEAK_WEIGHTS], const float *x, size_t count, float quiet, float calm, float *peaks) {
    CHOSEN(isa, true_peaks)(weights, x, count, quiet, calm, peaks);
}
