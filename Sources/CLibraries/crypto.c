#include "libraries.h"

#ifdef __linux__
#include "load.h"
#include <openssl/crypto.h>
#include <openssl/evp.h>

#define FUNCTIONS(F) \
    F(EVP_MD_CTX *, EVP_MD_CTX_new, (void), ()) \
    F(void, EVP_MD_CTX_free, (EVP_MD_CTX *context), (context)) \
    F(const EVP_MD *, EVP_sha256, (void), ()) \
    F(int, EVP_DigestInit_ex, (EVP_MD_CTX *context, const EVP_MD *type, ENGINE *engine), (context, type, engine)) \
    F(int, EVP_DigestUpdate, (EVP_MD_CTX *context, const void *bytes, size_t count), (context, bytes, count)) \
    F(int, EVP_DigestFinal_ex, (EVP_MD_CTX *context, unsigned char *digest, unsigned int *count), (context, digest, count))

LIBRARY("libcrypto.so.3")

static const char *version(void) {
    const char *(*function)(int) = (__typeof__(function))find_symbol(&loaded, "OpenSSL_version");
    return function ? function(OPENSSL_VERSION) : NULL;
}

STATE_BY(crypto, version)
#else
struct library_state crypto_library(void) { return (struct library_state){0}; }  // The linker has seen to it.
#endif
