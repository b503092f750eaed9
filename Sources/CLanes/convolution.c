#include "convolution.h"
#include "isa.h"

#pragma STDC FP_CONTRACT OFF

typedef float float8 __attribute__((vector_size(32)));
typedef float float8_anywhere __attribute__((vector_size(32), aligned(4)));
typedef int32_t int8_lanes __attribute__((vector_size(32)));

// Bins whose sums stay in the nearest cache while all parts are added.
#define GROUP 256

INLINE int convolve(const lanes_partitions *p, float *sum) {
    const size_t stride = p->stride;
    int isAny = 0;
    for (size_t from = 0; from < stride; from += GROUP) {
        const size_t to = from + GROUP < stride ? from + GROUP : stride;
        for (size_t k = 0, block = p->newest; k < p->count; k++, block = (block ? block : p->count) - 1) {
            if (p->emptyParts[k] || p->emptyBlocks[block]) continue;
            isAny = 1;
            const float *const h = p->parts + 2 * stride * k, *const x = p->blocks + 2 * stride * block;
            for (size_t b = from; b < to; b += 8) {
                const float8 hr = *(const float8_anywhere *)(h + b), hi = *(const float8_anywhere *)(h + stride + b);
                const float8 xr = *(const float8_anywhere *)(x + b), xi = *(const float8_anywhere *)(x + stride + b);
                float8_anywhere *const r = (float8_anywhere *)(sum + b), *const i = (float8_anywhere *)(sum + stride + b);
                *r = *r + (xr * hr - xi * hi);
                *i = *i + (xr * hi + xi * hr);
            }
        }
    }
    return isAny;
}

INLINE void exchange(float *samples, float *taken, const float *late, const float *heard, float through, float wet, size_t count) {
    size_t k = 0;
    for (; k + 8 <= count; k += 8) {
        const float8 x = *(const float8_anywhere *)(samples + k);
        const int8_lanes size = (int8_lanes)x & 0x7fffffff;
        // 10⁻³⁰ as an integer; numbers in their order are integers in theirs.
        const int8_lanes tame = (size < 0x7f800000) & (size >= 0x0da24260);
        *(float8_anywhere *)(taken + k) = (float8)((int8_lanes)x & tame);
        *(float8_anywhere *)(samples + k) = through * *(const float8_anywhere *)(late + k) + wet * *(const float8_anywhere *)(heard + k);
    }
    for (; k < count; k++) {
        const float size = __builtin_fabsf(samples[k]);
        taken[k] = size < __builtin_inff() && size >= 1e-30f ? samples[k] : 0;
        samples[k] = through * late[k] + wet * heard[k];
    }
}

#define FAMILY(ISA, TARGET)                                                                                                            \
    TARGET static int ISA##_convolve(const lanes_partitions *partitions, float *sum) { return convolve(partitions, sum); }             \
    TARGET static void ISA##_exchange(float *samples, float *taken, const float *late, const float *heard, float through, float wet,   \
                                      size_t count) {                                                                                  \
        exchange(samples, taken, late, heard, through, wet, count);                                                                    \
    }

FAMILIES

int lanes_convolve(lanes_isa isa, const lanes_partitions *partitions, float *sum) { return CHOSEN(isa, convolve)(partitions, sum); }

void lanes_exchange(lanes_isa isa, float *samples, float *taken, const float *late, const float *heard, float through, float wet, size_t count) {
    CHOSEN(isa, exchange)(samples, taken, late, heard, through, wet, count);
}
