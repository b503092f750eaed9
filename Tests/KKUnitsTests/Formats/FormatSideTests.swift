import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// What was set on one side of a unit stays, and a unit whose sides do not go together is not initialized.
@Suite struct FormatSideTests {
    private let bytes = StreamDescription.linearPCM(
        sampleRate: 44_100, channels: 2, bits: 16, flags: .isSignedInteger)

    @Test func `an output that was set to the format that it had keeps it before a source of another rate`() throws {
        let mixer = MultiChannelMixer(), output = GenericOutput()
        try mixer.setStreamFormat(format(48_000, 2), scope: .output)
        try output.setStreamFormat(format(44_100, 2), scope: .output)
        try output.makeConnection(from: mixer, to: 0)
        #expect(try output.streamFormat(.output) == format(44_100, 2))
        #expect(try output.streamFormat(.input) == format(48_000, 2))
        var rates: Set<Double> = []
        try mixer.setRenderCallback({ _, time, _, _, _ in rates.insert(time.sampleRate) }, bus: 0)
        try mixer.setStreamFormat(format(48_000, 2), scope: .input)
        try mixer.initialize()
        try output.initialize()
        _ = try output.rendered(64)
        #expect(rates == [48_000])
        // One that was not set follows.
        let other = GenericOutput()
        try other.makeConnection(from: mixer, to: 0)
        #expect(try other.streamFormat(.output) == format(48_000, 2))
    }

    @Test func `the layout of an output that was set to the one that it had stays`() throws {
        let mixer = MultiChannelMixer(), output = GenericOutput(), other = ChannelLayout.discrete(2)
        try mixer.setChannelLayout(other, scope: .output)
        try output.setChannelLayout(.stereo, scope: .output)
        try output.makeConnection(from: mixer, to: 0)
        #expect(try output.channelLayout(.output) == .stereo && output.channelLayout(.input) == other)
    }

    @Test(arguments: [format(44_100, 1), format(48_000, 2)])
    func `an effect whose output was set keeps that, and is not initialized with another input`(
        input: StreamDescription
    ) throws {
        for unit in [LowPassFilter(), Splitter()] {
            try unit.setStreamFormat(bytes, scope: .output)
            #expect(try unit.streamFormat(.input).sampleRate == 44_100)
            try unit.setStreamFormat(input, scope: .input)
            try unit.setRenderCallback({ _, _, _, _, _ in }, bus: 0)
            #expect(try unit.streamFormat(.output) == bytes)
            #expect(code { try unit.initialize() } == .formatNotSupported, "\(unit.name)")
            try unit.setStreamFormat(format(44_100, 2), scope: .input)
            try unit.initialize()
            #expect(try unit.streamFormat(.output) == bytes)
        }
    }

    @Test func `an effect's output follows what comes in, unless it was set`() throws {
        let mixer = MultiChannelMixer(), effect = LowPassFilter()
        for rate in [48_000.0, 96_000] {
            try mixer.setStreamFormat(format(rate, 1), scope: .output)
            try effect.makeConnection(from: mixer, to: 0)
            #expect(try effect.streamFormat(.output) == format(rate, 1))
        }
        // What comes with a connection is not changed by the other side.
        try effect.setStreamFormat(format(48_000, 1), scope: .output)
        #expect(try effect.streamFormat(.input) == format(96_000, 1))
        #expect(code { try effect.initialize() } == .formatNotSupported)
    }

    @Test func `a merger whose output was set keeps that`() throws {
        let merger = Merger()
        try merger.setStreamFormat(bytes, scope: .output)
        for element in 0..<2 {
            try merger.setStreamFormat(format(48_000, 1), scope: .input, element: element)
            try merger.setRenderCallback({ _, _, _, _, _ in }, bus: element)
        }
        #expect(try merger.streamFormat(.output) == bytes)
        #expect(code { try merger.initialize() } == .formatNotSupported)
    }

    @Test func `a layout that the source got behind the connection is refused like a format`() throws {
        let mixer = MultiChannelMixer(), output = GenericOutput()
        try mixer.setStreamFormat(format(44_100, 6), scope: .output)
        let layout = try mixer.channelLayout(.output)
        try output.makeConnection(from: mixer, to: 0)
        try mixer.setChannelLayout(ChannelLayout(layout.labels.reversed()), scope: .output)
        try mixer.initialize()
        #expect(code { try output.initialize() } == .formatNotSupported)
        try output.makeConnection(from: mixer, to: 0)
        try output.initialize()
        #expect(try output.channelLayout(.input) == mixer.channelLayout(.output))
    }

    @Test func `an output that changes channels alone pulls its input at the times that it is asked for`() throws {
        let output = GenericOutput()
        try output.setStreamFormat(format(44_100, 2), scope: .output)
        try output.setStreamFormat(format(44_100, 1), scope: .input)
        var times: [Int64] = []
        try output.setRenderCallback({ _, time, _, _, _ in times.append(time.sampleTime) }, bus: 0)
        try output.initialize()
        for time in [0, 48_000, 0, -5] as [Int64] { _ = try output.rendered(512, from: time) }
        #expect(times == [0, 48_000, 0, -5])
    }

    @Test(arguments: [format(48_000, 2), format(44_100, 1)])
    func `an output with longer slices than its source asks for no more than the source can give`(
        target: StreamDescription
    ) throws {
        let noise = [SeededNumbers.noise(4_000, seed: 1), SeededNumbers.noise(4_000, seed: 2)]
        var heard: [[[Float]]] = []
        for limit in [1156, 4096] {
            let source = LowPassFilter(), mixer = MultiChannelMixer(), output = GenericOutput()
            try source.setMaximumFramesPerSlice(100)
            try source.setRenderCallback(give(noise), bus: 0)
            try mixer.setMaximumFramesPerSlice(limit)
            try mixer.makeConnection(from: source, to: 0)
            try output.setMaximumFramesPerSlice(limit)
            try output.setStreamFormat(target, scope: .output)
            try output.makeConnection(from: mixer, to: 0)
            for unit in [source, mixer, output] as [AudioUnit] { try unit.initialize() }
            heard.append(try output.rendered(2_000, .every(limit)))
        }
        #expect(bits(heard[0]) == bits(heard[1]))
    }
}
