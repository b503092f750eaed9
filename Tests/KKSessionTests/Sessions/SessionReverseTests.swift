import Foundation
import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

/// `reverse` plays a track's part as the file backwards would be played.
@Suite struct SessionReverseTests {
    let jobs = try! JobFolder()

    private static let noise = SeededNumbers.noise(4_000, seed: 12).map { [$0 * 0.4, $0 * -0.2] }

    init() throws {
        try jobs.float32("in.wav", Self.noise)
        try jobs.float32("back.wav", Self.noise.reversed())
    }

    private func render(_ tracks: [String], rate: Double = 44_100, slice: Int = 4_096) throws -> [[Float]] {
        try jobs.run(tracks, encoding: "f32") { ($0.sampleRate, $0.maximumFramesPerSlice) = (rate, slice) }
        return try jobs.decoded("out.wav")
    }

    @Test(arguments: [
        "", ",gain=-3dB,at=333f", ",loop=2", ",speed=1.25", ",fade-in=100f,fade-out=20ms", ",unit=delay:time=5ms",
    ])
    func `the sound is that of the file backwards`(settings: String) throws {
        for rate in [44_100.0, 48_000] {
            let sound = try render(["in.wav::reverse\(settings)"], rate: rate)
            #expect(try sound == render(["back.wav::pan=0\(settings)"], rate: rate), "\(rate)")
            #expect(try sound == render(["in.wav::reverse\(settings)"], rate: rate, slice: 63), "\(rate)")
        }
    }

    @Test func `the part is chosen in the file, and then turned`() throws {
        let sound = try render(["in.wav::reverse,from=1000f,to=1500f"])
        #expect(sound == (0..<2).map { channel in Self.noise[1000..<1500].reversed().map { $0[channel] } })
        #expect(try render(["in.wav::reverse,for=3f,loop=1"])[0].count == 6)
        #expect(try render(["in.wav::for=0f,reverse", "in.wav::for=5f"])[0].count == 5)
    }

    @Test(arguments: ["music.mp3", "codec-vorbis.ogg", "channels-6.flac"])
    func `packets backwards are the decoded sound backwards`(name: String) throws {
        let path = Fixtures.path(name)
        let sound = try AudioFileReader(path: path)
        let rate = sound.format.sampleRate
        let turned = try sound.readAll().map { Array($0.reversed()) }
        #expect(try render(["\(path)::reverse"], rate: rate) == turned)
    }

    @Test func `the other names of it are known`() throws {
        let error = #expect(throws: SessionError.self) {
            try TrackSpec(parsing: "a.wav::backwards") { _ in false }
        }
        #expect(error?.nextStep == "did you mean 'reverse'?")
    }
}
