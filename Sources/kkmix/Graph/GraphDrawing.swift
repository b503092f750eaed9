internal import KKMixing

/// A mix's graph in the DOT language, the sources on the left, with the files' names on the players.
enum GraphDrawing {
    static func text(_ graph: GraphSnapshot, plan: MixPlan) -> String {
        var lines = ["digraph mix {", "  rankdir=LR;", "  node [shape=box];"]
        for member in graph.members {
            let title = graph.path(of: member.node, in: plan) ?? name(of: member.component) ?? member.node.description
            lines.append(
                "  node\(member.node.id) [label=\(quoted([title, "\(member.node): \(member.component.type) \(member.component.subType)"]))];"
            )
        }
        for connection in graph.connections {
            let format = connection.format.map { String($0.description.drop { $0 == " " }) }
            let label = quoted(
                ["bus \(connection.sourceBus) to bus \(connection.destinationBus)"] + (format.map { [$0] } ?? []))
            lines.append("  node\(connection.source.id) -> node\(connection.destination.id) [label=\(label)];")
        }
        return (lines + ["}"]).joined(separator: "\n")
    }

    private static func name(of component: ComponentDescription) -> String? {
        switch component {
        case .multiChannelMixer: "mixer"
        case .genericOutput: "output"
        case .converter: "converter"
        case .iPodEQ, .nBandEQ: "equaliser"
        default: AudioComponent.all.first { $0.description == component }?.keyword
        }
    }

    /// Lines of a label (Graphviz, *The DOT Language*, `escString`); quotes, backslashes and the signs of an entity in
    /// a file's name are its own.
    private static func quoted(_ lines: [String]) -> String {
        let escaped = lines.map { line in
            Voice.oneLine(line).replacingScalars { $0 == "\"" || $0 == "\\" ? "\\\($0)" : $0 == "&" ? "&amp;" : nil }
        }
        return "\"" + escaped.joined(separator: "\\n") + "\""
    }
}
