import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct MultibandCompressorTests {
    private typealias Parameter = MultibandCompressor.Parameter

    @Test func `the parameters are those of the header`() {
        let infos = MultibandCompressor().parameters(.global)
        let meters: [ParameterID] = (1...12).map { ParameterID(rawValue: 1000 * $0) }
        #expect(infos.map(\.id) == (0...18).map { ParameterID(rawValue: $0) } + meters)
        let defaults: [Float] = [0, 0, 120, 700, 3000, -22, -32, -33, -36, 5, 12, 5, 7.5, 0.08, 0.12, 0, 0, 0, 0]
        #expect(infos.prefix(19).map(\.defaultValue) == defaults)
        #expect(infos[5].range == -100...0 && infos[9].range == 0.1...40 && infos[13].range == 0.001...0.2)
        #expect(infos[14].range == 0.01...3 && infos[15].range == -20...20 && infos[2].range.lowerBound == 20)
        #expect(infos.map(\.isReadOnly) == infos.map { $0.id.rawValue >= 1000 })
    }

    @Test func `the meters tell of each band's newest frame`() throws {
        let unit = MultibandCompressor()
        try unit.setStreamFormat(format(48_000, 1), scope: .input)
        // Nothing but a constant, which is in the lowest band alone.
        try unit.setRenderCallback(give([Array(repeating: 1, count: 48_000)]), bus: 0)
        try unit.setParameter(Parameter.eq, 2)
        try unit.initialize()
        _ = try unit.rendered(48_000)
        func meter(_ first: ParameterID, _ band: Int) throws -> Float { try unit.parameter(first + 1000 * band) }
        // 22 dB above the threshold come out as 22 · 5 / 27 above it.
        let amount = try meter(Parameter.compressionAmount, 0), input = try meter(Parameter.inputAmplitude, 0)
        let output = try meter(Parameter.outputAmplitude, 0)
        #expect(abs(amount - 17.926) < 0.001 && abs(input) < 0.001 && abs(output + 15.926) < 0.001)
        for band in 1..<4 {
            #expect(try meter(Parameter.compressionAmount, band) < 0.001)
            #expect(try meter(Parameter.inputAmplitude, band) < -80)
        }
    }
}
