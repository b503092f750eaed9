#ifndef KKMIX_ISA_H
#define KKMIX_ISA_H

// What the kernels write before a function: which instructions it may use, and that it is part of its caller.
#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2")))
#endif
#define INLINE static inline __attribute__((always_inline))

#endif
