public import KKPCM

/// A named region of the audio between markers: the fields of an `AudioFileRegion`.
///
/// Source: AudioFile.h; Apple Core Audio Format Specification, Region Chunk.
public struct AudioFileRegion: Hashable, Sendable {
    /// The id in the file; 0 to assign one (`mRegionID`).
    public var id: UInt32
    /// The name; empty if it has none (`mName`).
    public var name: String
    /// The playback flags (`mFlags`).
    public var flags: Flags
    /// Its start, its end and the markers in it (`mMarkers`).
    public var markers: [AudioFileMarker]

    public init(id: UInt32 = 0, name: String = "", flags: Flags = [], markers: [AudioFileMarker]) {
        self.id = id
        self.name = name
        self.flags = flags
        self.markers = markers
    }

    /// `kAudioFileRegionFlag_…`, which are CAF's `kCAFRegionFlag_…`. Forward and backward together: an alternating loop.
    public struct Flags: OptionSet, Hashable, Sendable {
        public var rawValue: UInt32

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        public static let loopEnable = Flags(rawValue: 1)
        public static let playForward = Flags(rawValue: 2)
        public static let playBackward = Flags(rawValue: 4)
    }
}

extension AudioFileRegion: KeyedReport {
    public static func tell(_ key: inout ReportKeys<Self>) {
        key("id", \.id)
        key("name", \.name)
        key("loop") { $0.flags.contains(.loopEnable) }
        key("forward") { $0.flags.contains(.playForward) }
        key("backward") { $0.flags.contains(.playBackward) }
        key("markers", \.markers)
    }
}
