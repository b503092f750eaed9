#include "libraries.h"

#include "load.h"
#include <stdio.h>
#include <string.h>

// libcurl keeps what it promises to programs for ever, numbers of options included, so its headers are not needed. Its functions are called through this
// table alone; those whose parameters vary are called as they are declared, with `...`.
#define FUNCTIONS(F) \
    F(int, curl_global_init, (long flags), (flags)) \
    F(void *, curl_easy_init, (void), ()) \
    F(int, curl_easy_setopt, (void *handle, int option, ...), ()) \
    F(int, curl_easy_perform, (void *handle), (handle)) \
    F(void, curl_easy_cleanup, (void *handle), (handle)) \
    F(const char *, curl_easy_strerror, (int code), (code)) \
    F(void *, curl_slist_append, (void *list, const char *text), (list, text)) \
    F(void, curl_slist_free_all, (void *list), (list))

#ifdef __linux__
LIBRARY_TABLE("libcurl.so.4", "libcurl-gnutls.so.4")
#else
LIBRARY_TABLE("libcurl.4.dylib")
#endif
STATE(curl, "curl_version")

#define CALL(type, name) ((type)symbols[number_of_##name].address)
typedef int (*set_option)(void *, int, ...);

enum {
    write_data = 10001, url = 10002, error_buffer = 10010, user_agent = 10018, http_header = 10023, header_data = 10029, aliases_of_200 = 10104,
    write_function = 20011, header_function = 20079, low_speed_limit = 19, low_speed_time = 20, fail_on_error = 45, follow_location = 52, most_redirects = 68,
    connect_timeout = 78, no_signal = 99, protocols = 181, redirect_protocols = 182, resume_from = 30116,
    http_and_https = 3, everything = 3, out_of_memory = 27,
};

static pthread_once_t is_set_up = PTHREAD_ONCE_INIT;
static void set_up(void) { CALL(int (*)(long), curl_global_init)(everything); }

int curl_fetch(const struct curl_request *request, char *words, size_t room) {
    if (trouble()) abort();
    pthread_once(&is_set_up, set_up);
    void *handle = CALL(void *(*)(void), curl_easy_init)();
    if (!handle) return out_of_memory;
    char said[256] = "";        // CURL_ERROR_SIZE
    set_option set = CALL(set_option, curl_easy_setopt);
    void *(*append)(void *, const char *) = CALL(void *(*)(void *, const char *), curl_slist_append);
    void *headers = request->condition ? append(NULL, request->condition) : NULL;
    void *icecast = append(NULL, "ICY 200 OK");
    set(handle, url, request->address);
    set(handle, protocols, (long)http_and_https);
    set(handle, redirect_protocols, (long)http_and_https);
    set(handle, follow_location, 1L);
    set(handle, most_redirects, (long)request->most_redirects);
    set(handle, fail_on_error, 1L);
    set(handle, no_signal, 1L);
    set(handle, connect_timeout, (long)request->seconds);
    set(handle, low_speed_limit, 1L);
    set(handle, low_speed_time, (long)request->seconds);
    set(handle, user_agent, "kkmix");
    set(handle, aliases_of_200, icecast);
    set(handle, error_buffer, said);
    set(handle, header_function, request->header);
    set(handle, header_data, request->context);
    set(handle, write_function, request->body);
    set(handle, write_data, request->context);
    if (headers) set(handle, http_header, headers);
    if (request->from > 0) set(handle, resume_from, request->from);
    int code = CALL(int (*)(void *), curl_easy_perform)(handle);
    snprintf(words, room, "%s", *said ? said : CALL(const char *(*)(int), curl_easy_strerror)(code));
    CALL(void (*)(void *), curl_easy_cleanup)(handle);
    CALL(void (*)(void *), curl_slist_free_all)(headers);
    CALL(void (*)(void *), curl_slist_free_all)(icecast);
    return code;
}
