import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// Both ends of a connection have one format, or the unit that is fed says which have not: at the wrong rate everything
/// sounds, and nothing is right.
@Suite struct ConnectionFormatTests {
    /// A mixer at 44,100 Hz in front of an output.
    private struct Pair {
        let mixer = MultiChannelMixer(), output = GenericOutput()

        init() throws {
            try mixer.setRenderCallback(give([[1, 1], [1, 1]]), bus: 0)
            try output.makeConnection(from: mixer, to: 0)
        }

        func initialize() throws {
            try mixer.initialize()
            try output.initialize()
        }
    }

    @Test func `a rate that the source got behind the connection is refused when the taker is initialized`() throws {
        let pair = try Pair()
        try pair.mixer.setStreamFormat(format(96_000, 2), scope: .output)
        #expect(code { try pair.initialize() } == .formatNotSupported)
        #expect(!pair.output.isInitialized)
        #expect(
            text { try pair.output.initialize() }
                == "'auou' 'genr' bus 0: the bus has the format [ 2 ch,  44100 Hz, Float32, deinterleaved], "
                + "but its source, 'aumx' 'mcmx' output bus 0, has [ 2 ch,  96000 Hz, Float32, deinterleaved]; make the connection again, or put a Converter into it"
        )
        try pair.output.makeConnection(from: pair.mixer, to: 0)
        try pair.initialize()
        #expect(try pair.output.streamFormat(.output) == format(96_000, 2))
    }

    @Test func `a connected input takes no format of its own, and an initialized unit none at all`() throws {
        let pair = try Pair()
        #expect(code { try pair.output.setStreamFormat(format(48_000, 2), scope: .input) } == .propertyNotWritable)
        // As in AUBase, an impossible format is refused as such first, and the one that it has is not a change.
        #expect(code { try pair.output.setStreamFormat(format(0, 2), scope: .input) } == .formatNotSupported)
        try pair.output.setStreamFormat(format(44_100, 2), scope: .input)
        try pair.output.disconnect(bus: 0)
        try pair.output.setStreamFormat(format(48_000, 2), scope: .input)
        try pair.output.makeConnection(from: pair.mixer, to: 0)
        try pair.initialize()
        #expect(code { try pair.mixer.setStreamFormat(format(48_000, 2), scope: .output) } == .propertyNotWritable)
        #expect(code { try pair.mixer.setStreamFormat(format(48_000, 2), scope: .input) } == .propertyNotWritable)
    }

    @Test(arguments: [format(96_000, 2), format(44_100, 1)])
    func `a source that is initialized anew with another format is refused by the first slice`(
        other: StreamDescription
    ) throws {
        let pair = try Pair()
        try pair.initialize()
        #expect(try pair.output.rendered(2) == [[1, 1], [1, 1]])
        pair.mixer.uninitialize()
        try pair.mixer.setStreamFormat(other, scope: .output)
        try pair.mixer.initialize()
        #expect(code { _ = try pair.output.rendered(2) } == .formatNotSupported)
        #expect((pair.output.takeLastRenderError() as? AudioUnitError)?.status == -10868)
    }

    @Test func `a mixer that converts its bus's rate asks for the rate of what feeds it`() throws {
        let player = FilePlayer(), mixer = MultiChannelMixer()
        try player.setStreamFormat(format(48_000, 2), scope: .output)
        try mixer.makeConnection(from: player, to: 0)
        try player.setStreamFormat(format(32_000, 2), scope: .output)
        #expect(code { try mixer.initialize() } == .formatNotSupported)
        try player.setStreamFormat(format(48_000, 2), scope: .output)
        try player.initialize()
        try mixer.initialize()
        player.uninitialize()
        try player.setStreamFormat(format(32_000, 2), scope: .output)
        try player.initialize()
        #expect(code { _ = try mixer.rendered(10) } == .formatNotSupported)
    }

    @Test func `an output bus that is no more is an error and not a crash`() throws {
        let matrix = MatrixMixer(), output = GenericOutput()
        try matrix.setElementCount(2, scope: .output)
        try output.makeConnection(from: matrix, sourceBus: 1, to: 0)
        try matrix.setElementCount(1, scope: .output)
        #expect(code { try output.initialize() } == .invalidElement)
    }
}
