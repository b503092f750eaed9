#include "quantize.h"
#include "isa.h"

#pragma STDC FP_CONTRACT OFF

INLINE uint32_t hash(const lanes_noise *noise, uint32_t counter) {
    uint32_t value = counter ^ noise->first;
    value ^= value >> 16;
    value *= 0x7FEB352D;
    value ^= value >> 15;
    value += noise->second;
    value *= 0x846CA68B;
    return value ^ value >> 16;
}

// Adding 1.5 times the largest power of two that leaves no bits for fractions rounds, and the integer is the lower part of the bits.
INLINE int32_t nearest_float(float value) {
    union { float value; uint32_t bits; } sum = {value + 12582912.0f};
    return (int32_t)(sum.bits - 0x4B400000);
}

INLINE int32_t nearest_double(double value) {
    union { double value; uint64_t bits; } sum = {value + 6755399441055744.0};
    return (int32_t)(uint32_t)sum.bits;
}

// Lanes do not depend on one another, so the compiler may take as many as it likes.
#define QUANTIZE(NAME, SAMPLE, WORK, NEAREST)                                                                                          \
    INLINE int NAME(const lanes_codes *codes, const lanes_noise *noise, const SAMPLE *restrict x, size_t count, int32_t *restrict y) { \
        const WORK scale = (WORK)codes->scale, lowest = (WORK)codes->lowest, highest = (WORK)codes->highest;                           \
        const int32_t shift = codes->shift;                                                                                            \
        int32_t outside = 0;                                                                                                           \
        for (size_t i = 0; i < count; i++) {                                                                                           \
            const WORK value = (WORK)x[i] * scale, below = value < highest ? value : highest;                                          \
            const WORK inside = below > lowest ? below : lowest;                                                                       \
            outside |= inside == value ? 0 : 1;                                                                                        \
            WORK wanted = inside;                                                                                                      \
            int32_t active = -1;                                                                                                       \
            if (noise) {                                                                                                               \
                const uint32_t bits = hash(noise, noise->counter + (uint32_t)i);                                                       \
                const int32_t triangular = (int32_t)(bits & 0xFFFF) - (int32_t)(bits >> 16);                                           \
                const WORK dithered = value + (WORK)triangular * (WORK)(1.0 / 65536);                                                  \
                const WORK limited = dithered < highest ? dithered : highest;                                                          \
                wanted = limited > lowest ? limited : lowest;                                                                          \
                active = noise->active[i];                                                                                             \
            }                                                                                                                          \
            y[i] = (int32_t)((uint32_t)NEAREST(wanted) << shift) & active;                                                             \
        }                                                                                                                              \
        return outside != 0;                                                                                                           \
    }

QUANTIZE(quantize_float, float, float, nearest_float)
QUANTIZE(quantize_mixed, float, double, nearest_double)
QUANTIZE(quantize_double, double, double, nearest_double)

#define FUNCTION(ISA, TARGET, NAME, SAMPLE)                                                                                           \
    TARGET static int ISA##_##NAME(const lanes_codes *codes, const lanes_noise *noise, const SAMPLE *x, size_t count, int32_t *y) {   \
        const lanes_codes c = *codes;                                                                                                 \
        if (!noise) return NAME(&c, NULL, x, count, y);                                                                               \
        const lanes_noise n = *noise;                                                                                                 \
        return NAME(&c, &n, x, count, y);                                                                                             \
    }
#define FAMILY(ISA, TARGET) \
    FUNCTION(ISA, TARGET, quantize_float, float) \
    FUNCTION(ISA, TARGET, quantize_mixed, float) \
    FUNCTION(ISA, TARGET, quantize_double, double)

FAMILIES

int lanes_quantize_float(lanes_isa isa, const lanes_codes *codes, const lanes_noise *noise, const float *x, size_t count, int32_t *y) {
    return CHOSEN(isa, quantize_float)(codes, noise, x, count, y);
}

int lanes_quantize_mixed(lanes_isa isa, const lanes_codes *codes, const lanes_noise *noise, const float *x, size_t count, int32_t *y) {
    return CHOSEN(isa, quantize_mixed)(codes, noise, x, count, y);
}

int lanes_quantize_double(lanes_isa isa, const lanes_codes *codes, const lanes_noise *noise, const double *x, size_t count, int32_t *y) {
    return CHOSEN(isa, quantize_double)(codes, noise, x, count, y);
}
