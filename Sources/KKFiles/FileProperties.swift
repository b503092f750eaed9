public import KKPCM

/// What a decoder found out about a file when it opened it.
public struct FileProperties: Sendable {
    public var fileType: FileType
    /// The file data format: as the audio is stored, before any decoding.
    public var dataFormat: StreamDescription
    /// The channels in the order in which the decoder delivers them (the WAVE order where the labels have one).
    public var layout: ChannelLayout
    /// The exact number of frames that the decoder delivers.
    public var frameCount: Int64
    public var lengthSource: LengthSource
    /// What the header said where that is not what is there.
    public var claimedFrameCount: Int64?
    /// Frames that were cut off the start (encoder and decoder delay) and the end (padding), as the file names them; `nil` when it does not.
    public var priming: Int64?
    public var padding: Int64?
    /// The bits of the audio before any lossy step: 16 for a 16-bit FLAC; `nil` for lossy and float audio.
    public var sourceBitDepth: Int?
    public var tags: [Tag] = []
    public var markers: [Marker] = []
    public var warnings: [FileWarning] = []

    public struct Tag: Hashable, Sendable {
        /// Core Audio's info dictionary key where there is one: `title`, `artist`, `album`, `comments`, …
        public var key: String
        public var value: String
        public init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    public struct Marker: Hashable, Sendable {
        public var frame: Int64
        public var name: String
        public init(frame: Int64, name: String) {
            self.frame = frame
            self.name = name
        }
    }

    /// Where the number of frames came from.
    public enum LengthSource: String, Sendable, Codable {
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
    }

    public init(
        fileType: FileType, dataFormat: StreamDescription, layout: ChannelLayout, frameCount: Int64, lengthSource: LengthSource,
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
