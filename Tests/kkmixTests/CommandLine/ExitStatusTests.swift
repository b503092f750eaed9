import KKTestSupport
import Testing

/// Every row of the exit-status table, by running the binary.
@Suite struct ExitStatusTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16([[1], [2], [3]]), to: "a.wav")
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        let command: String
        let status: Int32
        /// Words that the one line on standard error must have.
        let words: [String]
        var testDescription: String { "\(status): \(what)" }
    }

    static let rows = [
        Row(what: "a mix", command: "$KKMIX a.wav -o out.wav", status: 0, words: []),
        Row(what: "help", command: "$KKMIX --help", status: 0, words: []),
        Row(what: "version", command: "$KKMIX --version", status: 0, words: []),
        // Nothing in this version ends with 1: the row proves the table alone.
        Row(what: "differences", command: "$KKMIX statuses different", status: 1, words: []),
        Row(what: "no input", command: "$KKMIX -o out.wav", status: 64, words: ["input"]),
        Row(what: "no output", command: "$KKMIX a.wav", status: 64, words: ["no output", "-o out.wav"]),
        Row(what: "an unknown option", command: "$KKMIX a.wav -o out.wav --loud", status: 64, words: ["--loud"]),
        Row(
            what: "an unknown track setting", command: "$KKMIX a.wav::volume=3 -o out.wav", status: 64,
            words: ["volume", "gain"]),
        Row(what: "an unknown extension", command: "$KKMIX a.wav -o out.xyz", status: 64, words: ["xyz", "--format"]),
        Row(
            what: "an encoding the container lacks", command: "$KKMIX a.wav -o out.flac --encoding f32", status: 64,
            words: ["f32", "FLAC"]),
        Row(
            what: "a mix without end", command: "$KKMIX a.wav::loop=inf -o out.wav", status: 64,
            words: ["never end", "--length"]),
        Row(
            what: "json and audio on standard output", command: "$KKMIX a.wav -o - --format wav --json", status: 64,
            words: ["standard output"]),
        Row(
            what: "junk", command: "head -c 5000 /dev/zero > junk; $KKMIX junk -o out.wav", status: 65, words: ["junk"]),
        Row(what: "an empty file", command: ": > empty.wav; $KKMIX empty.wav -o out.wav", status: 65, words: ["empty"]),
        Row(
            what: "a Git LFS pointer",
            command:
                "printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:00\\nsize 1\\n' > p.wav; $KKMIX p.wav -o out.wav",
            status: 65, words: ["LFS", "git lfs pull"]),
        Row(
            what: "an HTML page", command: "printf '<!DOCTYPE html><html>' > p.mp3; $KKMIX p.mp3 -o out.wav",
            status: 65, words: ["HTML"]),
        Row(
            what: "clipping as an error", command: "$KKMIX a.wav::gain=60000 -o out.wav --on-clip error", status: 65,
            words: ["clips", "--on-clip scale"]),
        Row(
            what: "two inputs with one output", command: "$KKMIX convert a.wav ./a.wav -o d/", status: 64,
            words: ["d/a.wav", "two inputs"]),
        Row(
            what: "a conversion that clips",
            command:
                "$KKMIX a.wav::gain=60000 --encoding f32 -q -o p.wav; $KKMIX convert p.wav -o out.wav --encoding s16 --on-clip error",
            status: 65, words: ["clips", "--on-clip scale"]),
        Row(what: "a missing file", command: "$KKMIX b.wav -o out.wav", status: 66, words: ["b.wav", "no such file"]),
        Row(what: "a folder", command: "mkdir d; $KKMIX d -o out.wav", status: 66, words: ["folder"]),
        Row(
            what: "a codec that is not here",
            command:
                "printf 'DSD aaaaaaaaaaaaaaaaaaaa' > a.dsf; $KKMIX a.dsf -o out.wav",
            status: 69, words: ["a.dsf"]),
        Row(
            what: "a library that is not one",
            command: "mkdir d; echo x > d/libsndfile.so.1; LD_LIBRARY_PATH=d $KKMIX a.wav -o out.flac", status: 69,
            words: ["out.flac", "libsndfile cannot be loaded", "d/libsndfile.so.1", "install libsndfile"]),
        Row(
            what: "a library without a function",
            command:
                "mkdir d; echo 'int x;' | clang -x c -shared -o d/libmpg123.so.0 -; printf '\\377\\373\\220\\144' > p; head -c 413 /dev/zero >> p; cat p p p p > p.mp3; LD_LIBRARY_PATH=d $KKMIX p.mp3 -o out.wav",
            status: 69, words: ["p.mp3", "libmpg123 cannot be loaded", "mpg123_new"]),
        Row(
            what: "WavPack without its library",
            command:
                "mkdir d; echo x > d/libwavpack.so.1; printf wvpk > p; LD_LIBRARY_PATH=d $KKMIX p -o out.wav",
            status: 69, words: ["p", "libwavpack cannot be loaded", "d/libwavpack.so.1", "install libwavpack"]),
        Row(
            what: "FLAC without its library",
            command:
                "mkdir d; for l in 12 14; do echo x > d/libFLAC.so.$l; done; LD_LIBRARY_PATH=d $KKMIX info - < $FIXTURES/tone-8.flac",
            status: 69,
            words: ["standard input", "libFLAC cannot be loaded", "install libFLAC (Debian: libflac12 or libflac14)"]),
        Row(
            what: "info of a CAF of FLAC without its library",
            command:
                "mkdir d; for l in 12 14; do echo x > d/libFLAC.so.$l; done; LD_LIBRARY_PATH=d $KKMIX info $FIXTURES/codec-flac.caf",
            status: 69, words: ["codec-flac.caf", "libFLAC cannot be loaded", "install libFLAC"]),
        Row(
            what: "info of a CAF of Opus without its library",
            command: "mkdir d; echo x > d/libopus.so.0; LD_LIBRARY_PATH=d $KKMIX info $FIXTURES/codec-opus.caf",
            status: 69, words: ["codec-opus.caf", "libopus cannot be loaded", "install libopus"]),
        Row(
            what: "a converter that cannot be loaded",
            command:
                "mkdir d; echo x > d/libsamplerate.so.0; LD_LIBRARY_PATH=d $KKMIX a.wav -r 8000 --resampler libsamplerate -o out.wav",
            status: 69, words: ["libsamplerate cannot be loaded", "(Debian: libsamplerate0)", "another converter"]),
        Row(
            what: "PCM without any library",
            command:
                "mkdir d; for l in libsndfile.so.1 libmpg123.so.0 libFLAC.so.{12,14} libvorbis.so.0 libopus.so.0 libwavpack.so.1 libsamplerate.so.0; do echo x > d/$l; done; LD_LIBRARY_PATH=d $KKMIX a.wav a.wav -r 48000 -o out.caf",
            status: 0, words: []),
        // A defect that is known is mended, so this row proves the table alone.
        Row(what: "a defect", command: "$KKMIX statuses defect", status: 70, words: []),
        Row(
            what: "an existing output", command: "cp a.wav out.wav; $KKMIX a.wav -o out.wav", status: 73,
            words: ["out.wav", "-f"]),
        Row(
            what: "an output that is an input", command: "$KKMIX a.wav -f -o a.wav", status: 73,
            words: ["a.wav", "input"]),
        Row(
            what: "an output that links to an input", command: "ln -s a.wav l.wav; $KKMIX a.wav -f -o l.wav",
            status: 73, words: ["input"]),
        Row(
            what: "a folder as the output", command: "mkdir d; $KKMIX a.wav -o d", status: 73,
            words: ["d: the output is a folder"]),
        Row(
            what: "a missing output folder", command: "$KKMIX a.wav -o nowhere/out.wav", status: 73, words: ["nowhere"]),
        Row(
            what: "a conversion onto its input", command: "ln -s a.wav l.wav; $KKMIX convert l.wav -f -o a.wav",
            status: 73, words: ["a.wav", "also an input"]),
        Row(
            what: "several inputs and no folder", command: "cp a.wav p.wav; $KKMIX convert a.wav p.wav -o d",
            status: 73, words: ["d: several inputs", "'d/'"]),
        Row(
            what: "a converted file that cannot be written", command: "$KKMIX convert a.wav -o /dev/full --format wav",
            status: 74, words: ["/dev/full"]),
        Row(
            what: "a full disk", command: "$KKMIX a.wav -o /dev/full --format wav", status: 74,
            words: ["/dev/full", "No space left"]),
        Row(
            what: "a file-size limit", command: "ulimit -f 8; $KKMIX a.wav::loop=100000 -o out.wav", status: 74,
            words: ["out.wav"]),
        Row(
            what: "a closed FIFO",
            command:
                "mkfifo p; head -c 10 p > /dev/null & $KKMIX a.wav::loop=1000000 -o p --format wav -q", status: 74,
            words: ["p, byte ", "the program that read it has ended"]),
        Row(
            what: "a result that cannot be written", command: "$KKMIX info a.wav > /dev/full", status: 74,
            words: ["standard output", "No space left"]),
        Row(
            what: "too many open files", command: "ulimit -n 4; $KKMIX a.wav -o out.wav", status: 75, words: ["ulimit"]),
        // There are no session files in this version: the row proves the table alone.
        Row(what: "a bad session", command: "$KKMIX statuses badSession", status: 78, words: []),
        Row(
            what: "SIGINT",
            command:
                "mkfifo p; sleep 60 > p & env --default-signal=INT $KKMIX p -o out.wav & heard $!; kill -INT $!; wait $!",
            status: 130, words: ["SIGINT"]),
        Row(
            what: "SIGINT in a conversion",
            command:
                "mkfifo p; sleep 60 > p & env --default-signal=INT $KKMIX convert p a.wav -j 1 --format wav -o d/ & heard $!; kill -INT $!; wait $!",
            status: 130, words: ["SIGINT"]),
        Row(
            what: "SIGTERM", command: "$KKMIX a.wav::loop=2000000000 -o long.wav & heard $!; kill -TERM $!; wait $!",
            status: 143, words: ["SIGTERM"]),
    ]

    @Test(arguments: rows)
    func `each status has its cause and its words`(row: Row) throws {
        let run = try CommandRun.shell(row.command, in: folder.root)
        #expect(run.status == row.status, "\(run.errorText)")
        for word in row.words { #expect(run.errorText.contains(word), "'\(word)' in: \(run.errorText)") }
        if row.status >= 64 {
            let left = folder.contents.filter {
                !["a.wav", "junk", "empty.wav", "p.wav", "p.mp3", "p", "d", "a.dsf", "l.wav"].contains($0)
            }
            #expect(left.isEmpty || row.what == "an existing output" && left == ["out.wav"], "left behind: \(left)")
            if row.status < 128 {
                #expect(run.errorText.split(separator: "\n").count == 1, "one line: \(run.errorText)")
            }
        }
    }

    @Test func `a failure with --json is one JSON document on standard output`() throws {
        let run = try CommandRun(["b.wav", "-o", "out.wav", "--json"], in: folder.root)
        #expect(run.status == 66)
        #expect(run.outputText.hasPrefix(#"{"error":{"message":"b.wav: "#))
        #expect(run.outputText.contains(#""path":"b.wav","status":66},"schema":1}"#))
    }

    @Test func `an existing output is untouched after a failure`() throws {
        try folder.write([1, 2, 3], to: "out.wav")
        _ = try CommandRun(["b.wav", "-f", "-o", "out.wav"], in: folder.root)
        #expect(folder.bytes("out.wav") == [1, 2, 3])
    }
}
