internal import KKMixing

/// `{"schema":1,"jobs":[…]}`: what `graph --json` prints of a mix. Codes are four characters, as Core Audio's headers
/// spell them.
struct GraphDocument: Codable {
    var schema = 1
    var jobs: [Job]

    init(_ graph: GraphSnapshot, plan: MixPlan) {
        jobs = [Job(graph, plan: plan)]
    }

    struct Job: Codable {
        var sample_rate: Double
        var layout: String
        var frames: Int64
        var max_frames_per_slice: Int
        var nodes: [Node]
        var connections: [Connection]
        var conversions: [String]
        var warnings: [String]
        var notices: [String]

        init(_ graph: GraphSnapshot, plan: MixPlan) {
            sample_rate = plan.sampleRate
            layout = plan.layout.name
            frames = plan.frameCount
            max_frames_per_slice = graph.maximumFramesPerSlice
            nodes = graph.members.map {
                Node(
                    id: $0.node.id, type: $0.component.type.characters, sub_type: $0.component.subType.characters,
                    manufacturer: $0.component.manufacturer.characters, path: graph.path(of: $0.node, in: plan))
            }
            connections = graph.connections.map {
                Connection(
                    source: $0.source.id, source_bus: $0.sourceBus, destination: $0.destination.id,
                    destination_bus: $0.destinationBus,
                    format: $0.format.map(Format.init), layout: $0.layout?.name)
            }
            conversions = plan.conversions
            warnings = plan.warnings.map(\.description)
            notices = plan.notices
        }
    }

    struct Node: Codable {
        var id: Int32
        var type: String
        var sub_type: String
        var manufacturer: String
        /// The file that a file player plays; null for other nodes.
        @OrNull var path: String?
    }

    struct Connection: Codable {
        var source: Int32
        var source_bus: Int
        var destination: Int32
        var destination_bus: Int
        @OrNull var format: Format?
        @OrNull var layout: String?
    }

    struct Format: Codable {
        var sample_rate: Double
        var format_id: String
        var format_flags: UInt32
        var bytes_per_packet: UInt32
        var frames_per_packet: UInt32
        var bytes_per_frame: UInt32
        var channels_per_frame: UInt32
        var bits_per_channel: UInt32
        /// The same in words.
        var description: String
    }
}

extension GraphDocument.Format {
    init(_ format: StreamDescription) {
        self.init(
            sample_rate: format.sampleRate, format_id: format.formatID.characters,
            format_flags: format.formatFlags.rawValue,
            bytes_per_packet: format.bytesPerPacket, frames_per_packet: format.framesPerPacket,
            bytes_per_frame: format.bytesPerFrame,
            channels_per_frame: format.channelsPerFrame, bits_per_channel: format.bitsPerChannel,
            description: format.encodingText)
    }
}

extension FourCharCode {
    /// `lpcm`: the description without its quotes.
    var characters: String { description.hasPrefix("'") ? String(description.dropFirst().dropLast()) : description }
}

extension GraphSnapshot {
    /// The file behind a node: a mix has a player for each track, in their order.
    func path(of node: KKGraph.Node, in plan: MixPlan) -> String? {
        let players = members.filter { $0.component == .filePlayer }
        guard let track = players.firstIndex(where: { $0.node == node }), plan.tracks.indices.contains(track) else {
            return nil
        }
        return plan.tracks[track].spec.path
    }
}
