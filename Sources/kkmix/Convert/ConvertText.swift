internal import KKMixing

/// What `convert` says for people, beside the result line that it shares with `mix`.
enum ConvertText {
    /// Both stream descriptions side by side, and what happens between them.
    static func info(_ conversion: ConversionDescription) -> String {
        let (from, to) = (conversion.from, conversion.to)
        var rows: [(name: String, from: String, to: String)] = [
            ("", "from", "to"),
            ("container", from.container, to.container),
            ("encoding", from.encoding, to.encoding),
            ("layout", from.layout.name, to.layout.name),
            ("frames", groupedText(from.frameCount), groupedText(to.frameCount)),
            ("duration", timeText(from.duration), timeText(to.duration)),
        ]
        rows += zip(from.format.fields, to.format.fields).map { ($0.name, $0.value, $1.value) }
        let (first, second) = (rows.map(\.name.count).max() ?? 0, rows.map(\.from.count).max() ?? 0)
        let table = rows.map { "  \($0.name.left(first))  \($0.from.left(second))  \($0.to)" }
        let output = conversion.output.map { [("output", Voice.oneLine($0.text))] } ?? []
        let steps = (steps(conversion) + output).map { "  \($0.name.left(first))  \($0.value)" }
        return ([Voice.oneLine(conversion.name)] + table + steps).joined(separator: "\n")
    }

    /// What `-v` says of a file.
    static func decisions(_ conversion: ConversionDescription) -> [String] {
        ["from \(text(conversion.from))", "to \(text(conversion.to))"].map { "\(conversion.name): \($0)" }
            + steps(conversion).map { "\(conversion.name): \($0.name) \($0.value)" }
    }

    private static func text(_ end: ConversionDescription.End) -> String {
        "\(end.container) \(end.encoding), \(StreamDescription.rateText(end.format.sampleRate)) Hz, \(end.layout.name), \(countText(end.frameCount, "frame"))"
    }

    private static func steps(_ conversion: ConversionDescription) -> [(name: String, value: String)] {
        let channels =
            conversion.channelMap.map { "\($0) of \(conversion.from.layout.channelCount)" }
            ?? conversion.matrix?.text(from: conversion.from.layout, to: conversion.to.layout) ?? "as they are"
        let dither = conversion.dither == .none ? "none" : "\(conversion.dither.rawValue), seed \(conversion.seed)"
        return [
            ("resampler", conversion.resampler?.rawValue ?? "not needed"), ("channels", channels), ("dither", dither),
        ]
    }
}
