import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// What a callback, notification or listener may do to the unit that calls it.
@Suite struct ReentrancyTests {
    private func mixer(_ callback: RenderCallback? = nil) throws -> MultiChannelMixer {
        let mixer = MultiChannelMixer()
        try mixer.setElementCount(2, scope: .input)
        try mixer.setStreamFormat(format(48_000, 1), scope: .output)
        for bus in 0..<2 { try mixer.setStreamFormat(format(48_000, 1), scope: .input, element: bus) }
        try mixer.setRenderCallback(callback, bus: 0)
        try mixer.initialize()
        return mixer
    }

    @Test func `a notification and a listener may remove themselves, with another one behind them`() throws {
        let mixer = try mixer(give([[1]]))
        var heard: [String] = []
        var tokens: [Int] = []
        tokens.append(
            mixer.addRenderNotify { [unowned mixer] _, _, _, _, _ in
                heard.append("notify"); mixer.removeRenderNotify(tokens[0])
            })
        mixer.addRenderNotify { flags, _, _, _, _ in if flags.contains(.postRender) { heard.append("other") } }
        tokens.append(
            mixer.addPropertyListener(.elementName) { mixer, _, _, _ in
                heard.append("listen"); mixer.removePropertyListener(tokens[1])
            })
        mixer.addPropertyListener(.elementName) { _, _, _, _ in heard.append("behind") }
        _ = try mixer.rendered(1)
        for name in ["a", "b"] { try mixer.setElementName(name, scope: .input) }
        #expect(heard == ["notify", "other", "listen", "behind", "behind"])
    }

    @Test func `a callback cannot render the bus that asks it, nor schedule events for it`() throws {
        var codes: [AudioUnitError.Code?] = []
        weak var weakMixer: MultiChannelMixer?
        let mixer = try mixer { _, time, _, _, _ in
            guard let mixer = weakMixer else { return }
            codes.append(
                code {
                    var flags: RenderActionFlags = []
                    var buffer = PCMBuffer(channelCount: 1, frameCapacity: 8)
                    try mixer.render(&flags, time: time, frameCount: 1, into: &buffer)
                })
            codes.append(
                code {
                    try mixer.scheduleParameters([ParameterEvent(0, scope: .output, .immediate(offset: 0, value: 2))])
                })
        }
        weakMixer = mixer
        try mixer.scheduleParameters([ParameterEvent(0, scope: .output, .immediate(offset: 2, value: 1))])
        _ = try mixer.rendered(4, .every(4))
        #expect(codes == Array(repeating: .cannotDoInCurrentContext, count: 4))
    }

    @Test func `a notification before the slice may schedule events, which are heard in it`() throws {
        let mixer = try mixer(give([[Float](repeating: 1, count: 8)]))
        var codes: [AudioUnitError.Code?] = []
        mixer.addRenderNotify { [unowned mixer] flags, _, _, _, _ in
            guard flags.contains(.preRender) else { return }
            codes.append(
                code {
                    try mixer.scheduleParameters([
                        ParameterEvent(0, scope: .output, .ramped(offset: 0, frameCount: 4, from: 1, to: 0))
                    ])
                })
        }
        for start in [0, 4] as [Int64] {
            #expect(try mixer.rendered(4, .every(4), from: start) == [[1, 0.75, 0.5, 0.25]])
        }
        #expect(codes == [nil, nil])
    }

    @Test func `a chain of units is let go however long it is`() throws {
        weak var first: AudioUnit?
        do {
            var last: AudioUnit = MultiSplitter()
            first = last
            for _ in 1..<20_000 {
                let next = MultiSplitter()
                try next.makeConnection(from: last, to: 0)
                last = next
            }
            #expect(first != nil)
        }
        #expect(first == nil)
    }

    @Test func `a callback may be replaced from inside itself, and the unit uninitialized when the slice is done`()
        throws
    {
        weak var weakMixer: MultiChannelMixer?
        let mixer = try mixer { _, _, _, _, buffer in
            buffer.fill(channel: 0, with: [1])
            try weakMixer?.setRenderCallback(
                { _, _, _, _, buffer in
                    buffer.fill(channel: 0, with: [2])
                    weakMixer?.uninitialize()
                    #expect(weakMixer?.isInitialized == true)
                }, bus: 0)
        }
        weakMixer = mixer
        #expect(try mixer.rendered(1) == [[1]])
        #expect(try mixer.rendered(1) == [[2]])
        #expect(!mixer.isInitialized)
    }

    @Test func `a sudden change where a ramp ends is heard`() throws {
        let mixer = try mixer(give([[Float](repeating: 1, count: 16)]))
        let volume = MultiChannelMixer.Parameter.volume
        try mixer.scheduleParameters([
            ParameterEvent(volume, scope: .input, .ramped(offset: 0, frameCount: 4, from: 0, to: 1)),
            ParameterEvent(volume, scope: .input, .immediate(offset: 4, value: 0.5)),
        ])
        #expect(try mixer.rendered(6, .every(6))[0] == [0, 0.25, 0.5, 0.75, 0.5, 0.5])
        #expect(try mixer.parameter(volume, scope: .input) == 0.5)
    }

    @Test func `an I-O unit that feeds itself is let go`() throws {
        weak var weakUnit: GenericOutput?
        do {
            let unit = GenericOutput()
            try unit.makeConnection(from: unit, sourceBus: 1, to: 0)
            weakUnit = unit
        }
        #expect(weakUnit == nil)
    }

    @Test func `a circle is looked for in a time that grows with the units and not with the ways through them`() throws
    {
        var last: AudioUnit = FilePlayer()
        try last.setStreamFormat(format(48_000, 1), scope: .output)
        // Two ways through each stage would be 2⁴⁰ in all.
        for _ in 0..<40 {
            let splitter = MultiSplitter(), mixer = MultiChannelMixer()
            try splitter.makeConnection(from: last, to: 0)
            for bus in 0..<2 {
                try splitter.setStreamFormat(format(48_000, 1), scope: .output, element: bus)
                try mixer.makeConnection(from: splitter, sourceBus: bus, to: bus)
            }
            try mixer.setStreamFormat(format(48_000, 1), scope: .output)
            last = mixer
        }
        #expect(last is MultiChannelMixer)
    }

    @Test(arguments: [(1, 1), (2, 512), (0, 0), (1, 4096)])
    func `a callback that puts another buffer in the place of its own gets an error, and its own back`(
        channels: Int, frames: Int
    ) throws {
        var isReplaced = true
        let callback: RenderCallback = { _, _, _, count, buffer in
            if isReplaced { buffer = PCMBuffer(channelCount: channels, frameCapacity: frames) }
            buffer.fill(channel: 0, with: Array(repeating: 0.5, count: count))
        }
        // A mixer has it write into the bus's own memory, an output into the caller's.
        let output = GenericOutput()
        try output.setStreamFormat(format(48_000, 1), scope: .input)
        try output.setRenderCallback(callback, bus: 0)
        try output.initialize()
        for unit in [try mixer(callback), output] {
            isReplaced = true
            #expect(code { _ = try unit.rendered(100) } == .parameter)
            isReplaced = false
            #expect(try unit.rendered(1156, .every(1156)) == [Array(repeating: 0.5, count: 1156)])
        }
    }

    @Test func `a slice beyond the last frame that can be counted is refused, and one at either end is not`() throws {
        let output = GenericOutput()
        try output.setStreamFormat(format(48_000, 1), scope: .input, element: 1)
        try output.setInputSource(ArraySource([[1]]))
        try output.setIOEnabled(true, scope: .input, element: 1)
        let source = FilePlayer(), delay = SampleDelay(), splitter = Splitter()
        for unit in [delay, splitter] as [AudioUnit] { try unit.setRenderCallback({ _, _, _, _, _ in }, bus: 0) }
        let mixer = try mixer({ _, _, _, _, _ in })
        for (unit, bus) in [(output, 1), (source, 0), (delay, 0), (splitter, 1), (mixer, 0)] as [(AudioUnit, Int)] {
            try unit.initialize()
            for time in [.max, .max - 4] as [Int64] {
                #expect(code { _ = try unit.rendered(5, from: time, bus: bus) } == .parameter, "\(unit.name)")
            }
            for time in [.max - 5, .min, .min + 1, -1] as [Int64] {
                unit.reset()
                #expect(try unit.rendered(5, from: time, bus: bus)[0].count == 5, "\(unit.name)")
            }
        }
    }
}
