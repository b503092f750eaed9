import Glibc
import KKAudio

/// The parsers by name: each is given the bytes of an input.
enum Target {
    nonisolated(unsafe) static let all: [String: ([UInt8]) -> Void] = [
        "stream": stream, "file": file, "reader": reader, "caf": chunks,
        "mpeg": decoder(".mp3"), "flac": decoder("flac"), "vorbis": decoder("vorb"), "opus": decoder("opus"), "alac": decoder("alac"),
        "ima4": decoder("ima4"),
    ]

    /// The push parser. The first byte says in which portions the rest comes; the packets have to be the same as all at once.
    static func stream(_ input: [UInt8]) {
        guard let first = input.first else { return }
        let bytes = Array(input.dropFirst())
        func parse(_ portion: Int) -> (packets: Int, bytes: Int, hasFailed: Bool) {
            var result = (packets: 0, bytes: 0, hasFailed: false)
            do {
                let stream = try AudioFileStream { _, packets in
                    result.packets += packets.packetCount
                    result.bytes += packets.bytes.count
                    for packet in packets.descriptions {
                        precondition(Int(packet.startOffset) + packet.byteCount <= packets.bytes.count, "a packet outside of its bytes")
                    }
                }
                var position = 0
                while position < bytes.count {
                    let end = min(bytes.count, position + portion)
                    try stream.parse(Array(bytes[position..<end]))
                    position = end
                }
                try stream.parse([UInt8]())
            } catch {
                result.hasFailed = true
            }
            return result
        }
        let whole = parse(1 << 20), parts = parse(Int(first) + 1)
        precondition(whole == parts, "portions change what comes: \(whole), \(parts)")
    }

    /// `AudioFile` over memory: properties, and all packets.
    static func file(_ bytes: [UInt8]) {
        guard let file = try? AudioFile(opening: bytes) else { return }
        for id: FourCharCode in ["ffmt", "dfmt", "optm", "mgic", "bcnt", "pcnt", "psze", "pkub", "doff", "cmap", "mkls", "rgls", "chid", "info", "pnfo", "edur", "brat", "id3t"] {
            _ = try? file.property(id)
        }
        var buffer = AudioBuffer(byteCapacity: 1 << 16)
        var packet: Int64 = 0
        while let read = try? file.readPackets(from: packet, count: 64, into: &buffer), read.packetCount > 0 {
            precondition(read.byteCount <= buffer.bytes.count, "more bytes than the buffer has")
            packet += Int64(read.packetCount)
        }
        try? file.close()
    }

    /// The reader, by way of a file in memory; of long sounds the first million frames.
    static func reader(_ bytes: [UInt8]) {
        let descriptor = memfd_create("fuzz", 0)
        defer { close(descriptor) }
        guard write(descriptor, bytes, bytes.count) == bytes.count, let reader = try? AudioFileReader(path: "/proc/self/fd/\(descriptor)") else { return }
        guard reader.format.channelCount <= 64 else { return }
        var buffer = PCMBuffer(channelCount: reader.format.channelCount, frameCapacity: 4096)
        var frames = 0
        while frames < 1 << 20, let count = try? reader.read(into: &buffer, at: 0, frameCount: 4096), count > 0 { frames += count }
    }

    /// A Core Audio file, chunk by chunk.
    static func chunks(_ bytes: [UInt8]) {
        let descriptor = memfd_create("fuzz", 0)
        defer { close(descriptor) }
        guard write(descriptor, bytes, bytes.count) == bytes.count, let file = try? CAFFile(path: "/proc/self/fd/\(descriptor)") else { return }
        _ = try? file.packetTable()
        _ = try? file.markers()
        _ = try? file.regions()
        _ = try? file.layout()
        _ = try? CAFText(file).text
    }

    /// A decoder. The input is a cookie and packets, each behind two bytes that say how long it is; the first two bytes are rate and channels.
    static func decoder(_ formatID: FourCharCode) -> ([UInt8]) -> Void {
        { input in
            guard input.count > 4 else { return }
            let rates = [8000.0, 22050, 44100, 48000, 96000]
            let description = StreamDescription(
                sampleRate: rates[Int(input[0]) % rates.count], formatID: formatID, channelsPerFrame: UInt32(input[1] % 9))
            var position = 2
            func next() -> [UInt8]? {
                guard position + 2 <= input.count else { return nil }
                let count = Int(input[position]) << 8 | Int(input[position + 1])
                let start = position + 2
                position = min(input.count, start + count)
                return Array(input[start..<position])
            }
            guard let cookie = next(), let decoder = try? PacketDecoders.decoder(for: description, magicCookie: cookie) else { return }
            precondition(decoder.maximumFramesPerPacket <= 1 << 20, "a packet of more than a million frames")
            var buffer = PCMBuffer(channelCount: decoder.format.channelCount, frameCapacity: decoder.maximumFramesPerPacket)
            while let packet = next() {
                let count = (try? decoder.decode(packet.span, into: &buffer, at: 0)) ?? 0
                precondition((0...decoder.maximumFramesPerPacket).contains(count), "more frames than there is room for")
            }
        }
    }
}
