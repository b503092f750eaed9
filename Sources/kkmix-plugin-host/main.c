// kkmix-plugin-host: one plug-in in a process of its own. What happens to it here happens to nobody else.
//
//   kkmix-plugin-host describe KIND PATH [WORD]   the plug-ins of a library, or those that are called WORD and their presets, as lines
//   kkmix-plugin-host run KIND PATH LABEL RATE COPIES BLOCK STATE
//                                                 plays a plug-in, or several copies of it side by side
//
// KIND is ladspa or lv2. It speaks on descriptor 3. `run` takes a state of STATE bytes, says READY, and answers each request by its number: RUN comes
// with the values of all ports and a block of samples for each input of each copy, and then for each side chain, and goes with the values and the blocks of the outputs; RESET has
// nothing else, and makes the copies anew; REACTIVATE has them forget what they heard; SAVE goes with a number of bytes and a state, filled up to whole words. At the end of requests it ends.
// Every block lies between megabytes that nobody may touch, so that a plug-in that goes beyond it ends here, too.

#define _GNU_SOURCE
#include "plugin.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    CHANNEL = 3,
    MOST_COPIES = 64,
    MOST_FRAMES = 65536,
    MOST_PRESETS = 4096,
    // Seconds of a block: kkmix gives up sooner, and this is for when it is gone.
    LONGEST_RUN = 60,
    // What a plug-in may take, and what is around its blocks, in GiB of address space.
    PLUGIN_MEMORY = 4,
    GUARD_MEMORY = 1,
};

enum { READY = 0x6b6b7264, RUN = 0x6b6b726e, RESET = 0x6b6b7273, SAVE = 0x6b6b7376, REACTIVATE = 0x6b6b7261 };

static void take(void *bytes, size_t count) {
    for (char *at = bytes; count > 0;) {
        const ssize_t got = read(CHANNEL, at, count);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) _exit(got == 0 ? DONE : NO_PARENT);
        at += got;
        count -= (size_t)got;
    }
}

static void give(const void *bytes, size_t count) {
    for (const char *at = bytes; count > 0;) {
        const ssize_t given = write(CHANNEL, at, count);
        if (given < 0 && errno == EINTR) continue;
        if (given <= 0) _exit(NO_PARENT);
        at += given;
        count -= (size_t)given;
    }
}

static FILE *out;

// A field, in which what is no plain letter goes as %XX.
static void tell_up_to(size_t length, const char *words) {
    fputc('\t', out);
    for (size_t k = 0; words && words[k] && k < length; k++) {
        const unsigned char byte = (unsigned char)words[k];
        if (byte <= ' ' || byte >= 127 || byte == '%') fprintf(out, "%%%02X", byte);
        else fputc(byte, out);
    }
}
static void tell(const char *words) { tell_up_to(LONGEST_TEXT, words); }

static void tell_value(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    fprintf(out, "\t%08x", bits);
}

static int describe(const plugin *p) {
    fprintf(out, "plugin\t%lu", p->id);
    tell(p->label), tell(p->name), tell(p->maker), tell(p->file), tell(p->lack);
    for (const plugin_port *port = p->ports; port < p->ports + p->port_count; port++) {
        fprintf(out, "\nport\t%d\t%d", port->kind, port->hint);
        tell_value(port->lower), tell_value(port->upper), tell_value(port->value);
        tell(port->unit), tell(port->symbol), tell(port->name);
        for (const plugin_point *point = port->points; point < port->points + port->point_count; point++) {
            fputs("\npoint", out);
            tell_value(point->value), tell(point->name);
        }
    }
    fputc('\n', out);
    return 0;
}

static unsigned preset_count;
static size_t state_bytes;

// Some thousands, and states of some megabytes: what is beyond is left out.
static void describe_preset(const plugin *p, const plugin_preset *preset) {
    const size_t size = preset->state ? strlen(preset->state) : 0;
    if (preset_count >= MOST_PRESETS || size > LONGEST_STATE || state_bytes + size > 2 * LONGEST_STATE) return;
    preset_count++;
    state_bytes += size;
    fputs("preset", out);
    tell(preset->address), tell(preset->name), tell_up_to(size, preset->state);
    for (unsigned long port = 0; port < p->port_count; port++) {
        if (!isfinite(preset->values[port])) continue;
        fprintf(out, "\nvalue\t%lu", port);
        tell_value(preset->values[port]);
    }
    fputc('\n', out);
}

static const plugin_kind *kind;

static int describe_fully(const plugin *p) {
    describe(p);
    kind->each_preset(p, describe_preset);
    return 0;
}

static int describe_all(const char *path, const char *word) {
    out = fdopen(CHANNEL, "w");
    kind->each(path, word, word ? describe_fully : describe);
    fputs("end\n", out);
    return fclose(out) == 0 ? DONE : NO_PARENT;
}

// Bytes before and after each room.
static size_t guard;

// Some megabytes where there are a few rooms, and a page where there are very many or `ulimit -v` is small.
static void share_guards(size_t rooms) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), widest = (size_t)64 << 20;
    struct rlimit memory;
    const size_t all = getrlimit(RLIMIT_AS, &memory) ? 0 : memory.rlim_cur / (PLUGIN_MEMORY + GUARD_MEMORY) * GUARD_MEMORY;
    guard = all / rooms / 2 / page * page;
    if (guard < page) guard = page;
    if (guard > widest) guard = widest;
}

// Room that ends, and as far as pages go begins, where nobody may touch anything.
static float *room(size_t count) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (count * sizeof(float) + page - 1) / page * page;
    char *const memory = mmap(0, size + 2 * guard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + guard, size, PROT_READ | PROT_WRITE)) _exit(NO_MEMORY);
    return (float *)(memory + guard + size - count * sizeof(float));
}

static const char *wanted_label;
static int is_wanted(const plugin *p) { return p->label && strcmp(p->label, wanted_label) == 0; }

static const plugin *p;
static double rate;
static unsigned long copies, block;
static char *state;
static void *instances[MOST_COPIES];
static float *ports[MOST_COPIES][MOST_PORTS];

static int is(unsigned long port, int what) { return (p->ports[port].kind & what) == what; }

static void make_copies(void) {
    alarm(LONGEST_RUN);
    for (unsigned long copy = 0; copy < copies; copy++) {
        if (instances[copy]) kind->deactivate(instances[copy]), kind->end(instances[copy]);
        if (!(instances[copy] = kind->make(p, rate, (int)block, state))) _exit(NO_INSTANCE);
        for (unsigned long port = 0; port < p->port_count; port++)
            if (ports[copy][port]) kind->connect(instances[copy], port, ports[copy][port]);
        kind->activate(instances[copy]);
    }
    alarm(0);
}

static int run(void) {
    if (!p || copies < 1 || copies > MOST_COPIES || block < 1 || block > MOST_FRAMES) return NO_PLUGIN;
    share_guards(1 + copies * p->port_count);
    // Each copy has values of its own to write; those of the first one are told.
    float *const values = room(p->port_count ? p->port_count : 1);
    for (unsigned long copy = 0; copy < copies; copy++)
        for (unsigned long port = 0; port < p->port_count; port++) {
            if (is(port, AUDIO) || is(port, SIDE) || is(port, SILENT)) ports[copy][port] = room(block);
            else if (is(port, CONTROL)) ports[copy][port] = copy == 0 || is(port, INPUT) ? values + port : room(1);
        }
    for (unsigned long port = 0; port < p->port_count; port++)
        if (is(port, CONTROL | INPUT)) values[port] = is(port, OFFLINE) ? 1 : p->ports[port].value == p->ports[port].value ? p->ports[port].value : 0;
    make_copies();
    const uint32_t ready = READY;
    give(&ready, sizeof ready);
    for (;;) {
        uint32_t request;
        take(&request, sizeof request);
        if (request == RUN) {
            take(values, p->port_count * sizeof(float));
            for (unsigned long port = 0; port < p->port_count; port++)
                if (is(port, OFFLINE)) values[port] = 1;
            for (unsigned long copy = 0; copy < copies; copy++)
                for (unsigned long port = 0; port < p->port_count; port++)
                    if (is(port, AUDIO | INPUT)) take(ports[copy][port], block * sizeof(float));
            for (unsigned long copy = 0; copy < copies; copy++)
                for (unsigned long port = 0; port < p->port_count; port++)
                    if (is(port, SIDE)) take(ports[copy][port], block * sizeof(float));
            alarm(LONGEST_RUN);
            for (unsigned long copy = 0; copy < copies; copy++) kind->run(instances[copy], (int)block);
            alarm(0);
            give(&request, sizeof request);
            give(values, p->port_count * sizeof(float));
            for (unsigned long copy = 0; copy < copies; copy++)
                for (unsigned long port = 0; port < p->port_count; port++)
                    if (is(port, AUDIO | OUTPUT)) give(ports[copy][port], block * sizeof(float));
        } else if (request == RESET) {
            make_copies();
            give(&request, sizeof request);
        } else if (request == REACTIVATE) {
            alarm(LONGEST_RUN);
            for (unsigned long copy = 0; copy < copies; copy++) kind->deactivate(instances[copy]), kind->activate(instances[copy]);
            alarm(0);
            give(&request, sizeof request);
        } else if (request == SAVE) {
            alarm(LONGEST_RUN);
            char *const saved = kind->save(instances[0]);
            alarm(0);
            static const uint32_t nothing;
            const uint32_t size = saved ? (uint32_t)strnlen(saved, LONGEST_STATE + 1) : 0;
            give(&request, sizeof request);
            give(&size, sizeof size);
            if (size <= LONGEST_STATE) give(saved, size), give(&nothing, -size % 4);
            free(saved);
        } else {
            return NO_PARENT;
        }
    }
}

// kkmix may be killed while a plug-in hangs: then all of this group ends.
static void *watch(void *nothing) {
    struct pollfd end = {CHANNEL, POLLRDHUP, 0};
    while (poll(&end, 1, -1) < 0 && errno == EINTR) {}
    if (getpgrp() == getpid()) kill(0, SIGKILL);
    _exit(NO_PARENT);
    return nothing;
}

int main(int count, char **words) {
    for (int descriptor = CHANNEL + 1; descriptor < 1024; descriptor++) close(descriptor);
    const struct rlimit none = {0, 0}, memory = {(rlim_t)(PLUGIN_MEMORY + GUARD_MEMORY) << 30, (rlim_t)(PLUGIN_MEMORY + GUARD_MEMORY) << 30};
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_AS, &memory);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, 0);
    signal(SIGALRM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    fcntl(CHANNEL, F_SETFD, FD_CLOEXEC);
    pthread_t watcher;
    pthread_create(&watcher, 0, watch, 0);
    if (count > 3) kind = strcmp(words[2], "lv2") == 0 ? &lv2 : &ladspa;
    if (kind && count <= 5 && strcmp(words[1], "describe") == 0) return describe_all(words[3], words[4]);
    if (count == 9 && strcmp(words[1], "run") == 0) {
        const unsigned long size = strtoul(words[8], 0, 10);
        if (size > LONGEST_STATE) return NO_STATE;
        if (size > 0) {
            if (!(state = calloc(size + 1, 1))) return NO_MEMORY;
            take(state, size);
        }
        wanted_label = words[4];
        rate = strtod(words[5], 0);
        copies = strtoul(words[6], 0, 10);
        block = strtoul(words[7], 0, 10);
        p = kind->each(words[3], wanted_label, is_wanted);
        return run();
    }
    fputs("kkmix-plugin-host is a part of kkmix, and started by it alone\n", stderr);
    return 64;
}
