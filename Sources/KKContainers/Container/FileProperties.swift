public import KKPCM

/// The properties of a file that a decoder finds when opening it.
public struct FileProperties: Sendable {
    /// The container, by its content.
    public var fileType: FileType
    /// The file data format: the format of the stored audio, before decoding.
    public var dataFormat: StreamDescription
    /// The channels in the order in which the decoder delivers them (WAVE order, if the labels have one).
    public var layout: ChannelLayout
    /// Whether the file states its channel layout; if not, ``layout`` is the usual one for the number of channels.
    public var statesLayout = true
    /// The exact number of frames that the decoder delivers. For an ``LengthSource/open`` length, which is known only
    /// at the end, it is a number larger than any file.
    public var frameCount: Int64
    /// How ``frameCount`` is known.
    public var lengthSource: LengthSource
    /// The length stated in the header of a stream of open length, for progress display.
    public var expectedFrameCount: Int64?
    /// The length stated in the header, if it differs from the actual one.
    public var claimedFrameCount: Int64?
    /// The number of frames removed at the start (encoder and decoder delay), as stated by the file; `nil` if not stated.
    public var priming: Int64?
    /// The same for the end.
    public var padding: Int64?
    /// The bits of the audio before any lossy step: 16 for a 16-bit FLAC; `nil` for lossy and float audio.
    public var sourceBitDepth: Int?
    /// The codecs of the parallel audio streams, as counted by ``ReaderOptions/stream``: in Ogg in the order of their
    /// first pages, in MP4 in the order of their tracks. Empty for other files.
    public var streams: [String] = []
    /// The tags, in file order.
    public var tags: [Tag] = []
    /// The markers, ordered by frame.
    public var markers: [Marker] = []
    /// What the file says of all its sound (``SoundChecksum``).
    package var soundChecksum: [UInt8]?
    /// The damage found when opening.
    public var warnings: [FileWarning] = []

    /// A tag: a key and its value.
    public struct Tag: Hashable, Sendable, Codable {
        /// Core Audio's info dictionary key if there is one: `title`, `artist`, `album`, `comments`, …
        public var key: String
        /// The text in UTF-8.
        public var value: String
        public init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// A named position in the audio.
    public struct Marker: Hashable, Sendable {
        /// The frame stated in the file.
        public var frame: Int64
        /// Empty if it has none.
        public var name: String
        public init(frame: Int64, name: String) {
            self.frame = frame
            self.name = name
        }
    }

    /// How the number of frames was determined.
    public enum LengthSource: String, Sendable, Codable, CaseIterable {
        /// The size of the audio data divided by the size of a frame.
        case dataSize = "data size"
        /// A count in the header that agrees with the data: `COMM`, `fact`, STREAMINFO.
        case header
        /// A packet table or gapless tag: CAF `pakt`, LAME/Xing.
        case gaplessTag = "gapless tag"
        /// All frame headers of the file were read.
        case scan
        /// The whole file was decoded and counted.
        case decoded
        /// By definition: the input is generated.
        case definition
        /// Not known before the end: a stream that is read only once (``ReaderOptions/readsOnce``). At its end it
        /// becomes ``decoded``.
        case open
    }

    /// The length of a stream while it is open: 5 years at 48,000 Hz; at 256 times the rate it still does not overflow.
    public static let openFrameCount: Int64 = 1 << 43

    /// Whether the length is not known before the end.
    public var isOpen: Bool { lengthSource == .open }

    public init(
        fileType: FileType, dataFormat: StreamDescription, layout: ChannelLayout, frameCount: Int64,
        lengthSource: LengthSource,
        sourceBitDepth: Int? = nil
    ) {
        self.fileType = fileType
        self.dataFormat = dataFormat
        self.layout = layout
        self.frameCount = frameCount
        self.lengthSource = lengthSource
        self.sourceBitDepth = sourceBitDepth
    }
}
