// Differences of compilers and languages, not for programs.
#ifndef KK_COMPILERS_H
#define KK_COMPILERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if !__has_feature(nullability)
#define _Nullable
#define _Nonnull
#endif

#if defined(__clang__)
#define CF_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define CF_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#else
#define CF_ASSUME_NONNULL_BEGIN
#define CF_ASSUME_NONNULL_END
#endif

#ifdef __cplusplus
#define CF_EXTERN_C_BEGIN extern "C" {
#define CF_EXTERN_C_END }
#else
#define CF_EXTERN_C_BEGIN
#define CF_EXTERN_C_END
#endif

// An enumeration of a fixed width: constants of a type, a separate type, or a set of flags. Swift imports the first as
// constants, the second as an enum and the third as an OptionSet.
#if defined(__clang__) || defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ > 201710L)
#define KK_WIDTH(type) : type
#define KK_FORWARD(attributes, type, name) enum attributes name : type; typedef enum name name;
#else
#define KK_WIDTH(type)
#define KK_FORWARD(attributes, type, name) typedef type name;
#endif
#if defined(__clang__)
#define KK_OPEN __attribute__((enum_extensibility(open)))
#define KK_FLAGS __attribute__((flag_enum, enum_extensibility(open)))
#define KK_REFINED __attribute__((swift_private))  // Swift has a form of its own
#else
#define KK_OPEN
#define KK_FLAGS
#define KK_REFINED
#endif
#define KK_CONSTANTS(type) enum KK_WIDTH(type)
#define KK_ENUM(type, name) KK_FORWARD(KK_OPEN, type, name) enum KK_OPEN name KK_WIDTH(type)
// In C++ flags are numbers, so that `|` and `|=` work.
#ifdef __cplusplus
#define KK_OPTIONS(type, name) typedef type name; enum KK_FLAGS KK_WIDTH(type)
#else
#define KK_OPTIONS(type, name) KK_FORWARD(KK_FLAGS, type, name) enum KK_FLAGS name KK_WIDTH(type)
#endif

#endif
