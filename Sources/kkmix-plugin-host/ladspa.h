#ifndef KKMIX_LADSPA_H
#define KKMIX_LADSPA_H

// The binary interface of LADSPA plug-ins, version 1.1, as ladspa.org describes it: what a library has behind its function `ladspa_descriptor`. The
// words are kkmix's own; order, sizes and numbers are the interface's.

enum {
    PORT_INPUT = 1,
    PORT_OUTPUT = 2,
    PORT_CONTROL = 4,
    PORT_AUDIO = 8,
};

typedef struct {
    int kind;
    float lower, upper;
} ladspa_hint;

typedef void *ladspa_instance;

typedef struct ladspa_plugin {
    unsigned long id;
    const char *label;
    int properties;
    const char *name, *maker, *copyright;
    unsigned long port_count;
    const int *ports;
    const char *const *port_names;
    const ladspa_hint *hints;
    void *own;
    ladspa_instance (*instantiate)(const struct ladspa_plugin *plugin, unsigned long rate);
    void (*connect_port)(ladspa_instance instance, unsigned long port, float *place);
    void (*activate)(ladspa_instance instance);
    void (*run)(ladspa_instance instance, unsigned long frame_count);
    void (*run_adding)(ladspa_instance instance, unsigned long frame_count);
    void (*set_run_adding_gain)(ladspa_instance instance, float gain);
    void (*deactivate)(ladspa_instance instance);
    void (*cleanup)(ladspa_instance instance);
} ladspa_plugin;

typedef const ladspa_plugin *(*ladspa_descriptor_function)(unsigned long index);

#endif
