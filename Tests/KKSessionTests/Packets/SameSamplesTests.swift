import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

/// One mix is the same samples in every container: FLAC's 16 bits were rounded in Float64 for lying high in 32, and
/// WAV's in Float32, so that with dither some samples were a step apart.
@Suite struct SameSamplesTests {
    let jobs = try! JobFolder()

    @Test(arguments: [DitherChoice.auto, .none, .tpdf, .shaped], ["s16", "s24"])
    func `a mix has the same samples in WAV, Wave64, CAF, AIFF, AU and FLAC`(
        dither: DitherChoice, encoding: String
    ) throws {
        let noise = (0..<30_000).map { frame in
            (0..<2).map { channel in
                let hash = UInt64(frame * 2 + channel) &* 0x9E37_79B9_7F4A_7C15
                return Float(Int32(truncatingIfNeeded: hash >> 24)) / 2_147_483_648 * 0.7
            }
        }
        try jobs.float32("in.wav", noise)
        var samples: [String: [[Float]]] = [:]
        for name in ["out.wav", "out.w64", "out.caf", "out.aiff", "out.au", "out.flac"] {
            try jobs.run(["in.wav"], to: name, encoding: encoding) { $0.dither = dither }
            samples[name] = try jobs.decoded(name)
        }
        let expected = try #require(samples["out.wav"])
        for (name, channels) in samples {
            let differing = zip(channels.joined(), expected.joined()).count { $0 != $1 }
            #expect(differing == 0, "\(name): \(differing) of \(expected.joined().count)")
        }
    }

    @Test(arguments: ["codec-ima4.aifc", "codec-ima4.caf", "codec-ima.wav"])
    func `ADPCM, whose samples are integers of 16 bits, is written to 16 bits without dither`(name: String) throws {
        let report = try jobs.run([Fixtures.path(name)], encoding: "s16")
        #expect(report.dither == "none")
        #expect(try jobs.decoded("out.wav") == AudioFileReader(path: Fixtures.path(name)).readAll())
    }
}
