package import KKCodecs
package import KKPCM

/// What the bytes of a stream tell of all its packets.
package struct FramedStream: Hashable, Sendable {
    package var format: StreamDescription
    /// What a decoder that knows the extensions makes of AAC's packets; `nil` if nothing is said of any.
    package var extended: StreamDescription?
    /// The channels in the order in which the codec has them; `nil` if the stream leaves it open.
    package var layout: ChannelLayout?
    /// What a decoder wants beside the packets; empty for the formats whose packets say everything.
    package var magicCookie: [UInt8] = []
    /// Which frames are the sound; `nil` if nothing says so.
    package var packetTable: PacketTableInfo?
    /// Whether ``packetTable`` turned out to be of other packets than these: its priming is there, and its end is not.
    package var isTableVoid = false
    /// The packets that the stream states. A claim: a file that was cut has fewer.
    package var packetCount: Int64?
    /// Bits per second that the stream states, of its first packet or on average.
    package var bitRate: Double?
    /// The bits of the audio before it was compressed; `nil` of lossy formats.
    package var sourceBitDepth: Int?
    /// Of FLAC what the header says, where the cookie is what the packets say.
    package var streamInfo: FLACStreamInfo?
    /// No packet of this format is longer.
    package var packetSizeUpperBound: Int
}

/// A framer that also tells what it frames.
package protocol StreamFramer: PacketFramer {
    /// What is known of the stream: from the first packet on at the latest.
    var stream: FramedStream? { get }

    /// Believes the first packet without others: somebody else knows what the stream is.
    mutating func trust()

    /// Takes what comes next to be from another place of the stream: what was learnt of its format stays.
    mutating func loseSync()

    /// Whether packets are found again after a jump.
    var canLoseSync: Bool { get }

    /// The run of the last packet or header.
    var run: StreamRun { get }

    /// The bytes that the last step's junk lacks, where it is a packet that the stream's end has cut off; `nil` of any
    /// other.
    var missingByteCount: Int? { get }

    /// The bytes of a tag that is not over yet; 0 if there is none.
    var openTagByteCount: Int64 { get }

    /// Whether the last packet is known to be whole, without what follows it.
    var isPacketWhole: Bool { get }
}

extension StreamFramer {
    package mutating func trust() {}
    package var canLoseSync: Bool { true }
    package var run: StreamRun { StreamRun() }
    package var missingByteCount: Int? { nil }
    package var openTagByteCount: Int64 { 0 }
    package var isPacketWhole: Bool { false }
}

/// A framer that steps over tags, and finds out on the way that it lacks bytes.
protocol SteppingFramer: StreamFramer {
    var state: SyncState { get set }

    /// What the window begins with, which is not empty.
    mutating func nextStep(_ window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> FramingStep
}

extension SteppingFramer {
    package var openTagByteCount: Int64 { state.tags.openByteCount }

    package mutating func step(_ window: Span<UInt8>, isEnd: Bool) -> FramingStep {
        guard window.count > 0 else { return isEnd ? .end : .needsBytes(1) }
        do throws(FramingShortage) {
            let step = try nextStep(window, isEnd: isEnd)
            state.position += Int64(step.byteCount)
            return step
        } catch {
            return .needsBytes(max(error.byteCount, window.count + 1))
        }
    }
}

/// Packets that one decoder can take one after the other: of one format, and from one encoder.
package struct StreamRun: Hashable, Sendable {
    /// Counted from 0, runs without packets with the others.
    package var number = 0
    /// The encoder's notes before it.
    package var info: MPEGInfoTag?
    /// Of MPEG audio.
    package var format: MPEGFrameHeader.Format?
    /// The bytes of an unpadded frame in free format.
    package var freeFormatByteCount: Int?

    package static let first = StreamRun()
}

extension FramingStep {
    /// The bytes consumed by the step: 0 for a step that waits.
    var byteCount: Int {
        switch self {
        case .packet(let byteCount, _), .header(let byteCount), .junk(let byteCount): byteCount
        case .needsBytes, .end: 0
        }
    }
}

/// Nothing can be said before the window has so many bytes.
///
/// Whatever is decided must hold for every longer window, or packets would depend on how the bytes were cut: so a
/// question that bytes after the window could answer otherwise throws this, unless the stream ends with the window.
package struct FramingShortage: Error {
    package var byteCount: Int

    init(_ byteCount: Int) {
        self.byteCount = byteCount
    }
}

extension Span<UInt8> {
    /// Whether there are `end` bytes; `false` only at the end of the stream.
    package func reaches(_ end: Int, isEnd: Bool) throws(FramingShortage) -> Bool {
        if count >= end { return true }
        guard isEnd else { throw FramingShortage(end) }
        return false
    }

    /// The bytes before the next one of a kind, the first taken for another: up to where a header could be, in junk.
    func count(before byte: UInt8) -> Int {
        var index = 1
        while index < count, self[index] != byte { index += 1 }
        return index
    }

    func has(_ text: StaticString, at offset: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard offset >= 0, length <= count - offset else { return false }
        var index = offset
        for character in text.description.utf8 {
            if self[index] != character { return false }
            index += 1
        }
        return true
    }

    /// Four bytes, the most significant first; they must be there.
    func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16 | UInt32(self[offset + 2]) << 8
            | UInt32(self[offset + 3])
    }

    /// The bytes from `offset` on, at most `limit` of them, as an array.
    func prefix(_ limit: Int, from offset: Int = 0) -> [UInt8] {
        var bytes: [UInt8] = []
        let end = Swift.min(count, offset + limit)
        guard offset < end else { return bytes }
        bytes.reserveCapacity(end - offset)
        for index in offset..<end { bytes.append(self[index]) }
        return bytes
    }
}
