import KKDSP
import KKPCM
import KKUnitCases
import KKUnits
import Testing

/// Stereo only, up to 48 kHz, late by what it is told, and not to be trusted with its buffer.
private struct OddKernel: EffectKernel {
    static var channelCounts: [Int] { [2, 4] }
    static var highestSampleRate: Double { 48_000 }

    var wanted = 0
    private(set) var latency = 0
    let maximumFrameCount: Int

    init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) { self.maximumFrameCount = maximumFrameCount }

    mutating func reset() { latency = wanted }

    mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        if wanted == 9 { buffer = PCMBuffer(channelCount: 1, frameCapacity: 1) }
        if wanted == 8 { buffer.frameLength = 0 }
    }

    func magnitude(atFrequency frequency: Double) -> Double? { Double(wanted) }

    static func makeUnit() -> Effect<OddKernel> {
        Effect(
            ComponentDescription(type: .effectUnit, subType: "odd ", manufacturer: "Test"),
            parameters: [
                ParameterInfo(id: 0, name: "Latency", unit: .sampleFrames, range: 0...9, defaultValue: 4)
            ]
        ) { kernel, values in kernel.wanted = Int(values[0]) }
    }
}

/// Effects that a user of the library writes. What every effect keeps to, EffectContractTests holds against one as
/// well.
@Suite struct OwnEffectTests {
    @Test func `a kernel hears the frames in their order and the parameter as it is set`() throws {
        let unit = HoldKernel.makeUnit()
        try unit.setStreamFormat(format(48_000, 1), scope: .input)
        try unit.setRenderCallback(give([[1, 2, 3, 4, 5, 6, 7, 8]]), bus: 0)
        try unit.initialize()
        try unit.setParameter(HoldKernel.gain, 2)
        #expect(try unit.rendered(8, .every(5)) == [[2, 2, 2, 8, 8, 8, 14, 14]])
        #expect(unit.tailFrameCount == 2 && unit.latencyFrameCount == 0)
    }

    @Test func `what a parameter cannot be is refused by Core Audio's numbers`() throws {
        let unit = HoldKernel.makeUnit(), id = HoldKernel.gain
        #expect(code { try unit.setParameter(id, .nan) } == .invalidParameterValue)
        #expect(code { try unit.checkParameter(id, 4.5) } == .invalidParameterValue)
        #expect(code { try unit.setParameter(0, 1) } == .invalidParameter)
        #expect(code { try unit.setParameter(id, 1, scope: .input) } == .invalidParameter)
    }

    @Test func `a stream that there is no kernel for is refused by -10868`() throws {
        let unit = OddKernel.makeUnit()
        #expect(unit.supportedChannelPairs == [ChannelPair(input: 2, output: 2), ChannelPair(input: 4, output: 4)])
        for (rate, channels, isPossible) in [
            (48_000.0, 1, false), (48_000, 3, false), (48_001, 2, false), (8000, 2, true), (48_000, 4, true),
        ] {
            try unit.setStreamFormat(format(rate, channels), scope: .output)
            #expect(code { try unit.initialize() } == (isPossible ? nil : .formatNotSupported), "\(rate) \(channels)")
            #expect(unit.isInitialized == isPossible && unit.latency.isFinite)
            #expect(
                !isPossible
                    || code { try unit.setStreamFormat(format(8000, 1), scope: .input) } == .propertyNotWritable)
            unit.uninitialize()
        }
    }

    @Test func `a latency is reported as it changes: at once while there is no kernel, then at a reset`() throws {
        let unit = OddKernel.makeUnit()
        var latencies: [Int] = []
        unit.addPropertyListener(.latency) { unit, _, _, _ in latencies.append(unit.latencyFrameCount) }
        try unit.setParameter(0, 5)
        try unit.initialize()
        try unit.setParameter(0, 6)
        #expect(latencies == [5] && unit.latencyFrameCount == 5)
        unit.reset()
        #expect(latencies == [5, 6] && unit.tailTime == 0)
        #expect(try unit.frequencyResponse(at: [0, 100]) == [6, 6])
    }

    @Test func `a kernel that puts another buffer in the place of its own stops the render, and nothing else`() throws {
        let unit = OddKernel.makeUnit()
        try unit.setRenderCallback(give([[1, 2], [3, 4]]), bus: 0)
        try unit.initialize()
        try unit.setParameter(0, 9)
        #expect(code { _ = try unit.rendered(2) } == .parameter)
        try unit.setParameter(0, 8)
        #expect(try unit.rendered(2) == [[1, 2], [3, 4]])
    }

    @Test func `its settings are kept and taken over, all or none, and no component list is asked`() throws {
        let unit = HoldKernel.makeUnit(), other = HoldKernel.makeUnit()
        try unit.setParameter(HoldKernel.gain, 3)
        try other.setClassInfo(unit.classInfo)
        #expect(try other.parameter(HoldKernel.gain) == 3)
        var wrong = unit.classInfo
        wrong.values.append(.init(scope: .global, element: 0, parameter: 99, value: 1))
        wrong.values[0].value = 1
        #expect(code { try other.setClassInfo(wrong) } == .invalidParameter)
        #expect(try other.parameter(HoldKernel.gain) == 3)
        #expect(!unit.component.isKnown && unit.ownProperties.map(\.id) == [21, 29])
    }

    @Test
    func `a component of one's own is found in the list that has it, and stands before kkmix's if it comes first`()
        throws
    {
        let own = AudioComponent(HoldKernel.component, "Test: Hold") { HoldKernel.makeUnit() }
        let delay = AudioComponent(.delay, "Test: Delay") { Delay() }
        let list = [delay] + AudioComponent.all + [own, own]
        #expect(AudioComponent.findNext(HoldKernel.component) == nil)
        #expect(AudioComponent.findNext(HoldKernel.component, in: list)?.makeInstance() is Effect<HoldKernel>)
        #expect(AudioComponent.findNext(.delay, in: list)?.name == "Test: Delay")
        let any = ComponentDescription(type: .effectUnit, subType: FourCharCode(rawValue: 0))
        #expect(AudioComponent.count(any, in: list) == AudioComponent.count(any))
        var names: [String] = [], last: AudioComponent?
        let whoever = ComponentDescription(
            type: .effectUnit, subType: FourCharCode(rawValue: 0), manufacturer: FourCharCode(rawValue: 0))
        while let next = AudioComponent.findNext(after: last, whoever, in: list) {
            names.append(next.name)
            last = next
        }
        #expect(names.first == "Test: Delay" && names.last == "Test: Hold" && Set(names).count == names.count)
        #expect(names.count == AudioComponent.count(whoever, in: list) && !names.contains("Apple: AUDelay"))
    }
}
