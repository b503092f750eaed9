import KKDSP
import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// A row of AudioUnitParameters.h; an upper end of `nil` is half the sample rate.
private struct Row {
    var id: ParameterID
    var unit: ParameterUnit
    var low: Float
    var high: Float?
    var value: Float

    init(_ id: ParameterID, _ unit: ParameterUnit, _ low: Float, _ high: Float?, _ value: Float) {
        (self.id, self.unit, self.low, self.high, self.value) = (id, unit, low, high, value)
    }
}

@Suite struct EqualizerParameterTests {
    private let tables: [(AudioUnit, String, [Row])] = [
        (LowPassFilter(), "lpas", [Row(0, .hertz, 10, nil, 6900), Row(1, .decibels, -20, 40, 0)]),
        (HighPassFilter(), "hpas", [Row(0, .hertz, 10, nil, 6900), Row(1, .decibels, -20, 40, 0)]),
        (BandPassFilter(), "bpas", [Row(0, .hertz, 20, nil, 5000), Row(1, .cents, 100, 12_000, 600)]),
        (HighShelfFilter(), "hshf", [Row(0, .hertz, 10_000, nil, 10_000), Row(1, .decibels, -40, 40, 0)]),
        (LowShelfFilter(), "lshf", [Row(0, .hertz, 10, 200, 80), Row(1, .decibels, -40, 40, 0)]),
        (
            ParametricEQ(), "pmeq",
            [Row(0, .hertz, 20, nil, 2000), Row(1, .generic, 0.1, 20, 1), Row(2, .decibels, -20, 20, 0)]
        ),
        (
            GraphicEQ(), "greq",
            (0..<31).map { Row(ParameterID(rawValue: $0), .decibels, -20, 20, 0) } + [Row(10_000, .indexed, 0, 1, 1)]
        ),
        (IPodEQ(), "ipeq", []),
        (
            NBandEQ(), "nbeq",
            [Row(0, .decibels, -96, 24, 0)]
                + (0..<16).flatMap { n in
                    [
                        Row(ParameterID(rawValue: 1000 + n), .boolean, 0, 1, 1),
                        Row(ParameterID(rawValue: 2000 + n), .indexed, 0, 10, 0),
                        Row(ParameterID(rawValue: 3000 + n), .hertz, 20, nil, 1000),
                        Row(ParameterID(rawValue: 4000 + n), .decibels, -96, 24, 0),
                        Row(ParameterID(rawValue: 5000 + n), .octaves, 0.05, 5, 0.5),
                    ]
                }
        ),
    ]

    @Test(arguments: [8000.0, 44_100, 48_000, 192_000])
    func `every parameter has Core Audio's number, unit, range and default`(rate: Double) throws {
        for (unit, code, rows) in tables {
            #expect("\(unit.component.type)" == "'aufx'" && "\(unit.component.subType)" == "'\(code)'")
            try unit.setStreamFormat(format(rate, 1), scope: .output)
            #expect(unit.parameters(.global).map(\.id) == rows.map(\.id), "\(code)")
            #expect(unit.parameters(.input).isEmpty && unit.parameters(.output).isEmpty)
            for row in rows {
                let info = try unit.parameterInfo(row.id)
                #expect(info.unit == row.unit && info.defaultValue == row.value, "\(code) \(row.id)")
                // The default is always one of the values that can be set.
                #expect(
                    info.range == row.low...(row.high ?? max(row.value, Float(rate / 2))),
                    "\(code) \(row.id) at \(rate)")
                #expect(try unit.parameter(row.id) == row.value)
            }
        }
    }

    @Test func `names are unequal, and the indexed ones name their values`() throws {
        for (unit, code, _) in tables {
            let infos = unit.parameters(.global)
            #expect(Set(infos.map(\.name)).count == infos.count && infos.allSatisfy { !$0.name.isEmpty }, "\(code)")
            for info in infos where info.unit == .indexed {
                #expect(info.valueNames.count == Int(info.range.upperBound) + 1)
            }
        }
    }

    @Test func `both ends are taken, what is beyond them becomes the nearest, and what is not finite is refused`()
        throws
    {
        for (unit, code, rows) in tables {
            try unit.setStreamFormat(format(48_000, 2), scope: .output)
            for row in rows {
                let high = row.high ?? 24_000
                for value in [row.low, high] {
                    try unit.setParameter(row.id, value)
                    #expect(try unit.parameter(row.id) == value)
                }
                for (value, end) in [(row.low.nextDown, row.low), (-1e30, row.low), (high.nextUp, high), (1e30, high)] {
                    #expect(KKUnitsTests.code { try unit.checkParameter(row.id, value) } == .invalidParameterValue)
                    try unit.setParameter(row.id, value)
                    #expect(try unit.parameter(row.id) == end, "\(code) \(row.id) \(value)")
                }
                for value in [Float.nan, .infinity, -.infinity] {
                    #expect(
                        KKUnitsTests.code { try unit.setParameter(row.id, value) } == .invalidParameterValue,
                        "\(code) \(row.id) \(value)")
                }
                #expect(try unit.parameter(row.id) == high)
            }
            #expect(KKUnitsTests.code { try unit.setParameter(999, 0) } == .invalidParameter)
            #expect(KKUnitsTests.code { try unit.setParameter(0, 0, scope: .input) } == .invalidParameter)
        }
    }

    @Test func `a frequency that the rate has left behind stays, and works as the highest one does`() throws {
        let unit = LowPassFilter()
        try unit.setStreamFormat(format(96_000, 1), scope: .output)
        try unit.setParameter(LowPassFilter.Parameter.cutoffFrequency, 40_000)
        try unit.setStreamFormat(format(32_000, 1), scope: .output)
        #expect(try unit.parameter(LowPassFilter.Parameter.cutoffFrequency) == 40_000)
        let response = try unit.frequencyResponse(at: [1000, 15_000])
        try unit.setParameter(LowPassFilter.Parameter.cutoffFrequency, 16_000)
        #expect(try unit.frequencyResponse(at: [1000, 15_000]) == response)
        try unit.setParameter(LowPassFilter.Parameter.cutoffFrequency, 40_000)
        #expect(try unit.parameter(LowPassFilter.Parameter.cutoffFrequency) == 16_000)
    }

    @Test func `every equaliser is made by its component, takes any number of channels and is not late`() throws {
        for (unit, code, _) in tables {
            let component = try #require(AudioComponent.all.first { $0.description == unit.component }, "\(code)")
            #expect(component.makeInstance().component == unit.component)
            #expect(unit.supportedChannelPairs == [.same] && unit.latency == 0)
        }
    }
}
