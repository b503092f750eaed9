import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

/// Numbers that no command line gives, in a session that a program made: an error, and never the end of the process.
@Suite struct ImpossibleNumberTests {
    let jobs = try! JobFolder()

    init() throws {
        try jobs.float32("a.wav", (0..<64).map { _ in [0.25] })
    }

    private func refusal(_ change: (inout Session) -> Void) -> SessionError? {
        #expect(throws: SessionError.self) { try jobs.job(["a.wav"], change) }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func `a number that is none, infinite or huge is refused by its name`(value: Double) {
        let errors = [
            ("gain", refusal { $0.gain = Gain(linear: value) }),
            ("ceiling", refusal { $0.limit = TruePeakCeiling(decibels: value) }),
            ("loudness", refusal { $0.loudness = LoudnessTarget(loudness: value) }),
            (
                "true peak",
                refusal { $0.loudness = LoudnessTarget(loudness: -16, ceiling: TruePeakCeiling(decibels: value)) }
            ),
            ("length", refusal { $0.length = .time(.seconds(value)) }),
            ("tail", refusal { $0.tail = .time(.seconds(value)) }),
            ("gain", refusal { $0.tracks[0].gain = Gain(linear: value) }),
            ("pan", refusal { $0.tracks[0].pan = value }),
            ("at", refusal { $0.tracks[0].start = .seconds(value) }),
            ("from", refusal { $0.tracks[0].from = .seconds(value) }),
            ("to", refusal { $0.tracks[0].to = .seconds(value) }),
            ("for", refusal { $0.tracks[0].duration = .seconds(value) }),
            ("fade-in", refusal { $0.tracks[0].fadeIn = .init(length: .seconds(value)) }),
            ("fade-out", refusal { $0.tracks[0].fadeOut = .init(length: .seconds(value)) }),
        ]
        for (name, error) in errors {
            #expect(
                error?.kind == .usage && error?.problem.hasPrefix("'\(name)'") == true,
                "\(name): \(String(describing: error))")
        }
    }

    @Test(arguments: [-1, 0, .min, Int.max]) func `a slice that is not possible is refused`(frames: Int) {
        #expect(refusal { $0.maximumFramesPerSlice = frames }?.problem == "a slice of \(frames) frames is not possible")
    }

    @Test(arguments: [Int64.min, -1, .max]) func `a time in frames that cannot be counted is refused`(frames: Int64) {
        for change in [
            { $0.length = .time(.frames(frames)) }, { $0.tracks[0].start = .frames(frames) },
            { $0.tracks[0].from = .frames(frames) },
        ] as [(inout Session) -> Void] {
            #expect(refusal(change)?.kind == .usage)
        }
    }

    @Test(arguments: [Double.nan, .infinity, 0, -48_000]) func `a rate that is none is refused`(rate: Double) {
        #expect(refusal { $0.sampleRate = rate }?.kind == .usage)
        #expect(refusal { $0.layout = ChannelLayout([]) }?.kind == .usage)
        #expect(refusal { $0.tracks[0].loop = .times(-1) }?.kind == .usage)
    }

    @Test func `a time that is no number is frame 0`() {
        #expect([Double.nan, -.infinity].map { TimeValue.seconds($0).frames(at: 48_000) } == [0, 0])
        #expect(TimeValue.seconds(.infinity).frames(at: 48_000) == 4_500_000_000_000_000)
        #expect(TimeValue.frames(5).frames(inFileAt: .nan, outputRate: 48_000) == 0)
    }
}
