internal import KKAudio

/// `{"schema":1,"files":[…]}`: what `info --json` prints.
struct InfoDocument: Encodable {
    var schema = 1
    var files: [File]

    enum File: Encodable {
        case read(Facts)
        case failed(FailedFile)

        init(path: String, _ reader: AudioFileReader) { self = .read(Facts(path: path, reader)) }

        init(path: String, failed report: ErrorReport) { self = .failed(FailedFile(path: path, report)) }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .read(let facts): try facts.encode(to: encoder)
            case .failed(let file): try file.encode(to: encoder)
            }
        }
    }

    /// Every key is there, null where a file has no such value.
    struct Facts: Encodable {
        var path: String
        var container: String
        var encoding: String
        var sample_rate: Double
        var channels: Int
        var layout: String
        var frames: Int64
        var frames_source: String
        @OrNull var frames_claimed: Int64?
        @OrNull var priming: Int64?
        @OrNull var padding: Int64?
        var tags: [String: String]
        var markers: [Marker]
        var warnings: [String]

        struct Marker: Encodable {
            var frame: Int64
            var name: String
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
    }
}

/// A file among several that failed: `{"path":"…","error":{"status":66,"message":"…"}}`.
struct FailedFile: Encodable {
    var path: String
    var error: Problem

    struct Problem: Encodable {
        var status: Int32
        var message: String
    }

    init(path: String, _ report: ErrorReport) {
        self.path = path
        error = Problem(status: report.status, message: report.message)
    }
}
