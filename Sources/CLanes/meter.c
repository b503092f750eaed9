#include "meter.h"
#include "isa.h"

#pragma STDC FP_CONTRACT OFF

typedef float float8 __attribute__((vector_size(32)));
typedef float float8_anywhere __attribute__((vector_size(32), aligned(4)));
typedef int32_t int8_lanes __attribute__((vector_size(32)));
typedef float float4 __attribute__((vector_size(16)));
typedef double double4 __attribute__((vector_size(32)));
typedef double double4_anywhere __attribute__((vector_size(32), aligned(8)));

// The bits of the least infinity; those of every NaN are more, the sign apart.
#define INFINITE 0x7f800000
#define SIGN (-0x7fffffff - 1)

INLINE void load(const float *x, float8 *lanes) { *lanes = *(const float8_anywhere *)x; }

INLINE void halves(const float8 *x, double4 *low, double4 *high) {
    *low = __builtin_convertvector(__builtin_shufflevector(*x, *x, 0, 1, 2, 3), double4);
    *high = __builtin_convertvector(__builtin_shufflevector(*x, *x, 4, 5, 6, 7), double4);
}

INLINE void level(float x, float limit, size_t lane, lanes_levels_state *s) {
    const float magnitude = __builtin_fabsf(x);
    if (!(magnitude < __builtin_inff())) {
        s->wild++;
        return;
    }
    s->sum[lane] += (double)x;
    s->square[lane] += (double)x * (double)x;
    if (magnitude > s->peak) s->peak = magnitude;
    s->full += magnitude >= limit;
}

INLINE void levels(const float *x, size_t count, size_t place, float limit, lanes_levels_state *s) {
    size_t i = 0;
    for (; i < count && (place + i) % 8; i++) level(x[i], limit, (place + i) % 8, s);
    double4 sum[2], square[2];
    for (int h = 0; h < 2; h++) {
        sum[h] = *(double4_anywhere *)(s->sum + 4 * h);
        square[h] = *(double4_anywhere *)(s->square + 4 * h);
    }
    float8 peak = {0};
    int8_lanes full = {0}, wild = {0};
    for (; i + 8 <= count; i += 8) {
        float8 value;
        load(x + i, &value);
        const int8_lanes bits = (int8_lanes)value & 0x7fffffff;
        const int8_lanes tame = bits < INFINITE;
        value = (float8)((int8_lanes)value & tame);
        const float8 magnitude = (float8)(bits & tame);
        const int8_lanes above = magnitude > peak;
        peak = (float8)((above & (int8_lanes)magnitude) | (~above & (int8_lanes)peak));
        full -= magnitude >= limit;
        wild -= ~tame;
        double4 low, high;
        halves(&value, &low, &high);
        sum[0] = sum[0] + low;
        sum[1] = sum[1] + high;
        square[0] = square[0] + low * low;
        square[1] = square[1] + high * high;
    }
    for (int h = 0; h < 2; h++) {
        *(double4_anywhere *)(s->sum + 4 * h) = sum[h];
        *(double4_anywhere *)(s->square + 4 * h) = square[h];
    }
    for (int k = 0; k < 8; k++) {
        if (peak[k] > s->peak) s->peak = peak[k];
        s->full += (uint32_t)full[k];
        s->wild += (uint32_t)wild[k];
    }
    for (; i < count; i++) level(x[i], limit, (place + i) % 8, s);
}

INLINE void reach(float x, size_t lane, lanes_range_state *s) {
    if (!(__builtin_fabsf(x) < __builtin_inff())) {
        s->wild++;
        return;
    }
    s->square[lane] += (double)x * (double)x;
    if (x < s->lowest) s->lowest = x;
    if (x > s->highest) s->highest = x;
}

INLINE void range(const float *x, size_t count, size_t place, lanes_range_state *s) {
    size_t i = 0;
    for (; i < count && (place + i) % 8; i++) reach(x[i], (place + i) % 8, s);
    double4 first = *(double4_anywhere *)s->square, second = *(double4_anywhere *)(s->square + 4);
    const float l = s->lowest, h = s->highest;
    float8 lowest = {l, l, l, l, l, l, l, l}, highest = {h, h, h, h, h, h, h, h};
    int8_lanes wild = {0};
    for (; i + 8 <= count; i += 8) {
        float8 value;
        load(x + i, &value);
        const int8_lanes tame = ((int8_lanes)value & 0x7fffffff) < INFINITE;
        wild -= ~tame;
        value = (float8)((int8_lanes)value & tame);
        // In the place of what is wild stands the far end.
        const int8_lanes bottom = (int8_lanes)value | (~tame & INFINITE), top = bottom ^ (~tame & SIGN);
        const int8_lanes below = (float8)bottom < lowest, above = (float8)top > highest;
        lowest = (float8)((below & bottom) | (~below & (int8_lanes)lowest));
        highest = (float8)((above & top) | (~above & (int8_lanes)highest));
        double4 low, high;
        halves(&value, &low, &high);
        first = first + low * low;
        second = second + high * high;
    }
    *(double4_anywhere *)s->square = first;
    *(double4_anywhere *)(s->square + 4) = second;
    for (int k = 0; k < 8; k++) {
        if (lowest[k] < s->lowest) s->lowest = lowest[k];
        if (highest[k] > s->highest) s->highest = highest[k];
        s->wild += (uint32_t)wild[k];
    }
    for (; i < count; i++) reach(x[i], (place + i) % 8, s);
}

INLINE void squares(const float *x, size_t count, size_t place, double *sums) {
    size_t i = 0;
    for (; i < count && (place + i) % 8; i++) sums[(place + i) % 8] += (double)x[i] * (double)x[i];
    double4 first = *(double4_anywhere *)sums, second = *(double4_anywhere *)(sums + 4);
    for (; i + 8 <= count; i += 8) {
        float8 value;
        double4 low, high;
        load(x + i, &value);
        halves(&value, &low, &high);
        first = first + low * low;
        second = second + high * high;
    }
    *(double4_anywhere *)sums = first;
    *(double4_anywhere *)(sums + 4) = second;
    for (; i < count; i++) sums[(place + i) % 8] += (double)x[i] * (double)x[i];
}

INLINE int has_wild(const float *x, size_t count) {
    int8_lanes wild = {0};
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        float8 value;
        load(x + i, &value);
        wild |= ((int8_lanes)value & 0x7fffffff) >= INFINITE;
    }
    int any = 0;
    for (int k = 0; k < 8; k++) any |= wild[k];
    for (; i < count; i++) any |= !(__builtin_fabsf(x[i]) < __builtin_inff());
    return any != 0;
}

#define FAMILY(ISA, TARGET)                                                                                                         \
    TARGET static void ISA##_levels(const float *x, size_t count, size_t place, float limit, lanes_levels_state *s) {               \
        levels(x, count, place, limit, s);                                                                                          \
    }                                                                                                                               \
    TARGET static void ISA##_range(const float *x, size_t count, size_t place, lanes_range_state *s) { range(x, count, place, s); }     \
    TARGET static void ISA##_squares(const float *x, size_t count, size_t place, double *sums) { squares(x, count, place, sums); }  \
    TARGET static int ISA##_has_wild(const float *x, size_t count) { return has_wild(x, count); }

FAMILIES

void lanes_levels(lanes_isa isa, const float *x, size_t count, size_t place, float limit, lanes_levels_state *state) {
    CHOSEN(isa, levels)(x, count, place, limit, state);
}

void lanes_range(lanes_isa isa, const float *x, size_t count, size_t place, lanes_range_state *state) {
    CHOSEN(isa, range)(x, count, place, state);
}

void lanes_squares(lanes_isa isa, const float *x, size_t count, size_t place, double sums[8]) {
    CHOSEN(isa, squares)(x, count, place, sums);
}

int lanes_has_wild(lanes_isa isa, const float *x, size_t count) { return CHOSEN(isa, has_wild)(x, count); }
