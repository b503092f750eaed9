extension StreamDescription {
    /// A description in a document. What ``StreamDescription`` itself encodes can be read back, and has other keys.
    package struct Report: KeyedReport {
        private let format: StreamDescription

        package init(_ format: StreamDescription) { self.format = format }

        package static func tell(_ key: inout ReportKeys<Self>) {
            key("sample_rate", \.format.sampleRate)
            key("format_id", \.format.formatID.characters)
            key("format_flags", \.format.formatFlags.rawValue)
            key("bytes_per_packet", \.format.bytesPerPacket)
            key("frames_per_packet", \.format.framesPerPacket)
            key("bytes_per_frame", \.format.bytesPerFrame)
            key("channels_per_frame", \.format.channelsPerFrame)
            key("bits_per_channel", \.format.bitsPerChannel)
            key("description", \.format.encodingText)
        }
    }
}
