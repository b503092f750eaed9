internal import KKAudio

/// `{"schema":1,"files":[…]}`: what `info --json` prints.
struct InfoDocument: Encodable {
    var schema = 1
    var files: [File]

    struct File: Encodable {
        var path: String
        var container: String?
        var encoding: String?
        var sample_rate: Double?
        var channels: Int?
        var layout: String?
        var frames: Int64?
        var frames_source: String?
        var frames_claimed: Int64?
        var priming: Int64?
        var padding: Int64?
        var tags: [String: String]?
        var markers: [Marker]?
        var warnings: [String]?
        var error: Problem?

        struct Marker: Encodable {
            var frame: Int64
            var name: String
        }

        struct Problem: Encodable {
            var status: Int32
            var message: String
        }

        init(path: String, _ reader: AudioFileReader) {
            let properties = reader.properties
            self.path = path
            container = properties.fileType.name
            encoding = properties.encodingName
            sample_rate = properties.dataFormat.sampleRate
            channels = properties.layout.channelCount
            layout = properties.layout.name
            frames = properties.frameCount
            frames_source = properties.lengthSource.rawValue
            frames_claimed = properties.claimedFrameCount
            priming = properties.priming
            padding = properties.padding
            tags = Dictionary(properties.tags.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
            markers = properties.markers.map { Marker(frame: $0.frame, name: $0.name) }
            warnings = reader.warnings.map(\.description)
        }

        init(path: String, failed report: ErrorReport) {
            self.path = path
            error = Problem(status: report.status, message: report.message)
        }

        /// Every key of the contract is there, null where a file has no such value.
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(path, forKey: .path)
            if let error {
                try values.encode(error, forKey: .error)
                return
            }
            try values.encode(container, forKey: .container)
            try values.encode(encoding, forKey: .encoding)
            try values.encode(sample_rate, forKey: .sample_rate)
            try values.encode(channels, forKey: .channels)
            try values.encode(layout, forKey: .layout)
            try values.encode(frames, forKey: .frames)
            try values.encode(frames_source, forKey: .frames_source)
            try values.encode(frames_claimed, forKey: .frames_claimed)
            try values.encode(priming, forKey: .priming)
            try values.encode(padding, forKey: .padding)
            try values.encode(tags, forKey: .tags)
            try values.encode(markers, forKey: .markers)
            try values.encode(warnings, forKey: .warnings)
        }

        private enum CodingKeys: CodingKey {
            case path, container, encoding, sample_rate, channels, layout, frames, frames_source, frames_claimed
            case priming, padding, tags, markers, warnings, error
        }
    }
}
