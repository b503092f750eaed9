internal import KKCodecs
internal import KKPCM

/// The packets of a compressed stream on their way into an ``AudioConverter``'s lane: decoded one at a time, cut to the
/// frames that are the sound, and left as canonical bytes, which the lane takes as it takes any others.
///
/// ## Allocation
/// In `init`, and where the decoder is made: ``prepare()``. Decoding allocates nothing, if the decoder does not.
final class DecodingStage {
    /// Makes a decoder for a description and its magic cookie, which may be empty.
    typealias Maker = (StreamDescription, [UInt8]) throws(CodecError) -> any PacketDecoder

    /// What the packets are, and what they become.
    let description: StreamDescription
    let canonical: StreamDescription
    private let make: Maker
    private var packer: PCMPacker

    /// Set by the caller: the codec's private bytes, what is cut off, and whether damage is an error.
    var cookie: [UInt8] = []
    var trims = PacketTrims()
    var isStrict = false

    /// The callback's packets that have not been decoded.
    var waiting = 0..<0

    /// The last frames that were made: the lane's input.
    private(set) var decoded: AudioBufferList
    private(set) var decoder: (any PacketDecoder)?
    /// Frames of the codec; of those the first ``count`` are held back, because the end may be near.
    private var frames = PCMBuffer(channelCount: 0, frameCapacity: 0)
    private var count = 0
    /// Frames that are still to be thrown away at the front, and those that are still to come where that is known.
    private var skip: Int64 = 0
    private var left: Int64?
    /// The frames that the last packet lacks of what a packet has: a decoder that leaves them out has cut them off.
    private var shortfall = 0
    /// The number of the next packet, from the start of the stream.
    private var number: Int64 = 0
    /// What the packets' own numbers tell.
    private var losses = LostFrames(sampleRate: 0)
    /// Frames that are lost before the next packet, and still to be given as silence.
    private var missing: Int64 = 0
    private(set) var damage = PacketDamage()

    init(_ description: StreamDescription, make: @escaping Maker) throws(AudioConverterError) {
        self.description = description
        self.make = make
        canonical = .canonical(sampleRate: description.sampleRate, channels: description.channelCount)
        do {
            packer = PCMPacker(
                canonical, try SampleFormat(canonical, allowsPlanes: true), dither: .none, bits: nil, seed: 0)
        } catch {
            throw AudioConverterError(.formatNotSupported, error, place: "input")
        }
        decoded = AudioBufferList(for: canonical, frameCapacity: 0)
        damage.first.reserveCapacity(PacketDamage.limit)
    }

    /// Makes the decoder, unless it is there.
    ///
    /// - Throws: `'fmt?'` where there is no such decoder, or it gives something else than the description says.
    func prepare() throws(AudioConverterError) {
        if decoder != nil { return }
        let new: any PacketDecoder
        do {
            new = try make(description, cookie)
        } catch {
            throw AudioConverterError(.formatNotSupported, error, place: "input")
        }
        guard new.format == canonical else {
            throw AudioConverterError(
                .formatNotSupported, place: "input",
                "the packets decode to [\(new.format)], not to what [\(description)] says",
                nextStep: "describe the rate and the channels that the decoder gives")
        }
        decoder = new
        fit()
    }

    /// Lets the next ``prepare()`` make a new decoder.
    func forgetDecoder() { decoder = nil }

    /// Makes room for the frames of a packet after those that are held back, and begins again.
    func fit() {
        guard let decoder else { return }
        let room = decoder.maximumFramesPerPacket
        if decoded.buffers.first?.bytes.count != room * 4 {
            decoded = AudioBufferList(for: canonical, frameCapacity: room)
        }
        if frames.frameCapacity != room + trailing {
            frames = PCMBuffer(channelCount: canonical.channelCount, frameCapacity: room + trailing)
        }
        reset()
    }

    /// Frames by which all comes later than the trims count; of a stream without priming nothing is cut off for it.
    private var delay: Int { trims.leading > 0 ? decoder?.delayOfExtensions ?? 0 : 0 }

    /// Frames that are held back, for they may be after the sound.
    private var trailing: Int { max(0, trims.trailing - delay) }

    /// Back to the start of the stream.
    func reset() {
        decoder?.reset()
        packer.reset()
        waiting = 0..<0
        count = 0
        skip = min(trims.leading, 1 << 60) + Int64(delay)
        left = trims.valid
        shortfall = 0
        number = 0
        losses = LostFrames(sampleRate: canonical.sampleRate)
        missing = 0
        damage = PacketDamage(keeping: damage)
    }

    /// Whether all frames that there shall be have been given.
    var isComplete: Bool { left == 0 }

    /// The most bytes of a packet.
    var maximumPacketSize: Int {
        if description.bytesPerPacket > 0 { return Int(description.bytesPerPacket) }
        let frames = decoder?.maximumFramesPerPacket ?? longestPacket
        // Nothing is longer than its samples uncompressed and some header, but for Opus at its limits (RFC 6716, 3.4):
        // 48 frames of 1275 bytes.
        return description.channelCount * max(4 * frames, description.formatID == .opus ? 61_440 : 0) + 4096
    }

    /// The frames of a packet before a decoder says how many there can be: by the description, or the most of any
    /// codec, FLAC's 65,535 (RFC 9639, section 8.2).
    private var longestPacket: Int {
        if description.framesPerPacket > 0 { return Int(description.framesPerPacket) }
        return description.formatID == .opus ? 5760 : 65_535
    }

    /// How many more packets it takes to make `frameCount` frames, if each holds as much as it can: one or more.
    func packetsNeeded(for frameCount: Int) -> Int {
        let length =
            description.framesPerPacket > 0
            ? Int(description.framesPerPacket) : max(1, decoder?.maximumFramesPerPacket ?? 1)
        let wanted = min(frameCount, Int(clamping: left ?? .max))
        let total = wanted + Int(min(skip, 1 << 40)) + trailing - count
        return max(1, (total + length - 1) / length)
    }

    /// Decodes the next packet of `bytes`.
    ///
    /// - Parameters:
    ///   - descriptions: where the packets lie; empty if all are as long as the format says.
    ///   - failure: what is wrong with the packet, where damage is an error. The frames are there even so.
    /// - Returns: the frames that are in ``decoded`` now, which may be none.
    func decodeNext(_ bytes: [UInt8], _ descriptions: [PacketDescription], failure: inout AudioConverterError?) -> Int {
        guard let decoder, !waiting.isEmpty else { return 0 }
        let packet = descriptions.isEmpty ? place(of: waiting.lowerBound) : descriptions[waiting.lowerBound]
        let start = Int(packet.startOffset)
        let stated = decoder.statedFrames(of: bytes.span.extracting(start..<start + packet.byteCount))
        findGap(before: stated?.lowerBound, failure: &failure)
        if missing > 0 { return giveSilence() }
        waiting.removeFirst()
        let (made, damaged) = decoder.decode(
            bytes.span.extracting(start..<start + packet.byteCount), number: number,
            length: packet.variableFrames > 0 ? packet.variableFrames : Int(description.framesPerPacket), into: &frames,
            at: count)
        shortfall = damaged == nil ? max(0, wholePacket(of: decoder) - made) : 0
        if let damaged { report(damaged, &failure) }
        number += 1
        losses.take(stated, frameCount: made, isDamaged: damaged != nil)
        return give(made)
    }

    /// The frames of a packet that is no shorter than others; 0 where packets differ. Of a lossless stream the decoder
    /// knows them where the description does not say.
    private func wholePacket(of decoder: any PacketDecoder) -> Int {
        if description.framesPerPacket > 0 { return Int(description.framesPerPacket) }
        return description.formatID.isLossless ? decoder.maximumFramesPerPacket : 0
    }

    /// Notes the frames that are lost before the next packet, which says that it begins with frame `first` of the
    /// stream.
    private func findGap(before first: Int64?, failure: inout AudioConverterError?) {
        guard missing == 0 else { return }
        missing = losses.trouble(before: first, frameCount: 0).frameCount
        guard missing > 0 else { return }
        let error = CodecError(format: description.formatID, "the audio before this packet is missing")
        report(DamagedPacket(number: number, frameCount: Int(missing), error: error), &failure)
    }

    private func report(_ packet: DamagedPacket, _ failure: inout AudioConverterError?) {
        damage.add(packet)
        if isStrict { failure = AudioConverterError(.unspecified, packet.error, place: "packet \(packet.number)") }
    }

    /// Lost frames, as many as a packet could have.
    private func giveSilence() -> Int {
        let made = Int(min(missing, Int64(decoder?.maximumFramesPerPacket ?? 0)))
        missing -= Int64(made)
        frames.silence(count..<count + made)
        return give(made)
    }

    /// Cuts off what is before the sound, holds back what may be after it, and leaves the rest in ``decoded``.
    private func give(_ made: Int) -> Int {
        let skipped = Int(min(skip, Int64(made)))
        if skipped > 0 {
            skip -= Int64(skipped)
            // Nothing is held back yet.
            frames.moveToFront(from: skipped, count: made - skipped)
        }
        count += made - skipped
        return give(upTo: max(0, count - trailing))
    }

    /// There are no more packets. What was held back is given as far as it is none of the frames to be cut off, and what
    /// the packets end too early for is silent.
    ///
    /// - Returns: the frames that are in ``decoded`` now; they are the last.
    func finish() -> Int {
        if let left, count < left, left <= delay, left <= frames.frameCapacity {
            frames.silence(count..<Int(left))
            count = Int(left)
        }
        let given = give(upTo: max(0, count - max(0, trailing - shortfall)))
        left = 0
        return given
    }

    private func give(upTo most: Int) -> Int {
        let given = Int(min(Int64(most), left ?? .max))
        if let left { self.left = left - Int64(given) }
        packer.pack(frames, given, firstFrame: 0, into: &decoded, at: 0)
        frames.moveToFront(from: given, count: count - given)
        count -= given
        return given
    }

    private func place(of packet: Int) -> PacketDescription {
        let size = Int(description.bytesPerPacket)
        return PacketDescription(startOffset: Int64(packet * size), byteCount: size)
    }
}

extension DecodingStage {
    /// The decoders that the house has.
    static let standard: @Sendable (StreamDescription, [UInt8]) throws(CodecError) -> any PacketDecoder = {
        description, cookie throws(CodecError) in
        try PacketDecoders.decoder(for: description, magicCookie: cookie)
    }
}
