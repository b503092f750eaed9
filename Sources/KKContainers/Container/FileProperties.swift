public import KKPCM

/// What a decoder found out about a file when it opened it.
public struct FileProperties: Sendable {
    /// The container, by its content.
    public var fileType: FileType
    /// The file data format: as the audio is stored, before any decoding.
    public var dataFormat: StreamDescription
    /// The channels in the order in which the decoder delivers them (the WAVE order where the labels have one).
    public var layout: ChannelLayout
    /// Whether the file says what its channels are; where it does not, ``layout`` is the usual one of so many.
    public var statesLayout = true
    /// The exact number of frames that the decoder delivers; of an ``LengthSource/open`` length, which only the end
    /// tells, more than any file has.
    public var frameCount: Int64
    /// How ``frameCount`` is known.
    public var lengthSource: LengthSource
    /// What the header of a stream whose length is open says of it: good for showing how far one is.
    public var expectedFrameCount: Int64?
    /// What the header said where that is not what is there.
    public var claimedFrameCount: Int64?
    /// Frames that were cut off the start (encoder and decoder delay), as the file names them; `nil` when it does not.
    public var priming: Int64?
    /// The same of the end.
    public var padding: Int64?
    /// The bits of the audio before any lossy step: 16 for a 16-bit FLAC; `nil` for lossy and float audio.
    public var sourceBitDepth: Int?
    /// The codecs of the audio streams that run side by side in Ogg, in the order of their first pages, and in MP4, in
    /// that of their tracks: so ``ReaderOptions/stream`` counts them. Empty of every other file.
    public var streams: [String] = []
    /// The file's own words about itself, in its order.
    public var tags: [Tag] = []
    /// Named frames, in the order of their frames.
    public var markers: [Marker] = []
    /// What the file says of all its sound (``SoundChecksum``).
    package var soundChecksum: [UInt8]?
    /// The damage that opening found.
    public var warnings: [FileWarning] = []

    /// A word about the file, and what it is about.
    public struct Tag: Hashable, Sendable, Codable {
        /// Core Audio's info dictionary key where there is one: `title`, `artist`, `album`, `comments`, …
        public var key: String
        /// As the file has it, in UTF-8.
        public var value: String
        public init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// A named place in the audio.
    public struct Marker: Hashable, Sendable {
        /// The frame, as the file states it.
        public var frame: Int64
        /// Empty when it has none.
        public var name: String
        public init(frame: Int64, name: String) {
            self.frame = frame
            self.name = name
        }
    }

    /// Where the number of frames came from.
    public enum LengthSource: String, Sendable, Codable, CaseIterable {
        /// The size of the audio data divided by the size of a frame.
        case dataSize = "data size"
        /// A count in the header that agrees with the data: `COMM`, `fact`, STREAMINFO.
        case header
        /// A packet table or gapless tag: CAF `pakt`, LAME/Xing.
        case gaplessTag = "gapless tag"
        /// Every frame header of the file was read.
        case scan
        /// The whole file was decoded and counted.
        case decoded
        /// It was said: the input is made, not read.
        case definition
        /// Nobody knows before the end has come: a stream that is read once (``ReaderOptions/readsOnce``). At its end
        /// it is ``decoded``.
        case open
    }

    /// The length of a stream as long as it is open: 5 years at 48,000 Hz, and at 256 times the rate still a number
    /// that can be reckoned with.
    public static let openFrameCount: Int64 = 1 << 43

    /// Whether the length is not known before the end has come.
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
