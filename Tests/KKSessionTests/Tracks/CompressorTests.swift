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

    @Test func `a reverb is a preset and its part`() throws {
        let hall = try UnitSpec.reverb(parsing: "Medium Hall")
        #expect(try hall == UnitSpec(parsing: "reverb2:preset=medium-hall:mix=20"))
        #expect(try UnitSpec.reverb(parsing: "plate:7.5%") == UnitSpec(parsing: "reverb2:preset=plate:mix=7.5"))
        #expect(try UnitSpec.reverb(parsing: "cathedral:0").settings.contains { $0.value == 0 })
        #expect(UnitSpec.reverbPresets.count == 13)
        for (text, step) in [
            ("hall", "did you mean 'medium-hall'?"), ("cathedrl:5", "did you mean 'cathedral'?"),
            ("plate:101%", "write 0% to 100%: plate:25%"), ("plate:-1", "write 0% to 100%: plate:25%"),
            ("plate:", "write 0% to 100%: plate:25%"),
        ] {
            #expect(#expect(throws: SessionError.self) { try UnitSpec.reverb(parsing: text) }?.nextStep == step)
        }
        let track = try TrackSpec(parsing: "a.wav::reverb=plate:7%,compress=voice") { _ in false }
        #expect(track.units.map(\.name) == ["reverb2", "dynamics-processor"])
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
        #expect(error?.problem == "'\(name)' is not a preset of the compressor" && error?.nextStep == nextStep)
    }
}
