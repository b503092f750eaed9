internal import KKMixing

/// Curves as a picture in SVG: the same bytes for the same curves, and colours for bright and dark pages.
enum CurvePicture {
    /// One curve, large.
    static func one(_ curve: Curve, title: String, subtitle: String) throws -> String {
        let plot = CurvePlot(curve, left: 64, top: 96, width: 864, height: 360), ticks = curve.axes.ticks
        return page(
            width: 960, height: 508, title: title, subtitle: subtitle,
            [
                plot.grid(Array(ticks.dropFirst().dropLast())), plot.gainTicks(curve.axes.gridGains),
                plot.ticks(ticks), try plot.curve(points: 241, radius: 4),
            ])
    }

    static func page(width: Double, height: Double, title: String, subtitle: String, _ body: [String]) -> String {
        let size = "\(number(width)) \(number(height))"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" width="\(number(width))" height="\(number(height))" \
            role="img" aria-labelledby="title desc">
            <title id="title">\(escaped(title))</title>
            <desc id="desc">\(escaped(subtitle))</desc>
            <style>
            \(style)
            </style>
            <rect class="page" width="100%" height="100%"/>
            <text class="title" x="32" y="46">\(escaped(title))</text>
            <text class="subtitle" x="32" y="70">\(escaped(subtitle))</text>
            \(body.joined(separator: "\n"))
            </svg>
            """
    }

    private static let style = """
        text { font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1b1f24 }
        .title { font-size: 24px; font-weight: 600 }
        .subtitle { font-size: 13px; fill: #59636e }
        .name { font-size: 12.5px; font-weight: 600 }
        .word, .tick { fill: #59636e }
        .word { font-size: 10px; font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; text-anchor: end }
        .tick { font-size: 11px }
        .down { text-anchor: middle }
        .side { text-anchor: end }
        .page { fill: #ffffff }
        .plot { fill: #f6f8fa }
        .grid { stroke: #dde2e8; stroke-width: 1; fill: none }
        .zero { stroke: #9aa4af; stroke-width: 1; fill: none }
        .area { fill: #0a62c4; fill-opacity: 0.13 }
        .curve { stroke: #0a62c4; stroke-width: 2; stroke-linejoin: round; fill: none }
        .dots { fill: #0a62c4 }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3 }
        .subtitle, .word, .tick { fill: #9aa5b1 }
        .page { fill: #0d1117 }
        .plot { fill: #161c24 }
        .grid { stroke: #29313b }
        .zero { stroke: #66717d }
        .area { fill: #58a6ff; fill-opacity: 0.18 }
        .curve { stroke: #58a6ff }
        .dots { fill: #a5d0ff }
        }
        """

    static func number(_ value: Double) -> String {
        let text = decimalText(value, digits: 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    static func escaped(_ text: String) -> String {
        text.replacingScalars { $0 == "&" ? "&amp;" : $0 == "<" ? "&lt;" : nil }
    }
}
