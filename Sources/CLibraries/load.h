#ifndef KKMIX_LOAD_H
#define KKMIX_LOAD_H

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

/// A function's name, and where its address goes.
struct symbol {
    const char *name;
    void *address;
};

/// Loads `library` and finds its symbols. Writes the loader's words to `words`, or nothing when all are there.
void load_library(const char *library, struct symbol *symbols, size_t count, char *words, size_t capacity);

// A library is a list of its functions: FUNCTIONS(F) holds F(result, name, (parameters), (arguments)) for each.
#define NUMBER(result, name, parameters, arguments) number_of_##name,
#define SYMBOL(result, name, parameters, arguments) {#name, NULL},
#define WRAPPER(result, name, parameters, arguments) \
    result name parameters { \
        if (trouble()) abort(); \
        return ((__typeof__(&name))symbols[number_of_##name].address) arguments; \
    }

// A function whose parameters vary has no such wrapper: LIBRARY_TABLE has no wrappers, and its file makes them.
#define LIBRARY_TABLE(file) \
    enum { FUNCTIONS(NUMBER) function_count }; \
    static struct symbol symbols[] = {FUNCTIONS(SYMBOL)}; \
    static pthread_once_t once = PTHREAD_ONCE_INIT; \
    static char words[512]; \
    static void load(void) { load_library(file, symbols, function_count, words, sizeof words); } \
    static const char *trouble(void) { \
        pthread_once(&once, load); \
        return *words ? words : NULL; \
    }

#define LIBRARY(file) \
    LIBRARY_TABLE(file) \
    FUNCTIONS(WRAPPER)

#endif
