import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct SplitterTests {
    private let track = [SeededNumbers.noise(40_000, seed: 1), SeededNumbers.noise(40_000, seed: 2)]

    private func unit(outputs: Int = 2, slice: Int = 1156) throws -> MultiSplitter {
        let unit = MultiSplitter()
        try unit.setElementCount(outputs, scope: .output)
        try unit.setMaximumFramesPerSlice(slice)
        try unit.setRenderCallback(give(track), bus: 0)
        try unit.initialize()
        return unit
    }

    private func part(_ range: Range<Int>) -> [[UInt32]] { bits(track.map { Array($0[range]) }) }

    @Test func `the numbers of buses are Core Audio's`() throws {
        let unit = Splitter(), multi = MultiSplitter(), merger = Merger()
        #expect((unit.elementCount(.input), unit.elementCount(.output)) == (1, 2))
        #expect((merger.elementCount(.input), merger.elementCount(.output)) == (2, 1))
        #expect(multi.elementCount(.input) == 1)
        for fixed in [unit, merger] as [AudioUnit] {
            for scope in [Scope.input, .output] {
                #expect(code { try fixed.setElementCount(2, scope: scope) } == .propertyNotWritable)
            }
        }
        #expect(code { try multi.setElementCount(2, scope: .input) } == .propertyNotWritable)
        #expect(AudioUnitError.Code.propertyNotWritable.rawValue == -10865)
        #expect([unit, multi, merger].map { $0.component.subType.description } == ["'splt'", "'mspl'", "'merg'"])
    }

    @Test func `one format for all, and new outputs have it`() throws {
        let unit = MultiSplitter()
        try unit.setStreamFormat(format(32_000, 6), scope: .output, element: 1)
        try unit.setChannelLayout(.discrete(6), scope: .input)
        try unit.setElementCount(5, scope: .output)
        for bus in 0..<5 {
            #expect(try unit.streamFormat(.output, element: bus) == format(32_000, 6))
            #expect(try unit.channelLayout(.output, element: bus) == .discrete(6))
        }
        #expect(try unit.streamFormat(.input) == format(32_000, 6))
    }

    @Test(arguments: Cut.all) func `every output is the input, in slices of its own`(cut: Cut) throws {
        let unit = Splitter()
        try unit.setRenderCallback(give(track), bus: 0)
        try unit.initialize()
        for start in stride(from: 0, to: 40_000, by: 8000) {
            #expect(bits(try unit.rendered(8000, cut, from: Int64(start), bus: 0)) == part(start..<start + 8000))
            #expect(bits(try unit.rendered(8000, .every(77), from: Int64(start), bus: 1)) == part(start..<start + 8000))
        }
    }

    @Test func `the input is pulled once for each frame, in order, by whoever comes first`() throws {
        let unit = try unit(outputs: 3)
        var next: Int64 = 100
        let source = give(track)
        try unit.setRenderCallback(
            { flags, time, bus, frames, buffer in
                #expect(time.sampleTime == next)
                next += Int64(frames)
                try source(&flags, time, bus, frames, &buffer)
            }, bus: 0)
        var places = [100, 100, 100]
        var numbers = SeededNumbers(seed: 4)
        for _ in 0..<200 {
            let bus = Int(numbers.next() % 3), count = Int(numbers.next() % 300)
            // Out of step, by as much as is kept.
            if places[bus] + count > (places.min() ?? 0) + 8192 { continue }
            #expect(
                bits(try unit.rendered(count, .random(1), from: Int64(places[bus]), bus: bus))
                    == part(places[bus]..<places[bus] + count))
            places[bus] += count
        }
        #expect(Int(next) == places.max())
        #expect(Set(places).count == 3)
    }

    @Test func `an output that comes too late is refused, and never gets other frames`() throws {
        let unit = try unit()
        _ = try unit.rendered(9000, from: 0, bus: 0)
        #expect(bits(try unit.rendered(10, from: 9000 - 8192, bus: 1)) == part(808..<818))
        #expect(
            text { _ = try unit.rendered(10, from: 807, bus: 1) }
                == "'aufc' 'mspl' output bus 1: frame 807 was requested while the input is at frame 9000, and only the last 8192 frames are kept; "
                + "render the output buses in turns, or reset the unit before going back")
        #expect(code { _ = try unit.rendered(10, from: 807, bus: 1) } == .cannotDoInCurrentContext)
        unit.reset()
        #expect(bits(try unit.rendered(10, from: 807, bus: 1)) == part(807..<817))
    }

    @Test func `large slices keep four of themselves`() throws {
        let unit = try unit(slice: 4096)
        _ = try unit.rendered(20_000, .every(4096), bus: 0)
        #expect(bits(try unit.rendered(10, from: 20_000 - 16_384, bus: 1)) == part(3616..<3626))
        #expect(code { _ = try unit.rendered(10, from: 3615, bus: 1) } == .cannotDoInCurrentContext)
    }

    @Test func `a jump forward begins anew there, also before zero`() throws {
        let unit = try unit()
        #expect(try unit.rendered(10, from: -100)[0] == Array(repeating: 0, count: 10))
        #expect(bits(try unit.rendered(5, from: 1000)) == part(1000..<1005))
        #expect(code { _ = try unit.rendered(5, from: 999, bus: 1) } == .cannotDoInCurrentContext)
        #expect(bits(try unit.rendered(5, from: 1003, bus: 1)) == part(1003..<1008))
    }

    @Test func `time before zero is time like any other`() throws {
        let unit = try unit()
        try unit.setRenderCallback(
            { _, time, _, frames, buffer in
                buffer.fill(channel: 0, with: (0..<frames).map { Float(Int(time.sampleTime) + $0) })
            }, bus: 0)
        let expected = (-9000..<3000).map(Float.init)
        var heard: [[Float]] = [[], []]
        for start in stride(from: -9000, to: 3000, by: 3000) {
            for bus in 0..<2 { heard[bus] += try unit.rendered(3000, .every(1000), from: Int64(start), bus: bus)[0] }
        }
        #expect(heard[0] == expected && heard[1] == expected)
    }

    @Test func `an error of the input loses no frame`() throws {
        struct Trouble: Error {}
        let unit = try unit()
        var isBroken = true
        let source = give(track)
        try unit.setRenderCallback(
            { flags, time, bus, frames, buffer in
                if isBroken && time.sampleTime >= 512 { throw Trouble() }
                try source(&flags, time, bus, frames, &buffer)
            }, bus: 0)
        #expect(throws: Trouble.self) { try unit.rendered(2000) }
        isBroken = false
        #expect(bits(try unit.rendered(2000, .every(1000), bus: 1)) == part(0..<2000))
    }

    @Test func `silence is reported where all that is given is silence`() throws {
        let unit = try unit()
        try unit.setRenderCallback(
            { flags, time, _, _, buffer in
                if time.sampleTime < 64 { buffer.fill(channel: 0, with: [1]) } else { flags.insert(.outputIsSilence) }
            }, bus: 0)
        func isSilence(_ start: Int64, _ bus: Int) throws -> Bool {
            var buffer = PCMBuffer(channelCount: 2, frameCapacity: 64)
            var flags: RenderActionFlags = []
            try unit.render(
                &flags, time: AudioTime(sampleTime: start, sampleRate: 44_100), bus: bus, frameCount: 64, into: &buffer)
            return flags.contains(.outputIsSilence)
        }
        #expect(
            try [isSilence(0, 0), isSilence(64, 0), isSilence(0, 1), isSilence(32, 1), isSilence(64, 1)] == [
                false, true, false, false, true,
            ])
    }

    @Test func `splitter and mixer give the sum`() throws {
        let unit = Splitter(), mixer = MultiChannelMixer()
        try unit.setRenderCallback(give(track), bus: 0)
        try mixer.makeConnection(from: unit, sourceBus: 0, to: 0)
        try mixer.makeConnection(from: unit, sourceBus: 1, to: 3)
        try unit.initialize()
        try mixer.initialize()
        #expect(try mixer.rendered(5000, .random(3)) == track.map { $0[..<5000].map { $0 + $0 } })
        #expect(code { try unit.makeConnection(from: mixer, to: 0) } == .invalidPropertyValue)
    }
}

@Suite struct MergerTests {
    private func merger(_ first: Int, _ second: Int) throws -> (unit: Merger, channels: [[Float]]) {
        let unit = Merger()
        let channels = (0..<first + second).map { SeededNumbers.noise(2000, seed: UInt64($0)) }
        try unit.setStreamFormat(format(48_000, first), scope: .input, element: 0)
        try unit.setStreamFormat(format(48_000, second), scope: .input, element: 1)
        try unit.setRenderCallback(give(Array(channels[..<first])), bus: 0)
        try unit.setRenderCallback(give(Array(channels[first...])), bus: 1)
        return (unit, channels)
    }

    @Test(arguments: Cut.all) func `the channels of both go out side by side, bit for bit`(cut: Cut) throws {
        let (unit, channels) = try merger(1, 2)
        #expect(try unit.streamFormat(.output) == format(48_000, 3))
        try unit.initialize()
        #expect(bits(try unit.rendered(2000, cut)) == bits(channels))
    }

    @Test func `two mono sources make stereo at first`() throws {
        let unit = Merger()
        #expect(try unit.streamFormat(.input, element: 1) == format(44_100, 1))
        #expect(try unit.channelLayout(.output) == .stereo)
        try unit.setRenderCallback(give([[1]]), bus: 0)
        try unit.setRenderCallback(give([[2]]), bus: 1)
        try unit.initialize()
        #expect(try unit.rendered(2) == [[1, 0], [2, 0]])
    }

    @Test func `what does not go together is refused by bus`() throws {
        let (unit, _) = try merger(1, 1)
        try unit.setStreamFormat(format(48_000, 3), scope: .output)
        #expect(
            text { try unit.initialize() }
                == "'aufc' 'merg' output bus 0: the inputs have 2 channels, the output has 3; "
                + "give the output as many as both inputs have together, at most 1024")
        try unit.setStreamFormat(format(44_100, 2), scope: .output)
        #expect(code { try unit.initialize() } == .formatNotSupported)
        try unit.setStreamFormat(format(48_000, 2), scope: .output)
        try unit.setRenderCallback(nil, bus: 1)
        try unit.initialize()
        #expect(code { _ = try unit.rendered(1) } == .noConnection)
    }
}
