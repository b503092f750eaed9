#ifndef KKMIX_LV2_H
#define KKMIX_LV2_H

// The binary interface of LV2 plug-ins, as lv2plug.in describes it, as far as a host of effects needs it. The words are kkmix's own; order, sizes, numbers
// and addresses are the interface's.

#include <stdarg.h>
#include <stdint.h>

#define LV2 "http://lv2plug.in/ns/lv2core#"
#define LV2_EXT "http://lv2plug.in/ns/ext/"
#define LV2_UNITS "http://lv2plug.in/ns/extensions/units#unit"

typedef void *lv2_handle;

typedef struct {
    const char *uri;
    void *data;
} lv2_feature;

typedef struct lv2_plugin {
    const char *uri;
    lv2_handle (*instantiate)(const struct lv2_plugin *plugin, double rate, const char *bundle, const lv2_feature *const *features);
    void (*connect_port)(lv2_handle handle, uint32_t port, void *place);
    void (*activate)(lv2_handle handle);
    void (*run)(lv2_handle handle, uint32_t frame_count);
    void (*deactivate)(lv2_handle handle);
    void (*cleanup)(lv2_handle handle);
    const void *(*extension_data)(const char *uri);
} lv2_plugin;

// urid:map and urid:unmap: numbers for addresses.
typedef struct {
    void *handle;
    uint32_t (*map)(void *handle, const char *uri);
} lv2_map;
typedef struct {
    void *handle;
    const char *(*unmap)(void *handle, uint32_t number);
} lv2_unmap;

// options:options.
typedef struct {
    int context;
    uint32_t subject, key, size, type;
    const void *value;
} lv2_option;

// worker:schedule and worker:interface. Each returns 0 for success.
typedef int (*lv2_respond)(void *handle, uint32_t size, const void *data);
typedef struct {
    void *handle;
    int (*schedule)(void *handle, uint32_t size, const void *data);
} lv2_schedule;
typedef struct {
    int (*work)(lv2_handle instance, lv2_respond respond, void *handle, uint32_t size, const void *data);
    int (*work_response)(lv2_handle instance, uint32_t size, const void *data);
    int (*end_run)(lv2_handle instance);
} lv2_worker;

// log:log.
typedef struct {
    void *handle;
    int (*print)(void *handle, uint32_t type, const char *format, ...);
    int (*print_list)(void *handle, uint32_t type, const char *format, va_list list);
} lv2_log;

// atom:Sequence, and none in it.
typedef struct {
    uint32_t size, type, unit, pad;
} lv2_sequence;

#endif
