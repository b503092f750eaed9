import KKMixing
@testable import KKSession
import Testing

/// Every setting of a track and of a mix says what it does to the sound.
@Suite struct SettingTests {
    /// A value for each setting that does something.
    private static let examples = [
        "gain": "-6dB", "pan": "0.5", "at": "1", "from": "1", "to": "2", "for": "1", "trim": "silence",
        "fade-in": "1", "fade-out": "1", "loop": "2", "channels": "L>R", "map": "2,1", "speed": "2", "stretch": "1.5",
        "pitch": "3st", "formants": "", "reverse": "",
        "eq": "peak:1k:3dB", "unit": "delay", "compress": "voice", "reverb": "plate", "duck": "other.wav",
        "position": "30", "move": "60",
        "invert": "",
        "mute": "", "solo": "", "stream": "2", "raw": "s16le@48000x2",
    ]

    private func track(_ setting: TrackSpec.Setting) throws -> TrackSpec {
        let value = try #require(Self.examples[setting.key], "there is no example of '\(setting.key)'")
        return try TrackSpec(parsing: "a.wav::\(setting.key)\(value.isEmpty ? "" : "=\(value)")") { _ in false }
    }

    /// The stored properties in which two values differ.
    private func differences<Value>(_ first: Value, _ second: Value) -> [String] {
        zip(Mirror(reflecting: first).children, Mirror(reflecting: second).children).compactMap { first, second in
            "\(first.value)" == "\(second.value)" ? nil : first.label
        }
    }

    @Test func `what a track's setting touches is known from the track`() throws {
        #expect(TrackSpec(path: "a.wav").touches.isEmpty)
        for setting in TrackSpec.settings {
            #expect(!setting.touch.isEmpty, "'\(setting.key)' touches nothing")
            #expect(try track(setting).touches == setting.touch, "\(setting.key)")
        }
    }

    @Test func `a track has no property that no setting speaks for`() throws {
        let plain = TrackSpec(path: "a.wav")
        let spoken = Set(try TrackSpec.settings.flatMap { differences(plain, try track($0)) })
        let all = Set(Mirror(reflecting: plain).children.compactMap(\.label))
        #expect(all.subtracting(spoken) == ["path"])
    }

    @Test func `a mix has no property of which it is not known whether it acts on the sum`() throws {
        let plain = Session(tracks: [])
        #expect(plain.changes.isEmpty)
        // What each does to a session that has nothing else, and whether that acts on the sum of the tracks.
        let settings: [(name: String, acts: Bool, set: (inout Session) throws -> Void)] = [
            ("tracks", false, { $0.tracks = [TrackSpec(path: "a.wav")] }),
            ("joint", false, { $0.joint = .gap(.seconds(1)) }),
            ("sampleRate", false, { $0.sampleRate = 48_000 }),
            ("layout", false, { $0.layout = .stereo }),
            ("length", false, { $0.length = .first }),
            ("gain", true, { $0.gain = try Gain(parsing: "-6dB") }),
            ("equalizer", true, { $0.equalizer = try EQSpec(parsing: "peak:1k:3dB") }),
            ("units", true, { $0.units = [try UnitSpec(parsing: "delay")] }),
            ("tail", false, { $0.tail = .none }),
            ("headFile", false, { $0.headFile = "head.sofa" }),
            ("limit", true, { $0.limit = try TruePeakCeiling(parsing: "-1dBTP") }),
            ("loudness", true, { $0.loudness = try LoudnessTarget(parsing: "-16LUFS") }),
            ("normalize", true, { $0.normalize = try NormalizeTarget(parsing: "peak:-1dBFS") }),
            ("onClip", true, { $0.onClip = .scale }),
            ("dither", false, { $0.dither = .tpdf }),
            ("seed", false, { $0.seed = 1 }),
            ("resampler", false, { $0.resampler = .fast }),
            ("maximumFramesPerSlice", false, { $0.maximumFramesPerSlice = 64 }),
            ("texts", false, { $0.texts.track = 3 }),
            ("isStrict", false, { $0.isStrict = true }),
        ]
        #expect(settings.map(\.name) == Mirror(reflecting: plain).children.map(\.label))
        for setting in settings {
            var session = plain
            try setting.set(&session)
            #expect(differences(plain, session) == [setting.name])
            #expect(session.changes.count == (setting.acts ? 1 : 0), "\(setting.name)")
        }
    }
}
