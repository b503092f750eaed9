package import KKConvert
internal import KKMath
public import KKPCM

/// For each output channel, the input channel it takes: `kAudioConverterChannelMap`, as written on the command line.
///
/// `2,1` swaps the sides of a stereo file, `1,1` puts its left side on both, `1,-` silences the right one. Channels are
/// counted from 1, in WAVE order.
public struct ChannelMap: Hashable, Sendable, Codable {
    /// For each output channel the input channel, counted from 0; `nil` is silence.
    public var sources: [Int?]
    /// The layout of the output; `nil` is the input's layout if the number of channels is the same, and otherwise the
    /// usual layout for that number.
    public var layout: ChannelLayout?

    public init(_ sources: [Int?], layout: ChannelLayout? = nil) {
        self.sources = sources
        self.layout = layout
    }

    /// Reads `2,1` or `1,-`; blanks around a channel are ignored.
    public init(parsing text: String) throws(SessionError) {
        var sources: [Int?] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let word = part.trimmingBlanks
            if word == "-" {
                sources.append(nil)
            } else if let number = Int64(digits: word), (1...65_535).contains(number) {
                sources.append(Int(number) - 1)
            } else {
                let counted = Int64(digits: word) == 0 ? ": channels are counted from 1" : ""
                throw SessionError(
                    .usage, "'\(text)' is not a channel map\(counted)",
                    nextStep: "write an input channel for each output channel, '-' for silence: 2,1 or 1,-")
            }
        }
        guard sources.count <= 256 else {
            throw SessionError(.usage, "the channel map has \(sources.count) channels", nextStep: "use at most 256")
        }
        self.init(sources)
    }

    /// What the mapped channels of a file are.
    ///
    /// - Throws: `usage` for a channel that the file does not have.
    func layout(of file: ChannelLayout, path: String) throws(SessionError) -> ChannelLayout {
        if let missing = sources.compactMap({ $0 }).first(where: { $0 >= file.channelCount }) {
            let count = file.channelCount
            throw SessionError(
                .usage,
                "the channel map takes channel \(missing + 1), and the file has \(count == 1 ? "one" : String(count))",
                place: path,
                nextStep: "name channels from 1 to \(count), or '-' for silence")
        }
        return layout ?? (file.channelCount == sources.count ? file : .standard(sources.count))
    }

    /// The map as weights of 1 and 0.
    package func matrix(inputCount: Int) -> ChannelMatrix {
        var matrix = ChannelMatrix(inputCount: inputCount, outputCount: sources.count)
        for (output, source) in sources.enumerated() {
            if let source { matrix[output: output, input: source] = 1 }
        }
        return matrix
    }
}

extension Substring {
    fileprivate var trimmingBlanks: Substring {
        let start = drop { $0 == " " }
        return start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex)]
    }
}

extension ChannelMap: CustomStringConvertible {
    /// As it is written: `2,-`.
    public var description: String { sources.map { $0.map { String($0 + 1) } ?? "-" }.joined(separator: ",") }
}
