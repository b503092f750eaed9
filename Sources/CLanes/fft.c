#include "fft.h"
#include "isa.h"

#pragma STDC FP_CONTRACT OFF

typedef float float2_anywhere __attribute__((vector_size(8), aligned(4)));
typedef float float8 __attribute__((vector_size(32)));
typedef float float8_anywhere __attribute__((vector_size(32), aligned(4)));
typedef int32_t int8_lanes __attribute__((vector_size(32)));

// From here on the work is done in eight lanes: there are eight roots in the first step, and runs of sixteen numbers from the third one on.
#define WIDE 64

// Where the imaginary parts are, behind the real ones.
#define FAR(count) ((count) + LANES_FFT_GAP)

#define UNROLLED _Pragma("clang loop unroll(full)")

// The formulas, for one number or for eight.
#define FORMULAS(T, N)                                                                                                                \
    typedef struct { T r[4], i[4]; } four##N;                                                                                         \
    /* The transform of four complex numbers, of which the last three are turned by w, w² and w³. */                                  \
    INLINE void turned##N(const four##N *x, const T *w, four##N *y) {                                                                 \
        const T acr = x->r[0] + x->r[2], aci = x->i[0] + x->i[2], bdr = x->r[1] + x->r[3], bdi = x->i[1] + x->i[3];                   \
        const T er = x->r[0] - x->r[2], ei = x->i[0] - x->i[2], fr = x->r[1] - x->r[3], fi = x->i[1] - x->i[3];                       \
        const T r[3] = {er + fi, acr - bdr, er - fi}, i[3] = {ei - fr, aci - bdi, ei + fr};                                           \
        y->r[0] = acr + bdr;                                                                                                          \
        y->i[0] = aci + bdi;                                                                                                          \
        UNROLLED for (int k = 0; k < 3; k++) {                                                                                        \
            y->r[k + 1] = r[k] * w[2 * k] - i[k] * w[2 * k + 1];                                                                      \
            y->i[k + 1] = r[k] * w[2 * k + 1] + i[k] * w[2 * k];                                                                      \
        }                                                                                                                             \
    }                                                                                                                                 \
    /* Two bins of the real samples' spectrum, of those of the pairs': (Z + Z*) / 2 − i·w (Z − Z*) / 2, Z* the conjugate of the other one. */ \
    INLINE void apart##N(const T z[4], const T *wr, const T *wi, T near[2], T far[2]) {                                               \
        const T evenReal = (z[0] + z[2]) * 0.5f, evenImaginary = (z[1] - z[3]) * 0.5f;                                                \
        const T oddReal = (z[1] + z[3]) * 0.5f, oddImaginary = (z[2] - z[0]) * 0.5f;                                                  \
        const T turnedReal = oddReal * *wr - oddImaginary * *wi, turnedImaginary = oddReal * *wi + oddImaginary * *wr;                \
        near[0] = evenReal + turnedReal;                                                                                              \
        near[1] = evenImaginary + turnedImaginary;                                                                                    \
        far[0] = evenReal - turnedReal;                                                                                               \
        far[1] = turnedImaginary - evenImaginary;                                                                                     \
    }                                                                                                                                 \
    /* The way back, times two, real and imaginary parts exchanged. */                                                                \
    INLINE void together##N(const T near[2], const T far[2], const T *wr, const T *wi, T z[4]) {                                      \
        const T evenReal = near[0] + far[0], evenImaginary = near[1] - far[1];                                                        \
        const T turnedReal = near[0] - far[0], turnedImaginary = near[1] + far[1];                                                    \
        const T oddReal = turnedReal * *wr + turnedImaginary * *wi, oddImaginary = turnedImaginary * *wr - turnedReal * *wi;          \
        z[0] = evenImaginary + oddReal;                                                                                               \
        z[1] = evenReal - oddImaginary;                                                                                               \
        z[2] = oddReal - evenImaginary;                                                                                               \
        z[3] = evenReal + oddImaginary;                                                                                               \
    }

FORMULAS(float, 1)
FORMULAS(float8, 8)

INLINE void load(const float *x, float8 *lanes) { *lanes = *(const float8_anywhere *)x; }
INLINE void store(float *x, const float8 *lanes) { *(float8_anywhere *)x = *lanes; }
INLINE void reverse(float8 *x) { *x = __builtin_shufflevector(*x, *x, 7, 6, 5, 4, 3, 2, 1, 0); }

INLINE void load_reversed(const float *x, float8 *lanes) {
    load(x, lanes);
    reverse(lanes);
}

INLINE void store_pairs(float *x, const float8 *r, const float8 *i) {
    const float8 low = __builtin_shufflevector(*r, *i, 0, 8, 1, 9, 2, 10, 3, 11), high = __builtin_shufflevector(*r, *i, 4, 12, 5, 13, 6, 14, 7, 15);
    store(x, &low);
    store(x + 8, &high);
}

INLINE void spread(float x, float8 *lanes) { *lanes = (float8){x, x, x, x, x, x, x, x}; }

INLINE float weighed(float x, float weight) { return (__builtin_fabsf(x) < __builtin_inff() ? x : 0) * weight; }

INLINE void weigh(float8 *x, const float *weights) {
    float8 w;
    load(weights, &w);
    const int8_lanes tame = ((int8_lanes)*x & 0x7fffffff) < 0x7f800000;
    *x = (float8)((int8_lanes)*x & tame) * w;
}

// Eight complex numbers of pairs of samples.
INLINE void pairs(const float *x, const float *window, float8 *r, float8 *i) {
    float8 low, high;
    load(x, &low);
    load(x + 8, &high);
    if (window) {
        weigh(&low, window);
        weigh(&high, window + 8);
    }
    *r = __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14);
    *i = __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15);
}

// Eight times four numbers, the four of a lane side by side.
INLINE void store_across(const float8 x[4], float *y) {
    const float8 a = __builtin_shufflevector(x[0], x[1], 0, 8, 1, 9, 4, 12, 5, 13);
    const float8 b = __builtin_shufflevector(x[0], x[1], 2, 10, 3, 11, 6, 14, 7, 15);
    const float8 c = __builtin_shufflevector(x[2], x[3], 0, 8, 1, 9, 4, 12, 5, 13);
    const float8 d = __builtin_shufflevector(x[2], x[3], 2, 10, 3, 11, 6, 14, 7, 15);
    // Lanes 0 and 4, 1 and 5, 2 and 6, 3 and 7.
    const float8 e = __builtin_shufflevector(a, c, 0, 1, 8, 9, 4, 5, 12, 13), f = __builtin_shufflevector(a, c, 2, 3, 10, 11, 6, 7, 14, 15);
    const float8 g = __builtin_shufflevector(b, d, 0, 1, 8, 9, 4, 5, 12, 13), h = __builtin_shufflevector(b, d, 2, 3, 10, 11, 6, 7, 14, 15);
    const float8 rows[4] = {
        __builtin_shufflevector(e, f, 0, 1, 2, 3, 8, 9, 10, 11), __builtin_shufflevector(g, h, 0, 1, 2, 3, 8, 9, 10, 11),
        __builtin_shufflevector(e, f, 4, 5, 6, 7, 12, 13, 14, 15), __builtin_shufflevector(g, h, 4, 5, 6, 7, 12, 13, 14, 15)};
    UNROLLED for (int k = 0; k < 4; k++) store(y + 8 * k, &rows[k]);
}

// The first step, of pairs of samples: every run is one number, and eight roots share the lanes.
INLINE void first_step(size_t count, const float *x, const float *window, const float *roots, float *to) {
    const size_t quarter = count / 4;
    for (size_t p = 0; p < quarter; p += 8) {
        four8 z, y;
        float8 w[6];
        UNROLLED for (size_t k = 0; k < 4; k++) {
            const size_t at = 2 * (p + k * quarter);
            pairs(x + at, window ? window + at : 0, &z.r[k], &z.i[k]);
        }
        UNROLLED for (size_t k = 0; k < 6; k++) load(roots + 6 * p + 8 * k, &w[k]);
        turned8(&z, w, &y);
        store_across(y.r, to + 4 * p);
        store_across(y.i, to + 4 * p + FAR(count));
    }
}

INLINE void gather(size_t count, const float *from, size_t far, four8 *z) {
    UNROLLED for (size_t k = 0; k < 4; k++) {
        load(from + k * far, &z->r[k]);
        load(from + k * far + FAR(count), &z->i[k]);
    }
}

// The second one: two runs of four share the lanes.
INLINE void second_step(size_t count, const float *from, const float *roots, float *to) {
    for (size_t p = 0; p < count / 16; p += 2) {
        four8 z, y;
        float8 w[6];
        gather(count, from + 4 * p, count / 4, &z);
        UNROLLED for (int k = 0; k < 6; k++) {
            const float2_anywhere two = *(const float2_anywhere *)(roots + 6 * p + 2 * k);
            w[k] = __builtin_shufflevector(two, two, 0, 0, 0, 0, 1, 1, 1, 1);
        }
        turned8(&z, w, &y);
        UNROLLED for (size_t part = 0; part < 2; part++) {
            const float8 *const s = part ? y.i : y.r;
            float *const out = to + 16 * p + part * FAR(count);
            const float8 rows[4] = {
                __builtin_shufflevector(s[0], s[1], 0, 1, 2, 3, 8, 9, 10, 11), __builtin_shufflevector(s[2], s[3], 0, 1, 2, 3, 8, 9, 10, 11),
                __builtin_shufflevector(s[0], s[1], 4, 5, 6, 7, 12, 13, 14, 15), __builtin_shufflevector(s[2], s[3], 4, 5, 6, 7, 12, 13, 14, 15)};
            UNROLLED for (int k = 0; k < 4; k++) store(out + 8 * k, &rows[k]);
        }
    }
}

INLINE void spread_roots(const float *roots, float8 *w) {
    UNROLLED for (int k = 0; k < 6; k++) spread(roots[k], &w[k]);
}

// Any further one.
INLINE void step(size_t count, const float *from, const float *roots, float *to, size_t stride) {
    for (size_t p = 0; p < count / (4 * stride); p++) {
        float8 w[6];
        spread_roots(roots + 6 * p, w);
        for (size_t q = 0; q < stride; q += 8) {
            four8 z, y;
            gather(count, from + stride * p + q, count / 4, &z);
            turned8(&z, w, &y);
            UNROLLED for (size_t k = 0; k < 4; k++) {
                store(to + stride * (4 * p + k) + q, &y.r[k]);
                store(to + stride * (4 * p + k) + q + FAR(count), &y.i[k]);
            }
        }
    }
}

// The last one of four, of two roots, and behind it the one of two.
INLINE void last_steps(size_t count, const float *from, const float *roots, float *to) {
    const size_t stride = count / 8;
    float8 w[2][6];
    spread_roots(roots, w[0]);
    spread_roots(roots + 6, w[1]);
    for (size_t q = 0; q < stride; q += 8) {
        four8 z, y[2];
        UNROLLED for (size_t p = 0; p < 2; p++) {
            gather(count, from + stride * p + q, count / 4, &z);
            turned8(&z, w[p], &y[p]);
        }
        UNROLLED for (size_t k = 0; k < 4; k++) {
            float *const out = to + stride * k + q;
            const float8 r[2] = {y[0].r[k] + y[1].r[k], y[0].r[k] - y[1].r[k]}, i[2] = {y[0].i[k] + y[1].i[k], y[0].i[k] - y[1].i[k]};
            UNROLLED for (size_t half = 0; half < 2; half++) {
                store(out + half * count / 2, &r[half]);
                store(out + half * count / 2 + FAR(count), &i[half]);
            }
        }
    }
}

// All steps, number by number.
INLINE const float *narrow(const lanes_fft *t, const float *x, const float *window) {
    const size_t count = t->count;
    float *from = t->scratch, *to = from + 2 * FAR(count);
    for (size_t k = 0; k < count; k++) {
        from[k] = window ? weighed(x[2 * k], window[2 * k]) : x[2 * k];
        from[k + FAR(count)] = window ? weighed(x[2 * k + 1], window[2 * k + 1]) : x[2 * k + 1];
    }
    const float *roots = t->roots;
    size_t length = count, stride = 1;
    for (; length >= 4; length /= 4, stride *= 4) {
        const size_t quarter = length / 4, share = stride == 1 ? 8 : stride == 4 ? 2 : 1, group = share < quarter ? share : quarter;
        for (size_t p = 0; p < quarter; p++) {
            float w[6];
            for (size_t k = 0; k < 6; k++) w[k] = roots[6 * (p - p % group) + k * group + p % group];
            for (size_t q = 0; q < stride; q++) {
                four1 z, y;
                for (size_t k = 0; k < 4; k++) {
                    z.r[k] = from[stride * (p + k * quarter) + q];
                    z.i[k] = from[stride * (p + k * quarter) + q + FAR(count)];
                }
                turned1(&z, w, &y);
                for (size_t k = 0; k < 4; k++) {
                    to[stride * (4 * p + k) + q] = y.r[k];
                    to[stride * (4 * p + k) + q + FAR(count)] = y.i[k];
                }
            }
        }
        roots += 6 * quarter;
        float *const other = from;
        from = to;
        to = other;
    }
    if (length == 1) return from;
    for (size_t part = 0; part < 2 * FAR(count); part += FAR(count)) {
        for (size_t q = 0; q < count / 2; q++) {
            const float a = from[part + q], b = from[part + q + count / 2];
            to[part + q] = a + b;
            to[part + q + count / 2] = a - b;
        }
    }
    return to;
}

// The complex transform of pairs of samples: real parts, then imaginary ones, in one half of the memory. The samples may lie in the half behind.
INLINE const float *transform(const lanes_fft *t, const float *x, const float *window) {
    const size_t count = t->count;
    if (count < WIDE) return narrow(t, x, window);
    float *from = t->scratch, *to = from + 2 * FAR(count);
    const float *roots = t->roots;
    first_step(count, x, window, roots, from);
    roots += 6 * (count / 4);
    second_step(count, from, roots, to);
    roots += 6 * (count / 16);
    for (size_t stride = 16; stride <= count / 4; stride *= 4) {
        float *const other = from;
        from = to;
        to = other;
        if (stride == count / 8) last_steps(count, from, roots, to);
        else step(count, from, roots, to, stride);
        roots += 6 * (count / (4 * stride));
    }
    return to;
}

typedef struct { float *real, *imaginary, *peaks; } spectrum;

INLINE void put(const spectrum *s, size_t k, float re, float im) {
    if (s->peaks) {
        const float power = re * re + im * im;
        if (power > s->peaks[k]) s->peaks[k] = power;
    } else {
        s->real[k] = re;
        s->imaginary[k] = im;
    }
}

INLINE void put_lanes(const spectrum *s, size_t k, const float8 z[2]) {
    if (s->peaks) {
        float8 peak;
        load(s->peaks + k, &peak);
        const float8 power = z[0] * z[0] + z[1] * z[1];
        const int8_lanes above = power > peak;
        peak = (float8)((above & (int8_lanes)power) | (~above & (int8_lanes)peak));
        store(s->peaks + k, &peak);
    } else {
        store(s->real + k, &z[0]);
        store(s->imaginary + k, &z[1]);
    }
}

INLINE void forward(const lanes_fft *t, const float *x, const float *window, const spectrum *s) {
    const size_t count = t->count;
    const float *const zr = transform(t, x, window), *const zi = zr + FAR(count), *const cosines = t->halves, *const sines = cosines + count / 2 + 1;
    put(s, 0, zr[0] + zi[0], 0);
    put(s, count, zr[0] - zi[0], 0);
    for (size_t k = 1; k <= count / 2;) {
        const size_t other = count - k;
        if (k % 8 || k == count / 2) {
            const float z[4] = {zr[k], zi[k], zr[other], zi[other]};
            float near[2], far[2];
            apart1(z, cosines + k, sines + k, near, far);
            if (other != k) put(s, other, far[0], far[1]);
            put(s, k, near[0], near[1]);
            k++;
        } else {
            float8 z[4], wr, wi, near[2], far[2];
            load(zr + k, &z[0]);
            load(zi + k, &z[1]);
            load_reversed(zr + other - 7, &z[2]);
            load_reversed(zi + other - 7, &z[3]);
            load(cosines + k, &wr);
            load(sines + k, &wi);
            apart8(z, &wr, &wi, near, far);
            reverse(&far[0]);
            reverse(&far[1]);
            put_lanes(s, other - 7, far);
            put_lanes(s, k, near);
            k += 8;
        }
    }
}

INLINE void inverse(const lanes_fft *t, const float *re, const float *im, float *x) {
    const size_t count = t->count;
    const float *const cosines = t->halves, *const sines = cosines + count / 2 + 1, scale = 1 / (float)(2 * count);
    // Where the first step does not write.
    float *const y = t->scratch + 2 * FAR(count);
    y[0] = re[0] - re[count];
    y[1] = re[0] + re[count];
    for (size_t k = 1; k <= count / 2;) {
        const size_t other = count - k;
        if (k % 8 || k == count / 2) {
            const float near[2] = {re[k], im[k]}, far[2] = {re[other], im[other]};
            float z[4];
            together1(near, far, cosines + k, sines + k, z);
            y[2 * other] = z[2];
            y[2 * other + 1] = z[3];
            y[2 * k] = z[0];
            y[2 * k + 1] = z[1];
            k++;
        } else {
            float8 near[2], far[2], wr, wi, z[4];
            load(re + k, &near[0]);
            load(im + k, &near[1]);
            load_reversed(re + other - 7, &far[0]);
            load_reversed(im + other - 7, &far[1]);
            load(cosines + k, &wr);
            load(sines + k, &wi);
            together8(near, far, &wr, &wi, z);
            reverse(&z[2]);
            reverse(&z[3]);
            store_pairs(y + 2 * (other - 7), &z[2], &z[3]);
            store_pairs(y + 2 * k, &z[0], &z[1]);
            k += 8;
        }
    }
    const float *const z = transform(t, y, 0);
    // The inverse is the forward transform with real and imaginary parts exchanged, before and after.
    for (size_t k = 0; k < count; k++) {
        x[2 * k] = z[k + FAR(count)] * scale;
        x[2 * k + 1] = z[k] * scale;
    }
}

#define FAMILY(ISA, TARGET)                                                                                                            \
    TARGET static void ISA##_forward(const lanes_fft *t, const float *x, float *re, float *im) {                                       \
        const spectrum s = {re, im, 0};                                                                                                \
        forward(t, x, 0, &s);                                                                                                          \
    }                                                                                                                                  \
    TARGET static void ISA##_inverse(const lanes_fft *t, const float *re, const float *im, float *x) { inverse(t, re, im, x); }        \
    TARGET static void ISA##_peaks(const lanes_fft *t, const float *x, const float *window, float *peaks) {                            \
        const spectrum s = {0, 0, peaks};                                                                                              \
        forward(t, x, window, &s);                                                                                                     \
    }

FAMILIES

void lanes_fft_forward(lanes_isa isa, const lanes_fft *transform, const float *x, float *real, float *imaginary) {
    CHOSEN(isa, forward)(transform, x, real, imaginary);
}

void lanes_fft_inverse(lanes_isa isa, const lanes_fft *transform, const float *real, const float *imaginary, float *x) {
    CHOSEN(isa, inverse)(transform, real, imaginary, x);
}

void lanes_fft_peaks(lanes_isa isa, const lanes_fft *transform, const float *x, const float *window, float *peaks) {
    CHOSEN(isa, peaks)(transform, x, window, peaks);
}
