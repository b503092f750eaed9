internal import KKMixing

/// What `plugins --json` prints of a plug-in.
struct PluginReport: KeyedReport {
    let plugin: PluginDescription
    /// What was seen where it was to be examined.
    let certificate: PluginCertificate?

    init(_ plugin: PluginDescription, _ certificate: PluginCertificate? = nil) {
        (self.plugin, self.certificate) = (plugin, certificate)
    }

    static func tell(_ key: inout ReportKeys<Self>) {
        key("unit_name") { $0.plugin.isEffect ? $0.plugin.unitName : nil }
        key("name", \.plugin.name)
        key("maker", \.plugin.maker)
        key("plugin_number") { $0.plugin.kind == .ladspa ? $0.plugin.id : nil }
        key("path", \.plugin.file.text)
        key("lack", \.plugin.lack)
        key("audio_inputs", \.plugin.audioInputs.count)
        key("side_chain_inputs", \.plugin.sideChains.count)
        key("audio_outputs", \.plugin.audioOutputs.count)
        key("certificate") { $0.certificate?.verdict.rawValue }
        key("seen") { $0.certificate?.reasons }
        key("plugin_latency") { $0.certificate?.latency }
        key("parameters") { report in
            report.plugin.parameters.map { UnitReport.Parameter(info: $0, scope: .global) }
        }
    }

    static func table(_ reports: [PluginReport]) -> String {
        let names = names(reports)
        return MarkdownTable.text(
            ["plug-in", "number", "name", "channels", "parameters"],
            zip(names, reports.map(\.plugin)).map { name, plugin in
                [
                    name, plugin.kind == .ladspa ? "\(plugin.id)" : "", plugin.name,
                    plugin.lack.map { "needs \($0)" }
                        ?? "\(plugin.audioInputs.count) → \(plugin.audioOutputs.count)",
                    "\(plugin.controls.count)",
                ]
            })
    }

    /// What a mix calls them: of several with one name only the first has it, and the others need their libraries'.
    private static func names(_ reports: [PluginReport]) -> [String] {
        var known: Set<String> = []
        return reports.map { $0.plugin }.map { plugin in
            known.insert(plugin.unitName).inserted
                ? plugin.unitName : "\(plugin.kind.rawValue):\(plugin.file):\(plugin.label)"
        }
    }

    static func certificates(_ reports: [PluginReport]) -> String {
        MarkdownTable.text(
            ["plug-in", "sound", "what was seen"],
            zip(names(reports), reports).map { name, report in
                let problem = report.plugin.lack.map { "needs \($0)" } ?? "is no effect"
                return [
                    name, report.certificate?.verdict.rawValue ?? "",
                    report.certificate?.reasons.joined(separator: "; ") ?? problem,
                ]
            })
    }

    var parameterTable: String {
        MarkdownTable.text(
            ["parameter", "range", "default"],
            plugin.parameters.map { info in
                let text = { (value: Float) in shortDecimalText(Double(value), digits: 6) }
                let top = info.upperBoundPerRate.map { "rate × \(text($0))" } ?? text(info.range.upperBound)
                let range = info.acceptsAnyFiniteValue ? "a number" : "\(text(info.range.lowerBound)) … \(top)"
                let names = plugin.points(of: info).map(\.name), more = names.count > 12 ? ", …" : ""
                let values = names.isEmpty ? "" : " (\(names.prefix(12).joined(separator: ", "))\(more))"
                let unit = (info.unit.symbol.isEmpty ? "" : " \(info.unit.symbol)") + values
                return [info.keyword, info.unit == .boolean ? "off, on" : range + unit, text(info.defaultValue)]
            })
    }
}
