internal import KKCodecs
package import KKPCM

/// How the files of one format are put down around their audio. A type and never a value: all of it follows from what
/// the file holds.
package protocol FileLayout {
    /// How its chunks are put down one after another; `nil` where it has none.
    static var dialect: ChunkDialect? { get }
    /// The name of a chunk whose bytes mean nothing.
    static var fillerID: FourCharCode { get }
    /// The chunk that says what the samples are, and that a file which is changed keeps as it is; `nil` where it is
    /// always made anew.
    static var formatID: FourCharCode? { get }

    /// Whether a kind of its files holds a format, whose rate and channels a container can count.
    static func holds(_ format: StreamDescription, _ kind: ContainerFormat.Kind) -> Bool

    /// Everything before the audio: ``AudioFileContainer/head(_:room:tail:name:)``.
    static func head(
        _ container: AudioFileContainer, _ content: Container, room: [UInt8], tail: Int, name: String
    ) throws(AudioFileError) -> [UInt8]

    /// The chunks that a part takes.
    static func ids(_ part: AudioFileContainer.Part) -> [FourCharCode]

    /// Whether a chunk is one of those that a part takes.
    static func isMade(_ chunk: StoredChunk, of part: AudioFileContainer.Part) -> Bool

    /// Whether a chunk is the format's own, which nobody else sets.
    static func isStructure(_ id: FourCharCode) -> Bool

    /// The chunks of a part.
    ///
    /// - Parameter parts: all that are made.
    /// - Throws: `-50` for a marker or key that has no place in the format.
    static func chunks(
        _ part: AudioFileContainer.Part, among parts: [AudioFileContainer.Part], _ content: Container,
        _ container: AudioFileContainer, name: String
    ) throws(AudioFileError) -> [StoredChunk]
}

/// Of a format without chunks that others may add.
extension FileLayout {
    package static var dialect: ChunkDialect? { nil }
    package static var fillerID: FourCharCode { "free" }
    package static var formatID: FourCharCode? { nil }

    package static func ids(_ part: AudioFileContainer.Part) -> [FourCharCode] { [] }

    package static func isMade(_ chunk: StoredChunk, of part: AudioFileContainer.Part) -> Bool {
        ids(part).contains(chunk.id) && chunk.guidTail == nil
    }

    package static func isStructure(_ id: FourCharCode) -> Bool { true }

    package static func chunks(
        _ part: AudioFileContainer.Part, among parts: [AudioFileContainer.Part], _ content: Container,
        _ container: AudioFileContainer, name: String
    ) throws(AudioFileError) -> [StoredChunk] { [] }
}

/// Packets and nothing around them but a tag before them, or FLAC's metadata.
enum StreamLayout: FileLayout {
    static func holds(_ format: StreamDescription, _ kind: ContainerFormat.Kind) -> Bool {
        kind.formats.contains(format.formatID)
    }

    static func head(
        _ container: AudioFileContainer, _ content: Container, room: [UInt8], tail: Int, name: String
    ) throws(AudioFileError) -> [UInt8] {
        guard container.typeID == ContainerTypeID.flac, let cookie = content.magicCookie else {
            return content.newID3Tag ?? []
        }
        return FLACStreamInfo.metadata(cookie, frameCount: try content.frameCount())
    }
}

extension StreamDescription {
    /// What a frame of interleaved linear samples of whole bytes is made of; `nil` of everything else.
    var storedSample: (byteCount: Int, isSigned: Bool, isBig: Bool)? {
        guard isLinearPCM, channelCount > 0 else { return nil }
        let byteCount = Int(bytesPerPacket) / channelCount
        guard isInterleaved, framesPerPacket == 1, Int(bytesPerPacket) == byteCount * channelCount,
            Int(bitsPerChannel) == byteCount * 8, (1...8).contains(byteCount),
            isFloat ? byteCount == 4 || byteCount == 8 : byteCount <= 4
        else { return nil }
        return (
            byteCount, formatFlags.contains(.isSignedInteger), formatFlags.contains(.isBigEndian) || byteCount == 1
        )
    }

    /// Whether it is µ-law or A-law, a byte a sample.
    var isCompanded: Bool {
        (formatID == .uLaw || formatID == .aLaw) && Int(bytesPerPacket) == channelCount && framesPerPacket == 1
    }

    var hasWholeRate: Bool { sampleRate == sampleRate.rounded() }
}

extension [UInt8] {
    /// With chunks put before the last `count` bytes, which are the header of the audio's chunk, and with the size of the
    /// file where the format has it.
    func inserting(_ room: [UInt8], before count: Int, size: HeaderBytes, at place: Int) -> [UInt8] {
        var bytes = Array(dropLast(count)) + room + suffix(count)
        for (index, byte) in size.bytes.enumerated() { bytes[place + index] = byte }
        return bytes
    }
}

extension HeaderBytes {
    init(_ body: (inout HeaderBytes) -> Void) {
        self.init()
        body(&self)
    }
}
