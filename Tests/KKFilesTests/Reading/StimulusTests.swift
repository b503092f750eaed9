import Foundation
import KKFiles
import KKMath
import KKPCM
import KKTestSupport
import Testing

@Suite struct StimulusTests {
    private func samples(_ name: String) throws -> [[Float]] { try AudioFileReader(path: name).readAll() }

    @Test func `what is not said is a second at 48 kHz, one channel, at half of full scale`() throws {
        let reader = try AudioFileReader(path: "synth:sine")
        #expect(reader.properties.fileType == .synth && reader.properties.encodingName == "f32")
        #expect(reader.frameCount == 48_000 && reader.fileFormat.sampleRate == 48_000 && reader.fileLayout == .mono)
        let sine = try reader.readAll()[0]
        #expect(sine[0] == 0 && sine[12] == 0.5 && sine[24] == 0 && sine[36] == -0.5)
    }

    /// libm's sine of the formula as it stands, in Float64.
    @Test func `a sine is its formula`() throws {
        let made = try samples("synth:sine:frequency=997.25:rate=44.1k:for=500ms:level=-3dB:channels=3")
        #expect(made.count == 3 && made[0].count == 22_050 && made[1] == made[0] && made[2] == made[0])
        let level = pow(10, -3 / 20.0)
        for (n, sample) in made[0].enumerated() {
            #expect(abs(Double(sample) - level * sin(2 * .pi * 997.25 * Double(n) / 44_100)) < 5e-8)
        }
    }

    /// 997 Hz at 44 100 Hz repeats after a second exactly, however late it is.
    @Test func `a sine is right after 30 days`() throws {
        let length: Int64 = 30 * 86_400 * 44_100
        let reader = try AudioFileReader(path: "synth:sine:frequency=997:rate=44100:for=2592000s")
        #expect(reader.frameCount == length)
        try reader.seek(to: length - 44_100)
        #expect(try reader.readAll()[0] == samples("synth:sine:frequency=997:rate=44100")[0])
    }

    @Test(arguments: [
        "sine:frequency=441.5", "square:frequency=997", "sweep", "sweep:from=5k:to=50", "two-tones",
        "noise:channels=2:seed=3", "impulse:at=5001f", "silence",
    ]) func `any frame can be sought, and pieces are the whole`(name: String) throws {
        let path = "synth:\(name):for=20011f"
        let whole = try samples(path)
        let reader = try AudioFileReader(path: path)
        for start in [19_000, 0, 4095, 4097, 5001, 20_010] {
            try reader.seek(to: Int64(start))
            var buffer = PCMBuffer(channelCount: whole.count, frameCapacity: 777)
            var done = start
            while done < min(20_011, start + 2500) {
                let count = try reader.read(into: &buffer, at: 0, frameCount: 777)
                buffer.frameLength = count
                #expect(count > 0)
                for channel in whole.indices {
                    #expect(buffer.samples(ofChannel: channel) == Array(whole[channel][done..<done + count]))
                }
                done += count
            }
        }
        try reader.seek(to: 20_011)
        #expect(try reader.readAll()[0].isEmpty)
    }

    @Test func `a sweep is its formula, and ends at its last frequency`() throws {
        let made = try samples("synth:sweep:from=100:to=8k:rate=32k:for=2s:level=1")[0]
        let k = log(80.0)
        for (n, sample) in made.enumerated() {
            let turns = 100 * 2 / k * (exp(k * Double(n) / 64_000) - 1)
            #expect(abs(Double(sample) - sin(2 * .pi * turns)) < 1e-7)
        }
        // The phase between the last two frames, at 8 kHz a quarter turn.
        let phase = { (n: Double) in 200 / k * (exp(k * n / 64_000) - 1) }
        #expect(abs(phase(64_000) - phase(63_999) - 0.25) < 1e-4)
    }

    @Test func `without from and to a sweep goes from 20 Hz to 0.45 of the rate`() throws {
        #expect(try samples("synth:sweep:for=100ms") == samples("synth:sweep:for=100ms:from=20:to=21600"))
        #expect(
            try samples("synth:sweep:for=100ms:rate=8k") == samples("synth:sweep:for=100ms:rate=8k:from=20:to=3.6k"))
    }

    @Test func `two tones are two sines at half the level`() throws {
        let pair = try samples("synth:two-tones:level=0.5")[0]
        let low = try samples("synth:sine:frequency=60:level=0.25")[0],
            high = try samples("synth:sine:frequency=7k:level=0.25")[0]
        for n in pair.indices { #expect(abs(pair[n] - (low[n] + high[n])) < 6e-8) }
        #expect(try samples("synth:two-tones:frequency=60:second=7000") == samples("synth:two-tones"))
    }

    @Test func `a square is the level and its negative, half a period each`() throws {
        let made = try samples("synth:square:frequency=1k:level=-0.25")[0]
        #expect((0..<48).map { made[$0] } == Array(repeating: -0.25, count: 24) + Array(repeating: 0.25, count: 24))
        #expect(Array(made[48..<96]) == Array(made[0..<48]))
    }

    @Test func `an impulse is one frame`() throws {
        let made = try samples("synth:impulse:at=10ms:for=20ms:level=0dB:channels=2")
        #expect(made.count == 2 && made[0] == made[1])
        #expect(made[0].enumerated().allSatisfy { $0.element == ($0.offset == 480 ? 1 : 0) })
        #expect(try samples("synth:silence:for=5f")[0] == [0, 0, 0, 0, 0])
    }

    /// A uniform distribution up to A has the mean square A²/3, and what is white does not correlate with what comes
    /// later.
    @Test func `noise is the counter hash, even and white, another one for each channel and seed`() throws {
        let made = try samples("synth:noise:channels=2:level=1:seed=7:for=4s")
        for n in [0, 1, 99_999] {
            let bits = Int32(bitPattern: CounterHash.bits(seed: 7, channel: 1, frame: Int64(n)))
            #expect(made[1][n] == Float(Double(bits) / 2_147_483_648))
        }
        let power = { (a: ArraySlice<Float>, b: ArraySlice<Float>) in
            zip(a, b).reduce(0.0) { $0 + Double($1.0) * Double($1.1) } / Double(a.count)
        }
        let left = made[0][...]
        #expect(abs(power(left, left) - 1 / 3.0) < 0.005)
        #expect(abs(power(left, made[1][...])) < 0.005)
        for lag in [1, 2, 100] { #expect(abs(power(left.dropLast(lag), left.dropFirst(lag))) < 0.005) }
        #expect(try samples("synth:noise:seed=8")[0] != samples("synth:noise:seed=7")[0])
        #expect(try samples("synth:noise:seed=0") == samples("synth:noise"))
    }

    @Test func `the bits never change`() throws {
        let bits = { (name: String, frame: Int) in try samples(name)[0][frame].bitPattern }
        let made = try [
            bits("synth:sine:frequency=997", 12_345), bits("synth:sweep", 40_000), bits("synth:two-tones", 31_007),
            bits("synth:noise", 9),
        ]
        #expect(made == [1_048_642_478, 3_197_253_755, 3_202_702_104, 3_180_977_244])
    }

    @Test(arguments: [
        ("synth:", "there is no stimulus ''", "the stimuli are impulse sine square sweep two-tones noise silence"),
        ("synth:saw", "there is no stimulus 'saw'", "impulse sine"),
        ("synth:sine:freq=1k", "synth:sine has no key 'freq'", "did you mean 'frequency'?"),
        ("synth:sine:pitch=1k", "synth:sine has no key 'pitch'", "its keys are frequency for rate channels level"),
        ("synth:silence:level=1", "synth:silence has no key 'level'", "its keys are for rate channels"),
        ("synth:sine:frequency", "the key 'frequency' needs a value", "write frequency=…"),
        ("synth:sine:level=loud", "'loud' is not a value of 'level'", "-6dB or 0.5"),
        ("synth:sine:for=1:for=2", "the key 'for' is given twice", "keep one"),
        ("synth:sine:for=0", "'for=0' is shorter than one frame", "longer"),
        ("synth:sine:rate=44.1", "'44.1' is not a value of 'rate'", "48k or 44100"),
        ("synth:sine:rate=0", "'0' is not a value of 'rate'", "48k"),
        ("synth:sine:channels=257", "'257' is not a value of 'channels'", "1 to 256"),
        ("synth:sine:frequency=24k", "24000 Hz is not a frequency at 48000 Hz", "half the rate, 24000 Hz"),
        ("synth:sine:frequency=0", "0 Hz is not a frequency", "above 0"),
        ("synth:two-tones:rate=8k", "7000 Hz is not a frequency at 8000 Hz", "4000 Hz"),
        ("synth:sweep:from=1k:to=1k", "begins where it ends", "another"),
        ("synth:impulse:at=2s", "after the end", "earlier"),
        ("synth:sine:frequency=1.0000001", "is not a value of 'frequency'", "1k or 997"),
        ("synth:sine:for=99999999999999999999", "is not a value of 'for'", "10s"),
        ("synth:sine:for=1:30", "'1:30' is not a value of 'for': a colon begins the next key", "write seconds"),
        ("synth:sine:frequency=-5", "'-5' is not a value of 'frequency'", "1k"),
    ]) func `what there is not is refused, with what there is`(name: String, problem: String, nextStep: String) throws {
        let error = #expect(throws: AudioFileError.self) { try AudioFileReader(path: name) }
        #expect(error?.kind == .usage && error?.path == name)
        #expect(
            error?.problem.contains(problem) == true && error?.nextStep?.contains(nextStep) == true,
            "\(String(describing: error))")
    }

    @Test func `hertz may have their unit`() throws {
        #expect(
            try Stimulus(parsing: "synth:sine:frequency=1.5kHz:rate=48kHz")
                == Stimulus(parsing: "synth:sine:frequency=1500:rate=48000Hz"))
    }

    @Test func `a file of the literal name is the one that is meant`() throws {
        let folder = try KKTestSupport.ScratchFolder()
        let name = folder.path("synth:sine")
        try folder.write(WaveFile.pcm16([[1], [2], [3]]), to: "synth:sine")
        #expect(try AudioFileReader(path: name).frameCount == 3)
        #expect(!FilePath(name).isStimulus && FilePath("synth:sine").isStimulus)
    }

    @Test func `every key is in the table, once, with what it is without being said`() {
        #expect(Stimulus.keyTable.map(\.key.rawValue).sorted() == Stimulus.Key.allCases.map(\.rawValue).sorted())
        #expect(Stimulus.kindTable.map(\.name) == Stimulus.Kind.allCases.map { "synth:\($0.rawValue)" })
    }
}
