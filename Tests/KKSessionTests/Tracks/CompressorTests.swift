import KKMixing
import Testing

@Suite struct CompressorTests {
    @Test func `a preset is the compressor with all of its settings`() throws {
        #expect(UnitSpec.compressorPresets == ["voice", "podcast", "music", "broadcast"])
        let voice = try UnitSpec.compressor(preset: "Voice")
        #expect(
            voice.description
                == "dynamics-processor:threshold=-24:head-room=10:expansion-ratio=1:expansion-threshold=-120"
                + ":attack-time=0.005:release-time=0.12:overall-gain=5")
        for name in UnitSpec.compressorPresets {
            let preset = try UnitSpec.compressor(preset: name)
            #expect(try UnitSpec(parsing: preset.description) == preset)
        }
    }

    @Test func `a track's compressor stands among its effects as they are written`() throws {
        let track = try TrackSpec(parsing: "a.wav::unit=gate,compress=music,unit=delay") { _ in false }
        #expect(track.units.map(\.name) == ["gate", "dynamics-processor", "delay"])
    }

    @Test(arguments: [
        ("podcats", "did you mean 'podcast'?"), ("speech", "did you mean 'voice'?"),
        ("Master", "did you mean 'music'?"),
        ("zither", "the presets are voice, podcast, music, broadcast"),
    ])
    func `another name is refused with the nearest one`(name: String, nextStep: String) {
        let error = #expect(throws: SessionError.self) { try UnitSpec.compressor(preset: name) }
        #expect(error?.problem == "'\(name)' is no preset of the compressor" && error?.nextStep == nextStep)
    }
}
