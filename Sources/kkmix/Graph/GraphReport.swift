internal import KKMixing

/// What `graph --json` prints of a mix. Codes are four characters, as Core Audio's headers spell them.
struct GraphReport: KeyedReport {
    let graph: GraphSnapshot
    let plan: MixPlan

    static func tell(_ key: inout ReportKeys<Self>) {
        key("sample_rate", \.plan.sampleRate)
        key("layout", \.plan.layout.name)
        key("frames", \.plan.frameCount)
        key("max_frames_per_slice", \.graph.maximumFramesPerSlice)
        key("nodes") { report in
            report.graph.members.map { Node(member: $0, path: report.graph.path(of: $0.node, in: report.plan)) }
        }
        key("connections") { $0.graph.connections.map(Connection.init) }
        key("conversions", \.plan.conversions)
        key("warnings") { $0.plan.warnings.map(\.description) }
        key("notices", \.plan.notices)
    }

    struct Node: KeyedReport {
        let member: GraphSnapshot.Member
        let path: String?

        static func tell(_ key: inout ReportKeys<Self>) {
            key("id", \.member.node.id)
            key("type", \.member.component.type.characters)
            key("sub_type", \.member.component.subType.characters)
            key("manufacturer", \.member.component.manufacturer.characters)
            key("path", \.path)
        }
    }

    struct Connection: KeyedReport {
        let connection: GraphSnapshot.Connection

        static func tell(_ key: inout ReportKeys<Self>) {
            key("source", \.connection.source.id)
            key("source_bus", \.connection.sourceBus)
            key("destination", \.connection.destination.id)
            key("destination_bus", \.connection.destinationBus)
            key("format") { $0.connection.format.map(StreamDescription.Report.init) }
            key("layout", \.connection.layout?.name)
        }
    }
}

extension GraphSnapshot {
    /// The file after a node: a mix has a player for each track, in their order.
    func path(of node: KKGraph.Node, in plan: MixPlan) -> String? {
        let players = members.filter { $0.component == .filePlayer }
        guard let track = players.firstIndex(where: { $0.node == node }), plan.tracks.indices.contains(track) else {
            return nil
        }
        return plan.tracks[track].spec.path.text
    }
}
