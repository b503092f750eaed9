import Foundation

/// Counts a program's allocations from outside, by a library that is put before the C library's allocator. The program
/// must end by `_exit`, and be a release build: a debug build allocates for its own checks.
public struct AllocationCounter {
    public let folder: ScratchFolder

    public init() throws {
        folder = try ScratchFolder()
        try folder.write(Array(Self.library.utf8), to: "counter.c")
        let built = try CommandRun.shell("clang -O1 -shared -fPIC -o counter.so counter.c -ldl", in: folder.root)
        if built.status != 0 { throw Failure(text: built.errorText) }
    }

    /// Runs a shell command in the counter's folder and returns how many allocations it made.
    public func count(_ command: String) throws -> Int {
        let run = try CommandRun.shell(
            "rm -f out.wav; SWIFT_DETERMINISTIC_HASHING=1 LD_PRELOAD=$PWD/counter.so \(command) 3>count >output && cat count",
            in: folder.root)
        let count = Int(run.outputText.trimmingCharacters(in: .whitespacesAndNewlines))
        guard run.status == 0, let count else { throw Failure(text: run.errorText) }
        return count
    }

    struct Failure: Error, CustomStringConvertible {
        let text: String
        var description: String { "the allocations cannot be counted: \(text)" }
    }

    private static let library = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdatomic.h>
        #include <stdio.h>
        #include <stddef.h>
        static atomic_long allocations;
        extern void *__libc_malloc(size_t);
        extern void *__libc_calloc(size_t, size_t);
        extern void *__libc_realloc(void *, size_t);
        extern void *__libc_memalign(size_t, size_t);
        void *malloc(size_t n) { allocations++; return __libc_malloc(n); }
        void *calloc(size_t a, size_t b) { allocations++; return __libc_calloc(a, b); }
        void *realloc(void *p, size_t n) { allocations++; return __libc_realloc(p, n); }
        void *aligned_alloc(size_t a, size_t n) { allocations++; return __libc_memalign(a, n); }
        int posix_memalign(void **p, size_t a, size_t n) { allocations++; *p = __libc_memalign(a, n); return 0; }
        void _exit(int status) {
            dprintf(3, "%ld\\n", allocations);
            void (*leave)(int) = (void (*)(int))dlsym(RTLD_NEXT, "_exit");
            leave(status);
            __builtin_unreachable();
        }

        """
}
