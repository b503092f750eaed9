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

/// A library that was loaded, or was not to be had.
struct load {
    void *handle;
    /// The file that the loader found.
    const char *path;
    /// The loader's words about the last file that did not do; empty where one did.
    char words[512];
};

/// Loads the first of `files` that has all symbols; the last name is NULL.
void load_library(const char *const *files, struct symbol *symbols, size_t count, struct load *load);

/// The address of one more symbol, or NULL.
void *find_symbol(const struct load *load, const char *name);

// A library is a list of its functions: FUNCTIONS(F) holds F(result, name, (parameters), (arguments)) for each.
#define NUMBER(result, name, parameters, arguments) number_of_##name,
#define SYMBOL(result, name, parameters, arguments) {#name, NULL},
#define WRAPPER(result, name, parameters, arguments) \
    result name parameters { \
        if (trouble()) abort(); \
        return ((__typeof__(&name))symbols[number_of_##name].address) arguments; \
    }

// For functions that no wrapper may name: called through the table alone, so none has a name in the program.
#define POINTER(result, name, parameters, arguments) \
    static result call_##name parameters { return ((result(*) parameters)symbols[number_of_##name].address) arguments; }

// The files are the names that the library's versions have whose functions and structures, as far as they are used, are the same.
// A function whose parameters vary has no such wrapper: LIBRARY_TABLE has no wrappers, and its file makes them.
#define LIBRARY_TABLE(...) \
    enum { FUNCTIONS(NUMBER) function_count }; \
    static struct symbol symbols[] = {FUNCTIONS(SYMBOL)}; \
    static pthread_once_t once = PTHREAD_ONCE_INIT; \
    static const char *const files[] = {__VA_ARGS__, NULL}; \
    static struct load loaded; \
    static void load(void) { load_library(files, symbols, function_count, &loaded); } \
    static const char *trouble(void) { \
        pthread_once(&once, load); \
        return *loaded.words ? loaded.words : NULL; \
    }

#define LIBRARY(...) \
    LIBRARY_TABLE(__VA_ARGS__) \
    FUNCTIONS(WRAPPER)

// What there is to say of a library. Its version is what a function without arguments says: STATE has that function's name, STATE_BY a
// function of kkmix. It is called by those who want to know alone: whether a library is there is asked for every decoder.
#define STATE_BY(prefix, version) \
    struct library_state prefix##_library(void) { \
        if (trouble()) return (struct library_state){*files, trouble(), NULL, NULL}; \
        return (struct library_state){*files, NULL, loaded.path, version}; \
    }
#define STATE(prefix, name) \
    static const char *version(void) { \
        const char *(*function)(void) = (const char *(*)(void))find_symbol(&loaded, name); \
        return function ? function() : NULL; \
    } \
    STATE_BY(prefix, version)

#endif
