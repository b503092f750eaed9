package import KKConvert
internal import KKMath
public import KKPCM

/// Routes input channels to channels of the mix at unchanged level: `L>L,R>Ls,1>LFE`.
///
/// Channels that are not named are dropped. A channel may go to several channels; several channels that go to the same one are added.
public struct ChannelRouting: Hashable, Sendable, Codable {
    public var routes: [Route]

    public struct Route: Hashable, Sendable, Codable {
        /// Of the input.
        public var from: Channel
        /// Of the mix.
        public var to: Channel

        public init(_ from: Channel, to: Channel) {
            (self.from, self.to) = (from, to)
        }
    }

    /// A channel as written on the command line.
    public enum Channel: Hashable, Sendable, Codable {
        /// Counted from 1, in WAVE order.
        case number(Int)
        case label(ChannelLabel)
    }

    public init(_ routes: [Route]) {
        self.routes = routes
    }

    /// Reads `L>L,R>Ls,1>LFE`; labels may be lower case.
    public init(parsing text: String) throws(SessionError) {
        routes = []
        for part in text.parts(at: ",") {
            let ends = part.parts(at: ">")
            guard ends.count == 2, !ends[0].isEmpty, !ends[1].isEmpty else {
                throw SessionError(
                    .usage, "'\(part)' is not a route",
                    nextStep:
                        "write FROM>TO and put the input in quotes, because a shell uses > itself: 'a.wav::channels=L>Ls'"
                )
            }
            let route = Route(try Channel(parsing: ends[0]), to: try Channel(parsing: ends[1]))
            guard !routes.contains(route) else {
                throw SessionError(.usage, "the route '\(part)' is given twice", nextStep: "keep one of them")
            }
            routes.append(route)
        }
    }

    /// The routes as weights of 1 and 0.
    ///
    /// - Throws: `usage` for a channel that the file or the mix does not have.
    package func matrix(
        from file: ChannelLayout, to mix: ChannelLayout, path: String
    ) throws(SessionError) -> ChannelMatrix {
        var matrix = ChannelMatrix(inputCount: file.channelCount, outputCount: mix.channelCount)
        for route in routes {
            guard let input = route.from.index(in: file) else {
                throw SessionError(
                    .usage, "the file has no channel \(route.from)", place: path, nextStep: "it has \(file.choice)")
            }
            guard let output = route.to.index(in: mix) else {
                let usual: [ChannelLayout] = [.stereo, .fiveOne, .sixOne, .sevenOne]
                let wider = usual.first { route.to.index(in: $0) != nil }
                throw SessionError(
                    .usage, "the mix has no channel \(route.to)", place: path,
                    nextStep: "it has \(mix.choice)\(wider.map { "; -c \($0.name) makes one that has it" } ?? "")")
            }
            matrix[output: output, input: input] = 1
        }
        return matrix
    }
}

extension ChannelRouting.Channel {
    /// Reads a label (`LFE`, `ls`) or a number from 1.
    init(parsing text: String) throws(SessionError) {
        if let number = Int64(digits: text), (1...65_535).contains(number) {
            self = .number(Int(number))
        } else if let label = ChannelLabel.named.first(where: { $0.description.lowercased() == text.lowercased() }) {
            self = .label(label)
        } else {
            let labels = ChannelLabel.named.map(\.description).joined(separator: " ")
            throw SessionError(
                .usage, "'\(text)' is not a channel", nextStep: "write a number from 1, or one of \(labels)")
        }
    }

    /// Where a layout has it. A layout that has direct surrounds, and no plain ones, has them by that name too.
    func index(in layout: ChannelLayout) -> Int? {
        switch self {
        case .number(let number): layout.labels.indices.contains(number - 1) ? number - 1 : nil
        case .label(let label):
            layout.labels.firstIndex(of: label) ?? layout.withPlainSurrounds.labels.firstIndex(of: label)
        }
    }
}

extension ChannelLabel {
    /// Those that have a name on the command line.
    static let named: [ChannelLabel] = [
        .left, .right, .center, .lfe, .leftSurround, .rightSurround, .leftCenter, .rightCenter, .centerSurround,
        .leftSurroundDirect, .rightSurroundDirect, .topCenterSurround, .rearSurroundLeft, .rearSurroundRight,
        .leftTotal, .rightTotal, .mono,
    ]
}

extension ChannelLayout {
    /// What can be named of it: `L R C LFE Ls Rs, or 1 to 6`.
    fileprivate var choice: String {
        let numbers = channelCount == 1 ? "1" : "1 to \(channelCount)"
        let places = labels.filter(ChannelLabel.named.contains).map(\.description)
        return places.isEmpty ? numbers : "\(places.joined(separator: " ")), or \(numbers)"
    }
}

extension ChannelRouting: CustomStringConvertible {
    /// As it is written: `L>Ls,1>LFE`.
    public var description: String { routes.map { "\($0.from)>\($0.to)" }.joined(separator: ",") }
}

extension ChannelRouting.Channel: CustomStringConvertible {
    public var description: String {
        switch self {
        case .number(let number): String(number)
        case .label(let label): label.description
        }
    }
}
