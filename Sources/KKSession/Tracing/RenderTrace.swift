public import KKFiles
internal import KKMath
internal import KKPCM

/// A hash for each second of what every unit of a mix rendered. Where two renders of a session differ, their traces
/// show at which unit and when.
///
/// A trace is a text that can be stored and compared line by line. Of the user's data it contains only the file names of the tracks:
///
/// ```
/// kkmix trace 1
/// rate 48000.0
/// frames 96000
/// 0 12ab…(16 digits) track 1 drums.wav: player
/// 0 … mixer
/// 0 … output
/// 1 … track 1 drums.wav: player
/// ```
///
/// Units are in signal order. Seconds are whole seconds of a unit's own frames, so slices and threads make no
/// difference. The hash is `SampleHash` of KKMath: silence is all zeros.
public struct RenderTrace: Hashable, Sendable {
    public var sampleRate: Double
    /// The frames of the mix.
    public var frameCount: Int64
    /// The units, in signal order.
    public var nodes: [String]
    /// For each second a hash for each unit.
    public var seconds: [[UInt64]]

    public static let schema = 1
    /// The longest file that is read, in bytes: a day of a mix.
    package static let longestText = 64 << 20

    public init(sampleRate: Double, frameCount: Int64, nodes: [String], seconds: [[UInt64]]) {
        self.sampleRate = sampleRate
        self.frameCount = frameCount
        self.nodes = nodes
        self.seconds = seconds
    }

    public var text: String {
        var text = "kkmix trace \(Self.schema)\nrate \(sampleRate)\nframes \(frameCount)\n"
        for (second, hashes) in seconds.enumerated() {
            for (node, hash) in zip(nodes, hashes) {
                let digits = String(hash, radix: 16)
                text += "\(second) \(String(repeating: "0", count: 16 - digits.utf8.count))\(digits) \(node)\n"
            }
        }
        return text
    }

    /// Reads a text made by ``text``.
    ///
    /// - Throws: `badData` with the line that is wrong.
    public init(parsing text: String, path: FilePath? = nil) throws(SessionError) {
        var lines = TextLines(text)
        func damage(_ problem: String, _ line: Int) -> SessionError {
            SessionError(
                .badData, "line \(line) \(problem)", place: path, nextStep: "record the trace again with --trace")
        }
        func number<Value: LosslessStringConvertible>(_ word: String) throws(SessionError) -> Value {
            let line = lines.number + 1
            guard let content = lines.next(), content.hasPrefix(word + " "),
                let value = Value(String(content.dropFirst(word.count + 1)))
            else {
                throw damage("is not '\(word) …'", line)
            }
            return value
        }
        guard let first = lines.next(), first.hasPrefix("kkmix trace ") else {
            throw damage("does not begin a trace of kkmix", 1)
        }
        guard first == "kkmix trace \(Self.schema)" else { throw damage("is of another version: '\(first)'", 1) }
        let (rate, frameCount): (Double, Int64) = try (number("rate"), number("frames"))
        guard rate.isFinite, rate > 0, frameCount >= 0 else { throw damage("has an impossible number", 2) }
        var nodes: [String] = []
        var seconds: [[UInt64]] = []
        while let content = lines.next(), !(content.isEmpty && lines.isOver) {
            let words = content.utf8.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
                .map { Substring($0) }
            guard words.count == 3, let second = Int(words[0]), words[1].utf8.count == 16,
                let hash = UInt64(words[1], radix: 16)
            else {
                throw damage("is not 'SECOND HASH UNIT'", lines.number)
            }
            if second == seconds.count, seconds.isEmpty || seconds[second - 1].count == nodes.count {
                seconds.append([])
            }
            guard second == seconds.count - 1 else { throw damage("is out of order", lines.number) }
            if second == 0 { nodes.append(String(words[2])) }
            let place = seconds[second].count
            guard place < nodes.count, nodes[place] == words[2] else { throw damage("is out of order", lines.number) }
            seconds[second].append(hash)
        }
        guard seconds.allSatisfy({ $0.count == nodes.count }) else { throw damage("ends too early", lines.number) }
        self.init(sampleRate: rate, frameCount: frameCount, nodes: nodes, seconds: seconds)
    }

    /// The first difference of two traces.
    public struct Difference: Hashable, Sendable, CustomStringConvertible {
        public enum Reason: String, Sendable {
            /// The unit rendered something different.
            case sound
            /// The units or the rate differ: not the same session.
            case units, rate
            /// One of them is longer.
            case length
        }
        public var reason: Reason
        public var node: String
        public var second: Int

        public init(reason: Reason, node: String, second: Int) {
            self.reason = reason
            self.node = node
            self.second = second
        }

        /// `track 2 bass.wav: eq rendered something different in second 3 (0:03.000 to 0:04.000)`
        public var description: String {
            switch reason {
            case .sound:
                "\(node) rendered something different in second \(second) (\(timeText(Double(second))) to \(timeText(Double(second + 1))))"
            case .units: "the units differ, from \(node) on"
            case .rate: "the rates differ"
            case .length: "one of the two ends in second \(second)"
            }
        }
    }

    /// What a unit is and where, without the name of its file and the parameters of its stimulus: `track 2: eq`.
    private static func place(of node: String) -> String {
        guard node.hasPrefix("track ") else { return node }
        let number = node.dropFirst(6).prefix { $0 != " " }
        let kind = node.lastIndex(of: ":").map { String(node[$0...]) } ?? ""
        return "track \(number)\(kind)"
    }

    /// The first second, and in it the first unit, that differs from `recorded`; `nil` if nothing differs. A track with
    /// another file or stimulus counts as the same track.
    public func firstDifference(from recorded: RenderTrace) -> Difference? {
        if sampleRate != recorded.sampleRate { return Difference(reason: .rate, node: nodes.first ?? "", second: 0) }
        let (places, theirPlaces) = (nodes.map(Self.place(of:)), recorded.nodes.map(Self.place(of:)))
        if places != theirPlaces {
            let common = min(nodes.count, recorded.nodes.count)
            let place = (0..<common).first { places[$0] != theirPlaces[$0] } ?? common
            return Difference(
                reason: .units, node: place < nodes.count ? nodes[place] : recorded.nodes[place], second: 0)
        }
        for (second, (mine, theirs)) in zip(seconds, recorded.seconds).enumerated() {
            if let place = mine.indices.first(where: { mine[$0] != theirs[$0] }) {
                let (node, was) = (nodes[place], recorded.nodes[place])
                return Difference(reason: .sound, node: node == was ? node : "\(node) (was \(was))", second: second)
            }
        }
        guard seconds.count != recorded.seconds.count || frameCount != recorded.frameCount else { return nil }
        let shorter = Double(min(frameCount, recorded.frameCount)) / sampleRate
        return Difference(reason: .length, node: nodes.last ?? "", second: Int(shorter))
    }
}
