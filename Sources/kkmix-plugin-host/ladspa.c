#include "ladspa.h"
#include "plugin.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static int is_sound(const ladspa_plugin *p) {
    return p->label && p->port_count <= MOST_PORTS && (p->port_count == 0 || (p->ports && p->port_names && p->hints)) && p->instantiate &&
           p->connect_port && p->run;
}

static const plugin *each(const char *path, const char *word, int (*is_wanted)(const plugin *)) {
    void *const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *const found = library ? dlsym(library, "ladspa_descriptor") : 0;
    if (!found) _exit(NO_LIBRARY);
    ladspa_descriptor_function descriptor;
    memcpy(&descriptor, &found, sizeof descriptor);
    static plugin told;
    // Its numbers of a port's kind are those of plugin.h.
    static plugin_port ports[MOST_PORTS];
    const ladspa_plugin *p;
    for (unsigned long index = 0; index < 10000 && (p = descriptor(index)); index++) {
        if (!is_sound(p) || (word && strcmp(word, p->label) != 0)) continue;
        for (unsigned long port = 0; port < p->port_count; port++) {
            const char *const name = p->port_names[port] ? p->port_names[port] : "";
            const int is_latency = p->ports[port] == (PORT_OUTPUT | PORT_CONTROL) && (strcasecmp(name, "latency") == 0 || strcasecmp(name, "_latency") == 0);
            ports[port] = (plugin_port){.kind = (p->ports[port] & (PORT_INPUT | PORT_OUTPUT | PORT_CONTROL | PORT_AUDIO)) | (is_latency ? LATENCY : 0),
                                        .hint = p->hints[port].kind,
                                        .lower = p->hints[port].lower,
                                        .upper = p->hints[port].upper,
                                        .value = NAN,
                                        .name = name};
        }
        told = (plugin){.id = p->id,
                        .label = p->label,
                        .name = p->name,
                        .maker = p->maker,
                        .file = path,
                        .port_count = p->port_count,
                        .ports = ports,
                        .own = p};
        if (is_wanted(&told)) return &told;
    }
    return 0;
}

typedef struct {
    const ladspa_plugin *p;
    ladspa_instance handle;
} playing;

static void each_preset(const plugin *p, void (*found)(const plugin *, const plugin_preset *)) { (void)p, (void)found; }

static void *make(const plugin *p, double rate, int block, const char *state) {
    (void)block;
    if (state) _exit(NO_STATE);
    playing *const made = malloc(sizeof *made);
    if (!made) _exit(NO_MEMORY);
    made->p = p->own;
    made->handle = made->p->instantiate(made->p, (unsigned long)(rate + 0.5));
    return made->handle ? made : 0;
}
static void connect(void *instance, unsigned long port, float *place) {
    const playing *const at = instance;
    at->p->connect_port(at->handle, port, place);
}
static void activate(void *instance) {
    const playing *const at = instance;
    if (at->p->activate) at->p->activate(at->handle);
}
static void deactivate(void *instance) {
    const playing *const at = instance;
    if (at->p->deactivate) at->p->deactivate(at->handle);
}
static void run(void *instance, int count) {
    const playing *const at = instance;
    at->p->run(at->handle, (unsigned long)count);
}
static char *save(void *instance) {
    (void)instance;
    return 0;
}
static void end(void *instance) {
    const playing *const at = instance;
    if (at->p->cleanup) at->p->cleanup(at->handle);
    free(instance);
}

const plugin_kind ladspa = {each, each_preset, make, connect, activate, deactivate, run, save, end};
