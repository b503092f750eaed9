import KKTestSupport
import Testing

/// A disk that fails while `info` looks at a file: whatever part of it was to be reported, what would be reported is another
/// file.
@Suite struct InfoReadErrorTests {
    /// Every read of a file from the one on whose number `FAIL_FROM` has fails, and is marked on descriptor 3.
    private static let library = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <stdatomic.h>
        #include <stdlib.h>
        #include <unistd.h>
        static atomic_long reads;
        static ssize_t part(const char *name, int file, void *bytes, size_t count, off_t place) {
            if (++reads >= atol(getenv("FAIL_FROM"))) { (void)!write(3, "x", 1); errno = EIO; return -1; }
            return ((ssize_t (*)(int, void *, size_t, off_t))dlsym(RTLD_NEXT, name))(file, bytes, count, place);
        }
        ssize_t pread(int file, void *bytes, size_t count, off_t place) { return part("pread", file, bytes, count, place); }
        ssize_t pread64(int file, void *bytes, size_t count, off_t place) { return part("pread64", file, bytes, count, place); }

        """

    @Test func `a read error in tags, chunks or packets ends with 74 like one in the sound`() throws {
        let folder = try ScratchFolder()
        try folder.write(Array(Self.library.utf8), to: "fail.c")
        let built = try CommandRun.shell("clang -O1 -shared -fPIC -o fail.so fail.c -ldl", in: folder.root)
        try #require(built.status == 0, "\(built.errorText)")
        // As many reads as come before the first run in which none fails.
        let run = try CommandRun.shell(
            """
            for file in chunks-after.wav mpeg-cbr.mp3 channels-6.aiff channels-6.caf codec-id3.flac; do
                for ((from = 1; ; from += 3)); do
                    FAIL_FROM=$from LD_PRELOAD=$PWD/fail.so "$KKMIX" info --json "$FIXTURES/$file" 3>mark >out 2>err
                    status=$?
                    [[ -s mark ]] || { echo "$file end $status"; break; }
                    echo "$file $from $status $(grep -c 'reading failed' err)"
                done
            done
            """, in: folder.root)
        let lines = run.outputText.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.filter { $0[1] == "end" }.map { $0[2] } == ["0", "0", "0", "0", "0"], "\(run.outputText)")
        let failed = lines.filter { $0[1] != "end" }
        #expect(failed.count > 10 && failed.allSatisfy { $0[2] == "74" && $0[3] == "1" }, "\(run.outputText)")
    }
}
