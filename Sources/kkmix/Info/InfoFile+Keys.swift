internal import KKMixing

extension InfoFile: KeyedReport {
    static func tell(_ key: inout ReportKeys<Self>) {
        key("path", \.path)
        key("container", \.container)
        key("encoding", \.format?.encodingName)
        key("decodable") { $0.properties != nil }
        key("sample_rate", \.format?.sampleRate)
        key("channels", \.layout.channelCount)
        key("layout", \.layout.name)
        key("labels") { $0.layout.labels.map(\.description) }
        key("stored_labels") { $0.storedLayout?.labels.map(\.description) }
        key("frames", \.frameCount)
        key("frames_source", \.lengthSource)
        key("frames_claimed", \.properties?.claimedFrameCount)
        key("duration") { Optional($0.seconds) }
        key("priming", \.priming)
        key("padding", \.padding)
        key("audio_offset", \.stored?.audioOffset)
        key("packets") { $0.stored.map(Packets.init) }
        key("packet_table", \.stored?.statedTable)
        key("cookie") { $0.stored?.cookie.map(Cookie.init) }
        key("streams", \.streams)
        key("tags") { Dictionary($0.tags.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }) }
        key("pictures", \.pictures)
        key("markers", \.markers)
        key("regions") { $0.stored?.regions ?? [] }
        key("chunks") { $0.stored?.chunks ?? [] }
        key("warnings") { $0.warnings.map(\.description) }
        key("notes", \.notes)
    }

    private struct Packets: KeyedReport {
        let stored: InfoStored

        static func tell(_ key: inout ReportKeys<Self>) {
            key("count", \.stored.packetCount)
            key("bytes", \.stored.byteCount)
            key("largest", \.stored.largestPacket)
        }
    }

    private struct Cookie: KeyedReport {
        let bytes: [UInt8]

        static func tell(_ key: inout ReportKeys<Self>) {
            key("bytes", \.bytes.count)
            key("hex") { $0.bytes.prefix(4096).hexadecimalText }
        }
    }
}

extension InfoStored.Chunk: KeyedReport {
    static func tell(_ key: inout ReportKeys<Self>) {
        key("type", \.type.characters)
        key("title", \.title)
        key("offset", \.offset)
        key("bytes", \.byteCount)
        key("fields", \.fields)
        key("problem", \.problem)
    }
}
