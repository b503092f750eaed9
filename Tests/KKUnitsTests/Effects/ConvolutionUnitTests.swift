import KKDSP
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct ConvolutionUnitTests {
    private func unit(_ sound: [[Float]], _ response: [[Float]]? = nil) throws -> Convolution {
        let unit = Convolution()
        try unit.setStreamFormat(format(44_100, sound.count), scope: .input)
        try unit.setRenderCallback(give(sound), bus: 0)
        if let response { try unit.setImpulseResponse(response) }
        return unit
    }

    @Test func `a new one passes every bit, later by its latency`() throws {
        let noise = SeededNumbers.noise(500, seed: 1), unit = try unit([noise])
        try unit.initialize()
        #expect(unit.latencyFrameCount == 64 && unit.tailFrameCount == 0)
        #expect(Array(try unit.rendered(564)[0][64...]) == noise)
    }

    @Test func `the response is a property, which an initialized unit keeps`() throws {
        let unit = try unit([[1]], [[0.5, 0.25]])
        #expect(try unit.property(.impulseResponse) == [[0.5, 0.25]])
        var told = 0
        unit.addPropertyListener(.impulseResponse) { _, _, _, _ in told += 1 }
        unit.addPropertyListener(.tailTime) { _, _, _, _ in told += 10 }
        unit.addPropertyListener(.latency) { _, _, _, _ in told += 100 }
        try unit.setProperty(.impulseResponse, [Array(repeating: 1, count: 700)])
        #expect(told == 111 && unit.latencyFrameCount == 128 && unit.tailFrameCount == 699)
        try unit.initialize()
        #expect(code { try unit.setImpulseResponse([[1]]) } == .initialized)
        #expect(code { _ = try Delay().property(.impulseResponse) } == .invalidProperty)
    }

    @Test func `what is no response is refused`() throws {
        let unit = Convolution()
        for channels in [[], Array(repeating: [1], count: 65), [[1, .nan]], [[1], [.infinity]]] as [[[Float]]] {
            #expect(code { try unit.setImpulseResponse(channels) } == .invalidPropertyValue)
        }
        let long = [Float](repeating: 0, count: ImpulseResponse.longest + 1)
        #expect(code { try unit.setImpulseResponse([long]) } == .invalidPropertyValue)
        #expect(unit.impulseResponse === ImpulseResponse.impulse)
    }

    @Test func `a response of channels that do not go with the sound's is refused when it is initialized`() throws {
        let three = try unit([[1], [1]], [[1], [1], [1]])
        let error = #expect(throws: AudioUnitError.self) { try three.initialize() }
        #expect(error?.code == .formatNotSupported)
        #expect(error?.problem == "an impulse response of 3 channels cannot be used with a sound of 2")
        #expect(error?.nextStep == "use a file with 1, 2 or 4 channels")
        for count in [1, 2, 4] {
            try unit([[1], [1]], Array(repeating: [1], count: count)).initialize()
            try unit([[1]], Array(repeating: [1], count: count)).initialize()
        }
    }

    @Test func `the class info has the response, and an initialized unit takes no other one`() throws {
        let noise = SeededNumbers.noise(400, seed: 1), room = [[0.5, 0.25], [0.125]] as [[Float]]
        let first = try unit([noise, noise], room)
        try first.setParameter(Convolution.Parameter.dryWetMix, 40)
        let second = try unit([noise, noise], [[1], [2], [3]])
        try second.setClassInfo(first.classInfo)
        #expect(second.impulseResponse.channels == room)
        try first.initialize()
        try second.initialize()
        #expect(try first.rendered(400) == second.rendered(400))
        try second.setClassInfo(first.classInfo)
        let other = try unit([noise, noise], [[1]]).classInfo
        #expect(code { try second.setClassInfo(other) } == .initialized)
        #expect(try second.parameter(Convolution.Parameter.dryWetMix) == 40)
    }
}
