internal import KKCodecs
internal import KKPCM

/// A file as its packets, each of which goes through a ``PacketDecoder``: what Core Audio files hold of ALAC, FLAC,
/// Opus and IMA4, IMA4 in AIFF-C, FLAC files, Vorbis, Opus and FLAC in Ogg, AAC, AC-3 and E-AC-3, and MPEG audio in Core
/// Audio files with damage in it.
///
/// The places of the packets are known beforehand, so a packet that cannot be decoded, or is lost, costs its own
/// frames: they are silent, there is a warning with the place, and all else is where it belongs. A seek gives the
/// samples of a straight run: where packets need none of the others it begins with the packet that is wanted, of Vorbis
/// with the one before it, and else with the first one, or where what they carry on was kept (``CarriedNumbers``).
///
/// Packets that need none of the others can be decoded ahead in pieces (``PacketPieces``). At the first trouble in
/// one that ends, and the packets from there on are decoded here: trouble is reported in one way.
///
/// ## Allocation
/// The frames of a packet and a window of bytes at opening, and the decoder's own. None while reading or seeking, but
/// for warnings.
final class PacketFileDecoder: FileDecoder {
    let properties: FileProperties
    private(set) var warnings: [FileWarning] = []

    private let source: ByteSource
    let line: PacketLine
    private let joints: OggJoints
    private let packetHead: [UInt8]
    private let tellsBytes: Bool
    private let decoder: any PacketDecoder
    /// Makes another decoder like it, for packets that need none of the others.
    private let another: (() throws(CodecError) -> any PacketDecoder)?
    /// The same frames, decoded ahead, at ``position``.
    private var ahead: PieceReadAheadSource?
    /// The frames of the line that are the sound.
    private let sound: Range<Int64>
    /// For each delivered channel the decoder's.
    private let order: [Int]
    /// The frame that is read next, counted from the sound's start.
    private var position: Int64 = 0

    /// The frames of the line that are at hand: those of ``frames``, or silence.
    private var held: Range<Int64> = 0..<0
    private var isSilent = false
    private var frames: PCMBuffer
    /// The packet that a decoder which needs them all takes next.
    private var nextPacket: Int64 = 0
    /// The decoder, where it can go past packets, and what of its numbers was kept.
    private let carrying: (any CarryingDecoder)?
    private var carried: CarriedNumbers?
    private var checksum: SoundChecksum?
    /// The packets that were reported.
    private var reported: [Int64] = []

    private var window: [UInt8]
    private var windowStart: Int64 = 0
    private var windowCount = 0
    /// A packet whose pieces lie apart.
    private var joined: [UInt8] = []

    private static let windowByteCount = 1 << 16

    /// - Parameters:
    ///   - sound: the frames of `line` that are delivered.
    ///   - packetHead: what every packet begins with that is not in the file.
    ///   - tellsBytes: whether the packets' places are those of the file.
    ///   - joints: of Ogg, what stands between the pieces of packets, and where some are lost.
    ///   - order: for each delivered channel the decoder's.
    ///   - another: makes another decoder like `decoder`, of packets that need none of the others.
    init(
        _ source: ByteSource, _ line: PacketLine, packetHead: [UInt8] = [], tellsBytes: Bool = true,
        joints: OggJoints = OggJoints(), _ decoder: any PacketDecoder, sound: Range<Int64>, order: [Int],
        properties: FileProperties, another: (() throws(CodecError) -> any PacketDecoder)? = nil
    ) {
        self.source = source
        self.line = line
        self.joints = joints
        self.packetHead = packetHead
        self.tellsBytes = tellsBytes
        self.decoder = decoder
        self.sound = sound
        self.order = order
        self.properties = properties
        self.another = another
        carrying = decoder as? any CarryingDecoder
        carried = carrying.map { CarriedNumbers($0) }
        frames = PCMBuffer(channelCount: decoder.format.channelCount, frameCapacity: decoder.maximumFramesPerPacket)
        window = [UInt8](repeating: 0, count: Self.windowByteCount)
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        let wanted = min(Int64(max(0, frameCount)), properties.frameCount - position)
        guard wanted > 0 else { return 0 }
        if let ahead {
            if let count = try? ahead.read(into: &buffer, at: offset, frameCount: Int(wanted)), count > 0 {
                position += Int64(count)
                return count
            }
            self.ahead = nil
        }
        let frame = sound.lowerBound + position
        if !held.contains(frame) { try hold(frame) }
        guard held.contains(frame) else { return 0 }
        let count = Int(min(wanted, held.upperBound - frame))
        if isSilent {
            buffer.silence(offset..<offset + count)
        } else {
            deliver(count, from: Int(frame - held.lowerBound), to: &buffer, at: offset)
        }
        position += Int64(count)
        return count
    }

    func checkSound() { checksum = SoundChecksum(properties) }

    func seek(to frame: Int64) throws(AudioFileError) {
        position = min(max(0, frame), properties.frameCount)
        ahead?.seek(to: position)
    }

    /// Possible where packets need none of the others, and no checksum wants them in one go.
    func decodeAhead(on workers: IOWorkers, byteCount: Int) throws(AudioFileError) -> Bool {
        guard let another, checksum == nil else { return false }
        let (source, line, joints, sound, order, properties) = (source, line, joints, sound, order, properties)
        let packetHead = packetHead
        do {
            let pieces = try PacketPieces(longestPacket: line.maximumFramesPerPacket) {
                try PacketFileDecoder(
                    source, line, packetHead: packetHead, joints: joints, another(), sound: sound, order: order,
                    properties: properties)
            }
            guard let ahead = try PieceReadAheadSource(pieces, workers: workers, byteCount: byteCount) else {
                return false
            }
            ahead.seek(to: position)
            self.ahead = ahead
        } catch {
            // One decoder is enough.
            return false
        }
        return true
    }

    private func deliver(_ count: Int, from start: Int, to buffer: inout PCMBuffer, at offset: Int) {
        frames.frameLength = frames.frameCapacity
        for channel in order.indices {
            frames.withChannel(order[channel]) { from in
                buffer.withMutableChannel(channel) { to in
                    for index in 0..<count { to[offset + index] = from[start + index] }
                }
            }
        }
    }

    /// Makes `frame` of the line one that is at hand.
    private func hold(_ frame: Int64) throws(AudioFileError) {
        switch line.place(ofFrame: frame) {
        case .gap(let lost): (held, isSilent) = (lost, true)
        case .packet(let packet):
            if !decoder.isIndependent { try goOn(to: packet) }
            try decode(packet)
        }
    }

    /// Has a decoder that needs the packets before `packet` take them.
    private func goOn(to packet: Int64) throws(AudioFileError) {
        guard let carrying else {
            let first = decoder.start(for: packet)
            if packet < nextPacket || nextPacket < first {
                decoder.reset(before: first)
                nextPacket = first
                while nextPacket < packet { try decode(nextPacket, isPreroll: true) }
            }
            while nextPacket < packet { try decode(nextPacket) }
            return
        }
        if packet < nextPacket || carried?.lastPacket(upTo: packet) ?? 0 > nextPacket {
            nextPacket = carried?.restore(carrying, upTo: packet) ?? 0
        }
        while nextPacket < packet { try pass(nextPacket, carrying) }
    }

    /// Has the decoder take a packet whose frames nobody wants.
    private func pass(_ packet: Int64, _ carrying: any CarryingDecoder) throws(AudioFileError) {
        guard let entry = line.entry(packet) else {
            nextPacket = packet + 1
            return
        }
        let isJoined = !packetHead.isEmpty
        let bytes = try isJoined ? 0..<join(entry.place) : load(entry)
        // Whatever is at hand stays: the window alone is another.
        nextPacket = packet + 1
        do throws(CodecError) {
            try carrying.pass((isJoined ? joined : window).span.extracting(bytes))
        } catch {
            warn(packet, entry, error)
        }
        carried?.keep(carrying, before: nextPacket)
    }

    /// Makes the frames of a packet those that are at hand.
    ///
    /// - Parameter isPreroll: whether nobody wants them, and what is wrong with them is told when somebody does.
    private func decode(_ packet: Int64, isPreroll: Bool = false) throws(AudioFileError) {
        guard let entry = line.entry(packet) else {
            held = 0..<0
            return
        }
        let isJoined = !packetHead.isEmpty || joints.divides(entry.place)
        let bytes = try isJoined ? 0..<join(entry.place) : load(entry)
        (held, isSilent) = (entry.frames, false)
        nextPacket = packet + 1
        let length = entry.frames.count
        if joints.isRestart(packet) { decoder.reset() }
        defer {
            if let carrying { carried?.keep(carrying, before: packet + 1) }
        }
        let (made, damage) = decoder.decode(
            (isJoined ? joined : window).span.extracting(bytes), number: packet, length: length, into: &frames)
        if let damage {
            isSilent = true
            // What overlaps with the packet before it must not overlap with another.
            if decoder.precedingPackets == 1 { decoder.reset(before: packet + 1) }
            if !isPreroll { warn(packet, entry, damage.error) }
            return
        }
        if made == length, checksum != nil {
            frames.frameLength = made
            checksum?.take(frames, made, at: entry.frames.lowerBound)
            if let warning = checksum?.warning(frameCount: line.frameCount, path: source.name) {
                warnings.append(warning)
            }
        }
        if made == length || isPreroll { return }
        isSilent = made > length || length > frames.frameCapacity
        if !isSilent { frames.silence(made..<length) }
        // The last packet may be short: its end is where the sound ends.
        guard made > length || entry.frames.lowerBound + Int64(made) < sound.upperBound else { return }
        let problem = "the packet has \(made) frames instead of \(length)"
        warn(packet, entry, CodecError(format: properties.dataFormat.formatID, problem))
    }

    /// Puts what all packets begin with and the pieces of one together in ``joined``.
    ///
    /// - Returns: how many bytes they are.
    private func join(_ place: Range<Int64>) throws(AudioFileError) -> Int {
        var count = packetHead.count
        if joined.count < count { joined = packetHead }
        try joints.forEachPiece(of: place) { piece throws(AudioFileError) in
            let wanted = piece.count
            if count + wanted > joined.count { joined += [UInt8](repeating: 0, count: count + wanted - joined.count) }
            let made = try source.read(at: piece.lowerBound, into: &joined, from: count, count: wanted)
            guard made == wanted else { throw .shortened(source.name, at: piece.lowerBound + Int64(made)) }
            count += wanted
        }
        return count
    }

    /// Sees to it that a packet's bytes are in the window.
    ///
    /// - Returns: where they begin there.
    private func load(_ entry: PacketLine.Entry) throws(AudioFileError) -> Range<Int> {
        if entry.offset < windowStart || entry.offset + Int64(entry.byteCount) > windowStart + Int64(windowCount) {
            if entry.byteCount > window.count { window = [UInt8](repeating: 0, count: entry.byteCount) }
            windowStart = entry.offset
            windowCount = try source.read(at: entry.offset, into: &window, count: window.count)
            guard windowCount >= entry.byteCount else {
                throw .shortened(source.name, at: windowStart + Int64(windowCount))
            }
        }
        let start = Int(entry.offset - windowStart)
        return start..<start + entry.byteCount
    }

    private func warn(_ packet: Int64, _ entry: PacketLine.Entry, _ error: CodecError) {
        guard !reported.contains(packet), reported.count <= [FileWarning].mostPlaces else { return }
        reported.append(packet)
        guard reported.count <= [FileWarning].mostPlaces else {
            warnings.append(FileWarning(path: source.name, "there are more such packets"))
            return
        }
        let damage = DamagedPacket(number: packet, frameCount: entry.frames.count, error: error)
        warnings.append(FileWarning(damage, at: tellsBytes ? .byte(entry.offset) : nil, path: source.name))
    }
}
