import KKAnalysis
import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import Testing

@Suite struct LoudnessMeterTests {
    @Test("at 48 kHz the filters are those of BS.1770-4, tables 1 and 2")
    func coefficients() {
        let sections = KWeighting.sections(sampleRate: 48_000)
        let printed = [
            [1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585],
            [1.0, -2.0, 1.0, -1.99004745483398, 0.99007225036621],
        ]
        for (section, numbers) in zip(sections, printed) {
            for (own, number) in zip([section.b0, section.b1, section.b2, section.a1, section.a2], numbers) {
                #expect((own - number).magnitude < 1e-10)
            }
        }
    }

    @Test(
        "a sine of 997 Hz at full scale in one channel is -3.01 LUFS",
        arguments: [
            48_000, 44_100, 96_000, 192_000, 32_000, 22_050, 16_000, 11_025, 8_000, 4_000,
        ])
    func fullScale(rate: Double) {
        let sine = Tone.sine(Int(rate) * 2, frequency: 997, rate: rate)
        for channels in [[sine], [sine, sine.map { _ in 0 }]] {
            #expect(isNear(loudness(channels, rate: rate).integrated, -3.01, within: 0.01))
        }
        #expect(isNear(loudness([sine, sine], rate: rate).integrated, 0, within: 0.01))
    }

    @Test(
        "deep and high sines are weighed alike at every rate, within what the nearness of half the rate bends",
        arguments: [
            (8_000, 0.42), (16_000, 0.1), (22_050, 0.05), (32_000, 0.03), (44_100, 0.01), (96_000, 0.01),
            (192_000, 0.01),
        ] as [(Double, Double)])
    func shape(rate: Double, tolerance: Double) {
        func level(_ frequency: Double, _ rate: Double) -> Double? {
            loudness([Tone.sine(Int(rate), frequency: frequency, rate: rate)], rate: rate).integrated
        }
        for frequency in [50, 200, 2000.0] {
            #expect(isNear(level(frequency, rate), level(frequency, 48_000) ?? 0, within: tolerance), "\(frequency) Hz")
        }
    }

    @Test("a channel counts what its place says")
    func weights() {
        let sine = Tone.sine(48_000, frequency: 997, rate: 48_000, amplitude: 0.1)
        let one = loudness([sine]).integrated ?? 0
        func alone(_ label: ChannelLabel) -> Double? { loudness([sine], layout: ChannelLayout([label])).integrated }
        let side = one + 3.010299956639812 * PortableMath.log2(1.41)
        for label in [ChannelLabel.leftSurround, .rightSurround, .leftSurroundDirect, .rightSurroundDirect] {
            #expect(isNear(alone(label), side, within: 1e-9), "\(label)")
        }
        for label in [
            ChannelLabel.left, .right, .center, .mono, .leftCenter, .centerSurround, .rearSurroundLeft,
            .rearSurroundRight, .discrete(3), .unknown,
        ] { #expect(alone(label) == one, "\(label)") }
        #expect(alone(.lfe) == nil)
    }

    @Test(
        "below 400 ms nothing is integrated, below 3 s nothing is short-term, and silence has no loudness at all",
        arguments: [
            48_000, 44_100, 11_025,
        ] as [Double])
    func lengths(rate: Double) {
        func loud(_ seconds: Double, less frames: Int = 0) -> Loudness {
            loudness([Tone.sine(Int(rate * seconds) - frames, frequency: 440, rate: rate)], rate: rate)
        }
        #expect(loud(0.4, less: 1) == Loudness())
        #expect(loud(0.4).integrated != nil && loud(0.4).momentaryMaximum == loud(0.4).integrated)
        #expect(loud(3, less: 1).shortTermMaximum == nil && loud(3, less: 1).range == nil)
        #expect(loud(3).shortTermMaximum != nil && loud(3).range == 0)
        #expect(loudness([[Float](repeating: 0, count: Int(rate) * 4)], rate: rate) == Loudness())
        #expect(loudness([[]], rate: rate) == Loudness())
    }

    @Test("a sound below the absolute gate has maxima, but no integrated loudness and no range")
    func gate() {
        let quiet = loudness([Tone.sine(48_000 * 4, frequency: 997, rate: 48_000, amplitude: 0.0002)])
        #expect(quiet.integrated == nil && quiet.range == nil)
        #expect(
            isNear(quiet.momentaryMaximum, -3.01 - 73.98, within: 0.05)
                && isNear(quiet.shortTermMaximum, -3.01 - 73.98, within: 0.05))
    }

    @Test(
        "every cut gives the same bits, at rates whose cells are not all alike too",
        arguments: [48_000, 11_025, 1_000, 44_100.5, 90] as [Double])
    func cuts(rate: Double) {
        let count = min(40_000, Int(rate * 5))
        let tone = Tone.sine(count, frequency: 50, rate: rate)
        let channels = [
            SeededNumbers.noise(count, seed: 1), SeededNumbers.noise(count, seed: 2).map { $0 * 0.1 }, tone,
        ]
        let whole = loudness(channels, rate: rate, slice: count)
        #expect(whole.momentaryMaximum != nil)
        for slice in [1, 7, 441, 1024, 4097] {
            #expect(loudness(channels, rate: rate, slice: slice) == whole, "slices of \(slice)")
        }
    }

    @Test("what is not finite counts as silence")
    func nonFinite() {
        var samples = SeededNumbers.noise(48_000, seed: 3)
        for (place, value) in [(100, Float.nan), (30_000, .infinity), (47_999, -.infinity)] {
            samples[place] = 0
            let clean = loudness([samples])
            samples[place] = value
            #expect(loudness([samples]) == clean)
            samples[place] = 0
        }
    }

    @Test(
        "ffmpeg's ebur128 reads the same within 0.1 LU",
        arguments: ["music.wav", "music.mp3", "speech.wav", "channels-6.wav", "music-48k-f32.wav"])
    func ffmpeg(name: String) throws {
        let sound = try DecodedSound(name, extraLoops: 7)
        let loudness = loudness(sound.channels, layout: sound.channels.count == 6 ? .fiveOne : nil, rate: sound.rate)
        let text = try CommandRun.shell(
            "ffmpeg -hide_banner -nostats -stream_loop 7 -i $FIXTURES/\(name) -af ebur128=framelog=verbose -f null - 2>&1 | grep -E '^ *(I|LRA): '",
            in: Fixtures.root
        ).outputText
        let values = text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) }.first }
        try #require(values.count == 2)
        // It prints a tenth, and −70 for nothing.
        #expect(isNear(loudness.integrated ?? -70, values[0] ?? 0, within: 0.15))
        #expect(isNear(loudness.range ?? 0, values[1] ?? 0, within: 0.15))
    }
}
