import KKConvert
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct ConverterPropertyTests {
    @Test func `a render quality is a quality of the rate converter`() throws {
        let unit = Converter()
        #expect(try unit.property(.renderQuality) == 0x60)
        let table: [(Int, ResamplerQuality)] = [
            (127, .best), (126, .high), (96, .high), (95, .medium), (64, .medium), (63, .fast), (32, .fast), (0, .fast),
        ]
        for (number, quality) in table {
            try unit.setProperty(.renderQuality, number)
            #expect(unit.quality == quality)
            #expect(try unit.property(.renderQuality) == number)
        }
        unit.quality = .medium
        #expect(try unit.property(.renderQuality) == 64)
        for number in [-1, 128] {
            #expect(code { try unit.setProperty(.renderQuality, number) } == .invalidPropertyValue)
        }
        #expect(unit.quality == .medium)
        #expect(code { _ = try Delay().property(AudioUnitProperty<Int>.renderQuality) } == .invalidProperty)
    }

    @Test func `mastering is the best at every quality, and there is no linear and no minimum-phase converter`() throws
    {
        let unit = Converter()
        #expect(AudioUnitProperty.sampleRateConverterComplexity.id == 3014)
        #expect(try unit.property(.sampleRateConverterComplexity) == .normal)
        try unit.setProperty(.renderQuality, 32)
        try unit.setProperty(.sampleRateConverterComplexity, .mastering)
        #expect(unit.quality == .best)
        #expect(try unit.property(.renderQuality) == 32)
        for complexity in [AudioConverter.Complexity.linear, .minimumPhase] {
            #expect(code { try unit.setProperty(.sampleRateConverterComplexity, complexity) } == .invalidPropertyValue)
        }
        try unit.setProperty(.sampleRateConverterComplexity, .normal)
        #expect(unit.quality == .fast)
    }

    private func converted(
        _ map: [Int]?, _ channels: [[Float]], to count: Int, rate: Double = 48_000
    ) throws -> [[Float]] {
        let unit = Converter()
        try unit.setProperty(.channelMap, map)
        try unit.setStreamFormat(format(48_000, channels.count), scope: .input)
        try unit.setStreamFormat(format(rate, count), scope: .output)
        try unit.setRenderCallback(give(channels), bus: 0)
        try unit.initialize()
        return try unit.rendered(channels[0].count, .every(7))
    }

    @Test func `a channel map copies channels, leaves some out, and leaves some silent`() throws {
        let track = (1...3).map { SeededNumbers.noise(40, seed: $0) }
        let silence = [Float](repeating: 0, count: 40)
        let maps: [[Int]] = [[2, 1, 0], [1], [0, 0], [-1, 2], [0, -1, 2, -1, 1, 1], [-1, -1]]
        for map in maps {
            let expected = map.map { $0 < 0 ? silence : track[$0] }
            #expect(bits(try converted(map, track, to: map.count)) == bits(expected), "\(map)")
        }
        // Without one, the channels are mixed.
        #expect(try converted(nil, [[1], [0]], to: 1) == [[0.5]])
        #expect(try converted([1], [[1], [0]], to: 1) == [[0]])
    }

    @Test func `a channel map and another rate go together`() throws {
        let track = (1...2).map { SeededNumbers.noise(300, seed: $0) }
        let swapped = try converted([1, 0], track, to: 2, rate: 44_100),
            mixed = try converted(nil, track, to: 2, rate: 44_100)
        #expect(bits(swapped) == bits([mixed[1], mixed[0]]))
        #expect(
            bits(try converted([-1, 0, 1], track, to: 3, rate: 44_100))
                == bits([Array(repeating: 0, count: 300)] + mixed))
    }

    @Test func `a channel map that does not fit is refused when the unit is initialized`() throws {
        for (map, problem) in [
            ([0], "1 entries"), ([0, 2], "does not have"), ([0, -2], "does not have"), ([], "0 entries"),
        ] {
            let unit = Converter()
            try unit.setChannelMap(map)
            #expect(text { try unit.initialize() }.contains(problem))
            #expect(code { try unit.initialize() } == .invalidPropertyValue && !unit.isInitialized)
            try unit.setChannelMap([1, 0])
            try unit.initialize()
            #expect(code { try unit.setChannelMap(nil) } == .initialized)
        }
    }

    private func times(startsAtZero: Bool, from start: Int64, rate: Double) throws -> [Int64] {
        let unit = Converter()
        try unit.setProperty(.startTimestampsAtZero, startsAtZero)
        try unit.setStreamFormat(format(rate, 1), scope: .input)
        try unit.setStreamFormat(format(48_000, 1), scope: .output)
        var times: [Int64] = []
        var end: Int64?
        try unit.setRenderCallback(
            { _, time, _, frames, _ in
                if end != time.sampleTime { times.append(time.sampleTime) }
                end = time.sampleTime + Int64(frames)
            }, bus: 0)
        try unit.initialize()
        _ = try unit.rendered(1000, .every(100), from: start)
        unit.reset()
        end = nil
        _ = try unit.rendered(100, .every(100), from: start + 4800)
        return times
    }

    @Test func `the input's time line begins at zero, or where the output does`() throws {
        #expect(try Converter().property(.startTimestampsAtZero))
        #expect(try times(startsAtZero: true, from: 9600, rate: 24_000) == [0, 0])
        #expect(try times(startsAtZero: false, from: 9600, rate: 24_000) == [4800, 7200])
        #expect(try times(startsAtZero: false, from: 9601, rate: 48_000) == [9601, 14_401])
        #expect(try times(startsAtZero: false, from: -9600, rate: 96_000) == [-19_200, -9600])
        #expect(
            try times(startsAtZero: false, from: .max / 2, rate: 96_000) == [0, 0], "beyond the end of all numbers")
    }

    @Test func `who listens is told`() throws {
        let unit = Converter()
        var heard: [PropertyID] = []
        for id in [PropertyID.renderQuality, .sampleRateConverterComplexity, .channelMap, .startTimestampsAtZero] {
            unit.addPropertyListener(id) { _, id, _, _ in heard.append(id) }
        }
        for _ in 0..<2 {
            try unit.setProperty(.renderQuality, 0)
            try unit.setProperty(.sampleRateConverterComplexity, .mastering)
            try unit.setProperty(.channelMap, [0, 1])
            try unit.setProperty(.startTimestampsAtZero, false)
        }
        #expect(heard == [26, 3014, 2002, 2007])
    }
}
