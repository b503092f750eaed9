internal import KKAudio

/// What `info` prints for people.
struct InfoText {
    private var lines: [String]

    var text: String { lines.joined(separator: "\n") }

    init(path: String, _ reader: AudioFileReader) {
        let properties = reader.properties
        let seconds = Double(properties.frameCount) / properties.dataFormat.sampleRate
        lines = [Voice.oneLine(path)]
        add("container", properties.fileType.name)
        add("encoding", properties.encodingName)
        add("channels", "\(properties.layout.channelCount) (\(properties.layout.name))")
        add("frames", "\(groupedText(properties.frameCount)) (\(timeText(seconds))), from \(properties.lengthSource.rawValue)")
        if let claimed = properties.claimedFrameCount, claimed != properties.frameCount {
            add("claimed", "\(groupedText(claimed)) frames, by its header")
        }
        if let priming = properties.priming { add("priming", "\(groupedText(priming)) frames, cut off") }
        if let padding = properties.padding { add("padding", "\(groupedText(padding)) frames, cut off") }
        for tag in properties.tags { add(tag.key, tag.value) }
        for marker in properties.markers { add("marker", "frame \(groupedText(marker.frame)) \(marker.name)") }
        add(reader.fileFormat, title: "file data format")
        add(reader.clientFormat, title: "client data format")
    }

    private mutating func add(_ name: String, _ value: String) {
        lines.append(Voice.oneLine("  \(name)\(String(repeating: " ", count: max(1, 20 - name.count)))\(value)"))
    }

    private mutating func add(_ format: StreamDescription, title: String) {
        lines.append("  \(title)")
        for field in format.fields {
            let pad = String(repeating: " ", count: max(0, 20 - field.name.count))
            lines.append("    \(pad)\(field.name): \(field.value)")
        }
    }
}
