@testable import KKJobs
import KKAnalysis
import KKMixing
import KKTestSupport
import Testing

/// How assertions are read, and held against sounds whose measures are known.
@Suite struct SoundAssertionTests {
    @Test(arguments: [
        ("loudness -16±0.5", SoundAssertion.Rule.level(.integrated, .near(-16, 0.5))),
        ("loudness -16 +- 0.5 LU", .level(.integrated, .near(-16, 0.5))),
        ("loudness -16LUFS+/-1LU", .level(.integrated, .near(-16, 1))),
        ("loudness -18..-14 LUFS", .level(.integrated, .between(-18, -14))),
        ("loudness=-16±1", .level(.integrated, .near(-16, 1))),
        ("loudness<=-14LKFS", .level(.integrated, .atMost(-14))),
        ("peak<=-1dBTP", .level(.truePeak, .atMost(-1))), ("peak <= -1 dBFS", .level(.samplePeak, .atMost(-1))),
        ("peak < 0dbfs", .level(.samplePeak, .below(0))), ("true-peak ≤ −1", .level(.truePeak, .atMost(-1))),
        ("sample-peak > -3", .level(.samplePeak, .above(-3))), ("range >= 2 LU", .level(.range, .atLeast(2))),
        ("short-term<=-13", .level(.shortTerm, .atMost(-13))), ("momentary <= -10", .level(.momentary, .atMost(-10))),
        ("rms -20±1dB", .level(.rms, .near(-20, 1))),
        ("silent", .silent(from: .frames(0), to: nil, ceiling: -80, expected: true)),
        ("silent 0..0.5s", .silent(from: .seconds(0), to: .seconds(0.5), ceiling: -80, expected: true)),
        ("not silent 1s..2s below -60dBFS", .silent(from: .seconds(1), to: .seconds(2), ceiling: -60, expected: false)),
        ("silent 48000f..", .silent(from: .frames(48_000), to: nil, ceiling: -80, expected: true)),
        ("length 12.5s", .length(.equal(.seconds(12.5)))), ("length 48000f", .length(.equal(.frames(48_000)))),
        ("length 1s±10ms", .length(.near(.seconds(1), .seconds(0.01)))),
        ("length <= 1:30", .length(.atMost(.seconds(90)))),
        ("length 1s..2s", .length(.between(.seconds(1), .seconds(2)))), ("channels 2", .channels(2)),
        ("rate 48000", .rate(48_000)),
        ("rate 44.1 kHz", .rate(44_100)), ("rate 48k", .rate(48_000)),
        ("hash 0123ABCD", .hash("0123abcd")), ("clipped", .clipped(true)), ("not clipped", .clipped(false)),
        ("  channels   1 ", .channels(1)),
    ])
    func `an assertion is read as people write it`(text: String, rule: SoundAssertion.Rule) throws {
        #expect(try SoundAssertion(parsing: text).rule == rule)
    }

    @Test(arguments: [
        "", "loudness", "loudness -16", "loudness = -16", "loudness <= x", "loudness -14..-18", "loudness -16±-1",
        "peak <= -1", "peak -1dBTP",
        "not loudness -16±1", "lowdness -16±1", "silent 1s", "silent 2s..1s",
        "silent 0..1s below -60", "length", "length -1s", "length 1 parsec", "channels two", "channels 0", "rate 0",
        "rate fast", "hash 123",
        "hash xyzxyzxy", "clipped 3", "loudness 1e3±1", "peak <= nandBTP",
    ])
    func `what is no assertion is refused with what one looks like`(text: String) {
        let error = #expect(throws: SessionError.self) { try SoundAssertion(parsing: text) }
        #expect(error?.kind == .badSession && error?.nextStep != nil)
    }

    @Test func `a near miss is named`() {
        let error = #expect(throws: SessionError.self) { try SoundAssertion(parsing: "lowdness -16±1") }
        #expect(error?.nextStep == "did you mean 'loudness'?")
    }

    @Test func `every form has an example that is read`() throws {
        for form in SoundAssertion.forms where form.name != "hash" {
            #expect(throws: Never.self, "\(form.example)") { try SoundAssertion(parsing: form.example) }
        }
    }

    /// Half a second of silence, then half a second of a square wave at a half: −6.02 dBFS peak, and −9.03 dBFS RMS
    /// over the whole second.
    private static let sound: [[Float]] = [(0..<1000).map { $0 < 500 ? 0 : $0 % 2 == 0 ? 0.5 : -0.5 }]

    @Test(arguments: [
        ("silent 0..0.5s", true, "digital silence"), ("silent 0..0.501s", false, "-6.02 dBFS at 0:00.500, channel 1"),
        ("not silent 0.5s..", true, "-6.02 dBFS at 0:00.500, channel 1"),
        ("not silent 0..500f", false, "digital silence"),
        ("silent", false, "-6.02 dBFS at 0:00.500, channel 1"),
        ("silent below -6dBFS", true, "-6.02 dBFS at 0:00.500, channel 1"),
        ("silent 0..2s", false, "the sound ends at 0:01.000"),
        ("length 1s", true, "1,000 frames (1.0000 s)"), ("length 999f", false, "1,000 frames (1.0000 s)"),
        ("length 990f±10f", true, "1,000 frames (1.0000 s)"), ("length < 1s", false, "1,000 frames (1.0000 s)"),
        ("channels 1", true, "1 channel"), ("rate 1k", true, "1000 Hz"), ("rate 48k", false, "1000 Hz"),
        ("not clipped", true, "nothing clipped"),
        ("clipped", false, "nothing clipped"),
        ("peak <= -6dBFS", true, "-6.02 dBFS"), ("peak <= -6.1dBFS", false, "-6.02 dBFS"),
        ("rms -9.03±0.01", true, "-9.03 dBFS"),
        ("range <= 5LU", false, "none (it is silent or too short)"),
    ])
    func `an assertion holds or does not, with what was measured`(text: String, passed: Bool, measured: String) throws {
        let assertion = try SoundAssertion(parsing: text)
        for staccato: UInt64? in [nil, 7] {
            let source = ArraySource(Self.sound, sampleRate: 1000, staccato: staccato)
            let facts = try CaseSound.measure(
                source, layout: .standard(1), measures: assertion.measures, withFingerprint: false
            ).0
            let outcome = try assertion.check(facts, source, clippedCount: 0)
            #expect(outcome.passed == passed && outcome.measured == measured, "\(outcome.measured)")
        }
    }

    /// -6.0206 dBFS, held against limits of two decimals and more.
    @Test(arguments: [
        ("peak <= -6.02dBFS", true, "-6.02 dBFS"), ("peak <= -6.021dBFS", true, "-6.021 dBFS"),
        ("peak <= -6.022dBFS", false, "-6.021 dBFS"), ("peak >= -6.02dBFS", true, "-6.02 dBFS"),
        ("peak <= -6.0206dBFS", true, "-6.0206 dBFS"), ("peak < -6.02dBFS", false, "-6.02 dBFS"),
        ("peak > -6.02dBFS", false, "-6.02 dBFS"),
        ("peak -6.03±0.01dBFS", true, "-6.02 dBFS"), ("peak -7..-6.02dBFS", true, "-6.02 dBFS"),
        ("peak -6.02..-5dBFS", true, "-6.02 dBFS"),
        ("silent below -6.02dBFS", true, "-6.02 dBFS at 0:00.500, channel 1"),
        ("silent below -6.03dBFS", false, "-6.02 dBFS at 0:00.500, channel 1"),
    ])
    func `a level that is printed as its limit is its limit`(text: String, passed: Bool, measured: String) throws {
        let source = ArraySource(Self.sound, sampleRate: 1000)
        let assertion = try SoundAssertion(parsing: text)
        let facts = try CaseSound.measure(
            source, layout: .standard(1), measures: assertion.measures, withFingerprint: false
        ).0
        let outcome = try assertion.check(facts, source, clippedCount: 0)
        #expect(outcome.passed == passed && outcome.measured == measured, "\(outcome.measured)")
    }

    @Test func `silence has no loudness and is below every peak`() throws {
        let source = ArraySource([Array(repeating: 0, count: 48_000)])
        let facts = try CaseSound.measure(source, layout: .standard(1), measures: .all, withFingerprint: false).0
        #expect(try SoundAssertion(parsing: "peak <= -100dBTP").check(facts, source, clippedCount: 0).passed)
        #expect(try !SoundAssertion(parsing: "loudness <= -16").check(facts, source, clippedCount: 0).passed)
    }
}
