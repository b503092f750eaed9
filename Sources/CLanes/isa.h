#ifndef KKMIX_ISA_H
#define KKMIX_ISA_H

// What the kernels write before a function: which instructions it may use, and that it is part of its caller.
#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2")))
#endif
#define INLINE static inline __attribute__((always_inline))

// FAMILY(ISA, TARGET) of a file defines its functions for one set, named ISA_…; FAMILIES does so for all sets, and CHOSEN is the one of a set.
#if defined(AVX2)
#define FAMILIES FAMILY(baseline, ) FAMILY(avx2, AVX2)
#define CHOSEN(isa, name) ((isa) == LANES_AVX2 ? avx2_##name : baseline_##name)
#else
#define FAMILIES FAMILY(baseline, )
#define CHOSEN(isa, name) ((void)(isa), baseline_##name)
#endif

#endif
