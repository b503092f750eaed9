import KKMixing
import Testing

@Suite struct TrackSpecTests {
    private func parse(_ text: String, existing: [FilePath] = []) throws -> TrackSpec {
        try TrackSpec(parsing: text) { existing.contains($0) }
    }

    @Test func `every setting lands in its field`() throws {
        let text = "a b.wav::gain=-6dB,pan=-0.5,at=1.5,from=1s,to=2s,fade-in=10ms,fade-out=2s/s-curve,loop=3,mute,solo"
        let track = try parse(text)
        #expect(track.path == "a b.wav")
        #expect(abs(track.gain.linear - 0.501187233627) < 1e-12)
        #expect(track.pan == -0.5)
        #expect(track.start == .seconds(1.5))
        #expect(track.from == .seconds(1))
        #expect(track.to == .seconds(2))
        #expect(track.fadeIn == TrackSpec.FadeSpec(length: .seconds(0.01), curve: .linear))
        #expect(track.fadeOut == TrackSpec.FadeSpec(length: .seconds(2), curve: .sCurve))
        #expect(track.loop == .times(3))
        #expect(track.isMuted && track.isSolo)
        #expect(try parse("a.wav::loop=inf").loop == .forever)
        #expect(track.stream == nil && track.speed == 1)
        #expect(try parse("a.wav::speed=0.5").speed == 0.5)
        #expect(try parse("a.ogg::stream=2,mute").stream == 2)
    }

    @Test func `a file whose whole name exists is meant literally`() throws {
        #expect(try parse("odd::gain=2", existing: ["odd::gain=2"]).path == "odd::gain=2")
        #expect(try parse("odd::gain=2").path == "odd")
        #expect(try parse("a::b.wav::mute").path == "a::b.wav")
        #expect(try parse("-::gain=0.5").path == "-")
        #expect(try parse("a:::gain=2").path == "a:")
        // An accent at a name's beginning is a character with the colon before it.
        #expect(try Array(parse("a::\u{301}b.wav::mute").path.text.utf8) == Array("a::\u{301}b.wav".utf8))
        #expect(throws: SessionError.self) { try parse("a.wav::\u{301}mute") }
    }

    @Test(arguments: [
        ("a::volume=1", "unknown track setting 'volume'"), ("a::gain", "'gain' needs a value"),
        ("a::mute=1", "'mute' takes no value"),
        ("a::gain=loud", "'loud' is not a gain"), ("a::pan=2", "'2' is not a pan position"),
        ("a::at=-1", "'-1' is not a time"),
        ("a::loop=-1", "'-1' is not a loop count"), ("a::fade-in=1/cubic", "unknown fade curve 'cubic'"),
        ("a::", "a track setting is missing"),
        ("::gain=1", "no file name"), ("", "empty name"), ("a::gain=1,gain=2", "'gain' is given twice"),
        ("a::to=1,for=1", "'to' and 'for'"),
        ("a::eq=rokc", "'rokc' is not an EQ preset"), ("a::speed", "'speed' needs a value"),
        ("a::unit=dely", "there is no unit 'dely'"), ("a::unit", "'unit' needs a value"),
        ("a::unit=delay:tempo=1", "the unit 'delay' has no parameter 'tempo'"),
        ("a::unit=delay:time", "'time' sets no parameter of the unit 'delay'"),
        ("a::unit=delay:time=soon", "'soon' is not a value of 'delay-time'"),
        ("a::unit=delay:time=1:delay-time=2", "has 'delay-time' twice"),
        ("a::unit=graphic-eq:band=1", "'band' may be several parameters"),
        ("a::unit=delay:mix=20,time=1s", "joined by colons: unit=delay:dry-wet-mix=20:time=1s"),
        ("a::unit=delay:time=300", "'300' is not a value of 'delay-time'; write 0 to 2 s; 300ms is 0.3"),
        ("a::unit=sample-delay:frames=1.5", "write a whole number from"),
        ("a::unit=ipod-eq", "give its presets or bands to --eq"), ("a::unit=limiter", "did you mean 'peak-limiter'?"),
        ("a::unit=converter", "there is no unit 'converter'"),
        ("a::unit=new-time-pitch", "speed, stretch and pitch are settings of a track: PATH::stretch=1.25"),
        ("a::unit=stereo-panner", "pan is a setting of a track: PATH::pan=-0.5"),
        ("a::unit=pitch", "there is no unit 'pitch'; it is a setting of a track: PATH::pitch=…"),
        (
            "a::unit=reverb",
            "there is no unit 'reverb'; it is a setting of a track: PATH::reverb=…, and of the mix: --reverb"
        ),
        ("a::stream=0", "'0' is not the number of a stream"), ("a::stream=x", "'x' is not"),
        ("a::stream", "'stream' needs a value"),
        ("a::gain=nan", "'nan' is not a gain"), ("a::gain=1e99", "'1e99' is not a gain"),
    ])
    func `a malformed setting is named`(text: String, words: String) {
        #expect { try parse(text) } throws: { error in
            (error as? SessionError)?.kind == .usage && "\(error)".contains(words)
        }
    }

    @Test func `gains are decibels or factors`() throws {
        #expect(try Gain(parsing: "0.5").linear == 0.5)
        #expect(try Gain(parsing: "-1").linear == -1)
        #expect(try Gain(parsing: "0dB").linear == 1)
        #expect(abs(try Gain(parsing: "+20dB").linear - 10) < 1e-12)
    }
}
