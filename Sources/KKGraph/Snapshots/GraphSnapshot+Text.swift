internal import KKPCM
internal import KKUnits

extension GraphSnapshot: CustomStringConvertible {
    /// The text that `CAShow` prints for an `AUGraph`, with node numbers instead of addresses, so that texts can be
    /// compared.
    public var description: String {
        var lines = ["AudioUnitGraph:", "  Member Nodes:"]
        for member in members {
            let state = (member.isOpen ? " O" : "") + (member.isInitialized ? " I" : "")
            lines.append("    node \(member.node.id): \(member.component), instance \(member.node.id)\(state)")
        }
        lines.append("  Connections:")
        for connection in connections {
            let source = bus(connection.source, connection.sourceBus)
            let destination = bus(connection.destination, connection.destinationBus)
            lines.append("    \(source) => \(destination)\(bracketed(connection.format))")
        }
        if !callbacks.isEmpty {
            lines.append("  Input Callbacks:")
            lines += callbacks.map { "    {callback} => \(bus($0.node, $0.bus))\(bracketed($0.format))" }
        }
        lines.append("  CurrentState:")
        lines.append(
            "    mLastUpdateError=\(lastUpdateError), eventsToProcess=\(letter(hasPendingEdits)), isInitialized=\(letter(isInitialized)), "
                + "isRunning=\(letter(isRunning))")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The graph in Graphviz's language, from the sources on the left to the head on the right.
    public func dot() -> String {
        var lines = ["digraph AudioUnitGraph {", "  rankdir=LR;", "  node [shape=box];"]
        for member in members {
            lines.append(
                "  node\(member.node.id) [label=\"\(member.node)\\n\(member.component.type) \(member.component.subType)\"];"
            )
        }
        for connection in connections {
            let label =
                "\(connection.sourceBus) to \(connection.destinationBus)\(connection.format.map { "\\n\($0)" } ?? "")"
            lines.append("  node\(connection.source.id) -> node\(connection.destination.id) [label=\"\(label)\"];")
        }
        for callback in callbacks {
            let name = "callback\(callback.node.id)_\(callback.bus)"
            lines.append("  \(name) [label=\"callback\", shape=ellipse];")
            lines.append(
                "  \(name) -> node\(callback.node.id) [label=\"to \(callback.bus)\(callback.format.map { "\\n\($0)" } ?? "")\"];"
            )
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private func letter(_ value: Bool) -> String { value ? "T" : "F" }

    /// `node   2 bus   0`
    private func bus(_ node: Node, _ bus: Int) -> String {
        "node \(padded(String(node.id))) bus \(padded(String(bus)))"
    }

    private func padded(_ text: String) -> String {
        String(repeating: " ", count: max(0, 3 - text.utf8.count)) + text
    }

    private func bracketed(_ format: StreamDescription?) -> String {
        format.map { "  [\($0)]" } ?? ""
    }
}

extension AudioGraph: CustomStringConvertible {
    /// ``GraphSnapshot``'s text of the graph as it is now.
    public var description: String { snapshot.description }

    /// ``GraphSnapshot/dot()`` of the graph as it is now.
    public func dot() -> String { snapshot.dot() }
}
