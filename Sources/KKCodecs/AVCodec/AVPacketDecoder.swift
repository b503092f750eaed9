internal import KKPCM

/// AAC, AC-3 and E-AC-3 by libavcodec.
///
/// Whether AAC doubles its rate, and makes two channels of one, may stand in its packets alone (HE-AAC, implicit
/// signalling): so whoever opens a file has the first packets decoded before it says what comes out
/// (``AVPacketDecoder/sound(of:_:)``).
///
/// A new decoder goes on after every ``packetsPerPiece`` packets, and decodes the last ``precedingPackets`` of them
/// again first. So the frames of a packet follow from its number, and are the same after a seek.
///
/// ## Allocation
/// A decoder of libavcodec in `init` and for each piece, and what it allocates while it decodes.
final class AVPacketDecoder: PacketDecoder {
    let format: StreamDescription
    let layout: ChannelLayout
    var isIndependent: Bool { false }
    var namesChannels: Bool { true }
    var maximumFramesPerPacket: Int { kind.maximumFramesPerPacket }
    var precedingPackets: Int? { packetsPerPiece == nil ? nil : kind.precedingPackets }
    let packetsPerPiece: Int64?
    let delayOfExtensions: Int

    private let kind: AVCodecKind
    private var configuration: [UInt8]
    /// Whether packets without headers are to be taken for what the description says.
    private var isBare: Bool
    private var handle: AVDecoderHandle
    /// For each channel that comes out libavcodec's.
    private let order: [Int]
    /// The number of the packet that comes next.
    private var packet: Int64 = 0
    /// The last packets, the oldest first.
    private var last: [[UInt8]] = []
    /// Where frames go that nobody wants, and those of another order.
    private var frames: PCMBuffer

    /// - Parameter first: the first packets, which say what comes out; none: what `description` says.
    init(
        _ kind: AVCodecKind, _ cookie: [UInt8], _ description: StreamDescription, first: [[UInt8]]
    ) throws(CodecError) {
        self.kind = kind
        let isAAC = kind.decoderName == "aac"
        let whole = isAAC ? AACConfiguration.bytes(inCookie: cookie) : []
        let said = AACConfiguration(whole)
        // Who asks for plain AAC, and does not know the packets, gets what is coded without its extensions.
        let isCore =
            first.isEmpty && kind.formatID == .aac && said?.extendedRate.map(Double.init) != description.sampleRate
        configuration = isCore ? said?.core ?? whole : whole
        // Others than Low Complexity, which the first bits name as 2, predict from what came long before.
        packetsPerPiece = isAAC && configuration.first.map { $0 >> 3 } != 2 ? nil : kind.packetsPerPiece
        let sound = try Self.sound(of: first, kind, configuration)
        let rate = sound.map { Double($0.sampleRate) } ?? Self.rate(said, isCore: isCore) ?? description.sampleRate
        // Of the core 481 frames, whose rate is doubled.
        delayOfExtensions = said.map { rate == Double(2 * $0.sampleRate) } ?? kind.isDoubled ? 2 * 481 : 0
        let stated = isCore ? said?.channelCount : nil
        let count = sound?.channelCount ?? stated.flatMap { $0 > 0 ? $0 : nil } ?? description.channelCount
        guard rate > 0, (1...PacketDecoders.mostChannels).contains(count) else {
            throw CodecError(format: kind.formatID, "rate and channels are unknown: [\(description)]")
        }
        format = .canonical(sampleRate: rate, channels: count)
        let stored = Self.layout(sound?.channelMask ?? Self.usualMasks[count] ?? 0, channels: count)
        order = stored.waveOrder
        layout = stored.inWaveOrder
        isBare = isAAC && whole.isEmpty
        handle = try AVDecoderHandle(kind, configuration: configuration)
        frames = PCMBuffer(channelCount: count, frameCapacity: kind.maximumFramesPerPacket)
    }

    func decode(_ packet: Span<UInt8>, into buffer: inout PCMBuffer, at offset: Int) throws(CodecError) -> Int {
        if isBare { try configure(for: packet) }
        if let packetsPerPiece, self.packet > 0, self.packet % packetsPerPiece == 0 {
            handle = try AVDecoderHandle(kind, configuration: configuration)
            for bytes in last { _ = try? decoded(bytes.span) }
        }
        self.packet += 1
        if packetsPerPiece != nil {
            last.append((0..<packet.count).map { packet[$0] })
            if last.count > kind.precedingPackets { last.removeFirst() }
        }
        let count = try decoded(packet)
        frames.frameLength = frames.frameCapacity
        buffer.copy(count, framesFrom: frames, order: order, to: offset)
        return count
    }

    /// Without a configuration packets have headers of their own, or are plain AAC of the description's rate and channels.
    private func configure(for packet: Span<UInt8>) throws(CodecError) {
        isBare = false
        if packet.count > 1, packet[0] == 0xFF, packet[1] & 0xF6 == 0xF0 { return }
        let rate = Int(format.sampleRate) / (kind.formatID == .aac ? 1 : 2)
        let channels = kind.formatID == .aacHE2 ? 1 : format.channelCount
        guard let plain = AACConfiguration.plain(rate, channels, deniesExtensions: kind.formatID == .aac) else {
            return
        }
        handle = try AVDecoderHandle(kind, configuration: plain)
        configuration = plain
    }

    /// Decodes a packet into ``frames``.
    private func decoded(_ packet: Span<UInt8>) throws(CodecError) -> Int {
        frames.frameLength = frames.frameCapacity
        let (rate, channels, room) = (Int(format.sampleRate), format.channelCount, maximumFramesPerPacket)
        let formatID = kind.formatID
        return try handle.decode(packet, into: &frames) { sound in
            guard sound.sampleRate == rate, sound.channelCount == channels else {
                return CodecError(
                    format: formatID,
                    "the packet has \(sound.channelCount) channels at \(sound.sampleRate) Hz instead of \(channels) at \(rate)"
                )
            }
            guard sound.frameCount <= room else {
                return CodecError(format: formatID, "the packet has \(sound.frameCount) frames")
            }
            return nil
        }.frameCount
    }

    func reset() { reset(before: 0) }

    func reset(before packet: Int64) {
        // Without memory for another one the old one goes on.
        if let new = try? AVDecoderHandle(kind, configuration: configuration) { handle = new }
        self.packet = packet
        last = []
    }

    /// What comes out, as the first of these packets that can be decoded says it; `nil` if none can be.
    ///
    /// - Throws: ``CodecError`` where there is no decoder.
    static func sound(
        of packets: [[UInt8]], _ kind: AVCodecKind, _ configuration: [UInt8]
    ) throws(CodecError) -> AVDecoderHandle.Sound? {
        let handle = try AVDecoderHandle(kind, configuration: configuration)
        var found: AVDecoderHandle.Sound?
        // What doubles the rate may begin with a later packet.
        for packet in packets {
            guard let sound = try? handle.sound(of: packet.span), sound.frameCount > 0 else { continue }
            if (found?.sampleRate ?? 0, found?.channelCount ?? 0) < (sound.sampleRate, sound.channelCount) {
                found = sound
            }
        }
        return found
    }

    /// The rate that comes out, by the configuration; `nil` if that leaves it open.
    private static func rate(_ said: AACConfiguration?, isCore: Bool) -> Double? {
        guard let said else { return nil }
        if isCore || said.deniesExtension { return said.core == nil ? nil : Double(said.sampleRate) }
        return said.extendedRate.map { Double($0) }
    }

    /// A pair at the sides is the surround pair, where there is none behind.
    static func layout(_ mask: UInt32, channels: Int) -> ChannelLayout {
        let layout = ChannelLayout(waveMask: mask, channels: channels)
        let hasBack = layout.labels.contains { $0 == .leftSurround || $0 == .rearSurroundLeft }
        guard !hasBack else { return layout }
        return ChannelLayout(
            layout.labels.map {
                switch $0 {
                case .leftSurroundDirect: .leftSurround
                case .rightSurroundDirect: .rightSurround
                default: $0
                }
            })
    }

    /// What libavcodec gives for so many channels of AAC, where no packet has said it.
    static let usualMasks: [Int: UInt32] = [1: 0x4, 2: 0x3, 3: 0x7, 4: 0x107, 5: 0x37, 6: 0x3F, 8: 0xFF]
}

extension PCMBuffer {
    /// Copies the first frames of another buffer to frame `offset` on.
    ///
    /// - Parameter order: for each channel here the other one's.
    mutating func copy(_ count: Int, framesFrom source: borrowing PCMBuffer, order: [Int], to offset: Int) {
        for channel in order.indices {
            source.withChannel(order[channel]) { from in
                withMutableChannel(channel) { to in
                    for index in 0..<count { to[offset + index] = from[index] }
                }
            }
        }
    }
}
