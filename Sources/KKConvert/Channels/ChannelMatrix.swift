/// The gain from each input channel to each output channel: `output[o] = Σ matrix[output: o, input: i] · input[i]`.
///
/// ``mixing(_:to:)`` makes one from two channel layouts.
public struct ChannelMatrix: Hashable, Sendable {
    public let inputCount: Int
    public let outputCount: Int
    /// Row after row.
    private var gains: [Float]

    /// All silent.
    public init(inputCount: Int, outputCount: Int) {
        precondition(inputCount >= 0 && outputCount >= 0, "a matrix's dimensions are not negative")
        self.inputCount = inputCount
        self.outputCount = outputCount
        gains = Array(repeating: 0, count: inputCount * outputCount)
    }

    public static func identity(_ count: Int) -> ChannelMatrix {
        var matrix = ChannelMatrix(inputCount: count, outputCount: count)
        for channel in 0..<count { matrix[output: channel, input: channel] = 1 }
        return matrix
    }

    /// The linear gain from one channel to another.
    public subscript(output output: Int, input input: Int) -> Float {
        get { gains[index(output, input)] }
        set { gains[index(output, input)] = newValue }
    }

    private func index(_ output: Int, _ input: Int) -> Int {
        precondition((0..<outputCount).contains(output) && (0..<inputCount).contains(input), "no such channel")
        return output * inputCount + input
    }

    /// Whether every channel goes only to itself, at full level.
    public var isIdentity: Bool { inputCount == outputCount && self == .identity(inputCount) }

    /// The gains of each output channel, in the order of the inputs.
    public var rows: [[Float]] {
        (0..<outputCount).map { output in (0..<inputCount).map { self[output: output, input: $0] } }
    }
}

extension ChannelMatrix: CustomStringConvertible {
    /// A line per output channel: `1 0 0.7071068 0 0.7071068 0`.
    public var description: String {
        rows.map { row in
            row.map { $0.magnitude < 100 && $0 == Float(Int($0)) ? String(Int($0)) : String($0) }.joined(separator: " ")
        }
        .joined(separator: "\n")
    }
}
