import Foundation
import KKTestSupport
import Testing

/// The output is a function of the inputs' bytes and the options, and of nothing else.
@Suite struct InvarianceTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        let left = SeededNumbers.noise(9_001, seed: 1)
        let right = SeededNumbers.noise(9_001, seed: 2)
        try folder.write(WaveFile.float32(zip(left, right).map { [$0 * 0.4, $1 * 0.4] }), to: "noise.wav")
        try folder.write(
            WaveFile.pcm16((0..<5_003).map { [Int16(truncatingIfNeeded: $0 * 77)] }, sampleRate: 22_050), to: "saw.wav")
        try folder.write(
            WaveFile.pcm16((0..<2_000).map { [Int16(truncatingIfNeeded: $0 * 401), 0] }, sampleRate: 48_000),
            to: "fast.wav")
    }

    /// A session that touches every track setting, two conversions and dither.
    static let session = [
        "noise.wav::gain=-3dB,pan=0.3,fade-in=20ms/s-curve,fade-out=50ms/exponential", "saw.wav::at=33ms,pan=-0.7",
        "fast.wav::from=100f,for=900f,loop=3,fade-out=10ms/equal-power", "--encoding", "s16", "--gain", "-1dB",
    ]

    private func render(
        _ more: [String] = [], environment: [String: String] = [:], to name: String = "out.wav"
    ) throws -> [UInt8] {
        let run = try CommandRun(
            Self.session + more + ["-f", "-q", "-o", name], in: folder.root, environment: environment)
        #expect(run.status == 0, "\(run.errorText)")
        return try #require(folder.bytes(name))
    }

    @Test func `no slice size changes a byte`() throws {
        let expected = try render()
        var numbers = SeededNumbers(seed: 99)
        for slice in [1, 63, 64, 512, 1_156, 4_096, 65_536, 100_000, 1_048_576]
            + (0..<4).map({ _ in 1 + Int(numbers.next() % 5_000) })
        {
            #expect(try render(["--max-frames", String(slice)]) == expected, "slices of \(slice)")
        }
    }

    @Test func `no number of threads changes a byte`() throws {
        let expected = try render(["-j", "1"])
        for jobs in ["2", "3", "16", "auto"] { #expect(try render(["-j", jobs]) == expected, "\(jobs) jobs") }
    }

    @Test func `two processes write the same bytes under any name`() throws {
        #expect(try render(to: "one.wav") == render(to: "zwei.wav"))
    }

    @Test func `time zone and folder change nothing`() throws {
        let expected = try render()
        #expect(try render(environment: ["TZ": "Asia/Kathmandu"]) == expected)
        #expect(try render(environment: ["TMPDIR": folder.root, "HOME": "/nonexistent"]) == expected)
    }

    /// A locale that is not installed is silently "C": a test under it would pass without testing anything.
    static let locale = ProcessInfo.processInfo.environment["KKMIX_TEST_LOCALE"] ?? "de_DE.UTF-8"
    static let hasDecimalComma: Bool = {
        let run = try? CommandRun.shell("printf '%.1f' 1,5 2>/dev/null", in: "/", environment: ["LC_ALL": locale])
        return run?.outputText == "1,5"
    }()

    @Test(.enabled(if: hasDecimalComma, "no locale with a decimal comma here; scripts/test makes one"))
    func `a decimal comma changes neither bytes nor messages`() throws {
        let comma = ["LC_ALL": Self.locale, "LANG": Self.locale]
        #expect(try render(environment: comma) == render())
        let run = try CommandRun(
            ["noise.wav::at=0.5,gain=-1.5dB", "-o", "out.wav", "-f", "--json"], in: folder.root, environment: comma)
        #expect(run.outputText.contains(#""duration":0.704"#), "\(run.outputText)\(run.errorText)")
    }

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/faketime"),
            "no faketime here; scripts/setup --tests installs it"))
    func `another date changes nothing`() throws {
        for ending in ["wav", "flac", "ogg", "opus", "mp3", "caf", "aiff"] {
            let session =
                ["ogg", "opus", "mp3"].contains(ending)
                ? Self.session.filter { $0 != "--encoding" && $0 != "s16" } : Self.session
            let words = session.map { "'\($0)'" }.joined(separator: " ")
            let now = try CommandRun.shell("$KKMIX \(words) -q -o now.\(ending)", in: folder.root)
            let then = try CommandRun.shell(
                "faketime '2031-02-03 04:05:06' $KKMIX \(words) -q -o then.\(ending)", in: folder.root)
            #expect(now.status == 0 && then.status == 0, "\(now.errorText)\(then.errorText)")
            #expect(folder.bytes("now.\(ending)") == folder.bytes("then.\(ending)"), "\(ending)")
        }
    }

    #if os(Linux) && arch(x86_64)
    /// glibc chooses its functions by what the processor has; this takes the newer half of that away. The other half of
    /// the promise, the decoders' own choice, is for `scripts/prove-determinism`, which runs kkmix on older processors
    /// in an emulator.
    @Test func `a C library without the newer instructions changes nothing`() throws {
        let older = ["GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F"]
        #expect(try render(environment: older) == render())
        let song = Fixtures.path("music.mp3::gain=-3dB")
        let voice = Fixtures.path("speech-mpeg2.mp3::pan=0.4,fade-in=10ms/equal-power")
        for (name, environment) in [("here.wav", [:]), ("older.wav", older)] {
            let run = try CommandRun(
                [song, voice, "--encoding", "f32", "-q", "-o", name], in: folder.root, environment: environment)
            #expect(run.status == 0, "\(run.errorText)")
        }
        let (here, there) = (folder.bytes("here.wav"), folder.bytes("older.wav"))
        #expect(here != nil && here == there)
    }
    #endif

    @Test func `another seed moves the dither and nothing else`() throws {
        let first = try #require(WaveFile.samples16(of: render()))
        let second = try #require(WaveFile.samples16(of: render(["--seed", "7"])))
        let differences = zip(first, second).map { abs(Int($0) - Int($1)) }
        #expect(first.count == second.count && differences.contains { $0 > 0 } && differences.allSatisfy { $0 <= 2 })
    }
}
