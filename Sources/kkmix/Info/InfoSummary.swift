internal import KKMixing

/// What everybody asks of a file, in the order in which it is asked; and, in brief, what it says of itself.
struct InfoSummary {
    let facts: [(name: String, value: String)]
    let remarks: [(name: String, value: String)]

    /// Tags that are reported, and markers that are named.
    private static let tagLimit = 12, nameLimit = 3

    init(_ file: InfoFile) {
        let format = file.format
        var facts = [
            ("duration", "\(timeText(file.seconds)) (\(Self.count(file.frameCount, "frame")))"),
            ("format", Self.formatText(file)),
        ]
        if let refusal = file.refusal { facts.append(("decoding", "not here: \(refusal)")) }
        facts.append(("sample rate", "\(StreamDescription.rateText(format?.sampleRate ?? 0)) Hz"))
        facts.append(("channels", "\(file.layout.channelCount) (\(file.layout.name))"))
        if let depth = Self.depthText(file) { facts.append(("bit depth", depth)) }
        if let rate = Self.bitRate(of: file) { facts.append(("bit rate", Self.rateText(rate))) }
        if let size = file.byteCount { facts.append(("size", Self.sizeText(size))) }
        self.facts = facts
        remarks = Self.remarks(of: file)
    }

    /// `WAV, s16`; one word where both are the same.
    private static func formatText(_ file: InfoFile) -> String {
        let encoding = file.format?.encodingName ?? ""
        return encoding.isEmpty || encoding == file.container.lowercased()
            ? file.container : "\(file.container), \(encoding)"
    }

    /// Of what is kept as numbers; what a lossy encoder was given is not in its file.
    private static func depthText(_ file: InfoFile) -> String? {
        guard let format = file.format else { return nil }
        if format.isLinearPCM && format.isFloat { return "\(format.bitsPerChannel) bits, float" }
        if let bits = file.properties?.sourceBitDepth { return "\(bits) bits" }
        return format.isLinearPCM && format.bitsPerChannel > 0 ? "\(format.bitsPerChannel) bits" : nil
    }

    /// Bits in a second: those of the packets in the time that they play, priming and remainder included; of the whole
    /// file where nobody counts packets.
    private static func bitRate(of file: InfoFile) -> Double? {
        guard file.frameCount > 0 else { return nil }
        guard let stored = file.stored, stored.byteCount > 0 else {
            return file.byteCount.map { Double($0) * 8 / file.seconds }
        }
        // HE-AAC counts the frames before its decoder doubles them.
        let table = stored.table, rate = stored.dataFormat.sampleRate
        // A lossy packet is whole, whatever is cut off it; lossless ones hold no more than the sound.
        let isPadded = file.properties?.sourceBitDepth == nil && stored.dataFormat.framesPerPacket > 1
        let frames =
            Double(table.validFrames) + (isPadded ? Double(table.primingFrames) + Double(table.remainderFrames) : 0)
        return frames > 0 ? Double(stored.byteCount) * 8 * rate / frames : nil
    }

    private static func rateText(_ bits: Double) -> String {
        let kilo = bits / 1000
        guard kilo < 100_000 else { return "\(decimalText(kilo / 1000, digits: 0)) Mbit/s" }
        return kilo < 100
            ? "\(shortDecimalText(kilo, digits: 1)) kbit/s" : "\(groupedText(Int64(kilo.rounded()))) kbit/s"
    }

    private static func sizeText(_ bytes: Int64) -> String {
        let exact = count(bytes, "byte")
        for (name, unit) in [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)] where Double(bytes) >= unit {
            return "\(shortDecimalText(Double(bytes) / unit, digits: 1)) \(name) (\(exact))"
        }
        return exact
    }

    /// Tags a line each, and how many pictures, markers and regions there are, with the first ones' names.
    private static func remarks(of file: InfoFile) -> [(name: String, value: String)] {
        var remarks = file.tags.prefix(tagLimit).map { (name: $0.key, value: $0.value) }
        if file.tags.count > tagLimit {
            remarks.append(("…", "\(count(Int64(file.tags.count - tagLimit), "more tag")), with -v"))
        }
        if file.streams.count > 1 {
            add(Array(file.streams.prefix(tagLimit)), of: file.streams.count, "streams", to: &remarks)
        }
        add(file.pictures.prefix(nameLimit).map(\.summary), of: file.pictures.count, "pictures", to: &remarks)
        let rate = file.format?.sampleRate ?? 0
        let names = file.markers.prefix(nameLimit).map { marker in
            let time = rate > 0 ? timeText(marker.framePosition / rate) : "?"
            return marker.name.isEmpty ? time : "\(time) \(marker.name)"
        }
        add(names, of: file.markers.count, "markers", to: &remarks)
        let regions = file.stored?.regions ?? []
        for (title, list) in [
            ("regions", regions.filter { !$0.flags.contains(.loopEnable) }),
            ("loops", regions.filter { $0.flags.contains(.loopEnable) }),
        ] { add(list.prefix(nameLimit).map(\.name).filter { !$0.isEmpty }, of: list.count, title, to: &remarks) }
        return remarks
    }

    private static func add(
        _ names: [String], of count: Int, _ title: String, to remarks: inout [(name: String, value: String)]
    ) {
        guard count > 0 else { return }
        let list = names.joined(separator: ", ") + (count > names.count && !names.isEmpty ? ", …" : "")
        remarks.append((title, groupedText(Int64(count)) + (names.isEmpty ? "" : " (\(list))")))
    }

    private static func count(_ number: Int64, _ noun: String) -> String {
        "\(groupedText(number)) \(noun)\(number == 1 ? "" : "s")"
    }
}
