#include "lanes.h"

#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__)
#include <immintrin.h>

// Three bytes fit no vector lane without a shuffle, and the baseline has none for bytes.
__attribute__((target("avx2"))) static size_t avx2_stereo24(const uint8_t *bytes, size_t frames, float *left, float *right) {
    const __m256i places = _mm256_setr_epi8(-1, 0, 1, 2, -1, 6, 7, 8, -1, 3, 4, 5, -1, 9, 10, 11, //
                                            -1, 0, 1, 2, -1, 6, 7, 8, -1, 3, 4, 5, -1, 9, 10, 11);
    const __m256 scale = _mm256_set1_ps(1.0f / 2147483648.0f);
    size_t done = 0;
    // Four frames take 24 bytes, and two loads of 16 reach four bytes further.
    while (frames - done >= 5) {
        const uint8_t *const at = bytes + 6 * done;
        const __m256i both = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)at)),
                                                     _mm_loadu_si128((const __m128i *)(at + 12)), 1);
        const __m256 samples = _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_shuffle_epi8(both, places)), scale);
        const __m256 sides = _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(samples), 0xD8));
        _mm_storeu_ps(left + done, _mm256_castps256_ps128(sides));
        _mm_storeu_ps(right + done, _mm256_extractf128_ps(sides, 1));
        done += 4;
    }
    return done;
}
#endif

size_t lanes_unpack_stereo24(lanes_isa isa, const uint8_t *bytes, size_t frames, float *left, float *right) {
#if defined(__x86_64__)
    if (isa == LANES_AVX2) return avx2_stereo24(bytes, frames, left, right);
#endif
    (void)isa, (void)bytes, (void)frames, (void)left, (void)right;
    return 0;
}
