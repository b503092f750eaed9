public import KKPCM

/// A marker in the audio: the fields of an `AudioFileMarker`.
///
/// Source: AudioFile.h; Apple Core Audio Format Specification, Marker Chunk.
public struct AudioFileMarker: Hashable, Sendable {
    /// The position in frames from the start of the audio; fractions are allowed (`mFramePosition`).
    public var framePosition: Double
    /// The name; empty if it has none (`mName`).
    public var name: String
    /// The id in the file; 0 to assign one (`mMarkerID`).
    public var id: UInt32
    /// The position as a time code; not used if the list's ``SMPTETimeType`` is `none` (`mSMPTETime`).
    public var smpteTime: Time
    /// The purpose of the marker (`mType`).
    public var type: Kind
    /// The channel, counted from 1; 0 for all channels (`mChannel`).
    public var channel: UInt32

    public init(
        framePosition: Double, name: String = "", id: UInt32 = 0, smpteTime: Time = Time(), type: Kind = .generic,
        channel: UInt32 = 0
    ) {
        self.framePosition = framePosition
        self.name = name
        self.id = id
        self.smpteTime = smpteTime
        self.type = type
        self.channel = channel
    }

    /// A time code: the fields of an `AudioFile_SMPTE_Time`.
    public struct Time: Hashable, Sendable {
        public var hours: Int8
        public var minutes: Int8
        public var seconds: Int8
        /// Video frames.
        public var frames: Int8
        /// Audio frames after the start of that video frame (`mSubFrameSampleOffset`).
        public var subframeSampleOffset: UInt32

        public init(
            hours: Int8 = 0, minutes: Int8 = 0, seconds: Int8 = 0, frames: Int8 = 0, subframeSampleOffset: UInt32 = 0
        ) {
            self.hours = hours
            self.minutes = minutes
            self.seconds = seconds
            self.frames = frames
            self.subframeSampleOffset = subframeSampleOffset
        }
    }

    /// The type of a marker: `kCAFMarkerType_…`, also used by other containers. A file may contain any code.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public var rawValue: FourCharCode

        public init(rawValue: FourCharCode) {
            self.rawValue = rawValue
        }

        /// None of the types below; 0.
        public static let generic = Kind(rawValue: FourCharCode(rawValue: 0))
        public static let programStart = Kind(rawValue: "pbeg"), programEnd = Kind(rawValue: "pend")
        public static let trackStart = Kind(rawValue: "tbeg"), trackEnd = Kind(rawValue: "tend")
        public static let index = Kind(rawValue: "indx")
        public static let regionStart = Kind(rawValue: "rbeg"), regionEnd = Kind(rawValue: "rend")
        public static let regionSyncPoint = Kind(rawValue: "rsyc")
        public static let selectionStart = Kind(rawValue: "sbeg"), selectionEnd = Kind(rawValue: "send")
        public static let editSourceStart = Kind(rawValue: "cbeg"), editSourceEnd = Kind(rawValue: "cend")
        public static let editDestinationStart = Kind(rawValue: "dbeg"), editDestinationEnd = Kind(rawValue: "dend")
        public static let sustainLoopStart = Kind(rawValue: "slbg"), sustainLoopEnd = Kind(rawValue: "slen")
        public static let releaseLoopStart = Kind(rawValue: "rlbg"), releaseLoopEnd = Kind(rawValue: "rlen")
        public static let savedPlayPosition = Kind(rawValue: "sply")
        public static let tempo = Kind(rawValue: "tmpo"), timeSignature = Kind(rawValue: "tsig"),
            keySignature = Kind(rawValue: "ksig")
    }
}

/// The time code type of a list of markers: `kCAF_SMPTE_TimeType…`. Its values are larger by one than those of
/// CoreAudioBaseTypes.h, because 0 means none.
public struct SMPTETimeType: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The markers have no time codes.
    public static let none = SMPTETimeType(rawValue: 0)
    public static let fps24 = SMPTETimeType(rawValue: 1), fps25 = SMPTETimeType(rawValue: 2)
    public static let fps30Drop = SMPTETimeType(rawValue: 3), fps30 = SMPTETimeType(rawValue: 4)
    public static let fps2997 = SMPTETimeType(rawValue: 5), fps2997Drop = SMPTETimeType(rawValue: 6)
    public static let fps60 = SMPTETimeType(rawValue: 7), fps5994 = SMPTETimeType(rawValue: 8)
    public static let fps60Drop = SMPTETimeType(rawValue: 9), fps5994Drop = SMPTETimeType(rawValue: 10)
    public static let fps50 = SMPTETimeType(rawValue: 11), fps2398 = SMPTETimeType(rawValue: 12)
}

extension SMPTETimeType: CustomStringConvertible {
    /// `none`, `29.97 drop`, or the number of an unknown type.
    public var description: String {
        let names = [
            "none", "24", "25", "30 drop", "30", "29.97", "29.97 drop", "60", "59.94", "60 drop", "59.94 drop", "50",
            "23.98",
        ]
        return rawValue < UInt32(names.count) ? names[Int(rawValue)] : String(rawValue)
    }
}

extension AudioFileMarker {
    /// The whole frame; beyond what an integer has, as far as it goes.
    package var frame: Int64 { Int64(exactly: framePosition.rounded(.down)) ?? (framePosition < 0 ? .min : .max) }
}

extension AudioFileMarker: KeyedReport {
    public static func tell(_ key: inout ReportKeys<Self>) {
        key("frame", \.frame)
        key("name", \.name)
        key("channel", \.channel)
        key("type") { $0.type == .generic ? nil : $0.type.rawValue.characters }
    }
}
