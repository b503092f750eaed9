import KKPCM
import KKTestSupport
import Testing

@testable import KKUnits

@Suite struct ChannelPairTests {
    private struct Row {
        var pair: (Int, Int)
        var input: [Int]
        var output: [Int]
        var isAllowed: Bool
    }

    @Test func `numbers, any numbers, totals and no elements`() {
        let rows: [Row] = [
            Row(pair: (1, 2), input: [1], output: [2], isAllowed: true),
            Row(pair: (1, 2), input: [2], output: [2], isAllowed: false),
            Row(pair: (1, 2), input: [1], output: [1], isAllowed: false),
            Row(pair: (1, 2), input: [], output: [2], isAllowed: false),
            Row(pair: (2, 2), input: [2, 1], output: [2, 1], isAllowed: true),
            Row(pair: (-1, -1), input: [6], output: [6], isAllowed: true),
            Row(pair: (-1, -1), input: [6], output: [5], isAllowed: false),
            Row(pair: (-1, -1), input: [2, 1], output: [2, 1], isAllowed: true),
            Row(pair: (-1, -1), input: [2], output: [], isAllowed: true),
            Row(pair: (-1, -2), input: [6], output: [5], isAllowed: true),
            Row(pair: (-2, -1), input: [1, 2, 3], output: [4], isAllowed: true),
            Row(pair: (-1, -2), input: [], output: [2], isAllowed: true),
            Row(pair: (-2, -2), input: [1], output: [2], isAllowed: true),
            Row(pair: (-1, 2), input: [9], output: [2], isAllowed: true),
            Row(pair: (-1, 2), input: [9], output: [3], isAllowed: false),
            Row(pair: (2, -1), input: [2], output: [7], isAllowed: true),
            Row(pair: (2, -1), input: [7], output: [7], isAllowed: false),
            Row(pair: (0, -1), input: [], output: [3], isAllowed: true),
            Row(pair: (0, -1), input: [1], output: [1], isAllowed: false),
            Row(pair: (-1, 0), input: [3], output: [], isAllowed: true),
            Row(pair: (-1, 0), input: [3], output: [3], isAllowed: false),
            Row(pair: (0, 2), input: [], output: [2], isAllowed: true),
            Row(pair: (0, 2), input: [], output: [1], isAllowed: false),
            Row(pair: (-3, -1), input: [1, 2], output: [8], isAllowed: true),
            Row(pair: (-3, -1), input: [2, 2], output: [8], isAllowed: false),
            Row(pair: (-3, -1), input: [1], output: [8], isAllowed: true),
            Row(pair: (-16, -4), input: Array(repeating: 2, count: 8), output: [4], isAllowed: true),
            Row(pair: (-16, -4), input: Array(repeating: 2, count: 8), output: [4, 1], isAllowed: false),
            Row(pair: (-16, -4), input: Array(repeating: 2, count: 9), output: [4], isAllowed: false),
            Row(pair: (-16, 2), input: [], output: [2], isAllowed: true),
            Row(pair: (.min, -1), input: [1024], output: [1], isAllowed: true),
        ]
        for row in rows {
            #expect(
                ChannelPair(input: row.pair.0, output: row.pair.1).allows(input: row.input, output: row.output)
                    == row.isAllowed, "\(row)")
        }
    }

    @Test func `every pair is reported in words`() {
        let pairs: [(ChannelPair, String)] = [
            (.same, "any → the same"), (.any, "any → any"), (ChannelPair(input: 1, output: 2), "1 → 2"),
            (ChannelPair(input: 0, output: -1), "none → any"), (ChannelPair(input: -16, output: 2), "16 in all → 2"),
        ]
        for (pair, words) in pairs { #expect(pair.description == words) }
    }

    @Test func `every unit says which numbers go together`() {
        let pairs: [(AudioUnit, ChannelPair)] = [
            (MultiChannelMixer(), .any), (MatrixMixer(), .any), (GenericOutput(), .any), (Converter(), .any),
            (Splitter(), .same),
            (MultiSplitter(), .same), (Merger(), .any), (ScheduledSoundPlayer(), ChannelPair(input: 0, output: -1)),
            (FilePlayer(), ChannelPair(input: 0, output: -1)),
            (ParametricEQ(), .same),
        ]
        #expect(
            StereoPanner().supportedChannelPairs == [
                ChannelPair(input: 1, output: 2), ChannelPair(input: 2, output: 2),
            ]
        )
        for (unit, pair) in pairs { #expect(unit.supportedChannelPairs == [pair], "\(unit.name)") }
        #expect(AudioComponent.all.allSatisfy { !$0.makeInstance().supportedChannelPairs.isEmpty })
    }

    @Test func `units without buses and with different ones are initialized`() throws {
        let splitter = MultiSplitter(), mixer = MultiChannelMixer(), matrix = MatrixMixer(), output = GenericOutput()
        try splitter.setElementCount(0, scope: .output)
        try mixer.setElementCount(0, scope: .input)
        try matrix.setElementCount(0, scope: .input)
        try output.setStreamFormat(format(48_000, 1), scope: .output, element: 1)
        for unit in [splitter, mixer, matrix, output, Merger(), FilePlayer()] {
            #expect(code { try unit.initialize() } == nil, "\(unit.name)")
        }
    }

    @Test func `what does not go together is refused with its numbers`() throws {
        let unit = EffectUnit(.parametricEQ, parameters: [])
        unit.inputs[0].format = format(48_000, 1)
        #expect(code { try unit.initialize() } == .formatNotSupported)
        #expect(
            text { try unit.initialize() }.hasSuffix(
                "1 channel in and 2 channels out cannot be combined; use any → the same"))
    }
}
