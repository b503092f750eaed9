internal import KKMixing

/// What is told of how a file is stored.
extension InfoFacts {
    struct Packets: Codable {
        var count: Int64
        var bytes: Int64
        var largest: Int64

        init(_ stored: InfoStored) {
            (count, bytes, largest) = (stored.packetCount, stored.byteCount, stored.largestPacket)
        }
    }

    struct PacketTable: Codable {
        var valid: Int64
        var priming: Int64
        var remainder: Int64

        init(_ table: PacketTableInfo) {
            (valid, priming, remainder) = (table.validFrames, table.primingFrames, table.remainderFrames)
        }
    }

    struct Cookie: Codable {
        /// The bytes of a long one that are told.
        private static let limit = 4096

        var bytes: Int
        var hex: String

        init(_ cookie: [UInt8]) { (bytes, hex) = (cookie.count, cookie.prefix(Self.limit).hexadecimalText) }
    }

    struct Marker: Codable {
        var frame: Int64
        var name: String
        /// 0 is all of them.
        var channel: UInt32
        /// `pbeg`, as the file has it.
        @OrNull var type: String?

        init(_ marker: AudioFileMarker) {
            // Beyond what an integer has, the frame is as far as it goes.
            frame = Int64(exactly: marker.framePosition.rounded(.down)) ?? (marker.framePosition < 0 ? .min : .max)
            (name, channel) = (marker.name, marker.channel)
            type = marker.type == .generic ? nil : marker.type.rawValue.plainText
        }
    }

    struct Region: Codable {
        var id: UInt32
        var name: String
        var loop: Bool
        var forward: Bool
        var backward: Bool
        var markers: [Marker]

        init(_ region: AudioFileRegion) {
            (id, name) = (region.id, region.name)
            loop = region.flags.contains(.loopEnable)
            forward = region.flags.contains(.playForward)
            backward = region.flags.contains(.playBackward)
            markers = region.markers.map(Marker.init)
        }
    }

    struct Chunk: Codable {
        var type: String
        @OrNull var title: String?
        var offset: Int64
        var bytes: Int64
        /// In the order of the file; a name may come several times.
        var fields: [Field]
        @OrNull var problem: String?

        struct Field: Codable {
            var name: String
            var value: String
        }

        init(_ chunk: InfoStored.Chunk) {
            (type, title, offset, bytes, problem) = (
                chunk.type.plainText, chunk.title, chunk.offset, chunk.byteCount, chunk.problem
            )
            fields = chunk.fields.map { Field(name: $0.name, value: $0.value) }
        }
    }
}

extension FourCharCode {
    /// The four characters alone; the number where they cannot be printed.
    fileprivate var plainText: String {
        let text = description
        return text.hasPrefix("'") ? String(text.dropFirst().dropLast()) : text
    }
}
