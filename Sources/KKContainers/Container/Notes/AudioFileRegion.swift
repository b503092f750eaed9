public import KKPCM

/// A stretch of the audio between markers, with a name: the fields of an `AudioFileRegion`.
///
/// Source: AudioFile.h; Apple Core Audio Format Specification, Region Chunk.
public struct AudioFileRegion: Hashable, Sendable {
    /// The number by which the file refers to it, and to its name; 0: it may be given any (`mRegionID`).
    public var id: UInt32
    /// What people call it; empty when it has no name (`mName`).
    public var name: String
    /// How it is played (`mFlags`).
    public var flags: Flags
    /// Where it begins and ends, and the places in it (`mMarkers`).
    public var markers: [AudioFileMarker]

    public init(id: UInt32 = 0, name: String = "", flags: Flags = [], markers: [AudioFileMarker]) {
        self.id = id
        self.name = name
        self.flags = flags
        self.markers = markers
    }

    /// `kAudioFileRegionFlag_…`, which are CAF's `kCAFRegionFlag_…`. Play both ways: a loop back and forth.
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
