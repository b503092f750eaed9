internal import KKConvert
internal import KKPCM

/// Decodes what is enqueued in an output queue of packets: a buffer at a time, when it is enqueued, so that its frames
/// are known from then on.
///
/// The decoder goes from buffer to buffer, so it makes no difference where they are cut.
///
/// ## Allocation
/// In `init` and ``setMagicCookie(_:)``; and for the frames of a buffer, whose memory the buffer keeps.
final class PacketFeed {
    /// There are no more packets in the buffer.
    private struct Dry: Error {}

    /// Packets to interleaved Float32 at their own rate.
    let converter: AudioConverter
    private var chunk: AudioBufferList
    private let chunkCapacity = 4096
    /// Whether packets have come since the last reset.
    private(set) var isBegun = false
    /// The last damage, and how many packets were damaged.
    private(set) var error: AudioConverterError?
    private(set) var damagedPacketCount: Int64 = 0
    var isStrict = false

    init(_ converter: AudioConverter) {
        self.converter = converter
        // Each damaged packet is reported by an error, and the conversion goes on after it.
        converter.isStrict = true
        chunk = AudioBufferList(for: converter.outputDescription, frameCapacity: chunkCapacity)
    }

    static func format(for packets: StreamDescription) -> StreamDescription {
        .linearPCM(sampleRate: packets.sampleRate, channels: packets.channelCount, bits: 32, flags: .isFloat)
    }

    /// What the decoder says of its channels.
    var layout: ChannelLayout? {
        guard case .layout(let layout)? = try? converter.property(AudioConverter.Property.inputChannelLayout) else {
            return nil
        }
        return layout
    }

    func reset() {
        converter.reset()
        isBegun = false
    }

    /// Makes frames of the packets of `buffer`, and leaves them there.
    func decode(_ buffer: AudioQueue.Buffer, _ packets: [PacketDescription]) throws(AudioQueueError) {
        let packetCount = try packetCount(in: buffer, packets)
        buffer.decoded.removeAll(keepingCapacity: true)
        var isGiven = false
        var refusal: AudioQueueError?
        while true {
            var count = chunkCapacity
            var isDry = false
            do {
                try converter.fillComplexBuffer(packetCount: &count, into: &chunk) { asked, data, descriptions in
                    if isGiven {
                        // The buffer's memory is its own again.
                        data[0].bytes = []
                        throw Dry()
                    }
                    isGiven = true
                    asked = packetCount
                    data[0] = AudioBuffer(channelCount: converter.inputDescription.channelCount, bytes: buffer.bytes)
                    data[0].byteCount = buffer.byteCount
                    descriptions += packets
                }
            } catch let error as AudioConverterError {
                if error.code != .unspecified { throw AudioQueueError(error) }
                self.error = error
                damagedPacketCount += 1
                if isStrict, refusal == nil { refusal = AudioQueueError(error) }
            } catch {
                isDry = true
            }
            buffer.decoded += chunk[0].bytes.prefix(chunk[0].byteCount)
            if isDry { break }
        }
        isBegun = true
        if let refusal { throw refusal }
    }

    private func packetCount(
        in buffer: AudioQueue.Buffer, _ packets: [PacketDescription]
    ) throws(AudioQueueError) -> Int {
        if !packets.isEmpty { return packets.count }
        let size = Int(converter.inputDescription.bytesPerPacket)
        guard size > 0 else {
            throw AudioQueueError(
                .invalidParameter, place: "enqueue",
                "a buffer of packets of \(converter.inputDescription.formatID) without descriptions",
                nextStep: "give the position of each packet: enqueue(_:packets:)")
        }
        guard buffer.byteCount % size == 0 else {
            throw AudioQueueError(
                .invalidParameter, place: "enqueue", "\(buffer.byteCount) bytes are not whole packets of \(size) bytes")
        }
        return buffer.byteCount / size
    }

    /// The frames that the packets of a buffer say they have; `nil` if they do not say.
    func nominalFrames(of buffer: AudioQueue.Buffer, _ packets: [PacketDescription]) -> Int? {
        let length = Int(converter.inputDescription.framesPerPacket)
        guard !packets.isEmpty else {
            let size = Int(converter.inputDescription.bytesPerPacket)
            return size > 0 && length > 0 ? buffer.byteCount / size * length : nil
        }
        var total = 0
        for packet in packets {
            let frames = packet.variableFrames > 0 ? packet.variableFrames : length
            guard frames > 0, frames <= 1 << 24 else { return nil }
            total += frames
        }
        return total
    }
}

extension AudioQueueError {
    /// Where the converter of a queue's packets refuses something.
    init(_ error: AudioConverterError) {
        let code: Code =
            switch error.code {
            case .formatNotSupported: .codecNotFound
            case .unspecified: .invalidBuffer
            default: .invalidParameter
            }
        self.init(code, error, place: "enqueue")
        if error.code == .unspecified { place = error.place.map { "AudioQueue enqueue, \($0)" } }
    }
}
