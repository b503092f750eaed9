public import KKPCM

/// Parses a file that comes as a stream: you push in bytes, in portions of any size, and two callbacks get properties
/// and packets.
///
/// It detects these formats from their content: MPEG audio (layers I to III), AAC in ADTS, AC-3, E-AC-3, FLAC, WAV and
/// its relatives (RF64, BW64, RIFX, Wave64), AIFF, AIFF-C, CAF, AU, and MP4 and its relatives if their header comes
/// first. No hint is needed, and a wrong one does no harm.
///
/// ## Order of the calls
/// First the properties from the start of the stream, each once, in this order, if they exist: `ffmt`, `dfmt`, `flst`,
/// `doff`, `mgic`, `cmap`, `bcnt`, `pcnt`, `psze`, `pkub`, `pnfo`, `brat`, `info`; then `redy`; then the packets. If
/// MPEG audio turns out to have more packets than its tag counts (joined files), `pnfo` is reported again: when it
/// becomes unknown, and at the end. The portions of bytes affect only the division of packets into batches.
///
/// ## Memory
/// Bytes that are not a complete packet yet: some kilobytes, for FLAC up to the largest possible frame; and the packet
/// table of a CAF file, at most 64 MiB. No number in the stream can make it use more.
///
/// ## Threads
/// One at a time. A callback may read properties and call ``seek(toPacket:)``, but must not parse.
///
/// Source: AudioFileStream.h.
public final class AudioFileStream {
    /// Consecutive packets.
    public struct Packets: Sendable {
        /// The number of the first, from 0; an estimate after a jump to an estimated position.
        public var firstPacket: Int64
        public var packetCount: Int
        public var bytes: [UInt8]
        /// One for each packet, with offsets from the start of ``bytes``; none if all packets have the same size.
        public var descriptions: [PacketDescription]
    }

    public typealias PropertyListener = (AudioFileStream, AudioFileStreamProperty, inout AudioFileStreamProperty.Flags)
        -> Void
    public typealias PacketReceiver = (AudioFileStream, Packets) -> Void

    /// Damage that was skipped, with the byte: the first 20 places, and whether there are more.
    public internal(set) var warnings: [FileWarning] = []

    let typeHint: FourCharCode?
    let propertyListener: PropertyListener
    let packetReceiver: PacketReceiver

    enum Phase {
        case probing, header, audio
    }

    var phase = Phase.probing
    var window = StreamWindow()
    /// The window is not looked at again before it has so many bytes.
    var needed = 1
    /// Bytes that are dropped as they come.
    var skipping: Int64 = 0
    var tags = StreamTags()
    var container: PassingContainer?
    var audio: StreamAudio?
    /// Bytes and frames of packets that are all of one size.
    var constant: (byteCount: Int, frames: Int)?
    var framer: (any StreamFramer)?
    var table: TableFramer?
    var stream: FramedStream?
    /// The first byte of the first packet, known with the first packet where packets tell.
    var dataOffset: Int64?
    /// Where the last packets that were given out lie, and to which run they belong.
    var delivered: (offset: Int64, run: StreamRun) = (0, .first)
    /// Is told of junk, with whether audio came before it and can come after it; then ``warnings`` have nothing of it.
    var junkListener: ((_ range: Range<Int64>, _ isBetween: Bool, _ isZeros: Bool) -> Void)?
    /// Gets what there is of a packet that the stream's end cuts off, and where it lies.
    var cutListener: ((_ bytes: [UInt8], _ offset: Int64, _ missing: Int) -> Void)?
    /// What the chunks after the audio came to, at the end (``PassingContainer/finish()``).
    var tail: (layout: ChannelLayout, warnings: [FileWarning])?
    /// Whether a packet that is all of what has come, and whole by what is known of it, is given out, and is not kept until
    /// the bytes after it confirm it: for callers who do not tell the end. Only of a damaged stream can packets then follow
    /// from how its bytes were cut.
    package var givesWholePackets = false
    /// Whether the last thing in the stream was a packet.
    var followsPacket = false
    var isReady = false
    var hasEnded = false
    var isParsing = false
    var failure: AudioFileStreamError?

    /// The packet that comes next.
    var nextPacket: Int64 = 0
    /// Whether every packet from the first one on has come.
    var isGapless = true
    var index = StreamIndex()
    var pendingSeek: (packet: Int64, offset: Int64, isEstimated: Bool)?
    /// What the last packet was; ``stream`` has what was told.
    var latestFormat: StreamDescription?
    /// The junk since the last packet.
    var junk: Range<Int64>?
    var isJunkZeros = true
    var junkBeforeAudio: Int64 = 0
    /// The beginning of the ID3 tag that is being stepped over, and the texts of those before the audio.
    var tagBytes: [UInt8] = []
    var tagTexts: [FileProperties.Tag] = []

    /// The portions in which bytes of a caller come in: memory does not depend on the caller's.
    static let portion = 1 << 14
    /// The bytes and the packets that are given out at once: a table may count millions of packets without a byte in
    /// them.
    static let batchLimit = 1 << 16
    static let batchPacketLimit = 1 << 12
    static let maximumJunk: Int64 = 1 << 20

    /// - Parameters:
    ///   - typeHint: one of ``AudioFile/TypeID``, or another of Core Audio's. The content decides; the hint is used
    ///     only if a stream is too short.
    ///   - propertyListener: is called when a property becomes known.
    ///   - packets: gets the packets.
    /// - Throws: `'typ?'` for a type that cannot be streamed.
    public init(
        typeHint: FourCharCode? = nil, propertyListener: @escaping PropertyListener = { _, _, _ in },
        packets: @escaping PacketReceiver
    ) throws(AudioFileStreamError) {
        if let typeHint, !(AudioFile.TypeID.all + Self.foreignTypes).contains(typeHint) {
            throw AudioFileStreamError(
                .unsupportedFileType, kind: .usage, "files of the type \(typeHint) cannot be parsed as a stream",
                nextStep: "leave out the hint")
        }
        self.typeHint = typeHint
        self.propertyListener = propertyListener
        packetReceiver = packets
    }

    /// Kinds that are not a stream here, and still do no harm as a hint: servers call an MP3 by the names of other
    /// kinds.
    private static let foreignTypes: [FourCharCode] = ["loas", "Sd2f"]

    func warn(at offset: Int64, _ problem: String, _ consequence: String?) {
        warnings.addPlace(FileWarning(path: "stream", at: .byte(offset), problem, consequence: consequence))
    }

    func tell(_ property: AudioFileStreamProperty) {
        var flags: AudioFileStreamProperty.Flags = .propertyIsCached
        propertyListener(self, property, &flags)
    }
}
