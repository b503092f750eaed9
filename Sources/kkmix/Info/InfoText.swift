internal import KKMixing

/// What `info` prints for people: what everybody asks, then, with `-v`, everything else that the file says.
struct InfoText {
    private var lines: [String]

    var text: String { lines.joined(separator: "\n") }

    /// - Parameter columns: into which the lines of the short form must go.
    init(_ file: InfoFile, isWhole: Bool, columns: Int) {
        lines = [Voice.oneLine(file.path.text)]
        let summary = InfoSummary(file)
        for (name, value) in summary.facts { add(name, value) }
        guard isWhole else {
            for (name, value) in summary.remarks { add(name, value) }
            lines = lines[..<1] + lines[1...].map { Self.cut($0, to: columns) }
            return
        }
        add("container", file.container)
        add("encoding", file.format?.encodingName ?? "")
        addLabels(file)
        add("frames", "\(groupedText(file.frameCount)) (\(timeText(file.seconds))), from \(file.lengthSource.rawValue)")
        if let claimed = file.properties?.claimedFrameCount, claimed != file.frameCount {
            add("claimed", "\(groupedText(claimed)) frames, by its header")
        }
        if let priming = file.priming { add("priming", "\(groupedText(priming)) frames, cut off") }
        if let padding = file.padding { add("padding", "\(groupedText(padding)) frames, cut off") }
        if file.streams.count > 1 { addFirst(of: file.streams, "streams") { ("stream", $0) } }
        if let stored = file.stored { addPackets(stored) }
        for tag in file.tags { add(tag.key, tag.value) }
        for picture in file.pictures.prefix(CAFText.lineLimit) { add(picture.noun, picture.summary) }
        addFirst(of: file.markers, "markers") { ("marker", Self.text(of: $0)) }
        addFirst(of: file.stored?.regions ?? [], "regions") {
            ($0.flags.contains(.loopEnable) ? "loop" : "region", Self.text(of: $0))
        }
        for chunk in file.stored?.chunks ?? [] { add(chunk) }
        if let format = file.format { add(format, title: "file data format") }
        if let format = file.clientFormat { add(format, title: "client data format") }
    }

    /// The start of a line that is too long, and what says so.
    private static func cut(_ line: String, to columns: Int) -> String {
        var used = 0
        var kept = line.startIndex
        for index in line.indices {
            used += ProgressText.columns(line[index])
            if used > columns { return line[..<kept] + "…" }
            if used < columns { kept = line.index(after: index) }
        }
        return line
    }

    private mutating func addLabels(_ file: InfoFile) {
        guard file.layout.channelCount > 2 else { return }
        let stored = file.storedLayout.map { ", in the file \(Self.labels(of: $0))" } ?? ""
        add("labels", Self.labels(of: file.layout) + stored)
    }

    private mutating func addPackets(_ stored: InfoStored) {
        add("audio", "\(groupedText(stored.byteCount)) bytes from byte \(groupedText(stored.audioOffset)) on")
        if !stored.isFrames {
            add(
                "packets",
                "\(groupedText(stored.packetCount)), the largest of \(groupedText(stored.largestPacket)) bytes")
        }
        if let table = stored.statedTable {
            let counts = [
                (table.validFrames, "valid"), (table.primingFrames, "priming"), (table.remainderFrames, "remainder"),
            ]
            add("packet table", counts.map { "\(groupedText($0)) \($1)" }.joined(separator: ", ") + " frames")
        }
        if let cookie = stored.cookie {
            add(
                "magic cookie",
                "\(groupedText(Int64(cookie.count))) bytes: \(cookie.prefix(16).hexadecimalText)\(cookie.count > 16 ? "…" : "")"
            )
        }
    }

    /// A line for each, of a long list for the first ones.
    private mutating func addFirst<Item>(
        of items: [Item], _ names: String, line: (Item) -> (name: String, value: String)
    ) {
        for item in items.prefix(CAFText.lineLimit) {
            let (name, value) = line(item)
            add(name, value)
        }
        if items.count > CAFText.lineLimit {
            add("…", "\(groupedText(Int64(items.count - CAFText.lineLimit))) more \(names)")
        }
    }

    private mutating func add(_ chunk: InfoStored.Chunk) {
        let title = chunk.title.map { " \($0)" } ?? ""
        add(
            "chunk",
            "\(chunk.type)\(title), \(groupedText(chunk.byteCount)) bytes from byte \(groupedText(chunk.offset)) on")
        for field in chunk.fields { lines.append(Voice.oneLine("    \(field.name): \(field.value)")) }
        if let problem = chunk.problem { lines.append(Voice.oneLine("    damaged: \(problem)")) }
    }

    private mutating func add(_ name: String, _ value: String) {
        lines.append(Voice.oneLine("  \(name.left(20, gap: 1))\(value)"))
    }

    private mutating func add(_ format: StreamDescription, title: String) {
        lines.append("  \(title)")
        for field in format.fields {
            lines.append("    \(field.name.right(20)): \(field.value)")
        }
    }

    private static func labels(of layout: ChannelLayout) -> String {
        layout.labels.map(\.description).joined(separator: " ")
    }

    /// `frame 1,000 (channel 2) Verse`
    private static func text(of marker: AudioFileMarker) -> String {
        let kind = marker.type == .generic ? nil : marker.type.rawValue.description
        let facts = [marker.channel == 0 ? nil : "channel \(marker.channel)", kind].compactMap { $0 }
        return
            "frame \(frameText(marker.framePosition))\(facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))") \(marker.name)"
    }

    /// `frames 100, 400, forward Chorus`
    private static func text(of region: AudioFileRegion) -> String {
        let ways: [(AudioFileRegion.Flags, String)] = [(.playForward, "forward"), (.playBackward, "backward")]
        let frames =
            region.markers.prefix(8).map { frameText($0.framePosition) } + (region.markers.count > 8 ? ["…"] : [])
        let facts = frames + ways.filter { region.flags.contains($0.0) }.map(\.1)
        return "frames \(facts.joined(separator: ", ")) \(region.name)"
    }

    private static func frameText(_ position: Double) -> String {
        Int64(exactly: position).map(groupedText) ?? String(position)
    }
}
