import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

/// The order of channels on the way from and to the lossy codecs, told by a tone per speaker.
@Suite struct SessionLossyOrderTests {
    static let tones = [300.0, 500, 700, 60, 1_100, 1_300, 1_700, 1_900]
    let jobs = try! JobFolder()

    /// For each channel, the tone that is the loudest in it.
    private func loudest(_ channels: [[Float]]) -> [Double?] {
        channels.map { samples in
            let levels = Self.tones.map { amplitude(of: $0, in: samples[1_000..<9_000], sampleRate: 48_000) }
            return levels.max()! > 0.1 ? Self.tones[levels.firstIndex(of: levels.max()!)!] : nil
        }
    }

    @Test(
        arguments: ["channels-6.ogg", "channels-6.opus", "channels-8.ogg", "channels-8.opus"], ["wav", "flac", "caf"])
    func `a lossy input keeps its speakers in a lossless output`(name: String, container: String) throws {
        try jobs.run([Fixtures.path(name)], to: "out.\(container)")
        let channels = try jobs.decoded("out.\(container)")
        #expect(loudest(channels) == Self.tones.prefix(channels.count).map { $0 })
    }

    @Test(arguments: [6, 8], ["ogg", "opus"])
    func `a lossless input keeps its speakers in a lossy output`(count: Int, container: String) throws {
        // Whole periods in 1/20 s: multiples of 20 Hz.
        let cycle = (0..<2_400).map { frame in
            Self.tones.prefix(count).map { Float(PortableMath.sin(2 * Double.pi * $0 * Double(frame) / 48_000) / 4) }
        }
        try jobs.float32("in.wav", Array((0..<5).map { _ in cycle }.joined()), rate: 48_000)
        try jobs.run(["in.wav"], to: "out.\(container)") { $0.layout = count == 6 ? .fiveOne : .sevenOne }
        #expect(loudest(try jobs.decoded("out.\(container)")) == Self.tones.prefix(count).map { $0 })
    }
}
