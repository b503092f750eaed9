import Foundation
import KKTestSupport
import Testing

/// Rendering allocates nothing per slice: a job of four times the length makes exactly as many allocations. Measured from outside on the
/// release binary, by a library that is put before the C library's allocator; a debug build allocates for its own checks.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["KKMIX_BINARY"] != nil, "needs the release binary in KKMIX_BINARY"))
struct AllocationTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(Array(Self.counter.utf8), to: "counter.c")
        let built = try CommandRun.shell("clang -O1 -shared -fPIC -o counter.so counter.c -ldl", in: folder.root)
        try #require(built.status == 0, "\(built.errorText)")
    }

    static let jobs = [
        "tone-s16.wav::loop=inf noise-f32.wav::loop=inf,gain=0.3,pan=0.2,fade-in=1s --encoding s16",
        "tone-s24.aiff::loop=inf speech.wav::loop=inf --encoding f32",
        "channels-6.wav::loop=inf -c stereo -r 48000 --encoding s24",
        "music.mp3 -r 44100 --encoding s16",
    ]

    @Test(arguments: jobs, ["-j 1", "-j 3"])
    func `four times the slices make no more allocations`(job: String, threads: String) throws {
        let inputs = job.split(separator: " ").map { $0.contains(".") && !$0.hasPrefix("-") ? Fixtures.path(String($0)) : String($0) }.joined(separator: " ")
        let count = { (length: String, slice: Int) -> Int in
            let run = try CommandRun.shell(
                "rm -f out.wav; SWIFT_DETERMINISTIC_HASHING=1 LD_PRELOAD=$PWD/counter.so $KKMIX \(inputs) \(threads) --max-frames \(slice) --length \(length) -q -o out.wav 3>count && cat count", in: folder.root)
            try #require(run.status == 0, "\(run.errorText)")
            return try #require(Int(run.outputText.trimmingCharacters(in: .whitespacesAndNewlines)))
        }
        let short = try count("300000f", 1_000)
        #expect(short > 100, "the counter counts")
        #expect(try count("1200000f", 1_000) == short)
    }

    private static let counter = """
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
