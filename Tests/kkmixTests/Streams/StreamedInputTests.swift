import Foundation
import KKTestSupport
import Testing

/// Pipes as inputs: the bytes that come out are those of the same files by name, and what can be streamed needs neither
/// memory nor disk.
@Suite struct StreamedInputTests {
    let folder: ScratchFolder
    /// Nothing can be made here: what goes through a temporary file fails.
    private static let noFolder = ["TMPDIR": "/nonexistent"]

    init() throws {
        folder = try ScratchFolder()
        let samples = try folder.writeRamp()
        try folder.write(WaveFile.pcm16(samples.suffix(9_000)), to: "short.wav")
        try folder.write(
            WaveFile.pcm16((0..<150_000).map { [Int16(truncatingIfNeeded: $0 * 17)] }, sampleRate: 48_000),
            to: "long.wav")
        for name in ["music.mp3", "music.flac"] {
            try FileManager.default.copyItem(atPath: Fixtures.path(name), toPath: folder.path(name))
        }
    }

    private static let names = ["known.wav", "open.wav", "music.mp3", "music.flac"]

    /// What is put after the input's name, the rest of the command, and whether the pipe is read as it comes.
    private static let mixes: [(settings: String, rest: String, isStreamed: Bool)] = [
        ("", "", true),
        ("", "-r 48000", true),
        ("", "-r 32k --resampler medium -c mono --encoding s16 --seed 4", true),
        ("::at=100ms,from=200ms,for=300ms", "", true),
        ("::from=12345f,to=23456f", "-r 48000", true),
        ("::from=700ms", "", true),
        ("::from=50", "", true),
        ("::for=50", "", true),
        ("::gain=-3dB,pan=0.4,fade-in=90ms/equal-power,at=7f", "", true),
        ("::speed=0.5", "", true),
        ("::speed=1.3,from=100ms,for=300ms,fade-in=50ms", "-r 48000", true),
        ("::eq=peak:1k:6dB:1oct", "--eq highshelf:8k:-3dB", true),
        ("::unit=peak-limiter:pre-gain=12", "--unit lowpass:frequency=3k --unit delay:time=40ms", true),
        ("", "--limit -6dBTP --gain 6dB", true),
        ("", "--limit -6dBTP --tail 300ms", true),
        ("", "--length 250ms", true),
        ("", "--length 2 --limit -3dBTP", true),
        ("", "long.wav::gain=-6dB", true),
        ("", "long.wav --length shortest", true),
        ("", "long.wav --length first", true),
        ("", "short.wav --length shortest", true),
        ("", "short.wav::loop=inf --length longest", true),
        ("", "short.wav long.wav --limit -9dBTP -r 48000", true),
        ("", "--on-clip error", true),
        ("", "--max-frames 777 -j 1", true),
        ("", "long.wav --length first --limit -3dBTP", false),
        ("", "long.wav --length first --unit delay:time=40ms", false),
        ("", "short.wav::loop=inf,fade-out=100ms", false),
        ("::fade-out=200ms", "", false),
        ("::loop=1,for=300ms", "", false),
        ("", "--loudness -20LUFS", false),
        ("", "--gain 9dB --on-clip scale", false),
        ("", "--gain 9dB --on-clip limit", false),
    ]

    @Test(arguments: mixes.indices)
    func `a mix of a pipe is that of the file to the bit`(number: Int) throws {
        let (settings, rest, isStreamed) = Self.mixes[number]
        for name in Self.names {
            let command = "\(rest) -o"
            // A dash with settings would be taken for an option.
            let input = settings.isEmpty ? "-" : "/dev/stdin"
            let file = try CommandRun.shell("$KKMIX \(name)\(settings) \(command) file.wav -f", in: folder.root)
            let piped = try CommandRun.shell(
                "cat \(name) | $KKMIX \(input)\(settings) \(command) pipe.wav -f", in: folder.root,
                environment: isStreamed ? Self.noFolder : [:])
            #expect(file.status == piped.status, "\(name): \(file.errorText) \(piped.errorText)")
            guard file.status == 0 else { continue }
            #expect(
                folder.bytes("pipe.wav") == folder.bytes("file.wav") && folder.bytes("file.wav")!.count >= 44, "\(name)"
            )
            if !isStreamed {
                let refused = try CommandRun.shell(
                    "cat \(name) | $KKMIX \(input)\(settings) \(command) pipe.wav -f", in: folder.root,
                    environment: Self.noFolder)
                #expect(
                    refused.status == 74 && refused.errorText.contains("none can be made in /nonexistent"),
                    "\(name): \(refused.errorText)")
            }
        }
    }

    @Test(arguments: names)
    func `conversions and measurements of a pipe are those of the file`(name: String) throws {
        let run = try CommandRun.shell(
            """
            $KKMIX convert \(name) -o file.flac -r 48000 && cat \(name) | TMPDIR=/nonexistent $KKMIX convert - -o pipe.flac -r 48000 && cmp file.flac pipe.flac \
            && $KKMIX measure --json \(name) > file.json && cat \(name) | TMPDIR=/nonexistent $KKMIX measure --json - > pipe.json
            """, in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        let texts = ["file.json", "pipe.json"].map { String(decoding: folder.bytes($0) ?? [], as: UTF8.self) }
        // A size that was never filled in is damage of a file alone.
        let warning =
            #"["open.wav, byte 44: the size of the audio was never filled in (a pipe, or an interrupted recording); all 176400 bytes to the end are used"]"#
        #expect(texts[0].contains(warning) == (name == "open.wav"))
        let plain = texts.map { $0.replacing("\"\(name)\"", with: "\"-\"").replacing(warning, with: "[]") }
        #expect(
            plain[0].replacing("\(name), byte", with: "standard input, byte") == plain[1] && plain[1].contains("44100")
                || name.hasPrefix("music") && plain[0] == plain[1])
    }

    @Test(arguments: [1, 13, 4096]) func `a writer that dribbles changes nothing`(portion: Int) throws {
        for name in ["short.wav", "music.mp3"] {
            let run = try CommandRun.shell(
                "$KKMIX \(name) -r 48000 -o file.wav -f && dd if=\(name) bs=\(portion) status=none | TMPDIR=/nonexistent $KKMIX - -r 48000 -o pipe.wav -f && cmp file.wav pipe.wav",
                in: folder.root)
            #expect(run.status == 0, "\(run.errorText)")
        }
    }

    /// Two hundred megabytes, with the size and without: what has been rendered is gone from memory, and was never on
    /// the disk.
    @Test(arguments: ["\\x00\\x00\\x80\\x0c", "\\xff\\xff\\xff\\xff"]) func `a long pipe takes no memory`(
        size: String
    ) throws {
        let header =
            #"printf 'RIFF\xff\xff\xff\xffWAVEfmt \x10\0\0\0\x01\0\x02\0\x44\xac\0\0\x10\xb1\x02\0\x04\0\x10\0data\#(size)'"#
        let run = try CommandRun.shell(
            """
            { \(header); head -c 209715200 /dev/zero; } | { exec 3<&0; TMPDIR=/nonexistent $KKMIX - -o /dev/null --format wav -q <&3 & pid=$!
            while kill -0 $pid 2>/dev/null; do awk '/^VmHWM/ { print $2 }' /proc/$pid/status 2>/dev/null; sleep 0.02; done; wait $pid; echo status $?; }
            """, in: folder.root)
        let lines = run.outputText.split(separator: "\n")
        #expect(lines.last == "status 0", "\(run.errorText)")
        let most = lines.compactMap { Int($0) }.max() ?? .max
        #expect(most < 120_000, "\(most) KiB")
    }

    @Test func `an endless pipe that is wanted for a while is read for a while`() throws {
        let header =
            #"printf 'RIFF\xff\xff\xff\xffWAVEfmt \x10\0\0\0\x01\0\x02\0\x44\xac\0\0\x10\xb1\x02\0\x04\0\x10\0data\xff\xff\xff\xff'"#
        for command in [
            "-o out.wav -f -q -- -::for=10", "- --length 10 -o out.wav -f -q",
            "short.wav - --length 10 -o out.wav -f -q",
        ] {
            let run = try CommandRun.shell(
                "{ \(header); cat /dev/zero; } | TMPDIR=/nonexistent $KKMIX \(command); echo ${PIPESTATUS[@]}",
                in: folder.root)
            // The writer dies of its pipe, or fails where signals of pipes are ignored.
            #expect(["141 0\n", "1 0\n"].contains(run.outputText), "\(run.outputText) \(run.errorText)")
            #expect(WaveFile.samples16(of: folder.bytes("out.wav") ?? [])?.count == 882_000)
        }
    }

    @Test func `what is behind the audio is taken, so that no writer is cut off`() throws {
        let list = Array("LIST".utf8) + [0, 0, 4, 0] + [UInt8](repeating: 65, count: 1 << 18)
        try folder.write(folder.bytes("known.wav")! + list, to: "listed.wav")
        let run = try CommandRun.shell(
            "$KKMIX listed.wav -o file.wav -q; cat listed.wav | $KKMIX - -o out.wav -q; echo ${PIPESTATUS[@]}",
            in: folder.root)
        #expect(
            run.outputText == "0 0\n" && folder.bytes("out.wav") == folder.bytes("file.wav")
                && folder.bytes("out.wav") != nil, "\(run.outputText) \(run.errorText)")
    }

    @Test func `two FIFOs are read side by side`() throws {
        let run = try CommandRun.shell(
            "$KKMIX long.wav music.mp3 -o file.wav && TMPDIR=/nonexistent $KKMIX <(cat long.wav) <(cat music.mp3) -o pipe.wav && cmp file.wav pipe.wav",
            in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
    }

    @Test func `damage is reported with its byte, and with --strict it ends the mix`() throws {
        let damaged =
            Array(folder.bytes("music.mp3")!.prefix(20_000)) + [UInt8](repeating: 7, count: 600)
            + Array(folder.bytes("music.mp3")!.suffix(20_000))
        try folder.write(damaged, to: "damaged.mp3")
        let run = try CommandRun.shell("cat damaged.mp3 | $KKMIX - -o out.wav", in: folder.root)
        #expect(run.status == 0 && run.errorText.contains("standard input, byte "), "\(run.errorText)")
        let strict = try CommandRun.shell("cat damaged.mp3 | $KKMIX - --strict -o strict.wav", in: folder.root)
        #expect(
            strict.status == 65 && strict.errorText.contains("standard input, byte ")
                && folder.bytes("strict.wav") == nil, "\(strict.errorText)")
        let short = try CommandRun.shell("head -c 100000 known.wav | $KKMIX - -o out.wav -f", in: folder.root)
        #expect(
            short.status == 0
                && short.errorText.contains("the header states 176400 bytes of audio, but there are only 99956"),
            "\(short.errorText)")
        #expect(WaveFile.samples16(of: folder.bytes("out.wav")!)?.count == 2 * 24_989)
    }

    /// As docs/streams.md has it: the form that a writer to a pipe must leave is damage only of a file.
    @Test func `a size that a pipe's writer cannot fill in is no damage of the pipe, and one of a file`() throws {
        let folder = try ScratchFolder()
        let script = """
            make() { if [[ $1 == zero ]]; then $KKMIX $FIXTURES/tone-s16.wav -o - --format wav -q | { head -c 40; head -c 4 >/dev/null; printf '\\0\\0\\0\\0'; cat; }
                else $KKMIX $FIXTURES/tone-s16.wav -o - --format $1 -q; fi; }
            for form in wav rf64 w64 zero; do
                make $form | $KKMIX measure - --strict >/dev/null; echo $form $?
                make $form | $KKMIX info - --strict >/dev/null; echo $form $?
                make $form | $KKMIX - -o $form.wav -q --strict; echo $form $?
                make $form | cat >file; $KKMIX info file --strict >/dev/null 2>reported; echo $form file $? $(grep -c 'interrupted recording' reported)
            done
            """
        let run = try CommandRun.shell(script, in: folder.root)
        let wanted = ["wav", "rf64", "w64", "zero"].map { "\($0) 0\n\($0) 0\n\($0) 0\n\($0) file 65 1\n" }.joined()
        #expect(run.outputText == wanted && run.errorText.isEmpty, "\(run.outputText) \(run.errorText)")
        let sound = try #require(folder.bytes("wav.wav"))
        #expect(
            ["rf64", "w64", "zero"].allSatisfy { folder.bytes("\($0).wav") == sound }
                && WaveFile.samples16(of: sound)?.count == 13_230)
    }
}
