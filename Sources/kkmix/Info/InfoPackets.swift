internal import KKMixing

/// What `info --packets` prints: a line for each packet, some at a time, so that memory does not grow with the lines.
///
/// With `--json` the lines are JSON, each by itself: one that opens the file, its packets, one that closes it with the
/// sums.
struct InfoPackets {
    private static let batch = 1024

    private let path: FilePath
    private let file: AudioFile
    private let json: Bool

    /// - Throws: `unavailable` for a file whose packets are not distinguished, else what opening throws.
    init(path: FilePath, json: Bool) throws(AudioFileError) {
        (self.path, self.json) = (path, json)
        do {
            file = try AudioFile(opening: path.text)
        } catch {
            guard error.kind == .unavailable else { throw error }
            var reported = error
            reported.nextStep = "leave --packets out"
            throw reported
        }
    }

    /// - Returns: the damage that was stepped over.
    func print() throws(AudioFileError) -> [FileWarning] {
        let format = file.dataFormat
        // A frame each: a list of them would say the same again and again.
        let isFrames = format.framesPerPacket == 1 && format.bytesPerPacket > 0
        var offset: Int64 = 0
        if case .number(let byte) = try file.property(AudioFile.Property.dataOffset) { offset = byte }
        if json {
            Terminal.print(JSONText.document(Start(path: path, file: file, audioOffset: offset)))
        } else {
            Terminal.print(Voice.oneLine(path.text))
            Terminal.print(
                "  \(file.containerName), \(format.encodingName), \(StreamDescription.rateText(format.sampleRate)) Hz, \(format.channelCount) ch"
            )
        }
        var total = Total()
        if isFrames {
            (total.count, total.bytes) = (try file.packetCount(), try file.audioByteCount())
            (total.frames, total.largest) = (total.count, total.count > 0 ? Int(format.bytesPerPacket) : 0)
            if !json {
                Terminal.print(
                    "  packets are frames of \(format.bytesPerPacket) bytes, one behind the other from byte \(offset) on"
                )
            }
        } else {
            try list(&total)
        }
        total.warnings = file.warnings.map(\.description)
        Terminal.print(json ? JSONText.document(Closing(path: path, total: total)) : total.text)
        return file.warnings
    }

    private func list(_ total: inout Total) throws(AudioFileError) {
        if !json { Terminal.print(Self.row(["packet", "byte", "bytes", "first frame", "frames"])) }
        while true {
            let places = try file.packetPlaces(from: total.count, count: Self.batch)
            if places.isEmpty { return }
            for place in places { total.add(place) }
            Terminal.print(places.map(json ? Self.document : Self.line).joined(separator: "\n"))
        }
    }

    private static func line(_ place: PacketPlace) -> String {
        row(["\(place.packet)", "\(place.offset)", "\(place.byteCount)", "\(place.firstFrame)", "\(place.frameCount)"])
    }

    /// Whole numbers alone, and millions of them: written by hand.
    private static func document(_ place: PacketPlace) -> String {
        let (bytes, frames) = (place.byteCount, place.frameCount)
        let line = #"{"bytes":\#(bytes),"first_frame":\#(place.firstFrame),"frames":\#(frames),"#
        return line + #""offset":\#(place.offset),"packet":\#(place.packet),"schema":1}"#
    }

    /// The line of a packet.
    struct Packet: Codable {
        var schema = 1
        var packet: Int64
        var offset: Int64
        var bytes: Int64
        var first_frame: Int64
        var frames: Int64
    }

    /// The last line of a file that fails where there are others.
    struct Failure: Codable {
        var schema = 1
        var path: FilePath
        var error: ErrorFacts
    }

    private static func row(_ cells: [String]) -> String {
        zip(cells, [10, 14, 9, 14, 8]).map { $0.right($1, gap: 1) }.joined()
    }

    struct Start: KeyedReport {
        let path: FilePath
        let file: AudioFile
        let audioOffset: Int64

        static func tell(_ key: inout ReportKeys<Self>) {
            key("schema") { _ in 1 }
            key("path", \.path)
            key("container", \.file.containerName)
            key("encoding", \.file.dataFormat.encodingName)
            key("sample_rate", \.file.dataFormat.sampleRate)
            key("channels", \.file.dataFormat.channelCount)
            // 0 where packets differ.
            key("bytes_per_packet", \.file.dataFormat.bytesPerPacket)
            key("frames_per_packet", \.file.dataFormat.framesPerPacket)
            key("audio_offset", \.audioOffset)
        }
    }

    struct Closing: Codable {
        var schema = 1
        var path: FilePath
        var total: Total
    }

    struct Total: Codable {
        var count: Int64 = 0
        var bytes: Int64 = 0
        var frames: Int64 = 0
        var largest = 0
        var warnings: [String] = []

        mutating func add(_ place: PacketPlace) {
            count += 1
            bytes += Int64(place.byteCount)
            frames += Int64(place.frameCount)
            largest = max(largest, place.byteCount)
        }

        var text: String {
            let counts = [(count, "packets"), (bytes, "bytes"), (frames, "frames")]
            return "  total: " + counts.map { "\(groupedText($0)) \($1)" }.joined(separator: ", ")
                + ", the largest packet of \(largest) bytes"
        }
    }
}
